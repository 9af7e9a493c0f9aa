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
const SPACE = 0x20;
const PLUS = 0x2b;
const COMMA = 0x2c;
const MINUS = 0x2d;
const AT = 0x40;

/** Reads the head of a hunk, `@@ -12,0 +13,2 @@ …`; an absent count is 1. `null` for any other line. Linear. */
export function parseHunkHeader(line: string): Hunk | null {
  const bytes = new TextEncoder().encode(line);
  return hunkHeaderIn(bytes, 0, bytes.length);
}

/** The same, in the bytes of a line: a diff of many hunks makes no text of their heads. */
export function hunkHeaderIn(bytes: Uint8Array, start: number, end: number): Hunk | null {
  const reader: Reader = { bytes, end, at: start };
  if (!skip(reader, AT) || !skip(reader, AT) || !skip(reader, SPACE) || !skip(reader, MINUS)) return null;
  const oldStart = readNumber(reader);
  const oldCount = readCount(reader);
  if (!skip(reader, SPACE) || !skip(reader, PLUS)) return null;
  const newStart = readNumber(reader);
  const newCount = readCount(reader);
  if (!skip(reader, SPACE) || !skip(reader, AT) || !skip(reader, AT)) return null;
  return oldStart === null || oldCount === null || newStart === null || newCount === null ? null : { oldStart, oldCount, newStart, newCount };
}

interface Reader {
  readonly bytes: Uint8Array;
  readonly end: number;
  at: number;
}

function skip(reader: Reader, byte: number): boolean {
  if (reader.at >= reader.end || reader.bytes[reader.at] !== byte) return false;
  reader.at += 1;
  return true;
}

function readCount(reader: Reader): number | null {
  return skip(reader, COMMA) ? readNumber(reader) : 1;
}

function readNumber(reader: Reader): number | null {
  const start = reader.at;
  let value = 0;
  while (reader.at < reader.end) {
    const digit = (reader.bytes[reader.at] ?? 0) - 0x30;
    if (digit < 0 || digit > 9) break;
    value = value * 10 + digit;
    if (value > MAX_LINE) return null;
    reader.at += 1;
  }
  return reader.at === start ? null : value;
}
