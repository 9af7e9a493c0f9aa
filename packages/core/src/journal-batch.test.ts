/** Batches of lanes over crashes: who may call, in which order, and that nobody overshoots. Swept over every write. */
import { describe, expect, test } from "vitest";
import { crash, memoryJournal, problemsOf, runOn, typesOf, uncompacted, written } from "./journal.fixture.js";
import type { AgentReply, Json, RunLimits } from "./index.js";
import { agentOf, judges, probe, probeAgents, settle, type Probe, type ProbeOptions } from "./probe.fixture.js";

const KEYS = ["a", "b", "c", "d"] as const;
const TOKENS = 100;
const USD = 2;

interface Batch {
  readonly lanes: number;
  readonly perLane: number;
  readonly concurrency: number;
}

/** One review with a batch in it; what became of each lane is its report. */
function policyOf({ lanes, perLane, concurrency }: Batch): Probe {
  const review: ProbeOptions["review"] = async (ctx, state) => {
    const results = await ctx.lanes(
      KEYS.slice(0, lanes).map((key) => ({ lane: key, role: `panel/${key}` as const })),
      async (lane, { role }) => {
        const outcomes: string[] = [];
        for (let call = 0; call < perLane; call++) {
          const outcome = await lane.call(role, { instruction: "do", input: call });
          outcomes.push(outcome.ok ? "ok" : outcome.failure.kind);
        }
        return outcomes;
      },
      { concurrency },
    );
    return { ...state, next: "stop", note: results.map((lane) => (lane.ok ? lane.value : lane.failure.kind)) };
  };
  return probe({ review, reviewed: () => true });
}

/** Agents that declare what they use and use it; later ones answer later, so that lanes stand at different places. */
function panel(isLateFirst = false) {
  const usage = { inputTokens: 60, outputTokens: 40, costUsd: USD };
  const agents = KEYS.map((key, index) => {
    const answer = async (): Promise<AgentReply> => (await settle(3 * (isLateFirst ? KEYS.length - index : index)), { ...judges(true), usage });
    return [key, agentOf(answer, { id: key, prices: "reported", limits: { maxInputTokens: 60, maxOutputTokens: 40, maxCostUsd: USD } })] as const;
  });
  const { writer, reviewer, adviser } = probeAgents();
  const free = { prices: { inputUsdPerMillionTokens: 0, outputUsdPerMillionTokens: 0 } };
  return { writer: { ...writer, ...free }, reviewer: { ...reviewer, ...free }, adviser: { ...adviser, ...free }, panel: Object.fromEntries(agents) };
}

/** The same number of calls, as each limit says it. */
const LIMITS = {
  calls: (calls: number): RunLimits => ({ calls }),
  tokens: (calls: number): RunLimits => ({ tokens: calls * TOKENS }),
  costUsd: (calls: number): RunLimits => ({ costUsd: calls * USD }),
} as const;

/** What a journal says of the calls of a batch. */
function standing(records: readonly Json[]) {
  const started = new Map<string, number>();
  const ended = new Set<string>();
  const refused = new Set<string>();
  for (const record of written(records)) {
    const key = record["key"] as string; // What has none is none of these types.
    if (record.type === "effect.started") started.set(key, (started.get(key) ?? 0) + 1);
    if (record.type === "effect.ended") ended.add(key);
    if (record.type === "effect.refused") refused.add(key);
  }
  const inFlight = [...started.keys()].filter((key) => !ended.has(key) && !refused.has(key)).sort();
  return { started, refused, inFlight, spent: [...started.values()].reduce((sum, times) => sum + times, 0), isDecided: written(records).some(({ type }) => type === "decision") };
}

const laneOf = (key: string): string => key.split("/")[2] ?? "";

type Note = readonly ("budget" | readonly string[])[];

