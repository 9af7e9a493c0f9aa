/**
 * What all parts of one run share: roster, budget, log, clock, and where the run stands.
 *
 * Invariants:
 * 1. `emit` is the only way an event comes to be; it adds the frame.
 * 2. A fault of the policy is kept (`misuse`), so that no phase can swallow it (G20).
 */
import { Budget } from "./budget.js";
import type { Clock } from "./clock.js";
import type { Phase } from "./decision.js";
import { isLoopwrightError, LoopwrightError } from "./errors.js";
import type { EventLog } from "./event-log.js";
import { RUNNER_EVENT_TYPES, type RunEvent, type RunnerEvent } from "./events.js";
import { tighter, type RunLimits } from "./limits.js";
import { OpenEffects } from "./open-effects.js";
import { copyPlain, isPlainObject } from "./plain.js";
import type { Policy } from "./policy.js";
import type { Roster } from "./roster.js";
import type { RunJournal } from "./run-journal.js";
import type { GivenAnswer, RunPosition } from "./snapshot.js";
import { UsageMeter } from "./usage-meter.js";
import { VersionHistory } from "./artifact.js";

/** Everything a run is started with, checked. */
export interface RunSetup {
  readonly policy: Policy;
  readonly roster: Roster;
  readonly input: unknown;
  readonly limits: RunLimits;
  readonly clock: Clock;
  readonly runId: string;
  /** Holds nothing yet; where the run is resumed, it is numbered on from there. */
  readonly log: EventLog<RunEvent>;
  readonly resumed: RunPosition | null;
  /** Answers that people gave so far. */
  readonly answers: readonly GivenAnswer[];
  readonly journal: RunJournal | null;
}

/** The shared core of one run. */
export class RunCore {
  readonly policy: Policy;
  readonly roster: Roster;
  readonly limits: RunLimits;
  readonly clock: Clock;
  readonly runId: string;
  readonly log: EventLog<RunEvent>;
  readonly budget: Budget;
  readonly meter: UsageMeter;
  readonly effects: OpenEffects;
  readonly versions: VersionHistory;
  readonly callTimeoutMs: number | null;
  /** When the run's time is over, on its clock; `Infinity` = never. */
  readonly deadline: number;
  readonly #startedAt: number;
  readonly #elapsedBefore: number;
  round: number;
  phase: Phase = "open";
  consults: number;
  /** Answers that people gave so far. */
  readonly answers: readonly GivenAnswer[];
  readonly journal: RunJournal | null;
  calls: number;
  isAborted = false;
  abortReason: unknown = undefined;
  isBudgetRefused = false;
  hasEnded = false;
  misuse: LoopwrightError | null = null;
  #controller: AbortController | null = null;

  constructor(setup: RunSetup) {
    const { policy, limits, clock, resumed } = setup;
    this.policy = policy;
    this.roster = setup.roster;
    this.limits = limits;
    this.clock = clock;
    this.runId = setup.runId;
    this.log = setup.log;
    this.journal = setup.journal;
    this.budget = new Budget(limits, resumed?.budget);
    this.meter = new UsageMeter(resumed?.usage);
    this.effects = new OpenEffects(clock);
    this.versions = new VersionHistory(resumed?.seenVersions);
    this.callTimeoutMs = tighter(policy.callTimeoutMs, limits.callTimeoutMs);
    this.#startedAt = clock.now();
    this.#elapsedBefore = setup.journal?.elapsedMs ?? resumed?.elapsedMs ?? 0;
    this.deadline = limits.runTimeoutMs == null ? Infinity : this.#startedAt + Math.max(0, limits.runTimeoutMs - this.#elapsedBefore);
    this.round = resumed?.round ?? 0;
    this.consults = resumed?.consults ?? 0;
    this.answers = setup.answers;
    this.calls = setup.journal?.calls ?? resumed?.calls ?? 0;
  }

  get maxRounds(): number {
    return Math.min(this.policy.maxRounds, this.limits.rounds ?? Infinity);
  }

  get elapsedMs(): number {
    return this.#elapsedBefore + (this.clock.now() - this.#startedAt);
  }

  /** Aborted on abort and run timeout (G10). Made when first read: most policies leave it to their calls. */
  get signal(): AbortSignal {
    if (this.#controller === null) {
      this.#controller = new AbortController();
      if (this.interruption() !== null) this.cutSignal();
    }
    return this.#controller.signal;
  }

