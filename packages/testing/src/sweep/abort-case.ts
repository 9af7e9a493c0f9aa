/** One case of an abort sweep: a run that is aborted at one place, and what must be so from then on. */
import { messageOf, systemClock } from "@loopwright/core";
import type { AgentRequest, PolicyTypes, RunEvent, RunResult } from "@loopwright/core";
import { eventGrammarProblems } from "../event-grammar.js";
import { countedSignal } from "../listening-signal.js";
import { CountedAgents } from "./counted-agents.js";
import { Disk } from "./disk.js";
import { differenceOf, outlineOf } from "./outline.js";
import { ProcessClock } from "./process-clock.js";
import { nextAfter, someTurns, startProcess, within, type Begin } from "./process.js";
import type { SweepScenario } from "./scenario.js";
import type { SweepViolation, SweepViolationKind } from "./sweep-report.js";

/** Where a run may be aborted: when the place with this number comes by, counted over the whole case from 0. */
export const PLACE_KINDS = ["event", "call-start", "call-end", "write"] as const;
export type PlaceKind = (typeof PLACE_KINDS)[number];

export interface AbortPlace {
  readonly kind: PlaceKind;
  readonly index: number;
}

/** How a case went. */
export interface AbortOutcome<T extends PolicyTypes> {
  readonly results: readonly RunResult<T>[];
  /** How many places of each kind came by. */
  readonly places: { readonly [Kind in PlaceKind]: number };
  readonly violations: readonly Omit<SweepViolation, "at">[];
}

const REASON = "the sweep aborts";

export class AbortCase<T extends PolicyTypes> {
  readonly #scenario: SweepScenario<T>;
  readonly #place: AbortPlace | null;
  readonly #promptMs: number;
  readonly #undisturbed: readonly RunResult<T>[];
  readonly #disk = new Disk();
  readonly #counted = new CountedAgents();
  readonly #places = { event: 0, "call-start": 0, "call-end": 0, write: 0 };
  readonly #violations: Omit<SweepViolation, "at">[] = [];
  readonly #results: RunResult<T>[] = [];
  /** Calls that are under way. */
  readonly #inFlight = new Set<AgentRequest>();
  /** Those that were when the abort came. */
  #toBeTold: readonly AgentRequest[] = [];
  #abort: (() => void) | null = null;
  #hasAborted = false;
  /** Whether what ends the run was decided before. */
  #wasDecided = false;
  #lastDecision: string | null = null;

  /** `undisturbed`: the results of the case without an abort, one for each process. */
  constructor(scenario: SweepScenario<T>, place: AbortPlace | null, promptMs: number, undisturbed: readonly RunResult<T>[]) {
    this.#scenario = scenario;
    this.#place = place;
    this.#promptMs = promptMs;
    this.#undisturbed = undisturbed;
  }

  async run(): Promise<AbortOutcome<T>> {
    this.#counted.watch = {
      began: (request) => {
        if (this.#hasAborted) this.#say("started-late", `call ${request.key} began after the abort`);
        this.#inFlight.add(request);
        this.#comesBy("call-start");
      },
      ended: (request) => {
        this.#comesBy("call-end");
        this.#inFlight.delete(request);
      },
    };
    try {
      for (let begin: Begin | null = { how: "start" }; begin !== null; ) {
        const result: RunResult<T> | null = await this.#process(begin);
        if (result === null) break;
        this.#results.push(result);
        begin = this.#hasAborted ? null : nextAfter(this.#scenario, result);
      }
    } catch (thrown) {
      this.#say("threw", messageOf(thrown));
    }
    return { results: this.#results, places: this.#places, violations: this.#violations };
  }

  #say(kind: SweepViolationKind, message: string): void {
    this.#violations.push({ kind, message });
  }

