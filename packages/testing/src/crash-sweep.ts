/**
 * Crashes a run right before and right after every write to its journal, and lets it go on from what was kept (G11).
 *
 * Invariants:
 * 1. A death is that of a process: nothing that the dead run still does counts, and nothing that it waits for comes. What
 *    was under way outside stays under way.
 * 2. The undisturbed run is the measure: the same decisions and the same result, but for time and for what an effect that
 *    ran twice has spent.
 * 3. No effect whose end was kept runs again; one that was in flight runs at most once more, over all crashes. Where the
 *    policy does not let it run again, the run must end there, and say so.
 */
import type { PolicyTypes } from "@loopwright/core";
import { handlesBeyond, openHandles } from "./open-handles.js";
import { watchRejections } from "./agent-contract/rejections.js";
import { CrashCase, type CrashOutcome } from "./sweep/crash-case.js";
import type { Death } from "./sweep/disk.js";
import { differenceOf, outlineOf } from "./sweep/outline.js";
import { interruptedKey, someTurns } from "./sweep/process.js";
import type { MakeScenario } from "./sweep/scenario.js";
import { CaseChooser, seeded, type SweepChoice, type SweepReport, type SweepViolation } from "./sweep/sweep-report.js";

/** What is crashed, and where. */
export interface CrashSweepOptions<T extends PolicyTypes> extends SweepChoice {
  readonly scenario: MakeScenario<T>;
  /** `2`: each run that goes on after a crash is crashed at each of its writes, too. Default 1. */
  readonly depth?: 1 | 2;
  /** How long one run may take, in milliseconds. Default 10,000. */
  readonly promptMs?: number;
}

type Deaths = readonly (Death | null)[];

/** Crashes a run everywhere; violations are data, see `assertSweep`. */
export async function crashSweep<T extends PolicyTypes>(options: CrashSweepOptions<T>): Promise<SweepReport> {
  const watch = watchRejections();
  const handles = openHandles();
  try {
    const sweep = new CrashSweep(options);
    const report = await sweep.run();
    for (let turn = 0; turn < 100 && handlesBeyond(handles).length > 0; turn++) await new Promise((resolve) => setTimeout(resolve, 20));
    const left = handlesBeyond(handles).map((kind): SweepViolation => ({ at: "the end", kind: "left-behind", message: `still there: ${kind}` }));
    await someTurns();
    const unheard = watch.found.map(({ reason }): SweepViolation => ({ at: "the end", kind: "threw", message: `a rejection was left unhandled: ${String(reason)}` }));
    return { ...report, violations: [...report.violations, ...left, ...unheard] };
  } finally {
    watch.stop();
  }
}

class CrashSweep<T extends PolicyTypes> {
  readonly #options: CrashSweepOptions<T>;
  readonly #chooser: CaseChooser;
  readonly #random: () => number;
  readonly #violations: SweepViolation[] = [];
  #cases = 0;
  #measure!: CrashOutcome<T>; // The first thing that `run` makes.
  #withoutSpend: ((report: T["report"]) => unknown) | undefined;

  constructor(options: CrashSweepOptions<T>) {
    this.#options = options;
    const { depth = 1, sample, only } = options;
    this.#chooser = new CaseChooser(depth === 1 || sample === undefined ? options : { ...options, sample: sample / 3 });
    this.#random = seeded((options.seed ?? 1) + 1);
    if (only !== undefined) deathsOf(only);
  }

