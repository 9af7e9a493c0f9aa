import { describe, expect, test, vi } from "vitest";
import { manualClock } from "@loopwright/testing";
import { grammarProblems, isDeepFrozen } from "./event-grammar.fixture.js";
import { AgentError, type AgentReply, type AgentRequest, type Json, type Outcome } from "./index.js";
import { agentOf, deferred, judges, never, probe, probeAgents, runProbe, says, settle, START, type ProbeContext, type ProbeRunOptions } from "./probe.fixture.js";

type Answer = (request: AgentRequest, call: number) => unknown;

/** One call of the reviewer, and what came of it. */
async function review(reviewer: Answer, options: ProbeRunOptions & { readonly callTimeoutMs?: number } = {}) {
  let outcome: Outcome<unknown> | undefined;
  const { callTimeoutMs = null, ...rest } = options;
  const policy = probe({
    callTimeoutMs,
    async review(ctx, state) {
      outcome = await ctx.call("reviewer", { instruction: "judge", input: { draft: state.draft } });
      return { ...state, next: "stop" };
    },
  });
  const agents = probeAgents({ reviewer });
  const ended = await runProbe(policy, { agents, ...rest });
  expect(grammarProblems(ended.events)).toEqual([]);
  return { ...ended, outcome, reviewer: agents.reviewer };
}

/** One call of the writer, in open. */
async function write(writer: Answer, options: ProbeRunOptions = {}) {
  let outcome: Outcome<string> | undefined;
  const policy = probe({
    async open(ctx) {
      outcome = await ctx.call("writer", { instruction: "write", input: null });
      return { ...START, next: "stop" };
    },
    review: (_ctx, state) => state,
  });
  const ended = await runProbe(policy, { agents: probeAgents({ writer }), ...options });
  expect(grammarProblems(ended.events)).toEqual([]);
  return { ...ended, outcome };
}

const throwing = (): never => {
  throw new Error("not readable");
};
const hostile = (): object => new Proxy({}, { get: throwing, has: throwing, getPrototypeOf: throwing, ownKeys: throwing, getOwnPropertyDescriptor: throwing });
const revoked = (): object => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
};
/** A rejection with whatever; agents do not always throw errors. */
const rejecting = async (reason: unknown): Promise<never> => {
  throw reason;
};
const without = (message: string): never => {
  throw new Error(message);
};

