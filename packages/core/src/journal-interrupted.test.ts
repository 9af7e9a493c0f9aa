import { describe, expect, test } from "vitest";
import { crash, memoryJournal, problemsOf, runOn, typesOf, written } from "./journal.fixture.js";
import { EffectInterrupted, resumeRun, type Json, type OnInterrupted, type RunEvent } from "./index.js";
import { agentOf, judges, probe, probeAgents, says, type Probe, type ProbeOptions, type ProbeTypes } from "./probe.fixture.js";

const ask = (input: Json) => ({ instruction: "do", input });

/** One review with one effect in it, whose outcome is the note. */
const calling = (onInterrupted?: OnInterrupted): ProbeOptions => ({
  review: async (ctx, state) => {
    const judged = await ctx.call("reviewer", ask("x"), onInterrupted === undefined ? {} : { onInterrupted });
    return { ...state, next: judged.ok && judged.value.ok ? "pass" : "stop", note: judged.ok ? judged.value.ok : judged.failure.message };
  },
});
const stepping = (ran: () => Json, onInterrupted?: OnInterrupted): ProbeOptions => ({
  review: async (ctx, state) => {
    await ctx.call("reviewer", ask("x"));
    const done = await ctx.step("commit", ran, onInterrupted === undefined ? {} : { onInterrupted });
    return { ...state, next: done.ok ? "pass" : "stop", note: done.ok ? done.value : done.failure.message };
  },
});

/** What a process leaves that dies while an effect is in flight. */
async function inFlight(policy: Probe, key: string, records: readonly Json[] = [], agents = probeAgents()): Promise<readonly Json[]> {
  for (let after = 0; ; after++) {
    const left = await crash(policy, records, { after }, { agents });
    if (left === null) throw new Error(`${key} never started`);
    const last = written(left).at(-1);
    if (left.length > records.length && last?.type === "effect.started" && last["key"] === key) return left;
  }
}

const CALL = "r1/review/reviewer";
const STEP = "r1/review/step:commit";

async function resumed(policy: Probe, records: readonly Json[], interrupted: { readonly key: string; readonly outcome: "redo" | "stop" | { readonly value: Json } }, agents = probeAgents()) {
  const events: RunEvent<ProbeTypes>[] = [];
  const journal = memoryJournal(records);
  const run = resumeRun(policy, { from: journal, interrupted, by: "ann", agents, onEvent: (event) => void events.push(event) });
  const result = await run.result;
  expect(problemsOf(events)).toEqual([]);
  return { result, events, journal, agents };
}

