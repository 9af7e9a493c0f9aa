/**
 * The lines of a journal's file. Each is JSON of its own, so that any tool reads them:
 *
 *     {"format":"loopwright/journal-file@1","crc":"…"}
 *     {"crc":"…","record":…}
 *
 * Invariants:
 * 1. A line's checksum runs over its record and, through its start value, over all records before it. So a line that was
 *    changed, taken out, doubled or moved is found, and not only one that was torn.
 * 2. Only the end may be torn: a last line without line break, or with a wrong checksum, was never acknowledged as a
 *    whole. A wrong line that another follows is corruption, whatever follows, also where the break between them is gone.
 * 3. Reading changes nothing and is linear.
 *
 * CRC-32 of zlib: it is in Node, runs at gigabytes per second, and is made for this kind of fault. It proves nothing
 * about somebody who changes records on purpose.
 */
import { messageOf } from "../errors.js";
import type { Json } from "../json.js";
import { copyPlain } from "../plain.js";
import { JournalFileError } from "./journal-file-error.js";
import { builtin } from "./node-builtins.js";

/** The format that this version writes and reads. */
export const JOURNAL_FILE_FORMAT = "loopwright/journal-file@1";
const FORMAT_FAMILY = "loopwright/journal-file@";

const LINE_BREAK = 0x0a;
const LINE_START = '{"crc":"';
const LINE_MIDDLE = '","record":';
/** Where a record begins in its line: after eight digits of checksum. */
const RECORD_AT = LINE_START.length + 8 + LINE_MIDDLE.length;

/** The end of a file that was cut off in the middle of a write. */
export interface TornTail {
  /** From 1. */
  readonly line: number;
  readonly byteOffset: number;
  readonly bytes: number;
  readonly reason: string;
}

/** What a file holds. */
export interface JournalContent {
  readonly records: readonly Json[];
  /** Bytes up to the end of the last whole line. */
  readonly size: number;
  /** The checksum that the next line continues. */
  readonly crc: number;
  readonly tornTail: TornTail | null;
}

/** The first line, and the checksum that the next line continues. */
export function headerLine(): { readonly line: string; readonly crc: number } {
  const format = JSON.stringify(JOURNAL_FILE_FORMAT);
  const crc = builtin("zlib").crc32(format);
  return { line: `{"format":${format},"crc":"${hex(crc)}"}\n`, crc };
}

/** The line of a record, given as JSON, and the checksum that the next line continues. */
export function recordLine(json: string, previousCrc: number): { readonly line: string; readonly crc: number } {
  const crc = builtin("zlib").crc32(json, previousCrc);
  return { line: `${LINE_START}${hex(crc)}${LINE_MIDDLE}${json}}\n`, crc };
}

/**
 * Reads a whole file.
 *
 * @throws JournalFileError `journal-corrupt` or `journal-version`, with line and byte offset.
 */
export function readContent(bytes: Buffer, path: string): JournalContent {
  const header = headerLine();
  const first = bytes.indexOf(LINE_BREAK);
  if (first === -1 || bytes.toString("latin1", 0, first + 1) !== header.line) refuseHeader(bytes.subarray(0, first === -1 ? undefined : first), path);
  const records: Json[] = [];
  let { crc } = header;
  let start = first + 1;
  let tornTail: TornTail | null = null;
  while (start < bytes.length) {
    const end = bytes.indexOf(LINE_BREAK, start);
    const line = records.length + 2;
    const read = end === -1 ? "it has no line break" : readLine(bytes, start, end, crc);
    if (typeof read === "string") {
      if (end !== -1 && end + 1 < bytes.length) throw corrupt(path, line, start, read);
      if (holdsWholeLine(bytes, start, crc)) throw corrupt(path, line, start, "its line break is damaged");
      tornTail = { line, byteOffset: start, bytes: bytes.length - start, reason: read };
      break;
    }
    records.push(read.record);
    ({ crc } = read);
    start = end + 1;
  }
  return { records: Object.freeze(records), size: start, crc, tornTail };
}

/** A line's record, or what is wrong with the line. */
function readLine(bytes: Buffer, start: number, end: number, previousCrc: number): { readonly record: Json; readonly crc: number } | string {
  const json = bytes.subarray(start + RECORD_AT, end - 1);
  const stated = bytes.toString("latin1", start + LINE_START.length, start + LINE_START.length + 8);
  if (end - start <= RECORD_AT + 1 || bytes.toString("latin1", start, start + RECORD_AT) !== `${LINE_START}${stated}${LINE_MIDDLE}` || bytes[end - 1] !== CLOSING) return "it is no line of a journal";
  const crc = builtin("zlib").crc32(json, previousCrc);
  if (hex(crc) !== stated) return `its checksum is ${hex(crc)}, not ${JSON.stringify(stated)}`;
  try {
    return { record: copyPlain(JSON.parse(json.toString("utf8"))), crc };
  } catch (thrown) {
    return `its record cannot be read: ${messageOf(thrown)}`;
  }
}

/** Whether what looks torn begins with a line that was whole, and another behind it. */
function holdsWholeLine(bytes: Buffer, start: number, previousCrc: number): boolean {
  const { crc32 } = builtin("zlib");
  const stated = bytes.toString("latin1", start + LINE_START.length, start + LINE_START.length + 8);
  let crc = previousCrc;
  let from = start + RECORD_AT;
  for (let next = bytes.indexOf(LINE_START, from + 2); next !== -1; next = bytes.indexOf(LINE_START, next + 1)) {
    const end = next - 2; // Where the record's closing brace would be, and its line break behind it.
    crc = crc32(bytes.subarray(from, end), crc);
    from = end;
    if (bytes[end] === CLOSING && hex(crc) === stated) return true;
  }
  return false;
}

const CLOSING = 0x7d;

function hex(crc: number): string {
  return crc.toString(16).padStart(8, "0");
}

function refuseHeader(line: Buffer, path: string): never {
  const format = formatOf(line);
  if (format?.startsWith(FORMAT_FAMILY) === true && format !== JOURNAL_FILE_FORMAT) {
    throw new JournalFileError("journal-version", `the journal ${path} is ${format}; this version reads ${JOURNAL_FILE_FORMAT}`, {
      path,
      hint: "Finish the run with the version that began it.",
      line: 1,
      byteOffset: 0,
    });
  }
  const what = line.length === 0 ? "it is empty" : format === JOURNAL_FILE_FORMAT ? "the header is damaged" : "it does not begin as a journal";
  throw corrupt(path, 1, 0, what);
}

function formatOf(line: Buffer): string | null {
  try {
    const { format } = JSON.parse(line.toString("utf8", 0, 4096)) as { readonly format?: unknown };
    return typeof format === "string" ? format : null;
  } catch {
    return null;
  }
}

function corrupt(path: string, line: number, byteOffset: number, what: string): JournalFileError {
  return new JournalFileError("journal-corrupt", `the journal ${path} is corrupt in line ${line} (byte ${byteOffset}): ${what}`, {
    path,
    hint: "Nothing was changed. Restore the file from a copy, or begin with a new one.",
    line,
    byteOffset,
  });
}
