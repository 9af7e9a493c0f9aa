import { AgentError, LoopwrightError, runLoop } from "@loopwright/core";
import type { Agent } from "@loopwright/core";
import { manualClock } from "@loopwright/testing";
import { describe, expect, test } from "vitest";
import { agentFailure } from "./agent-failure.fixture.js";
import { agentRequest } from "./agent-request.fixture.js";
import { functionAgent } from "./function.js";
import { scriptedAgent } from "./scripted.js";
import { withConcurrency } from "./with-concurrency.js";
import { oneReview } from "./wrapper/one-review.fixture.js";

/** Answers when told to; counts how many calls are open. */
function gate() {
  const open: (() => void)[] = [];
  const started: string[] = [];
  const agent = functionAgent(({ callId }) => {
    started.push(callId);
    return new Promise<string>((resolve) => open.push(() => resolve(callId)));
  });
  return { agent, started, release: () => open.shift()?.() };
}

const turn = () => new Promise<void>((resolve) => void setImmediate(resolve));

describe("withConcurrency", () => {
  test("G8: never more than the limit, over several agents, first come first served", async () => {
    const limited = withConcurrency(2);
    const [first, second] = [gate(), gate()];
    const [a, b] = [limited(first.agent), limited(second.agent)];
    const calls = [a, b, a, b].map((agent, index) => agent.call(agentRequest({ callId: `c${index + 1}` })));
    await turn();
    expect([first.started, second.started, limited.activeCalls, limited.waitingCalls]).toEqual([["c1"], ["c2"], 2, 2]);
    second.release();
    await turn();
    expect([first.started, second.started, limited.waitingCalls]).toEqual([["c1", "c3"], ["c2"], 1]);
    first.release();
    first.release();
    await turn();
    second.release();
    expect((await Promise.all(calls)).map(({ text }) => text)).toEqual(["c1", "c2", "c3", "c4"]);
    expect([limited.activeCalls, limited.waitingCalls]).toEqual([0, 0]);
  });

  test("one limit holds over runs", async () => {
    const reviewers = Array.from({ length: 4 }, () => scriptedAgent([{ structured: { approved: true } }]));
    const limited = withConcurrency(1);
    let most = 0;
    const results = reviewers.map((inner) => {
      const watched: Agent = { ...inner, call: async (request) => {
        most = Math.max(most, limited.activeCalls);
        await turn();
        return inner.call(request);
      } };
      return runLoop(oneReview(), { agents: { writer: scriptedAgent(["D"]), reviewer: limited(watched) }, input: { task: "T" } }).result;
    });
    expect((await Promise.all(results)).map(({ token }) => token)).toEqual(["approved", "approved", "approved", "approved"]);
    expect(most).toBe(1);
  });

  test("a failed call, also one that throws at once, gives its place back", async () => {
    const limited = withConcurrency(1);
    const thrower: Agent = {
      call() {
        throw new Error("x");
      },
    };
    for (let n = 0; n < 3; n++) await expect(limited(thrower).call(agentRequest())).rejects.toThrow("x");
    expect(limited.activeCalls).toBe(0);
  });

  test("G10: an abort takes a waiting call out of the queue at once; it asks nobody", async () => {
    const limited = withConcurrency(1);
    const { agent, started, release } = gate();
    const first = limited(agent).call(agentRequest({ callId: "c1" }));
    const controller = new AbortController();
    const second = agentFailure(limited(agent).call(agentRequest({ callId: "c2", signal: controller.signal })));
    const third = limited(agent).call(agentRequest({ callId: "c3" }));
    controller.abort("enough");
    expect(await second).toMatchObject({ message: "the waiting call of the agent was aborted", cause: "enough" });
    expect(limited.waitingCalls).toBe(1);
    release();
    await first;
    await turn();
    release();
    await third;
    expect(started).toEqual(["c1", "c3"]);
  });

  test("case H10: time in the queue counts against the deadline", async () => {
    const clock = manualClock();
    const limited = withConcurrency(1, { clock });
    const { agent, started } = gate();
    const first = agentFailure(limited(agent).call(agentRequest({ deadline: 200 })));
    const second = agentFailure(limited(agent).call(agentRequest({ callId: "c2", deadline: 100 })));
    await clock.advance(100);
    expect(await second).toMatchObject({ message: "the call of the agent waited for a free place until its deadline", kind: "timeout" });
    expect([started, limited.waitingCalls, clock.pendingTimers]).toEqual([["c1"], 0, 1]);
    await clock.advance(100);
    expect(await first).toMatchObject({ kind: "timeout" });
  });

  test("an agent that ignores its abort keeps its place until it has settled; its caller does not wait", async () => {
    const limited = withConcurrency(1);
    const { agent, release } = gate();
    const controller = new AbortController();
    const call = agentFailure(limited(agent).call(agentRequest({ signal: controller.signal })));
    await turn();
    controller.abort();
    await call;
    expect(limited.activeCalls).toBe(1);
    release();
    await turn();
    expect(limited.activeCalls).toBe(0);
  });

  test("a call that is over before it could start gives its place back and asks nobody", async () => {
    const limited = withConcurrency(1, { clock: manualClock({ startMs: 5 }) });
    const { agent, started } = gate();
    expect(await agentFailure(limited(agent).call(agentRequest({ deadline: 5 })))).toMatchObject({ kind: "timeout" });
    expect(await agentFailure(limited(agent).call(agentRequest({ signal: AbortSignal.abort() })))).toMatchObject({ kind: "error" });
    expect([limited.activeCalls, limited.waitingCalls, started]).toEqual([0, 0, []]);
  });

  test("200 calls on one signal leave no listener", async () => {
    const { signal } = new AbortController();
    let listeners = 0;
    const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)];
    signal.addEventListener = (...args: unknown[]) => ((listeners += 1), (add as (...given: unknown[]) => void)(...args));
    signal.removeEventListener = (...args: unknown[]) => ((listeners -= 1), (remove as (...given: unknown[]) => void)(...args));
    const limited = withConcurrency(3)(functionAgent(async () => "D"));
    await Promise.all(Array.from({ length: 200 }, () => limited.call(agentRequest({ signal }))));
    expect(listeners).toBe(0);
  });

  test("declares what the agent declares", () => {
    const inner = functionAgent(() => "", { id: "a", family: "f" });
    expect(withConcurrency(1)(inner)).toMatchObject({ id: "a", family: "f", wraps: [inner] });
  });

  test.each([0, -1, 1.5, Number.NaN, Infinity, "2", undefined])("G20: %s is no limit", (limit) => {
    expect(() => withConcurrency(limit as number)).toThrow(LoopwrightError);
  });
});
