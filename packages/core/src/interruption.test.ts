import { describe, expect, test } from "vitest";
import { manualClock } from "@loopwright/testing";
import { RECORD_SETTLE_MS, SETTLE_MS } from "./engine.js";
import { grammarProblems } from "./event-grammar.fixture.js";
import { always, digestOf, runLoop, terminationTable, type RunEvent, type RunResult } from "./index.js";
import { agentOf, deferred, judges, never, probe, probeAgents, probeFacts, probeTable, runProbe, says, settle, START, type Probe, type ProbeContext, type ProbeOptions, type ProbeRunOptions, type ProbeState, type ProbeTypes } from "./probe.fixture.js";

const request = { instruction: "", input: "x" } as const;

/** Runs a probe and aborts it when an event comes. */
async function abortedAt(at: (event: RunEvent<ProbeTypes>) => boolean, options: ProbeOptions = {}, run: ProbeRunOptions = {}) {
  const controller = new AbortController();
  const ended = await runProbe(probe(options), { ...run, signal: controller.signal, onEvent: (event) => at(event) && controller.abort(new Error("stop it")) });
  expect(grammarProblems(ended.events)).toEqual([]);
  return ended;
}

const working: ProbeOptions = {
  async open(ctx) {
    const written = await ctx.call("writer", request);
    return { ...START, draft: written.ok ? written.value : null, note: written.ok ? null : written.failure.kind };
  },
  async review(ctx, state) {
    const judged = await ctx.call("reviewer", { instruction: "", input: state.draft });
    return { ...state, next: judged.ok && judged.value.ok ? "pass" : "revise" };
  },
  async revise(ctx, state) {
    const written = await ctx.call("writer", request);
    return { ...state, draft: written.ok ? written.value : state.draft };
  },
};
const rejecting = () => probeAgents({ reviewer: () => judges(false) });

