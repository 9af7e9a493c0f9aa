import { AgentError, LoopwrightError } from "@loopwright/core";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { agentRequest } from "./agent-request.fixture.js";
import { scriptedAgent, ScriptError } from "./scripted.js";
import type { ScriptStep } from "./scripted.js";

/** A clock whose timers fire by hand. */
function handClock() {
  const timers = new Map<() => void, number>();
  return {
    timers,
    fire: () => {
      for (const callback of [...timers.keys()]) {
        timers.delete(callback);
        callback();
      }
    },
    setTimer(callback: () => void, delayMs: number) {
      timers.set(callback, delayMs);
      return () => void timers.delete(callback);
    },
  };
}

function faultOf(act: () => unknown): unknown {
  try {
    act();
  } catch (fault) {
    return fault;
  }
  return "nothing was thrown";
}

const isSettled = async (promise: Promise<unknown>): Promise<boolean> => {
  const pending = Symbol("pending");
  return (await Promise.race([promise.catch(() => null), new Promise((resolve) => setImmediate(resolve, pending))])) !== pending;
};

describe("steps", () => {
  test("scripted.ts 1: call N gets step N", async () => {
    const agent = scriptedAgent(["D1", { structured: { approved: false } }, { text: "t", model: "m", finishReason: "length", raw: 1 }, {}]);
    expect(await agent.call(agentRequest())).toEqual({ text: "D1" });
    expect(await agent.call(agentRequest())).toEqual({ structured: { approved: false } });
    expect(await agent.call(agentRequest())).toEqual({ text: "t", model: "m", finishReason: "length", raw: 1 });
    expect(await agent.call(agentRequest())).toEqual({});
    agent.assertConsumed();
  });

  test("an error step rejects with an AgentError that carries its details", async () => {
    const agent = scriptedAgent([{ error: "busy", retryable: true, retryAfterMs: 5, kind: "timeout", usage: { inputTokens: 3 } }, { error: "no" }]);
    const fault: unknown = await agent.call(agentRequest()).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(AgentError);
    expect(fault).toMatchObject({ message: "busy", retryable: true, retryAfterMs: 5, kind: "timeout", usage: { inputTokens: 3 } });
    await expect(agent.call(agentRequest())).rejects.toMatchObject({ message: "no", retryable: false, kind: "error", usage: undefined });
    agent.assertConsumed();
  });

  test("an error step may be any error, passed on as it is", async () => {
    const fault = new TypeError("boom");
    await expect(scriptedAgent([{ error: fault }]).call(agentRequest())).rejects.toBe(fault);
  });

  test("case H05: an agent that throws once and then approves", async () => {
    const agent = scriptedAgent([{ error: "judge crashed" }, { structured: { approved: true, feedback: [] } }]);
    await expect(agent.call(agentRequest())).rejects.toThrow("judge crashed");
    expect(await agent.call(agentRequest())).toEqual({ structured: { approved: true, feedback: [] } });
  });

  test("a function step gets the request and the call's number, and may be async or throw", async () => {
    const agent = scriptedAgent([
      (request, callNumber) => `${request.role} ${callNumber}`,
      async () => ({ structured: 1 }),
      () => {
        throw new Error("computed");
      },
    ]);
    expect(await agent.call(agentRequest())).toEqual({ text: "writer 1" });
    expect(await agent.call(agentRequest())).toEqual({ structured: 1 });
    await expect(agent.call(agentRequest())).rejects.toThrow("computed");
    agent.assertConsumed();
  });
});

describe("usage", () => {
  const usage = { inputTokens: 100, outputTokens: 20, costUsd: 0.01 };

  test("the default goes with every answer that names none, and with no failure", async () => {
    const agent = scriptedAgent(["D1", { text: "D2", usage: { inputTokens: 1 } }, { text: "D3", usage: null }, { error: "no" }], { usage });
    expect(await agent.call(agentRequest())).toEqual({ text: "D1", usage });
    expect(await agent.call(agentRequest())).toEqual({ text: "D2", usage: { inputTokens: 1 } });
    expect(await agent.call(agentRequest())).toEqual({ text: "D3" });
    await expect(agent.call(agentRequest())).rejects.toMatchObject({ usage: undefined });
  });

  test("case H09: usage reported before a call fails or hangs reaches the request", async () => {
    const agent = scriptedAgent([{ reportsUsage: usage, error: "no" }, { reportsUsage: usage, never: "ignoring-abort" }]);
    const [first, second] = [agentRequest(), agentRequest()];
    await expect(agent.call(first)).rejects.toThrow("no");
    void agent.call(second);
    expect(await isSettled(Promise.resolve())).toBe(true);
    expect([first.reports, second.reports]).toEqual([[usage], [usage]]);
  });
});

