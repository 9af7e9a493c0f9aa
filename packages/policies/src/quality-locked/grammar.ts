/**
 * The grammar of a review in prose, line by line (QL-CLS-2..10). A closed grammar: whatever it does not name is "other".
 *
 * Invariants:
 * 1. A line is tested as header, then bullet, then blank; a header is matched on the trimmed line, a bullet on the
 *    left-trimmed one, because its blank may be the last character.
 * 2. Nothing here looks inside an item.
 */
import type { LedgerSeverity } from "@loopwright/core";
import { startsIgnoringCase, trimWhiteSpace, trimStartWhiteSpace, trimEndWhiteSpace } from "@loopwright/evidence";

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

const LABELS: readonly (readonly [string, LedgerSeverity])[] = /* @__PURE__ */ Object.entries(REVIEW_LABELS).map(
  ([label, severity]) => [label.toLowerCase(), severity] as const,
);

/** The severity a label stands for; `null` for any other text. */
export function severityOfLabel(label: string, labelCase: LabelCase = "unicode"): LedgerSeverity | null {
  for (const [word, severity] of LABELS) {
    if (word.length !== label.length || !startsIgnoringCase(label, word)) continue;
    return labelCase === "ascii" && !ASCII.test(label) ? null : severity;
  }
  return null;
}

const ASCII = /^[A-Za-z-]*$/;

/** One line of a review. `rest`: what stands behind a header's colon, trimmed. */
export type ReviewLine =
  | { readonly kind: "header"; readonly severity: LedgerSeverity; readonly rest: string }
  | { readonly kind: "bullet" | "blank" | "other" };

const BULLET: ReviewLine = /* @__PURE__ */ Object.freeze({ kind: "bullet" });
const BLANK: ReviewLine = /* @__PURE__ */ Object.freeze({ kind: "blank" });
const OTHER: ReviewLine = /* @__PURE__ */ Object.freeze({ kind: "other" });

/** Reads a physical line. */
export function readLine(raw: string, labelCase: LabelCase): ReviewLine {
  const left = trimStartWhiteSpace(raw);
  if (left === "") return BLANK;
  const colon = left.indexOf(":");
  if (colon > 0) {
    const severity = severityOfLabel(trimEndWhiteSpace(left.slice(0, colon)), labelCase);
    if (severity !== null) return { kind: "header", severity, rest: trimWhiteSpace(left.slice(colon + 1)) };
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

/** Items of a list on the header's own line: only a hyphen at its start or behind a comma divides it (QL-CLS-7). */
function listItems(list: string): number {
  const content = trimWhiteSpace(withoutBrackets(list));
  if (content === "" || content.toLowerCase() === "none") return 0;
  let items = 0;
  let isItemBlank = true;
  const end = (): void => {
    if (!isItemBlank) items++;
    isItemBlank = true;
  };
  content.split(",").forEach((part, index) => {
    const text = trimStartWhiteSpace(part);
    const isBorder = text.startsWith("-");
    if (isBorder) end();
    // A comma that divides nothing belongs to its item.
    else if (index > 0) isItemBlank = false;
    if (trimStartWhiteSpace(isBorder ? text.slice(1) : text) !== "") isItemBlank = false;
  });
  end();
  return Math.max(items, 1);
}

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