describe("kinds of failure", () => {
  test("an answer is a value with the id of its call", async () => {
    const { outcome } = await review(() => judges(true));
    expect(outcome).toEqual({ ok: true, value: { ok: true }, callId: "c1" });
    expect((await write(() => says(" as it came\n"))).outcome).toEqual({ ok: true, value: " as it came\n", callId: "c1" });
  });

  test.each<[string, Answer, string, string | RegExp]>([
    ["rejects", () => Promise.reject(new Error("down")), "error", "down"],
    ["throws at once", () => without("no"), "error", "no"],
    ["throws a string", () => rejecting("bad"), "error", "bad"],
    ["throws nothing", () => rejecting(undefined), "error", "undefined"],
    ["throws an object without a text", () => rejecting(Object.create(null)), "error", "an unprintable value was thrown"],
    ["throws a hostile proxy", () => rejecting(hostile()), "error", "an unprintable value was thrown"],
    ["throws a revoked proxy", () => rejecting(revoked()), "error", "an unprintable value was thrown"],
    ["throws an error whose message is no text", () => Promise.reject(Object.assign(new Error(), { message: { secret: 1 } })), "error", "[object Object]"],
    ["says that its own time ran out", () => Promise.reject(new AgentError("slow", { kind: "timeout" })), "timeout", "slow"],
    ["gives nothing", () => undefined, "error", "the agent returned no reply"],
    ["gives null", () => Promise.resolve(null), "error", "the agent returned no reply"],
    ["gives a text instead of a reply", () => '{"ok":true}', "error", "the agent returned no reply"],
    ["gives a function", () => () => judges(true), "error", "the agent returned no reply"],
    ["gives a hostile proxy", () => hostile(), "error", "not readable"],
    ["gives a promise of a reply whose getter throws", () => Promise.resolve({ get structured(): never { return throwing(); } }), "error", "the agent returned no reply"],
    ["gives a revoked proxy", () => revoked(), "error", /revoked/],
    ["gives a thenable whose `then` throws", () => ({ then: () => without("thrown in then") }), "error", "thrown in then"],
    ["gives an object whose `then` getter throws", () => ({ get then(): never { return throwing(); } }), "error", "not readable"],
    ["gives an empty reply", () => ({}), "missing-structured-output", "the answer holds no structured value"],
    ["gives null for structure", () => ({ structured: null, text: '{"ok":true}' }), "missing-structured-output", "the answer holds no structured value"],
    ["gives a text for structure", () => ({ structured: '{"ok":true}' }), "invalid-structured-output", "$.ok: not a boolean"],
    ["gives a wrong type", () => ({ structured: { ok: "true" } }), "invalid-structured-output", "$.ok: not a boolean"],
    ["gives a class instance", () => ({ structured: new (class Verdict { ok = true; })() }), "invalid-structured-output", /instance of a class/],
    ["gives a getter that throws", () => ({ structured: { get ok(): never { return throwing(); } } }), "invalid-structured-output", /not readable|not plain/],
    ["gives a hostile proxy for structure", () => Promise.resolve({ structured: hostile() }), "invalid-structured-output", /cannot be read|not plain/],
    ["is cut off", () => ({ ...judges(true), finishReason: "length" }), "truncated", "the answer was cut off"],
    ["ends for a reason of its provider's", () => ({ ...judges(true), finishReason: "max_tokens" as never }), "truncated", 'the finish reason "max_tokens" is unknown'],
    ["ends for a reason that every object has", () => ({ ...judges(true), finishReason: "constructor" as never }), "truncated", 'the finish reason "constructor" is unknown'],
    ["refuses", () => ({ ...judges(true), finishReason: "refusal" }), "refused", "the agent refused to answer"],
  ])("G4: a reviewer that %s: kind %s", async (_what, answer, kind, message) => {
    const { outcome, result } = await review(answer);
    expect(outcome).toMatchObject({ ok: false, failure: { kind, callId: "c1" } });
    expect(outcome?.ok === false && outcome.failure.message).toEqual(typeof message === "string" ? message : expect.stringMatching(message));
    expect(result).toMatchObject({ status: "stopped", reviewedVersion: null, usage: { calls: 1 } });
  });

  test.each<[string, Answer]>([
    ["nothing", () => ({})],
    ["an empty text", () => says("")],
    ["only blanks", () => says(" \n\t ")],
    ["a number", () => ({ text: 7 })],
    ["structure only", () => judges(true)],
  ])("G4: a writer that gives %s has given no text", async (_what, answer) => {
    const { outcome, events } = await write(answer);
    expect(outcome).toMatchObject({ ok: false, failure: { kind: "empty-output", callId: "c1" } });
    expect(events.map((event) => event.type)).toContain("call.finished");
    expect(events.map((event) => event.type)).toContain("answer.invalid");
  });

  test("a thenable is a promise: it may settle twice, or both ways, and only the first counts", async () => {
    type Then = (resolve: (value: unknown) => void, reject: (error: unknown) => void) => void;
    const thenable = (then: Then) => () => ({ then });
    const first = thenable((resolve, reject) => {
      resolve(judges(true));
      resolve(judges(false));
      reject(new Error("late"));
    });
    expect((await review(first)).outcome).toMatchObject({ ok: true, value: { ok: true } });
    const rejecting = thenable((resolve, reject) => {
      reject(new Error("first"));
      resolve(judges(true));
    });
    expect((await review(rejecting)).outcome).toMatchObject({ ok: false, failure: { message: "first" } });
    expect((await review(thenable((resolve) => resolve(Promise.resolve(judges(true)))))).outcome).toMatchObject({ ok: true });
  });

  test("a proxy around a promise, and a reply that is no promise, are taken as they are meant", async () => {
    expect((await review(() => judges(true))).outcome).toMatchObject({ ok: true });
    expect((await review(() => new Proxy(Promise.resolve(judges(true)), {}))).outcome).toMatchObject({ ok: false, failure: { kind: "error" } });
  });

  test("an answer is copied: the agent cannot change it afterwards", async () => {
    const structured = { ok: true };
    let seen: unknown;
    await runProbe(
      probe({
        async review(ctx, state) {
          const outcome = await ctx.call("reviewer", { instruction: "", input: state.draft });
          structured.ok = false;
          seen = outcome.ok && outcome.value;
          return { ...state, next: "stop" };
        },
      }),
      { agents: probeAgents({ reviewer: () => ({ structured }) }) },
    );
    expect(seen).toEqual({ ok: true });
    expect(seen).not.toBe(structured);
    expect(isDeepFrozen(seen)).toBe(true);
  });
});

