import { describe, expect, test } from "vitest";
import { manualClock } from "@loopwright/testing";
import { crash, memoryJournal, problemsOf, runOn, typesOf, uncompacted, written } from "./journal.fixture.js";
import { runLoop, type Json, type RunLimits } from "./index.js";
import { judges, never, probe, probeAgents, settle, type ProbeOptions } from "./probe.fixture.js";

const ask = (input: Json) => ({ instruction: "do", input });

/** Reviews until something stops it: one call in each. */
const endless: ProbeOptions = {
  maxRounds: 50,
  review: async (ctx, state) => {
    const judged = await ctx.call("reviewer", ask(ctx.round));
    return { ...state, next: "again", note: judged.ok ? "ok" : judged.failure.kind };
  },
};
const priced = () => probeAgents({ reviewer: () => ({ ...judges(true), usage: { inputTokens: 60, outputTokens: 40, costUsd: 2 } }) });

/** What is left of a run that dies at its n-th write. */
async function left(options: ProbeOptions, after: number, given: Partial<Parameters<typeof runOn>[2]> = {}): Promise<readonly Json[]> {
  const records = await crash(probe(options), [], { after }, { agents: priced(), ...given });
  if (records === null) throw new Error("it did not die");
  return records;
}

describe("G14: limits over a crash", { timeout: 120_000 }, () => {
  test("spend survives: however often the process dies, a run of 5 calls makes 5, and the interrupted attempts count", async () => {
    for (let after = 1; after < 14; after++) {
      const records = await left(endless, after, { limits: { calls: 5 } });
      const lost = written(records).at(-1)?.type === "effect.started" ? 1 : 0;
      const agents = priced();
      const { result } = await runOn(probe(endless), memoryJournal(records), { agents, limits: { calls: 5 } });
      expect(result, String(after)).toMatchObject({ status: "stopped", token: "budget-spent", usage: { calls: 5 }, rounds: 6 - lost });
    }
  });

  test("tokens and cost: what was replayed is not spent again, and overshoot stays at one call", async () => {
    for (const limits of [{ tokens: 250 }, { costUsd: 5 }] satisfies readonly RunLimits[]) {
      const agents = () => Object.fromEntries(Object.entries(priced()).map(([role, agent]) => [role, role === "panel" ? Object.fromEntries(Object.entries(agent).map(([key, one]) => [key, { ...(one as object), prices: "reported" }])) : { ...agent, prices: "reported" }])) as unknown as ReturnType<typeof priced>;
      const whole = await runOn(probe(endless), memoryJournal(), { agents: agents(), limits });
      expect(whole.result).toMatchObject({ token: "budget-spent", usage: { calls: 3 } });
      for (let after = 1; after < 9; after++) {
        const records = await left(endless, after, { limits, agents: agents() });
        if (written(records).at(-1)?.type === "effect.started") continue;
        const { result } = await runOn(probe(endless), memoryJournal(records), { agents: agents(), limits });
        expect(result.usage, String(after)).toEqual(whole.result.usage);
      }
    }
  });

  test("what an interrupted call may have spent is unknown: under a token limit nothing more starts unless it declared a bound", async () => {
    const records = await left(endless, 2, { limits: { tokens: 250 } });
    expect(typesOf(records).at(-1)).toBe("effect.started");
    expect((await runOn(probe(endless), memoryJournal(records), { agents: priced(), limits: { tokens: 250 } })).result).toMatchObject({ token: "budget-spent", usage: { calls: 1 } });
    const bounded = () => ({ ...priced(), reviewer: { ...priced().reviewer, limits: { maxInputTokens: 60, maxOutputTokens: 40 } } });
    const declared = await left(endless, 2, { limits: { tokens: 250 }, agents: bounded() });
    const { result } = await runOn(probe(endless), memoryJournal(declared), { agents: bounded(), limits: { tokens: 250 } });
    expect(result).toMatchObject({ token: "budget-spent", usage: { calls: 2, inputTokens: 60, outputTokens: 40 } });
  });

  test("limits that are left out are those recorded last; they may be widened, and narrowed below what is spent they refuse the next call", async () => {
    const records = await left(endless, 9, { limits: { calls: 5 } });
    const last = written(records).findLast(({ type }) => type === "effect.started") as unknown as { readonly callId: string };
    const spent = Number(last.callId.slice(1));
    const go = async (limits?: RunLimits) => (await runOn(probe(endless), memoryJournal(records), { agents: priced(), ...(limits === undefined ? {} : { limits }) })).result;
    expect(await go()).toMatchObject({ token: "budget-spent", usage: { calls: 5 } });
    expect(await go({ calls: 9 })).toMatchObject({ token: "budget-spent", usage: { calls: 9 } });
    expect(await go({ calls: 1 })).toMatchObject({ token: "budget-spent", usage: { calls: spent } });
    expect(await go({ rounds: 1 })).toMatchObject({ token: "round-limit", rounds: spent });
    const widened = memoryJournal(records);
    await runOn(probe(endless), widened, { agents: priced(), limits: { calls: 9 } });
    expect(typesOf(widened.records)).toContain("decision");
  });

  test("a round limit that decided stays decided; one that is narrowed bends no decision that was made", async () => {
    const records = await left({ ...endless, maxRounds: 50 }, 12, { limits: { rounds: 4 } });
    const { result } = await runOn(probe(endless), memoryJournal(records), { agents: priced(), limits: { rounds: 1 } });
    expect(result).toMatchObject({ status: "stopped", token: "round-limit" });
    expect(result.rounds).toBeGreaterThan(1);
  });

  test("G8: a batch of lanes reserves in declared order again: who was let in stays in, who was refused stays out", async () => {
    const lanes: ProbeOptions = {
      review: async (ctx, state) => {
        const results = await ctx.lanes(["a", "b", "c"].map((key) => ({ lane: key, role: `panel/${key}` as const })), (lane, { role }) => lane.call(role, ask("x")), { concurrency: 1 });
        return { ...state, next: "stop", note: results.map((lane) => (lane.ok ? lane.value.ok : lane.failure.kind)) };
      },
      reviewed: () => true,
    };
    const whole = await runOn(probe(lanes), memoryJournal(), { agents: probeAgents(), limits: { calls: 2 } });
    expect(whole.result).toMatchObject({ token: "budget-spent", report: { note: [true, true, "budget"] } });
    for (let after = 1; ; after++) {
      const records = await crash(probe(lanes), [], { after }, { agents: probeAgents(), limits: { calls: 2 } });
      if (records === null) break;
      const lost = written(records).at(-1)?.type === "effect.started";
      const { result, events } = await runOn(probe(lanes), memoryJournal(records), { agents: probeAgents(), limits: { calls: 2 } });
      expect(problemsOf(events)).toEqual([]);
      if (!lost) expect(result, String(after)).toMatchObject({ token: "budget-spent", report: { note: [true, true, "budget"] }, usage: { calls: 2 } });
      else expect(result.usage.calls, String(after)).toBe(2); // The lost attempt is one of the two.
    }
  });

  test("lanes that end in another order than they began are replayed by key", async () => {
    const gates = new Map<string, () => void>();
    const lanes: ProbeOptions = {
      review: async (ctx, state) => {
        const results = await ctx.lanes(["a", "b", "c"].map((key) => ({ lane: key })), async (lane) => {
          const first = await lane.call(`panel/${lane.lane as "a"}`, ask("x"));
          const second = await lane.call(`panel/${lane.lane as "a"}`, ask("y"));
          return [first.ok && first.callId, second.ok && second.callId, lane.now()];
        });
        return { ...state, next: "stop", note: results.map((lane) => lane.ok && lane.value) };
      },
    };
    const slow = (key: string) => () => new Promise((resolve) => gates.set(key, () => resolve(judges(true))));
    const journal = memoryJournal();
    const run = runLoop(probe(lanes), { agents: probeAgents({ panel: { a: slow("a"), b: slow("b"), c: slow("c") } }), input: null, journal: uncompacted(journal) });
    for (const key of ["c", "b", "c", "a", "a", "b"]) {
      await settle(3);
      gates.get(key)?.();
    }
    const result = await run.result;
    const records = journal.records.filter((record) => (record as { type: string }).type !== "checkpoint");
    for (let end = records.length; end > 1; end--) {
      const again = await runOn(probe(lanes), memoryJournal(records.slice(0, end)), { agents: probeAgents() });
      const notes = (report: unknown) => JSON.stringify(report).replaceAll(/,\d+\]/g, "]");
      if (end === records.length) expect(again.result.report).toEqual(result.report);
      expect(again.result.status, String(end)).toBe("stopped");
      const ids = [...notes(again.result.report).matchAll(/"(c\d+)"/g)].map(([, id]) => id);
      expect(new Set(ids).size, String(end)).toBe(6);
      expect(problemsOf(again.events), String(end)).toEqual([]);
    }
  });
});

