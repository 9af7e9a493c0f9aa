import { describe, expect, test } from "vitest";
import { manualClock } from "@loopwright/testing";
import { grammarProblems, isDeepFrozen } from "./event-grammar.fixture.js";
import { always, count, definePolicy, defineFacts, digestOf, LoopwrightError, resumeRun, structuredRole, terminationTable, type Json, type RunEvent, type RunSnapshot, type SuspendedResult } from "./index.js";
import { agentOf, judges, never, phasesOf, probe, probeAgents, runProbe, says, settle, START, tokensOf, type Probe, type ProbeOptions, type ProbeRunOptions, type ProbeTypes } from "./probe.fixture.js";

const request = { instruction: "", input: "x" } as const;

/** Runs a probe until it asks. */
async function asked(policy: Probe, options: ProbeRunOptions = {}) {
  const ended = await runProbe(policy, options);
  if (ended.result.status !== "suspended") throw new Error(`not suspended but ${ended.result.status}: ${ended.result.error?.message}`);
  expect(grammarProblems(ended.events)).toEqual([]);
  return { ...ended, result: ended.result };
}

type Resume = Partial<Parameters<typeof resumeRun<ProbeTypes, "asked" | "asked-early">>[1]>;

async function answered(policy: Probe, from: RunSnapshot, options: Resume = {}) {
  const events: RunEvent<ProbeTypes>[] = [];
  const run = resumeRun(policy, { token: "asked", answer: "stop", by: "ann", agents: probeAgents(), ...options, from, onEvent: (event) => void events.push(event) });
  const result = await run.result;
  expect(grammarProblems(events, { seq: from.seq, calls: from.calls })).toEqual([]);
  return { run, result, events, tokens: tokensOf(events), phases: phasesOf(events) };
}

const asking: ProbeOptions = {
  async review(ctx, state) {
    await ctx.call("reviewer", { instruction: "", input: state.draft });
    return { ...state, next: "ask" };
  },
};

/** A snapshot as it comes back from a file. */
const stored = (snapshot: RunSnapshot): RunSnapshot => JSON.parse(JSON.stringify(snapshot)) as RunSnapshot;

