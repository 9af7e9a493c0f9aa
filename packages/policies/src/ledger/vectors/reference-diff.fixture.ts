/**
 * How the reference reads commits: it scans the text for headers, wherever they stand, and an empty trailer takes the next
 * line (LG-SEC-4, LG-SEC-6, LG-CD-4). Test-internal, over the product's own readers of single lines.
 */
import { isWhiteSpace, parseHunkHeader, splitTextLines, splitWhiteSpace, type Hunk } from "@loopwright/evidence";

/** A hunk and the path it is charged to. */
export interface PathHunk extends Hunk {
  readonly path: string;
}

/** Hunks of diff-like text, by the reference's scan. */
export function scanHunks(text: string): readonly PathHunk[] {
  const hunks: PathHunk[] = [];
  let path: string | null = null;
  for (const line of splitTextLines(text)) {
    if (line.startsWith("diff --git ")) {
      const last = splitWhiteSpace(line).at(-1) ?? "";
      path = last.startsWith("b/") ? last.slice(2) : last;
    } else if (line.startsWith("+++ b/")) path = line.slice("+++ b/".length);
    const hunk = path === null ? null : parseHunkHeader(line);
    if (hunk !== null && path !== null) hunks.push({ path, ...hunk });
  }
  return hunks;
}

const EMPTY_TRAILER = /^Sage-(?:Fix|Cause|Change|Risk|Collateral|License):$/;

/** Pulls the next line with text up into a trailer without any, as the reference's pattern does. */
export function fillEmptyTrailers(message: string): string {
  let result = "";
  for (let start = 0; start < message.length; ) {
    const newline = message.indexOf("\n", start);
    const end = newline < 0 ? message.length : newline;
    const line = message.slice(start, end);
    let next = end + 1;
    result += line;
    if (EMPTY_TRAILER.test(trimEnd(line))) {
      let text = end;
      while (text < message.length && isWhiteSpace(message.charCodeAt(text))) text++;
      if (text < message.length) {
        const rest = message.indexOf("\n", text);
        next = (rest < 0 ? message.length : rest) + 1;
        result += message.slice(text, next - 1);
      }
    }
    result += "\n";
    start = next;
  }
  return result;
}

function trimEnd(line: string): string {
  let end = line.length;
  while (end > 0 && isWhiteSpace(line.charCodeAt(end - 1))) end--;
  return line.slice(0, end);
}
