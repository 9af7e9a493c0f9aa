/**
 * The loop: open → ( review → decide → revise )* → report (DESIGN §2).
 *
 * Invariants:
 * 1. `revise` is always followed by `review`; a version that nobody reviewed cannot pass (G2).
 * 2. Every phase is followed by a decision; after `open` and `revise` only early rows and runner rows count, and so
 *    they do after a consultation that an early row asked for: nobody has reviewed the version yet.
 * 3. A phase that changes the artifact while it is judged costs the verdict: the loop reviews again (G5, H12).
 * 4. A decision that stands is never taken back, not even by an abort that arrives right after it (QU-ABT-02).
 * 5. Every path ends: rounds, consultations and phases after abort are bounded (G1, G10).
 */
import type { Artifact } from "./artifact.js";
import { interruptionOf, ProgressView, ROUND_LIMIT } from "./checkpoint.js";
import type { DecisionRecord, NextStep as LoopPhase, Phase } from "./decision.js";
import { isLoopwrightError, LoopwrightError, messageOf } from "./errors.js";
import { abandon, LaneLimiter, MainContext, recordContext } from "./phase-context.js";
import { copyPlain } from "./plain.js";
import type { Policy } from "./policy.js";
import { ReviewStanding } from "./review-standing.js";
import type { TableDecision } from "./row.js";
import { NO_SIGNALS, type RunnerSignals } from "./runner-rows.js";
import { RunCore, type RunSetup } from "./run-core.js";
import { PhaseLedger, Scope } from "./scope.js";
import type { RunPosition } from "./snapshot.js";
import { nextTurn, Turn } from "./turn.js";

/** How a run ended, before its result is put together. */
export type Ending =
  | { readonly decision: DecisionRecord; readonly state: unknown; readonly error: null }
  | { readonly decision: null; readonly state: unknown; readonly error: LoopwrightError };

/** How long a phase may go on after abort or run timeout before it is left behind, in milliseconds. */
export const SETTLE_MS = 1_000;
/** How long `record` may: it writes down a decision that stands (QU-ABT-02). */
export const RECORD_SETTLE_MS = 10_000;

/** A phase, or the recording of a decision. */
interface Inside {
  readonly ledger: PhaseLedger;
  readonly decision: DecisionRecord | null;
}

/** Ends the loop of a run whose phase was left behind; its ending is no longer asked for. */
const LEFT_BEHIND = new Error("left behind");

/** Drives one run. */
export class Engine {
  readonly core: RunCore;
  readonly standing: ReviewStanding;
  readonly #policy: Policy;
  readonly #limiter = new LaneLimiter();
  readonly #turn = new Turn();
  readonly #input: unknown;
  #state: unknown = undefined;
  #ledger = new PhaseLedger();
  /** What the policy is doing, and is left behind if it outlives the run's interruption. */
  #inside: Inside | null = null;
  #cancelLeave: (() => void) | null = null;
  /** Raised when something is left behind: what belongs to an earlier era no longer counts. */
  #era = 0;
  #onEnd: ((ending: Ending) => void) | null = null;

  constructor(setup: RunSetup) {
    this.core = new RunCore(setup);
    this.standing = new ReviewStanding(this.core.versions);
    this.#policy = setup.policy;
    this.#input = setup.input;
  }

  /** Restores what is known of the last review. */
  restore(snapshot: RunPosition): void {
    this.core.versions.adopt(this.artifactOf(snapshot.state));
    this.standing.restore(snapshot);
  }