describe("case H10: time over a crash", { timeout: 120_000 }, () => {
  const waits: ProbeOptions = { review: async (ctx, state) => (await ctx.call("reviewer", ask("x")), await ctx.call("reviewer", ask("y")), { ...state, next: "stop" }) };

  test("G10: run time counts what was used before, not the time between the processes", async () => {
    const limits = { runTimeoutMs: 1_000 };
    const clock = manualClock();
    const journal = memoryJournal();
    const first = runLoop(probe(waits), { input: null, journal, clock, limits, agents: probeAgents({ reviewer: async (request) => (request.callId === "c1" ? (await clock.advance(600), judges(true)) : never()) }) });
    await settle(20);
    const records = journal.records; // The process dies here, and somebody starts the run again an hour later.
    const later = manualClock({ startMs: 3_600_000 });
    const run = runLoop(probe(waits), { input: null, journal: memoryJournal(records), clock: later, limits, agents: probeAgents({ reviewer: never }) });
    let ended = false;
    void run.result.then(() => (ended = true));
    await settle(20);
    await later.advance(399);
    await settle(20);
    expect(ended).toBe(false);
    await later.advance(1);
    expect(await run.result).toMatchObject({ status: "stopped", token: "run-timeout" });
    expect(later.pendingTimers).toBe(0);
    first.abort();
    await first.result;
  });

  test("a run whose time was over before it could decide decides so; with a wider limit it goes on", async () => {
    const clock = manualClock();
    const journal = memoryJournal();
    const run = runLoop(probe(waits), { input: null, journal, clock, limits: { runTimeoutMs: 100 }, agents: probeAgents({ reviewer: never }) });
    await settle(20);
    await clock.advance(100);
    await run.result;
    const upTo = typesOf(journal.records).indexOf("effect.ended") + 1;
    const records = journal.records.slice(0, upTo);
    const agents = probeAgents();
    const again = await runOn(probe(waits), memoryJournal(records), { agents, limits: { runTimeoutMs: 100 }, clock: manualClock({ startMs: 5_000 }) });
    expect(again.result).toMatchObject({ status: "stopped", token: "run-timeout" });
    expect(agents.reviewer.call).not.toHaveBeenCalled();
    const wider = await runOn(probe(waits), memoryJournal(records), { agents, limits: { runTimeoutMs: 1_000 }, clock: manualClock({ startMs: 5_000 }) });
    expect(wider.result).toMatchObject({ status: "stopped", token: "stopped" });
    const told = await runOn(probe(waits), journal, { agents, limits: { runTimeoutMs: 1_000 } });
    expect(told.result).toMatchObject({ token: "run-timeout" }); // What was decided stands.
  });
});

