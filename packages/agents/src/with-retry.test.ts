import { AgentError, LoopwrightError, runLoop } from "@loopwright/core";
import type { Agent, AgentReply } from "@loopwright/core";
import { manualClock } from "@loopwright/testing";
import { describe, expect, test, vi } from "vitest";
import { agentFailure } from "./agent-failure.fixture.js";
import { agentRequest } from "./agent-request.fixture.js";
import { functionAgent } from "./function.js";
import { scriptedAgent } from "./scripted.js";
import type { ScriptStep } from "./scripted.js";
import { withRetry } from "./with-retry.js";
import type { RetryOptions } from "./with-retry.js";
import { withTimeout } from "./with-timeout.js";
import { oneReview } from "./wrapper/one-review.fixture.js";

const busy = (more: object = {}): ScriptStep => ({ error: "busy", retryable: true, ...more });

/** Without pauses unless the test asks for them. */
const retrying = (script: readonly ScriptStep[], options: Partial<RetryOptions> = {}) => {
  const inner = scriptedAgent(script, { id: "a" });
  return { inner, agent: withRetry(inner, { attempts: 3, delayMs: 0, ...options }) };
};

describe("what is retried", () => {
  test("a retryable failure, until an answer comes", async () => {
    const { agent, inner } = retrying([busy(), busy(), "D1"]);
    expect(await agent.call(agentRequest())).toEqual({ text: "D1" });
    inner.assertConsumed();
  });

  test("nothing else: a fatal failure stands as the very error it was", async () => {
    const error = new AgentError("no key");
    const { agent, inner } = retrying([{ error }, "D1"]);
    await expect(agent.call(agentRequest())).rejects.toBe(error);
    expect(inner.calls).toHaveLength(1);
  });

  test.each([["an ordinary error", new Error("x")], ["no error at all", undefined], ["a text", "x"]])("%s is not retried", async (_what, thrown) => {
    let calls = 0;
    const agent = withRetry(functionAgent(() => {
      calls += 1;
      throw thrown; // eslint-disable-line @typescript-eslint/only-throw-error -- what strangers may throw
    }), { attempts: 3, delayMs: 0 });
    await expect(agent.call(agentRequest())).rejects.toBe(thrown);
    expect(calls).toBe(1);
  });

  test("G4: an answer is never retried, however bad: empty, refused, truncated and missing stand", async () => {
    for (const reply of [{}, { text: "" }, { finishReason: "refusal" }, { finishReason: "length", text: "D" }] satisfies AgentReply[]) {
      const { agent, inner } = retrying([reply, "D1"]);
      expect(await agent.call(agentRequest())).toEqual(reply);
      expect(inner.calls).toHaveLength(1);
    }
  });

  test("after the last attempt the failure says how many there were", async () => {
    const fault = await agentFailure(retrying([busy(), busy(), busy({ retryAfterMs: 9, kind: "timeout" })]).agent.call(agentRequest()));
    expect(fault).toMatchObject({ message: "busy (after 3 attempts)", kind: "timeout", retryable: true, retryAfterMs: 9, cause: { message: "busy" } });
  });

  test("every attempt gets the same request, its idempotency key included", async () => {
    const { agent, inner } = retrying([busy(), "D1"]);
    await agent.call(agentRequest({ idempotencyKey: "run-1/x" }));
    expect(inner.calls[1]).toEqual(inner.calls[0]);
  });
});

describe("what becomes of a run", () => {
  test("case H05: a judge that crashes once and then approves costs no second draft", async () => {
    const writer = scriptedAgent(["D"], { id: "w" });
    const { agent: reviewer } = retrying([busy(), { structured: { approved: true } }]);
    expect((await runLoop(oneReview(), { agents: { writer, reviewer }, input: { task: "T" } }).result).token).toBe("approved");
    expect(writer.calls).toHaveLength(1);
  });

  test("case H05: one that gives garbage is not asked until it approves", async () => {
    const { agent: reviewer, inner } = retrying(["APPROVE", { structured: { approved: true } }]);
    expect((await runLoop(oneReview(), { agents: { writer: scriptedAgent(["D"], { id: "w" }), reviewer }, input: { task: "T" } }).result).token).toBe("unavailable");
    expect(inner.calls).toHaveLength(1);
  });
});