describe("what an agent is given", () => {
  test("a request of plain, frozen data: a copy that neither the policy nor the agent can change", async () => {
    const draft = { text: "v0", parts: [1] };
    let sent: AgentRequest | undefined;
    await runProbe(
      probe({
        async review(ctx, state) {
          const open = ctx.call("reviewer", { instruction: "judge", input: { draft }, purpose: "review", version: 3 });
          draft.text = "changed";
          await open;
          return { ...state, next: "stop" };
        },
      }),
      { agents: probeAgents({ reviewer: (request) => ((sent = request), judges(true)) }), runId: "run-7" },
    );
    expect(isDeepFrozen(sent?.input) && isDeepFrozen(sent?.tools)).toBe(true);
    expect(sent).toMatchObject({ callId: "c1", key: "r1/review/reviewer", idempotencyKey: "run-7/r1/review/reviewer", role: "reviewer", purpose: "review", version: 3, repair: 0, instruction: "judge", input: { draft: { text: "v0", parts: [1] } }, tools: [], deadline: null });
    expect(sent?.schema).toMatchObject({ required: ["ok"] });
  });

  test("a purpose or version that was not given is absent, not undefined", async () => {
    let keys: string[] = [];
    await review((request) => ((keys = Object.keys(request)), judges(true)));
    expect(keys.sort()).toEqual(["callId", "deadline", "idempotencyKey", "input", "instruction", "key", "repair", "reportUsage", "role", "schema", "signal", "tools"]);
  });

  test("no agent can spoil the schema of the next call", async () => {
    const schemas: unknown[] = [];
    const spoiler = (request: AgentRequest): AgentReply => {
      schemas.push(structuredClone(request.schema));
      try {
        (request.schema as unknown as { required: string[] }).required.push("extra");
      } catch {
        // Frozen: as it should be.
      }
      return judges(true);
    };
    await review(spoiler);
    await review(spoiler);
    expect(schemas[1]).toEqual(schemas[0]);
  });

  test("a wrapper may spread the request: signal and reportUsage stay alive", async () => {
    const inner = deferred<AgentReply>();
    let aborted = false;
    const { result } = await (async () => {
      const agents = probeAgents({
        reviewer: (request) => {
          const { signal, reportUsage } = { ...request };
          reportUsage({ inputTokens: 3, outputTokens: 4 });
          signal.addEventListener("abort", () => (aborted = true));
          return inner.promise;
        },
      });
      return review(() => undefined, { agents, callTimeoutMs: 5 });
    })();
    expect(aborted).toBe(true);
    expect(result.usage).toMatchObject({ inputTokens: 3, outputTokens: 4, failedCalls: 1 });
  });

  test("the signal is one object however often it is read, and is aborted with the reason of the abort", async () => {
    const reason = new Error("enough");
    const signals: AbortSignal[] = [];
    const controller = new AbortController();
    await review(
      (request) => {
        signals.push(request.signal, request.signal, { ...request }.signal);
        controller.abort(reason);
        return never();
      },
      { signal: controller.signal },
    );
    expect(new Set(signals).size).toBe(1);
    expect(signals[0]?.aborted).toBe(true);
    expect(signals[0]?.reason).toBe(reason);
  });

  test("no signal is made that nobody reads, and one timer serves all deadlines of a run", async () => {
    let controllers = 0;
    vi.stubGlobal("AbortController", class extends AbortController {
      constructor() {
        super();
        controllers++;
      }
    });
    const timers: number[] = [];
    const clock = { now: () => 0, setTimer: (_callback: () => void, delayMs: number) => (timers.push(delayMs), () => undefined) };
    await runProbe(
      probe({ maxRounds: 20, review: async (ctx, state) => (await ctx.call("reviewer", { instruction: "", input: 1 }), { ...state, next: "again" }) }),
      { clock, limits: { callTimeoutMs: 100, runTimeoutMs: 500 } },
    );
    vi.unstubAllGlobals();
    expect(controllers).toBe(0);
    expect(timers).toEqual([500, 100]);
  });

  test("a signal that is first read after the abort is aborted", async () => {
    const controller = new AbortController();
    const requests: AgentRequest[] = [];
    await review(
      (request) => {
        requests.push(request);
        controller.abort();
        return never();
      },
      { signal: controller.signal },
    );
    expect(requests[0]?.signal.aborted).toBe(true);
  });

  test("the signal of a call that ended well is not aborted by the run's end", async () => {
    let signal: AbortSignal | undefined;
    await review((request) => ((signal = request.signal), judges(true)));
    expect(signal?.aborted).toBe(false);
  });

  test("the deadline is the nearer of call and run, on the run's clock", async () => {
    const deadlines: (number | null)[] = [];
    const answer: Answer = (request) => (deadlines.push(request.deadline), judges(true));
    for (const limits of [{}, { callTimeoutMs: 50 }, { runTimeoutMs: 70 }, { callTimeoutMs: 50, runTimeoutMs: 20 }]) {
      await review(answer, { limits, clock: manualClock({ startMs: 1000 }) });
    }
    await review(answer, { limits: { callTimeoutMs: 50 }, callTimeoutMs: 30, clock: manualClock({ startMs: 1000 }) });
    expect(deadlines).toEqual([null, 1050, 1070, 1020, 1030]);
  });
});

