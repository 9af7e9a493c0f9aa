import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { LoopwrightError, memoryJournal } from "@loopwright/core";
import type { Journal, Json, OpenJournal } from "@loopwright/core";
import { jsonlJournal } from "@loopwright/core/jsonl-journal";
import { describe, expect, test, vi } from "vitest";
import { journalContract, testJournalContract } from "./journal-contract.js";
import type { CreateJournal } from "./journal-contract.js";

// A busy machine takes its time for files and processes.
vi.setConfig({ testTimeout: 60_000 });

const inMemory: CreateJournal = () => {
  const journal = memoryJournal();
  return { journal, again: () => journal };
};

const inFile =
  (sync: "each" | "batch" | "none"): CreateJournal =>
  () => {
    const folder = mkdtempSync(path.join(tmpdir(), "loopwright-journal-"));
    const file = path.join(folder, "run.jsonl");
    return { journal: jsonlJournal(file, { sync }), again: () => jsonlJournal(file, { sync }), dispose: () => rmSync(folder, { recursive: true }) };
  };

describe("memoryJournal keeps the contract", () => {
  expect(testJournalContract(test, inMemory)).toBeGreaterThanOrEqual(20);
});

describe("jsonlJournal keeps the contract", () => {
  testJournalContract(test, inFile("batch"));
});

describe("jsonlJournal that syncs nothing keeps the contract", () => {
  testJournalContract(test, inFile("none"));
});

test("jsonlJournal that syncs each record keeps the contract", { timeout: 60_000 }, async () => {
  const failed: string[] = [];
  // Ten thousand syncs say nothing that two hundred do not.
  for (const { name, run } of journalContract(inFile("each"))) if (!name.includes("ten thousand")) await run().catch((fault: unknown) => failed.push(`${name}: ${String(fault)}`));
  expect(failed).toEqual([]);
});

/** A journal in memory whose opened form is spoilt by `change`. */
const spoilt =
  (change: (opened: OpenJournal, inner: Journal) => Partial<OpenJournal>): CreateJournal =>
  () => {
    const inner = memoryJournal();
    const journal: Journal = {
      async open() {
        const opened = await inner.open();
        const kept = { records: opened.records, append: (record: Json) => opened.append(record), compact: (list: readonly Json[]) => opened.compact(list), close: () => opened.close() };
        return { ...kept, ...change(opened, inner) };
      },
    };
    return { journal, again: () => journal };
  };

const later = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1));

describe("the suite finds a journal that", () => {
  test.each<[defect: string, CreateJournal, found: string]>([
    ["loses the last record", spoilt(({ records }) => ({ records: records.slice(0, -1) })), "what was appended is there"],
    ["does not freeze records", spoilt(({ records }) => ({ records: JSON.parse(JSON.stringify(records)) as Json[] })), "frozen to their leaves"],
    ["mixes up appends", spoilt((opened) => ({ append: async (record) => (Math.random() < 0.5 ? later() : Promise.resolve()).then(() => opened.append(record)) })), "calls that overlap keep their order"],
    ["reads records late", spoilt((opened) => ({ append: async (record) => later().then(() => opened.append(record)) })), "a record that changes after the call"],
    ["throws instead of rejecting", spoilt((opened) => ({ append: (record) => (record === undefined ? thrown() : opened.append(record)) })), "what is not JSON is refused"],
    ["coerces what is not JSON", spoilt((opened) => ({ append: (record) => opened.append(JSON.parse(JSON.stringify(record ?? null)) as Json) })), "what is not JSON is refused"],
    ["drops doubles", spoilt((opened) => doubles(opened)), "the same record twice"],
    ["lets two in", () => ({ journal: { open: () => memoryJournal().open() }, again: () => ({ open: () => memoryJournal().open() }) }), "a second one is refused"],
    ["stays locked", spoilt(() => ({ close: () => Promise.resolve() })), "closing lets the next one in"],
    ["appends after closing", spoilt(() => ({ append: () => Promise.resolve() })), "after closing nothing is appended"],
    ["compacts by appending", spoilt((opened) => ({ compact: async (list) => void (await Promise.all(list.map((record) => opened.append(record)))) })), "replaces everything"],
    ["forgets what comes after a compaction", spoilt((opened) => compactsLast(opened)), "what comes later stands behind it"],
    ["compacts what is JSON of a list that is not", spoilt((opened) => ({ compact: (list) => opened.compact(JSON.parse(JSON.stringify(list)) as Json[]) })), "with one that is not JSON changes nothing"],
  ])("%s", async (_defect, create, found) => {
    const [one, ...others] = journalContract(create).filter(({ name }) => name.includes(found));
    expect(others).toEqual([]);
    await expect(one!.run()).rejects.toThrow();
    await journalContract(inMemory).find(({ name }) => name.includes(found))!.run();
  });

  function thrown(): never {
    throw new LoopwrightError("not-plain", "sync", { hint: "none" });
  }

  function doubles(opened: OpenJournal): Partial<OpenJournal> {
    const seen = new Set<Json>();
    return { append: async (record) => (seen.has(record) ? undefined : (seen.add(record), opened.append(record))) };
  }

  function compactsLast(opened: OpenJournal): Partial<OpenJournal> {
    let compacted = false;
    return { compact: (list) => ((compacted = true), opened.compact(list)), append: (record) => (compacted ? Promise.resolve() : opened.append(record)) };
  }
});

test("names are unique", () => {
  const names = journalContract(inMemory).map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toHaveLength(33);
});
