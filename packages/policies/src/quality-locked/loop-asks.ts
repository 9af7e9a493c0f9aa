/**
 * The questions of a quality-locked loop, and how their answers enter the state (QL-CAP-1, QL-ESC-1, QL-HIST-3).
 *
 * Invariants:
 * 1. Options are those of the menus; there is no default, and an unknown letter is asked again (G16, QL-AUTO-2).
 * 2. An answer is put on the record it answers before anything follows from it; `record` writes it down.
 */
import type { Applied, Ask, Question } from "@loopwright/core";
import type { LockedState } from "./loop-state.js";
import { MODE_AFTER_LEAVING } from "./mode.js";
import { CAP_MENU, capPrompt, degradedNotice, ESCALATE_MENU, escalatePrompt, readAnswer, UNPARSEABLE_MENU, unparseablePrompt, type Choice } from "./prompts.js";
import { currentLoop, withUserChoice } from "./record.js";

/** A question with a menu. */
function menuAsk(menu: readonly Choice[], textOf: (state: LockedState) => string): Ask<LockedState, string> {
  return {
    question: (state): Question => ({ text: textOf(state), options: menu.map(({ letter, label }) => `${letter} ${label}`), details: { checkpoint: state.checkpoint, iteration: state.iteration } }),
    apply: (state, answer) => applyChoice(state, menu, answer),
  };
}

function applyChoice(state: LockedState, menu: readonly Choice[], answer: string): Applied<LockedState> {
  if (typeof answer !== "string") return { ok: false, reason: "an answer is a letter of the menu, or a text" };
  const read = readAnswer(menu, answer);
  const last = state.records.at(-1);
  if (!read.ok) return read;
  if (last === undefined) return { ok: false, reason: "there is no record to answer to" };
  const records = [...state.records.slice(0, -1), { ...withUserChoice(last, read.choice), checkpoint: last.checkpoint }];
  const mode = read.effect === "leave-lock" ? MODE_AFTER_LEAVING : state.mode;
  return { ok: true, state: { ...state, records, mode, choice: read.effect, owed: "choice" } };
}

/** The loop's asks, by token. */
export const lockedAsks = {
  CAP_REACHED: /* @__PURE__ */ menuAsk(CAP_MENU, ({ checkpoint, records }) => capPrompt({ checkpoint, counts: records.at(-1)?.counts ?? { critical: 0, major: 0, substantive: 0, cosmetic: 0 } })),
  ESCALATE: /* @__PURE__ */ menuAsk(ESCALATE_MENU, ({ records, checkpoint, iteration }) => escalatePrompt(currentLoop(records.slice(0, -1), checkpoint, iteration))),
  UNPARSEABLE: /* @__PURE__ */ menuAsk(UNPARSEABLE_MENU, ({ reviews }) => unparseablePrompt(reviews.at(-1)?.text ?? "")),
  DEGRADED: {
    question: ({ problem, selfReview }: LockedState): Question => ({ text: degradedNotice(problem ?? "none was possible", selfReview) }),
    apply: (state: LockedState, answer: string): Applied<LockedState> =>
      typeof answer !== "string" || answer.trim() === "" ? { ok: false, reason: "an acknowledgement is a word" } : { ok: true, state: { ...state, choice: "acknowledged" } },
  },
};
