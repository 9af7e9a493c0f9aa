/**
 * The token decision of a review loop, as rows over thirteen facts (RL-TE-05, §17.10).
 *
 * Invariants:
 * 1. A pass row wants the whole gate, voiding evidence included; the cap waives nothing (RL-TE-19, RL-PR-20).
 * 2. Halts outrank everything, the cap included (RL-TE-06, D10); a continuation is run to its end before anything else is asked.
 * 3. Before a hand-back the root-cause adviser is consulted, twice at most (RL-TE-09, RL-TE-11).
 */
import { always, defineFacts, flag, oneOf, terminationTable, type FactsOf, type TableRow } from "@loopwright/core";

const domains = {
  /** A needed lane has no persona. */
  prerequisiteMissing: /* @__PURE__ */ flag(),
  /** A fence stands and a serious row crosses it. */
  scopePending: /* @__PURE__ */ flag(),
  /** Where the run's one continuation stands. */
  continuation: /* @__PURE__ */ oneOf("none", "fixing", "registering", "final"),
  /** What started it. */
  startedBy: /* @__PURE__ */ oneOf("none", "regression", "cap"),
  /** Some serious row of this round comes from the fix before it. */
  regressed: /* @__PURE__ */ flag(),
  /** Two regressing rounds in a row without the converging exception. */
  notConvergedOwed: /* @__PURE__ */ flag(),
  /** The run wrote under the catalog root. */
  catalogTainted: /* @__PURE__ */ flag(),
  /** Every gate clause holds and nothing voids a pass. */
  gate: /* @__PURE__ */ flag(),
  roundsRemain: /* @__PURE__ */ flag(),
  /** Something broken was accepted. */
  degraded: /* @__PURE__ */ flag(),
  /** One more round could close a coverage gap. */
  gapClosable: /* @__PURE__ */ flag(),
  /** What the root-cause adviser said about this round so far. */
  analyst: /* @__PURE__ */ oneOf("not-asked", "off-spec", "exhausted", "structural-fix", "residual-floor", "no-viable-path"),
  continuationSpent: /* @__PURE__ */ flag(),
  /** The round ends with a fix to make, not only with lanes to ask again. */
  fixesOrdered: /* @__PURE__ */ flag(),
} as const;

/** What the token decision reads. */
export type DecisionFacts = FactsOf<typeof domains>;

/** The facts of a decision, with their domains. */
export const reviewFacts = /* @__PURE__ */ defineFacts(domains, {
  possible: (f) =>
    (f.continuation === "none") === (f.startedBy === "none") &&
    (f.continuation === "none" || f.continuationSpent) &&
    (!f.notConvergedOwed || f.regressed) &&
    (!f.gate || !f.fixesOrdered),
});

const isFinal = (f: DecisionFacts): boolean => f.continuation === "final";
const owesNotConverged = (f: DecisionFacts): boolean => f.startedBy === "regression" || f.notConvergedOwed;
const isUnanswered = ({ analyst }: DecisionFacts): boolean => analyst === "not-asked" || analyst === "off-spec";
const isHandBack = (f: DecisionFacts): boolean =>
  f.analyst === "exhausted" || f.analyst === "no-viable-path" || f.continuationSpent || f.catalogTainted;

/** Reason of the row that a write under the catalog root leads to. */
export const TAINTED = "a tool record wrote under the catalog root";

const rows = [
  { token: "PREREQUISITE-MISSING", kind: "ask", when: (f) => f.prerequisiteMissing, why: "a needed lane does not resolve" },
  { token: "OUT-OF-SCOPE-PENDING", kind: "ask", when: (f) => f.scopePending, why: "a serious row waits for the user's word on scope" },
  { token: "continuation", kind: "continue", then: "revise", when: (f) => f.continuation === "fixing", why: "the continuation's structural fix comes next" },
  { token: "continuation", kind: "continue", then: "review", when: (f) => f.continuation === "registering", why: "the continuation's registration is applied by the next review" },
  { token: "NOT-CONVERGED", kind: "stop", when: (f) => isFinal(f) && f.regressed && owesNotConverged(f), why: "the continuation's final round regressed, and regression started it or is owed" },
  { token: "CAPPED", kind: "stop", when: (f) => isFinal(f) && f.regressed, why: "the continuation's final round regressed, and the cap started it" },
  { token: "CAPPED", kind: "stop", when: (f) => f.catalogTainted && isFinal(f), why: TAINTED },
  { token: "APPROVE-DEGRADED", kind: "pass", when: (f) => isFinal(f) && f.gate && f.degraded, why: "the continuation's final round holds the gate, and something broken was accepted" },
  { token: "APPROVE", kind: "pass", when: (f) => isFinal(f) && f.gate, why: "the continuation's final round holds the gate" },
  { token: "NOT-CONVERGED", kind: "stop", when: (f) => isFinal(f) && owesNotConverged(f), why: "the continuation is spent without a pass, and regression started it" },
  { token: "CAPPED", kind: "stop", when: isFinal, why: "the continuation is spent without a pass, and the cap started it" },
  { token: "dispatch-analyst", kind: "continue", then: "consult", when: (f) => f.notConvergedOwed && isUnanswered(f), why: "two rounds regressed in a row, and no conforming root cause is at hand" },
  { token: "NOT-CONVERGED", kind: "stop", when: (f) => f.notConvergedOwed && isHandBack(f), why: "two rounds regressed in a row, and the root-cause step leads no further" },
  { token: "start-continuation", kind: "continue", then: "revise", when: (f) => f.notConvergedOwed && f.analyst === "structural-fix", why: "two rounds regressed in a row, and a structural fix was found" },
  { token: "start-continuation", kind: "continue", then: "review", when: (f) => f.notConvergedOwed, why: "two rounds regressed in a row, and a registration was recommended" },
  { token: "CAPPED", kind: "stop", when: (f) => f.catalogTainted, why: TAINTED },
  { token: "close-gap", kind: "continue", then: "review", when: (f) => f.gate && !f.degraded && f.gapClosable && f.roundsRemain, why: "the gate holds, but one more round can close a coverage gap" },
  { token: "APPROVE-DEGRADED", kind: "pass", when: (f) => f.gate && f.degraded, why: "the gate holds, and something broken was accepted" },
  { token: "APPROVE", kind: "pass", when: (f) => f.gate, why: "the gate holds" },
  { token: "gate", kind: "continue", then: "revise", when: (f) => f.roundsRemain && f.fixesOrdered, why: "the gate fails, rounds remain, and fixes are ordered" },
  { token: "gate", kind: "continue", then: "review", when: (f) => f.roundsRemain, why: "the gate fails, rounds remain, and lanes are asked again" },
  { token: "dispatch-analyst", kind: "continue", then: "consult", when: isUnanswered, why: "the cap is reached, and no conforming root cause is at hand" },
  { token: "start-continuation", kind: "continue", then: "revise", when: (f) => f.analyst === "structural-fix" && !isHandBack(f), why: "the cap is reached, and a structural fix was found" },
  { token: "start-continuation", kind: "continue", then: "review", when: (f) => f.analyst === "residual-floor" && !isHandBack(f), why: "the cap is reached, and a registration was recommended" },
  { token: "CAPPED", kind: "stop", when: always, why: "the cap is reached, and the root-cause step leads no further" },
] as const satisfies readonly TableRow<DecisionFacts>[];

/** The token decision. The first row that matches decides; no row passes without the gate. */
export const reviewTable = /* @__PURE__ */ terminationTable(reviewFacts, rows);
