/** The facts of a decision, computed from the run: the only thing the table reads. */
import { isCatalogTainted } from "./catalog-taint.js";
import { closableGaps } from "./closable-gaps.js";
import { isNotConvergedOwed } from "./converging.js";
import { degradeReasons } from "./degradation.js";
import { passGate } from "./pass-gate.js";
import { regression } from "./regression.js";
import { pendingScopeRows } from "./resolution.js";
import type { DecisionFacts } from "./review-table.js";
import { MAX_ANALYST_ATTEMPTS, rootCause } from "./root-cause.js";
import type { RunView } from "./run-view.js";
import { voidingHits } from "./voiding.js";

/** Computes the facts of round k. */
export function decisionFacts(view: RunView, k: number): DecisionFacts {
  const { run } = view;
  const round = view.round(k);
  return {
    prerequisiteMissing: (round?.unresolvedLanes.length ?? 0) > 0,
    scopePending: view.at(pendingScopeRows, k).length > 0,
    continuation: continuationAt(view, k),
    startedBy: run.continuation?.trigger ?? "none",
    regressed: view.at(regression, k).n >= 1,
    notConvergedOwed: view.at(isNotConvergedOwed, k),
    catalogTainted: view.at(isCatalogTainted, k),
    gate: view.at(passGate, k).ok && view.at(voidingHits, k).length === 0,
    roundsRemain: run.cap === null || k < run.cap,
    degraded: view.at(degradeReasons, k).length > 0,
    gapClosable: view.at(closableGaps, k).length > 0,
    analyst: analystAt(view, k),
    continuationSpent: run.continuationsStarted > 0 || run.continuation !== null,
    fixesOrdered: view.triage(k).some(({ disposition }) => disposition.kind === "fix"),
  };
}

function continuationAt({ run: { continuation } }: RunView, k: number): DecisionFacts["continuation"] {
  if (continuation === null) return "none";
  if (k > continuation.triggerRound) return "final";
  return continuation.mode === "i" ? "fixing" : "registering";
}

function analystAt(view: RunView, k: number): DecisionFacts["analyst"] {
  const { attempts, verdict } = view.at(rootCause, k);
  if (verdict !== null) return verdict;
  if (attempts === 0) return "not-asked";
  return attempts < MAX_ANALYST_ATTEMPTS ? "off-spec" : "exhausted";
}
