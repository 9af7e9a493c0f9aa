/**
 * One case of an abort sweep: a run that is aborted at one place, and what must be so from then on; also when the process dies
 * after that, and another one goes on.
 */
import { messageOf, systemClock } from "@loopwright/core";
import type { AgentRequest, Json, PolicyTypes, RunEvent, RunResult } from "@loopwright/core";
import { eventGrammarProblems } from "../event-grammar.js";
import { countedSignal } from "../listening-signal.js";
import { CountedAgents } from "./counted-agents.js";
import { Disk, type Death } from "./disk.js";
import { differenceOf, outlineOf } from "./outline.js";
import { ProcessClock } from "./process-clock.js";
import { interruptedKey, nextAfter, someTurns, startProcess, within, type Begin } from "./process.js";
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
  /** Writes of the process that was aborted: those from the abort to the end. `null` = it was not aborted. */
  readonly writes: { readonly from: number; readonly to: number } | null;
  readonly violations: readonly Omit<SweepViolation, "at">[];
}

const REASON = "the sweep aborts";

export class AbortCase<T extends PolicyTypes> {
  readonly #scenario: SweepScenario<T>;
  readonly #place: AbortPlace | null;
  readonly #promptMs: number;
  readonly #undisturbed: readonly RunResult<T>[];
  /** Where the process that was aborted dies. */
  readonly #death: Death | null;
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
  /** Whether an abort counts: it came, and no death has taken it back. */
  #hasAborted = false;
  /** Whether the run was told that its abort is kept. */
  #isKept = false;
  #hasDied = false;
  /** Keys of effects whose start was kept at the death. */
  readonly #startedBefore = new Set<string>();
  #writes: { readonly from: number; readonly to: number } | null = null;
  /** Ends what the dead process still holds: to it that makes no difference. */
  #abandon: (() => void) | null = null;
  /** Whether what ends the run was decided before. */
  #wasDecided = false;
  #lastDecision: string | null = null;