describe("keys and ids", () => {
  test("keys are derived from round, phase, lane and role; ids count up in start order; neither stands twice", async () => {
    const keys: string[] = [];
    const ids: string[] = [];
    const note: Answer = (request) => {
      keys.push(request.key);
      ids.push(request.callId);
      return request.role === "writer" || request.role === "adviser" ? says("x") : judges(true);
    };
    const twice = async (ctx: ProbeContext, role: "writer" | "reviewer" | "adviser"): Promise<void> => {
      await ctx.call(role, { instruction: "", input: "x" });
      await ctx.call(role, { instruction: "", input: "x" });
    };
    let consult = 0;
    await runProbe(
      probe({
        maxConsultsPerRound: 2,
        open: async (ctx) => (await twice(ctx, "writer"), START),
        async review(ctx, state) {
          await twice(ctx, "reviewer");
          await ctx.call("panel/a", { instruction: "", input: "x" });
          for (let batch = 0; batch < 2; batch++) {
            await ctx.lanes([{ lane: "one" }, { lane: "two" }], async (lane) => {
              await lane.call("panel/a", { instruction: "", input: "x" });
              await lane.call("panel/a", { instruction: "", input: "x" });
            }, { concurrency: 1 });
          }
          return { ...state, next: ctx.round === 2 ? "stop" : "advise" };
        },
        async consult(ctx, state) {
          await ctx.call("adviser", { instruction: "", input: "x" });
          return { ...state, next: ++consult === 2 ? "revise" : "advise" };
        },
        revise: async (ctx, state) => (await ctx.call("writer", { instruction: "", input: "x" }), state),
      }),
      { agents: { writer: agentOf(note), reviewer: agentOf(note), adviser: agentOf(note), panel: { a: agentOf(note) } } },
    );
    const review = (round: number): string[] => [
      `r${round}/review/reviewer`,
      `r${round}/review/reviewer#2`,
      `r${round}/review/panel/a`,
      ...["one", "two", "one#2", "two#2"].flatMap((lane) => [`r${round}/review/${lane}/panel/a`, `r${round}/review/${lane}/panel/a#2`]),
    ];
    expect(keys).toEqual(["r0/open/writer", "r0/open/writer#2", ...review(1), "r1/consult/adviser", "r1/consult-2/adviser", "r1/revise/writer", ...review(2)]);
    expect(ids).toEqual(ids.map((_, index) => `c${index + 1}`));
    expect(new Set(keys).size).toBe(keys.length);
  });

  test("idempotency keys of two runs never meet, and begin with the run's id", async () => {
    const keys: string[] = [];
    const answer: Answer = (request) => (keys.push(request.idempotencyKey), judges(true));
    const { run } = await review(answer);
    await review(answer);
    await review(answer, { runId: "mine" });
    expect(new Set(keys).size).toBe(3);
    expect(keys[0]).toBe(`${run.id}/r1/review/reviewer`);
    expect(keys[2]).toBe("mine/r1/review/reviewer");
  });
});

