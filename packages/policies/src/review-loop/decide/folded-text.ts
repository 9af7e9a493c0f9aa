/**
 * Texts folded for quotes (§17.13): what a quote must match is the words, not their markup, case or wrapping.
 *
 * Invariants:
 * 1. Folding is per line, and lines are joined by one blank, so a quote may run over a line break and its lines are known.
 * 2. Finding a quote is linear in the text, whatever the quote.
 */

/** Drops emphasis and table marks, straightens quotes, collapses blanks, lowers case. */
export function fold(text: string): string {
  return text
    .replace(/[*_`>#|]/g, "")
    .replace(/[\u2018\u2019\u201a\u201b\u2032]/g, "'")
    .replace(/[\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb]/g, '"')
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase();
}

/** The lines of a text, without their ends. */
export function splitLines(text: string): readonly string[] {
  const lines = text.split(/\r\n|\n|\r/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** The parts of a quote between ellipses, folded; any of them may match (D44). */
export function quoteFragments(quote: string): readonly string[] {
  return quote.split(/\.{3,}|\u2026/).map(fold).filter((fragment) => fragment !== "");
}

/** Lines from `start` to `end`, from 1, both inclusive. */
export type Lines = { readonly start: number; readonly end: number };

/** A text with its folded form and the way back to lines. */
export class FoldedText {
  readonly lines: readonly string[];
  readonly folded: string;
  /** Offset in `folded` at which each line that is not blank begins, and that line's number. */
  readonly #starts: readonly (readonly [offset: number, line: number])[];

  constructor(text: string) {
    this.lines = splitLines(text);
    const starts: [number, number][] = [];
    const parts: string[] = [];
    let length = 0;
    for (const [index, line] of this.lines.entries()) {
      const part = fold(line);
      if (part === "") continue;
      starts.push([length, index + 1]);
      parts.push(part);
      length += part.length + 1;
    }
    this.#starts = starts;
    this.folded = parts.join(" ");
  }

  /** Where a folded fragment stands: the lines of each occurrence, in order. */
  linesOf(fragment: string): readonly Lines[] {
    return findAll(this.folded, fragment).map((offset) => ({
      start: this.#lineAt(offset),
      end: this.#lineAt(offset + fragment.length - 1),
    }));
  }

  /** The folded text of some lines. */
  foldedLines({ start, end }: Lines): string {
    return fold(this.lines.slice(start - 1, end).join("\n"));
  }

  #lineAt(offset: number): number {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#starts[middle]?.[0] ?? Infinity) <= offset) low = middle;
      else high = middle - 1;
    }
    return this.#starts[low]?.[1] ?? 1;
  }
}

/** Below this length the platform's own search is fast enough even at its worst. */
const SHORT = 64;

/** Offsets of the occurrences of a fragment that do not overlap each other. */
function findAll(text: string, fragment: string): number[] {
  if (fragment === "") return [];
  const offsets: number[] = [];
  if (fragment.length <= SHORT) {
    for (let at = text.indexOf(fragment); at >= 0; at = text.indexOf(fragment, at + fragment.length)) offsets.push(at);
    return offsets;
  }
  const borders = bordersOf(fragment);
  let matched = 0;
  for (let at = 0; at < text.length; at++) {
    while (matched > 0 && text[at] !== fragment[matched]) matched = borders[matched - 1] ?? 0;
    if (text[at] === fragment[matched]) matched++;
    if (matched < fragment.length) continue;
    offsets.push(at - fragment.length + 1);
    matched = 0;
  }
  return offsets;
}

/** Length of the longest proper border of each prefix (Knuth, Morris, Pratt). */
function bordersOf(fragment: string): Uint32Array {
  const borders = new Uint32Array(fragment.length);
  let length = 0;
  for (let at = 1; at < fragment.length; at++) {
    while (length > 0 && fragment[at] !== fragment[length]) length = borders[length - 1] ?? 0;
    if (fragment[at] === fragment[length]) length++;
    borders[at] = length;
  }
  return borders;
}
