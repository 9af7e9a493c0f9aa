import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { manualClock } from "@loopwright/testing";
import { grammarProblems } from "./event-grammar.fixture.js";
import { AgentError, loopSession, LoopwrightError, runLoop, type AgentReply, type CallOutcome, type LoopSession, type PendingCall, type RunEvent, type RunResult } from "./index.js";
import { agentOf, judges, probe, probeAgents, says, settle, START, type Probe, type ProbeOptions, type ProbeTypes } from "./probe.fixture.js";

const request = { instruction: "", input: "x" } as const;
const descriptions = { writer: { id: "writer" }, reviewer: { id: "reviewer" }, adviser: { id: "adviser" }, panel: { a: { id: "panel-a" }, b: { id: "panel-b" }, c: { id: "panel-c" } } };

type Script = (call: { readonly key: string; readonly callId: string }) => CallOutcome;
interface Played {
  readonly result: RunResult<ProbeTypes>;
  readonly events: readonly object[];
}

/** A number for a key, so that answers do not depend on the order across lanes. */
function digitSum(key: string): number {
  return [...key].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0);
}

/** Events and result as both forms must have them: without times. */
function timeless(events: readonly RunEvent<ProbeTypes>[]): readonly object[] {
  return events.map((event) => ({ ...event, at: 0 }));
}

async function byRunner(policy: Probe, script: Script, abortAt: string | null): Promise<Played> {
  const events: RunEvent<ProbeTypes>[] = [];
  const controller = new AbortController();
  const agent = (description: object) =>
    agentOf((sent) => {
      if (sent.key === abortAt) {
        controller.abort("enough");
        return new Promise(() => undefined);
      }
      const outcome = script(sent);
      if (outcome.kind === "reply") return outcome.reply;
      throw new AgentError(outcome.kind === "error" ? outcome.message : "the host reports a timeout", { kind: outcome.kind, ...(outcome.usage === undefined ? {} : { usage: outcome.usage }) });
    }, description);
  const { writer, reviewer, adviser, panel } = descriptions;
  const agents = { writer: agent(writer), reviewer: agent(reviewer), adviser: agent(adviser), panel: { a: agent(panel.a), b: agent(panel.b), c: agent(panel.c) } };
  const result = await runLoop(policy, { agents, input: null, runId: "r", signal: controller.signal, onEvent: (event) => void events.push(event) }).result;
  return { result, events: timeless(events) };
}

async function bySession(policy: Probe, script: Script, abortAt: string | null): Promise<Played> {
  const events: RunEvent<ProbeTypes>[] = [];
  const session = loopSession(policy, { agents: descriptions, input: null, runId: "r", onEvent: (event) => void events.push(event) });
  const result = await drive(session, script, abortAt);
  expect(grammarProblems(events)).toEqual([]);
  return { result, events: timeless(events) };
}

async function drive(session: LoopSession<ProbeTypes>, script: Script, abortAt: string | null = null): Promise<RunResult<ProbeTypes>> {
  for (;;) {
    const step = await session.next();
    if (step.status === "ended") return step.result;
    for (const call of step.calls) {
      if (call.key === abortAt) session.run.abort("enough");
      if (call.signal.aborted) break;
      session.submit(call.key, script(call.request));
    }
  }
}

const policies: { readonly [name: string]: ProbeOptions } = {
  loop: {
    open: async (ctx) => {
      const written = await ctx.call("writer", request);
      return { ...START, draft: written.ok ? written.value : null };
    },
    review: async (ctx, state) => {
      const judged = await ctx.call("reviewer", { instruction: "judge", input: { draft: state.draft } }, { repair: (problems, repair) => (repair > 2 ? null : { instruction: "again", input: { problems } }) });
      return { ...state, next: judged.ok ? (judged.value.ok ? "pass" : "revise") : ctx.round === 1 ? "again" : "advise" };
    },
    consult: async (ctx, state) => ({ ...state, next: (await ctx.call("adviser", request)).ok ? "revise" : "ask" }),
    revise: async (ctx, state) => {
      const written = await ctx.call("writer", request);
      return { ...state, draft: written.ok ? `${written.value} ${ctx.round}` : state.draft };
    },
    record: async (ctx, state) => (await ctx.step("seal", () => 1), state),
    reviewed: (state) => state.next === "pass" || state.next === "revise",
    maxRounds: 4,
  },
  lanes: {
    review: async (ctx, state) => {
      const votes = await ctx.lanes(ctx.members("panel").map((key) => ({ lane: key, role: `panel/${key}` as const })), async (lane, spec) => {
        const first = await lane.call(spec.role, { instruction: "judge", input: state.draft });
        return first.ok ? first.value.ok : (await lane.call(spec.role, { instruction: "judge again", input: state.draft })).ok;
      });
      return { ...state, next: votes.every((vote) => vote.ok && vote.value) ? "pass" : "revise" };
    },
    revise: async (ctx, state) => ({ ...state, draft: (await ctx.call("writer", request)).ok ? `v${ctx.round}` : state.draft }),
    reviewed: () => true,
    maxRounds: 3,
  },
};

