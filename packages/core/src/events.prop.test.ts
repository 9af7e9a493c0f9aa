import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { manualClock } from "@loopwright/testing";
import { RECORD_SETTLE_MS, SETTLE_MS } from "./engine.js";
import { grammarProblems } from "./event-grammar.fixture.js";
import { resumeRun, runLoop, type AgentRequest, type RunEvent, type RunResult } from "./index.js";
import { agentOf, never, probe, probeAgents, settle, START, type Early, type Next, type ProbeContext, type ProbeOptions, type ProbeState, type ProbeTypes } from "./probe.fixture.js";

/** One thing that a phase does. */
type Act = "call" | "call-twice" | "repair" | "adviser" | "step" | "step-fails" | "step-hangs" | "lanes" | "lanes-throw" | "emit" | "nothing" | "hang" | "throw" | "not-awaited" | "at-once" | "foreign-role" | "late";
/** How an agent answers. */
type Way = "good" | "bad" | "invalid" | "empty" | "rejects" | "throws" | "never" | "slow";

const ACTS: readonly Act[] = ["call", "call-twice", "repair", "adviser", "step", "step-fails", "step-hangs", "lanes", "lanes-throw", "emit", "nothing", "hang", "throw", "not-awaited", "at-once", "foreign-role", "late"];
const WAYS: readonly Way[] = ["good", "bad", "invalid", "empty", "rejects", "throws", "never", "slow"];

interface Plan {
  readonly acts: readonly Act[];
  readonly ways: readonly Way[];
  readonly nexts: readonly Next[];
  readonly earlies: readonly Early[];
  readonly recordActs: readonly Act[];
  readonly changes: readonly boolean[];
  readonly maxRounds: number;
  readonly abortAt: number | null;
  readonly limits: { readonly calls?: number; readonly runTimeoutMs?: number; readonly callTimeoutMs?: number };
  readonly throwing: boolean;
}

const often = <T>(usual: readonly T[], rare: readonly T[]): fc.Arbitrary<T> => fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...usual) }, { weight: 1, arbitrary: fc.constantFrom(...rare) });
const some = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T[]> => fc.array(arbitrary, { minLength: 1, maxLength: 12 });

const plans: fc.Arbitrary<Plan> = fc.record({
  acts: some(often(ACTS.slice(0, 10), ACTS)),
  ways: some(often(WAYS.slice(0, 4), WAYS)),
  nexts: some(fc.constantFrom<Next[]>("pass", "stop", "ask", "again", "advise", "revise")),
  earlies: some(often<Early>(["none"], ["stop", "ask", "review", "consult"])),
  recordActs: some(often<Act>(["nothing", "step", "emit", "step-fails"], ["hang", "throw", "step-hangs"])),
  changes: some(fc.boolean()),
  maxRounds: fc.integer({ min: 1, max: 5 }),
  abortAt: fc.option(fc.integer({ min: 1, max: 40 })),
  limits: fc.record({ calls: fc.integer({ min: 1, max: 12 }), runTimeoutMs: fc.integer({ min: 1, max: 60 }), callTimeoutMs: fc.integer({ min: 1, max: 20 }) }, { requiredKeys: [] }),
  throwing: fc.boolean(),
});

/** Takes one after another, over and over. */
function cycle<T>(values: readonly T[]): () => T {
  let index = 0;
  return () => values[index++ % values.length] as T;
}

const request = { instruction: "", input: "x" } as const;
const other = { ok: true, value: null } as const;

