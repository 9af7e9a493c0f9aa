/**
 * The grammar of a review in prose, line by line (QL-CLS-2..10). A closed grammar: whatever it does not name is "other".
 *
 * Invariants:
 * 1. A line is tested as header, then bullet, then blank; a header is matched on the trimmed line, a bullet on the
 *    left-trimmed one, because its blank may be the last character.
 * 2. Nothing here looks inside an item.
 */
import type { LedgerSeverity } from "@loopwright/core";
import { foldCase, splitLines, trimBoth, trimLeft, trimRight } from "./text-lines.js";

/** What ignoring case means for labels: `unicode` as below, `ascii` only A–Z. */
export type LabelCase = "unicode" | "ascii";

/** The seven labels and what they count as (QL-CLS-3). Bare `MINOR` and `SUGGESTION` are not among them. */
export const REVIEW_LABELS: { readonly [label: string]: LedgerSeverity } = /* @__PURE__ */ Object.freeze({
  CRITICAL: "critical",
  MAJOR: "major",
  WARNING: "major",
  "MINOR-substantive": "substantive",
  "SUGGESTION-substantive": "substantive",
  "MINOR-cosmetic": "cosmetic",
  "SUGGESTION-cosmetic": "cosmetic",
});

const SEVERITIES: ReadonlyMap<string, LedgerSeverity> = /* @__PURE__ */ new Map(
  /* @__PURE__ */ Object.entries(REVIEW_LABELS).map(([label, severity]) => [label.toLowerCase(), severity]),
);

const LONGEST_LABEL = "suggestion-substantive".length;

/** The severity a label stands for; `null` for any other text. */
export function severityOfLabel(label: string, labelCase: LabelCase = "unicode"): LedgerSeverity | null {
  if (label.length > LONGEST_LABEL) return null;
  const folded = labelCase === "ascii" ? lowerAscii(label) : foldCase(label);
  return SEVERITIES.get(folded) ?? null;
}

function lowerAscii(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** One line of a review. `list`: an opening that lists items; `count`: the items that the line itself holds. */
export type ReviewLine =
  | { readonly kind: "header"; readonly severity: LedgerSeverity; readonly rest: string }
  | { readonly kind: "bullet" | "blank" | "other" };

const BULLET: ReviewLine = /* @__PURE__ */ Object.freeze({ kind: "bullet" });
const BLANK: ReviewLine = /* @__PURE__ */ Object.freeze({ kind: "blank" });
const OTHER: ReviewLine = /* @__PURE__ */ Object.freeze({ kind: "other" });

/** Reads a physical line. */
export function readLine(raw: string, labelCase: LabelCase): ReviewLine {
  const left = trimLeft(raw);
  if (left === "") return BLANK;
  const colon = left.indexOf(":");
  if (colon > 0) {
    const severity = severityOfLabel(trimRight(left.slice(0, colon)), labelCase);
    if (severity !== null) return { kind: "header", severity, rest: trimBoth(left.slice(colon + 1)) };
  }
  return isBullet(left) ? BULLET : OTHER;
}

/** Whether left-trimmed text begins with `-`, `*` or `•` and a blank. */
export function isBullet(left: string): boolean {
  return left.charCodeAt(1) === 0x20 && (left.startsWith("-") || left.startsWith("*") || left.startsWith("•"));
}

const ZERO = new Set(["none", "[none]", "[]", "0"]);

/** What stands behind a header's colon: nothing at all (the section stays shut), or so many items in an open section. */
export type HeaderRest = { readonly isZero: boolean; readonly items: number; readonly isFreeText: boolean };

/** Reads the rest of a header (QL-CLS-5..8). */
export function readRest(rest: string): HeaderRest {
  if (ZERO.has(rest.toLowerCase())) return { isZero: true, items: 0, isFreeText: false };
  if (rest === "") return { isZero: false, items: 0, isFreeText: false };
  if (isBullet(rest) || rest.startsWith("[")) return { isZero: false, items: listItems(rest), isFreeText: false };
  return { isZero: false, items: 1, isFreeText: true };
}

/** Items of a list on the header's own line: only hyphens divide it (QL-CLS-7). */
function listItems(list: string): number {
  const content = trimBoth(withoutBrackets(list));
  if (content === "" || content.toLowerCase() === "none") return 0;
  const body = content.startsWith("-") ? content.slice(1) : content;
  const pieces = body.split(ITEM_BORDER).filter((piece) => trimLeft(piece) !== "").length;
  return Math.max(pieces, 1);
}

// A comma, white space, a hyphen. Each run of white space is looked at once, from the comma before it: linear.
const ITEM_BORDER = /,[\t-\r\u001c-\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]*-/;

function withoutBrackets(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isBracket(text[start])) start++;
  while (end > start && isBracket(text[end - 1])) end--;
  return text.slice(start, end);
}

function isBracket(character: string | undefined): boolean {
  return character === "[" || character === "]";
}

/** All lines of a review, read. */
export function readReview(text: string, labelCase: LabelCase): readonly { readonly raw: string; readonly line: ReviewLine }[] {
  return splitLines(text).map((raw) => ({ raw, line: readLine(raw, labelCase) }));
}
