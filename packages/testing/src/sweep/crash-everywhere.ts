/**
 * Which cases a crash sweep runs, and what each is measured by: the undisturbed one. Knows nothing of what a process is.
 *
 * Invariant: the same choice runs the same cases, however many at once.
 */
import type { CrashOutcome } from "./crash-case.js";
import type { Death } from "./disk.js";
import { decisionProblem, differenceOf } from "./outline.js";
import { CaseChooser, seeded, type SweepChoice, type SweepReport, type SweepViolation } from "./sweep-report.js";

/** Where a run is crashed. */
export interface CrashChoice extends SweepChoice {
  /** `2`: each run that goes on after a crash is crashed at each of its writes, too. Default 1. */
  readonly depth?: 1 | 2;
}

/** Where which process dies; `null` = it does not. */
export type Deaths = readonly (Death | null)[];

export class CrashEverywhere {
  readonly #choice: CrashChoice;
  readonly #runCase: (deaths: Deaths) => Promise<CrashOutcome>;
  readonly #chooser: CaseChooser;
  readonly #violations: SweepViolation[] = [];
  #cases = 0;
  #measure!: CrashOutcome; // The first thing that `run` makes.

  constructor(choice: CrashChoice, runCase: (deaths: Deaths) => Promise<CrashOutcome>) {
    this.#choice = choice;
    this.#runCase = runCase;
    const { depth = 1, sample, only } = choice;
    this.#chooser = new CaseChooser(depth === 1 || sample === undefined ? choice : { ...choice, sample: sample / 3 });
    if (only !== undefined) deathsOf(only);
  }

  /** `concurrency`: how many cases at once. */
  async run(concurrency = 1): Promise<SweepReport> {
    this.#measure = await this.#runCase([]);
    const writes = this.#measure.processes.reduce((sum, process) => sum + process.writes, 0);
    this.#report(this.#measure, "no crash");
    if (this.#choice.only !== undefined) await this.#crash(deathsOf(this.#choice.only));
    else if (this.#measure.end !== null) await this.#everywhere(writes, concurrency);
    return { cases: this.#cases, skipped: this.#chooser.skipped, places: { writes, processes: this.#measure.processes.length, compactions: this.#measure.compactions }, violations: this.#violations };
  }

  async #everywhere(writes: number, concurrency: number): Promise<void> {
    const chosen = placesIn(this.#measure.processes).filter((deaths) => this.#chooser.isChosen(nameOf(deaths), 2 * writes));
    // One queue for all: whoever is done takes the next.
    const queue = chosen.entries();
    const work = async (): Promise<void> => {
      for (const [index, deaths] of queue) {
        const outcome = await this.#crash(deaths);
        if (this.#choice.depth === 2) await this.#again(deaths, outcome, index);
      }
    };
    await Promise.all(Array.from({ length: concurrency }, work));
  }

  /** Crashes the run that goes on, too, in each of the processes that it takes. */
  async #again(deaths: Deaths, { processes }: CrashOutcome, index: number): Promise<void> {
    const places = placesIn(processes.slice(deaths.length)).map((later): Deaths => [...deaths, ...later]);
    const random = seeded((this.#choice.seed ?? 1) + 1 + index);
    const chosen = this.#choice.sample === undefined ? places : [0, 1].flatMap(() => {
      const place = places[Math.floor(random() * places.length)];
      return place === undefined ? [] : [place];
    });
    this.#chooser.skipped += places.length - chosen.length;
    for (const place of chosen) await this.#crash(place);
  }

  async #crash(deaths: Deaths): Promise<CrashOutcome> {
    const outcome = await this.#runCase(deaths);
    this.#cases++;
    const at = nameOf(deaths);
    this.#report(outcome, at);
    this.#compare(outcome, at);
    return outcome;
  }

  #report({ violations }: CrashOutcome, at: string): void {
    this.#violations.push(...violations.map((violation) => ({ at, ...violation })));
  }

  #compare({ end, processes, interrupted }: CrashOutcome, at: string): void {
    const { end: expected, processes: undisturbed } = this.#measure;
    if (end === null || expected === null) return;
    if (end.stoppedAt !== null && interrupted.has(end.stoppedAt)) return; // It says so, and goes no further.
    if (expected.stoppedAt === null && [...interrupted.values()].some((attempts) => attempts > 1)) return; // It was given up, which is another fact.
    const wrong = decisionProblem(undisturbed.flatMap(({ decisions }) => decisions), processes.map(({ decisions }) => decisions));
    if (wrong !== null) this.#violations.push({ at, kind: "decisions", message: wrong });
    const difference = interrupted.size === 0 ? differenceOf(expected.whole, end.whole) : differenceOf(expected.lean, end.lean);
    if (difference !== null) this.#violations.push({ at, kind: "result", message: difference });
  }
}

/** Before and after each write of each process. */
function placesIn(processes: readonly { readonly writes: number }[]): readonly Deaths[] {
  return processes.flatMap(({ writes }, process) => {
    const before = Array.from({ length: process }, () => null);
    return Array.from({ length: writes }, (_, write): readonly Deaths[] => [[...before, { write, when: "before" }], [...before, { write, when: "after" }]]).flat();
  });
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