function policyOf(plan: Plan) {
  const [act, next, early, recordAct, changes] = [cycle(plan.acts), cycle(plan.nexts), cycle(plan.earlies), cycle(plan.recordActs), cycle(plan.changes)];
  let version = 0;
  const kept: ProbeContext[] = [];
  const perform = async (ctx: ProbeContext, role: "writer" | "reviewer" | "adviser"): Promise<unknown> => {
    kept.push(ctx);
    switch (act()) {
      case "call":
        return ctx.call(role, request);
      case "call-twice":
        return (await ctx.call(role, request)).ok && ctx.call(role, request);
      case "repair":
        return ctx.call(role, request, { repair: (_problems, repair) => (repair > 2 ? null : request) });
      case "adviser":
        return ctx.call("adviser", request);
      case "step":
        return ctx.step("work", () => new Promise((resolve) => setImmediate(resolve)));
      case "step-fails":
        return ctx.step("work", () => Promise.reject(new Error("red")));
      case "step-hangs":
        return ctx.step("work", never);
      case "lanes":
        return ctx.lanes([{ lane: "a" }, { lane: "b" }, { lane: "c" }], async (lane): Promise<unknown> => (role === "reviewer" ? lane.call("panel/a", request) : lane.call(role, request)), { concurrency: 2 });
      case "lanes-throw":
        return ctx.lanes([{ lane: "a" }, { lane: "b" }], (lane) => (lane.lane === "a" ? Promise.reject(new Error("lost")) : lane.step("look", () => 1)));
      case "emit":
        return ctx.emit({ type: "probe.note", text: "hello" });
      case "nothing":
        return other;
      case "hang":
        return ctx.signal.aborted ? other : never();
      case "throw":
        throw new Error("bug");
      case "not-awaited":
        return void ctx.call(role, request);
      case "at-once":
        return Promise.allSettled([ctx.call(role, request), ctx.step("work", () => 1)]);
      case "foreign-role":
        return ctx.call(role === "reviewer" ? "writer" : "reviewer", request).catch(() => undefined);
      case "late":
        return kept[0]?.step("late", () => 1).catch(() => undefined);
    }
  };
  const drafted = (state: ProbeState): ProbeState => ({ ...state, early: early(), draft: changes() ? `v${++version}` : state.draft });
  const options: ProbeOptions = {
    maxRounds: plan.maxRounds,
    open: async (ctx) => (await perform(ctx, "writer"), drafted(START)),
    review: async (ctx, state) => (await perform(ctx, "reviewer"), { ...(changes() && changes() && changes() ? drafted(state) : state), early: "none", next: next() }),
    revise: async (ctx, state) => (await perform(ctx, "writer"), drafted(state)),
    consult: async (ctx, state) => (await perform(ctx, "adviser"), { ...state, early: "none", next: next() }),
    async record(ctx, state) {
      switch (recordAct()) {
        case "step":
          await ctx.step("seal", () => new Promise((resolve) => setImmediate(resolve)));
          return state;
        case "step-fails":
          await ctx.step("seal", () => Promise.reject(new Error("disk full")));
          return state;
        case "step-hangs":
          await ctx.step("seal", never);
          return state;
        case "emit":
          ctx.emit({ type: "probe.note", text: "recorded" });
          return state;
        case "hang":
          return never();
        case "throw":
          throw new Error("bug in record");
        default:
          return state;
      }
    },
  };
  return probe(options);
}

function agentsOf(plan: Plan, clock: ReturnType<typeof manualClock>) {
  const way = cycle(plan.ways);
  const answer = (sent: AgentRequest): unknown => {
    const good = { text: "draft", structured: { ok: true }, usage: { inputTokens: 1 } };
    switch (way()) {
      case "good":
        return Promise.resolve(good);
      case "bad":
        return Promise.resolve({ ...good, structured: { ok: false } });
      case "invalid":
        return Promise.resolve({ ...good, structured: { ok: 1 }, text: " " });
      case "empty":
        return undefined;
      case "rejects":
        return Promise.reject(new Error("down"));
      case "throws":
        throw new Error("now");
      case "never":
        return sent.signal.aborted ? good : never();
      case "slow":
        return new Promise((resolve) => void clock.setTimer(() => resolve(good), 7));
    }
  };
  return probeAgents({ writer: answer, reviewer: answer, adviser: answer, panel: { a: answer } });
}

/** Runs a plan to its end, however it ends; time passes until it does. */
async function play(plan: Plan) {
  const clock = manualClock();
  const policy = policyOf(plan);
  const agents = agentsOf(plan, clock);
  const events: RunEvent<ProbeTypes>[] = [];
  const controller = new AbortController();
  const onEvent = (event: RunEvent<ProbeTypes>): void => {
    events.push(event);
    if (event.seq === plan.abortAt) controller.abort("enough");
    if (plan.throwing) throw new Error("listener");
  };
  const common = { agents, clock, limits: plan.limits, signal: controller.signal, onEvent };
  const run = runLoop(policy, { ...common, input: null });
  let result: RunResult<ProbeTypes> | null = null;
  void run.result.then((ended) => (result = ended));
  const patience = SETTLE_MS + RECORD_SETTLE_MS + 100;
  await clock.advance(patience);
  if (result === null) {
    controller.abort("nobody else ends it"); // A policy that hangs without any limit; an abort always ends it.
    await clock.advance(patience);
  }
  await settle();
  return { clock, events, result: result as RunResult<ProbeTypes> | null, policy, common };
}

