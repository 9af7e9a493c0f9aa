/**
 * The loop: open → ( review → decide → revise )* → report (DESIGN §2).
 *
 * Invariants:
 * 1. `revise` is always followed by `review`; a version that nobody reviewed cannot pass (G2).
 * 2. Every phase is followed by a decision; after `open` and `revise` only early rows and runner rows count.
 * 3. A phase that changes the artifact while it is judged costs the verdict: the loop reviews again (G5, H12).
 * 4. A decision that stands is never taken back, not even by an abort that arrives right after it (QU-ABT-02).
 * 5. Every path ends: rounds, consultations and phases after abort are bounded (G1, G10).
 */
import { isSame, type Artifact } from "./artifact.js";
import type { DecisionRecord, Phase, Progress } from "./decision.js";
import { digestOf } from "./digest.js";
import { LoopwrightError, messageOf } from "./errors.js";
import { callNotAwaited, LaneLimiter, MainContext, recordContext } from "./phase-context.js";
import { copyPlain } from "./plain.js";
import type { Policy } from "./policy.js";
import type { UnreviewedChange } from "./result.js";
import type { TableDecision } from "./row.js";
import { NO_SIGNALS, type RunnerSignals } from "./runner-rows.js";
import { RunCore, type RunSetup } from "./run-core.js";
import { PhaseLedger, Scope } from "./scope.js";
import type { RunSnapshot } from "./snapshot.js";
import { Turn } from "./turn.js";

/** How a run ended, before its result is put together. */
export type Ending =
  | { readonly decision: DecisionRecord; readonly state: unknown; readonly error: null }
  | { readonly decision: null; readonly state: unknown; readonly error: LoopwrightError };

/** How long a phase may go on after abort or run timeout before it is left behind, in milliseconds. */
export const SETTLE_MS = 1_000;

/** Ends the loop of a run whose phase was left behind; its ending is no longer asked for. */
const LEFT_BEHIND = new Error("left behind");

/** Drives one run. */
export class Engine {
  readonly core: RunCore;
  readonly #policy: Policy;
  readonly #limiter = new LaneLimiter();
  readonly #turn = new Turn();
  readonly #input: unknown;
  #state: unknown = undefined;
  #cancelLeave: (() => void) | null = null;
  #isInPhase = false;
  #isLeft = false;
  #resolve: ((ending: Ending) => void) | null = null;
  /** What the last valid review judged; `null` after a resume whose state no longer holds it. */
  reviewed: Artifact = null;
  /** Its digest, where only that is known. */
  #reviewedDigest: string | null = null;
  /** Whether it is the current version. */
  #isReviewedCurrent = false;
  /** Whether the last review gave a valid verdict. */
  #isLastReviewValid = false;
  judged: readonly string[] = [];
  #ledger = new PhaseLedger();

  constructor(setup: RunSetup) {
    this.core = new RunCore(setup);
    this.#policy = setup.policy;
    this.#input = setup.input;
  }

  get isLastReviewValid(): boolean {
    return this.#isLastReviewValid;
  }

  /** Digest of the version that the last valid review judged. */
  reviewedVersion(): string | null {
    if (this.reviewed === null) return this.#reviewedDigest;
    return this.#isReviewedCurrent ? this.core.versions.digest() : digestOf(this.reviewed);
  }

  /** What nobody judged (G2). */
  unreviewedChange(): UnreviewedChange | null {
    const to = this.#isReviewedCurrent ? null : this.core.versions.digest();
    return to === null ? null : Object.freeze({ from: this.reviewedVersion(), to });
  }

