/**
 * What a journal costs: appends per second in memory and in a file, by sync policy, and going on from a journal that holds
 * 10,000 effects of one phase, none of which runs again.
 */
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { always, defineFacts, definePolicy, flag, memoryJournal, runLoop, structuredRole, terminationTable } from "@loopwright/core";
import type { Agent, Journal, Json } from "@loopwright/core";
import { jsonlJournal } from "@loopwright/core/jsonl-journal";

const EFFECTS = 10_000;
/** About what a call's end takes. */
const RECORD: Json = { type: "effect.ended", key: "r1/review/reviewer", call: { reply: { text: "x".repeat(400) }, failure: null, usage: null, costUsd: null }, step: null, at: 0 };

async function appendsPerSecond(journal: Journal, count: number, atOnce: number): Promise<number> {
  const opened = await journal.open();
  const start = performance.now();
  for (let done = 0; done < count; done += atOnce) await Promise.all(Array.from({ length: atOnce }, () => opened.append(RECORD)));
  const seconds = (performance.now() - start) / 1000;
  await opened.close();
  return Math.round(count / seconds);
}

const done = defineFacts({ done: flag() });
const verdict = structuredRole<{ readonly ok: boolean }>({ jsonSchema: { type: "object" }, validate: (value) => ({ ok: true, value: value as { readonly ok: boolean } }) });

/** One phase with half of its effects calls, half of them steps. */
function longPhase(effects: number) {
  return definePolicy({ name: "long", roles: { reviewer: verdict }, table: terminationTable(done, [{ token: "done", kind: "stop", when: (f) => f.done }, { token: "again", kind: "continue", then: "review", when: always }]) })({
    open: (_ctx, _input: null) => ({ answers: 0 }),
    async review(ctx) {
      let answers = 0;
      for (let index = 0; index < effects / 2; index++) {
        const judged = await ctx.call("reviewer", { instruction: "judge", input: { index } });
        const stepped = await ctx.step(`step-${index}`, () => index);
        answers += Number(judged.ok) + Number(stepped.ok);
      }
      return { answers };
    },
    facts: (state) => ({ done: state.answers === effects }),
    report: (state) => state.answers,
  });
}

/** What a run has appended by the end of its last effect. */
async function recordsOf(effects: number): Promise<readonly Json[]> {
  const records: Json[] = [];
  const inner = memoryJournal();
  const journal: Journal = {
    async open() {
      const opened = await inner.open();
      return { ...opened, append: (record) => (records.push(record), opened.append(record)) };
    },
  };
  let calls = 0;
  const reviewer: Agent = { id: "r", call: () => Promise.resolve({ structured: { ok: ++calls > 0 } }) };
  await runLoop(longPhase(effects), { agents: { reviewer }, input: null, journal }).result;
  return records.slice(0, records.findLastIndex((record) => (record as { readonly type?: string }).type === "effect.ended") + 1);
}

interface Resumed {
  readonly ms: number;
  /** What the process used of its cores: less at the mercy of other programs. */
  readonly cpuMs: number;
}

async function resume(file: string, effects: number): Promise<Resumed> {
  let calls = 0;
  const reviewer: Agent = { id: "r", call: () => Promise.resolve({ structured: { ok: ++calls > 0 } }) };
  const cpu = process.cpuUsage();
  const start = performance.now();
  const { report } = await runLoop(longPhase(effects), { agents: { reviewer }, input: null, journal: jsonlJournal(file, { sync: "none" }) }).result;
  const ms = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  if (calls > 0 || report !== effects) throw new Error(`the replay called ${calls} times and gave ${String(report)}`);
  return { ms, cpuMs: (user + system) / 1000 };
}

export async function measureJournal(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "loopwright-bench-"));
  const file = (name: string): string => path.join(folder, name);
  try {
    const rows = [
      { journal: "memoryJournal", "one at a time": await appendsPerSecond(memoryJournal(), 100_000, 1), "100 at once": await appendsPerSecond(memoryJournal(), 100_000, 100) },
    ];
    for (const sync of ["none", "batch", "each"] as const) {
      rows.push({
        journal: `jsonlJournal, sync ${sync}`,
        "one at a time": await appendsPerSecond(jsonlJournal(file(`${sync}-1`), { sync }), sync === "none" ? 20_000 : 1_000, 1),
        "100 at once": await appendsPerSecond(jsonlJournal(file(`${sync}-100`), { sync }), sync === "each" ? 1_000 : 50_000, 100),
      });
    }
    console.log("appends per second");
    console.table(rows);
    const records = await recordsOf(EFFECTS);
    const times: Resumed[] = [];
    for (let turn = 0; turn < 5; turn++) {
      const opened = await jsonlJournal(file(`resume-${turn}`), { sync: "none" }).open();
      await Promise.all(records.map((record) => opened.append(record)));
      await opened.close();
      times.push(await resume(file(`resume-${turn}`), EFFECTS));
    }
    times.sort((one, other) => one.ms - other.ms);
    console.table([{ "effects replayed from a file": EFFECTS, records: records.length, "file MB": Number((statSync(file("resume-0")).size / 1e6).toFixed(1)), "best ms": Math.round(times[0]?.ms ?? NaN), "median ms": Math.round(times[2]?.ms ?? NaN), "least CPU ms": Math.round(Math.min(...times.map(({ cpuMs }) => cpuMs))) }]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

if (import.meta.main) await measureJournal();
