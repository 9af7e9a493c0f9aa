import { describe, expect, test } from "vitest";
import { isDeepFrozen } from "./event-grammar.fixture.js";
import { memoryJournal } from "./index.js";

describe("memoryJournal", () => {
  test("keeps the order of overlapping appends, replaces as a whole, and gives frozen copies", async () => {
    const journal = memoryJournal();
    const open = await journal.open();
    const record = { type: "a", list: [1] };
    await Promise.all([open.append(record), open.append({ type: "b" })]);
    record.list.push(2);
    expect(journal.records).toEqual([{ type: "a", list: [1] }, { type: "b" }]);
    expect(isDeepFrozen(journal.records)).toBe(true);
    await open.compact([{ type: "c" }]);
    expect(journal.records).toEqual([{ type: "c" }]);
    await open.close();
    const again = await journal.open();
    expect(again.records).toEqual([{ type: "c" }]);
    expect(isDeepFrozen(again.records)).toBe(true);
  });

  test("has one owner at a time; who gave it up writes no more", async () => {
    const journal = memoryJournal([{ type: "a" }]);
    const open = await journal.open();
    await expect(journal.open()).rejects.toMatchObject({ code: "journal-locked" });
    await open.close();
    const second = await journal.open();
    await open.close(); // Idempotent: it does not take the journal from its new owner.
    await expect(journal.open()).rejects.toMatchObject({ code: "journal-locked" });
    await expect(open.append({ type: "b" })).rejects.toMatchObject({ code: "journal-closed" });
    await expect(open.compact([])).rejects.toMatchObject({ code: "journal-closed" });
    await second.append({ type: "c" });
    expect(journal.records).toEqual([{ type: "a" }, { type: "c" }]);
  });

  test("refuses what is no plain data, and stays as it is", async () => {
    expect(() => memoryJournal([new Date() as never])).toThrow(expect.objectContaining({ code: "not-plain", path: "records[0]" }));
    const journal = memoryJournal([{ type: "a" }]);
    const open = await journal.open();
    await expect(open.append({ at: Number.NaN })).rejects.toMatchObject({ code: "not-plain" });
    await expect(open.compact([{ type: "b" }, { at: Number.NaN }])).rejects.toMatchObject({ code: "not-plain" });
    expect(journal.records).toEqual([{ type: "a" }]);
  });
});