  /** The policy's artifact in a state; `null` where the policy has none. */
  artifactOf(state: unknown): Artifact {
    return (this.#policy.body.artifact?.(state)) ?? null;
  }

  /** Runs from the start and calls back once with how it ended. */
  run(onEnd: (ending: Ending) => void): void {
    this.#onEnd = onEnd;
    this.#end(this.#loop("open", null));
  }

  /** Goes on after an answer, in the same round, and calls back once with how it ended. */
  resume(state: unknown, asked: { readonly phase: Phase; readonly early: boolean }, onEnd: (ending: Ending) => void): void {
    this.#onEnd = onEnd;
    this.#end(this.#answered(state, asked));
  }

  /** Goes on with the phase that comes next, and calls back once with how it ended. */
  proceed(state: unknown, next: LoopPhase, before: DecisionRecord | null, onEnd: (ending: Ending) => void): void {
    this.#onEnd = onEnd;
    this.#state = state;
    this.#end(this.#loop(next, before));
  }

  async #answered(state: unknown, asked: { readonly phase: Phase; readonly early: boolean }): Promise<DecisionRecord> {
    this.standing.verify();
    this.#state = this.#settled(state);
    this.core.phase = "answer";
    const artifact = this.artifactOf(state);
    const isUnchanged = this.core.versions.isCurrent(artifact);
    if (!isUnchanged) this.#produce(artifact);
    return this.#loop(null, isUnchanged ? this.#decide(asked.phase, asked.early) : this.#decide("answer", true));
  }

  /** After abort or run timeout: tells whoever listens; what does not end by itself is left behind (G10). */
  interrupt(): void {
    this.core.cutSignal();
    if (this.#inside === null || this.#cancelLeave !== null) return; // Else the next checkpoint sees the interruption.
    const graceMs = this.#inside.decision === null ? SETTLE_MS : RECORD_SETTLE_MS;
    this.#cancelLeave = this.core.clock.setTimer(() => this.#end(this.#leave()), graceMs);
  }

  #enter(ledger: PhaseLedger, decision: DecisionRecord | null): number {
    this.#inside = { ledger, decision };
    if (this.core.interruption() !== null) this.interrupt();
    return this.#era;
  }

  /** Ends what was entered in `era`; throws if it was left behind meanwhile. */
  #exit(era: number, ledger: PhaseLedger): void {
    if (era !== this.#era) throw LEFT_BEHIND;
    ledger.isClosed = true;
    this.#inside = null;
    this.#cancelLeave?.();
    this.#cancelLeave = null;
  }

