/**
 * The verdict of a round, as rows (LG-DEC-3). A stop with undecided entries is a question to a person, and so is a stall.
 *
 * Invariants:
 * 1. Row order is the catalogue's: clean, bought rounds, stall, cap, criticals, majors over budget, otherwise.
 * 2. A stop is final only when every entry that is still open or in dispute was decided about (LG-DIS-5, LG-CLOSE-4).
 * 3. Only STOP_CLEAN passes.
 */
import { always, count, defineFacts, flag, terminationTable, type FactsDefinition, type TableRow } from "@loopwright/core";
import type { LedgerAction } from "../value/ledger.js";

/** What the verdict depends on. */
export const ledgerFacts = /* @__PURE__ */ defineFacts(
  {
    /** Open entries, pending ones included. */
    open: count({ upTo: 2 }),
    /** Disputes of a later look, unless the knob leaves them out. */
    liveDisputes: count({ upTo: 2 }),
    /** Entries that bought another round. */
    bought: count({ upTo: 2 }),
    /** `escalate_after_stalls` rounds in a row without improvement (LG-DEC-4). */
    isStalled: flag(),
    /** The round is the last one that `iteration_cap` allows, or a later one. */
    isCapReached: flag(),
    /** Open criticals without a pending decision. */
    criticals: count({ upTo: 2 }),
    /** Open majors without a pending decision, beyond `major_budget`. */
    majorsOverBudget: count({ upTo: 2 }),
    /** Open entries and live disputes that nobody decided about. */
    undecided: count({ upTo: 2 }),
  },
  {
    possible: (f) =>
      f.bought + f.undecided <= f.open + f.liveDisputes && f.criticals + f.majorsOverBudget <= f.open && (f.open > 0 || f.liveDisputes > 0 || !f.isStalled),
  },
);

/** Facts of the table. */
export type LedgerFacts = typeof ledgerFacts extends FactsDefinition<infer F> ? F : never;

/** The rows. */
export const ledgerRows = [
  { token: "STOP_CLEAN", kind: "pass", when: (f) => f.open === 0 && f.liveDisputes === 0, why: "nothing is open and nothing is in dispute" },
  { token: "CONTINUE", kind: "continue", then: "revise", when: (f) => f.bought > 0, why: "a person bought one more round with `fix-now`" },
  { token: "ESCALATE", kind: "ask", when: (f) => f.isStalled, why: "`escalate_after_stalls` rounds in a row without improvement" },
  { token: "STOP_CAP_UNDECIDED", kind: "ask", when: (f) => f.isCapReached && f.undecided > 0, why: "`iteration_cap` is reached and entries are undecided" },
  { token: "STOP_CAP", kind: "stop", when: (f) => f.isCapReached, why: "`iteration_cap` is reached and every entry was decided about" },
  { token: "CONTINUE", kind: "continue", then: "revise", when: (f) => f.criticals > 0, why: "a critical is open" },
  { token: "CONTINUE", kind: "continue", then: "revise", when: (f) => f.majorsOverBudget > 0, why: "more majors are open than `major_budget` tolerates" },
  { token: "STOP_ADVISORY_UNDECIDED", kind: "ask", when: (f) => f.undecided > 0, why: "nothing blocks, and entries are undecided" },
  { token: "STOP_ADVISORY", kind: "stop", when: always, why: "otherwise: nothing blocks and every entry was decided about" },
] as const satisfies readonly TableRow<LedgerFacts>[];

/** The table. */
export const ledgerTable = /* @__PURE__ */ terminationTable(ledgerFacts, ledgerRows);

/** Tokens of the table. */
export type LedgerToken = LedgerAction | "STOP_CAP_UNDECIDED" | "STOP_ADVISORY_UNDECIDED";

/** The action that a token stands for: the question of an undecided stop belongs to that stop. */
export function actionOf(token: LedgerToken): LedgerAction {
  if (token === "STOP_CAP_UNDECIDED") return "STOP_CAP";
  return token === "STOP_ADVISORY_UNDECIDED" ? "STOP_ADVISORY" : token;
}