const outcomes: readonly CallOutcome[] = [
  { kind: "reply", reply: { ...judges(true), text: "good", usage: { inputTokens: 5, outputTokens: 2 } } },
  { kind: "reply", reply: { ...judges(false), text: "bad" } },
  { kind: "reply", reply: { structured: { ok: "yes" }, text: " " } },
  { kind: "reply", reply: { ...judges(true), text: "cut", finishReason: "length" } },
  { kind: "reply", reply: {} },
  { kind: "error", message: "down", usage: { inputTokens: 9 } },
  { kind: "timeout" },
];

describe("a session is the runner with another pair of hands", () => {
  test.each(Object.keys(policies))("G19: event for event and field for field, for any answers: %s", async (name) => {
    const policy = probe(policies[name]);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(outcomes.length - 1), { minLength: 1, maxLength: 30 }), async (choices) => {
        const script: Script = ({ key, callId }) => outcomes[choices[(name === "lanes" ? digitSum(key) : Number(callId.slice(1)) - 1) % choices.length] ?? 0] ?? { kind: "timeout" };
        const [runner, session] = [await byRunner(policy, script, null), await bySession(policy, script, null)];
        if (name === "lanes") {
          // Live order across lanes may differ, and with it the numbers; order within a lane may not (G19).
          const order = (played: Played) => ["a", "b", "c", undefined].map((lane) => played.events.filter((event) => (event as { lane?: string }).lane === lane).map((event) => ({ ...event, seq: 0, callId: "" })));
          expect(order(session)).toEqual(order(runner));
        } else expect(session.events).toEqual(runner.events);
        expect({ ...session.result, snapshot: null }).toEqual({ ...runner.result, snapshot: null });
      }),
      { numRuns: 40 },
    );
  });

  test("G10, G19: an abort while a call waits ends both alike", async () => {
    const policy = probe(policies["loop"]);
    const script: Script = () => outcomes[1] as CallOutcome;
    for (const key of ["r0/open/writer", "r1/review/reviewer", "r1/revise/writer", "r2/review/reviewer"]) {
      const [runner, session] = [await byRunner(policy, script, key), await bySession(policy, script, key)];
      expect(session.events).toEqual(runner.events);
      expect(session.result).toEqual(runner.result);
      expect(session.result.status).toBe("aborted");
    }
  });

  test("G19: the same answers give the same decisions, result and events, time and again", async () => {
    const policy = probe(policies["loop"]);
    const script: Script = ({ callId }) => outcomes[Number(callId.slice(1)) % outcomes.length] as CallOutcome;
    const [first, second] = [await bySession(policy, script, null), await bySession(policy, script, null)];
    expect(second.events).toEqual(first.events);
    expect({ ...second.result, snapshot: null }).toEqual({ ...first.result, snapshot: null });
  });
});