describe("suspension", () => {
  test("G16: an ask row ends the run with a typed question and a snapshot that is plain data", async () => {
    const { result, events } = await asked(probe(asking));
    expect(result).toMatchObject({ status: "suspended", token: "asked", question: { text: 'What about "v0"?' }, rounds: 1, reviewedVersion: digestOf("v0"), unreviewedChange: null });
    expect(result.snapshot).toMatchObject({ format: "loopwright/snapshot@1", policy: "probe", policyVersion: "1", token: "asked", round: 1, seq: events.length, calls: 1, state: { draft: "v0" } });
    expect(stored(result.snapshot)).toEqual(result.snapshot);
    expect(isDeepFrozen(result.snapshot)).toBe(true);
    expect(events.at(-1)).toMatchObject({ type: "run.suspended", token: "asked", question: { text: 'What about "v0"?' } });
  });

  test.each([
    ["another name for the text", { prompt: "Go on?" }],
    ["an empty text", { text: "" }],
    ["options that are no texts", { text: "Go on?", options: [1] }],
    ["details that are no object", { text: "Go on?", details: "much" }],
    ["no object", "Go on?"],
  ])("G16: a question of the wrong shape asks nobody; the run fails and names it: %s", async (_what, question) => {
    const { result, events } = await runProbe(probe({ ...asking, question: () => question as { text: string } }));
    expect(result).toMatchObject({ status: "failed", error: { code: "question-invalid", path: "asks.asked.question" } });
    expect(grammarProblems(events)).toEqual([]);
    expect(events.map(({ type }) => type)).not.toContain("run.suspended");
  });

  test("G16: silence is not consent: whatever time passes, the run stays suspended and nothing of it is left", async () => {
    const clock = manualClock();
    const { run, result, events } = await asked(probe(asking), { clock, limits: { runTimeoutMs: 1000, callTimeoutMs: 10 } });
    expect(clock.pendingTimers).toBe(0);
    const count = events.length;
    await clock.advance(1_000_000);
    expect(events).toHaveLength(count);
    expect(await run.result).toBe(result);
    expect(result.status).toBe("suspended");
  });

  test("G16: an answer goes on in the same round, stamped with who gave it; numbering, spend and id go on", async () => {
    const clock = manualClock({ startMs: 500 });
    const policy = probe({ ...asking, revise: async (ctx, state) => (await ctx.call("writer", request), { ...state, draft: "v1" }) });
    const first = await asked(policy, { runId: "the-run", agents: { ...probeAgents(), reviewer: agentOf(() => ({ ...judges(true), usage: { inputTokens: 3, outputTokens: 4 } }), { id: "reviewer" }) } });
    const keys: string[] = [];
    const agents = { ...probeAgents(), writer: agentOf((sent) => (keys.push(sent.idempotencyKey, sent.callId), says("v1"))) };
    const { result, events, tokens, phases, run } = await answered(policy, stored(first.result.snapshot), { answer: "revise", by: "ann", agents, clock });
    expect(run.id).toBe("the-run");
    expect(events.slice(0, 2)).toMatchObject([
      { type: "run.resumed", seq: first.events.length + 1, round: 1, policy: "probe", token: "asked", by: "ann", at: 500 },
      { type: "answer.given", token: "asked", by: "ann" },
    ]);
    expect([tokens, phases]).toEqual([["revise", "asked"], ["revise", "review"]]);
    expect(keys).toEqual(["the-run/r1/revise/writer", "c2"]);
    expect(result).toMatchObject({
      status: "suspended",
      rounds: 2,
      answers: [{ token: "asked", by: "ann", round: 1, at: 500 }],
      usage: { calls: 3, inputTokens: 3, outputTokens: 4, callsWithoutUsage: 2, complete: false, byRole: { reviewer: { calls: 2 }, writer: { calls: 1 } } },
      reviewedVersion: digestOf("v1"),
    });
  });

  test("an answer that changes nothing under review: the rows that counted when it was asked count again", async () => {
    const { result: late } = await asked(probe(asking));
    for (const [answer, status, token] of [["pass", "passed", "passed"], ["stop", "stopped", "stopped"], ["ask", "suspended", "asked"]] as const) {
      const { result, phases } = await answered(probe(asking), late.snapshot, { answer });
      expect(result).toMatchObject({ status, token, rounds: 1 });
      expect(phases).toEqual([]);
    }
    const again = await answered(probe(asking), late.snapshot, { answer: "again" });
    expect(again).toMatchObject({ phases: ["review"], result: { status: "suspended", rounds: 2 } });
  });

  test("G2: after an early question only early rows count again; then comes the review", async () => {
    const policy = probe({ open: () => ({ ...START, early: "ask" }), review: (_ctx, state) => ({ ...state, next: "stop" }) });
    const { result } = await asked(policy);
    expect(result).toMatchObject({ token: "asked-early", rounds: 0, reviewedVersion: null, unreviewedChange: { from: null, to: digestOf("v0") } });
    const { phases, result: ended } = await answered(policy, stored(result.snapshot), { token: "asked-early", answer: "pass" });
    expect(phases).toEqual(["review"]);
    expect(ended).toMatchObject({ token: "stopped", rounds: 1, reviewedVersion: digestOf("v0") });
  });

  test("G2: an answer that changes the version under review is reviewed before anything else counts", async () => {
    const edit: ProbeOptions = { ...asking, apply: (state, answer) => ({ ok: true, state: { ...state, draft: answer, next: "pass" } }) };
    const { result } = await asked(probe(edit));
    const { phases, result: ended, tokens } = await answered(probe({ ...edit, review: (_ctx, state) => state }), stored(result.snapshot), { answer: "v1 by hand" });
    expect([phases, tokens]).toEqual([["review"], ["passed"]]);
    expect(ended).toMatchObject({ status: "passed", rounds: 2, reviewedVersion: digestOf("v1 by hand"), unreviewedChange: null });
    const early = probe({ ...edit, apply: (state, answer) => ({ ok: true, state: { ...state, draft: answer, early: "stop" } }) });
    expect((await answered(early, stored(result.snapshot), { answer: "v1" })).result).toMatchObject({ token: "cut-short", rounds: 1, reviewedVersion: digestOf("v0"), unreviewedChange: { from: digestOf("v0"), to: digestOf("v1") } });
  });

  test("G2: nobody can wave through what no valid review judged", async () => {
    const policy = probe({ review: async (ctx, state) => (await ctx.call("reviewer", request), { ...state, next: "ask" }) });
    const { result } = await asked(policy, { agents: probeAgents({ reviewer: () => Promise.reject(new Error("down")) }) });
    const { result: ended } = await answered(policy, stored(result.snapshot), { answer: "pass" });
    expect(ended).toMatchObject({ status: "failed", error: { code: "unreviewed-pass" } });
  });

  test("G2: a snapshot that was bent to skip the review passes nothing that nobody reviewed", async () => {
    let revision = 0;
    const policy = probe({ review: (_ctx, state) => ({ ...state, next: "revise" }), revise: (_ctx, state) => ({ ...state, draft: `v${++revision}`, early: "ask" }) });
    const { result } = await asked(policy);
    const bent = { ...stored(result.snapshot), early: false, phase: "review" } as const;
    expect((await answered(policy, bent, { token: "asked-early", answer: "pass" })).result).toMatchObject({ status: "failed", error: { code: "unreviewed-pass" }, reviewedVersion: digestOf("v0") });
  });

  test("G18: versions seen before the question are still seen after it", async () => {
    let revision = 0;
    const seen: boolean[] = [];
    const policy = probe({
      review: (_ctx, state) => ({ ...state, next: revision === 1 ? "ask" : "revise" }),
      revise: (_ctx, state) => ({ ...state, draft: ["v1", "v0", "v2", "v1"][revision++] ?? null, early: revision === 4 ? "stop" : "none" }),
      facts: (_state, progress) => (progress.phase === "revise" && seen.push(progress.versionSeen), {}),
    });
    const { result } = await asked(policy);
    await answered(policy, stored(result.snapshot), { answer: "revise" });
    expect(seen).toEqual([false, true, false, true]);
  });

  test("consultations of the round stay counted over the question", async () => {
    let consults = 0;
    const policy = probe({ maxConsultsPerRound: 2, review: (_ctx, state) => ({ ...state, next: "advise" }), consult: (_ctx, state) => ({ ...state, next: ++consults === 1 ? "ask" : "advise" }) });
    const { result } = await asked(policy);
    const { result: ended, phases } = await answered(policy, stored(result.snapshot), { answer: "advise" });
    expect(phases).toEqual(["consult"]);
    expect(ended).toMatchObject({ token: "round-limit", rounds: 1 });
  });

  test("a version that a later revision restores is the reviewed one again", async () => {
    const policy = probe({
      open: () => ({ ...START, note: 0 }),
      review: (_ctx, state) => ({ ...state, next: state.note === 0 ? "revise" : "stop" }),
      revise: (_ctx, state) => ({ ...state, draft: state.note === 0 ? "v1" : "v0", note: (state.note as number) + 1, early: state.note === 0 ? "ask" : "stop" }),
      apply: (state) => ({ ok: true, state: { ...state, early: "none", draft: "v0" } }),
    });
    const { result } = await asked(policy);
    expect(result).toMatchObject({ reviewedVersion: digestOf("v0"), unreviewedChange: { to: digestOf("v1") } });
    const stopping = probe({ ...{ apply: (state) => ({ ok: true as const, state: { ...state, early: "stop" as const, draft: "v0" } }) } });
    expect((await answered(stopping, stored(result.snapshot), { token: "asked-early" })).result).toMatchObject({ token: "cut-short", reviewedVersion: digestOf("v0"), unreviewedChange: null });
  });

  test("several questions in one round: each answer is kept, and no effect key stands twice", async () => {
    const keys: string[] = [];
    const policy = probe({ ...asking, record: async (ctx, state) => (await ctx.step("seal", ({ key }) => keys.push(key)), state) });
    let { snapshot } = (await asked(policy)).result;
    for (const by of ["ann", "bob", "cy"]) {
      const { result } = await answered(policy, stored(snapshot), { answer: "ask", by });
      if (result.status !== "suspended") throw new Error(result.status);
      snapshot = result.snapshot;
    }
    expect(snapshot.answers.map(({ by }) => by)).toEqual(["ann", "bob", "cy"]);
    expect(keys).toEqual(["r1/record/review/step:seal", "r1/record/answer-1/step:seal", "r1/record/answer-2/step:seal", "r1/record/answer-3/step:seal"]);
  });
});