describe("G11: an effect that was in flight when the process ended", { timeout: 120_000 }, () => {
  test("a call that only reads is issued again, under its id, and says so; over three crashes at most once", async () => {
    const policy = probe(calling());
    const first = await inFlight(policy, CALL);
    const agents = probeAgents();
    const again = await runOn(policy, memoryJournal(first), { agents });
    expect(again.result).toMatchObject({ status: "passed", usage: { calls: 2, failedCalls: 1, callsWithoutUsage: 2 } });
    expect(agents.reviewer.call.mock.calls.map(([request]) => [request.callId, request.key])).toEqual([["c1", CALL]]);
    expect(again.events.find((event) => event.type === "call.started")).toMatchObject({ callId: "c1", interrupted: 1 });
    const second = await inFlight(policy, CALL, first);
    expect(written(second).filter(({ type }) => type === "effect.started")).toHaveLength(2);
    const third = probeAgents();
    const journal = memoryJournal(second);
    const given = await runOn(policy, journal, { agents: third });
    expect(third.reviewer.call).not.toHaveBeenCalled();
    expect(given.result).toMatchObject({ status: "stopped", report: { note: "the process ended twice while it was in flight; it is not run a third time" } });
    expect(given.events.find((event) => event.type === "call.started")).toMatchObject({ interrupted: 2 });
    const upTo = typesOf(journal.records).indexOf("decision");
    const fourth = await runOn(policy, memoryJournal(journal.records.slice(0, upTo)), { agents: third });
    expect(fourth.result).toEqual(given.result);
    expect(fourth.events.find((event) => event.type === "call.started")).toMatchObject({ interrupted: 2, replayed: true });
    expect([...again.events, ...given.events].filter((event) => event.type === "call.failed")).toMatchObject([{ kind: "error" }]);
  });

  test.each([undefined, "stop"] as const)("a step may write: it is never silently repeated (onInterrupted: %s)", async (mode) => {
    let ran = 0;
    const policy = probe(stepping(() => ++ran, mode));
    const left = await inFlight(policy, STEP);
    ran = 0;
    for (let again = 0; again < 2; again++) {
      const agents = probeAgents();
      const { result, events } = await runOn(policy, memoryJournal(left), { agents });
      expect(result).toMatchObject({ status: "failed", error: { code: "effect-interrupted", path: STEP, effect: { key: STEP, kind: "step", attempts: 1 }, question: null } });
      expect(result.error).toBeInstanceOf(EffectInterrupted);
      expect([ran, agents.reviewer.call.mock.calls.length, problemsOf(events)]).toEqual([0, 0, []]);
    }
  });

  test("case F13: a step that asks: the question names it; silence is not consent, however often the run is started", async () => {
    let ran = 0;
    const policy = probe(stepping(() => ++ran, "ask"));
    const left = await inFlight(policy, STEP);
    ran = 0;
    for (let again = 0; again < 3; again++) {
      const { result } = await runOn(policy, memoryJournal(left), { agents: probeAgents() });
      expect(result).toMatchObject({ status: "failed", error: { code: "effect-interrupted", question: { text: expect.stringContaining(STEP) as string, options: ["redo", "stop", "done"], details: { key: STEP, attempts: 1 } } } });
    }
    expect(ran).toBe(0);
  });

  test("G16: a named person says: redo it, it was done and gave this, or stop", async () => {
    let ran = 0;
    const policy = probe(stepping(() => ++ran, "ask"));
    const left = await inFlight(policy, STEP);
    ran = 0;
    const redone = await resumed(policy, left, { key: STEP, outcome: "redo" });
    expect([redone.result, ran]).toMatchObject([{ status: "passed", report: { note: 1 } }, 1]);
    expect(redone.events.find((event) => event.type === "answer.given")).toMatchObject({ token: STEP, by: "ann" });
    const done = await resumed(policy, left, { key: STEP, outcome: { value: { commit: "abc" } } });
    expect(done.result).toMatchObject({ status: "passed", report: { note: { commit: "abc" } } });
    const stopped = await resumed(policy, left, { key: STEP, outcome: "stop" });
    expect(stopped.result).toMatchObject({ status: "aborted", reason: `ann stopped the run at ${STEP}` });
    expect(ran).toBe(1);
    for (const { journal, result } of [redone, done, stopped]) {
      const told = await runOn(policy, journal, { agents: probeAgents() });
      expect(told.result).toEqual(result);
    }
  });

  test("what a person said survives another crash; an effect that was begun again after it asks again", async () => {
    let ran = 0;
    const policy = probe(stepping(() => ++ran, "ask"));
    const left = await inFlight(policy, STEP);
    const settled = memoryJournal(left);
    await resumed(policy, left, { key: STEP, outcome: { value: "done" } }).then(({ journal }) => expect(typesOf(journal.records)).toContain("checkpoint"));
    const run = resumeRun(policy, { from: settled, interrupted: { key: STEP, outcome: "redo" }, by: "ann", agents: probeAgents() });
    await run.result;
    const records = settled.records;
    const said = left.length + 2; // The session and what ann said.
    expect(written(records).length).toBeGreaterThan(0);
    const cut = [...left, { type: "session", limits: {}, at: 1 }, { type: "effect.settled", key: STEP, by: "ann", outcome: "redo", at: 1 }];
    expect(cut).toHaveLength(said);
    ran = 0;
    const again = await runOn(policy, memoryJournal(cut), { agents: probeAgents() });
    expect([again.result.status, ran]).toEqual(["passed", 1]);
    const twice = await inFlight(policy, STEP, cut);
    const asked = await runOn(policy, memoryJournal(twice), { agents: probeAgents() });
    expect(asked.result).toMatchObject({ status: "failed", error: { code: "effect-interrupted", effect: { attempts: 2 } } });
  });

  test.each(["stop", "ask"] as const)("a call that declares %s is not issued again, and a person may give its reply", async (mode) => {
    const policy = probe(calling(mode));
    const left = await inFlight(policy, CALL);
    const agents = probeAgents();
    const { result } = await runOn(policy, memoryJournal(left), { agents });
    expect(result).toMatchObject({ status: "failed", error: { code: "effect-interrupted", effect: { kind: "call" } } });
    expect(result.error instanceof EffectInterrupted && result.error.question === null).toBe(mode === "stop");
    const given = await resumed(policy, left, { key: CALL, outcome: { value: { structured: { ok: false } } } });
    expect(given.result).toMatchObject({ status: "stopped", report: { note: false } });
    const invalid = await resumed(policy, left, { key: CALL, outcome: { value: "approved" } });
    expect(invalid.result).toMatchObject({ status: "stopped", report: { note: "the answer holds no structured value" } }); // G7: also a person's.
    expect(agents.reviewer.call).not.toHaveBeenCalled();
  });

  test("an agent that declares that it writes, itself or within a wrapper, is not silently called again; a call may say otherwise", async () => {
    const writer = { ...agentOf(() => judges(true), { id: "reviewer", writes: true }) };
    const wrapped = { ...agentOf(() => judges(true), { id: "reviewer" }), wraps: [{ ...agentOf(() => says("x")), wraps: [writer] }] };
    for (const reviewer of [writer, wrapped]) {
      const agents = { ...probeAgents(), reviewer };
      const left = await inFlight(probe(calling()), CALL, [], agents);
      const stopped = await runOn(probe(calling()), memoryJournal(left), { agents });
      expect(stopped.result).toMatchObject({ status: "failed", error: { code: "effect-interrupted" } });
      const again = await runOn(probe(calling("reissue")), memoryJournal(left), { agents });
      expect(again.result.status).toBe("passed");
    }
  });

  test("in one lane: the other lanes keep what they have", async () => {
    const lanes: ProbeOptions = {
      review: async (ctx, state) => {
        const results = await ctx.lanes([{ lane: "a" }, { lane: "b" }], async (lane) => {
          await lane.call(`panel/${lane.lane as "a"}`, ask("x"));
          return lane.step("note", () => lane.lane, { onInterrupted: lane.lane === "a" ? "reissue" : "stop" });
        });
        return { ...state, note: results.map((result) => result.ok && result.value.ok && result.value.value) };
      },
    };
    const left = await inFlight(probe(lanes), "r1/review/a/step:note");
    const agents = probeAgents();
    const { result } = await runOn(probe(lanes), memoryJournal(left), { agents });
    expect(result).toMatchObject({ status: "passed", report: { note: ["a", "b"] } });
    expect(Object.values(agents.panel).map((agent) => agent.call.mock.calls.length)).toEqual([0, 0, 0]);
  });

  test("an abort that was recorded after the start: the effect is not issued again", async () => {
    const left = [...(await inFlight(probe(calling()), CALL)), { type: "aborted", reason: "enough", at: 1 }];
    const agents = probeAgents();
    const { result, events } = await runOn(probe(calling()), memoryJournal(left), { agents });
    expect(result).toMatchObject({ status: "aborted", reason: "enough" });
    expect([agents.reviewer.call.mock.calls.length, problemsOf(events)]).toEqual([0, []]);
  });

  test("nobody may speak of an effect that was not in flight, or without a name", async () => {
    const policy = probe(calling());
    const left = await inFlight(policy, CALL);
    const wrong = await resumed(policy, left, { key: "r1/review/other", outcome: "redo" });
    expect(wrong.result).toMatchObject({ status: "failed", error: { code: "effect-not-interrupted", path: "interrupted.key" } });
    expect(wrong.journal.records).toEqual(left);
    expect(() => resumeRun(policy, { from: memoryJournal(left), interrupted: { key: CALL, outcome: "redo" }, by: " ", agents: probeAgents() })).toThrow(expect.objectContaining({ code: "answer-unsigned" }));
    for (const outcome of ["retry", {}, null] as const) {
      expect(() => resumeRun(policy, { from: memoryJournal(left), interrupted: { key: CALL, outcome: outcome as "redo" }, by: "ann", agents: probeAgents() })).toThrow(expect.objectContaining({ code: "option-invalid", path: "interrupted.outcome" }));
    }
  });
});
