/**
 * Text as the quality-locked grammar sees it: lines, white space and letters, by explicit sets (QL-CLS-2).
 *
 * Invariants:
 * 1. The sets are written out, because JavaScript's `\s`, `trim` and `i` flag draw other borders.
 * 2. Every function is linear in its input, whatever the input is.
 */

const LINE_END = /\r\n|[\n\r\u000b\u000c\u001c-\u001e\u0085\u2028\u2029]/;

/** Splits at every line end; a final line end opens no further line. */
export function splitLines(text: string): readonly string[] {
  const lines = text.split(LINE_END);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** Whether a UTF-16 unit is white space. */
export function isSpace(unit: number): boolean {
  if (unit <= 0x20) return (unit >= 0x09 && unit <= 0x0d) || unit >= 0x1c;
  if (unit < 0x1680) return unit === 0x85 || unit === 0xa0;
  if (unit < 0x2000) return unit === 0x1680;
  return unit <= 0x200a || unit === 0x2028 || unit === 0x2029 || unit === 0x202f || unit === 0x205f || unit === 0x3000;
}

/** Without leading white space. */
export function trimLeft(text: string): string {
  let start = 0;
  while (start < text.length && isSpace(text.charCodeAt(start))) start++;
  return text.slice(start);
}

/** Without trailing white space. */
export function trimRight(text: string): string {
  let end = text.length;
  while (end > 0 && isSpace(text.charCodeAt(end - 1))) end--;
  return text.slice(0, end);
}

/** Without white space at both ends. */
export function trimBoth(text: string): string {
  return trimRight(trimLeft(text));
}

/** Letters beyond ASCII that count as one of ASCII's when case is ignored. */
const FOLDED: { readonly [letter: string]: string } = { ſ: "s", "\u212a": "k", ı: "i", İ: "i" };

/** Lower case for comparing with ASCII words: `ſ` is `s`, the Kelvin sign `k`, `ı` and `İ` are `i`. */
export function foldCase(text: string): string {
  return text.replace(/[ſ\u212aıİ]/g, (letter) => FOLDED[letter] ?? letter).toLowerCase();
}
