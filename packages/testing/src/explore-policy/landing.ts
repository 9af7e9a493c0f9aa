/**
 * From the end of a phase, or an answer, to the place that follows: checkpoint, decision, record. The runner's rules,
 * over a place instead of a run (see `engine.ts` of core, whose steps stand here in the same order).
 *
 * Invariants:
 * 1. The row is found by the table's own `decideAt`; the runner's rows and bounds replace it as they do in a run.
 * 2. A pass whose last review gave no valid verdict about the current version is a fault, here as there (G2).
 * 3. A landing never throws for what a policy does: its faults are findings.
 */
import { copyPlain, LoopwrightError } from "@loopwright/core";
import type { AnyFacts, DecisionRecord, Json, Phase, Progress, RunnerSignals, TableDecision } from "@loopwright/core";
import type { Chooser } from "./choices.js";
import { policyThrew, runRecord, type Await, type PhaseEnd } from "./phase.js";
import { PhaseRun, type Performed } from "./phase-run.js";
import { withSeen, type Asked, type Interruption, type LoopPhase, type Place, type SeenVersions, type Standing } from "./place.js";
import type { World } from "./world.js";

/** A decision, as exploring has it. */
export type Decided = DecisionRecord;

/** What a landing comes to. */
export interface Landed {
  /** `null` where no early row held, or a fault came first. */
  readonly decision: Decided | null;
  readonly state: Json;
  readonly standing: Standing;
  readonly fault: LoopwrightError | null;
  /** Where the run goes on; `null` where it has ended. */
  readonly next: Place | null;
  /** Where it would have gone on, had `round-limit` not ended it. */
  readonly cut: Place | null;
  /** What `record` performed. */
  readonly recorded: readonly Performed[];
}

const NO_SIGNALS: RunnerSignals = Object.freeze({ aborted: false, runTimedOut: false, budgetRefused: false });
const ROUND_LIMIT: TableDecision = Object.freeze({ token: "round-limit", kind: "stop", then: null, row: null });
const NO_USAGE = Object.freeze({ calls: 0, repairCalls: 0, failedCalls: 0, inputTokens: 0, outputTokens: 0, costUsd: 0, callsWithoutUsage: 0, callsWithoutCost: 0, complete: true, byRole: Object.freeze({}) });

/** More than any policy means to ask; a person who answers is no bound. */
const MAX_ANSWERS_PER_ROUND = 20;

/** One landing. `calls` are the calls of the run so far. */
export class Landing {
  readonly #world: World;
  readonly #place: Place;
  readonly #choices: Chooser;
  readonly #until: Await;
  readonly #interruption: Interruption | null;
  readonly #isBudgetRefused: boolean;
  readonly #round: number;
  readonly #consults: number;
  readonly #calls: number;
  readonly #answers: number;
  readonly #phase: Phase;
  readonly #allAnswered: boolean;
  #decision: Decided | null = null;
  /** Where the row that `round-limit` replaced leads to. */
  #cutThen: LoopPhase | null = null;
  readonly #recorded: Performed[] = [];
  #state: Json;
  #current: number;
  #reviewed: number;
  #isCurrent: boolean;
  #isLastValid: boolean;
  #hasEvidence: boolean;
  #seen: SeenVersions;

  private constructor(world: World, place: Place, state: Json, end: PhaseEnd | null, how: Interruption | null, choices: Chooser, until: Await) {
    this.#world = world;
    this.#place = place;
    this.#choices = choices;
    this.#until = until;
    this.#state = state;
    this.#interruption = how;
    this.#isBudgetRefused = end?.run.isBudgetRefused ?? false;
    this.#round = end?.run.round ?? place.round;
    this.#phase = end?.run.phase ?? "answer";
    this.#consults = this.#phase === "consult" ? place.consults + 1 : this.#phase === "review" ? 0 : place.consults;
    this.#calls = end?.run.calls ?? place.calls;
    this.#answers = place.answers + (end === null ? 1 : 0);
    this.#allAnswered = end?.run.allAnswered ?? false;
    const { standing } = place;
    this.#current = standing.current;
    this.#reviewed = standing.reviewed;
    this.#isCurrent = standing.isCurrent;
    this.#isLastValid = this.#phase === "review" ? false : standing.isLastValid;
    this.#hasEvidence = standing.hasEvidence || (this.#phase === "review" && end?.run.hasEvidence === true);
    this.#seen = place.seen;
  }