  /** `undisturbed`: the results of the case without an abort, one for each process. */
  constructor(scenario: SweepScenario<T>, place: AbortPlace | null, death: Death | null, promptMs: number, undisturbed: readonly RunResult<T>[]) {
    this.#scenario = scenario;
    this.#place = place;
    this.#death = death;
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
        const result: RunResult<T> | "died" | null = await this.#process(begin);
        if (result === null) break;
        if (result === "died") begin = { how: this.#disk.records.length === 0 ? "start" : "resume" };
        else {
          this.#results.push(result);
          begin = this.#hasAborted ? null : nextAfter(this.#scenario, result);
        }
      }
      this.#checkForgotten();
    } catch (thrown) {
      this.#say("threw", messageOf(thrown));
    }
    this.#abandon?.();
    return { results: this.#results, places: this.#places, writes: this.#writes, violations: this.#violations };
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

  async #process(begin: Begin): Promise<RunResult<T> | "died" | null> {
    const journal = this.#disk.process(this.#hasDied ? null : this.#death);
    journal.onWrite = () => this.#comesBy("write");
    const events: RunEvent[] = [];
    const clock = new ProcessClock(this.#scenario.clock ?? systemClock);
    const { controller, signal, listeners } = countedSignal();
    this.#lastDecision = null;
    const onEvent = (event: RunEvent): void => {
      if (journal.isDead) return;
      events.push(event);
      this.#checkStart(event);
      if (event.type === "decision.made") this.#lastDecision = (event as Extract<RunEvent, { readonly type: "decision.made" }>).kind;
      this.#comesBy("event");
    };
    const onKept = (record: Json): void => {
      this.#isKept ||= isAbort(record);
    };
    const run = startProcess(this.#scenario, { begin, journal, counted: this.#counted, clock, onEvent, signal, onKept });
    let from: number | null = null;
    // Both ways to abort are the same.
    const isOwn = (this.#place?.index ?? 0) % 2 === 0;
    this.#abort = () => {
      from = journal.writes;
      if (isOwn) controller.abort(new Error(REASON));
      else run.abort(new Error(REASON));
    };
    const result = await within(Promise.race([run.result, journal.died.then(() => "died" as const)]), this.#promptMs);
    this.#abort = null;
    if (result === null || result === "died") {
      await someTurns(); // What a death leaves under way comes as far as it can.
      clock.stop();
    }
    if (result === null) {
      this.#say("hangs", `the run did not settle in ${this.#promptMs} ms`);
      run.abort();
      return null;
    }
    if (result === "died") return this.#die(() => run.abort());
    await someTurns();
    if (from !== null) this.#writes = { from, to: journal.writes };
    for (const problem of eventGrammarProblems(events)) this.#say("grammar", problem);
    if (journal.isOpen) this.#say("left-behind", "the run has ended and its journal is still open");
    if (clock.pendingTimers > 0) this.#say("left-behind", `the run has ended and ${clock.pendingTimers} of its timers still wait`);
    if (listeners() > 0) this.#say("left-behind", `the run has ended and ${listeners()} listeners are left on its signal`);
    if (this.#hasAborted) await this.#checkAborted(result);
    return result;
  }

  /** A run that was told that its abort is kept, or whose journal has it, is aborted; any other one was not. */
  #die(abandon: () => void): "died" {
    this.#hasDied = true;
    this.#abandon = abandon;
    this.#hasAborted = this.#isKept || this.#disk.records.some(isAbort);
    if (this.#hasAborted) for (const { key, signal } of this.#toBeTold) if (!signal.aborted) this.#say("left-behind", `call ${key} was under way and was not told of the abort`);
    for (const key of [...this.#disk.open.keys(), ...this.#disk.ended]) this.#startedBefore.add(key);
    this.#inFlight.clear();
    return "died";
  }

  /** Nothing begins after an abort, but what writes down a decision that stands. */
  #checkStart(event: RunEvent): void {
    if (!this.#hasAborted || (event.type !== "call.started" && event.type !== "step.started")) return;
    const { type, phase, key } = event as Extract<RunEvent, { readonly type: "call.started" | "step.started" }>;
    // After a death it is told, too, what had been started by then; the calls themselves are watched.
    if (this.#startedBefore.has(key) || (type === "step.started" && phase === "record")) return;
    this.#say("started-late", `${type} in ${phase} after the abort`);
  }

  async #checkAborted(result: RunResult<T>): Promise<void> {
    if (!this.#hasDied) for (const { key, signal } of this.#toBeTold) if (!signal.aborted) this.#say("left-behind", `call ${key} was under way and was not told of the abort`);
    const undisturbed = this.#undisturbed[this.#results.length];
    if (this.#hasDied && interruptedKey(result) !== null) return; // An effect was in flight, and may not run again: it says so.
    if (this.#wasDecided && undisturbed !== undefined) {
      const difference = this.#difference(undisturbed, result);
      if (difference !== null) this.#say("result", `the run was decided before the abort: ${difference}`);
    } else if (result.status !== "aborted") this.#say("aborted", `the run ended ${result.status}${result.error === null ? "" : ` (${result.error.code})`}`);
    else if (result.reason !== REASON) this.#say("aborted", `the reason is ${JSON.stringify(result.reason)}`);
    await this.#checkAgain(result);
  }

  /** A run that died before its abort was kept goes on as if there had been none. */
  #checkForgotten(): void {
    const [expected, result] = [this.#undisturbed.at(-1), this.#results.at(-1)];
    if (!this.#hasDied || this.#hasAborted || expected === undefined || result === undefined || interruptedKey(result) !== null) return;
    // What was under way was told of the abort: what it says then is its own.
    const difference = this.#toBeTold.length > 0 ? null : this.#difference(expected, result);
    if (result.status === "aborted") this.#say("aborted", "the process died before its abort was kept, and the run ended aborted");
    else if (difference !== null) this.#say("result", `the process died before its abort was kept: ${difference}`);
  }

  /** After a death an effect may have run twice, and spent twice. */
  #difference(expected: RunResult<T>, found: RunResult<T>): string | null {
    const { withoutSpend } = this.#scenario;
    return differenceOf(outlineOf(expected, !this.#hasDied, withoutSpend), outlineOf(found, !this.#hasDied, withoutSpend));
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

function isAbort(record: Json): boolean {
  return (record as { readonly type?: unknown } | null)?.type === "aborted";
}
