import { existsSync, mkdtempSync, readdirSync, rmSync, watch } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { isJournalFile } from "./journal-files.js";
import { jsonlJournal } from "./jsonl-journal.js";

it("G15: whatever a journal puts into its folder is known as its own, and nothing else is", async () => {
  const folder = mkdtempSync(join(tmpdir(), "journal-files-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const seen = new Set<string>();
  const watcher = watch(folder, (_, name) => void (name !== null && seen.add(name)));
  onTestFinished(() => watcher.close());
  const file = join(folder, "run.jsonl");
  for (const n of [1, 2]) {
    const opened = await jsonlJournal(file).open();
    await opened.append({ n });
    await expect(jsonlJournal(file).open()).rejects.toMatchObject({ code: "journal-locked" });
    for (const name of readdirSync(folder)) seen.add(name);
    await opened.compact([{ n: 0 }]);
    await opened.close();
  }
  await expect.poll(() => [...seen].some((name) => name.endsWith(".journal-new"))).toBe(true);
  expect([...seen].some((name) => /^run\.jsonl\.lock\.[\w-]+$/.test(name))).toBe(true);
  expect([...seen].filter((name) => !isJournalFile(name, "run.jsonl"))).toEqual([]);
  expect(readdirSync(folder)).toEqual(["run.jsonl"]);
  expect(existsSync(file)).toBe(true);
});

it.each(["run.jsonl2", "run.json", "x/run.jsonl", "run.jsonl.lock2", "run.jsonl.lock.", "run.jsonl.lock.a/b", "run.jsonl.lock.a.b", "run.jsonl.lock.a.claim.x", "run.jsonl.journal-new.x", "run.jsonl.bak", ""])(
  "G15: %j is none of the journal's files",
  (path) => expect(isJournalFile(path, "run.jsonl")).toBe(false),
);
