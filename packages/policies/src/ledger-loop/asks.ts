/**
 * What a person is asked, and how an answer enters the state (LG-DEC-8, LG-DEC-9, LG-MODE-5, G16).
 *
 * Invariants:
 * 1. An answer that the ledger would refuse is refused here, with the ledger's own words; the run stays suspended.
 * 2. What is accepted is owed to the ledger and goes there before anything follows from it.
 * 3. Whoever answers is a person: decisions are stored as theirs (LG-DIS-6).
 */
import { isPlainObject, type Applied, type Ask, type Question } from "@loopwright/core";
import { ledgerContext } from "../ledger/context.js";
import { DISPOSITION_MENU, dispositionQuestion, ESCALATION_MENU, escalationQuestion } from "../ledger/dispatch/questions.js";
import { applyDispositionBatch } from "../ledger/operations/disposition.js";
import { LedgerProblem } from "../ledger/problem.js";
import { isBlocking, isBought } from "../ledger/value/entry.js";
import type { Ledger } from "../ledger/value/ledger.js";
import { readAnswer, type Choice } from "../quality-locked/prompts.js";
import type { LoopState, StoredDecision } from "./state.js";

/** Decisions about undecided entries: by id, by severity, or both. */
export interface DispositionAnswer {
  readonly decisions: readonly StoredDecision[];
}

/** An answer to a stall: a letter of the menu, or words; for C what is bought with it. */
export interface EscalationAnswer {
  readonly choice: string;
  readonly fixNow?: readonly string[];
}

const ESCALATION_CHOICES: readonly Choice[] = [
  { letter: "E", effect: "redesign", label: ESCALATION_MENU.E, isRecommended: true },
  { letter: "C", effect: "keep-iterating", label: ESCALATION_MENU.C },
  { letter: "R", effect: "leave-lock", label: ESCALATION_MENU.R },
];

/** The choices where a round could not come to a decision. */
export const AGAIN_MENU: readonly Choice[] = /* @__PURE__ */ Object.freeze([
  { letter: "V", effect: "review-again", label: "what stood in the way is mended: review again" },
  { letter: "R", effect: "leave-lock", label: "leave the loop and edit by hand" },
]);

function applyDecisions(state: LoopState, answer: DispositionAnswer): Applied<LoopState> {
  const given: unknown = answer;
  const decisions: unknown = isPlainObject(given) ? given["decisions"] : null;
  if (!Array.isArray(decisions) || decisions.length === 0 || !decisions.every(isPlainObject)) {
    return { ok: false, reason: `pass { decisions: [{ ids, action, ticket | reason }] }; ${Object.entries(DISPOSITION_MENU).map(([letter, words]) => `${letter} ${words}`).join("; ")}` };
  }
  const tried = tryDecisions(state, answer.decisions);
  return tried.ok ? { ok: true, state: { ...state, owed: { kind: "dispositions", decisions: answer.decisions } } } : tried;
}

/** Applies decisions to the ledger at hand, to see what it says of them. */
function tryDecisions({ ledger, config }: LoopState, decisions: readonly StoredDecision[]): { readonly ok: true; readonly ledger: Ledger } | { readonly ok: false; readonly reason: string } {
  const context = ledgerContext({ config });
  try {
    return { ok: true, ledger: decisions.reduce((before, decision) => applyDispositionBatch(before, { ...decision, by: "human" }, context).ledger, ledger) };
  } catch (thrown) {
    if (!(thrown instanceof LedgerProblem)) throw thrown;
    return { ok: false, reason: `${thrown.message}. ${thrown.hint ?? ""}`.trim() };
  }
}