  async run(): Promise<SweepReport> {
    this.#measure = await this.#case([]);
    const writes = this.#measure.processes.reduce((sum, process) => sum + process.writes, 0);
    this.#report(this.#measure, "no crash");
    if (this.#options.only !== undefined) await this.#crash(deathsOf(this.#options.only));
    else if (this.#measure.result !== null) await this.#everywhere(writes);
    return { cases: this.#cases, skipped: this.#chooser.skipped, places: { writes, processes: this.#measure.processes.length, compactions: this.#measure.compactions }, violations: this.#violations };
  }

  async #everywhere(writes: number): Promise<void> {
    for (const [process, { writes: here }] of this.#measure.processes.entries()) {
      const before = Array.from({ length: process }, () => null);
      for (const death of placesOf(here)) {
        const deaths = [...before, death];
        if (!this.#chooser.isChosen(nameOf(deaths), 2 * writes)) continue;
        const outcome = await this.#crash(deaths);
        if (this.#options.depth === 2) await this.#again(deaths, outcome.processes[process + 1]?.writes ?? 0);
      }
    }
  }

  /** Crashes the run that goes on, too. */
  async #again(deaths: Deaths, writes: number): Promise<void> {
    const places = placesOf(writes);
    const chosen = this.#options.sample === undefined ? places : [0, 1].flatMap(() => places[Math.floor(this.#random() * places.length)] ?? []);
    this.#chooser.skipped += places.length - chosen.length;
    for (const death of chosen) await this.#crash([...deaths, death]);
  }

  async #crash(deaths: Deaths): Promise<CrashOutcome<T>> {
    const outcome = await this.#case(deaths);
    this.#cases++;
    const at = nameOf(deaths);
    this.#report(outcome, at);
    this.#compare(outcome, at);
    return outcome;
  }

  async #case(deaths: Deaths): Promise<CrashOutcome<T>> {
    const scenario = await this.#options.scenario();
    this.#withoutSpend = scenario.withoutSpend;
    try {
      return await new CrashCase(scenario, deaths, this.#options.promptMs ?? 10_000).run();
    } finally {
      await scenario.dispose?.();
    }
  }

  #report({ violations }: CrashOutcome<T>, at: string): void {
    this.#violations.push(...violations.map((violation) => ({ at, ...violation })));
  }

  #compare({ result, processes, interrupted }: CrashOutcome<T>, at: string): void {
    const { result: expected, processes: undisturbed } = this.#measure;
    if (result === null || expected === null) return;
    const stoppedAt = interruptedKey(result);
    if (stoppedAt !== null && interrupted.has(stoppedAt)) return; // It says so, and goes no further.
    if (interruptedKey(expected) === null && [...interrupted.values()].some((attempts) => attempts > 1)) return; // It was given up, which is another fact.
    const decisions = undisturbed.flatMap((process) => process.decisions);
    const wrong = decisionProblem(decisions, processes.map((process) => process.decisions));
    if (wrong !== null) this.#violations.push({ at, kind: "decisions", message: wrong });
    const withUsage = interrupted.size === 0;
    const difference = differenceOf(outlineOf(expected, withUsage, this.#withoutSpend), outlineOf(result, withUsage, this.#withoutSpend));
    if (difference !== null) this.#violations.push({ at, kind: "result", message: difference });
  }
}

/** Each process must tell a stretch of the decisions, the first from the start, each later one from what is told on. */
function decisionProblem(expected: readonly string[], told: readonly (readonly string[])[]): string | null {
  let known = 0;
  for (const [process, decisions] of told.entries()) {
    let from = known;
    while (from >= 0 && !decisions.every((decision, index) => decision === expected[from + index])) from--;
    if (from < 0) return `process ${process} decided ${decisions.join(", ")}`;
    known = Math.max(known, from + decisions.length);
  }
  return known === expected.length ? null : `only ${known} of ${expected.length} decisions were made`;
}

function placesOf(writes: number): readonly Death[] {
  return Array.from({ length: writes }, (_, write) => (["before", "after"] as const).map((when) => ({ write, when }))).flat();
}

function nameOf(deaths: Deaths): string {
  return deaths.flatMap((death, process) => (death === null ? [] : [`process ${process} ${death.when} write ${death.write}`])).join(", ");
}

function deathsOf(name: string): Deaths {
  const deaths: (Death | null)[] = [];
  for (const [, process, when, write] of name.matchAll(/process (\d+) (before|after) write (\d+)/g)) {
    while (deaths.length < Number(process)) deaths.push(null);
    deaths[Number(process)] = { when: when as Death["when"], write: Number(write) }; // One of the two, as the pattern says.
  }
  return deaths;
}