describe("abort", () => {
  test("G10: a run that is aborted before it starts still opens; its calls start nothing", async () => {
    const signal = AbortSignal.abort(new Error("never mind"));
    const agents = probeAgents();
    const { result, types } = await runProbe(probe(working), { signal, agents });
    expect(agents.writer.call).not.toHaveBeenCalled();
    expect(types).toEqual(["run.started", "phase.started", "phase.finished", "decision.made", "run.finished"]);
    expect(result).toMatchObject({ status: "aborted", token: "aborted", reason: "never mind", rounds: 0, report: { note: "aborted" }, usage: { calls: 0 } });
  });

  test("G10: abort in the same turn as the start, by the run itself, with and without a reason", async () => {
    for (const [reason, text] of [[undefined, "the run was aborted"], ["bored", "bored"], [new Error("stop"), "stop"], [{ code: 7 }, "[object Object]"]] as const) {
      const run = runLoop(probe(working), { agents: probeAgents(), input: null });
      run.abort(reason);
      run.abort("a second time");
      expect(await run.result).toMatchObject({ status: "aborted", reason: text });
    }
  });

  test("G10: abort during a call ends the run at once, with what was reviewed before", async () => {
    const agents = { ...rejecting(), writer: agentOf((_request, call) => (call === 1 ? says("v0") : never()), { id: "writer" }) };
    const { result, tokens } = await abortedAt((event) => event.type === "call.started" && event.callId === "c3", working, { agents });
    expect(result).toMatchObject({ status: "aborted", rounds: 1, reviewedVersion: digestOf("v0"), unreviewedChange: null, report: { draft: "v0" } });
    expect(tokens).toEqual(["revise", "aborted"]);
  });

  test("G10: wherever the abort comes, the run ends as aborted or as what had been decided, and its events are whole", async () => {
    const { events } = await runProbe(probe({ ...working, maxRounds: 3 }), { agents: rejecting() });
    for (let seq = 1; seq <= events.length; seq++) {
      const { result } = await abortedAt((event) => event.seq === seq, { ...working, maxRounds: 3 }, { agents: rejecting() });
      const lastDecision = events.findLastIndex((event) => event.type === "decision.made") + 1;
      expect(result.status).toBe(seq < lastDecision ? "aborted" : "stopped");
      expect(result.status === "aborted" ? result.unreviewedChange : null).toSatisfy((change) => change === null || (change as { to: string }).to === digestOf(`v${result.rounds + 1}`) || result.rounds > 0);
    }
  });

  test("G2, G10: a review that was aborted or ran out of time moves nothing, whatever the policy says of it", async () => {
    const reviewed: ProbeOptions = { ...working, reviewed: () => true, review: async (ctx, state) => ({ ...(await working.review?.(ctx, state)), next: ctx.round === 1 ? "revise" : "pass" }) as ProbeState };
    const agents = probeAgents({ writer: (_request, call) => says(`v${call}`) });
    const aborted = await abortedAt((event) => event.type === "call.started" && event.round === 2, reviewed, { agents });
    expect(aborted.result).toMatchObject({ status: "aborted", rounds: 2, reviewedVersion: digestOf("v1"), unreviewedChange: { from: digestOf("v1"), to: digestOf("v2") } });
    const clock = manualClock();
    const ended = runProbe(probe(reviewed), { agents: probeAgents({ reviewer: (_request, call) => (call === 1 ? judges(true) : never()) }), clock, limits: { runTimeoutMs: 10 } });
    await clock.advance(10);
    expect((await ended).result).toMatchObject({ token: "run-timeout", reviewedVersion: digestOf("v1"), unreviewedChange: { to: digestOf("v2") } });
  });

  test("G10: an abort between phases is seen at the next checkpoint and starts no call", async () => {
    const agents = rejecting();
    const { result } = await abortedAt((event) => event.type === "decision.made" && event.kind === "continue", working, { agents });
    expect(agents.writer.call).toHaveBeenCalledTimes(1);
    expect(result).toMatchObject({ status: "aborted", rounds: 1 });
  });

  test("a decision that stands is not taken back by an abort on its own event, while it is recorded, or at the end", async () => {
    const finals: readonly (readonly [ProbeState["next"], string, string])[] = [["pass", "passed", "passed"], ["stop", "stopped", "stopped"], ["ask", "suspended", "asked"]];
    for (const [next, status, token] of finals) {
      const options: ProbeOptions = {
        review: (_ctx, state) => ({ ...state, next }),
        async record(ctx, state) {
          const sealed = await ctx.step("seal", () => new Promise((resolve) => setImmediate(resolve, "sealed")));
          ctx.emit({ type: "probe.note", text: "recorded" });
          return { ...state, note: sealed.ok ? (sealed.value as string) : sealed.failure.kind };
        },
      };
      for (const type of ["decision.made", "step.started", "step.finished", "probe.note", "run.finished", "run.suspended"]) {
        const { result } = await abortedAt((event) => event.type === type, options);
        expect(result).toMatchObject({ status, token, report: { note: "sealed" } });
      }
    }
  });

  test("record runs after the decision to abort, too, and may step", async () => {
    const recorded: string[] = [];
    const { result } = await abortedAt((event) => event.type === "phase.started", {
      async record(ctx, state, decision) {
        const sealed = await ctx.step("seal", () => 1);
        recorded.push(`${decision.token} ${sealed.ok}`);
        return state;
      },
    });
    expect(recorded).toEqual(["aborted true"]);
    expect(result.status).toBe("aborted");
  });

  test("an abort while a continue is recorded ends the run at the next checkpoint, once the record is done", async () => {
    const { result, tokens } = await abortedAt((event) => event.type === "step.started", {
      ...working,
      record: async (ctx, state, decision) => (decision.kind === "continue" ? { ...state, note: (await ctx.step("seal", () => "sealed")).ok } : state),
    }, { agents: rejecting() });
    expect(tokens).toEqual(["revise", "aborted"]);
    expect(result).toMatchObject({ status: "aborted", report: { note: true } });
  });

  test("abort after the run's end changes nothing", async () => {
    const { run, result, events } = await runProbe(probe());
    const count = events.length;
    run.abort();
    await settle();
    expect(events).toHaveLength(count);
    expect(await run.result).toBe(result);
    expect(result.status).toBe("passed");
  });

  test("a suspended run is over: aborting it changes nothing", async () => {
    const { run, result } = await runProbe(probe({ review: (_ctx, state) => ({ ...state, next: "ask" }) }));
    run.abort();
    expect(result.status).toBe("suspended");
    expect(await run.result).toBe(result);
  });

  test("ctx.signal is aborted with the reason, also where it is first read afterwards", async () => {
    const signals: AbortSignal[] = [];
    await abortedAt((event) => event.type === "call.finished", {
      async review(ctx, state) {
        signals.push(ctx.signal);
        await ctx.call("reviewer", request);
        signals.push(ctx.signal);
        return state;
      },
    });
    let late: AbortSignal | undefined;
    await abortedAt((event) => event.type === "call.finished", { review: async (ctx, state) => (await ctx.call("reviewer", request), (late = ctx.signal), state) });
    expect(new Set(signals).size).toBe(1);
    for (const signal of [signals[0], late]) expect(signal?.reason).toMatchObject({ message: "stop it" });
  });
});

