/**
 * Signs that a review's counts are too low or too high (QL-CLS-12). They never change a count; `check` refuses to pass
 * on those that mean lost findings (QL-CLS-13).
 */
import { startsIgnoringCase, trimWhiteSpace } from "@loopwright/evidence";
import type { LedgerSeverity } from "@loopwright/core";
import { isDecorated, isLabelAlone } from "./decorated-header.js";
import { isNearZero } from "./near-zero.js";
import { readRest, type LabelCase, type ReviewLine } from "./grammar.js";

/** What a diagnostic says. */
export type DiagnosticCode =
  /** No label stands anywhere. */
  | "no-header"
  /** Bullets, or prose where there are none, behind a section that a blank line closed without an item. */
  | "orphan-bullets"
  /** Items in other clothes (`1.`, `1)`, other dashes, a hyphen without its blank, prose) in a section that has no item. */
  | "numbered-items"
  /**
   * A label behind heading, emphasis or list marks, among characters that nobody sees, in brackets, in a row of a table, or
   * with a number, a noun or a dash behind it; halves without their hyphen; a label without its colon before items.
   */
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
  readonly #found: Diagnostic[] = [];
  #hasHeader = false;
  /** Severity of the header above. */
  #severity: LedgerSeverity | null = null;
  /** A blank line closed a section without items, and no header has come since. */
  #isOrphaned = false;
  #hasNumbered = false;
  /** The first prose in the open section, while that has no item. */
  #prose: number | null = null;
  /** The first prose behind an orphaned section, while no bullet stands there. */
  #orphanProse: number | null = null;
  /** The last line that was not blank, where it is a label without a colon. */
  #labelAlone: number | null = null;

  /** `openItems`: items of the open section before this line, `null` when none is open. */
  add(raw: string, line: ReviewLine, number: number, openItems: number | null, labelCase: LabelCase): void {
    if (line.kind === "header") return this.#header(line, number);
    if (line.kind === "blank") {
      if (openItems === 0) this.#isOrphaned = true;
      this.#settleProse();
      return;
    }
    const text = trimWhiteSpace(raw.replaceAll(INVISIBLE, ""));
    if (this.#labelAlone !== null && openItems === null && (line.kind === "bullet" || isUncountedItem(text))) this.#report("decorated-header", this.#labelAlone);
    this.#labelAlone = isLabelAlone(text, labelCase) ? number : null;
    if (line.kind === "bullet") {
      this.#prose = null;
      if (this.#isOrphaned) this.#report("orphan-bullets", number);
      this.#isOrphaned = false;
      this.#orphanProse = null;
    }
    const isSign = this.#signs(text, raw, number, labelCase);
    if (line.kind === "other") this.#other(text, number, openItems, isSign);
  }

  /** All diagnostics, in line order; those of one line in the order of {@link DiagnosticCode}. */
  finish(): readonly Diagnostic[] {
    this.#settleProse();
    // At the end of a review a word about the whole is usual; behind an empty label for what blocks most it is not.
    if (this.#severity === "critical" || this.#severity === "major") this.#settleOrphan();
    const found = this.#found.toSorted((left, right) => left.line - right.line);
    return this.#hasHeader ? found : [{ code: "no-header", line: 1 }, ...found];
  }

  #header({ rest, severity }: ReviewLine & { readonly kind: "header" }, number: number): void {
    this.#settleProse();
    this.#settleOrphan();
    this.#hasHeader = true;
    this.#severity = severity;
    this.#isOrphaned = false;
    this.#hasNumbered = false;
    this.#labelAlone = null;
    if (readRest(rest).isFreeText && isNearZero(rest)) this.#report("near-zero", number);
  }

  /** What a line says of itself, wherever it stands. */
  #signs(text: string, raw: string, number: number, labelCase: LabelCase): boolean {
    const [decorated, bare] = [isDecorated(text, raw.includes(ESCAPE), labelCase), isBareMinor(text)];
    if (decorated) this.#report("decorated-header", number);
    if (bare) this.#report("bare-minor", number);
    return decorated || bare;
  }

  #other(text: string, number: number, openItems: number | null, isSign: boolean): void {
    if (openItems === 0 && !this.#hasNumbered && isUncountedItem(text)) {
      this.#hasNumbered = true;
      this.#report("numbered-items", number);
    }
    if (isSign || this.#severity === "cosmetic" || !isProse(text)) return;
    if (openItems === 0 && !this.#hasNumbered) this.#prose ??= number;
    else if (openItems === null && this.#isOrphaned) this.#orphanProse ??= number;
  }

  #settleProse(): void {
    if (this.#prose !== null && !this.#hasNumbered) this.#report("numbered-items", this.#prose);
    this.#prose = null;
  }

  #settleOrphan(): void {
    if (this.#orphanProse !== null) this.#report("orphan-bullets", this.#orphanProse);
    this.#orphanProse = null;
  }

  #report(code: DiagnosticCode, line: number): void {
    this.#found.push({ code, line });
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

/** Words of a verdict, which say nothing (QL-CLS-11), fences, and lines without a word. */
const NO_PROSE = /^(?:(?:verdict|gate|result)\s*:|`{3}|~{3}|[^\p{L}\p{N}]*$)/iu;

/** Whether a line says something: perhaps a finding that nobody put behind a hyphen. */
function isProse(text: string): boolean {
  return !NO_PROSE.test(text) && !isNearZero(text.replaceAll(/^[([*_]+|[)\]*_]+$/g, ""));
}

const BARE = ["minor", "suggestion"];

function isBareMinor(text: string): boolean {
  const colon = text.indexOf(":");
  if (colon <= 0 || colon > 40) return false;
  const label = trimWhiteSpace(text.slice(0, colon));
  return BARE.some((word) => label.length === word.length && startsIgnoringCase(label, word));
}
