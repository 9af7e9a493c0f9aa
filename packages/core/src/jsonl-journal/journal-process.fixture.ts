/**
 * Run in a process of its own, to be killed: `write` appends and compacts until it is ended, `contend` tries to become the
 * owner at every line of its input. Says on standard output what it did, at once.
 */
import { writeSync } from "node:fs";
import { createInterface } from "node:readline";
import { messageOf, type Json } from "../index.js";
import { jsonlJournal, JournalFileError, type JsonlJournalOptions, type OpenJsonlJournal } from "./index.js";

const [mode = "", file = "", seedText = "1", sync = "batch"] = process.argv.slice(2);

function say(...words: readonly (string | number | boolean)[]): void {
  writeSync(1, `${words.join(" ")}\n`);
}

/** mulberry32: small, seeded, good enough to vary moments. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The journal holds `{ base }` after a compaction, then one record for each number after it. */
function summary(records: readonly Json[]): { base: number; last: number; isWhole: boolean } {
  const numbers = records.map((record) => record as { readonly base?: number; readonly n?: number });
  const base = numbers[0]?.base ?? 0;
  const own = base === 0 ? numbers : numbers.slice(1);
  return { base, last: base + own.length, isWhole: own.every(({ n }, index) => n === base + index + 1) };
}

async function write(): Promise<void> {
  const random = randomOf(Number(seedText));
  const opened = await jsonlJournal(file, { sync: sync as NonNullable<JsonlJournalOptions["sync"]> }).open();
  const found = summary(opened.records);
  say("opened", found.base, found.last, found.isWhole, opened.recovery.tornTail !== null, opened.recovery.previousOwner?.pid ?? 0);
  let last = found.last;
  const append = async (): Promise<void> => {
    const n = ++last;
    say("trying", n);
    await opened.append({ n, filler: "x".repeat(Math.floor(random() ** 8 * 200_000)) });
    say("appended", n);
  };
  const compact = async (): Promise<void> => {
    const base = last;
    say("compacting", base);
    await opened.compact([{ base }]);
    say("compacted", base);
  };
  for (let turn = 0; turn < 40; turn++) {
    const burst = random() < 0.5 ? 1 : Math.ceil(random() * 12);
    await Promise.all(Array.from({ length: burst }, () => (random() < 0.08 ? compact() : append())));
  }
  await opened.close();
  say("closed");
}

async function contend(): Promise<void> {
  let opened: OpenJsonlJournal | null = null;
  say("ready");
  for await (const line of createInterface({ input: process.stdin })) {
    try {
      opened ??= await jsonlJournal(file).open();
      say("owner", line, opened.recovery.previousOwner?.pid ?? 0);
    } catch (fault) {
      const known = fault instanceof JournalFileError && fault.code === "journal-locked";
      say(known ? "locked" : "failed", line, known ? (fault.owner?.pid ?? 0) : messageOf(fault));
    }
  }
  await opened?.close();
}

await (mode === "contend" ? contend() : write());
