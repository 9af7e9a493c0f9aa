/**
 * What a person is asked when a round does not simply go on (LG-DEC-8, LG-DEC-9).
 *
 * Invariants:
 * 1. There is no default and no answer on silence (G16).
 * 2. The question shows the ledger, so that nobody decides from a summary alone.
 */
import type { Question } from "@loopwright/core";
import type { LedgerConfig } from "../config/config.js";
import { LEDGER_LIMITS } from "../config/names.js";
import type { LedgerDecision } from "../decision/decide.js";
import { refuse } from "../problem.js";
import { reportText } from "../texts/report.js";
import { isMarker, type Ledger } from "../value/ledger.js";
import { roundsOfInstance } from "../value/rounds.js";
import { needStorable } from "../value/text-field.js";

/** What a driver does after a close (LG-DEC-8). */
export type NextStep = "fix-round" | "leave" | "dispositions" | "escalate";

/** The step that an action leads to. */
export function nextStep({ action, dispositions_required: required }: Pick<LedgerDecision, "action" | "dispositions_required">): NextStep {
  if (action === "CONTINUE") return "fix-round";
  if (action === "ESCALATE") return "escalate";
  return required.length > 0 ? "dispositions" : "leave";
}

/** Letters of the menu for undecided entries. */
export const DISPOSITION_MENU = /* @__PURE__ */ Object.freeze({
  F: "fix now: buys one more round",
  D: "defer: needs a ticket",
  X: "reject: needs a reason",
  B: "batch: one decision for several entries",
} as const);

/** The question of a stop with undecided entries. */
export function dispositionQuestion(ledger: Ledger, decision: LedgerDecision): Question {
  return {
    text: `${decision.action} at round ${decision.iteration}: ${decision.dispositions_required.length} entries need a decision.\n\n${reportText(ledger)}`,
    options: Object.entries(DISPOSITION_MENU).map(([letter, words]) => `${letter} ${words}`),
    details: { action: decision.action, required: decision.dispositions_required },
  };
}

/** Letters of the answers to a stall. */
export const ESCALATION_MENU = /* @__PURE__ */ Object.freeze({
  E: "hand over to the architecture workflow (recommended)",
  C: "continue: needs fix-now on at least one blocking or disputed entry",
  R: "leave the loop and edit by hand",
} as const);

/** The question of a stall: the ledger, the last rounds, and what a stall usually means (LG-DEC-9). */
export function escalationQuestion(ledger: Ledger, decision: LedgerDecision, { escalateAfterStalls }: Pick<LedgerConfig, "escalateAfterStalls">): Question {
  const rounds = roundsOfInstance(ledger)
    .slice(-(escalateAfterStalls + 1))
    .map(({ iteration, counts }) => `round ${iteration}: ${counts.critical} critical, ${counts.major} major`);
  return {
    text: [
      `ESCALATE at round ${decision.iteration}: no improvement over ${escalateAfterStalls} rounds. The cause is probably structural; more of the same rounds will not find it.`,
      rounds.join("\n"),
      reportText(ledger),
    ].join("\n\n"),
    options: Object.entries(ESCALATION_MENU).map(([letter, words]) => `${letter} ${words}`),
    details: { rounds, open: decision.open_ids },
  };
}

/**
 * Stores a person's answer on the round that asked (LG-DEC-9).
 * @throws LedgerProblem `payload-invalid` where the last round did not ask, or nothing was answered.
 */
export function recordUserChoice(ledger: Ledger, choice: string): Ledger {
  const last = ledger.history.at(-1);
  if (last === undefined || isMarker(last) || last.result !== "ESCALATE") {
    refuse("payload-invalid", "choice", "the last round did not ask anything", "Answer right after the round that escalated.");
  }
  const hint = `Use one of ${Object.keys(ESCALATION_MENU).join(", ")}, or say it in words.`;
  needStorable(choice, LEDGER_LIMITS.textChars, { code: "payload-invalid", path: "choice", hint });
  if (choice.trim() === "") refuse("payload-invalid", "choice", "the answer is blank", hint);
  return Object.freeze({ ...ledger, history: Object.freeze([...ledger.history.slice(0, -1), Object.freeze({ ...last, user_choice: choice })]) });
}
