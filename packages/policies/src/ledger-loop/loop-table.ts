/**
 * The ledger loop on the runner: what may stand in a decision's way, what a person answered, then the table of the
 * ledger, row by row (LG-DEC-3, LG-DEC-8, LG-DEC-9, LG-MODE-5).
 *
 * Invariants:
 * 1. The ledger's rows stand at the end, unchanged and in their order; nothing here decides about findings.
 * 2. Only the ledger's STOP_CLEAN passes, and not while the suite is red or a part of the change was not shown (G4).
 * 3. A tool that refuses stops the loop for a person; nothing goes around it (LG-CLI-2, LG-MODE-5).
 */
import { count, defineFacts, flag, oneOf, terminationTable } from "@loopwright/core";
import { ledgerRows } from "../ledger/decision/ledger-table.js";

/** What the loop decides on. */
export const ledgerLoopFacts = /* @__PURE__ */ defineFacts(
  {
    open: count({ upTo: 2 }),
    liveDisputes: count({ upTo: 2 }),
    bought: count({ upTo: 2 }),
    isStalled: flag(),
    isCapReached: flag(),
    criticals: count({ upTo: 2 }),
    majorsOverBudget: count({ upTo: 2 }),
    undecided: count({ upTo: 2 }),
    /** The ledger, git or a check refused, and the loop cannot know what holds. */
    isToolFailed: flag(),
    /** The project's configuration pins the other loop (LG-MODE-1). */
    isPinnedToV1: flag(),
    /** Every fix of the round failed to come. */
    isFixerDown: flag(),
    /** Whether this round's evidence can be believed to be whole. */
    evidence: oneOf("complete", "reviewer-unavailable", "reviewer-wrote", "packet-partial", "suite-red"),
    /** A round was gathered and decided about; without it nothing here is about the version at hand. */
    isReviewed: flag(),
    /** A person's answer is not in the ledger yet. */
    isAnswerOwed: flag(),
    /** What a person answered. */
    choice: oneOf("none", "redesign", "leave", "own-words", "keep-iterating"),
  },
  {
    possible: (f) =>
      f.bought + f.undecided <= f.open + f.liveDisputes &&
      f.criticals + f.majorsOverBudget <= f.open &&
      (f.open > 0 || f.liveDisputes > 0 || !f.isStalled) &&
      (f.isReviewed || f.open + f.liveDisputes === 0),
  },
);

const isClean = (f: { readonly open: number; readonly liveDisputes: number }): boolean => f.open === 0 && f.liveDisputes === 0;

/** The table of the loop. */
export const ledgerLoopTable = /* @__PURE__ */ terminationTable(ledgerLoopFacts, [
  { token: "PINNED_TO_V1", kind: "stop", early: true, when: (f) => f.isPinnedToV1, why: "the configuration pins `mode: v1`" },
  { token: "TOOL_FAILED", kind: "ask", early: true, when: (f) => f.isToolFailed, why: "the ledger, git or a check refused: a person has to look" },
  { token: "SETTLE", kind: "continue", then: "consult", when: (f) => f.isAnswerOwed, why: "a person's answer goes into the ledger before anything follows from it" },
  { token: "LEFT", kind: "stop", early: true, when: (f) => f.choice === "leave", why: "a person left the loop, to edit by hand" },
  { token: "REDESIGN", kind: "stop", early: true, when: (f) => f.choice === "redesign", why: "a person handed over to the architecture workflow" },
  { token: "OWN_WORDS", kind: "stop", early: true, when: (f) => f.choice === "own-words", why: "a person answered in words of their own" },
  { token: "FIXER_FAILED", kind: "stop", early: true, when: (f) => f.isFixerDown, why: "no fix of this round came" },
  { token: "REVIEWER_WROTE", kind: "ask", when: (f) => f.evidence === "reviewer-wrote", why: "a reviewer changed what it had to read" },
  { token: "REVIEW_UNAVAILABLE", kind: "ask", when: (f) => f.evidence === "reviewer-unavailable", why: "there is no review that could be read" },
  { token: "REVIEW_AGAIN", kind: "continue", then: "review", when: (f) => !f.isReviewed, why: "nothing is known about this version yet" },
  { token: "PACKET_PARTIAL", kind: "ask", when: (f) => f.evidence === "packet-partial" && isClean(f), why: "nothing is open, and the reviewer did not see the whole change" },
  { token: "SUITE_RED", kind: "ask", when: (f) => f.evidence === "suite-red" && isClean(f), why: "nothing is open, and the suite or a gate did not pass" },
  { token: "CONTINUE", kind: "continue", then: "revise", when: (f) => f.choice === "keep-iterating", why: "a person bought a round at the escalation" },
  ...ledgerRows,
]);

/** Tokens of the loop's table. */
export type LedgerLoopToken = (typeof ledgerLoopTable.tokens)["pass" | "stop" | "ask" | "continue"][number];