describe("repair", () => {
  async function repaired(answers: readonly unknown[], options: { maxRepairs?: number; bound?: number; limits?: { calls: number } } = {}) {
    const asked: { problems: readonly string[]; repair: number; kind: string }[] = [];
    const requests: AgentRequest[] = [];
    let outcome: Outcome<unknown> | undefined;
    const ended = await runProbe(
      probe({
        ...(options.bound === undefined ? {} : { calls: { review: { reviewer: options.bound } } }),
        async review(ctx, state) {
          outcome = await ctx.call(
            "reviewer",
            { instruction: "judge", input: { draft: state.draft } },
            {
              repair: (problems, repair, failure) => {
                asked.push({ problems, repair, kind: failure.kind });
                return repair > (options.maxRepairs ?? 1) ? null : { instruction: "again", input: { draft: state.draft, problems } };
              },
            },
          );
          return { ...state, next: outcome.ok ? "pass" : "stop" };
        },
      }),
      { agents: probeAgents({ reviewer: (request, call) => (requests.push(request), answers[call - 1]) }), ...(options.limits === undefined ? {} : { limits: options.limits }) },
    );
    expect(grammarProblems(ended.events)).toEqual([]);
    return { ...ended, asked, requests, outcome };
  }

  test("G7: an invalid answer is asked for again, with its problems and a key of its own", async () => {
    const { asked, requests, result, outcome } = await repaired([{ text: '{"ok":true}' }, judges(true)]);
    expect(asked).toEqual([{ problems: ["$: absent"], repair: 1, kind: "missing-structured-output" }]);
    expect(requests.map(({ key, repair, instruction }) => [key, repair, instruction])).toEqual([
      ["r1/review/reviewer", 0, "judge"],
      ["r1/review/reviewer/repair-1", 1, "again"],
    ]);
    expect(requests[1]?.input).toEqual({ draft: "v0", problems: ["$: absent"] });
    expect(outcome).toMatchObject({ ok: true, callId: "c2" });
    expect(result).toMatchObject({ status: "passed", rounds: 1, usage: { calls: 2, repairCalls: 1, failedCalls: 0 } });
  });

  test("G7: repairs end when the policy gives up; the last failure is the outcome", async () => {
    const { outcome, asked, result } = await repaired([{ structured: {} }, { structured: { ok: 1 } }, {}], { maxRepairs: 2 });
    expect(asked.map(({ repair, kind }) => [repair, kind])).toEqual([[1, "invalid-structured-output"], [2, "invalid-structured-output"], [3, "missing-structured-output"]]);
    expect(outcome).toMatchObject({ ok: false, failure: { kind: "missing-structured-output", callId: "c3" } });
    expect(result).toMatchObject({ status: "stopped", reviewedVersion: null, usage: { calls: 3 } });
  });

  test.each([["fails", () => Promise.reject(new Error("down"))], ["refuses", () => ({ structured: {}, finishReason: "refusal" })]])(
    "a call that %s is not repaired: there is nothing to mend",
    async (_what, answer) => {
      const { asked, result } = await repaired([answer()]);
      expect(asked).toEqual([]);
      expect(result.usage.calls).toBe(1);
    },
  );

  test("a truncated answer is repaired", async () => {
    const { result } = await repaired([{ ...judges(true), finishReason: "length" }, judges(true)]);
    expect(result.status).toBe("passed");
  });

  test("G22: `calls` bounds repairs too: beyond it none is asked for", async () => {
    const { asked, result, outcome } = await repaired([{}, {}, {}], { maxRepairs: 9, bound: 2 });
    expect(asked).toHaveLength(1);
    expect(result.usage.calls).toBe(2);
    expect(outcome).toMatchObject({ ok: false, failure: { kind: "missing-structured-output" } });
  });

  test("G22: a call beyond `calls` is the policy's fault", async () => {
    const { result } = await runProbe(
      probe({
        calls: { review: { reviewer: 1 } },
        async review(ctx, state) {
          await ctx.call("reviewer", { instruction: "", input: state.draft });
          await ctx.call("reviewer", { instruction: "", input: state.draft });
          return state;
        },
      }),
    );
    expect(result).toMatchObject({ status: "failed", error: { code: "calls-exceeded", path: "calls.review.reviewer" }, usage: { calls: 1 } });
  });

  test("G22: `calls` counts each phase anew, and members of a family one by one", async () => {
    const { result } = await runProbe(
      probe({
        calls: { review: { panel: 1 } },
        async review(ctx, state) {
          await ctx.call("panel/a", { instruction: "", input: state.draft });
          await ctx.call("panel/b", { instruction: "", input: state.draft });
          return { ...state, next: ctx.round === 3 ? "pass" : "again" };
        },
      }),
    );
    expect(result).toMatchObject({ status: "passed", usage: { calls: 6 } });
  });

  test("G14: a repair that does not fit the budget is refused, and the run ends as budget-spent", async () => {
    const { outcome, result } = await repaired([{}, judges(true)], { limits: { calls: 1 } });
    expect(outcome).toMatchObject({ ok: false, failure: { kind: "budget", callId: null } });
    expect(result).toMatchObject({ status: "stopped", token: "budget-spent" });
  });

  test("a validator that throws, or answers nonsense, is a fault of the policy and not the agent's", async () => {
    const { definePolicy, structuredRole, runLoop, terminationTable, always, defineFacts, flag } = await import("./index.js");
    const facts = defineFacts({ done: flag() });
    const table = terminationTable(facts, [{ token: "end", kind: "stop", when: always }]);
    const validators: readonly ((value: unknown) => unknown)[] = [
      () => without("oops"),
      () => Promise.reject(new Error("oops")),
      () => undefined,
      () => Promise.resolve(undefined),
      () => ({ ok: false }),
      () => Promise.resolve({ ok: false }),
    ];
    for (const validate of validators) {
      const role = structuredRole<Json>({ jsonSchema: {}, validate: validate as never });
      const policy = definePolicy({ name: "validating", roles: { reviewer: role }, table })({
        open: () => ({ done: true }),
        async review(ctx, state) {
          await ctx.call("reviewer", { instruction: "", input: 1 });
          return state;
        },
        facts: (state) => state,
        report: () => null,
      });
      const result = await runLoop(policy, { agents: { reviewer: agentOf(() => judges(true)) }, input: null }).result;
      expect(result).toMatchObject({ status: "failed", error: { code: "validator-threw" } });
    }
  });
});

