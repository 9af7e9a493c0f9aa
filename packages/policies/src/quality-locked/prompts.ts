/**
 * What people and agents are told (QL-ACTN-1..2, QL-CAP-1, QL-ESC-1, QL-FB-1..2): data, and text made from stored records.
 *
 * Invariant: a prompt has no default. Silence answers nothing, and an unknown letter is asked again.
 */
import { ARTIFACT_TEXTS_RULE } from "../ledger/dispatch/artifact-texts.js";
import type { Counts, PartialCounts } from "./counts.js";
import { fourCounts } from "./counts.js";
import { ITERATION_CAP } from "./locked-table.js";
import { STUCK_WINDOW } from "./stuck.js";

/** What follows an answer. */
export type ChoiceEffect =
  /** The rest is accepted, the workflow goes on; the record's result stays. */
  | "accept"
  /** The lock is off for the rest of the workflow; a person edits. */
  | "leave-lock"
  /** The architecture workflow takes over. */
  | "redesign"
  | "cancel-workflow"
  /** Keep iterating up to the cap, without a second escalation. */
  | "keep-iterating"
  /** Another review of the same version, as the next iteration. */
  | "review-again"
  /** A text in the person's own words: the loop ends and the host reads it. */
  | "own-words";

/** One choice of a menu. */
export type Choice = { readonly letter: string; readonly effect: Exclude<ChoiceEffect, "own-words">; readonly label: string; readonly isRecommended?: true };

/** The choices at the cap. */
export const CAP_MENU: readonly Choice[] = /* @__PURE__ */ Object.freeze([
  { letter: "F", effect: "accept", label: "accept what remains and continue" },
  { letter: "R", effect: "leave-lock", label: "leave the quality lock and edit by hand" },
  { letter: "E", effect: "redesign", label: "hand over to the architecture workflow" },
  { letter: "A", effect: "cancel-workflow", label: "cancel this workflow" },
]);

/** The choices when stuck. */
export const ESCALATE_MENU: readonly Choice[] = /* @__PURE__ */ Object.freeze([
  { letter: "E", effect: "redesign", label: "hand over to the architecture workflow", isRecommended: true },
  { letter: "C", effect: "keep-iterating", label: `keep iterating, up to ${ITERATION_CAP}` },
  { letter: "R", effect: "leave-lock", label: "leave the quality lock and edit by hand" },
]);

/** The choices when a review cannot be read; no fix pass is among them (QL-CLS-13). */
export const UNPARSEABLE_MENU: readonly Choice[] = /* @__PURE__ */ Object.freeze([
  { letter: "V", effect: "review-again", label: "have it reviewed again, as the next iteration" },
  { letter: "R", effect: "leave-lock", label: "leave the quality lock and edit by hand" },
  { letter: "A", effect: "cancel-workflow", label: "cancel this workflow" },
]);

/** The prompt at the cap. Cosmetic findings are not shown. */
export function capPrompt(input: { readonly checkpoint: string; readonly counts: Counts }): string {
  const { critical, major, substantive } = input.counts;
  return [
    `Quality-locked loop: the cap of ${ITERATION_CAP} iterations is reached.`,
    `Remaining at ${input.checkpoint}: ${critical} critical, ${major} major, ${substantive} minor (substantive).`,
    "Findings that keep coming back point to a fault in the structure, which revising cannot mend: think of a redesign, or accept them.",
    menu(CAP_MENU),
  ].join("\n");
}

/** The prompt when stuck; it shows the stored records that made it so, oldest first (QL-STK-2). */
export function escalatePrompt(history: readonly { readonly iteration?: unknown; readonly counts?: PartialCounts }[]): string {
  const rows = history.slice(-STUCK_WINDOW).map((record) => {
    const { critical, major } = fourCounts(record.counts ?? {});
    return `  iteration ${typeof record.iteration === "number" ? record.iteration : "?"}: ${critical} critical, ${major} major`;
  });
  return [
    `Quality-locked loop: ${STUCK_WINDOW} iterations brought no improvement.`,
    ...rows,
    "The cause is likely architectural: revising the text will not mend it.",
    menu(ESCALATE_MENU),
  ].join("\n");
}