describe("any policy, any agents, any abort", () => {
  test("G1, G10, G13: the run ends, its events have a grammar, and nothing is left", { timeout: 120_000 }, async () => {
    const statuses = new Set<string>();
    const unhandled: unknown[] = [];
    const note = (reason: unknown): void => void unhandled.push(reason);
    process.on("unhandledRejection", note);
    await fc.assert(
      fc.asyncProperty(plans, async (plan) => {
        const { clock, events, result } = await play(plan);
        expect(result).not.toBeNull();
        expect(grammarProblems(events)).toEqual([]);
        expect(clock.pendingTimers).toBe(0);
        expect(result?.rounds).toBeLessThanOrEqual(plan.maxRounds);
        expect(events.filter((event) => event.type === "phase.started" && event.phase === "revise").length).toBeLessThan(Math.max(1, plan.maxRounds));
        if (result?.status === "passed") expect(result).toMatchObject({ unreviewedChange: null, decision: { kind: "pass", early: false } });
        if (plan.limits.calls !== undefined) expect(result?.usage.calls).toBeLessThanOrEqual(plan.limits.calls);
        expect(result?.usage.calls).toBe(events.filter((event) => event.type === "call.started").length);
        expect(result?.usage.failedCalls).toBe(events.filter((event) => event.type === "call.failed").length);
        expect(result?.observerErrors).toBe(plan.throwing ? events.length : 0);
        statuses.add(result?.status ?? "none");
      }),
      { numRuns: 300 },
    );
    await settle();
    process.off("unhandledRejection", note);
    expect(unhandled).toEqual([]);
    expect([...statuses].sort()).toEqual(["aborted", "failed", "passed", "stopped", "suspended"]);
  });

  test("G13, G16: a run that was suspended goes on with the same grammar, from any question", { timeout: 60_000 }, async () => {
    const asking = plans.map((plan): Plan => ({ ...plan, nexts: ["ask", ...plan.nexts], abortAt: null, throwing: false, limits: {}, acts: plan.acts.filter((act) => ACTS.indexOf(act) < 10).concat("nothing"), recordActs: ["step"] }));
    await fc.assert(
      fc.asyncProperty(asking, async (plan) => {
        const { clock, events, result, policy, common } = await play(plan);
        if (result?.status !== "suspended") return;
        const before = events.length;
        const token = result.token as "asked";
        const run = resumeRun(policy, { ...common, signal: undefined, token, answer: "again", by: "ann", from: JSON.parse(JSON.stringify(result.snapshot)) as typeof result.snapshot });
        let ended: RunResult<ProbeTypes> | null = null;
        void run.result.then((value) => (ended = value));
        await clock.advance(SETTLE_MS);
        if (ended === null) run.abort();
        await clock.advance(SETTLE_MS + RECORD_SETTLE_MS);
        expect(ended).not.toBeNull();
        expect(grammarProblems(events.slice(before), { seq: before, calls: result.snapshot.calls })).toEqual([]);
        expect(clock.pendingTimers).toBe(0);
      }),
      { numRuns: 60 },
    );
  });

  test("G19: the same plan gives the same events, decisions and result", { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(plans, async (plan) => {
        const [first, second] = [await play(plan), await play(plan)];
        expect(second.events).toEqual(first.events);
        expect({ ...second.result, error: null, snapshot: null }).toEqual({ ...first.result, error: null, snapshot: null });
      }),
      { numRuns: 40 },
    );
  });

  test("the checker itself finds what is wrong", () => {
    const frame = (seq: number, type: string, rest: object = {}) => Object.freeze({ type, seq, at: 0, round: 0, phase: "open", ...rest }) as unknown as RunEvent;
    const start = frame(1, "run.started");
    const end = (seq: number) => frame(seq, "run.finished", { status: "aborted", token: null });
    expect(grammarProblems([])).toEqual(["no event at all"]);
    expect(grammarProblems([start])).toEqual(["seq 1: the run has no end"]);
    const cases: readonly (readonly [string, readonly RunEvent[]])[] = [
      ["carries seq 3", [start, end(3)]],
      ["at the wrong place", [start, frame(2, "run.started"), end(3)]],
      ["open ends inside null", [start, frame(2, "phase.finished"), end(3)]],
      ["the run ends inside open", [start, frame(2, "phase.started"), end(3)]],
      ["ends while call c1 is open", [start, frame(2, "phase.started"), frame(3, "call.started", { callId: "c1", key: "k" }), frame(4, "phase.finished"), end(5)]],
      ["which is not open", [start, frame(2, "call.finished", { callId: "c1" }), end(3)]],
      ["lane a is open", [start, frame(2, "phase.started"), frame(3, "lane.started", { lane: "a" }), frame(4, "phase.finished"), end(5)]],
      ["stands twice", [start, frame(2, "step.started", { key: "k" }), frame(3, "step.finished", { key: "k" }), frame(4, "step.started", { key: "k" }), end(5)]],
      ["is not frozen", [start, frame(2, "probe.note", { list: [] }), end(3)]],
      ["follows the end", [start, end(2), frame(3, "probe.note")]],
      ["but stopped was decided", [start, frame(2, "decision.made", { token: "stopped" }), end(3)]],
    ];
    for (const [problem, events] of cases) expect(grammarProblems(events).join("\n")).toContain(problem);
    expect(agentOf(never).call).toBeTypeOf("function");
  });
});
