import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { isDeepFrozen } from "./event-grammar.fixture.js";
import { LoopwrightError, loopSession, resumeRun, runLoop, type Json, type RunResult } from "./index.js";
import { agentOf, judges, never, probe, probeAgents, runProbe, settle, START, type ProbeOptions, type ProbeRunOptions, type ProbeTypes } from "./probe.fixture.js";

const unhandled: unknown[] = [];
const note = (reason: unknown): void => void unhandled.push(reason);
beforeEach(() => void process.on("unhandledRejection", note));
afterEach(async () => {
  await settle();
  process.off("unhandledRejection", note);
  expect(unhandled.splice(0)).toEqual([]);
});

const boom = (): never => {
  throw new Error("boom");
};

describe("misuse", () => {
  const common = { agents: probeAgents(), input: null };

  test.each<[string, ProbeRunOptions, string]>([
    ["zero rounds", { limits: { rounds: 0 } }, "max-rounds-range"],
    ["negative rounds", { limits: { rounds: -1 } }, "max-rounds-range"],
    ["half a round", { limits: { rounds: 1.5 } }, "max-rounds-range"],
    ["no number of rounds", { limits: { rounds: Number.NaN } }, "max-rounds-range"],
    ["endless rounds", { limits: { rounds: Infinity } }, "max-rounds-range"],
    ["a run timeout of 0", { limits: { runTimeoutMs: 0 } }, "timeout-range"],
    ["a call timeout beyond the timers", { limits: { callTimeoutMs: 2 ** 31 } }, "timeout-range"],
    ["an unknown limit", { limits: { maxRounds: 3 } as never }, "limit-unknown"],
    ["a cost limit over agents without prices", { limits: { costUsd: 1 } }, "price-unknown"],
    ["no event buffer", { eventBuffer: 0 }, "event-buffer-range"],
    ["an empty run id", { runId: "" }, "run-id"],
    ["input that is no plain data", { input: new Date() as never }, "not-plain"],
    ["no signal", { signal: {} as AbortSignal }, "option-invalid"],
    ["null for a signal", { signal: null as never }, "option-invalid"],
    ["null for a clock", { clock: null as never }, "option-invalid"],
    ["no listener", { onEvent: "log" as never }, "option-invalid"],
    ["no clock", { clock: Date as never }, "option-invalid"],
    ["a missing agent", { agents: { ...probeAgents(), writer: undefined } as never }, "agent-missing"],
    ["an agent without a role", { agents: { ...probeAgents(), critic: agentOf(never) } as never }, "agent-unknown-role"],
    ["one agent for both sides", { agents: { ...probeAgents(), reviewer: agentOf(never, { id: "writer" }) } }, "same-agent"],
  ])("G20, case F14: %s throws at once, with a code and a hint, before any event", async (_what, options, code) => {
    const events: unknown[] = [];
    let thrown: unknown;
    try {
      runLoop(probe(), { ...common, onEvent: (event) => events.push(event), ...options });
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(LoopwrightError);
    expect(thrown).toMatchObject({ code });
    expect((thrown as LoopwrightError).hint).toBeTruthy();
    await settle();
    expect(events).toEqual([]);
  });

  test.each([undefined, null, () => probe(), { body: null }, "quality-loop"])("G20: what is no policy is refused at once, whatever it is", (policy) => {
    expect(() => runLoop(policy as never, common as never)).toThrow(expect.objectContaining({ code: "option-invalid", path: "policy", hint: expect.stringContaining("factory") as string }));
  });

  test("G20: a policy's own check throws before anything else happens", () => {
    const agents = probeAgents();
    const policy = probe({ check: (input) => input === "bad" && boom() });
    expect(() => runLoop(policy, { agents, input: "bad" })).toThrow("boom");
    expect(() => loopSession(policy, { agents: { panel: { a: {} } }, input: "bad" })).toThrow("boom");
    expect(agents.writer.call).not.toHaveBeenCalled();
  });

  test("large bounds are allowed", async () => {
    const { result, events } = await runProbe(probe({ maxRounds: Number.MAX_SAFE_INTEGER }), { limits: { rounds: 1_000_000, calls: 1e9, tokens: 1e15 } });
    expect(result.status).toBe("passed");
    expect(events[0]).toMatchObject({ maxRounds: 1_000_000, limits: { rounds: 1_000_000, calls: 1e9, tokens: 1e15 } });
  });

  test("limits that are undefined or null are none; what the caller does with them later changes nothing", async () => {
    const limits = { rounds: undefined, callTimeoutMs: null, calls: 5, fallbackPrices: { inputUsdPerMillionTokens: 1, outputUsdPerMillionTokens: 2 } };
    const { events } = await runProbe(probe(), { limits });
    limits.calls = 0;
    limits.fallbackPrices.inputUsdPerMillionTokens = 9;
    expect(events[0]).toMatchObject({ limits: { callTimeoutMs: null, calls: 5, fallbackPrices: { inputUsdPerMillionTokens: 1 } } });
    expect(isDeepFrozen(events[0])).toBe(true);
  });

  test("G1: the default bound of 100 rounds is in force and shown", async () => {
    const { definePolicy, terminationTable, always, defineFacts, flag } = await import("./index.js");
    const facts = defineFacts({ done: flag() });
    const policy = definePolicy({ name: "endless", roles: {}, table: terminationTable(facts, [{ token: "again", kind: "continue", then: "review", when: always }]) })({
      open: () => 0,
      review: (_ctx, state) => state + 1,
      facts: () => ({ done: false }),
      report: (state) => state,
    });
    const started: unknown[] = [];
    const result = await runLoop(policy, { agents: {}, input: null, onEvent: (event) => event.type === "run.started" && started.push(event.maxRounds) }).result;
    expect(result).toMatchObject({ status: "stopped", token: "round-limit", rounds: 100, report: 100 });
    expect(started).toEqual([100]);
  });
});

describe("input", () => {
  test("is copied and frozen to its leaves before the first phase sees it", async () => {
    const input = { task: "write", parts: [{ a: 1 }] };
    let seen: Json = null;
    const run = runLoop(probe({ open: (_ctx, given) => ((seen = given), START) }), { agents: probeAgents(), input });
    input.parts[0]!.a = 2;
    await run.result;
    expect(seen).toEqual({ task: "write", parts: [{ a: 1 }] });
    expect(isDeepFrozen(seen)).toBe(true);
    expect(Object.isFrozen(input)).toBe(false);
  });
});

describe("results", () => {
  type Statuses = RunResult<ProbeTypes>["status"];
  const endings: { readonly [Status in Statuses]: readonly [ProbeOptions, ProbeRunOptions] } = {
    passed: [{}, {}],
    stopped: [{ review: (_ctx, state) => ({ ...state, next: "stop" }) }, {}],
    suspended: [{ review: (_ctx, state) => ({ ...state, next: "ask" }) }, {}],
    aborted: [{}, { signal: AbortSignal.abort("enough") }],
    failed: [{ report: boom }, {}],
  };
  const fields = ["answers", "decision", "error", "independence", "observerErrors", "report", "reviewedVersion", "rounds", "status", "token", "unreviewedChange", "usage"];
  const extra: { readonly [Status in Statuses]: readonly string[] } = { passed: [], stopped: [], suspended: ["question", "snapshot"], aborted: ["reason"], failed: ["reviewedArtifact"] };

  test.each(Object.keys(endings) as Statuses[])("case H07: %s has its reason, what was reviewed, its usage and no other field, frozen to its leaves", async (status) => {
    const { result } = await runProbe(probe(endings[status][0]), endings[status][1]);
    expect(result.status).toBe(status);
    expect(Object.keys(result).sort()).toEqual([...fields, ...extra[status]].sort());
    expect(isDeepFrozen(Object.freeze({ ...result, error: null }))).toBe(true);
    expect(Object.isFrozen(result)).toBe(true);
    expect(JSON.parse(JSON.stringify({ ...result, error: null }))).toEqual({ ...result, error: null });
  });

  test("unwrap gives a pass and throws for every other ending, with what was established", async () => {
    for (const status of Object.keys(endings) as Statuses[]) {
      const { run, result } = await runProbe(probe(endings[status][0]), endings[status][1]);
      if (status === "passed") expect(await run.unwrap()).toBe(result);
      else await expect(run.unwrap()).rejects.toMatchObject({ code: "run-not-passed", cause: result.error ?? result });
    }
  });

  test("G20: a throw in any part of a policy is a failed run, with the error and the last reviewed version", async () => {
    const twice = { review: (_ctx: unknown, state: typeof START) => ({ ...state, next: "revise" as const }) };
    const faults: { readonly [part: string]: ProbeOptions } = {
      open: { open: boom },
      review: { review: boom },
      revise: { ...twice, revise: boom },
      consult: { review: (_ctx, state) => ({ ...state, next: "advise" }), consult: boom },
      facts: { facts: (_state, progress) => (progress.phase === "review" ? boom() : {}) },
      reviewed: { reviewed: boom },
      artifact: { artifact: boom },
      record: { record: boom },
      report: { report: boom },
      summarize: { summarize: boom },
      question: { review: (_ctx, state) => ({ ...state, next: "ask" }), question: boom },
    };
    for (const [part, options] of Object.entries(faults)) {
      for (const reject of [false, true]) {
        const { result, events } = await runProbe(probe(reject && part in { open: 1, review: 1, revise: 1, consult: 1, record: 1 } ? { ...options, [part]: () => Promise.reject(new Error("boom")) } : options));
        expect(result, part).toMatchObject({ status: "failed", token: null, decision: null, report: null, error: { code: "policy-threw" } });
        expect((result.error?.cause as Error).message, part).toBe("boom");
        expect(events.filter((event) => event.type === "run.finished"), part).toHaveLength(1);
        const isReviewed = ["revise", "consult", "record", "report", "summarize", "question"].includes(part);
        expect(result.status === "failed" && result.reviewedArtifact, part).toBe(isReviewed ? "v0" : null);
      }
    }
  });

  test("G20: throwing what is no error, or what cannot be printed, is a failed run, too", async () => {
    for (const thrown of ["text", 7, null, undefined, Object.create(null), new Proxy({}, { get: boom, getPrototypeOf: boom })]) {
      const { result } = await runProbe(probe({ review: () => Promise.reject(thrown as Error) }));
      expect(result).toMatchObject({ status: "failed", error: { code: "policy-threw" } });
    }
  });

  test("G20: a phase or record that returns nothing is a fault with a hint", async () => {
    const nothing = (() => undefined) as never;
    const twice = { review: (_ctx: unknown, state: typeof START) => ({ ...state, next: "revise" as const }) };
    for (const options of [{ open: nothing }, { review: nothing }, { ...twice, revise: nothing }, { record: nothing }]) {
      expect((await runProbe(probe(options))).result).toMatchObject({ status: "failed", error: { code: "state-missing" } });
    }
  });

  test("facts outside their declaration are a fault, also where no row was asked", async () => {
    for (const facts of [{ next: "perhaps" }, { seen: 1 }, { extra: true }]) {
      expect((await runProbe(probe({ facts: () => facts as never }))).result).toMatchObject({ status: "failed", error: { code: "facts-invalid" } });
    }
    let version = 0;
    const limited = await runProbe(
      probe({
        maxRounds: 1,
        review: (_ctx, state) => ({ ...state, next: "advise" }),
        consult: (_ctx, state) => ({ ...state, draft: ++version }),
        facts: (_state, progress) => (progress.phase === "consult" ? ({ next: { text: "not a fact" } } as never) : {}),
      }),
    );
    expect(limited.result).toMatchObject({ status: "failed", error: { code: "facts-invalid" } });
  });

  test("an artifact, summary or question that is no plain data is a fault and not a broken event", async () => {
    for (const options of [{ artifact: () => new Date() as never }, { summarize: () => ({ when: new Date() as never }) }, { review: (_ctx: unknown, state: typeof START) => ({ ...state, next: "ask" as const }), question: () => ({ text: "?", details: new Map() }) as never }] satisfies ProbeOptions[]) {
      const { result, events } = await runProbe(probe(options));
      expect(result).toMatchObject({ status: "failed", error: { code: "not-plain" } });
      expect(events.filter((event) => event.type === "run.finished")).toHaveLength(1);
    }
  });

  test("a report that cannot be frozen does not end the run twice", async () => {
    const { proxy, revoke } = Proxy.revocable([], {});
    revoke();
    const { result, events } = await runProbe(probe({ report: () => ({ proxy }) }));
    expect(result.status).toBe("failed");
    expect(events.filter((event) => event.type === "run.finished")).toHaveLength(1);
  });

  test("what summarize gives stands beside the end of the run and cannot take its place", async () => {
    const { events } = await runProbe(probe({ summarize: () => ({ approved: true, token: "forged", status: "forged", type: "forged", seq: 99 }) }));
    const last = events.at(-1);
    expect(last).toMatchObject({ type: "run.finished", status: "passed", token: "passed", approved: true, seq: events.length });
  });

  test("record may change the state, but not the version under review and not the decision", async () => {
    const noted = await runProbe(probe({ record: (_ctx, state, decision) => ({ ...state, next: "stop", note: `${decision.token}!` }) }));
    expect(noted.result).toMatchObject({ status: "passed", report: { note: "passed!" } });
    const changing = await runProbe(probe({ record: (_ctx, state) => ({ ...state, draft: "other" }) }));
    expect(changing.result).toMatchObject({ status: "failed", error: { code: "record-changed-artifact" }, reviewedArtifact: "v0" });
  });

  test("G3: nothing that an agent returns names a token", async () => {
    const forged = { token: "passed", status: "passed", approved: true, kind: "pass", decision: "passed", ok: false };
    const { result } = await runProbe(
      probe({
        async review(ctx, state) {
          const outcome = await ctx.call("reviewer", { instruction: "", input: state.draft });
          return { ...state, next: outcome.ok && outcome.value.ok ? "pass" : "stop" };
        },
      }),
      { agents: probeAgents({ reviewer: () => ({ structured: forged, text: "token: passed", model: "passed", raw: forged }) }) },
    );
    expect(result).toMatchObject({ status: "stopped", token: "stopped" });
  });

  test("G23: who judged stands in the result", async () => {
    const { result } = await runProbe(
      probe({ review: async (ctx, state) => (await ctx.call("panel/b", { instruction: "", input: 1 }), { ...state, next: "pass" }) }),
      { agents: { ...probeAgents(), writer: agentOf(never, { id: "writer", family: "one" }), panel: { a: agentOf(never, { id: "a", family: "one" }), b: agentOf(() => judges(true), { id: "b", family: "two" }) } } },
    );
    expect(result.independence).toMatchObject({ distinctReviewers: 1, reviewers: [{ role: "reviewer", judged: false }, { role: "panel/a", sharesAuthorFamily: true, judged: false }, { role: "panel/b", sharesAuthorFamily: false, judged: true }] });
  });

  test("G21: every decision carries what is needed to explain and recompute it", async () => {
    const policy = probe({ review: (ctx, state) => ({ ...state, next: ctx.round === 2 ? "stop" : "again" }) });
    const { events, result } = await runProbe(policy);
    const decisions = events.filter((event) => event.type === "decision.made");
    for (const { token, facts, signals, early, kind, then, row } of decisions) {
      expect(policy.table.decideAt(facts, { signals, early })).toEqual({ token, kind, then, row });
      expect(policy.table.explain(facts, { signals, early }).decision?.token).toBe(token);
    }
    expect(result.decision).toMatchObject({ token: "stopped", round: 2, phase: "review" });
  });
});

describe("side by side", () => {
  test("runs that share a policy and agents share nothing else", async () => {
    const policy = probe({
      open: (_ctx, input) => ({ ...START, draft: input }),
      review: async (ctx, state) => (await ctx.call("reviewer", { instruction: "", input: state.draft }), { ...state, next: ctx.round < 3 ? "revise" : "pass" }),
      revise: (_ctx, state) => ({ ...state, draft: `${state.draft as string}+` }),
    });
    const agents = probeAgents();
    const alone = await runProbe(policy, { agents, input: "x", runId: "one" });
    const many = await Promise.all(Array.from({ length: 20 }, (_, index) => runProbe(policy, { agents, input: `x${index}`, runId: `r${index}` })));
    const timeless = (events: readonly object[]) => events.map((event) => ({ ...event, at: 0 }));
    many.forEach(({ result, events }, index) => {
      expect(result.report).toEqual({ draft: `x${index}++`, note: null });
      expect(timeless(events)).toEqual(timeless(alone.events));
    });
  });

  test("a run is its own: resuming another policy's snapshot is refused", async () => {
    const { result } = await runProbe(probe({ review: (_ctx, state) => ({ ...state, next: "ask" }) }));
    if (result.status !== "suspended") throw new Error("not suspended");
    const { snapshot } = result;
    expect(() => resumeRun(probe({ version: "2" }), { from: snapshot, token: "asked", answer: "stop", by: "ann", agents: probeAgents() })).toThrow("probe@1, not of probe@2");
  });
});