describe("limits over a question", () => {
  test("G14: what was spent stays spent; limits can be widened, or narrowed, on resume", async () => {
    const policy = probe({ ...asking, revise: async (ctx, state) => (await ctx.call("writer", request), { ...state, draft: "v1" }) });
    const { result } = await asked(policy, { limits: { calls: 1 } });
    const tight = await answered(policy, stored(result.snapshot), { answer: "revise", limits: { calls: 1 } });
    expect(tight.result).toMatchObject({ status: "stopped", token: "budget-spent", usage: { calls: 1 } });
    const wide = await answered(policy, stored(result.snapshot), { answer: "revise", limits: { calls: 3 } });
    expect(wide.result).toMatchObject({ status: "suspended", usage: { calls: 3 } });
    expect((await answered(policy, stored(result.snapshot), { answer: "again", limits: { rounds: 1 } })).result).toMatchObject({ token: "round-limit" });
    expect((await answered(policy, stored(result.snapshot), { answer: "again", limits: { rounds: 2 } })).result).toMatchObject({ token: "asked" });
  });

  test("G14: tokens and cost stay spent, and an unknown cost stays unknown", async () => {
    const priced = { prices: "reported", limits: { maxCostUsd: 1 } } as const;
    const agentsFor = (usage: Json) => ({ ...probeAgents(), writer: agentOf(() => says("x"), { ...priced, id: "w" }), adviser: agentOf(() => says("x"), { ...priced, id: "ad" }), panel: { a: agentOf(never, { ...priced, id: "p" }) }, reviewer: agentOf(() => ({ ...judges(true), usage }), { ...priced, id: "r" }) });
    for (const [usage, token] of [[{ costUsd: 0.9 }, "budget-spent"], [{ costUsd: 0.1 }, "asked"]] as const) {
      const { result } = await asked(probe(asking), { agents: agentsFor(usage), limits: { costUsd: 1.5 } });
      const { result: ended } = await answered(probe(asking), stored(result.snapshot), { answer: "again", agents: agentsFor(usage), limits: { costUsd: 1.5 } });
      expect(ended.token).toBe(token);
    }
  });

  test("G10: the time of a run is what it ran, not what it waited", async () => {
    const clock = manualClock();
    const slow = () => new Promise((resolve) => void clock.setTimer(() => resolve(judges(true)), 60));
    const agents = probeAgents({ reviewer: slow });
    const first = asked(probe(asking), { clock, agents, limits: { runTimeoutMs: 100 } });
    await clock.advance(60);
    const { result } = await first;
    expect(result.snapshot.elapsedMs).toBe(60);
    await clock.advance(1_000_000);
    const second = answered(probe(asking), stored(result.snapshot), { answer: "again", clock, agents, limits: { runTimeoutMs: 100 } });
    await clock.advance(40);
    expect((await second).result).toMatchObject({ token: "run-timeout" });
    const wide = answered(probe(asking), stored(result.snapshot), { answer: "again", clock, agents, limits: { runTimeoutMs: 200 } });
    await clock.advance(60);
    expect((await wide).result).toMatchObject({ token: "asked" });
    expect(clock.pendingTimers).toBe(0);
  });

  test("an abort while the answer is taken ends the run; the snapshot stays usable", async () => {
    const { result } = await asked(probe(asking));
    const { result: ended } = await answered(probe(asking), result.snapshot, { answer: "again", signal: AbortSignal.abort("no") });
    expect(ended).toMatchObject({ status: "aborted", reason: "no", rounds: 1, reviewedVersion: digestOf("v0") });
    expect((await answered(probe(asking), result.snapshot, { answer: "pass" })).result.status).toBe("passed");
  });
});

