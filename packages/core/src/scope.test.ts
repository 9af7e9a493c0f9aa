import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { grammarProblems } from "./event-grammar.fixture.js";
import type { AgentReply, Json, LoopwrightError, Phase } from "./index.js";
import { agentOf, deferred, judges, never, probe, probeAgents, runProbe, says, settle, START, type ProbeContext, type ProbeOptions, type ProbeState } from "./probe.fixture.js";

const unhandled: unknown[] = [];
const note = (reason: unknown): void => void unhandled.push(reason);

beforeEach(() => {
  unhandled.length = 0;
  process.on("unhandledRejection", note);
});
afterEach(async () => {
  await settle();
  process.off("unhandledRejection", note);
  expect(unhandled).toEqual([]);
});

const request = { instruction: "", input: "x" } as const;

/** Runs a policy whose review does one thing, and expects the run to fail with this code. */
async function misused(review: (ctx: ProbeContext, state: ProbeState) => unknown, code: string, options: Partial<ProbeOptions> = {}, agents = probeAgents()) {
  const ended = await runProbe(probe({ review: async (ctx, state) => (await review(ctx, state), { ...state, next: "stop" }), ...options }), { agents });
  expect(ended.result).toMatchObject({ status: "failed", token: null, decision: null, report: null, error: { code } });
  expect((ended.result.error as LoopwrightError).hint).toBeTruthy();
  expect(grammarProblems(ended.events)).toEqual([]);
  await settle();
  expect(grammarProblems(ended.events)).toEqual([]);
  return ended;
}

const swallowed = (promise: Promise<unknown>): Promise<unknown> => promise.catch(() => undefined);