/** What of a call came out: its outcome in the report. */
function outcomeOf(note: Note, key: string): string {
  const lane = note[KEYS.indexOf(laneOf(key) as "a")];
  const index = Number(/#(\d+)$/.exec(key)?.[1] ?? 1) - 1;
  return typeof lane === "string" ? lane : (lane?.[index] ?? "none");
}

/** Where "yes" may stand only before "no". */
function expectOrder(flags: readonly boolean[], at: string): void {
  expect(flags, at).toEqual([...flags].sort((one, other) => Number(other) - Number(one)));
}

interface Resumed {
  readonly left: readonly Json[];
  readonly note: Note;
  readonly calls: number;
  readonly allowed: number;
  readonly at: string;
}

/** What holds after any crash, whatever the limits are now. */
function expectLawful({ left, note, calls, allowed, at }: Resumed): void {
  const before = standing(left);
  expect(calls, `${at}: overshoot`).toBeLessThanOrEqual(Math.max(allowed, before.spent));
  for (const key of before.started.keys()) expect(note[KEYS.indexOf(laneOf(key) as "a")], `${at}: ${key} was let in`).not.toBe("budget");
  for (const key of before.refused) expect(outcomeOf(note, key), `${at}: ${key} was refused`).toBe("budget");
  if (before.isDecided) return;
  const again = before.inFlight.filter((key) => before.started.get(key) === 1).map((key) => outcomeOf(note, key) === "ok");
  expectOrder(again, `${at}: re-issued in declared order`);
  if (!again.includes(false)) return;
  expect(calls, `${at}: refused without need`).toBeGreaterThanOrEqual(allowed);
}

async function resume(policy: Probe, left: readonly Json[], limits: RunLimits | null, isLateFirst = false): Promise<{ readonly note: Note; readonly calls: number; readonly records: readonly Json[] }> {
  const journal = memoryJournal(left);
  const { result, events } = await runOn(policy, uncompacted(journal), { agents: panel(isLateFirst), ...(limits === null ? {} : { limits }) });
  expect(result.status, JSON.stringify(result)).toBe("stopped");
  expect(problemsOf(events)).toEqual([]);
  return { note: (result.report as unknown as { readonly note: Note }).note, calls: result.usage.calls, records: journal.records };
}

const BATCHES: readonly Batch[] = [2, 4].flatMap((lanes) => [1, 2, 4].flatMap((concurrency) => [1, 2].map((perLane) => ({ lanes, perLane, concurrency }))));
const told = ({ lanes, perLane, concurrency }: Batch): string => `${lanes} lanes of ${perLane}, ${concurrency} at once`;

describe.each(Object.keys(LIMITS) as (keyof typeof LIMITS)[])("G8, G14: a batch under a limit on %s, killed after each write", { timeout: 300_000 }, (kind) => {
  test.each(BATCHES.map((batch) => [told(batch), batch] as const))("G8: %s: who was let in stays in, who was refused stays out, re-issues in declared order, no overshoot", async (_name, batch) => {
    const policy = policyOf(batch);
    const { lanes, perLane, concurrency } = batch;
    let points = 0;
    for (const granted of new Set([lanes - 1, lanes, lanes + Math.floor(lanes / 2)])) {
      const limits = LIMITS[kind](granted);
      const whole = await resume(policy, [], limits);
      const isOutside = (note: Note) => note.map((lane) => lane === "budget");
      for (const isTorn of [false, true]) {
        for (let after = 1; ; after++) {
          const left = await crash(policy, [], { after, isTorn }, { agents: panel(), limits });
          if (left === null || typesOf(left).includes("checkpoint")) break; // Nothing of the batch is left to be gone on with.
          points++;
          const before = standing(left);
          const at = `${granted} granted, write ${after}${isTorn ? ", torn" : ""}`;
          for (const [how, now] of [["the same limits", limits], ["limits left out", null]] as const) {
            const again = await resume(policy, left, now);
            expectLawful({ left, ...again, allowed: granted, at: `${at}, ${how}` });
            expect(isOutside(again.note), `${at}, ${how}`).toEqual(isOutside(whole.note));
            if (before.inFlight.length === 0 && (concurrency === 1 || perLane === 1)) expect(again.note, `${at}, ${how}`).toEqual(whole.note);
          }
          const wider = await resume(policy, left, LIMITS[kind](100));
          expectLawful({ left, ...wider, allowed: 100, at: `${at}, wider` });
          expectOrder(wider.note.map((lane) => lane !== "budget"), `${at}, wider`);
          const narrower = await resume(policy, left, LIMITS[kind](1));
          expectLawful({ left, ...narrower, allowed: 1, at: `${at}, narrower` });
        }
      }
    }
    expect(points).toBeGreaterThan(6 * lanes);
  });
});

describe("G8, G14: batches over two crashes", { timeout: 300_000 }, () => {
  test.each([
    ["in declared order", false],
    ["in the other order", true],
  ])("agents answer %s: at every pair of writes nobody overshoots, and what one process refused the next one refuses", async (_name, isLateFirst) => {
    const policy = policyOf({ lanes: 4, perLane: 2, concurrency: 4 });
    const limits = { calls: 6 };
    let points = 0;
    for (let after = 1; ; after++) {
      const first = await crash(policy, [], { after, isTorn: true }, { agents: panel(isLateFirst), limits });
      if (first === null) break;
      for (let then = 1; ; then++) {
        const second = await crash(policy, first, { after: then }, { agents: panel(!isLateFirst), limits });
        if (second === null || typesOf(second).includes("checkpoint")) break;
        points++;
        const again = await resume(policy, second, null, isLateFirst);
        expectLawful({ left: second, ...again, allowed: 6, at: `writes ${after} and ${then}` });
      }
    }
    expect(points).toBeGreaterThan(60);
  });
});

describe("batches that go on", { timeout: 120_000 }, () => {
  const ask = (input: Json) => ({ instruction: "do", input });
  const lanesOf = (keys: readonly string[]) => keys.map((key) => ({ lane: key, role: `panel/${key}` as const }));
  /** A panel whose agents declare so many tokens, and use what they say they use. */
  const saying = (declared: number, used: (key: string) => number) => {
    const bound = declared === 0 ? {} : { limits: { maxInputTokens: declared, maxOutputTokens: 0 } };
    const one = (key: string) => [key, agentOf(() => Promise.resolve({ ...judges(true), usage: { inputTokens: used(key), outputTokens: 0 } }), { id: key, ...bound })] as const;
    return { ...probeAgents(), panel: Object.fromEntries(KEYS.map(one)) };
  };
  const startedKeys = (records: readonly Json[]) => written(records).flatMap(({ type, key }) => (type === "effect.started" ? [key as string] : []));

  test("G8: who is refused is recorded before any lane starts, the last one first; cut off anywhere, wider limits let nobody in behind somebody who is refused", async () => {
    const policy = policyOf({ lanes: 4, perLane: 1, concurrency: 1 });
    const journal = memoryJournal();
    await runOn(policy, uncompacted(journal), { agents: panel(), limits: { calls: 2 } });
    const records = written(journal.records);
    expect(records.slice(0, 4).map(({ type, key }) => [type, key ?? null])).toEqual([
      ["run", null],
      ["effect.refused", "r1/review/d/panel/d"],
      ["effect.refused", "r1/review/c/panel/c"],
      ["effect.started", "r1/review/a/panel/a"],
    ]);
    const notes = [];
    for (let end = 1; end <= 4; end++) notes.push((await resume(policy, records.slice(0, end), { calls: 100 })).note.map((lane) => lane !== "budget"));
    expect(notes).toEqual([
      [true, true, true, true],
      [true, true, true, false],
      [true, true, false, false],
      [true, true, false, false],
    ]);
  });

  test.each([
    ["one after another", 1, 1],
    ["side by side", 1, 4],
    ["side by side, twice each", 2, 4],
  ])("G11, G14: lanes without a declared bound, %s: who was let in stays in whatever the others spent; a lost call is not issued again, for what it spent is unknown", async (_name, perLane, concurrency) => {
    const policy = policyOf({ lanes: 4, perLane, concurrency });
    const limits = { tokens: 250 };
    const agents = () => saying(0, () => 100);
    const whole = (await runOn(policy, memoryJournal(), { agents: agents(), limits })).result.report as unknown as { readonly note: Note };
    let points = 0;
    for (let after = 1; ; after++) {
      const left = await crash(policy, [], { after, isTorn: false }, { agents: agents(), limits });
      if (left === null || typesOf(left).includes("checkpoint")) break;
      points++;
      const { note } = (await runOn(policy, memoryJournal(left), { agents: agents(), limits })).result.report as unknown as { readonly note: Note };
      const { inFlight } = standing(left);
      for (const key of inFlight) expect(outcomeOf(note, key), String(after)).toBe("budget");
      if (inFlight.length === 0) expect(note, String(after)).toEqual(whole.note);
      else if (perLane === 1) expect(note.filter((lane) => lane[0] === "ok"), String(after)).toHaveLength(4 - inFlight.length);
    }
    expect(points).toBeGreaterThan(8);
  });

  test("G14: a lost call is issued again only if it fits beside what the others really spent", async () => {
    const policy = policyOf({ lanes: 3, perLane: 1, concurrency: 4 });
    const used = (key: string): number => (key === "a" ? 150 : 10);
    const journal = memoryJournal();
    await runOn(policy, uncompacted(journal), { agents: saying(50, used), limits: { tokens: 250 } });
    const inFlight = written(journal.records).filter(({ type, key }) => type !== "decision" && type !== "checkpoint" && !(type === "effect.ended" && String(key as string).endsWith("/c")));
    const { result } = await runOn(policy, memoryJournal(inFlight), { agents: saying(50, used), limits: { tokens: 250 } });
    expect(result).toMatchObject({ report: { note: [["ok"], ["ok"], ["budget"]] }, usage: { calls: 3 } }); // 150 + 10 + 50 lost leave 40.
    const wide = await runOn(policy, memoryJournal(inFlight), { agents: saying(50, used), limits: { tokens: 260 } });
    expect(wide.result).toMatchObject({ report: { note: [["ok"], ["ok"], ["ok"]] }, usage: { calls: 4 } });
  });

  test("G8: a lane that has called another agent first stays in under narrower limits, and is replayed", async () => {
    const policy = probe({
      review: async (ctx, state) => {
        const results = await ctx.lanes(lanesOf(["a", "b"]), async (lane, { role }) => {
          const outcomes = [await lane.call("reviewer", ask(1)), await lane.call(role, ask(2)), await lane.call("reviewer", ask(3), { repair: () => ask(4) })];
          return outcomes.map((one) => (one.ok ? "ok" : one.failure.kind));
        }, { concurrency: 1 });
        return { ...state, next: "stop", note: results.map((lane) => (lane.ok ? lane.value : lane.failure.kind)) };
      },
      reviewed: () => true,
    });
    const left = (await crash(policy, [], { after: 3 }, { agents: probeAgents(), limits: { calls: 6 } })) ?? [];
    expect(startedKeys(left)).toEqual(["r1/review/a/reviewer"]);
    const { result } = await runOn(policy, memoryJournal(left), { agents: probeAgents(), limits: { calls: 1 } });
    expect(result).toMatchObject({ status: "stopped", report: { note: [["ok", "ok", "budget"], "budget"] } });
  });

  test("G8, G14: a repair that was lost is issued again before a lane behind it, which comes to its second call sooner, may make it", async () => {
    const policy = probe({
      review: async (ctx, state) => {
        const results = await ctx.lanes(lanesOf(["a", "b"]), async (lane, { role }) => {
          const outcomes = [await lane.call(role, ask(1)), await lane.call(role, ask(2))];
          if (lane.lane === "a") outcomes.push(await lane.call(role, ask(3), { repair: (_problems, n) => (n < 2 ? ask("again") : null) }));
          return outcomes.map((one) => (one.ok ? "ok" : one.failure.kind));
        });
        return { ...state, next: "stop", note: results.map((lane) => (lane.ok ? lane.value : lane.failure.kind)) };
      },
      reviewed: () => true,
    });
    const agents = () => probeAgents({ panel: { a: ({ input, repair }) => (input === 3 && repair === 0 ? { structured: { ok: "perhaps" } } : judges(true)), b: () => judges(true) } });
    const journal = memoryJournal();
    await runOn(policy, uncompacted(journal), { agents: agents() });
    const records = written(journal.records);
    const isLeft = ({ type, key }: (typeof records)[number]): boolean => !["decision", "checkpoint"].includes(type) && !(key as string | undefined)?.endsWith("/b#2") && !(type === "effect.ended" && (key as string).endsWith("/repair-1"));
    const left = records.filter(isLeft);
    expect(standing(left).inFlight).toEqual(["r1/review/a/panel/a#3/repair-1"]);
    const { result } = await runOn(policy, memoryJournal(left), { agents: agents(), limits: { calls: 6 } });
    expect(result).toMatchObject({ report: { note: [["ok", "ok", "ok"], ["ok", "budget"]] }, usage: { calls: 6 } });
  });

  test("G10, G14: a call that is not issued again because the run was aborted gives back what its batch reserved", async () => {
    const policy = policyOf({ lanes: 2, perLane: 1, concurrency: 2 });
    const left = (await crash(policy, [], { after: 3 }, { agents: panel(), limits: { calls: 6 } })) ?? [];
    expect(standing(left).inFlight).toHaveLength(2);
    const journal = memoryJournal([...left, { type: "aborted", reason: "enough", at: 0 }]);
    const { result } = await runOn(policy, journal, { agents: panel(), limits: { calls: 6 } });
    expect(result).toMatchObject({ status: "aborted", reason: "enough", usage: { calls: 2 } }); // Both lost attempts count; neither is issued again.
    expect(written(journal.records).at(-1)).toMatchObject({ type: "checkpoint", position: { budget: { calls: 2 } } });
  });
});
