/**
 * Letters: what stands next to a citation, and what "ignoring case" means (LG-CITE-2, LG-CITE-5).
 *
 * Invariants:
 * 1. A word character is any Unicode letter or numeral, or `_`; a combining mark alone is none.
 * 2. ASCII words are matched ignoring case past ASCII: U+017F is an `s`, U+212A a `k`, U+0130 and U+0131 an `i`.
 */

const WORD = /^[\p{L}\p{N}_]$/u;

/** Whether a character (one code point) is a word character. */
export function isWordCharacter(character: string): boolean {
  return WORD.test(character);
}

/** The code point that ends right before `index`; `""` at the start. */
export function characterBefore(text: string, index: number): string {
  if (index <= 0) return "";
  const unit = text.charCodeAt(index - 1);
  const isLowSurrogate = unit >= 0xdc00 && unit <= 0xdfff;
  const first = isLowSurrogate && index > 1 ? (text.codePointAt(index - 2) ?? 0) : 0;
  return first > 0xffff ? text.slice(index - 2, index) : text.slice(index - 1, index);
}

/** The code point that starts at `index`; `""` at the end. */
export function characterAt(text: string, index: number): string {
  const point = text.codePointAt(index);
  return point === undefined ? "" : String.fromCodePoint(point);
}

/** Whether the text starts with a lower-case ASCII word, ignoring case. */
export function startsIgnoringCase(text: string, word: string): boolean {
  if (text.length < word.length) return false;
  for (let index = 0; index < word.length; index++) {
    if (foldUnit(text.charCodeAt(index)) !== word.charCodeAt(index)) return false;
  }
  return true;
}

function foldUnit(unit: number): number {
  if (unit >= 0x41 && unit <= 0x5a) return unit + 0x20;
  if (unit === 0x017f) return 0x73;
  if (unit === 0x212a) return 0x6b;
  return unit === 0x0130 || unit === 0x0131 ? 0x69 : unit;
}