describe("calls that do not answer", () => {
  test("G10: `never` rejects with the signal's reason at the abort, also at an earlier one", async () => {
    const agent = scriptedAgent([{ never: true }, { never: true }]);
    const controller = new AbortController();
    const call = agent.call(agentRequest({ signal: controller.signal }));
    expect(await isSettled(call)).toBe(false);
    const reason = new Error("enough");
    controller.abort(reason);
    await expect(call).rejects.toBe(reason);
    await expect(agent.call(agentRequest({ signal: controller.signal }))).rejects.toBe(reason);
    agent.assertConsumed();
  });

  test("G10: `never` that ignores the abort stays open", async () => {
    const agent = scriptedAgent([{ never: "ignoring-abort" }]);
    const controller = new AbortController();
    const call = agent.call(agentRequest({ signal: controller.signal }));
    controller.abort();
    expect(await isSettled(call)).toBe(false);
    expect(agent.openCalls).toBe(1);
    agent.assertConsumed();
  });

  describe("case H13: two hundred calls on one signal", () => {
    const warnings: Error[] = [];
    const keep = (warning: Error) => void warnings.push(warning);
    beforeEach(() => void process.on("warning", keep));
    afterEach(() => void process.off("warning", keep));

    test("raise no listener warning", async () => {
      const agent = scriptedAgent(Array.from({ length: 200 }, () => ({ never: true as const })));
      const controller = new AbortController();
      const calls = Array.from({ length: 200 }, () => agent.call(agentRequest({ signal: controller.signal })));
      controller.abort();
      expect((await Promise.allSettled(calls)).every(({ status }) => status === "rejected")).toBe(true);
      await new Promise((resolve) => setImmediate(resolve));
      expect(warnings).toEqual([]);
      expect(agent.maxOpenCalls).toBe(200);
    });
  });
});

describe("delays", () => {
  test("scripted.ts 3: a delayed reply comes when its clock says so", async () => {
    const clock = handClock();
    const agent = scriptedAgent([{ delayMs: 50, reply: "late" }, { delayMs: 0, reply: { error: "late failure" } }], { clock, usage: { inputTokens: 1 } });
    const call = agent.call(agentRequest());
    expect(await isSettled(call)).toBe(false);
    expect([...clock.timers.values()]).toEqual([50]);
    clock.fire();
    expect(await call).toEqual({ text: "late", usage: { inputTokens: 1 } });
    const failing = agent.call(agentRequest());
    await isSettled(failing);
    clock.fire();
    await expect(failing).rejects.toThrow("late failure");
  });

  test("G10: an abort ends the delay and its timer", async () => {
    const clock = handClock();
    const controller = new AbortController();
    const agent = scriptedAgent([{ delayMs: 50, reply: "late" }, { delayMs: 50, reply: "late" }], { clock });
    const call = agent.call(agentRequest({ signal: controller.signal }));
    await isSettled(call);
    controller.abort(new Error("enough"));
    await expect(call).rejects.toThrow("enough");
    await expect(agent.call(agentRequest({ signal: controller.signal }))).rejects.toThrow("enough");
    expect(clock.timers.size).toBe(0);
  });

  test("an answer can come after the abort, as from an agent that ignores it", async () => {
    const clock = handClock();
    const controller = new AbortController();
    const agent = scriptedAgent([{ delayMs: 50, reply: "late", ignoresAbort: true }], { clock });
    const call = agent.call(agentRequest({ signal: controller.signal }));
    controller.abort();
    expect(await isSettled(call)).toBe(false);
    clock.fire();
    expect(await call).toEqual({ text: "late" });
  });

  test("a delay without a clock is refused when the agent is made, or when a function asks for it", async () => {
    const step = { delayMs: 1, reply: "x" };
    expect(faultOf(() => scriptedAgent(["a", step]))).toMatchObject({ code: "script-clock-missing", message: expect.stringContaining("script[1]") as string });
    await expect(scriptedAgent([() => step]).call(agentRequest())).rejects.toMatchObject({ code: "script-clock-missing" });
  });
});