describe("the host's side", () => {
  test("next gives the calls that wait, with their exact inputs, and waits until there are some", async () => {
    const session = loopSession(probe(policies["lanes"]), { agents: descriptions, input: null, runId: "r" });
    const step = await session.next();
    expect(step.status === "pending" && step.calls.map(({ key, request: sent }) => [key, sent.callId, sent.role, sent.input, sent.instruction, sent.idempotencyKey])).toEqual(
      ["a", "b", "c"].map((key, index) => [`r1/review/${key}/panel/${key}`, `c${index + 1}`, `panel/${key}`, "v0", "judge", `r/r1/review/${key}/panel/${key}`]),
    );
    const [call] = step.status === "pending" ? step.calls : [];
    expect(call?.request).not.toHaveProperty("signal");
    expect(call?.request).not.toHaveProperty("reportUsage");
    expect(JSON.parse(JSON.stringify(call?.request))).toEqual(call?.request);
    expect(Object.isFrozen(call) && Object.isFrozen(call?.request)).toBe(true);
    session.submit("r1/review/b/panel/b", { kind: "reply", reply: judges(true) });
    const rest = await session.next();
    expect(rest.status === "pending" && rest.calls.map(({ key }) => key)).toEqual(["r1/review/a/panel/a", "r1/review/c/panel/c"]);
    session.run.abort();
    expect((await session.next()).status).toBe("ended");
    expect((await session.next()).status).toBe("ended");
  });

  test("next that waits is woken by a call of its own accord, by an abort and by the end", async () => {
    const clock = manualClock();
    const slow: ProbeOptions = { review: async (ctx, state) => (await ctx.step("wait", () => new Promise<void>((resolve) => void clock.setTimer(resolve, 50))), await ctx.call("reviewer", request), { ...state, next: "stop" }) };
    const session = loopSession(probe(slow), { agents: descriptions, input: null, clock });
    const waiting = session.next();
    await clock.advance(50);
    const step = await waiting;
    expect(step.status === "pending" && step.calls.map(({ key }) => key)).toEqual(["r1/review/reviewer"]);
    session.submit("r1/review/reviewer", { kind: "reply", reply: judges(true) });
    expect(await session.next()).toMatchObject({ status: "ended", result: { token: "stopped" } });
  });

  test("G20: an outcome is taken once, for a call that waits", async () => {
    const session = loopSession(probe(policies["loop"]), { agents: descriptions, input: null });
    const code = (key: string, outcome: unknown): unknown => {
      try {
        session.submit(key, outcome as CallOutcome);
      } catch (error) {
        expect(error).toBeInstanceOf(LoopwrightError);
        return (error as LoopwrightError).code;
      }
      return null;
    };
    expect(code("r0/open/writer", { kind: "reply", reply: says("early") })).toBe("call-not-pending");
    await session.next();
    expect(code("r9/open/writer", { kind: "reply", reply: says("x") })).toBe("call-not-pending");
    for (const outcome of [null, undefined, 7, "reply", {}, { kind: "reply" }, { kind: "reply", reply: null }, { kind: "reply", reply: "text" }, { kind: "passed" }, { reply: says("x") }]) {
      expect(code("r0/open/writer", outcome)).toBe("outcome-invalid");
    }
    expect(code("r0/open/writer", { kind: "reply", reply: says("v0") })).toBeNull();
    expect(code("r0/open/writer", { kind: "reply", reply: says("again") })).toBe("call-not-pending");
    const step = await session.next();
    expect(step.status === "pending" && step.calls.map((call: PendingCall) => call.request.input)).toEqual([{ draft: "v0" }]);
    session.run.abort();
    await settle();
    expect(code("r1/review/reviewer", { kind: "timeout" })).toBe("call-not-pending");
  });

  test("G10: a call that runs out of time is no longer pending, and its signal says so", async () => {
    const clock = manualClock();
    const session = loopSession(probe({ ...policies["loop"], callTimeoutMs: 100 }), { agents: descriptions, input: null, clock });
    const step = await session.next();
    const [call] = step.status === "pending" ? step.calls : [];
    await clock.advance(100);
    expect(call?.signal.aborted).toBe(true);
    expect(() => session.submit(call?.key ?? "", { kind: "reply", reply: says("late") })).toThrow(LoopwrightError);
    session.run.abort();
    await session.next();
    expect(clock.pendingTimers).toBe(0);
  });

  test("G7: a raw reply is a fact: it is validated here, and what it claims beyond that counts for nothing", async () => {
    const session = loopSession(probe(policies["loop"]), { agents: descriptions, input: null });
    const answers: readonly AgentReply[] = [says("v0"), { text: '{"ok":true}' }, { structured: { ok: true } }];
    const result = await drive(session, ({ callId }) => ({ kind: "reply", reply: answers[Number(callId.slice(1)) - 1] ?? {} }));
    expect(result).toMatchObject({ status: "passed", usage: { calls: 3, repairCalls: 1 } });
  });

  test("G20: roles that do not exist and families without members are refused at once", () => {
    expect(() => loopSession(probe(), { agents: { ...descriptions, critic: {} } as never, input: null })).toThrow(expect.objectContaining({ code: "agent-unknown-role" }) as Error);
    expect(() => loopSession(probe(), { agents: { panel: {} }, input: null })).toThrow(expect.objectContaining({ code: "family-empty" }) as Error);
    expect(() => loopSession(probe(), { agents: { ...descriptions, writer: { id: "reviewer" } }, input: null })).toThrow(expect.objectContaining({ code: "same-agent" }) as Error);
  });

  test("agents of a session are told apart from those of a run by nothing but their hands", () => {
    const session = loopSession(probe(), { agents: descriptions, input: null, onEvent: (event) => event.type === "run.started" && expect(event.agents).toMatchObject({ writer: { id: "writer" }, "panel/a": { id: "panel-a" } }) });
    expect(Object.keys(probeAgents())).toEqual(Object.keys(descriptions));
    return session.run.result;
  });
});