  /** Lands after a phase. `how` = how the run is interrupted by then; `choices` are those of `record`. */
  static afterPhase(world: World, place: Place, end: PhaseEnd, how: Interruption | null, choices: Chooser, until: Await): Promise<Landed> {
    const landing = new Landing(world, place, end.state, end, how, choices, until);
    if (end.fault !== null) return Promise.resolve(landing.#landed(end.fault, null));
    return landing.#land(() => landing.#checkpoint(place.wasEarly));
  }

  /** Lands after an answer that was applied. */
  static afterAnswer(world: World, place: Place, state: Json, how: Interruption | null, choices: Chooser, until: Await): Promise<Landed> {
    const landing = new Landing(world, place, state, null, how, choices, until);
    const { token, phase, early } = place.asked as Asked; // Only a place that waits is answered.
    if (place.answers >= MAX_ANSWERS_PER_ROUND * (place.round + 1)) {
      const message = `"${token}" is asked again and again: ${place.answers} answers by round ${place.round}`;
      return Promise.resolve(landing.#landed(new LoopwrightError("endless-questions", message, { path: `asks.${token}`, hint: "Refuse an answer that decides nothing, or put a row on how often was asked." }), null));
    }
    return landing.#land(() => {
      const artifact = landing.#artifact(state);
      if (artifact === landing.#current) return landing.#decide(phase, early);
      landing.#produce(artifact);
      return landing.#decide("answer", true);
    });
  }

  async #land(decide: () => Decided | null): Promise<Landed> {
    try {
      let decision = decide();
      if (decision === null && this.#round >= this.#world.maxRounds) decision = this.#decide(this.#phase, true, false, ROUND_LIMIT);
      if (decision !== null && this.#world.policy.body.record !== undefined) {
        const fault = await this.#record(decision);
        if (fault !== null) return this.#landed(fault, null);
      }
      if (decision?.kind === "ask") {
        this.#ask(decision.token);
        return this.#landed(null, this.#next("answer", decision));
      }
      if (decision !== null && decision.kind !== "continue") {
        this.#report(decision);
        return this.#landed(null, null);
      }
      return this.#landed(null, this.#next(decision?.then ?? "review", decision)); // No early row: on to review.
    } catch (thrown) {
      return this.#landed(thrown instanceof LoopwrightError ? thrown : policyThrew(this.#phase, thrown), null);
    }
  }

  #landed(fault: LoopwrightError | null, next: Place | null): Landed {
    return { decision: this.#decision, cut: this.#cutThen === null || fault !== null ? null : this.#next(this.#cutThen, this.#decision), state: this.#state, standing: this.#standing(), fault, next, recorded: this.#recorded };
  }

  #standing(): Standing {
    return { current: this.#current, reviewed: this.#reviewed, isCurrent: this.#isCurrent, isLastValid: this.#isLastValid, hasEvidence: this.#hasEvidence };
  }

  #next(next: LoopPhase | "answer", decision: Decided | null): Place {
    return {
      next,
      state: this.#state,
      round: this.#round,
      consults: this.#consults,
      wasEarly: decision?.early === true,
      standing: this.#standing(),
      seen: this.#seen,
      interruption: next === "answer" ? null : this.#interruption, // Who answers starts anew.
      calls: this.#calls,
      answers: this.#answers,
      asked: next === "answer" && decision !== null ? { token: decision.token, phase: decision.phase, early: decision.early } : null,
      memory: this.#place.memory,
    };
  }