describe("pauses", () => {
  const pauses = async (options: Partial<RetryOptions>, steps: readonly ScriptStep[]) => {
    const clock = manualClock();
    const seen: number[] = [];
    const inner = scriptedAgent(steps.map((step) => () => {
      seen.push(clock.now());
      return step as "";
    }));
    const call = withRetry(inner, { attempts: steps.length, clock, jitter: () => 1, ...options }).call(agentRequest());
    await clock.advance(1_000_000);
    await call;
    return seen.slice(1).map((at, index) => at - (seen[index] ?? 0));
  };

  test("double, up to the longest", async () => {
    expect(await pauses({ delayMs: 100, maxDelayMs: 300 }, [busy(), busy(), busy(), busy(), "D1"])).toEqual([100, 200, 300, 300]);
  });

  test("by default half a second, doubled", async () => {
    expect(await pauses({}, [busy(), busy(), "D1"])).toEqual([500, 1000]);
  });

  test.each([[0, 50], [0.5, 75], [1, 100], [Number.NaN, 100], [7, 100], [-1, 100]])("jitter %d makes 100 ms to %d", async (drawn, expected) => {
    expect(await pauses({ delayMs: 100, jitter: () => drawn }, [busy(), "D1"])).toEqual([expected]);
  });

  test("are at least as long as the other side asked for, also past the longest", async () => {
    expect(await pauses({ delayMs: 100, maxDelayMs: 200 }, [busy({ retryAfterMs: 5000 }), busy({ retryAfterMs: 1 }), "D1"])).toEqual([5000, 200]);
  });
});

describe("one deadline", () => {
  const HANGS: ScriptStep = { never: "ignoring-abort" };

  test("case H10: a hanging reviewer with 3 retries and a deadline of 10 s ends at 10 s, not at 30", async () => {
    const clock = manualClock();
    const inner = scriptedAgent([HANGS, HANGS, HANGS, HANGS], { id: "reviewer" });
    const reviewer = withRetry(inner, { attempts: 4, clock });
    const run = runLoop(oneReview(), { agents: { writer: scriptedAgent(["D"], { id: "w" }), reviewer }, input: { task: "T" }, limits: { callTimeoutMs: 10_000 }, clock });
    await clock.advance(10_000);
    const result = await run.result;
    expect(result).toMatchObject({ status: "stopped", token: "unavailable", report: { failure: expect.stringContaining("timeout") as string } });
    expect(clock.now()).toBe(10_000);
    expect(inner.calls).toHaveLength(1);
    await clock.advance(60_000);
    expect(inner.calls).toHaveLength(1);
    expect(clock.pendingTimers).toBe(0);
  });

  test("case H10: attempts with a time limit of their own share the deadline, too", async () => {
    const clock = manualClock();
    const inner = scriptedAgent([HANGS, HANGS, HANGS, HANGS]);
    const agent = withRetry(withTimeout(inner, 4000, { clock }), { attempts: 4, delayMs: 0, clock });
    const call = agentFailure(agent.call(agentRequest({ deadline: 10_000 })));
    let endedAt = -1;
    void call.then(() => (endedAt = clock.now()));
    await clock.advance(60_000);
    expect(await call).toMatchObject({ kind: "timeout" });
    expect([endedAt, inner.calls.length]).toEqual([10_000, 3]);
    expect(clock.pendingTimers).toBe(0);
  });

  test("a pause that would reach the deadline is not waited for: the failure stands at once and says why", async () => {
    const clock = manualClock();
    const { agent, inner } = retrying([busy({ retryAfterMs: 10_000 }), "D1"], { clock });
    const fault = await agentFailure(agent.call(agentRequest({ deadline: 10_000 })));
    expect(fault.message).toBe("busy (after 1 attempt, no time is left for another after 10000 ms)");
    expect([clock.now(), clock.pendingTimers, inner.calls.length]).toEqual([0, 0, 1]);
  });

  test("a deadline that has passed starts nothing", async () => {
    const { agent, inner } = retrying(["D1"], { clock: manualClock({ startMs: 5 }) });
    expect(await agentFailure(agent.call(agentRequest({ deadline: 5 })))).toMatchObject({ kind: "timeout" });
    expect(inner.calls).toHaveLength(0);
  });
});