describe("late answers", () => {
  test("G10: an answer after the call's time is discarded", async () => {
    const clock = manualClock();
    const late = deferred<AgentReply>();
    const ended = review(() => late.promise, { clock, callTimeoutMs: 100 });
    await clock.advance(100);
    late.resolve(judges(true));
    const { outcome, events, result } = await ended;
    await settle();
    expect(outcome).toMatchObject({ ok: false, failure: { kind: "timeout", callId: "c1" } });
    expect(events.filter((event) => event.type === "call.finished")).toEqual([]);
    expect(result.reviewedVersion).toBeNull();
    expect(clock.pendingTimers).toBe(0);
  });

  test("G10: an answer that comes when its time is over is discarded, though no timer has had its turn", async () => {
    let now = 0;
    const clock = { now: () => now, setTimer: () => () => undefined };
    const { outcome } = await review(() => ((now = 100), judges(true)), { clock, callTimeoutMs: 100 });
    expect(outcome).toMatchObject({ ok: false, failure: { kind: "timeout" } });
    now = 0;
    expect((await review(() => ((now = 99), judges(true)), { clock, callTimeoutMs: 100 })).outcome).toMatchObject({ ok: true });
  });

  test("G10: an answer after abort is discarded, also one that arrives in the same turn", async () => {
    for (const order of ["abort first", "answer first"] as const) {
      const controller = new AbortController();
      const late = deferred<AgentReply>();
      const ended = review(
        () => {
          queueMicrotask(() => {
            if (order === "answer first") late.resolve(judges(true));
            controller.abort();
            late.resolve(judges(true));
          });
          return late.promise;
        },
        { signal: controller.signal },
      );
      const { outcome, result } = await ended;
      expect(outcome).toMatchObject({ ok: false, failure: { kind: "aborted" } });
      expect(result).toMatchObject({ status: "aborted", reviewedVersion: null });
    }
  });

  test("G10: an abort between an answer and its reading discards the answer", async () => {
    const later = (microtasks: number, run: () => void): void => queueMicrotask(() => (microtasks <= 1 ? run() : later(microtasks - 1, run)));
    for (const [microtasks, answer] of [[1, undefined], [2, judges(true)], [2, Promise.resolve(judges(true))]] as const) {
      const own = new AbortController();
      const { outcome, result } = await review(() => (later(microtasks, () => own.abort()), answer), { signal: own.signal });
      expect(outcome).toMatchObject({ ok: false, failure: { kind: "aborted", callId: "c1" } });
      expect(result).toMatchObject({ status: "aborted", reviewedVersion: null });
    }
  });

  test("G10: after the run's end a late answer and a late rejection change and disturb nothing", async () => {
    for (const end of ["resolve", "reject"] as const) {
      const controller = new AbortController();
      const late = deferred<AgentReply>();
      const { events, run } = await review(() => (setTimeout(() => controller.abort()), late.promise), { signal: controller.signal });
      const count = events.length;
      if (end === "resolve") late.resolve(judges(true));
      else late.reject(new Error("too late"));
      await settle();
      expect(events).toHaveLength(count);
      expect((await run.result).usage).toMatchObject({ calls: 1, failedCalls: 1 });
    }
  });

  test("a call after the run's end starts nothing", async () => {
    let kept: ProbeContext | undefined;
    const agents = probeAgents();
    const { events } = await runProbe(probe({ review: (ctx, state) => ((kept = ctx), { ...state, next: "stop" }) }), { agents });
    const count = events.length;
    expect(await kept?.call("reviewer", { instruction: "", input: 1 })).toMatchObject({ ok: false, failure: { kind: "aborted", callId: null } });
    expect(await kept?.step("later", () => without("never run"))).toMatchObject({ ok: false, failure: { kind: "aborted", callId: null } });
    kept?.emit({ type: "probe.note", text: "late" });
    expect(agents.reviewer.call).not.toHaveBeenCalled();
    expect(events).toHaveLength(count);
  });

  test("G10: a listener that aborts on call.started keeps the agent from being called", async () => {
    const controller = new AbortController();
    const { outcome, reviewer, result, types } = await review(() => judges(true), {
      signal: controller.signal,
      onEvent: (event) => {
        if (event.type === "call.started") controller.abort();
      },
    });
    expect(reviewer.call).not.toHaveBeenCalled();
    expect(outcome).toMatchObject({ ok: false, failure: { kind: "aborted", callId: "c1" } });
    expect(result.status).toBe("aborted");
    expect(types).toContain("call.failed");
  });

  test("an agent that aborts the run while it is called is cut off at once", async () => {
    const controller = new AbortController();
    const { outcome } = await review(() => (controller.abort(), judges(true)), { signal: controller.signal });
    expect(outcome).toMatchObject({ ok: false, failure: { kind: "aborted", callId: "c1" } });
  });
});