describe("effects of one scope run one after another", () => {
  test("G20: two calls at once outside lanes are a typed error, also where the policy swallows it", async () => {
    await misused((ctx) => Promise.all([ctx.call("reviewer", request), ctx.call("panel/a", request)]), "concurrent-effects");
    await misused((ctx) => Promise.allSettled([ctx.call("reviewer", request), ctx.call("panel/a", request)]), "concurrent-effects");
    await misused((ctx) => Promise.allSettled([ctx.call("reviewer", request), ctx.step("s", () => 1)]), "concurrent-effects");
    await misused((ctx) => Promise.allSettled([ctx.step("s", () => 1), ctx.lanes([{ lane: "a" }], async () => 1)]), "concurrent-effects");
    await misused((ctx) => Promise.allSettled([ctx.lanes([{ lane: "a" }], async () => 1), ctx.lanes([{ lane: "b" }], async () => 1)]), "concurrent-effects");
    await misused((ctx) => Promise.race([ctx.call("reviewer", request), ctx.call("reviewer", request)]).catch(() => undefined), "concurrent-effects", {}, probeAgents({ reviewer: never }));
  });

  test("G20: a call of the main line inside a lane is a typed error: nested lanes too", async () => {
    await misused((ctx) => ctx.lanes([{ lane: "a" }], () => ctx.call("reviewer", request)), "concurrent-effects");
    await misused((ctx) => ctx.lanes([{ lane: "a" }], () => ctx.lanes([{ lane: "b" }], async () => 1)), "concurrent-effects");
    await misused((ctx) => ctx.lanes([{ lane: "a" }], (lane) => Promise.all([lane.call("panel/a", request), lane.call("panel/b", request)])), "concurrent-effects");
  });

  test("G20, G13: a phase that ends while its call still runs fails the run; the call comes to its end first", async () => {
    for (const reviewer of [never, () => new Promise((resolve) => setTimeout(resolve, 5, judges(true))), () => new Promise((_resolve, reject) => setImmediate(reject, new Error("down")))]) {
      const { types } = await misused((ctx) => void ctx.call("reviewer", request), "effect-not-awaited", {}, probeAgents({ reviewer }));
      expect(types.slice(-4)).toEqual(["call.started", "call.failed", "phase.finished", "run.finished"]);
    }
    await misused((ctx) => void ctx.step("s", never), "effect-not-awaited");
    await misused((ctx) => void ctx.lanes([{ lane: "a" }], never), "effect-not-awaited");
    await misused((ctx) => void ctx.lanes([{ lane: "a" }, { lane: "b" }], (lane) => lane.call("panel/a", request), { concurrency: 1 }), "effect-not-awaited", {}, probeAgents({ panel: { a: never } }));
  });

  test("G20, G13: a lane that ends while its call still runs fails the run", async () => {
    const { types } = await misused((ctx) => ctx.lanes([{ lane: "a" }], async (lane) => void lane.call("panel/a", request)), "effect-not-awaited", {}, probeAgents({ panel: { a: never } }));
    expect(types.slice(-6)).toEqual(["lane.started", "call.started", "call.failed", "lane.finished", "phase.finished", "run.finished"]);
  });

  test("G13: a phase that throws while its call still runs ends that call", async () => {
    await misused((ctx) => {
      void ctx.call("reviewer", request);
      throw new Error("bug");
    }, "policy-threw", {}, probeAgents({ reviewer: never }));
  });

  test("G20: what is started after its phase or lane has ended is a typed error", async () => {
    const contexts: ProbeContext[] = [];
    const late = (use: (ctx: ProbeContext) => unknown) => (ctx: ProbeContext): unknown => {
      contexts.push(ctx);
      if (ctx.round < 2) return;
      return use(contexts.at(-2) as ProbeContext);
    };
    const again: Partial<ProbeOptions> = {};
    for (const use of [
      (ctx: ProbeContext) => swallowed(ctx.call("reviewer", request)),
      (ctx: ProbeContext) => swallowed(ctx.step("s", () => 1)),
      (ctx: ProbeContext) => swallowed(ctx.lanes([{ lane: "a" }], async () => 1)),
      (ctx: ProbeContext) => {
        try {
          ctx.emit({ type: "probe.note", text: "late" });
        } catch {
          // Swallowed.
        }
      },
    ]) {
      contexts.length = 0;
      const review = late(use);
      await misused(() => undefined, "effect-not-awaited", { ...again, review: async (ctx, state) => (await review(ctx), { ...state, next: ctx.round < 2 ? "again" : "stop" }) });
    }
    await misused(async (ctx) => {
      const kept: { call: ProbeContext["call"] }[] = [];
      await ctx.lanes([{ lane: "a" }], async (lane) => void kept.push(lane));
      await swallowed(kept[0]?.call("panel/a", request) ?? never());
    }, "effect-not-awaited");
  });

  test("G20: what record starts after it has ended is a typed error, too", async () => {
    const kept: { step: ProbeContext["step"]; emit: ProbeContext["emit"] }[] = [];
    const uses: readonly ((ctx: (typeof kept)[number]) => unknown)[] = [(ctx) => swallowed(ctx.step("late", () => 1)), (ctx) => ctx.emit({ type: "probe.note", text: "late" })];
    for (const use of uses) {
      kept.length = 0;
      await misused(() => undefined, "effect-not-awaited", {
        record: (ctx, state) => (kept.push(ctx), state),
        review: async (ctx, state) => (ctx.round === 2 && (await use(kept[0] as (typeof kept)[number])), { ...state, next: ctx.round === 1 ? "again" : "stop" }),
      });
    }
    await misused(() => undefined, "effect-not-awaited", { record: (ctx, state) => (void ctx.step("late", never), state) });
  });

  test("effects one after another are fine, also in loops", async () => {
    const { result } = await runProbe(
      probe({
        async review(ctx, state) {
          for (let index = 0; index < 3; index++) {
            await ctx.call("reviewer", request);
            await ctx.step("look", () => index);
            await ctx.lanes([{ lane: "a" }, { lane: "b" }], (lane) => lane.call("panel/a", request));
          }
          return { ...state, next: "pass" };
        },
      }),
    );
    expect(result).toMatchObject({ status: "passed", usage: { calls: 9 } });
  });
});

describe("who may be called where", () => {
  const phases: readonly Phase[] = ["open", "review", "revise", "consult"];
  const allowed: { readonly [role: string]: readonly Phase[] } = {
    writer: ["open", "revise"],
    reviewer: ["review"],
    "panel/a": ["review"],
    adviser: phases,
  };

  /** A policy that goes through all phases and calls one role in one of them. */
  function calling(role: string, where: Phase): ProbeOptions {
    const visit = async (phase: Phase, ctx: ProbeContext): Promise<void> => {
      if (phase === where && ctx.round < 2) await swallowed(ctx.call(role as "writer", request));
    };
    return {
      open: async (ctx) => (await visit("open", ctx), START),
      review: async (ctx, state) => (await visit("review", ctx), { ...state, next: ctx.round === 1 ? "advise" : "stop" }),
      consult: async (ctx, state) => (await visit("consult", ctx), { ...state, next: "revise" }),
      revise: async (ctx, state) => (await visit("revise", ctx), state),
    };
  }

  test.each(Object.keys(allowed).flatMap((role) => phases.map((phase) => [role, phase] as const)))("G6: %s in %s", async (role, phase) => {
    const { result } = await runProbe(probe(calling(role, phase)));
    if (allowed[role]?.includes(phase) === true) expect(result).toMatchObject({ status: "stopped", usage: { calls: 1 } });
    else expect(result).toMatchObject({ status: "failed", error: { code: "role-in-phase" }, usage: { calls: 0 } });
  });

  test("G20: an unknown role is a typed error that names those there are", async () => {
    for (const role of ["critic", "panel", "panel/z", "constructor", "__proto__", ""]) {
      const { result } = await misused((ctx) => swallowed(ctx.call(role as "writer", request)), "role-unknown");
      expect(result.error?.hint).toContain("writer, reviewer, panel/a");
    }
  });

  test("G6: record may step and emit, but not call", async () => {
    const seen: string[] = [];
    const { result, events } = await runProbe(
      probe({
        review: (_ctx, state) => ({ ...state, next: "stop" }),
        async record(ctx, state) {
          seen.push(...Object.keys(ctx));
          ctx.emit({ type: "probe.note", text: `at ${ctx.now()}` });
          const sealed = await ctx.step("seal", ({ key }) => key);
          return { ...state, note: sealed.ok ? sealed.value : null };
        },
      }),
    );
    expect(seen).not.toContain("call");
    expect(seen).not.toContain("lanes");
    expect(result).toMatchObject({ status: "stopped", report: { note: "r1/record/review/step:seal" } });
    expect(events.filter((event) => event.phase === "record").map((event) => event.type)).toEqual(["probe.note", "step.started", "step.finished"]);
  });
});