function applyEscalation(state: LoopState, answer: EscalationAnswer): Applied<LoopState> {
  const given: unknown = answer;
  if (!isPlainObject(given) || typeof given["choice"] !== "string") return { ok: false, reason: "pass { choice: a letter or words, fixNow: ids }" };
  const read = readAnswer(ESCALATION_CHOICES, answer.choice);
  if (!read.ok) return read;
  const fixNow = answer.fixNow ?? [];
  if (!Array.isArray(fixNow) || !fixNow.every((id) => typeof id === "string")) return { ok: false, reason: "fixNow is a list of finding ids" };
  const owed = { kind: "escalation", choice: read.choice, fixNow } as const;
  if (read.effect !== "keep-iterating") return { ok: true, state: { ...state, owed: { ...owed, fixNow: [] }, answer: read.choice, choice: choiceOf(read.effect) } };
  const tried = fixNow.length === 0 ? null : tryDecisions(state, [{ ids: fixNow, action: "fix-now" }]);
  if (tried?.ok === false) return tried;
  const isEnough = tried?.ledger.findings.some((entry) => isBought(entry) && (isBlocking(entry) || entry.status === "disputed")) === true;
  if (!isEnough) return { ok: false, reason: `C: ${ESCALATION_MENU.C}; name it in fixNow` };
  return { ok: true, state: { ...state, owed, answer: read.choice, choice: "keep-iterating" } };
}

function choiceOf(effect: string): "redesign" | "leave" | "own-words" {
  if (effect === "redesign") return "redesign";
  return effect === "leave-lock" ? "leave" : "own-words";
}

/** A question where a round came to no decision; nothing of it goes into the ledger. */
function againAsk(textOf: (state: LoopState) => string): Ask<LoopState, string> {
  const options = AGAIN_MENU.map(({ letter, label }) => `${letter} ${label}`);
  return {
    question: (state): Question => ({ text: `${textOf(state)}\n${options.join("\n")}\nAnswer V/R, or in your own words.`, options, details: { checkpoint: state.checkpoint, problem: state.problem } }),
    apply: (state, answer) => {
      if (typeof answer !== "string") return { ok: false, reason: "an answer is a letter of the menu, or a text" };
      const read = readAnswer(AGAIN_MENU, answer);
      if (!read.ok) return read;
      const mended: LoopState = { ...state, tool: null, answer: read.choice };
      // Nothing is known any more, so the table reviews again; an answer that is still owed to the ledger goes first.
      if (read.effect === "review-again") return { ok: true, state: { ...mended, evidence: "complete", problem: null, verdict: state.owed === null ? null : state.verdict } };
      return { ok: true, state: { ...mended, owed: null, choice: choiceOf(read.effect) } };
    },
  };
}

const undecided: Ask<LoopState, DispositionAnswer> = {
  question: ({ ledger, verdict }) => (verdict === null ? { text: "Nothing was decided." } : dispositionQuestion(ledger, verdict.decision)),
  apply: applyDecisions,
};

/** The loop's asks, by token. */
export const ledgerLoopAsks = {
  STOP_CAP_UNDECIDED: undecided,
  STOP_ADVISORY_UNDECIDED: undecided,
  ESCALATE: {
    question: ({ ledger, verdict, config }: LoopState): Question => (verdict === null ? { text: "Nothing was decided." } : escalationQuestion(ledger, verdict.decision, config)),
    apply: applyEscalation,
  },
  TOOL_FAILED: /* @__PURE__ */ againAsk(({ tool }) => `The ledger loop has stopped: ${tool?.at ?? "a tool"} refused.\n${tool?.code ?? ""}: ${tool?.message ?? ""}\n${tool?.hint ?? ""}\nNothing goes around it. A person may also pin \`mode: v1\`.`),
  REVIEWER_WROTE: /* @__PURE__ */ againAsk(({ problem }) => `A review counts for nothing: ${problem ?? "a reviewer wrote"}. Put the workspace back first.`),
  REVIEW_UNAVAILABLE: /* @__PURE__ */ againAsk(({ problem }) => `There is no review: ${problem ?? "the reviewer gave nothing"}. Nothing was decided, and no self-review takes its place.`),
  PACKET_PARTIAL: /* @__PURE__ */ againAsk(({ problem }) => `Nothing is open, but the reviewer did not see everything: ${problem ?? ""}`),
  SUITE_RED: /* @__PURE__ */ againAsk(({ problem }) => `Nothing is open, but ${problem ?? "the suite is red"}.`),
};
