/**
 * Signs that a review's counts are too low or too high (QL-CLS-12). They never change a count; `check` refuses to pass
 * on those that mean lost findings (QL-CLS-13).
 */
import { readRest, severityOfLabel, type LabelCase, type ReviewLine } from "./grammar.js";
import { startsIgnoringCase, trimWhiteSpace, trimStartWhiteSpace } from "@loopwright/evidence";

/** What a diagnostic says. */
export type DiagnosticCode =
  /** No label stands anywhere. */
  | "no-header"
  /** Bullets behind a section that a blank line closed without an item. */
  | "orphan-bullets"
  /** Items in other clothes (`1.`, `1)`, other dashes, a hyphen without its blank) in an open section that has no item. */
  | "numbered-items"
  /** A label behind heading, emphasis or list marks, among characters that nobody sees, or with a number behind it. */
  | "decorated-header"
  /** `MINOR:` or `SUGGESTION:` without its second half. */
  | "bare-minor"
  /** Words for "nothing" that count as one finding. */
  | "near-zero";

/** One sign. `line` is 1-based: the first line it is about; 1 for `no-header`. */
export type Diagnostic = { readonly code: DiagnosticCode; readonly line: number };

/** The signs of under-counting: with one of them, clean counts prove nothing. */
export const UNDER_COUNTING: readonly DiagnosticCode[] = /* @__PURE__ */ Object.freeze([
  "no-header", "orphan-bullets", "numbered-items", "decorated-header",
]);

/** Collects diagnostics while a review is read, one line after the other. */
export class DiagnosticCollector {
  readonly found: Diagnostic[] = [];
  #hasHeader = false;
  /** A blank line closed a section without items, and no header has come since. */
  #isOrphaned = false;
  #hasNumbered = false;

  /** `openItems`: items of the open section before this line, `null` when none is open. */
  add(raw: string, line: ReviewLine, number: number, openItems: number | null, labelCase: LabelCase): void {
    if (line.kind === "header") {
      this.#hasHeader = true;
      this.#isOrphaned = false;
      this.#hasNumbered = false;
      if (readRest(line.rest).isFreeText && isNearZero(line.rest)) this.#report("near-zero", number);
      return;
    }
    if (line.kind === "blank") {
      if (openItems === 0) this.#isOrphaned = true;
      return;
    }
    if (line.kind === "bullet" && this.#isOrphaned) {
      this.#isOrphaned = false;
      this.#report("orphan-bullets", number);
    }
    const text = trimWhiteSpace(raw.replaceAll(INVISIBLE, ""));
    if (line.kind === "other" && openItems === 0 && !this.#hasNumbered && isUncountedItem(text)) {
      this.#hasNumbered = true;
      this.#report("numbered-items", number);
    }
    if (isDecorated(text, raw.includes(ESCAPE), labelCase)) this.#report("decorated-header", number);
    if (isBareMinor(text)) this.#report("bare-minor", number);
  }

  /** All diagnostics, in line order; those of one line in the order of {@link DiagnosticCode}. */
  finish(): readonly Diagnostic[] {
    return this.#hasHeader ? this.found : [{ code: "no-header", line: 1 }, ...this.found];
  }

  #report(code: DiagnosticCode, line: number): void {
    this.found.push({ code, line });
  }
}

const ESCAPE = "\u001b";
/** What a terminal, or a person, does not show: ANSI sequences, controls that are no white space, zero-width characters. */
// eslint-disable-next-line no-control-regex -- controls are what it is about
const INVISIBLE = /\u001b\[[0-?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[\u0000-\u0008\u000e-\u001b\u007f-\u009f\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** Numbers; any dash or dot, whatever follows; a star only before white space, for it may be emphasis. */
const ITEM = /^(?:\d{1,9}[.)]|\*\s|[+•‣◦●○▪∙·⁃−\p{Pd}])/u;
/** A line that divides instead of saying something. */
const DIVIDER = /^[\s*+•·−\p{Pd}]*$/u;

function isUncountedItem(text: string): boolean {
  return ITEM.test(text) && !DIVIDER.test(text);
}

const NEAR_ZERO =
  /^(?:none|nil|n\/?a|nothing|(?:no|0|zero) (?:new |open |critical |major |minor )?(?:findings?|issues?|problems?|defects?|items?|errors?|concerns?))(?: (?:found|identified|reported|noted|seen|here|to report))?[.!]*$/;

/** Longer text is prose, whatever it starts with. */
const NEAR_ZERO_LENGTH = 60;

function isNearZero(rest: string): boolean {
  return rest.length <= NEAR_ZERO_LENGTH && NEAR_ZERO.test(rest.toLowerCase());
}

const BARE = ["minor", "suggestion"];

function isBareMinor(text: string): boolean {
  const colon = text.indexOf(":");
  if (colon <= 0 || colon > 40) return false;
  const label = trimWhiteSpace(text.slice(0, colon));
  return BARE.some((word) => label.length === word.length && startsIgnoringCase(label, word));
}

/** Marks that may stand before a label: headings, emphasis, quotes, tables, lists, list numbers, pictures. */
const MARKS = /^(?:[#*_~`>|+•−\p{Pd}\p{So}]|\d{1,9}[.)]|\[[ xX]\])/u;
/** A label's letters, and what may follow them on a line that is nothing but a heading. */
const LETTERS = /^[\p{L}\p{Pd}]{5,22}/u;
const CLOSING = /^(?:[*_~`|#]|\([^()]{0,40}\)|\[\d{1,9}\])/;

/** No decoration is longer; keeps the work on a line constant. */
const DECORATED_LENGTH = 200;

/** `visible`: the trimmed line without what nobody sees; `isStyled`: a terminal shows it in a style. */
function isDecorated(visible: string, isStyled: boolean, labelCase: LabelCase): boolean {
  let text = visible.slice(0, DECORATED_LENGTH);
  let marks = isStyled ? "*" : "";
  for (let mark = MARKS.exec(text); mark !== null; mark = MARKS.exec(text)) {
    marks += mark[0];
    text = trimStartWhiteSpace(text.slice(mark[0].length));
  }
  const [label = ""] = LETTERS.exec(text) ?? [];
  if (severityOfLabel(label.replaceAll(/\p{Pd}/gu, "-").replace(/-+$/, ""), labelCase) === null) return false;
  let rest = trimStartWhiteSpace(text.slice(label.length));
  for (let closing = CLOSING.exec(rest); closing !== null; closing = CLOSING.exec(rest)) rest = trimStartWhiteSpace(rest.slice(closing[0].length));
  if (rest.startsWith(":") || rest.startsWith("：")) return true;
  // A heading needs no colon: `### CRITICAL` and `**CRITICAL**` on a line of their own.
  return rest === "" && /[#*_]/.test(marks);
}
