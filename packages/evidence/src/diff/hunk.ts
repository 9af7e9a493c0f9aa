/** Hunks: which lines a change replaced by which. */

/** Lines of the old version and what stands there now, without any context around them. */
export interface Hunk {
  /** First line taken away; for a pure insertion the line it stands behind, 0 at the top (LG-CD-9). */
  readonly oldStart: number;
  readonly oldCount: number;
  /** First line put in; for a pure deletion the line it stood behind. */
  readonly newStart: number;
  readonly newCount: number;
}

const MAX_LINE = Number.MAX_SAFE_INTEGER;

/** Reads the head of a hunk, `@@ -12,0 +13,2 @@ …`; an absent count is 1. `null` for any other line. Linear. */
export function parseHunkHeader(line: string): Hunk | null {
  if (!line.startsWith("@@ -")) return null;
  const old = rangeAt(line, 4);
  if (old === null || !line.startsWith(" +", old.end)) return null;
  const now = rangeAt(line, old.end + 2);
  if (now === null || !line.startsWith(" @@", now.end)) return null;
  return { oldStart: old.start, oldCount: old.count, newStart: now.start, newCount: now.count };
}

function rangeAt(line: string, at: number): { start: number; count: number; end: number } | null {
  const start = numberAt(line, at);
  if (start === null) return null;
  if (line.charAt(start.end) !== ",") return { start: start.value, count: 1, end: start.end };
  const count = numberAt(line, start.end + 1);
  return count === null ? null : { start: start.value, count: count.value, end: count.end };
}

function numberAt(line: string, at: number): { value: number; end: number } | null {
  let end = at;
  let value = 0;
  while (end < line.length && line.charCodeAt(end) >= 0x30 && line.charCodeAt(end) <= 0x39) {
    value = value * 10 + (line.charCodeAt(end) - 0x30);
    if (value > MAX_LINE) return null;
    end++;
  }
  return end === at ? null : { value, end };
}