function menu(choices: readonly Choice[]): string {
  const lines = choices.map(({ letter, label, isRecommended }) => `[${letter}] ${label}${isRecommended === true ? " (recommended)" : ""}`);
  return [...lines, `Answer ${choices.map(({ letter }) => letter).join("/")}, or in your own words.`].join("\n");
}

/** An answer, read: `choice` is what to log as `user_choice`. A refused answer is asked again. */
export type ReadAnswer =
  | { readonly ok: true; readonly choice: string; readonly effect: ChoiceEffect }
  | { readonly ok: false; readonly reason: string };

/** Reads an answer to a prompt: a letter of its menu, in either case, or a text. */
export function readAnswer(choices: readonly Choice[], answer: string): ReadAnswer {
  const text = answer.trim();
  const known = choices.find(({ letter }) => letter === text.toUpperCase());
  if (known !== undefined) return { ok: true, choice: known.letter, effect: known.effect };
  if (/^\p{L}?$/u.test(text)) {
    return { ok: false, reason: text === "" ? "nothing was answered" : `${text} is none of ${choices.map(({ letter }) => letter).join(", ")}` };
  }
  return { ok: true, choice: text, effect: "own-words" };
}

/** The line after a pass (QL-ACTN-1). */
export function passNotice(iteration: number): string {
  return `Review passed (${iteration} ${iteration === 1 ? "iteration" : "iterations"}).`;
}

/** The line before a revision (QL-ACTN-2). */
export function reviseNotice(iteration: number): string {
  return `Revising: iteration ${iteration} of ${ITERATION_CAP}, quality lock active.`;
}

/** The line when nobody can read a review (QL-CLS-13). */
export const UNPARSEABLE_NOTICE = "The review could not be read, so nothing was decided from it. Its raw text follows; a person has to look.";

/** The prompt when a review cannot be read: what was said, whole and verbatim. */
export function unparseablePrompt(rawText: string): string {
  return [UNPARSEABLE_NOTICE, rawText === "" ? "(no text)" : rawText, menu(UNPARSEABLE_MENU)].join("\n");
}

/** The notice that a loop became a single pass; a person acknowledges it (QL-FB-2, QL-AUTO-2). */
export function degradedNotice(why: string, selfReview: string | null): string {
  return [
    `Quality-locked loop skipped: there was no review (${why}). One self-review took its place; it is no pass.`,
    selfReview ?? "(the self-review gave nothing either)",
    "Acknowledge this in a word to go on.",
  ].join("\n");
}

/** The line of a host that cannot load the checker and applies the written rules by hand; shown each time (QL-FB-1). */
export const CHECKER_UNAVAILABLE_NOTICE = "The checker is unavailable: the written rules are applied by hand, which is less reliable.";

/** What the reviewer is told about form; what to look for is the host's. */
export const REVIEWER_INSTRUCTION = [
  "Review the artifact and report; change nothing. List every finding under one of four headings, each at the start of a line: CRITICAL:, MAJOR:, MINOR-substantive:, MINOR-cosmetic:",
  "Put each finding on a line of its own that begins with a hyphen and a blank, right under its heading, without blank lines between them. Write None behind a heading that has no finding. Use all four headings, and no marks around them.",
  ARTIFACT_TEXTS_RULE,
].join("\n");

/** What the author is told who looks at its own work because nobody else can (QL-FB-2). */
export const SELF_REVIEW_INSTRUCTION = `Nobody else can review this. Go through it yourself, once, and name what is wrong; change nothing. ${ARTIFACT_TEXTS_RULE}`;

/** What the one who fixes is told (QL-ACTN-2). */
export const FIX_INSTRUCTION =
  "Fix every critical, major and substantive finding of the review, and stay inside the files you may write. Cosmetic findings are optional: they never cause another iteration. Do not drop, merge or re-grade a finding.";
