/**
 * Labels in a dress that the grammar does not know (QL-CLS-12): marks around them, other words or signs behind them.
 *
 * Invariant: the work on a line is constant; what is decorated longer than {@link DECORATED_LENGTH} is prose.
 */
import { trimStartWhiteSpace, trimWhiteSpace } from "@loopwright/evidence";
import { isNearZero } from "./near-zero.js";
import { readRest, severityOfLabel, type LabelCase } from "./grammar.js";

/** Marks that may stand before a label: headings, emphasis, quotes, tables, lists, list numbers, pictures. */
const MARKS = /^(?:[#*_~`>|+•−\p{Pd}\p{So}]|\d{1,9}[.)]|\[[ xX]\])/u;
/** A label's letters, and what may follow them on a line that is nothing but a heading. */
const LETTERS = /^[\p{L}\p{Pd}]{5,22}/u;
/** The halves of a label with something else than a hyphen between them: `MINOR substantive`, `MINOR (substantive)`. */
const HALVES = /^(\p{L}{5,10})(?:[\s_/.,]{1,3}[([]?|[([])(\p{L}{8,11})[)\]]?(?![\p{L}\p{N}])/u;
const CLOSING = /^(?:[*_~`|#]|\([^()]{0,40}\)|\[\d{1,9}\])/;
/** What a heading may call the things under it. */
const NOUN = /^(?:issue|finding|problem|defect|bug|concern|item|error)s?(?![\p{L}\p{N}])/iu;
const BRACKETS: { readonly [opening: string]: string } = { "[": "]", "(": ")", "<": ">", "{": "}" };
/** Cells that a table has beside a label without saying anything about it. */
const PLAIN_CELL = /^(?:[\s:0\p{Pd}]*|\[?none\]?|\[\]|n\/a|counts?|numbers?|findings?|issues?|severity|description)[.!]*$/iu;

/** No decoration is longer; keeps the work on a line constant. */
const DECORATED_LENGTH = 200;

/** `visible`: the trimmed line without what nobody sees; `isStyled`: a terminal shows it in a style. */
export function isDecorated(visible: string, isStyled: boolean, labelCase: LabelCase): boolean {
  let text = visible.slice(0, DECORATED_LENGTH);
  let marks = isStyled ? "*" : "";
  for (let mark = MARKS.exec(text); mark !== null; mark = MARKS.exec(text)) {
    marks += mark[0];
    text = trimStartWhiteSpace(text.slice(mark[0].length));
  }
  const closingBracket = BRACKETS[text.charAt(0)];
  if (closingBracket !== undefined) text = text.slice(1);
  const label = labelAt(text, labelCase);
  if (label === null) return false;
  const behind = text.slice(label.length);
  // `[CRITICAL] the login is open`; but not `(major: none)`, which is prose.
  if (closingBracket !== undefined) return behind.startsWith(closingBracket) && isTelling(behind.slice(1));
  if (isSaidBehindDash(label, behind)) return isTelling(behind);
  let rest = trimStartWhiteSpace(behind);
  const cells = rest.replace(/^[*_~`]{1,3}\s*/, "");
  if (marks.includes("|") && cells.startsWith("|")) return isTellingCell(cells.slice(1).split("|", 1)[0] ?? "", labelCase);
  const isNamed = NOUN.test(rest) || HALVES.test(label);
  rest = trimStartWhiteSpace(rest.replace(NOUN, ""));
  for (let closing = CLOSING.exec(rest); closing !== null; closing = CLOSING.exec(rest)) rest = trimStartWhiteSpace(rest.slice(closing[0].length));
  // `Critical issues: none` is no header of the grammar, and says of itself that nothing is lost.
  if (/^[:：]/.test(rest)) return !isNamed || rest.length === 1 || isTelling(rest);
  // A heading needs no colon: `### CRITICAL` and `**CRITICAL**` on a line of their own.
  return rest === "" && /[#*_]/.test(marks);
}

/** Whether a line is a label and nothing else, not even a colon. */
export function isLabelAlone(visible: string, labelCase: LabelCase): boolean {
  return severityOfLabel(visible, labelCase) !== null;
}

/** The label that a text begins with, as it is written there. */
function labelAt(text: string, labelCase: LabelCase): string | null {
  const [letters = ""] = LETTERS.exec(text) ?? [];
  if (severityOfLabel(letters.replaceAll(/\p{Pd}/gu, "-").replace(/-+$/, ""), labelCase) !== null) return letters;
  const [whole = "", first = "", second = ""] = HALVES.exec(text) ?? [];
  return severityOfLabel(`${first}-${second}`, labelCase) === null ? null : whole;
}

/** `CRITICAL - the login is open`, with any dash. */
function isSaidBehindDash(label: string, behind: string): boolean {
  if (/\p{Pd}$/u.test(label)) return /^\s+[\p{L}\p{N}]/u.test(behind);
  return /^\s*\p{Pd}{1,3}\s+\S/u.test(behind);
}

/** Whether what stands behind a label names anything. */
function isTelling(behind: string): boolean {
  const text = trimWhiteSpace(behind.replace(/^[\s:：*_~`|\p{Pd}]+/u, ""));
  return !readRest(text).isZero && !isNearZero(text.replace(/[*_~`|\s]+$/, ""));
}

/** Whether the cell beside a label says something. */
function isTellingCell(cell: string, labelCase: LabelCase): boolean {
  const text = trimWhiteSpace(cell.replaceAll(/[*_`]/g, ""));
  return !PLAIN_CELL.test(text) && !readRest(text).isZero && !isLabelAlone(text, labelCase);
}