  #artifact(state: Json): number {
    const artifact = this.#world.policy.body.artifact?.(state) ?? null;
    return artifact === null ? 0 : this.#world.interner.artifact(typeof artifact === "string" ? artifact : copyPlain(artifact, { path: "artifact" }));
  }

  #produce(artifact: number): void {
    if (this.#world.tracksVersions) this.#seen = withSeen(this.#seen, this.#current);
    this.#current = artifact;
    this.#isCurrent = this.#reviewed !== 0 && this.#reviewed === artifact;
    this.#hasEvidence = false;
  }

  #judge(): void {
    this.#isLastValid = this.#world.policy.body.reviewed?.(this.#state) ?? this.#allAnswered;
    if (!this.#isLastValid) return;
    this.#reviewed = this.#current;
    this.#isCurrent = true;
  }

  #checkpoint(wasEarly: boolean): Decided | null {
    const phase = this.#phase;
    const artifact = this.#artifact(this.#state);
    if (phase === "open" || phase === "revise") {
      this.#produce(artifact);
      return this.#decide(phase, true);
    }
    if (artifact === this.#current) return this.#decide(phase, phase === "consult" && wasEarly, phase === "review");
    if (phase === "review" && this.#interruption === null) this.#judge();
    this.#produce(artifact);
    return this.#decide(phase, true);
  }

  #signals(): RunnerSignals {
    const { aborted, budgetRefused, runTimedOut } = { aborted: this.#interruption === "aborted", runTimedOut: this.#interruption === "timeout", budgetRefused: this.#isBudgetRefused };
    return aborted || runTimedOut || budgetRefused ? Object.freeze({ aborted, runTimedOut, budgetRefused }) : NO_SIGNALS;
  }

  #decide(phase: Phase, early: boolean, isFreshReview = false, alternative: TableDecision | null = null): Decided | null {
    const signals = this.#signals();
    const { table, body } = this.#world.policy;
    if (early && signals === NO_SIGNALS && !table.hasEarlyRows && alternative === null) return null;
    const facts = Object.freeze({ ...body.facts(this.#state, new ProgressView(this.#world, this.#round, phase, signals, this.#seen, this.#current)) });
    const row = table.decideAt(facts, { signals, early });
    const decided: TableDecision | null = row === null || (row.kind === "continue" && alternative !== null) ? alternative : row;
    if (decided === null) return null;
    if (isFreshReview && decided.token !== "aborted" && decided.token !== "run-timeout") this.#judge();
    const isOver = this.#isOverLimit(decided);
    if (isOver) this.#cutThen = decided.then;
    else if (decided === ROUND_LIMIT) this.#cutThen = "review";
    return this.#announce(isOver ? ROUND_LIMIT : decided, phase, early, facts, signals);
  }

  #isOverLimit({ kind, then }: TableDecision): boolean {
    if (kind !== "continue") return false;
    return then === "consult" ? this.#consults >= this.#world.policy.maxConsultsPerRound : this.#round >= this.#world.maxRounds;
  }

  #announce({ token, kind, then, row }: TableDecision, phase: Phase, early: boolean, facts: AnyFacts, signals: RunnerSignals): Decided {
    const decision = Object.freeze({ token, kind, then, row, round: this.#round, phase, early, facts, signals } as Decided); // As the runner's.
    this.#decision = decision;
    if (kind === "pass" && !(this.#isLastValid && this.#isCurrent)) {
      throw new LoopwrightError("unreviewed-pass", `row "${token}" passes although the last review gave no valid verdict about this version`, {
        path: "table",
        hint: "Let the facts say so, and put a row for missing evidence above the pass; or declare `reviewed` if some calls may fail.",
      });
    }
    return decision;
  }

  /** Runs `record`; its fault, or `null`. */
  async #record(decision: Decided): Promise<LoopwrightError | null> {
    const place: Place = { ...this.#place, standing: this.#standing(), calls: this.#calls, interruption: this.#interruption };
    const ordinal = this.#phase === "answer" ? `-${this.#answers}` : this.#consults > 0 ? `-${this.#consults}` : "";
    const run = new PhaseRun(this.#world, place, "record", this.#round, this.#choices, `r${this.#round}/record/${this.#phase}${ordinal}`);
    const end = await runRecord(run, this.#state, decision as never, this.#until); // Typed by the policy's signature.
    this.#recorded.push(...run.performed);
    if (end.fault !== null) return end.fault;
    if (this.#artifact(end.state) !== this.#current) {
      return new LoopwrightError("record-changed-artifact", "record changed the artifact", { hint: "Only open, revise and an answer make versions." });
    }
    this.#state = end.state;
    return null;
  }

  #ask(token: string): void {
    const ask = (this.#world.policy.body.asks as { readonly [token: string]: { question(state: unknown): unknown } } | undefined)?.[token];
    copyPlain(ask?.question(this.#state), { path: "question" });
  }

  #report(decision: Decided): void {
    const { body } = this.#world.policy;
    try {
      const report = body.report(this.#state, decision, { rounds: this.#round, usage: { ...NO_USAGE, calls: this.#calls } });
      if (body.summarize !== undefined) copyPlain(body.summarize(report), { path: "summary" });
    } catch (thrown) {
      throw thrown instanceof LoopwrightError ? thrown : policyThrew("report", thrown);
    }
  }
}

/** What `facts` may read beside the state. */
class ProgressView implements Progress {
  readonly round: number;
  readonly phase: Phase;
  readonly aborted: boolean;
  readonly runTimedOut: boolean;
  readonly budgetRefused: boolean;
  readonly #world: World;
  readonly #seen: SeenVersions;
  readonly #current: number;

  constructor(world: World, round: number, phase: Phase, signals: RunnerSignals, seen: SeenVersions, current: number) {
    this.round = round;
    this.phase = phase;
    this.aborted = signals.aborted;
    this.runTimedOut = signals.runTimedOut;
    this.budgetRefused = signals.budgetRefused;
    this.#world = world;
    this.#seen = seen;
    this.#current = current;
  }

  get versionSeen(): boolean {
    this.#world.needsVersions = true;
    return this.#seen.numbers.has(this.#current);
  }
}
