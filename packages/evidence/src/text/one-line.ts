/**
 * Text that may stand on one line of a log, a ticket, a report or a prompt, whoever wrote it (LG-SEC-19, LG-EXIT-2).
 *
 * Invariants:
 * 1. The result has no line end of any kind: a run of them becomes one space.
 * 2. Control characters and those that reorder what is shown (bidi) come out as visible `\u{…}` escapes.
 * 3. It cannot open a heading, list, quote, fence or table at the start of a line: such a first character is escaped.
 * 4. Ordinary text is unchanged.
 */
import { isTextLineEnd } from "./lines.js";

const OPENS_MARKDOWN = /^(?:[-*+>#|~`=]|\d{1,9}[.)](?=\s|$))/;

/** One harmless line. `isStart`: it will stand where Markdown would read structure. */
export function oneLine(text: string, options: { readonly isStart?: boolean } = {}): string {
  const flat = flatten(text);
  return options.isStart === true && OPENS_MARKDOWN.test(flat) ? `\\${flat}` : flat;
}

function flatten(text: string): string {
  let result = "";
  let from = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (!isHarmful(unit)) continue;
    result += text.slice(from, index);
    if (isTextLineEnd(unit)) {
      while (isTextLineEnd(text.charCodeAt(index + 1))) index++;
      result += " ";
    } else {
      result += `\\u{${unit.toString(16)}}`;
    }
    from = index + 1;
  }
  return from === 0 ? text : result + text.slice(from);
}

/** Line ends, C0, DEL, C1, and the marks, embeddings, overrides and isolates of bidirectional text; not the tab. */
function isHarmful(unit: number): boolean {
  if (unit < 0x20) return unit !== 0x09;
  if (unit < 0x7f) return false;
  if (unit <= 0x9f) return true;
  return unit === 0x061c || unit === 0x200e || unit === 0x200f || (unit >= 0x2028 && unit <= 0x202e) || (unit >= 0x2066 && unit <= 0x2069);
}
