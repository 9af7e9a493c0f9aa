/**
 * The grammar of a run's events (G13), as a checker. Problems are sentences; none means that:
 *
 * 1. `seq` runs on without a gap, `at` never goes back, every event is frozen to its leaves and survives JSON.
 * 2. One start and one end frame the run; nothing follows the end.
 * 3. Phases do not nest. Calls, steps and lanes begin and end inside one phase (steps also in `record`), each exactly once.
 * 4. A lane's events stand between its start and its end; `callId`s count up in start order.
 * 5. Decisions stand between phases; the last one names the run's end, unless the run failed or its end is told again.
 */
import { isDeepStrictEqual } from "node:util";
import type { EventFrame, RunEvent, RunnerEvent } from "./index.js";

/** The runner's events alone: a policy's own have no grammar but their frame. */
type Framed = RunnerEvent & EventFrame;

export function grammarProblems(events: readonly RunEvent[], from: { readonly seq?: number; readonly calls?: number } = {}): readonly string[] {
  return new GrammarChecker(from.seq ?? 0, from.calls ?? 0).check(events as readonly Framed[]);
}

class GrammarChecker {
  readonly #problems: string[] = [];
  #seq: number;
  #calls: number;
  #at = -Infinity;
  #phase: string | null = null;
  readonly #openCalls = new Map<string, string | undefined>();
  readonly #endedCalls = new Set<string>();
  readonly #openSteps = new Set<string>();
  readonly #keys = new Set<string>();
  readonly #openLanes = new Set<string>();
  #token: string | null = null;
  #isEnded = false;
  #isRetold = false;
  #callIds: Set<string> | null = null;

  constructor(seq: number, calls: number) {
    this.#seq = seq;
    this.#calls = calls;
  }

  check(events: readonly Framed[]): readonly string[] {
    if (events.length === 0) return ["no event at all"];
    if (events.some((event) => "replayed" in event || "interrupted" in event)) this.#callIds = new Set();
    events.forEach((event, index) => this.#event(event, index === 0));
    if (!this.#isEnded) this.#say("the run has no end");
    return this.#problems;
  }

  #say(problem: string): void {
    this.#problems.push(`seq ${this.#seq}: ${problem}`);
  }

  #event(event: Framed, isFirst: boolean): void {
    if (event.seq !== ++this.#seq) this.#say(`carries seq ${event.seq}`);
    if (event.at < this.#at) this.#say("time goes back");
    this.#at = event.at;
    if (!isDeepFrozen(event)) this.#say(`${event.type} is not frozen`);
    if (!isDeepStrictEqual(JSON.parse(JSON.stringify(event)), { ...event })) this.#say(`${event.type} does not survive JSON`);
    if (this.#isEnded) this.#say(`${event.type} follows the end`);
    if (isFirst) this.#isRetold = event.type === "run.resumed" && event.token === null;
    if (isFirst !== (event.type === "run.started" || event.type === "run.resumed")) this.#say(`${event.type} at the ${isFirst ? "start" : "wrong place"}`);
    if (event.lane !== undefined && !event.type.startsWith("lane.") && event.type !== "call.refused" && !this.#openLanes.has(event.lane)) {
      this.#say(`${event.type} in lane ${event.lane}, which is not open`);
    }
    this.#typed(event);
  }

  #typed(event: Framed): void {
    switch (event.type) {
      case "phase.started":
        if (this.#phase !== null) this.#say(`${event.phase} starts inside ${this.#phase}`);
        this.#phase = event.phase;
        return;
      case "phase.finished":
        if (this.#phase !== event.phase) this.#say(`${event.phase} ends inside ${this.#phase}`);
        this.#phase = null;
        this.#nothingOpen(`phase ${event.phase}`);
        return;
      case "call.started":
        this.#callId(event.callId);
        this.#once(event.key);
        if (this.#phase === null) this.#say(`call ${event.callId} outside a phase`);
        if (event.lane === undefined && this.#openCalls.size > 0) this.#say(`call ${event.callId} beside another`);
        this.#openCalls.set(event.callId, event.lane);
        return;
      case "call.finished":
      case "call.failed":
        if (!this.#openCalls.has(event.callId)) this.#say(`${event.type} of ${event.callId}, which is not open`);
        if (this.#openCalls.get(event.callId) !== event.lane) this.#say(`${event.type} of ${event.callId} in another lane`);
        this.#openCalls.delete(event.callId);
        this.#endedCalls.add(event.callId);
        return;
      case "answer.invalid":
        if (!this.#endedCalls.has(event.callId)) this.#say(`answer.invalid before the end of ${event.callId}`);
        return;
      case "step.started":
        this.#once(event.key);
        this.#openSteps.add(event.key);
        return;
      case "step.finished":
      case "step.failed":
        if (!this.#openSteps.delete(event.key)) this.#say(`${event.type} of ${event.key}, which is not open`);
        return;
      case "lane.started":
        if (this.#phase === null) this.#say(`lane ${event.lane} outside a phase`);
        if (event.lane === undefined || this.#openLanes.has(event.lane)) this.#say(`lane ${event.lane} starts twice`);
        else this.#openLanes.add(event.lane);
        return;
      case "lane.finished":
        if (event.lane === undefined || !this.#openLanes.delete(event.lane)) this.#say(`lane ${event.lane} ends without a start`);
        return;
      case "decision.made":
        if (this.#phase !== null) this.#say("a decision inside a phase");
        this.#token = event.token;
        return;
      case "run.finished":
      case "run.suspended":
        this.#end(event);
        return;
      default:
        return;
    }
  }

  #end(event: Extract<Framed, { readonly type: "run.finished" | "run.suspended" }>): void {
    this.#isEnded = true;
    if (this.#phase !== null) this.#say(`the run ends inside ${this.#phase}`);
    this.#nothingOpen("the run");
    if (this.#isRetold && this.#token === null) return;
    const hasFailed = event.type === "run.finished" && event.status === "failed";
    if (!hasFailed && event.token !== this.#token) this.#say(`ends as ${event.token}, but ${this.#token} was decided`);
    if (hasFailed && event.token !== null) this.#say("a failed run has a token");
  }

  /** In start order; where lanes are replayed from a journal they may start in another one, and lost attempts leave gaps. */
  #callId(callId: string): void {
    const number = ++this.#calls;
    if (this.#callIds === null ? callId !== `c${number}` : this.#callIds.has(callId)) this.#say(`call ${callId} is not c${number}`);
    this.#callIds?.add(callId);
  }

  /** Keys are derived, never counted by position, and each names one effect. */
  #once(key: string): void {
    if (this.#keys.has(key)) this.#say(`key ${key} stands twice`);
    this.#keys.add(key);
  }

  #nothingOpen(where: string): void {
    for (const callId of this.#openCalls.keys()) this.#say(`${where} ends while call ${callId} is open`);
    for (const key of this.#openSteps) this.#say(`${where} ends while step ${key} is open`);
    for (const lane of this.#openLanes) this.#say(`${where} ends while lane ${lane} is open`);
    this.#openCalls.clear();
    this.#openSteps.clear();
    this.#openLanes.clear();
  }
}

/** Whether a value and everything in it is frozen. */
export function isDeepFrozen(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return true;
  return Object.isFrozen(value) && Object.values(value).every(isDeepFrozen);
}