  /** Restores what a snapshot says of the last review. */
  restore(snapshot: RunSnapshot): void {
    this.core.versions.adopt(this.artifactOf(snapshot.state));
    this.judged = snapshot.judged;
    this.#reviewedDigest = snapshot.reviewedVersion;
    this.#isLastReviewValid = snapshot.lastReviewValid;
    this.#isReviewedCurrent = snapshot.reviewedIsCurrent;
    if (this.#isReviewedCurrent) this.reviewed = this.core.versions.current;
  }

  get isReviewedCurrent(): boolean {
    return this.#isReviewedCurrent;
  }

  /** The policy's artifact in a state; `null` where the policy has none. */
  artifactOf(state: unknown): Artifact {
    return (this.#policy.body.artifact?.(state) as Artifact | undefined) ?? null;
  }

  /** Runs from the start. Never rejects. */
  async run(): Promise<Ending> {
    return this.#guarded(async () => {
      await this.#phase("open", (ctx) => this.#policy.body.open(ctx as never, this.#input));
      return this.#loop(this.#afterProducing("open"));
    });
  }

  /** Goes on after an answer, in the same round. Never rejects. */
  async resume(state: unknown, asked: { readonly phase: Phase; readonly early: boolean }): Promise<Ending> {
    return this.#guarded(async () => {
      this.#state = state;
      this.core.phase = "answer";
      const artifact = this.artifactOf(state);
      if (this.core.versions.isCurrent(artifact)) {
        const decision = this.#decide(asked.phase, asked.early);
        return this.#loop(decision);
      }
      this.#produce(artifact);
      return this.#loop(this.#decide("answer", true));
    });
  }

  /** After abort or run timeout: a phase that does not end by itself is left behind (G10). */
  interrupt(): void {
    if (!this.#isInPhase) return; // Nothing to leave; the next checkpoint sees the interruption.
    this.#cancelLeave ??= this.core.clock.setTimer(() => {
      this.#isLeft = true;
      void this.#ending(() => this.#leave()).then(this.#resolve);
    }, SETTLE_MS);
  }

  #guarded(drive: () => Promise<DecisionRecord>): Promise<Ending> {
    return new Promise((resolve) => {
      this.#resolve = resolve;
      void this.#ending(drive).then(resolve);
    });
  }

  async #ending(drive: () => Promise<DecisionRecord>): Promise<Ending> {
    try {
      const decision = await drive();
      return { decision, state: this.#state, error: null };
    } catch (thrown) {
      const error = thrown instanceof LoopwrightError ? thrown : policyThrew(this.core.phase, thrown);
      return { decision: null, state: this.#state, error };
    }
  }

  /** Decides with the state from before the phase that goes on. */
  async #leave(): Promise<DecisionRecord> {
    const { core } = this;
    core.emit({ type: "phase.finished", ok: false });
    if (this.#state === undefined) core.fail("phase-left-behind", "open went on after the run was ended, so there is no state", "Await only ctx.call, ctx.step and ctx.lanes in a phase.");
    const decision = this.#decide(core.phase, true);
    return this.#record(decision ?? this.#limit(core.phase));
  }

  /** From the decision after a phase to the one that ends the run; `null` = no early row, on to review. */
  async #loop(first: DecisionRecord | null): Promise<DecisionRecord> {
    let decision = first;
    for (;;) {
      if (decision !== null) {
        const recorded = await this.#record(decision);
        if (recorded.kind !== "continue") return recorded;
      }
      const turn = this.#turn.giveWay();
      if (turn !== undefined) await turn;
      decision = await this.#next(decision);
    }
  }

  async #next(decision: DecisionRecord | null): Promise<DecisionRecord | null> {
    switch (decision?.then) {
      case "revise":
        await this.#phase("revise", (ctx) => this.#policy.body.revise?.(ctx as never, this.#state));
        return this.#afterProducing("revise");
      case "consult":
        return this.#consult();
      case "review":
      case null:
      case undefined:
        return this.#review();
    }
  }

  async #review(): Promise<DecisionRecord | null> {
    const { core } = this;
    if (core.round >= core.maxRounds) return this.#limit(core.phase);
    core.round++;
    core.consults = 0;
    this.#isLastReviewValid = false;
    await this.#phase("review", (ctx) => this.#policy.body.review(ctx as never, this.#state));
    return this.#afterJudging("review");
  }

  async #consult(): Promise<DecisionRecord | null> {
    this.core.consults++;
    await this.#phase("consult", (ctx) => this.#policy.body.consult?.(ctx as never, this.#state));
    return this.#afterJudging("consult");
  }

  #afterProducing(phase: "open" | "revise"): DecisionRecord | null {
    this.#produce(this.artifactOf(this.#state));
    return this.#decide(phase, true);
  }

  /** The verdict counts for the version that was under review; a changed one is reviewed again. */
  #afterJudging(phase: "review" | "consult"): DecisionRecord | null {
    const { core } = this;
    const artifact = this.artifactOf(this.#state);
    const isStale = !core.versions.isCurrent(artifact);
    if (!isStale) return this.#decide(phase, false, phase === "review");
    if (phase === "review" && core.interruption() === null) this.#judge();
    const reviewedVersion = core.versions.digest();
    this.#produce(artifact);
    core.emit({ type: "review.stale", reviewedVersion, version: core.versions.digest() });
    return this.#decide(phase, true);
  }

  #produce(artifact: Artifact): void {
    this.core.versions.produce(artifact);
    this.#isReviewedCurrent = this.reviewed !== null && isSame(this.reviewed, this.core.versions.current);
  }

  /** Moves the reviewed version to the current one, if the review gave a valid verdict. */
  #judge(): void {
    this.#isLastReviewValid = this.#policy.body.reviewed?.(this.#state) ?? this.#ledger.allAnswered;
    if (!this.#isLastReviewValid) return;
    this.reviewed = this.core.versions.current;
    this.#isReviewedCurrent = true;
    this.judged = this.#ledger.answered;
  }

  async #phase(phase: Phase, run: (ctx: MainContext) => unknown): Promise<void> {
    const { core } = this;
    core.phase = phase;
    core.isBudgetRefused = false;
    core.emit({ type: "phase.started" });
    this.#ledger = new PhaseLedger();
    const prefix = `r${core.round}/${phase}${phase === "consult" && core.consults > 1 ? `-${core.consults}` : ""}`;
    const scope = new Scope(core, this.#ledger, prefix, null);
    let isOk = false;
    this.#isInPhase = true;
    if (core.interruption() !== null) this.interrupt();
    try {
      const returned = await run(new MainContext(scope, this.#limiter, prefix));
      if (this.#isLeft) throw LEFT_BEHIND;
      if (core.misuse !== null) throw core.misuse;
      if (scope.isBusy) throw callNotAwaited(core, `phase ${phase}`);
      if (returned === undefined) core.fail("state-missing", `phase ${phase} returned no state`, "Return the next state from every phase.");
      this.#state = returned;
      isOk = true;
    } finally {
      this.#isInPhase = false;
      this.#cancelLeave?.();
      this.#cancelLeave = null;
      if (!this.#isLeft) core.emit({ type: "phase.finished", ok: isOk });
    }
  }

  /** Reads the table. `null` = only early rows counted and none matched. */
  #decide(phase: Phase, early: boolean, isFreshReview = false): DecisionRecord | null {
    const { core } = this;
    const { table, body } = this.#policy;
    const signals = this.#signals();
    if (early && signals === NO_SIGNALS && !table.hasEarlyRows) return null;
    const facts = Object.freeze({ ...body.facts(this.#state, new ProgressView(core, phase, signals)) });
    const decided = table.decideAt(facts, { signals, early });
    if (decided === null) return null;
    if (isFreshReview && decided.token !== "aborted" && decided.token !== "run-timeout") this.#judge();
    const bounded = this.#isOverLimit(decided) ? LIMIT : decided;
    return this.#announce({ ...bounded, round: core.round, phase, early, facts, signals } as DecisionRecord);
  }

  #signals(): RunnerSignals {
    const { isAborted, isTimedOut, isBudgetRefused } = this.core;
    if (!isAborted && !isTimedOut && !isBudgetRefused) return NO_SIGNALS;
    return Object.freeze({ aborted: isAborted, runTimedOut: isTimedOut, budgetRefused: isBudgetRefused });
  }

  #isOverLimit(decided: TableDecision): boolean {
    const { core } = this;
    if (decided.kind !== "continue") return false;
    return decided.then === "consult" ? core.consults >= this.#policy.maxConsultsPerRound : core.round >= core.maxRounds;
  }

  /** The runner's own decision where a review would be one too many and no row was asked. */
  #limit(phase: Phase): DecisionRecord {
    const { core } = this;
    const signals = this.#signals();
    const facts = Object.freeze({ ...this.#policy.body.facts(this.#state, new ProgressView(core, phase, signals)) });
    return this.#announce({ ...LIMIT, round: core.round, phase, early: true, facts, signals });
  }

  #announce(decision: DecisionRecord): DecisionRecord {
    const { core } = this;
    if (decision.kind === "pass" && !(this.#isLastReviewValid && this.#isReviewedCurrent)) {
      core.fail(
        "unreviewed-pass",
        `row "${decision.token}" passes although the last review gave no valid verdict about this version`,
        "Let the facts say so, and put a row for missing evidence above the pass; or declare `reviewed` if some calls may fail.",
        "table",
      );
    }
    const { token, kind, then, row, early, facts, signals } = decision;
    core.emit({ type: "decision.made", token, kind, then, row, early, facts, signals });
    return Object.freeze(decision);
  }

  async #record(decision: DecisionRecord): Promise<DecisionRecord> {
    const { record } = this.#policy.body;
    if (record === undefined) return decision;
    const { core } = this;
    const phase = core.phase;
    core.phase = "record";
    const scope = new Scope(core, this.#ledger, `r${core.round}/record/${phase}${core.consults > 0 ? `-${core.consults}` : ""}`, null);
    const state: unknown = await record(recordContext(core, scope) as never, this.#state, decision);
    if (core.misuse !== null) throw core.misuse;
    if (scope.isBusy) throw callNotAwaited(core, "record");
    if (state === undefined) core.fail("state-missing", "record returned no state", "Return the state, changed or not.");
    if (!core.versions.isCurrent(this.artifactOf(state))) {
      core.fail("record-changed-artifact", "record changed the artifact", "Only open, revise and an answer make versions.");
    }
    this.#state = state;
    core.phase = phase;
    return decision;
  }
}

/** What `facts` may read beside the state. */
class ProgressView implements Progress {
  readonly round: number;
  readonly phase: Phase;
  readonly aborted: boolean;
  readonly runTimedOut: boolean;
  readonly budgetRefused: boolean;
  readonly #core: RunCore;

  constructor(core: RunCore, phase: Phase, signals: RunnerSignals) {
    this.#core = core;
    this.round = core.round;
    this.phase = phase;
    this.aborted = signals.aborted;
    this.runTimedOut = signals.runTimedOut;
    this.budgetRefused = signals.budgetRefused;
  }

  get versionSeen(): boolean {
    return this.#core.versions.isSeen();
  }
}

const LIMIT = Object.freeze({ token: "round-limit", kind: "stop", then: null, row: null } as const);

function policyThrew(phase: Phase, thrown: unknown): LoopwrightError {
  return new LoopwrightError("policy-threw", `the policy threw in phase ${phase}: ${messageOf(thrown)}`, {
    path: phase,
    hint: "A phase handles what agents do as data; a throw is a bug in the policy.",
    cause: thrown,
  });
}

/** A state as plain data, for a snapshot. */
export function plainState(state: unknown): ReturnType<typeof copyPlain> {
  return copyPlain(state, { path: "state" });
}