describe("what a policy does wrong is kept", () => {
  test("G20: input or an event that is no plain data", async () => {
    const cycle: { self?: unknown } = {};
    cycle.self = cycle;
    for (const input of [undefined, () => 1, new Date(), Number.NaN, cycle, 1n]) {
      await misused((ctx) => swallowed(ctx.call("reviewer", { instruction: "", input })), "not-plain");
      await misused((ctx) => ctx.lanes([{ lane: "a" }], (lane) => lane.call("panel/a", { instruction: "", input })), "not-plain");
    }
    await misused((ctx) => {
      try {
        ctx.emit({ type: "probe.note", text: new Date() as unknown as string });
      } catch {
        // Swallowed.
      }
    }, "not-plain");
  });

  test("G3, G13: a policy cannot emit an event that is the runner's, or looks like a gap", async () => {
    for (const type of ["run.finished", "decision.made", "call.finished", "events.dropped", "*", ""]) {
      await misused((ctx) => {
        try {
          ctx.emit({ type } as never);
        } catch {
          // Swallowed.
        }
      }, "event-type");
    }
  });

  test("a tool that the agent's registration does not permit", async () => {
    await misused((ctx) => swallowed(ctx.call("reviewer", { ...request, tools: ["shell"] })), "tool-not-allowed");
    const seen: (readonly string[])[] = [];
    const reviewer = agentOf((sent) => (seen.push(sent.tools), judges(true)), { id: "reviewer", allowedTools: ["read", "search"] });
    await runProbe(probe({ review: async (ctx, state) => (await ctx.call("reviewer", { ...request, tools: ["search"] }), { ...state, next: "stop" }) }), { agents: { ...probeAgents(), reviewer } });
    expect(seen).toEqual([["search"]]);
  });

  test("a lane name that is unusable, stands twice or is a family's; a concurrency that is none", async () => {
    for (const lanes of [[{ lane: "a" }, { lane: "a" }], [{ lane: "" }], [{ lane: "a/b" }], [{ lane: "a#2" }], [{ lane: "panel" }], [{ lane: 7 as unknown as string }]]) {
      await misused((ctx) => swallowed(ctx.lanes(lanes, async () => 1)), "lane-name");
    }
    for (const concurrency of [0, -1, 1.5, Number.NaN, Infinity]) {
      await misused((ctx) => swallowed(ctx.lanes([{ lane: "a" }], async () => 1, { concurrency })), "concurrency-range");
    }
  });

  test("a step name that would not be a key of its own", async () => {
    for (const name of ["", " x", "x#2", 7 as unknown as string]) await misused((ctx) => swallowed(ctx.step(name, () => 1)), "step-name");
  });

  test("the first fault stays, whatever comes after it", async () => {
    await misused(async (ctx) => {
      await swallowed(ctx.call("critic" as "reviewer", request));
      await swallowed(ctx.call("reviewer", { ...request, tools: ["shell"] }));
    }, "role-unknown");
  });
});

