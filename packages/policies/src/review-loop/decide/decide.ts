/**
 * Deciding a round of a review loop: facts from evidence, one table, one token (RL-TE-05).
 *
 * Invariants:
 * 1. Nothing but the run's facts is read: no clock, no disk, no text of an agent beyond its verdict line.
 * 2. The token is written by this code alone; a return that names one changes nothing (G3).
 */
import { LoopwrightError, type Explanation } from "@loopwright/core";
import { readReviewRun } from "../facts/read-run.js";
import type { ReviewRun, Subject } from "../facts/run-facts.js";
import { formatToken } from "../token/token.js";
import { decisionFacts } from "./decision-facts.js";
import { degradeReasons } from "./degradation.js";
import { itemsLeft } from "./items-left.js";
import { pendingScopeRows } from "./resolution.js";
import type { ReviewDecision, Trigger } from "./review-decision.js";
import { reviewTable, TAINTED, type DecisionFacts } from "./review-table.js";
import { rootCause } from "./root-cause.js";
import { RunView } from "./run-view.js";
import { formSuffix, suffixesFor } from "./suffixes.js";

/** A decision with what it rests on. */
export type DecidedRound = {
  readonly round: number;
  readonly decision: ReviewDecision;
  readonly facts: DecisionFacts;
};

/**
 * Decides round k of a run.
 *
 * @throws LoopwrightError `run-facts-invalid` for a run that does not have the shape of §17.1, `round-unknown` for a round it lacks.
 */
export function decideReview(given: ReviewRun, k: number): DecidedRound {
  return decideRound(viewOf(given, k), k);
}

/** Says which row decided round k, why the rows above did not, and which single fact would change it (G21). */
export function explainReview(given: ReviewRun, k: number): Explanation {
  return reviewTable.explain(viewOf(given, k).at(decisionFacts, k));
}

/** The view in which round k of a run is decided. */
export function viewOf(given: ReviewRun, k: number): RunView {
  const run = readReviewRun(given);
  if (run.rounds[k - 1] === undefined) {
    throw new LoopwrightError("round-unknown", `the run has no round ${k}`, { path: "k", hint: `It has rounds 1 to ${run.rounds.length}.` });
  }
  return new RunView(run);
}

/** Decides round k in a view. */
export function decideRound(view: RunView, k: number): DecidedRound {
  const facts = view.at(decisionFacts, k);
  const row = reviewTable.decide(facts);
  return { round: k, facts, decision: decisionOf(view, k, facts, row.token, row.row ?? -1) };
}

type Tokens = ReturnType<typeof reviewTable.decide>["token"];

function decisionOf(view: RunView, k: number, facts: DecisionFacts, token: Tokens, row: number): ReviewDecision {
  switch (token) {
    case "PREREQUISITE-MISSING":
    case "OUT-OF-SCOPE-PENDING":
      return { kind: "halt", subject: token, token: haltToken(view, k, token) };
    case "gate":
    case "continuation":
    case "close-gap":
      return { kind: "continue", why: token, token: null };
    case "dispatch-analyst":
      return { kind: "dispatch-analyst", attempt: view.at(rootCause, k).attempts === 0 ? 1 : 2, trigger: triggerOf(facts), token: null };
    case "start-continuation": {
      const mode = facts.analyst === "structural-fix" ? "i" : "ii";
      return { kind: "start-continuation", mode, trigger: triggerOf(facts), first: mode === "i" ? k : k + 1, last: k + 1, token: null };
    }
    case "APPROVE":
      return terminal(view, k, token, []);
    case "APPROVE-DEGRADED":
      return terminal(view, k, token, view.at(degradeReasons, k));
    case "NOT-CONVERGED":
      return terminal(view, k, token, ["fix-induced blockers in 2 consecutive rounds", leftReason(view, k)]);
    case "CAPPED":
      if (reviewTable.rows[row]?.why === TAINTED) return terminal(view, k, "CAPPED", ["catalog self-installed"]);
      return terminal(view, k, "CAPPED", ["cap-reached", leftReason(view, k)]);
  }
}

function leftReason(view: RunView, k: number): string {
  return `${view.at(itemsLeft, k).length} items left`;
}

function triggerOf({ notConvergedOwed }: DecisionFacts): Trigger {
  return notConvergedOwed ? "regression" : "cap";
}

function haltToken(view: RunView, k: number, subject: "OUT-OF-SCOPE-PENDING" | "PREREQUISITE-MISSING"): string {
  const lanes = view.round(k)?.unresolvedLanes.join(", ") ?? "";
  const reason = subject === "PREREQUISITE-MISSING" ? `${lanes} — see README` : `${view.at(pendingScopeRows, k).length} left`;
  return formatToken({ subject, reasons: [reason], suffixes: formSuffix(view, k) });
}

function terminal(view: RunView, k: number, subject: Exclude<Subject, "OUT-OF-SCOPE-PENDING" | "PREREQUISITE-MISSING">, reasons: readonly string[]): ReviewDecision {
  const isPass = subject === "APPROVE" || subject === "APPROVE-DEGRADED";
  return {
    kind: "terminal",
    subject,
    token: formatToken({ subject, reasons, suffixes: view.at(suffixesFor, k) }),
    itemsLeft: isPass ? [] : view.at(itemsLeft, k),
  };
}