describe("what is refused", () => {
  const policy = probe({ ...asking, apply: (state, answer) => (answer === "no" ? { ok: false, reason: "say more" } : { ok: true, state: { ...state, next: answer as "stop" } }) });

  async function refusal(change: Resume, snapshot?: unknown): Promise<unknown> {
    const from = (snapshot ?? (await asked(policy)).result.snapshot) as RunSnapshot;
    const before = JSON.stringify(from);
    const agents = probeAgents();
    const events: unknown[] = [];
    try {
      resumeRun(policy, { token: "asked", answer: "stop", by: "ann", agents, onEvent: (event) => void events.push(event), from, ...change });
    } catch (error) {
      await settle();
      expect(events).toEqual([]);
      expect(JSON.stringify(from)).toBe(before);
      expect(error).toBeInstanceOf(LoopwrightError);
      return error;
    }
    throw new Error("not refused");
  }

  test.each<[string, Resume, string, string]>([
    ["another token", { token: "asked-early" }, "token-mismatch", "token"],
    ["a token that is none", { token: "passed" as "asked" }, "token-mismatch", "token"],
    ["nobody", { by: "" }, "answer-unsigned", "by"],
    ["blanks for a name", { by: "  \n" }, "answer-unsigned", "by"],
    ["no name at all", { by: undefined as unknown as string }, "answer-unsigned", "by"],
    ["an answer that the policy refuses", { answer: "no" }, "answer-refused", "answer"],
    ["an answer that is no plain data", { answer: new Date() as unknown as Json }, "not-plain", "answer"],
    ["a missing agent", { agents: { ...probeAgents(), reviewer: undefined } as never }, "agent-missing", "agents.reviewer"],
    ["a limit that bounds nothing", { limits: { calls: 0 } }, "calls-range", "limits.calls"],
  ])("G16, G20: %s is refused at once, and nothing is lost", async (_what, change, code, path) => {
    expect(await refusal(change)).toMatchObject({ code, path });
    const { snapshot } = (await asked(policy)).result;
    expect((await answered(policy, snapshot, { answer: "stop" })).result.token).toBe("stopped");
  });

  test("G20: an apply that throws, or gives no state, is a refused answer", async () => {
    const { snapshot } = (await asked(policy)).result;
    const applies: readonly NonNullable<ProbeOptions["apply"]>[] = [
      () => {
        throw new Error("bad shape");
      },
      () => undefined as never,
      () => ({ ok: true }) as never,
      (state) => {
        (state as { draft: Json }).draft = "changed in place";
        return { ok: true, state };
      },
    ];
    for (const apply of applies) {
      expect(() => resumeRun(probe({ ...asking, apply }), { from: snapshot, token: "asked", answer: "stop", by: "ann", agents: probeAgents() })).toThrow(expect.objectContaining({ code: "answer-invalid" }) as Error);
    }
  });

  test.each<[string, (snapshot: { [field: string]: unknown }) => unknown]>([
    ["nothing", () => null],
    ["a text", () => "snapshot"],
    ["a list", (snapshot) => [snapshot]],
    ["another format", (snapshot) => ({ ...snapshot, format: "loopwright/snapshot@2" })],
    ["a negative round", (snapshot) => ({ ...snapshot, round: -1 })],
    ["an unknown phase", (snapshot) => ({ ...snapshot, phase: "coffee" })],
    ["an inherited phase", (snapshot) => ({ ...snapshot, phase: "constructor" })],
    ["usage without numbers", (snapshot) => ({ ...snapshot, usage: { byRole: { reviewer: 7 }, callsWithoutUsage: 0, callsWithoutCost: 0 } })],
    ["usage of a role that is none", (snapshot) => ({ ...snapshot, usage: { byRole: {} } })],
    ["a budget without spend", (snapshot) => ({ ...snapshot, budget: { calls: 0 } })],
    ["a spend of tokens that does not say whether it is known", (snapshot) => ({ ...snapshot, budget: { calls: 0, tokens: 0, costUsd: 0, isCostUnknown: false } })],
    ["a negative spend", (snapshot) => ({ ...snapshot, budget: { calls: 0, tokens: -5, costUsd: 0, isCostUnknown: false, areTokensUnknown: false } })],
    ["a time that is none", (snapshot) => ({ ...snapshot, elapsedMs: "10" })],
    ["answers that are none", (snapshot) => ({ ...snapshot, answers: ["yes"] })],
    ["a question that is none", (snapshot) => ({ ...snapshot, question: "?" })],
    ["a state with another draft", (snapshot) => ({ ...snapshot, state: { ...(snapshot["state"] as object), draft: "edited by hand" } })],
    ["another reviewed version", (snapshot) => ({ ...snapshot, reviewedVersion: digestOf("other") })],
  ])("G5, G16: a snapshot with %s is refused", async (_what, tamper) => {
    const { snapshot } = (await asked(policy)).result;
    expect(await refusal({}, tamper(stored(snapshot) as unknown as { [field: string]: unknown }) ?? { format: null })).toMatchObject({ code: "snapshot-invalid" });
  });

  test("G16: a snapshot that lacks any one field is refused", async () => {
    const { snapshot } = (await asked(policy)).result;
    for (const field of Object.keys(snapshot)) {
      const { [field as keyof RunSnapshot]: _left, ...rest } = snapshot;
      expect(await refusal({}, rest), field).toMatchObject({ code: "snapshot-invalid", path: `from.${field}` });
    }
  });

  test("a snapshot of another policy, or of another version of it, is refused", async () => {
    const { snapshot } = (await asked(policy)).result;
    expect(await refusal({}, { ...snapshot, policy: "other" })).toMatchObject({ code: "policy-mismatch" });
    expect(await refusal({}, { ...snapshot, policyVersion: "0" })).toMatchObject({ code: "policy-mismatch" });
  });

  test("a state that is no plain data cannot be suspended: the run fails and says where", async () => {
    const { result } = await runProbe(probe({ review: (_ctx, state) => ({ ...state, note: new Map() as never, next: "ask" }) }));
    expect(result).toMatchObject({ status: "failed", error: { code: "not-plain", path: "state.note" } });
  });
});