describe("strictness", () => {
  test("scripted.ts 1, 2: a call beyond the script fails with agent and number, and assertConsumed repeats it", async () => {
    const agent = scriptedAgent(["D1"], { id: "writer-1" });
    await agent.call(agentRequest());
    const fault: unknown = await agent.call(agentRequest({ role: "writer", key: "r1/revise/writer" })).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(ScriptError);
    expect(fault).toBeInstanceOf(LoopwrightError);
    expect(fault).toMatchObject({
      code: "script-exhausted",
      message: 'scripted agent "writer-1": call 2 (writer, r1/revise/writer) has no step: the script has 1',
      path: "script[1]",
    });
    expect(faultOf(() => agent.assertConsumed())).toBe(fault);
  });

  test("an empty script stands for an agent that must not be called", async () => {
    const agent = scriptedAgent([]);
    agent.assertConsumed();
    await expect(agent.call(agentRequest())).rejects.toMatchObject({ code: "script-exhausted" });
    expect(() => agent.assertConsumed()).toThrow(ScriptError);
  });

  test("scripted.ts 1: steps that are left are named", async () => {
    const agent = scriptedAgent(["D1", "D2", { error: "x" }, () => "y", "z"], { id: "w" });
    await agent.call(agentRequest());
    expect(agent.remainingSteps).toBe(4);
    expect(faultOf(() => agent.assertConsumed())).toMatchObject({
      code: "script-unconsumed",
      path: "script[1]",
      message: 'scripted agent "w": 4 of 5 steps left after 1 calls; next: "D2", { error }, a function',
    });
  });

  test("an expectation that holds changes nothing", async () => {
    const agent = scriptedAgent([{ text: "D1", expect: { purpose: "draft", version: 1, input: { request: "R" }, instruction: /^Wri/, schema: null, tools: [] } }]);
    expect(await agent.call(agentRequest())).toEqual({ text: "D1" });
    agent.assertConsumed();
  });

  test("scripted.ts 2: an expectation that does not hold fails with a readable difference, and is kept", async () => {
    const agent = scriptedAgent(["D1", { structured: 1, expect: { role: "reviewer", input: { draft: "D1", previousFeedback: [] } } }], { id: "r" });
    await agent.call(agentRequest());
    const request = agentRequest({ role: "reviewer", input: { draft: "D2", previousFeedback: [], round: 1 } });
    const fault: unknown = await agent.call(request).catch((error: unknown) => error);
    expect(fault).toMatchObject({
      code: "script-mismatch",
      path: "script[1].expect",
      message: [
        'scripted agent "r": call 2 is not what script[1].expect says',
        "  input.draft",
        '    expected "D1"',
        '    received "D2"',
        "  input.round",
        "    expected nothing",
        "    received 1",
      ].join("\n"),
    });
    expect(faultOf(() => agent.assertConsumed())).toBe(fault);
  });

  test("the first fault is the one that is kept", async () => {
    const agent = scriptedAgent([{ text: "a", expect: { role: "x" } }]);
    await agent.call(agentRequest()).catch(() => undefined);
    await agent.call(agentRequest()).catch(() => undefined);
    expect(faultOf(() => agent.assertConsumed())).toMatchObject({ code: "script-mismatch" });
  });
});