describe("run timeout", () => {
  test("G10, G14: raced during a call: the run ends when its time is over, with what was reviewed", async () => {
    const clock = manualClock();
    const agents = { ...rejecting(), writer: agentOf((_request, call) => (call === 1 ? says("v0") : never()), { id: "writer" }) };
    const ended = runProbe(probe(working), { agents, clock, limits: { runTimeoutMs: 1000 } });
    await clock.advance(999);
    expect((await Promise.race([ended, settle().then(() => "running")]))).toBe("running");
    await clock.advance(1);
    const { result, tokens, events } = await ended;
    expect(tokens).toEqual(["revise", "run-timeout"]);
    expect(result).toMatchObject({ status: "stopped", token: "run-timeout", rounds: 1, reviewedVersion: digestOf("v0"), report: { draft: "v0" } });
    expect(events.find((event) => event.type === "call.failed")).toMatchObject({ kind: "timeout", at: 1000 });
    expect(grammarProblems(events)).toEqual([]);
    expect(clock.pendingTimers).toBe(0);
  });

  test("G10: raced during a step and in lanes", async () => {
    for (const review of [
      (ctx: ProbeContext) => ctx.step("hang", never),
      (ctx: ProbeContext) => ctx.lanes([{ lane: "a" }, { lane: "b" }], (lane) => lane.call("panel/a", request)),
    ]) {
      const clock = manualClock();
      const ended = runProbe(probe({ review: async (ctx, state) => (await review(ctx), state) }), { agents: probeAgents({ panel: { a: never } }), clock, limits: { runTimeoutMs: 50 } });
      await clock.advance(50);
      const { result, events } = await ended;
      expect(result).toMatchObject({ status: "stopped", token: "run-timeout" });
      expect(grammarProblems(events)).toEqual([]);
      expect(clock.pendingTimers).toBe(0);
    }
  });

  test("checked before each call and when an answer arrives, though no timer has had its turn", async () => {
    let now = 0;
    const clock = { now: () => now, setTimer: () => () => undefined };
    const agents = probeAgents({ reviewer: () => ((now = 100), judges(true)) });
    const { result } = await runProbe(probe(working), { agents, clock, limits: { runTimeoutMs: 100 } });
    expect(result).toMatchObject({ token: "run-timeout", reviewedVersion: null, unreviewedChange: { from: null, to: digestOf("v1") } });
    now = 0;
    const before = probeAgents();
    const late = await runProbe(probe({ ...working, open: () => ((now = 100), START) }), { agents: before, clock, limits: { runTimeoutMs: 100 } });
    expect(before.reviewer.call).not.toHaveBeenCalled();
    expect(late.result).toMatchObject({ token: "run-timeout", rounds: 0 });
  });

  test("abort beats run timeout, and both beat what the calls came to", async () => {
    const clock = manualClock();
    const controller = new AbortController();
    clock.setTimer(() => controller.abort(), 100);
    const ended = runProbe(probe(working), { agents: probeAgents({ reviewer: never }), clock, signal: controller.signal, limits: { runTimeoutMs: 100 } });
    await clock.advance(100);
    expect((await ended).result).toMatchObject({ status: "aborted", token: "aborted" });
  });

  test("ctx.signal and the signals of calls say that the time is over", async () => {
    const clock = manualClock();
    const signals: AbortSignal[] = [];
    const ended = runProbe(
      probe({ review: async (ctx, state) => (signals.push(ctx.signal), await ctx.call("reviewer", request), state) }),
      { agents: probeAgents({ reviewer: (sent) => (signals.push(sent.signal), never()) }), clock, limits: { runTimeoutMs: 10 } },
    );
    await clock.advance(10);
    await ended;
    expect(signals.map((signal) => (signal.reason as DOMException).name)).toEqual(["TimeoutError", "TimeoutError"]);
  });

  test("G10: a policy that waits for ctx.signal alone is not left waiting by a run timeout", async () => {
    const clock = manualClock();
    const ended = runProbe(
      probe({ review: (ctx, state) => new Promise((resolve) => ctx.signal.addEventListener("abort", () => resolve({ ...state, note: "told" }))) }),
      { clock, limits: { runTimeoutMs: 10 } },
    );
    await clock.advance(10);
    expect((await ended).result).toMatchObject({ token: "run-timeout", report: { note: "told" } });
  });

  test("record may take its time after a run timeout", async () => {
    const clock = manualClock();
    const ended = runProbe(
      probe({
        review: async (ctx, state) => (await ctx.call("reviewer", request), state),
        record: async (ctx, state) => {
          const sealed = await ctx.step("seal", () => new Promise((resolve) => void clock.setTimer(() => resolve("sealed"), 500)));
          return { ...state, note: sealed.ok ? "sealed" : sealed.failure.kind };
        },
      }),
      { agents: probeAgents({ reviewer: never }), clock, limits: { runTimeoutMs: 100 } },
    );
    await clock.advance(600);
    expect((await ended).result).toMatchObject({ token: "run-timeout", report: { note: "sealed" } });
    expect(clock.pendingTimers).toBe(0);
  });

  test("G14: a call timeout ends the call and not the run; the next call has its full time", async () => {
    const clock = manualClock();
    const kinds: string[] = [];
    const ended = runProbe(
      probe({
        async review(ctx, state) {
          for (let call = 0; call < 3; call++) {
            const outcome = await ctx.call("reviewer", request);
            kinds.push(`${outcome.ok ? "ok" : outcome.failure.kind}@${ctx.now()}`);
          }
          return { ...state, next: "stop" };
        },
      }),
      { agents: probeAgents({ reviewer: (_request, call) => (call === 2 ? new Promise((resolve) => void clock.setTimer(() => resolve(judges(true)), 90)) : never()) }), clock, limits: { callTimeoutMs: 100 } },
    );
    await clock.advance(1000);
    expect((await ended).result.status).toBe("stopped");
    expect(kinds).toEqual(["timeout@100", "ok@190", "timeout@290"]);
    expect(clock.pendingTimers).toBe(0);
  });
});

