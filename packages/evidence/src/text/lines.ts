/**
 * Lines, by two rules that must not be mixed.
 *
 * Invariants:
 * 1. Line numbers are those of version control: LF ends a line, one CR before it is dropped, a final LF opens no line
 *    (LG-FP-3).
 * 2. Prose is read with the wide set: CRLF counts once, and LF, CR, VT, FF, FS, GS, RS, NEL, LS, PS each end a line (QL-CLS-2).
 */

/** Lines as version control numbers them (LG-FP-3). */
export function splitLines(text: string): string[] {
  const lines = text.split("\n");
  const rest = lines.pop() ?? "";
  const ended = lines.map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line));
  if (rest !== "") ended.push(rest);
  return ended;
}

/** Lines of prose, by the wide set of line ends (QL-CLS-2). */
export function splitTextLines(text: string): string[] {
  const lines: string[] = [];
  let start = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (!isTextLineEnd(unit)) continue;
    lines.push(text.slice(start, index));
    if (unit === 0x0d && text.charCodeAt(index + 1) === 0x0a) index++;
    start = index + 1;
  }
  if (start < text.length) lines.push(text.slice(start));
  return lines;
}

/** Whether a UTF-16 code unit ends a line of prose. */
export function isTextLineEnd(unit: number): boolean {
  return (unit >= 0x0a && unit <= 0x0d) || (unit >= 0x1c && unit <= 0x1e) || unit === 0x85 || unit === 0x2028 || unit === 0x2029;
}
