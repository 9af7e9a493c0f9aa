/**
 * White space, as one explicit class (LG-FP-1, vectors §2).
 *
 * Invariants:
 * 1. The class is U+0009–000D, U+001C–0020, U+0085, U+00A0, U+1680, U+2000–200A, U+2028, U+2029, U+202F, U+205F, U+3000.
 *    JavaScript's own `\s` and `trim` differ: they leave out U+001C–001F and U+0085, and add U+FEFF.
 * 2. All of it lies in the basic plane, so code units are enough; every function here is one pass.
 */

/** Whether a UTF-16 code unit is white space. */
export function isWhiteSpace(unit: number): boolean {
  if (unit < 0x85) return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d) || (unit >= 0x1c && unit <= 0x1f);
  if (unit < 0x1680) return unit === 0x85 || unit === 0xa0;
  if (unit >= 0x2000 && unit <= 0x200a) return true;
  return unit === 0x1680 || unit === 0x2028 || unit === 0x2029 || unit === 0x202f || unit === 0x205f || unit === 0x3000;
}

/** The text without white space at its start. */
export function trimStartWhiteSpace(text: string): string {
  let start = 0;
  while (start < text.length && isWhiteSpace(text.charCodeAt(start))) start++;
  return text.slice(start);
}

/** The text without white space at its end. */
export function trimEndWhiteSpace(text: string): string {
  let end = text.length;
  while (end > 0 && isWhiteSpace(text.charCodeAt(end - 1))) end--;
  return text.slice(0, end);
}

/** The text without white space at either end. */
export function trimWhiteSpace(text: string): string {
  return trimStartWhiteSpace(trimEndWhiteSpace(text));
}

/** Whether the text is empty or white space alone. */
export function isBlank(text: string): boolean {
  for (let index = 0; index < text.length; index++) if (!isWhiteSpace(text.charCodeAt(index))) return false;
  return true;
}

/** The runs between white space, none of them empty. */
export function splitWhiteSpace(text: string): string[] {
  const words: string[] = [];
  let start = -1;
  for (let index = 0; index < text.length; index++) {
    if (!isWhiteSpace(text.charCodeAt(index))) {
      if (start < 0) start = index;
    } else if (start >= 0) {
      words.push(text.slice(start, index));
      start = -1;
    }
  }
  if (start >= 0) words.push(text.slice(start));
  return words;
}