describe("what goes on after the run was ended is left behind", () => {
  interface Hanging {
    readonly result: RunResult<ProbeTypes>;
    readonly events: readonly RunEvent<ProbeTypes>[];
    readonly clock: ReturnType<typeof manualClock>;
  }

  /** Runs a policy that hangs on a promise of its own, ends it, and lets the time pass. */
  async function hanging(policy: Probe, end: "abort" | "timeout", graceMs = SETTLE_MS, agents = probeAgents()): Promise<Hanging> {
    const clock = manualClock();
    const controller = new AbortController();
    let isOver = false;
    const ended = runProbe(policy, { agents, clock, signal: controller.signal, ...(end === "timeout" ? { limits: { runTimeoutMs: 100 } } : {}) });
    void ended.then(() => (isOver = true));
    await clock.advance(100);
    if (end === "abort") controller.abort();
    await clock.advance(graceMs - 1);
    expect(isOver).toBe(false);
    await clock.advance(1);
    await settle();
    expect(isOver).toBe(true);
    const { result, events } = await ended;
    expect(grammarProblems(events)).toEqual([]);
    expect(clock.pendingTimers).toBe(0);
    return { result, events, clock };
  }

  test.each(["abort", "timeout"] as const)("G10: a phase that hangs after %s, with the state from before it", async (end) => {
    const foreign = deferred();
    const recorded: string[] = [];
    const { result, events } = await hanging(
      probe({
        record: (_ctx, state, decision) => (recorded.push(decision.token), state),
        review: (_ctx, state) => ({ ...state, next: "revise", note: "reviewed" }),
        revise: async (ctx, state) => {
          await foreign.promise;
          ctx.emit({ type: "probe.note", text: "from beyond" });
          await ctx.call("writer", request);
          return { ...state, draft: "too late" };
        },
      }),
      end,
    );
    expect(result).toMatchObject({ token: end === "abort" ? "aborted" : "run-timeout", reviewedVersion: digestOf("v0"), unreviewedChange: null, report: { draft: "v0", note: "reviewed" } });
    const count = events.length;
    foreign.resolve();
    await settle();
    expect(events).toHaveLength(count);
    expect(recorded).toEqual(["revise", end === "abort" ? "aborted" : "run-timeout"]); // The loop does not go on behind the result.
  });

  test.each(["abort", "timeout"] as const)("G10, G13: lanes that hang after %s come to their end", async (end) => {
    const foreign = deferred();
    const { result, events } = await hanging(
      probe({ review: async (ctx, state) => (await ctx.lanes([{ lane: "a" }, { lane: "b" }, { lane: "c" }], async (lane) => (lane.lane === "b" ? 1 : foreign.promise), { concurrency: 2 }), state) }),
      end,
    );
    expect(result).toMatchObject({ token: end === "abort" ? "aborted" : "run-timeout" });
    expect(events.flatMap((event) => (event.type === "lane.finished" ? [[event.lane, event.ok]] : []))).toEqual([["b", true], ["a", false], ["c", false]]);
    foreign.resolve();
    await settle();
    expect(grammarProblems(events)).toEqual([]);
  });

  test.each(["abort", "timeout"] as const)("G10: an open that hangs after %s leaves no state, and so a failed run", async (end) => {
    const { result } = await hanging(probe({ open: never }), end);
    expect(result).toMatchObject({ status: "failed", error: { code: "phase-left-behind" } });
  });

  test.each(["abort", "timeout"] as const)("G10: a record that hangs after %s: the decision stands", async (end) => {
    const { result } = await hanging(probe({ review: (_ctx, state) => ({ ...state, next: "pass" }), record: never }), end, RECORD_SETTLE_MS);
    expect(result).toMatchObject({ status: "passed", token: "passed" });
  });

  test.each(["abort", "timeout"] as const)("G10: a record whose step hangs after %s: the step comes to its end, the decision stands", async (end) => {
    let late: unknown;
    const foreign = deferred();
    const { result, events } = await hanging(
      probe({
        review: (_ctx, state) => ({ ...state, next: "stop" }),
        record: async (ctx, state) => {
          await ctx.step("seal", () => foreign.promise);
          await foreign.promise;
          late = await ctx.step("more", () => 1);
          return state;
        },
      }),
      end,
      RECORD_SETTLE_MS,
    );
    expect(result).toMatchObject({ status: "stopped", token: "stopped" });
    expect(events.find((event) => event.type === "step.failed")).toMatchObject({ key: "r1/record/review/step:seal", kind: "aborted" });
    foreign.resolve();
    await settle();
    expect(late).toMatchObject({ ok: false, failure: { kind: "aborted" } });
  });

  test("G10: a record of a continue that hangs after abort: the run ends as aborted", async () => {
    const { result, events } = await hanging(probe({ review: (_ctx, state) => ({ ...state, next: "revise" }), record: (_ctx, state, decision) => (decision.kind === "continue" ? never() : state) }), "abort", RECORD_SETTLE_MS);
    expect(result).toMatchObject({ status: "aborted", decision: { phase: "review", round: 1 } });
    expect(events.filter((event) => event.type === "phase.started" && event.phase === "revise")).toEqual([]);
  });

  test("G10: phase and record both hang: the run still ends", async () => {
    const clock = manualClock();
    const controller = new AbortController();
    const ended = runProbe(probe({ review: never, record: never }), { clock, signal: controller.signal });
    await settle();
    controller.abort();
    await clock.advance(SETTLE_MS + RECORD_SETTLE_MS);
    expect((await ended).result).toMatchObject({ status: "aborted" });
    expect(clock.pendingTimers).toBe(0);
  });

  test("G10: a phase that still ends within its time is not left behind", async () => {
    const clock = manualClock();
    const controller = new AbortController();
    const ended = runProbe(probe({ review: (_ctx, state) => new Promise((resolve) => void clock.setTimer(() => resolve({ ...state, note: "in time" }), 150)) }), { clock, signal: controller.signal });
    await clock.advance(100);
    controller.abort();
    await clock.advance(50);
    expect((await ended).result).toMatchObject({ status: "aborted", report: { note: "in time" } });
    expect(clock.pendingTimers).toBe(0);
  });

  test("G10: each phase after the abort is bounded, also one that a placed row leads to", async () => {
    const table = terminationTable(probeFacts, [
      ...probeTable.rows.slice(0, 9),
      { token: "aborted", kind: "stop", when: (f) => f.seen },
      { token: "revise", kind: "continue", then: "revise", when: always },
    ]) as typeof probeTable;
    const clock = manualClock();
    const controller = new AbortController();
    const { promise, resolve } = deferred<ProbeState>();
    const ended = runProbe(probe({ table, review: (_ctx, state) => ({ ...state, next: "again" }), revise: () => promise, maxRounds: 3 }), { clock, signal: controller.signal });
    await settle();
    controller.abort();
    await clock.advance(10 * SETTLE_MS);
    resolve(START);
    expect(["aborted", "round-limit"]).toContain((await ended).result.token);
    const leaving = runProbe(probe({ table, review: never, open: () => ({ ...START, early: "none" }) }), { clock, signal: AbortSignal.abort() });
    await clock.advance(10 * SETTLE_MS);
    expect((await leaving).result.status).toBe("aborted");
    const looking = runProbe(probe({ table, open: () => ({ ...START, early: "review" }), review: never }), { clock, signal: AbortSignal.abort() });
    await clock.advance(10 * SETTLE_MS);
    expect((await looking).result.status).toBe("aborted");
  });

  test("G20: a fault of the policy does not depend on the abort that came in between", async () => {
    const { result } = await abortedAt((event) => event.type === "call.finished", {
      async review(ctx, state) {
        await ctx.call("reviewer", request);
        throw new Error(`bug in ${JSON.stringify(state.draft)}`);
      },
    });
    expect(result).toMatchObject({ status: "failed", error: { code: "policy-threw" } });
  });
});