describe("typed answers", () => {
  const facts = defineFacts({ choice: count({ upTo: 3 }) });
  const table = terminationTable(facts, [
    { token: "choose", kind: "ask", when: (f) => f.choice === 0 },
    { token: "chosen", kind: "stop", when: always },
  ]);
  const answer = { jsonSchema: { type: "integer" }, validate: (value: unknown) => (Number.isInteger(value) ? { ok: true as const, value: value as number } : { ok: false as const, problems: ["$: not a whole number"] }) };
  const choosing = (contract: object) =>
    definePolicy({ name: "choosing", roles: { reviewer: structuredRole<Json>({ jsonSchema: {}, validate: (value) => ({ ok: true, value: value as Json }) }) }, table })({
      open: () => ({ choice: 0 }),
      review: (_ctx, state) => state,
      facts: (state) => state,
      asks: { choose: { question: () => ({ text: "Which?", options: ["1", "2"] }), answer: contract as typeof answer, apply: (_state, choice: number) => ({ ok: true, state: { choice } }) } },
      report: (state) => state.choice,
    });
  const standard = (validate: (value: unknown) => unknown) => ({ "~standard": { version: 1, vendor: "test", validate } });

  test("G16: an answer is checked by its contract or schema before it is applied", async () => {
    const agents = { reviewer: agentOf(never) };
    const good = standard((value) => ({ value: Number(value) }));
    for (const contract of [answer, good]) {
      const policy = choosing(contract);
      const { runLoop } = await import("./index.js");
      const suspended = await runLoop(policy, { agents, input: null }).result;
      if (suspended.status !== "suspended") throw new Error(suspended.status);
      const common = { from: suspended.snapshot, token: "choose", by: "ann", agents } as const;
      expect((await resumeRun(policy, { ...common, answer: 2 }).result).report).toBe(2);
      if (contract === answer) expect(() => resumeRun(policy, { ...common, answer: "2" as never })).toThrow("not a whole number");
    }
    for (const bad of [standard(() => ({ issues: [{ message: "no", path: ["x"] }] })), standard(() => Promise.resolve({ value: 1 })), standard(() => { throw new Error("broken schema"); })]) {
      const policy = choosing(bad);
      const { runLoop } = await import("./index.js");
      const suspended = await runLoop(policy, { agents, input: null }).result;
      if (suspended.status !== "suspended") throw new Error(suspended.status);
      expect(() => resumeRun(policy, { from: suspended.snapshot, token: "choose", by: "ann", agents, answer: 1 })).toThrow(expect.objectContaining({ code: "answer-invalid" }) as Error);
    }
  });

  test("H04: a schema that coerces the answer, or is only thenable, is a refused answer: the word \"false\" is no yes", async () => {
    const coercing = standard((given) => ({ value: Boolean(given) as never }));
    const thenable = standard(() => ({ then: (done: (settled: { value: number }) => void) => done({ value: 1 }) }));
    const { runLoop } = await import("./index.js");
    const agents = { reviewer: agentOf(never) };
    for (const [schema, given] of [[coercing, "false"], [thenable, 1]] as const) {
      const policy = choosing(schema);
      const suspended = await runLoop(policy, { agents, input: null }).result;
      if (suspended.status !== "suspended") throw new Error(suspended.status);
      expect(() => resumeRun(policy, { from: suspended.snapshot, token: "choose", by: "ann", agents, answer: given as never })).toThrow(expect.objectContaining({ code: "answer-invalid" }) as Error);
    }
  });

  test("G16: a snapshot whose fallback counts were tampered with is refused", async () => {
    const { snapshot } = (await asked(probe({ ...asking }))).result;
    for (const fallbacks of [null, "ab", { other: "1" }, { other: -1 }]) {
      const byRole = Object.fromEntries(Object.entries(snapshot.usage.byRole).map(([role, totals]) => [role, { ...totals, fallbacks }]));
      const from = { ...snapshot, usage: { ...snapshot.usage, byRole } } as unknown as RunSnapshot;
      expect(Object.keys(byRole)).not.toEqual([]);
      expect(() => resumeRun(probe({ ...asking }), { from, token: "asked", answer: "stop", by: "ann", agents: probeAgents() })).toThrow(expect.objectContaining({ code: "snapshot-invalid" }) as Error);
    }
  });
});