describe("G10: abort", () => {
  test("ends a pause at once and leaves no timer and no listener", async () => {
    const clock = manualClock();
    const { agent } = retrying([busy({ usage: { inputTokens: 3 } }), "D1"], { clock, delayMs: 1000 });
    const controller = new AbortController();
    const remove = vi.spyOn(controller.signal, "removeEventListener");
    const add = vi.spyOn(controller.signal, "addEventListener");
    const call = agentFailure(agent.call(agentRequest({ signal: controller.signal })));
    await clock.advance(100);
    expect(clock.pendingTimers).toBe(1);
    controller.abort(new Error("enough"));
    const fault = await call;
    expect(fault).toMatchObject({ message: 'the call of agent "a" (1 attempt) was aborted', cause: { message: "enough" }, usage: { inputTokens: 3 } });
    expect(clock.pendingTimers).toBe(0);
    expect(add.mock.calls.length - remove.mock.calls.length).toBeLessThanOrEqual(1); // the one that fired removes itself
  });

  test("ends an attempt at once, even if the agent ignores it; its late answer is ignored", async () => {
    const clock = manualClock();
    const inner = scriptedAgent([{ delayMs: 50, reply: { error: "late", retryable: true }, ignoresAbort: true }], { clock });
    const controller = new AbortController();
    const call = agentFailure(withRetry(inner, { attempts: 3, clock }).call(agentRequest({ signal: controller.signal })));
    await clock.advance(1);
    controller.abort();
    expect((await call).message).toContain("was aborted");
    await clock.advance(10_000);
    expect(inner.calls).toHaveLength(1);
  });

  test("an aborted request asks nobody", async () => {
    const { agent, inner } = retrying(["D1"]);
    await agentFailure(agent.call(agentRequest({ signal: AbortSignal.abort() })));
    expect(inner.calls).toHaveLength(0);
  });
});

describe("case H09: usage", () => {
  test("of all attempts is summed in the reply, and reported on the way", async () => {
    const { agent } = retrying([busy({ usage: { inputTokens: 5, outputTokens: 0, costUsd: 0.1 } }), { text: "D1", usage: { inputTokens: 7, outputTokens: 2, costUsd: 0.2 } }]);
    const request = agentRequest();
    const reply = await agent.call(request);
    expect(reply.usage).toMatchObject({ inputTokens: 12, outputTokens: 2, costUsd: 0.1 + 0.2 });
    expect(reply.usage?.details).toEqual({ parts: [{ inputTokens: 5, outputTokens: 0, costUsd: 0.1 }, { inputTokens: 7, outputTokens: 2, costUsd: 0.2 }] });
    expect(request.reports.at(-1)).toEqual(reply.usage);
  });

  test("of all attempts is summed in the failure", async () => {
    const step = busy({ usage: { inputTokens: 5 } });
    expect((await agentFailure(retrying([step, step, step]).agent.call(agentRequest()))).usage).toMatchObject({ inputTokens: 15 });
  });

  test("case H08: a sum with an unknown part is unknown, not smaller", async () => {
    const { usage } = await retrying([busy(), { text: "D1", usage: { inputTokens: 7 } }]).agent.call(agentRequest());
    expect(usage).toEqual({ details: { parts: [null, { inputTokens: 7 }] } });
  });

  test("that was reported before an attempt failed counts", async () => {
    const { agent } = retrying([busy({ reportsUsage: { inputTokens: 5 } }), { text: "D1", usage: { inputTokens: 7 } }]);
    expect((await agent.call(agentRequest())).usage).toMatchObject({ inputTokens: 12 });
  });

  test("of one attempt passes unchanged", async () => {
    expect(await retrying([{ text: "D1", usage: { inputTokens: 7 } }]).agent.call(agentRequest())).toEqual({ text: "D1", usage: { inputTokens: 7 } });
  });

  test("G14: of every attempt enters the run's sums", async () => {
    const { agent } = retrying([busy({ usage: { inputTokens: 5, outputTokens: 1 } }), { structured: { approved: true }, usage: { inputTokens: 7, outputTokens: 1 } }]);
    const { result } = runLoop(oneReview(), { agents: { writer: scriptedAgent(["D"], { id: "w" }), reviewer: agent }, input: { task: "T" } });
    expect((await result).usage.byRole["reviewer"]).toMatchObject({ inputTokens: 12, outputTokens: 2 });
  });
});

