/**
 * Text as the quality-locked grammar sees it: lines, white space and letters, by explicit sets (QL-CLS-2).
 *
 * Invariants:
 * 1. The sets are written out, because JavaScript's `\s`, `trim` and `i` flag draw other borders.
 * 2. Every function is linear in its input, whatever the input is.
 */

/** Splits at every line end; a final line end opens no further line. */
export function splitTextLines(text: string): readonly string[] {
  const lines: string[] = [];
  let start = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (!isLineEnd(unit)) continue;
    lines.push(text.slice(start, index));
    if (unit === 0x0d && text.charCodeAt(index + 1) === 0x0a) index++;
    start = index + 1;
  }
  if (start < text.length) lines.push(text.slice(start));
  return lines;
}

function isLineEnd(unit: number): boolean {
  return (unit >= 0x0a && unit <= 0x0d) || (unit >= 0x1c && unit <= 0x1e) || unit === 0x85 || unit === 0x2028 || unit === 0x2029;
}

/** Whether a UTF-16 unit is white space. */
export function isWhiteSpace(unit: number): boolean {
  if (unit <= 0x20) return (unit >= 0x09 && unit <= 0x0d) || unit >= 0x1c;
  if (unit < 0x1680) return unit === 0x85 || unit === 0xa0;
  if (unit < 0x2000) return unit === 0x1680;
  return unit <= 0x200a || unit === 0x2028 || unit === 0x2029 || unit === 0x202f || unit === 0x205f || unit === 0x3000;
}

/** Without leading white space. */
export function trimStartWhiteSpace(text: string): string {
  let start = 0;
  while (start < text.length && isWhiteSpace(text.charCodeAt(start))) start++;
  return text.slice(start);
}

/** Without trailing white space. */
export function trimEndWhiteSpace(text: string): string {
  let end = text.length;
  while (end > 0 && isWhiteSpace(text.charCodeAt(end - 1))) end--;
  return text.slice(0, end);
}

/** Without white space at both ends. */
export function trimWhiteSpace(text: string): string {
  return trimEndWhiteSpace(trimStartWhiteSpace(text));
}

/** Letters beyond ASCII that count as one of ASCII's when case is ignored. */
const FOLDED: { readonly [letter: string]: string } = { ſ: "s", "\u212a": "k", ı: "i", İ: "i" };

/** Whether the text starts with a lower-case ASCII word, ignoring case: `ſ` is `s`, the Kelvin sign `k`, `ı` and `İ` are `i`. */
export function startsIgnoringCase(text: string, word: string): boolean {
  const start = text.slice(0, word.length).replace(/[ſ\u212aıİ]/g, (letter) => FOLDED[letter] ?? letter);
  return start.toLowerCase() === word;
}
