/**
 * The quality-locked loop on the runner: what may go wrong around a review, what a person answered, then the table of
 * the decider, row by row (QL-DEC-1, QL-CAP-1, QL-ESC-1, QL-FB-2).
 *
 * Invariants:
 * 1. The decider's rows stand at the end, unchanged and in their order; nothing here decides about findings.
 * 2. Only the decider's PASS passes. What a person accepts at the cap is a stop: it is no pass (QL-CAP-1).
 * 3. A review that could not be written down, or whose reviewer wrote, decides nothing (QL-ACT-3, QL-ACT-4).
 */
import { count, defineFacts, flag, oneOf, terminationTable } from "@loopwright/core";
import { lockedRows } from "./locked-table.js";

/** What the loop decides on. */
export const lockedLoopFacts = /* @__PURE__ */ defineFacts(
  {
    isClean: flag(),
    isUnparseable: flag(),
    iteration: count({ upTo: 12 }),
    isStuck: flag(),
    isContinueChosen: flag(),
    /** `unavailable`: there is no reviewer, or it gave nothing. `wrote`: it changed what it had to read, twice. */
    reviewer: oneOf("answered", "unavailable", "wrote"),
    fixer: oneOf("ok", "failed"),
    /** What the loop could not do to the world around it. */
    world: oneOf("ok", "record-failed", "workspace-failed"),
    /** What a person answered to the last question. */
    choice: oneOf("none", "accept", "leave-lock", "redesign", "cancel-workflow", "keep-iterating", "review-again", "acknowledged", "own-words"),
    isSelfReviewed: flag(),
  },
  {
    possible: (f) =>
      (!f.isUnparseable || f.isClean) &&
      (f.reviewer === "answered" || (!f.isClean && !f.isUnparseable)) &&
      (f.reviewer === "unavailable" || (!f.isSelfReviewed && f.choice !== "acknowledged")) &&
      (f.choice === "none" || !f.isClean || f.isUnparseable),
  },
);

/** The table of the loop. */
export const lockedLoopTable = /* @__PURE__ */ terminationTable(lockedLoopFacts, [
  { token: "RECORD_FAILED", kind: "stop", early: true, when: (f) => f.world === "record-failed", why: "a record could not be written down" },
  { token: "WORKSPACE_FAILED", kind: "stop", early: true, when: (f) => f.world === "workspace-failed", why: "the workspace could not be read, or not be restored" },
  { token: "FIX_FAILED", kind: "stop", early: true, when: (f) => f.fixer === "failed", why: "the fixer gave nothing" },
  { token: "REVIEWER_WROTE", kind: "stop", when: (f) => f.reviewer === "wrote", why: "the reviewer changed the workspace, and again when it was asked once more" },
  { token: "ACCEPTED", kind: "stop", when: (f) => f.choice === "accept", why: "a person accepts what remains" },
  { token: "LOCK_LEFT", kind: "stop", when: (f) => f.choice === "leave-lock", why: "a person left the lock, to edit by hand" },
  { token: "REDESIGN", kind: "stop", when: (f) => f.choice === "redesign", why: "a person handed over to the architecture workflow" },
  { token: "CANCELLED", kind: "stop", when: (f) => f.choice === "cancel-workflow", why: "a person cancelled the workflow" },
  { token: "OWN_WORDS", kind: "stop", when: (f) => f.choice === "own-words", why: "a person answered in words of their own" },
  { token: "REVIEW_AGAIN", kind: "continue", then: "review", when: (f) => f.choice === "review-again", why: "a person asks for another review" },
  { token: "SELF_REVIEW", kind: "continue", then: "consult", when: (f) => f.reviewer === "unavailable" && !f.isSelfReviewed, why: "there is no review: one self-review takes its place" },
  { token: "SINGLE_PASS", kind: "stop", when: (f) => f.reviewer === "unavailable" && f.choice === "acknowledged", why: "a person acknowledged that this was a single pass" },
  { token: "DEGRADED", kind: "ask", when: (f) => f.reviewer === "unavailable", why: "the loop was skipped: a person has to know" },
  ...lockedRows,
]);

/** Tokens of the loop's table. */
export type LockedLoopToken = (typeof lockedLoopTable.tokens)["pass" | "stop" | "ask" | "continue"][number];