describe("what was received", () => {
  test("scripted.ts 4, QU-ROLE-06: every field is recorded, unknown ones too, without signal and callback", async () => {
    const agent = scriptedAgent(["D1"]);
    const { reports: _reports, ...request } = agentRequest({ input: { request: { task: "T" } } });
    await agent.call({ ...request, conversation: "leak" } as never);
    const { signal: _signal, reportUsage: _reportUsage, ...data } = request;
    expect(agent.calls).toEqual([{ ...data, conversation: "leak" }]);
  });

  test("scripted.ts 4: the record is frozen and does not follow later changes", async () => {
    const agent = scriptedAgent(["D1"]);
    const input = { request: { items: ["a"] } };
    await agent.call(agentRequest({ input }));
    input.request.items.push("b");
    expect(agent.calls[0]?.input).toEqual({ request: { items: ["a"] } });
    expect(() => (agent.calls[0]?.input as typeof input).request.items.push("c")).toThrow(TypeError);
    expect(agent.calls).not.toBe(agent.calls);
  });

  test("QU-ROLE-05: open calls and their maximum are counted, failures included", async () => {
    const clock = handClock();
    const agent = scriptedAgent([{ delayMs: 1, reply: "a" }, { delayMs: 1, reply: { error: "b" } }, "c"], { clock });
    const both = [agent.call(agentRequest()), agent.call(agentRequest())];
    expect([agent.openCalls, agent.maxOpenCalls]).toEqual([2, 2]);
    await isSettled(Promise.all(both));
    clock.fire();
    await Promise.allSettled(both);
    await agent.call(agentRequest());
    expect([agent.openCalls, agent.maxOpenCalls]).toEqual([0, 2]);
  });
});

describe("G20: a script with a fault is refused when the agent is made", () => {
  test.each<[unknown, string]>([
    [{ tex: "D1" }, "script[0].tex"],
    [{ text: 1 }, "script[0].text"],
    [{ text: "a", error: "b" }, "script[0].text"],
    [{ error: 1 }, "script[0].error"],
    [{ error: new Error("x"), retryable: true }, "script[0].error"],
    [{ error: "x", retryable: "yes" }, "script[0].retryable"],
    [{ never: "abort" }, "script[0].never"],
    [{ never: true, text: "a" }, "script[0].text"],
    [{ delayMs: -1, reply: "x" }, "script[0].delayMs"],
    [{ delayMs: 1 }, "script[0].reply"],
    [{ delayMs: 1, reply: { never: true } }, "script[0].reply.never"],
    [{ finishReason: "eos" }, "script[0].finishReason"],
    [{ usage: 3 }, "script[0].usage"],
    [{ expect: { inputs: {} } }, "script[0].expect.inputs"],
    [null, "script[0]"],
    [7, "script[0]"],
  ])("%j", (step, path) => {
    const fault = faultOf(() => scriptedAgent([step as ScriptStep], { clock: handClock() }));
    expect(fault).toBeInstanceOf(ScriptError);
    expect(fault).toMatchObject({ code: "script-step-invalid", path, hint: expect.any(String) as string });
  });

  test("a function's step is checked when it is played", async () => {
    const agent = scriptedAgent([() => ({ tex: "D1" }) as never]);
    await expect(agent.call(agentRequest())).rejects.toMatchObject({ code: "script-step-invalid", path: "script[0]().tex" });
    expect(() => agent.assertConsumed()).toThrow(ScriptError);
  });

  test("what is no script, and wrong options, throw too", () => {
    expect(() => scriptedAgent("D1" as never)).toThrow(LoopwrightError);
    expect(faultOf(() => scriptedAgent([], { usage: 1 } as never))).toMatchObject({ path: "scriptedAgent.options.usage" });
    expect(faultOf(() => scriptedAgent([], { clock: {} } as never))).toMatchObject({ path: "scriptedAgent.options.clock" });
    expect(faultOf(() => scriptedAgent([], { repeat: true } as never))).toMatchObject({ code: "agent-option-unknown" });
  });

  test("script.ts 2: a script that its author changes later changes no agent", async () => {
    const step = { text: "D1" };
    const script = [step];
    const agent = scriptedAgent(script);
    step.text = "D2";
    script.push({ text: "D3" });
    expect(await agent.call(agentRequest())).toEqual({ text: "D1" });
    agent.assertConsumed();
  });
});

test("the agent is described as it was declared", () => {
  const agent = scriptedAgent([], { id: "a", family: "gpt", usage: { inputTokens: 1 } });
  expect(agent).toMatchObject({ id: "a", family: "gpt", specVersion: 1 });
  expect(agent).not.toHaveProperty("usage");
});