  #comesBy(kind: PlaceKind): void {
    const index = this.#places[kind]++;
    if (this.#place?.kind !== kind || this.#place.index !== index || this.#abort === null) return;
    this.#wasDecided = this.#lastDecision !== null && this.#lastDecision !== "continue";
    this.#toBeTold = [...this.#inFlight];
    // Before the abort: what follows within it comes after it.
    this.#hasAborted = true;
    this.#abort();
  }

  async #process(begin: Begin): Promise<RunResult<T> | null> {
    const journal = this.#disk.process(null);
    journal.onWrite = () => this.#comesBy("write");
    const events: RunEvent[] = [];
    const clock = new ProcessClock(this.#scenario.clock ?? systemClock);
    const { controller, signal, listeners } = countedSignal();
    this.#lastDecision = null;
    const onEvent = (event: RunEvent): void => {
      events.push(event);
      this.#checkStart(event);
      if (event.type === "decision.made") this.#lastDecision = (event as Extract<RunEvent, { readonly type: "decision.made" }>).kind;
      this.#comesBy("event");
    };
    const run = startProcess(this.#scenario, { begin, journal, counted: this.#counted, clock, onEvent, signal });
    // Both ways to abort are the same.
    const isOwn = (this.#place?.index ?? 0) % 2 === 0;
    this.#abort = () => (isOwn ? controller.abort(new Error(REASON)) : run.abort(new Error(REASON)));
    const result = await within(run.result, this.#promptMs);
    if (result === null) {
      this.#say("hangs", `the run did not settle in ${this.#promptMs} ms`);
      clock.stop();
      run.abort();
      return null;
    }
    await someTurns();
    for (const problem of eventGrammarProblems(events)) this.#say("grammar", problem);
    if (journal.isOpen) this.#say("left-behind", "the run has ended and its journal is still open");
    if (clock.pendingTimers > 0) this.#say("left-behind", `the run has ended and ${clock.pendingTimers} of its timers still wait`);
    if (listeners() > 0) this.#say("left-behind", `the run has ended and ${listeners()} listeners are left on its signal`);
    if (this.#hasAborted) await this.#checkAborted(result);
    return result;
  }

  /** Nothing begins after an abort, but what writes down a decision that stands. */
  #checkStart({ type, phase }: RunEvent): void {
    if (this.#hasAborted && (type === "call.started" || (type === "step.started" && phase !== "record"))) this.#say("started-late", `${type} in ${phase} after the abort`);
  }

  async #checkAborted(result: RunResult<T>): Promise<void> {
    for (const { key, signal } of this.#toBeTold) if (!signal.aborted) this.#say("left-behind", `call ${key} was under way and was not told of the abort`);
    const undisturbed = this.#undisturbed[this.#results.length];
    if (this.#wasDecided && undisturbed !== undefined) {
      const difference = differenceOf(outlineOf(undisturbed, true), outlineOf(result, true));
      if (difference !== null) this.#say("result", `the run was decided before the abort: ${difference}`);
    } else if (result.status !== "aborted") this.#say("aborted", `the run ended ${result.status}${result.error === null ? "" : ` (${result.error.code})`}`);
    else if (result.reason !== REASON) this.#say("aborted", `the reason is ${JSON.stringify(result.reason)}`);
    await this.#checkAgain(result);
  }

  /** An aborted run stays so: its journal gives the same result again, and calls nobody. */
  async #checkAgain(result: RunResult<T>): Promise<void> {
    if (this.#disk.records.length === 0) return;
    const clock = new ProcessClock(this.#scenario.clock ?? systemClock);
    const run = startProcess(this.#scenario, { begin: { how: "resume" }, journal: this.#disk.process(null), counted: this.#counted, clock, onEvent: () => undefined });
    const again = await within(run.result, this.#promptMs);
    if (again === null) {
      run.abort();
      return this.#say("hangs", "the aborted run, opened again, did not settle");
    }
    const difference = differenceOf(outlineOf(result, true), outlineOf(again, true));
    if (difference !== null) this.#say("result", `the aborted run, opened again: ${difference}`);
  }
}
