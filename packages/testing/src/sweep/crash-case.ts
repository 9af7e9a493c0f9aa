/** One case of a crash sweep: a run that dies where it is told to, and goes on from what was kept, until it ends. */
import { messageOf, systemClock } from "@loopwright/core";
import type { Json, PolicyTypes, RunEvent, RunResult } from "@loopwright/core";
import { eventGrammarProblems } from "../event-grammar.js";
import { CountedAgents } from "./counted-agents.js";
import { Disk, type Death } from "./disk.js";
import { decisionsOf, outlineOf } from "./outline.js";
import { ProcessClock } from "./process-clock.js";
import { interruptedKey, nextAfter, someTurns, startProcess, within, type Begin } from "./process.js";
import type { SweepScenario } from "./scenario.js";
import type { SweepViolation, SweepViolationKind } from "./sweep-report.js";

/** A process that is over. */
export interface PastProcess {
  readonly writes: number;
  readonly decisions: readonly string[];
  readonly hasDied: boolean;
}

/** How a run ended, as far as it must be the same. */
export interface PastRun {
  /** The effect because of which it went no further. */
  readonly stoppedAt: string | null;
  /** With what was spent, and without. */
  readonly whole: Json;
  readonly lean: Json;
}

/** How a case went. */
export interface CrashOutcome {
  readonly processes: readonly PastProcess[];
  /** `null` where the run did not come to an end; a violation says why. */
  readonly end: PastRun | null;
  readonly violations: readonly Omit<SweepViolation, "at">[];
  /** Effects that were in flight at a death, with how often they had been started by the last one. */
  readonly interrupted: ReadonlyMap<string, number>;
  /** How often the journal was compacted. */
  readonly compactions: number;
}

/** A case that takes more processes than that has no end. */
export const MAX_PROCESSES = 40;

export function pastRun<T extends PolicyTypes>({ withoutSpend }: SweepScenario<T>, result: RunResult<T>): PastRun {
  return { stoppedAt: interruptedKey(result), whole: outlineOf(result, true), lean: outlineOf(result, false, withoutSpend) };
}

/** Runs a case: process number n dies at `deaths[n]`. */
export class CrashCase<T extends PolicyTypes> {
  readonly #scenario: SweepScenario<T>;
  readonly #deaths: readonly (Death | null)[];
  readonly #promptMs: number;
  readonly #disk = new Disk();
  readonly #counted = new CountedAgents();
  readonly #processes: PastProcess[] = [];
  readonly #violations: Omit<SweepViolation, "at">[] = [];
  readonly #interrupted = new Map<string, number>();
  /** How often effects had run when their end was seen to be kept. */
  readonly #completed = new Map<string, number>();
  /** Ends what dead processes still hold: to them it makes no difference. */
  readonly #abandoned: (() => void)[] = [];

  constructor(scenario: SweepScenario<T>, deaths: readonly (Death | null)[], promptMs: number) {
    this.#scenario = scenario;
    this.#deaths = deaths;
    this.#promptMs = promptMs;
    this.#counted.watch = {
      began: ({ key }) => {
        if (!this.#disk.open.has(key)) this.#say("unrecorded", `call ${key} ran, and its start was not kept`);
      },
      ended: () => undefined,
    };
  }

  async run(): Promise<CrashOutcome> {
    let end: PastRun | null = null;
    try {
      const result = await this.#toTheEnd();
      end = result === null ? null : pastRun(this.#scenario, result);
    } catch (thrown) {
      this.#say("threw", messageOf(thrown));
    }
    this.#checkCounts();
    for (const abandon of this.#abandoned) abandon();
    return { processes: this.#processes, end, violations: this.#violations, interrupted: this.#interrupted, compactions: this.#disk.compactions };
  }

  #say(kind: SweepViolationKind, message: string): void {
    this.#violations.push({ kind, message });
  }

  async #toTheEnd(): Promise<RunResult<T> | null> {
    let begin: Begin = { how: "start" };
    for (let number = 0; number < MAX_PROCESSES; number++) {
      const result: RunResult<T> | "died" | null = await this.#process(begin, this.#deaths[number] ?? null);
      if (result === null) return null;
      const next: Begin | null = result === "died" ? { how: this.#disk.records.length === 0 ? "start" : "resume" } : nextAfter(this.#scenario, result);
      if (next === null) return result === "died" ? null : result;
      begin = next;
    }
    this.#say("hangs", `the run did not end in ${MAX_PROCESSES} processes`);
    return null;
  }

  async #process(begin: Begin, death: Death | null): Promise<RunResult<T> | "died" | null> {
    const journal = this.#disk.process(death);
    const events: RunEvent[] = [];
    const onEvent = (event: RunEvent): void => {
      if (!journal.isDead) events.push(event);
    };
    const clock = new ProcessClock(this.#scenario.clock ?? systemClock);
    const run = startProcess(this.#scenario, { begin, journal, counted: this.#counted, clock, onEvent });
    const ended = await within(Promise.race([run.result, journal.died.then(() => "died" as const)]), this.#promptMs);
    await someTurns(); // What a death leaves under way comes as far as it can.
    this.#processes.push({ writes: journal.writes, decisions: decisionsOf(events), hasDied: ended === "died" });
    this.#noteCompleted();
    if (ended === null) this.#say("hangs", `the run did not settle in ${this.#promptMs} ms`);
    else if (ended === "died") for (const [key, attempts] of this.#disk.open) this.#interrupted.set(key, attempts);
    else this.#checkEnd(events, journal.isOpen, clock.pendingTimers);
    if (ended === null || ended === "died") {
      clock.stop();
      this.#abandoned.push(() => run.abort());
    }
    return ended;
  }

  #checkEnd(events: readonly RunEvent[], isOpen: boolean, timers: number): void {
    if (timers > 0) this.#say("left-behind", `the run has ended and ${timers} of its timers still wait`);
    if (isOpen) this.#say("left-behind", "the run has ended and its journal is still open");
    for (const problem of eventGrammarProblems(events)) this.#say("grammar", problem);
  }

  /** How often each effect ran so far: calls, and steps where the scenario counts them. */
  #counts(): ReadonlyMap<string, number> {
    const counts = new Map(this.#counted.calls);
    for (const key of this.#scenario.ran?.() ?? []) counts.set(key, (counts.get(key) ?? 0) + 1);
    return counts;
  }

  #noteCompleted(): void {
    const counts = this.#counts();
    for (const key of this.#disk.ended) if (!this.#completed.has(key)) this.#completed.set(key, counts.get(key) ?? 0);
  }

  #checkCounts(): void {
    for (const [key, count] of this.#counts()) {
      const completed = this.#completed.get(key);
      if (completed !== undefined && count > completed) this.#say("repeated", `${key} ran ${count} times, though its end was kept after ${completed}`);
      if (count > 2) this.#say("reissued", `${key} ran ${count} times`);
    }
  }
}
