/** What must hold at every landing: the built-in invariants, and the user's own. */
import { canonicalJson, messageOf } from "@loopwright/core";
import type { DecisionRecord, FactDomain, Json, LoopwrightError, Phase } from "@loopwright/core";
import type { Problem } from "./findings.js";
import type { Landed } from "./landing.js";
import type { Performed } from "./phase-run.js";
import type { Interruption } from "./place.js";
import type { World } from "./world.js";

/** A step of the way to a checkpoint. */
export interface PastStep {
  readonly phase: Phase;
  readonly round: number;
  readonly state: unknown;
  readonly decision: DecisionRecord | null;
  readonly performed: readonly Performed[];
}

/** A checkpoint, as invariants see it. */
export interface AtCheckpoint<State = unknown> {
  /** The state after the decision was recorded. */
  readonly state: State;
  /** `null` where no early row held. */
  readonly decision: DecisionRecord | null;
  /** The phase that just ended. */
  readonly phase: Phase;
  readonly round: number;
  /** Calls and steps of this phase, in order. */
  readonly performed: readonly Performed[];
  readonly interruption: Interruption | null;
  /**
   * The steps before this one, from `open`. States that several ways lead to are explored once: this is the first, which
   * is also the shortest. What an invariant must know of every way belongs into `memory`.
   */
  readonly history: readonly PastStep[];
  /** What `memory` keeps of the way here, this step included; `null` without one. */
  readonly memory: Json;
}

/** Keeps something of every way: two ways that differ in it are explored apart. Pure; plain data. */
export interface Memory<State = unknown, M extends Json = Json> {
  readonly start: M;
  /** `at.memory` is what was kept before this step. */
  next(at: AtCheckpoint<State>): M;
}

/** Holds (`true`), or says what is wrong. Pure. */
export type Invariant<State = unknown> = (at: AtCheckpoint<State>) => boolean | string;

export type Invariants<State = unknown> = { readonly [name: string]: Invariant<State> };

/** Everything that is wrong at a landing. */
export function problemsAt(world: World, landed: Landed, at: AtCheckpoint, invariants: Invariants): readonly Problem[] {
  const problems: Problem[] = [];
  if (landed.fault !== null) problems.push(problemOf(landed.fault, at.phase));
  else if (landed.decision !== null) builtIn(world, landed, landed.decision, at, problems);
  for (const [name, invariant] of Object.entries(invariants)) {
    const wrong = judgement(invariant, at);
    if (wrong !== null) problems.push({ code: "invariant", about: name, message: wrong === "" ? name : `${name}: ${wrong}`, hint: null });
  }
  return problems;
}

function problemOf(fault: LoopwrightError, phase: Phase): Problem {
  return { code: fault.code, about: `${fault.path ?? ""} ${phase}`, message: fault.message, hint: fault.hint };
}

function judgement(invariant: Invariant, at: AtCheckpoint): string | null {
  try {
    const judged = invariant(at);
    return judged === true ? null : judged === false ? "" : judged;
  } catch (thrown) {
    return `it threw: ${messageOf(thrown)}`;
  }
}

function builtIn(world: World, { standing }: Landed, decision: DecisionRecord, { performed }: AtCheckpoint, problems: Problem[]): void {
  const { token, kind, signals, facts } = decision;
  if (kind === "pass" && !standing.hasEvidence && (world.hasReviewers || performed.length > 0)) {
    problems.push({
      code: "pass-without-evidence",
      about: token,
      message: `row "${token}" passes although nobody's answer about this version came`,
      hint: "Count what answered, not what was asked; no answer is never a yes (G4).",
    });
  }
  if (kind === "continue" && (signals.aborted || signals.runTimedOut)) {
    problems.push({ code: "goes-on-after-end", about: token, message: `row "${token}" goes on although the run was ended`, hint: "Leave `aborted` and `run-timeout` above every row that continues (G10)." });
  }
  if (!world.policy.table.facts.possible(facts)) {
    problems.push({
      code: "facts-impossible",
      about: token,
      message: `the facts came to ${canonicalJson(facts)}, which their declaration calls impossible`,
      hint: "Analysis skips what `possible` rules out: rule out less.",
    });
  }
}

/** Facts beyond what analysis enumerates: `count({ upTo })` bounds analysis, not runs. */
export function factsBeyond(facts: DecisionRecord["facts"], domains: { readonly [fact: string]: FactDomain }, beyond: Map<string, number>): void {
  for (const name in domains) {
    const value = facts[name];
    if (typeof value !== "number" || domains[name]?.kind !== "count") continue;
    const last = domains[name].values.at(-1) as number; // A count has values.
    if (value > last) beyond.set(name, Math.max(value, beyond.get(name) ?? 0));
  }
}
