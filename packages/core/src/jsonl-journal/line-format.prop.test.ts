import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import type { Json } from "../index.js";
import { JournalFileError } from "./index.js";
import { headerLine, readContent, recordLine, type JournalContent } from "./line-format.js";

// A busy machine takes its time for files and processes.
vi.setConfig({ testTimeout: 60_000 });

function fileOf(records: readonly Json[]): Buffer {
  let { line: text, crc } = headerLine();
  for (const record of records) {
    const next = recordLine(JSON.stringify(record), crc);
    text += next.line;
    ({ crc } = next);
  }
  return Buffer.from(text);
}

function read(bytes: Buffer): JournalContent | JournalFileError {
  try {
    return readContent(bytes, "run.jsonl");
  } catch (fault) {
    if (fault instanceof JournalFileError) return fault;
    throw fault;
  }
}

const lists = fc.array(fc.jsonValue() as fc.Arbitrary<Json>, { maxLength: 8 }).map((list) => JSON.parse(JSON.stringify(list)) as Json[]);
const header = Buffer.byteLength(headerLine().line);

describe("line-format.ts 1, 2", () => {
  test("what was written is read", () => {
    fc.assert(fc.property(lists, (records) => {
      const bytes = fileOf(records);
      expect(read(bytes)).toMatchObject({ records, size: bytes.length, tornTail: null });
    }));
  });

  test("G11: a file that ends anywhere gives the records up to there, and says what is cut", () => {
    fc.assert(fc.property(lists, fc.nat(), (records, at) => {
      const whole = fileOf(records);
      const bytes = whole.subarray(0, header + (at % (whole.length - header + 1)));
      const content = read(bytes);
      if (content instanceof JournalFileError) throw content;
      expect(content.records).toEqual(records.slice(0, content.records.length));
      expect(content.size).toBeLessThanOrEqual(bytes.length);
      expect(whole.indexOf("\n", content.size)).toBeGreaterThanOrEqual(bytes.length === whole.length ? -1 : bytes.length);
      if (content.size === bytes.length) expect(content.tornTail).toBeNull();
      else expect(content.tornTail).toEqual({ line: content.records.length + 2, byteOffset: content.size, bytes: bytes.length - content.size, reason: "it has no line break" });
    }));
  });

  test("a changed byte is never read as another record: the file is refused with the line, or its last line is cut", () => {
    fc.assert(fc.property(lists, fc.nat(), fc.integer({ min: 1, max: 255 }), (records, at, change) => {
      const bytes = Buffer.from(fileOf(records));
      const where = at % bytes.length;
      bytes[where] = bytes[where]! ^ change;
      const found = read(bytes);
      const line = fileOf(records).subarray(0, where).filter((byte) => byte === 0x0a).length + 1;
      if (found instanceof JournalFileError) {
        expect(["journal-corrupt", "journal-version"]).toContain(found.code);
        expect(found.line).toBe(line);
        expect(found.message).toContain(found.code === "journal-version" ? "journal-file@" : `line ${line} (byte ${found.byteOffset})`);
      } else {
        expect(found.records).toEqual(records.slice(0, -1));
        expect(found.tornTail).toMatchObject({ line: records.length + 1, byteOffset: found.size });
      }
    }), { numRuns: 500 });
  });

  test("a damaged break between the last two lines loses neither of them: the file is refused", () => {
    fc.assert(fc.property(lists.filter((records) => records.length >= 2), fc.integer({ min: 1, max: 255 }), fc.boolean(), (records, change, isTorn) => {
      const whole = fileOf(records);
      const bytes = isTorn ? whole.subarray(0, -1) : whole;
      const where = whole.lastIndexOf("\n", whole.length - 2);
      bytes[where] = bytes[where]! ^ change;
      expect(read(bytes)).toMatchObject({ code: "journal-corrupt", line: records.length });
    }));
  });

  test("a line that was taken out, doubled or moved is found, where another follows", () => {
    fc.assert(fc.property(fc.uniqueArray(fc.integer(), { minLength: 3, maxLength: 8 }), fc.nat(), fc.constantFrom("taken out", "doubled", "moved"), (records, at, what) => {
      const lines = fileOf(records).toString().trimEnd().split("\n");
      const where = 1 + (at % (records.length - 2));
      const line = lines[where]!;
      if (what === "doubled") lines.splice(where, 0, line);
      else lines.splice(where, 1);
      if (what === "moved") lines.splice(where + 1, 0, line);
      const found = read(Buffer.from(`${lines.join("\n")}\n`));
      expect(found).toBeInstanceOf(JournalFileError);
      expect(found).toMatchObject({ code: "journal-corrupt", line: what === "doubled" ? where + 2 : where + 1 });
    }));
  });
});