  /** Tells whoever listens to {@link signal}. */
  cutSignal(): void {
    const ended = (): DOMException => (this.isTimedOut ? new DOMException("the run's time is over", "TimeoutError") : new DOMException("the run has ended", "AbortError"));
    this.#controller?.abort(this.isAborted ? this.abortReason : ended());
  }

  get isTimedOut(): boolean {
    if (this.journal !== null && this.journal.isTimedOut !== null) return this.journal.isTimedOut;
    return this.deadline !== Infinity && this.clock.now() >= this.deadline;
  }

  /** Whether another review would pass the round limit; what is recorded went by the limits of its time. */
  isAtRoundLimit(): boolean {
    if (this.journal === null || !this.journal.isReplaying) return this.round >= this.maxRounds;
    const { expected } = this.journal;
    return expected !== null && expected.token === "round-limit" && expected.round === this.round;
  }

  /** The time as a scope reads it. */
  now(scope: string): number {
    return this.journal === null ? this.clock.now() : this.journal.now(scope);
  }

  /** When a call that starts now is over; `Infinity` = never. */
  callDeadline(): number {
    return this.callTimeoutMs === null ? this.deadline : Math.min(this.clock.now() + this.callTimeoutMs, this.deadline);
  }

  /** The same for a step of a decision that stands: the run's own end does not touch it. */
  finalDeadline(): number {
    return this.callTimeoutMs === null ? Infinity : this.clock.now() + this.callTimeoutMs;
  }

  /** Why nothing may start and nothing that arrives counts; abort comes before time (QU-ABT-03). */
  interruption(): "aborted" | "timeout" | null {
    if (this.isAborted || this.hasEnded) return "aborted";
    return this.isTimedOut ? "timeout" : null;
  }

  emit(event: RunnerEvent, lane: string | null = null): void {
    if (!this.hasEnded) this.#append(event, lane);
  }

  /** Emits a policy's own event. */
  emitOwn(event: unknown, lane: string | null): void {
    if (this.hasEnded) return;
    const type: unknown = isPlainObject(event) ? (event as { type?: unknown }).type : undefined;
    if (typeof type !== "string" || type === "" || RUNNER_EVENT_TYPES.has(type)) {
      this.fail("event-type", `a policy may not emit an event of type ${JSON.stringify(type)}`, "Give your own events types of their own.");
    }
    this.#append({ ...(this.blame(() => copyPlain(event, { path: "event" })) as object) } as RunnerEvent, lane); // Checked above; framed like any other.
  }

  /** Frames an event that nobody else holds yet: adding fields to it is cheaper than copying it. */
  #append(event: RunnerEvent, lane: string | null): void {
    const framed = event as unknown as { seq: number; at: number; round: number; phase: Phase; lane?: string };
    framed.seq = this.log.next();
    framed.at = this.clock.now();
    framed.round = this.round;
    framed.phase = this.phase;
    if (lane !== null) framed.lane = lane;
    this.log.append(framed as unknown as RunEvent);
  }

  /** Marks the run aborted and ends what is in flight; the first reason stays. */
  abort(reason: unknown): void {
    if (this.isAborted || this.hasEnded) return;
    if (this.journal === null || this.journal.abort(reason)) this.applyAbort(reason);
  }

  /** The same, for what the journal already knows. */
  applyAbort(reason: unknown): void {
    if (this.isAborted || this.hasEnded) return;
    this.isAborted = true;
    this.abortReason = reason;
    this.effects.abortAll(reason);
    this.cutSignal();
  }

  /** Keeps a fault of the policy and throws it. */
  fail(code: string, message: string, hint: string, path?: string): never {
    const error = new LoopwrightError(code, message, path === undefined ? { hint } : { hint, path });
    this.misuse ??= error;
    throw error;
  }

  /** Keeps whatever misuse `check` throws. */
  blame<T>(check: () => T): T {
    try {
      return check();
    } catch (thrown) {
      if (isLoopwrightError(thrown)) this.misuse ??= thrown;
      throw thrown;
    }
  }

  /** Nothing starts and nothing is emitted any more. */
  end(): void {
    this.hasEnded = true;
    this.effects.stop();
    this.log.close();
  }
}