  /** Only the first ending counts. */
  #end(driven: Promise<DecisionRecord>): void {
    const end = (ending: Ending): void => {
      this.#onEnd?.(ending);
      this.#onEnd = null;
    };
    driven.then(
      (decision) => end({ decision, state: this.#state, error: null }),
      (thrown: unknown) => end({ decision: null, state: this.#state, error: isLoopwrightError(thrown) ? thrown : policyThrew(this.core.phase, thrown) }),
    );
  }

  /** Leaves behind what goes on, and decides with the state from before it; a decision that was being recorded stands. */
  async #leave(): Promise<DecisionRecord> {
    const { core } = this;
    const { ledger, decision } = this.#inside as Inside; // The timer is cancelled whenever there is nothing inside.
    this.#era++;
    this.#inside = this.#cancelLeave = null;
    ledger.isClosed = true;
    core.effects.abortAll(core.abortReason, true);
    await new Promise<void>(nextTurn); // What was just cut comes to its events.
    if (decision !== null && core.misuse !== null) throw core.misuse;
    if (decision !== null) return decision.kind === "continue" ? this.#interrupted(decision.phase) : decision;
    this.#close(false);
    if (core.misuse !== null) throw core.misuse;
    if (this.#state === undefined) core.fail("phase-left-behind", "open went on after the run was ended, so there is no state", "Await only ctx.call, ctx.step and ctx.lanes in a phase.");
    const interrupted = this.#interrupted(core.phase);
    await this.#record(interrupted);
    return interrupted;
  }

  /** The decision of a run that was interrupted: a row's, unless it would go on. */
  #interrupted(phase: Phase): DecisionRecord {
    return this.#decide(phase, true, false, interruptionOf(this.core)) as DecisionRecord; // With an alternative it is never null.
  }

  /**
   * From a phase, or from the decision that an answer led to, to the decision that ends the run. One flat function:
   * every level of awaiting costs memory in each run that waits.
   */
  async #loop(first: LoopPhase | null, answered: DecisionRecord | null): Promise<DecisionRecord> {
    const { core } = this;
    let phase = first;
    let decision = answered;
    for (;;) {
      if (phase === "review" && core.isAtRoundLimit()) {
        decision = this.#decide(core.phase, true, false, ROUND_LIMIT);
        phase = null;
      }
      if (phase !== null) {
        await this.#phase(phase);
        decision = this.#checkpoint(phase, decision?.early === true);
      }
      if (decision !== null) {
        if (this.#policy.body.record !== undefined) await this.#record(decision);
        if (decision.kind !== "continue") return decision;
      }
      const turn = this.#turn.giveWay();
      if (turn !== undefined) await turn;
      phase = decision?.then ?? "review"; // No early row: on to review.
      if (core.journal !== null) await core.journal.boundary(phase, this.#state, decision);
    }
  }

  /** Decides after a phase. A consultation that an early row asked for leaves only early rows to count. */
  #checkpoint(phase: LoopPhase, wasEarly: boolean): DecisionRecord | null {
    const { core } = this;
    const artifact = this.artifactOf(this.#state);
    if (phase === "open" || phase === "revise") {
      this.#produce(artifact);
      return this.#decide(phase, true);
    }
    // The verdict counts for the version that was under review; a changed one is reviewed again.
    const isStale = !core.versions.isCurrent(artifact);
    if (!isStale) return this.#decide(phase, phase === "consult" && wasEarly, phase === "review");
    if (phase === "review" && core.interruption() === null) this.#judge();
    const reviewedVersion = core.versions.digest();
    this.#produce(artifact);
    core.emit({ type: "review.stale", reviewedVersion, version: core.versions.digest() });
    return this.#decide(phase, true);
  }

  #produce(artifact: Artifact): void {
    this.core.versions.produce(artifact);
    this.standing.produced();
  }

  /** Moves the reviewed version to the current one, if the review gave a valid verdict. */
  #judge(): void {
    this.standing.judge(this.#policy.body.reviewed?.(this.#state) ?? this.#ledger.allAnswered, this.#ledger.answered);
  }

  async #phase(phase: LoopPhase): Promise<void> {
    const { core } = this;
    const { body } = this.#policy;
    if (phase === "review") {
      core.round++;
      core.consults = 0;
      this.standing.isLastValid = false;
    } else if (phase === "consult") core.consults++;
    core.phase = phase;
    core.isBudgetRefused = false;
    core.emit({ type: "phase.started" });
    const ledger = (this.#ledger = new PhaseLedger());
    const prefix = `r${core.round}/${phase}${phase === "consult" && core.consults > 1 ? `-${core.consults}` : ""}`;
    const scope = new Scope(core, ledger, prefix, null);
    const ctx = new MainContext(scope, this.#limiter, prefix) as never; // The policy's signature gives the types.
    const era = this.#enter(ledger, null);
    let state: unknown;
    try {
      state = await (phase === "open" ? body.open(ctx, this.#input) : body[phase]?.(ctx, this.#state));
    } finally {
      if (scope.isBusy && era === this.#era) await abandon(core, scope, `phase ${phase}`);
      this.#exit(era, ledger);
      this.#close(state !== undefined && core.misuse === null);
    }
    if (core.misuse !== null) throw core.misuse;
    if (state === undefined) core.fail("state-missing", `phase ${phase} returned no state`, "Return the next state from every phase.");
    this.#state = this.#settled(state);
  }

  /** A state between two phases. With a journal it is a frozen copy in every process, as one out of a checkpoint is (G19). */
  #settled(state: unknown): unknown {
    return this.core.journal === null ? state : copyPlain(state, { path: "state" });
  }

  /** Closes a phase, with the lanes that are still open in it. */
  #close(isOk: boolean): void {
    this.#ledger.close((lane) => this.core.emit({ type: "lane.finished", ok: false }, lane));
    this.core.emit({ type: "phase.finished", ok: isOk });
  }

  /**
   * Reads the table. `null` = only early rows counted and none matched; with an `alternative` that one decides then,
   * and instead of a row that would go on.
   */
  #decide(phase: Phase, early: boolean, isFreshReview = false, alternative: TableDecision | null = null): DecisionRecord | null {
    const signals = this.#signals();
    const { table } = this.#policy;
    if (early && signals === NO_SIGNALS && !table.hasEarlyRows && alternative === null) return null;
    const facts = Object.freeze({ ...this.#policy.body.facts(this.#state, new ProgressView(this.core, phase, signals)) });
    const row = table.decideAt(facts, { signals, early });
    const decided = row === null || (row.kind === "continue" && alternative !== null) ? alternative : row;
    if (decided === null) return null;
    if (isFreshReview && decided.token !== "aborted" && decided.token !== "run-timeout") this.#judge();
    return this.#announce(this.#isOverLimit(decided) ? ROUND_LIMIT : decided, phase, early, facts, signals);
  }

  #signals(): RunnerSignals {
    const { isAborted, isTimedOut, isBudgetRefused } = this.core;
    if (!isAborted && !isTimedOut && !isBudgetRefused) return NO_SIGNALS;
    return Object.freeze({ aborted: isAborted, runTimedOut: isTimedOut, budgetRefused: isBudgetRefused });
  }

  #isOverLimit(decided: TableDecision): boolean {
    const { core } = this;
    if (decided.kind !== "continue") return false;
    if (core.journal?.isReplaying === true && core.journal.expected !== null) return core.journal.expected.token === "round-limit";
    return decided.then === "consult" ? core.consults >= this.#policy.maxConsultsPerRound : core.round >= core.maxRounds;
  }

  #announce(decided: TableDecision, phase: Phase, early: boolean, facts: DecisionRecord["facts"], signals: RunnerSignals): DecisionRecord {
    const { core } = this;
    const { token, kind, then, row } = decided;
    if (kind === "pass" && !this.standing.holds) {
      core.fail(
        "unreviewed-pass",
        `row "${token}" passes although the last review gave no valid verdict about this version`,
        "Let the facts say so, and put a row for missing evidence above the pass; or declare `reviewed` if some calls may fail.",
        "table",
      );
    }
    const decision: DecisionRecord = Object.freeze({ token, kind, then, row, round: core.round, phase, early, facts, signals } as DecisionRecord);
    if (core.journal !== null) core.journal.decided(decision);
    core.emit({ type: "decision.made", token, kind, then, row, early, facts, signals });
    return decision;
  }

  async #record(decision: DecisionRecord): Promise<void> {
    const { body } = this.#policy;
    if (body.record === undefined) return;
    const { core } = this;
    const { phase } = core;
    const scope = new Scope(core, new PhaseLedger(), `r${core.round}/record/${phase}${this.#ordinal(phase)}`, null);
    core.phase = "record";
    const era = this.#enter(scope.ledger, decision);
    let state: unknown;
    try {
      state = await body.record(recordContext(core, scope), this.#state, decision);
    } finally {
      if (scope.isBusy && era === this.#era) await abandon(core, scope, "record");
      this.#exit(era, scope.ledger);
    }
    if (core.misuse !== null) throw core.misuse;
    if (state === undefined) core.fail("state-missing", "record returned no state", "Return the state, changed or not.");
    if (!core.versions.isCurrent(this.artifactOf(state))) {
      core.fail("record-changed-artifact", "record changed the artifact", "Only open, revise and an answer make versions.");
    }
    this.#state = this.#settled(state);
    core.phase = phase;
  }

  /** Tells apart decisions after the same phase of one round. */
  #ordinal(phase: Phase): string {
    const { consults, answers } = this.core;
    if (phase === "answer") return `-${answers.length}`;
    return consults > 0 ? `-${consults}` : "";
  }
}

function policyThrew(phase: Phase, thrown: unknown): LoopwrightError {
  return new LoopwrightError("policy-threw", `the policy threw in phase ${phase}: ${messageOf(thrown)}`, {
    path: phase,
    hint: "A phase handles what agents do as data; a throw is a bug in the policy.",
    cause: thrown,
  });
}