describe("usage", () => {
  const spent = { inputTokens: 10, outputTokens: 5, costUsd: 0.25 };

  test("case H09: usage is settled when a call fails, times out or is aborted", async () => {
    const clock = manualClock();
    const reporting = (then: () => unknown) => (request: AgentRequest) => {
      request.reportUsage({ inputTokens: 1 });
      request.reportUsage(spent); // Each report replaces the one before.
      return then();
    };
    const failed = await review(reporting(() => without("down")));
    const timedOut = review(reporting(never), { clock, callTimeoutMs: 10 });
    await clock.advance(10);
    const controller = new AbortController();
    const aborted = await review(reporting(() => (controller.abort(), never())), { signal: controller.signal });
    for (const { result } of [failed, await timedOut, aborted]) {
      expect(result.usage).toMatchObject({ ...spent, calls: 1, failedCalls: 1, complete: true, callsWithoutCost: 0 });
    }
  });

  test("case H09: an error may carry what the call spent; a reply's own usage wins over reports", async () => {
    const thrown = await review(() => Promise.reject(new AgentError("down", { usage: spent })));
    expect(thrown.result.usage).toMatchObject({ ...spent, failedCalls: 1 });
    const replied = await review((request) => (request.reportUsage({ inputTokens: 99 }), { ...judges(true), usage: spent }));
    expect(replied.result.usage).toMatchObject({ ...spent, failedCalls: 0 });
    expect(replied.events.find((event) => event.type === "call.finished")).toMatchObject({ usage: spent });
  });

  test("usage that is reported after the call's end counts no more", async () => {
    let report: AgentRequest["reportUsage"] | undefined;
    const { run } = await review((request) => ((report = request.reportUsage), judges(true)));
    report?.(spent);
    expect((await run.result).usage).toMatchObject({ inputTokens: 0, complete: false, callsWithoutUsage: 1 });
  });

  test.each<[string, unknown]>([
    ["hostile", hostile()],
    ["revoked", revoked()],
    ["a getter that throws", { get inputTokens(): never { return throwing(); } }],
    ["negative", { inputTokens: -1, outputTokens: Number.NaN, costUsd: Infinity }],
    ["a text", "many"],
    ["huge", { inputTokens: Number.MAX_VALUE, outputTokens: Number.MAX_VALUE, costUsd: Number.MAX_VALUE }],
  ])("usage that is %s ends no run", async (_what, usage) => {
    const ended = await review(() => ({ ...judges(true), usage }));
    expect(ended.result.status).toBe("stopped");
    const twice = await runProbe(
      probe({ review: async (ctx, state) => (await ctx.call("reviewer", { instruction: "", input: 1 }), await ctx.call("reviewer", { instruction: "", input: 1 }), { ...state, next: "stop" }) }),
      { agents: probeAgents({ reviewer: (request) => (request.reportUsage(usage as never), Promise.reject(Object.assign(new Error("x"), { usage }))) }), limits: { tokens: 1_000 } },
    );
    expect(twice.result.status).toBe("stopped");
  });
});