describe("G10: aborted runs", { timeout: 120_000 }, () => {
  const slow: ProbeOptions = {
    review: async (ctx, state) => {
      await ctx.call("reviewer", ask("x"));
      const second = await ctx.call("reviewer", ask("y"));
      const third = await ctx.call("adviser", ask("z"));
      await ctx.step("late", () => 1);
      return { ...state, next: "stop", note: [second.ok || second.failure.kind, third.ok || third.failure.kind] };
    },
    record: async (ctx, state) => (await ctx.step("seal", () => 1, { onInterrupted: "reissue" }), state),
  };

  test("an abort survives a crash: cut anywhere after it, the run ends aborted, and nothing is called", async () => {
    const journal = memoryJournal();
    const run = runLoop(probe(slow), { input: null, journal, agents: probeAgents({ reviewer: (request) => (request.callId === "c1" ? Promise.resolve(judges(true)) : never()) }) });
    await settle(20);
    run.abort(new Error("enough"));
    const result = await run.result;
    expect(result).toMatchObject({ status: "aborted", reason: "enough" });
    const whole = journal.records;
    const types = typesOf(whole);
    for (let end = types.indexOf("aborted") + 1; end <= whole.length; end++) {
      const agents = probeAgents();
      const again = await runOn(probe(slow), memoryJournal(whole.slice(0, end)), { agents });
      expect(again.result, types[end - 1]).toMatchObject({ status: "aborted", reason: "enough" });
      expect(again.result.report, types[end - 1]).toEqual(result.report);
      expect([agents.reviewer.call.mock.calls.length, agents.adviser.call.mock.calls.length, problemsOf(again.events)], types[end - 1]).toEqual([0, 0, []]);
    }
  });

  test("a run that was left behind while it awaited something foreign decides the same again", async () => {
    const stuck: ProbeOptions = { review: async (ctx, state) => (await ctx.call("reviewer", ask("x")), await never(), state) };
    const clock = manualClock();
    const journal = memoryJournal();
    const run = runLoop(probe(stuck), { input: null, journal, clock, agents: probeAgents() });
    await settle(20);
    run.abort();
    await settle(20);
    await clock.advance(1_000);
    expect(await run.result).toMatchObject({ status: "aborted" });
    const later = manualClock();
    const again = runLoop(probe(stuck), { input: null, journal: memoryJournal(journal.records.filter((record) => (record as { type: string }).type !== "checkpoint")), clock: later, agents: probeAgents() });
    await settle(20);
    await later.advance(1_000);
    expect(await again.result).toMatchObject({ status: "aborted" });
  });

  test("an abort while the journal is opened, or while it is replayed, ends the run; what is recorded stays for the next time", async () => {
    const records = (await crash(probe(slow), [], { after: 4 }, { agents: probeAgents() })) ?? [];
    expect(typesOf(records)).toContain("effect.ended");
    const early = runLoop(probe(slow), { input: null, journal: memoryJournal(records), agents: probeAgents() });
    early.abort("now");
    expect(await early.result).toMatchObject({ status: "aborted", reason: "now" });
    const signalled = await runOn(probe(slow), memoryJournal(records), { agents: probeAgents(), signal: AbortSignal.abort(new Error("before")) });
    expect(signalled.result).toMatchObject({ status: "aborted", reason: "before" });
    const fresh = await runOn(probe(slow), memoryJournal(), { agents: probeAgents(), signal: AbortSignal.abort(new Error("before")) });
    expect(fresh.result).toMatchObject({ status: "aborted", rounds: 0 });
    // A replay that hangs cannot hold it either, and is not taken for the run's end.
    const hangs = probe({ ...slow, review: (_ctx, state) => never().then(() => state) });
    const clock = manualClock();
    const journal = memoryJournal(records);
    const run = runLoop(hangs, { input: null, journal, clock, agents: probeAgents() });
    await settle(20);
    run.abort("stop");
    await settle(5);
    await clock.advance(1_000);
    await clock.advance(1_000);
    expect(await run.result).toMatchObject({ status: "aborted", reason: "stop" });
    expect(typesOf(journal.records).filter((type) => type === "checkpoint" || type === "aborted")).toEqual([]);
    expect((await runOn(probe({ ...slow, record: (_ctx, state) => state }), journal, { agents: probeAgents() })).result.status).toBe("stopped");
  });
});
