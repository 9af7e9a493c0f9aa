/** The decision of a quality-locked loop, as rows (QL-DEC-1, QL-CLS-13, QL-ESC-1). */
import { always, count, defineFacts, flag, terminationTable, type TableRow } from "@loopwright/core";

/** The cap: a constant of this loop, no option (QL-DEC-1). */
export const ITERATION_CAP = 10;

/** What a quality-locked loop decides on. */
export const lockedFacts = /* @__PURE__ */ defineFacts(
  {
    /** No critical, major or substantive finding was counted. */
    isClean: flag(),
    /** The counts are clean, and the text does not bear it out. */
    isUnparseable: flag(),
    /** From 1. */
    iteration: count({ upTo: 12 }),
    /** The last three prior records are equally bad. */
    isStuck: flag(),
    /** A person chose to keep iterating at an earlier escalation of this loop. */
    isContinueChosen: flag(),
  },
  { possible: (f) => !f.isUnparseable || f.isClean },
);

/** The facts of a quality-locked loop. */
export type LockedFacts = Parameters<(typeof lockedFacts)["possible"]>[0];

/** The rows. Clean comes before the cap: a cap forbids a next round and never overrides the one that ran. */
export const lockedRows = [
  { token: "PASS", kind: "pass", when: (f) => f.isClean && !f.isUnparseable, why: "no critical, major or substantive finding, in a review that could be read" },
  { token: "CAP_REACHED", kind: "ask", when: (f) => f.iteration >= ITERATION_CAP, why: "this was iteration 10 or later" },
  { token: "UNPARSEABLE", kind: "ask", when: (f) => f.isUnparseable, why: "nothing was counted, and the review does not follow the grammar" },
  { token: "ESCALATE", kind: "ask", when: (f) => f.isStuck && !f.isContinueChosen, why: "three prior iterations are equally bad, and nobody chose to go on" },
  { token: "REVISE", kind: "continue", then: "revise", when: always, why: "otherwise" },
] as const satisfies readonly TableRow<LockedFacts>[];

/** The table. */
export const lockedTable = /* @__PURE__ */ terminationTable(lockedFacts, lockedRows);

/** Tokens of the table. */
export type LockedToken = "PASS" | "CAP_REACHED" | "UNPARSEABLE" | "ESCALATE" | "REVISE";

/** The four actions of the JSON contract (QL-JSON-1). */
export type LockedAction = Exclude<LockedToken, "UNPARSEABLE">;

/** The action a token is reported as: an unreadable review is a REVISE that spends no fix pass (QL-CLS-13). */
export function actionOf(token: LockedToken): LockedAction {
  return token === "UNPARSEABLE" ? "REVISE" : token;
}
