import { AgentError, LoopwrightError } from "@loopwright/core";
import type { Agent } from "@loopwright/core";
import { manualClock } from "@loopwright/testing";
import { describe, expect, test } from "vitest";
import { agentFailure } from "./agent-failure.fixture.js";
import { agentRequest } from "./agent-request.fixture.js";
import { functionAgent } from "./function.js";
import { scriptedAgent } from "./scripted.js";
import { withTimeout } from "./with-timeout.js";

describe("withTimeout", () => {
  test("an answer in time passes unchanged and leaves no timer", async () => {
    const clock = manualClock();
    const reply = { text: "D1", raw: { a: 1 } };
    const call = withTimeout(functionAgent(() => reply), 100, { clock }).call(agentRequest());
    expect(await call).toBe(reply);
    expect(clock.pendingTimers).toBe(0);
  });

  test("G10: a late call fails as a timeout exactly at its limit, the agent's signal is aborted and its late answer ignored", async () => {
    const clock = manualClock();
    let signal: AbortSignal | undefined;
    const inner = functionAgent(({ signal: given }) => {
      signal = given;
      return new Promise<string>((resolve) => void clock.setTimer(() => resolve("late"), 500));
    }, { id: "slow" });
    const call = agentFailure(withTimeout(inner, 100, { clock }).call(agentRequest()));
    await clock.advance(99);
    expect(signal?.aborted).toBe(false);
    await clock.advance(1);
    expect(await call).toMatchObject({ message: 'agent "slow" did not answer within 100 ms', kind: "timeout", retryable: true });
    expect(signal?.reason).toMatchObject({ name: "TimeoutError" });
    await clock.advance(1000);
    expect(clock.pendingTimers).toBe(0);
  });

  test("a late rejection is no unhandled one", async () => {
    const clock = manualClock();
    const inner = functionAgent(() => new Promise<string>((_resolve, reject) => void clock.setTimer(() => reject(new Error("late")), 500)));
    const call = agentFailure(withTimeout(inner, 100, { clock }).call(agentRequest()));
    await clock.advance(1000);
    expect((await call).kind).toBe("timeout");
  });

  test("case H09: what was reported before the time was over is the failure's usage", async () => {
    const clock = manualClock();
    const request = agentRequest();
    const inner = scriptedAgent([{ never: "ignoring-abort", reportsUsage: { inputTokens: 4 } }]);
    const call = agentFailure(withTimeout(inner, 100, { clock }).call(request));
    await clock.advance(100);
    expect((await call).usage).toEqual({ inputTokens: 4 });
    expect(request.reports).toEqual([{ inputTokens: 4 }]);
  });

  test("the request's deadline holds where it is sooner, and is not retryable", async () => {
    const clock = manualClock();
    const call = agentFailure(withTimeout(scriptedAgent([{ never: "ignoring-abort" }]), 100, { clock }).call(agentRequest({ deadline: 30 })));
    await clock.advance(30);
    expect(await call).toMatchObject({ kind: "timeout", retryable: false });
  });

  test("an abort from outside is forwarded with its reason", async () => {
    const controller = new AbortController();
    let reason: unknown;
    const inner = functionAgent(({ signal }) => new Promise<string>(() => signal.addEventListener("abort", () => void (reason = signal.reason))), { id: "a" });
    const call = agentFailure(withTimeout(inner, 100, { clock: manualClock() }).call(agentRequest({ signal: controller.signal })));
    controller.abort("enough");
    expect(await call).toMatchObject({ message: 'the call of agent "a" was aborted', cause: "enough", kind: "error" });
    expect(reason).toBe("enough");
  });

  test("an agent that aborts its own request while it is being called ends it", async () => {
    const controller = new AbortController();
    const inner = functionAgent(() => {
      controller.abort("mine");
      return "D";
    });
    expect(await agentFailure(withTimeout(inner, 100).call(agentRequest({ signal: controller.signal })))).toMatchObject({ cause: "mine" });
  });

  test("case F06: what an agent fails with at its abort is the failure's cause; one that takes its time is not waited for", async () => {
    const clock = manualClock();
    const failing = (turns: number) =>
      functionAgent(({ signal }) => new Promise<string>((_resolve, reject) => signal.addEventListener("abort", () => void (turns === 0 ? reject(new Error("[F1")) : clock.setTimer(() => reject(new Error("late")), turns)))));
    const calls = [0, 50].map((turns) => agentFailure(withTimeout(failing(turns), 100, { clock }).call(agentRequest())));
    await clock.advance(100);
    expect((await calls[0])?.cause).toMatchObject({ message: "[F1" });
    expect((await calls[1])?.cause).toBeUndefined();
    await clock.advance(50);
  });

  test("a failure is the very error that was thrown; also a synchronous one", async () => {
    const error = new Error("x");
    const thrower: Agent = {
      call() {
        throw error;
      },
    };
    await expect(withTimeout(thrower, 100).call(agentRequest())).rejects.toBe(error);
  });

  test("declares what the agent declares", () => {
    const inner = functionAgent(() => "", { id: "a", limits: { maxInputTokens: 1 } });
    const { call: _mine, wraps, ...description } = withTimeout(inner, 1);
    const { call: _its, ...own } = inner;
    expect(description).toEqual(own);
    expect(wraps).toEqual([inner]);
  });

  test.each([0, -1, 1.5, Number.NaN, Infinity, 2 ** 31, "100"])("G20: %s is no time", (ms) => {
    expect(() => withTimeout(functionAgent(() => ""), ms as number)).toThrow(LoopwrightError);
  });
});