describe("packets", () => {
  async function sent(options: Partial<ProbeOptions>, answer: () => AgentReply = () => judges(true)) {
    const agents = probeAgents({ reviewer: answer });
    const ended = await runProbe(probe(options), { agents });
    expect(grammarProblems(ended.events)).toEqual([]);
    return { ...ended, calls: agents.reviewer.call.mock.calls.length, refused: ended.events.flatMap((event) => (event.type === "call.refused" ? [[event.key, event.kind]] : [])) };
  }
  const reviewing = (packet: (ctx: ProbeContext, state: ProbeState) => { input: Json; builtFrom?: string }) => async (ctx: ProbeContext, state: ProbeState): Promise<ProbeState> => {
    const outcome = await ctx.call("reviewer", { instruction: "", ...packet(ctx, state) });
    return { ...state, next: outcome.ok ? "pass" : "stop" };
  };

  test("G5: a packet built from the version under review is sent, one built from another is refused before dispatch", async () => {
    const fresh = await sent({ review: reviewing((ctx, state) => ({ input: state.draft, builtFrom: ctx.version() ?? "" })) });
    expect(fresh).toMatchObject({ calls: 1, refused: [], result: { status: "passed" } });
    let kept: string | null = null;
    const stale = await sent({
      review: async (ctx, state) => {
        kept ??= ctx.version();
        if (ctx.round === 1) return { ...state, next: "revise" };
        return reviewing((_ctx, { draft }) => ({ input: draft, builtFrom: kept ?? "" }))(ctx, state);
      },
      revise: (_ctx, state) => ({ ...state, draft: "v1" }),
    });
    expect(stale).toMatchObject({ calls: 0, refused: [["r2/review/reviewer", "stale-packet"]], result: { status: "stopped", usage: { calls: 0 } } });
  });

  test.each<[string, Json]>([["null", null], ["an empty text", ""], ["an empty object", {}], ["an empty list", []]])("G5: %s for a version that is not empty is refused", async (_what, input) => {
    expect(await sent({ review: reviewing(() => ({ input })) })).toMatchObject({ calls: 0, refused: [["r1/review/reviewer", "empty-packet"]] });
    expect(await sent({ open: () => ({ ...START, draft: "" }), review: reviewing(() => ({ input })) })).toMatchObject({ calls: 1, refused: [] });
  });

  test("where there is no version, none can be stale", async () => {
    expect(await sent({ artifact: () => null, review: reviewing((ctx) => ({ input: ctx.version() })) })).toMatchObject({ calls: 1, result: { status: "passed" } });
  });
});

describe("steps", () => {
  async function step<T>(run: (step: { signal: AbortSignal; key: string }) => Promise<T> | T) {
    let outcome: unknown;
    const ended = await runProbe(probe({ review: async (ctx, state) => ((outcome = await ctx.step("do", run)), { ...state, next: "stop" }) }));
    expect(grammarProblems(ended.events)).toEqual([]);
    return { ...ended, outcome };
  }

  test("a step's value is its outcome; a throw is a failure and no crash", async () => {
    expect((await step(() => 7)).outcome).toEqual({ ok: true, value: 7, callId: "r1/review/step:do" });
    expect((await step(async () => undefined)).outcome).toMatchObject({ ok: true, value: undefined });
    expect((await step(() => Promise.reject(new Error("red")))).outcome).toMatchObject({ ok: false, failure: { kind: "error", message: "red" } });
    expect((await step((): number => { throw new Error("now"); })).outcome).toMatchObject({ ok: false, failure: { kind: "error", message: "now" } });
    expect((await step(() => ({ then: () => { throw new Error("thenable"); } }))).outcome).toMatchObject({ ok: false, failure: { message: "thenable" } });
  });

  test("the same step twice has two keys", async () => {
    const keys: string[] = [];
    await runProbe(
      probe({
        async review(ctx, state) {
          for (let index = 0; index < 3; index++) await ctx.step("do", ({ key }) => keys.push(key));
          await ctx.lanes([{ lane: "a" }], (lane) => lane.step("do", ({ key }) => keys.push(key)));
          return { ...state, next: "stop" };
        },
      }),
    );
    expect(keys).toEqual(["r1/review/step:do", "r1/review/step:do#2", "r1/review/step:do#3", "r1/review/a/step:do"]);
  });

  test("G10: a step that does not end is cut off by abort, and its signal says so", async () => {
    const controller = new AbortController();
    const started = deferred<AbortSignal>();
    let outcome: unknown;
    const ended = runProbe(
      probe({ review: async (ctx, state) => ((outcome = await ctx.step("do", (own) => (started.resolve(own.signal), never()))), { ...state, next: "stop" }) }),
      { signal: controller.signal },
    );
    const signal = await started.promise;
    controller.abort(new Error("enough"));
    expect((await ended).result).toMatchObject({ status: "aborted", reason: "enough" });
    expect(outcome).toMatchObject({ ok: false, failure: { kind: "aborted" } });
    expect(signal.reason).toMatchObject({ message: "enough" });
  });

  test("says() and judges() of the fixture answer as they should", () => {
    expect([says("x"), judges(false)]).toEqual([{ text: "x" }, { structured: { ok: false } }]);
  });
});