describe("declaration", () => {
  const inner: Agent = functionAgent(() => "", {
    id: "a",
    family: "f",
    allowedTools: ["t"],
    capabilities: { structuredOutput: true },
    prices: { inputUsdPerMillionTokens: 1, outputUsdPerMillionTokens: 2 },
    limits: { maxInputTokens: 10, maxOutputTokens: 5, maxCostUsd: 0.5 },
  });

  test("G14: limits are those of all attempts; all else is the agent's", () => {
    const { call, ...description } = withRetry(inner, { attempts: 3 });
    const { call: _call, ...own } = inner;
    expect(description).toEqual({ ...own, limits: { maxInputTokens: 30, maxOutputTokens: 15, maxCostUsd: 1.5 }, wraps: [inner] });
    expect(call).toBeTypeOf("function");
  });

  test("what was not declared stays undeclared, and a contract version is kept", () => {
    expect(withRetry(functionAgent(() => ""), { attempts: 2 })).not.toHaveProperty("limits");
    expect(withRetry({ call: async () => ({}), specVersion: 2 }, { attempts: 2 })).toMatchObject({ specVersion: 2 });
  });

  test("G6: a retrying reviewer is still the author it was made of", () => {
    const agents = { writer: inner, reviewer: withRetry(inner, { attempts: 2 }) };
    expect(() => runLoop(oneReview(), { agents, input: { task: "T" } })).toThrow(expect.objectContaining({ code: "same-agent" }) as Error);
  });
});

describe("G20: wrong options throw at once, typed, with path and hint", () => {
  test.each<[string, unknown, unknown, string]>([
    ["no agent", undefined, { attempts: 2 }, "withRetry.agent"],
    ["a bare function", () => "", { attempts: 2 }, "withRetry.agent"],
    ["no attempts", inert(), {}, "withRetry.options.attempts"],
    ["0 attempts", inert(), { attempts: 0 }, "withRetry.options.attempts"],
    ["a fraction of an attempt", inert(), { attempts: 1.5 }, "withRetry.options.attempts"],
    ["a negative pause", inert(), { attempts: 2, delayMs: -1 }, "withRetry.options.delayMs"],
    ["an endless pause", inert(), { attempts: 2, maxDelayMs: Infinity }, "withRetry.options.maxDelayMs"],
    ["a number as jitter", inert(), { attempts: 2, jitter: 0.5 }, "withRetry.options.jitter"],
    ["half a clock", inert(), { attempts: 2, clock: { now: () => 0 } }, "withRetry.options.clock"],
    ["a typing error", inert(), { attempts: 2, retries: 3 }, "withRetry.options.retries"],
  ])("%s", (_what, agent, options, path) => {
    const make = () => withRetry(agent as Agent, options as RetryOptions);
    expect(make).toThrow(LoopwrightError);
    expect(make).toThrow(expect.objectContaining({ path, hint: expect.any(String) as string }) as Error);
  });
});

function inert(): Agent {
  return functionAgent(() => "");
}