describe("nothing is left", () => {
  test("G10: no timer and no listener on the caller's signal, however the run ends", async () => {
    const endings: readonly ProbeOptions[] = [
      {},
      { review: (_ctx, state) => ({ ...state, next: "ask" }) },
      { review: () => Promise.reject(new Error("bug")) },
      { review: async (ctx, state) => (await ctx.call("reviewer", request), { ...state, next: "stop" }) },
      { review: async (ctx, state) => (await ctx.step("s", () => 1), { ...state, next: "stop" }) },
    ];
    for (const options of endings) {
      const clock = manualClock();
      const controller = new AbortController();
      const counts = { added: 0, removed: 0 };
      const signal = new Proxy(controller.signal, {
        get: (target, name) => {
          if (name === "addEventListener") counts.added++;
          if (name === "removeEventListener") counts.removed++;
          const value: unknown = Reflect.get(target, name, target);
          return typeof value === "function" ? (value as () => unknown).bind(target) : value;
        },
      });
      await runProbe(probe(options), { clock, signal, limits: { runTimeoutMs: 10_000, callTimeoutMs: 500 } });
      expect(clock.pendingTimers).toBe(0);
      expect(counts.removed).toBe(1);
    }
  });

  test("G10: with the system's clock no handle keeps the process alive", async () => {
    const before = process.getActiveResourcesInfo();
    const controller = new AbortController();
    await Promise.all([
      runProbe(probe(working), { limits: { runTimeoutMs: 60_000, callTimeoutMs: 60_000 } }),
      runProbe(probe(working), { agents: probeAgents({ reviewer: never }), limits: { runTimeoutMs: 20 } }),
      runProbe(probe(working), { agents: probeAgents({ reviewer: () => (setTimeout(() => controller.abort(), 5), never()) }), signal: controller.signal, limits: { callTimeoutMs: 60_000 } }),
    ]);
    await settle();
    expect(process.getActiveResourcesInfo().filter((name) => name === "Timeout").length).toBeLessThanOrEqual(before.filter((name) => name === "Timeout").length);
  });
});
