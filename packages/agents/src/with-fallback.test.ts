import { AgentError, LoopwrightError, runLoop } from "@loopwright/core";
import type { Agent, AgentReply, RunEvent } from "@loopwright/core";
import { runResultSchema } from "@loopwright/core/schemas";
import { manualClock } from "@loopwright/testing";
import { describe, expect, test } from "vitest";
import { agentFailure } from "./agent-failure.fixture.js";
import { agentRequest } from "./agent-request.fixture.js";
import { functionAgent } from "./function.js";
import { scriptedAgent } from "./scripted.js";
import type { ScriptStep } from "./scripted.js";
import { withConcurrency } from "./with-concurrency.js";
import { withFallback } from "./with-fallback.js";
import type { FallbackNotice, FallbackOptions } from "./with-fallback.js";
import { withRetry } from "./with-retry.js";
import { withTimeout } from "./with-timeout.js";
import { oneReview } from "./wrapper/one-review.fixture.js";

const APPROVES = { structured: { approved: true } };

const pair = (first: ScriptStep, second: ScriptStep = APPROVES, options?: FallbackOptions) => {
  const primary = scriptedAgent([first], { id: "A" });
  const backup = scriptedAgent([second], { id: "B" });
  return { primary, backup, agent: withFallback(primary, backup, options) };
};

const review = async (reviewer: Agent) => {
  const events: RunEvent[] = [];
  const run = runLoop(oneReview(), { agents: { writer: scriptedAgent(["D"], { id: "w" }), reviewer }, input: { task: "T" }, onEvent: (event) => events.push(event as RunEvent) });
  return { result: await run.result, events };
};

describe("a pure outage lets the backup count, disclosed", () => {
  test.each<[string, ScriptStep]>([
    ["an error", { error: "connection refused" }],
    ["a time-out", { error: "too slow", kind: "timeout" }],
    ["a fatal error such as a missing key", { error: "401", retryable: false }],
    ["a failure that used input but gave nothing", { error: "500", usage: { inputTokens: 40, outputTokens: 0 } }],
  ])("case F06: %s", async (_what, step) => {
    const { result, events } = await review(pair(step).agent);
    expect(result.token).toBe("approved");
    expect(events).toContainEqual(expect.objectContaining({ type: "call.finished", model: expect.stringMatching(/^B \(after A: (error|timeout)\)$/) as string }));
  });

  test("case F06: the reply and the listener hold who failed how, and who answered", async () => {
    const notices: FallbackNotice[] = [];
    const { agent } = pair({ error: "503", kind: "timeout" }, { ...APPROVES, model: "m-2", raw: { id: 7 } }, { onFallback: (notice) => notices.push(notice) });
    const reply = await agent.call(agentRequest({ callId: "c2", key: "r1/review/reviewer" }));
    const notice = { primary: { id: "A", kind: "timeout", message: "503" }, backup: { id: "B" }, callId: "c2", key: "r1/review/reviewer" };
    expect(reply).toEqual({ ...APPROVES, model: "m-2 (after A: timeout)", answeredBy: { id: "B" }, raw: { fallback: notice, raw: { id: 7 } } });
    expect(notices).toEqual([notice]);
  });

  test("G23: case F06: the result says whose answers they were, also through other wrappers and a chain", async () => {
    const out = (id: string) => scriptedAgent([{ error: "503" }], { id });
    const chain = withFallback(withFallback(out("A"), out("B")), scriptedAgent([APPROVES], { id: "C", family: "x" }));
    const { result } = await review(withConcurrency(1)(withRetry(withTimeout(chain, 60_000), { attempts: 2 })));
    expect(result.usage.byRole).toMatchObject({ reviewer: { calls: 1, failedCalls: 0, fallbacks: { C: 1 } } });
    expect(result.usage.byRole["writer"]).not.toHaveProperty("fallbacks");
    expect(runResultSchema.safeParse(result).error).toBeUndefined();
  });

  test("G23: a backup that fell back itself tells whose answer it is", async () => {
    const backup = withFallback(scriptedAgent([{ error: "503" }], { id: "B" }), scriptedAgent([APPROVES], { id: "C" }));
    expect((await withFallback(scriptedAgent([{ error: "502" }], { id: "A" }), backup).call(agentRequest())).answeredBy).toEqual({ id: "C" });
  });

  test("G23: where the primary answered, or the backup failed, too, no fallback is counted", async () => {
    for (const agent of [pair(APPROVES).agent, pair({ error: "503" }, { error: "504" }).agent]) {
      expect(JSON.stringify((await review(agent)).result.usage)).not.toContain("fallbacks");
    }
  });

  test("G13: a listener that throws disturbs nothing", async () => {
    const { agent } = pair({ error: "x" }, APPROVES, {
      onFallback() {
        throw new Error("listener");
      },
    });
    expect(await agent.call(agentRequest())).toMatchObject(APPROVES);
  });

  test("`when` may narrow what counts as an outage", async () => {
    const { agent, backup } = pair({ error: "x" }, APPROVES, { when: (error) => (error as Error).message === "y" });
    expect((await agentFailure(agent.call(agentRequest()))).message).toBe("x");
    expect(backup.calls).toHaveLength(0);
  });

  test("no fallback, no trace: the primary's reply passes unchanged", async () => {
    const reply = { text: "D", model: "m" };
    const { agent, backup } = pair(reply);
    expect(await agent.call(agentRequest())).toEqual(reply);
    expect(backup.calls).toHaveLength(0);
  });
});

describe("case F06: what the primary left behind is never laundered by the backup", () => {
  const carrying = (more: object): Error => Object.assign(new AgentError("killed"), more);

  test.each<[string, ScriptStep]>([
    ["a fragment of a finding on the error", { error: carrying({ partialText: "[F1 blocker" }) }],
    ["text on the error", { error: carrying({ text: "I found" }) }],
    ["structure on the error", { error: carrying({ structured: { findings: [] } }) }],
    ["text on a cause of the error", { error: new AgentError("x", { cause: new Error("y", { cause: carrying({ text: "F1" }) }) }) }],
    ["text on one of several causes", { error: new AgentError("x", { cause: new AggregateError([new Error("a"), carrying({ text: "F1" })]) }) }],
    ["output tokens on the error", { error: "killed", kind: "timeout", usage: { outputTokens: 3 } }],
    ["output tokens that were reported before", { error: "killed", reportsUsage: { outputTokens: 3 } }],
  ])("a partial answer stands as a failure: %s", async (_what, step) => {
    const { agent, backup } = pair(step);
    const { result } = await review(agent);
    expect(result.token).toBe("unavailable");
    expect(backup.calls).toHaveLength(0);
  });

  test.each<[string, AgentReply]>([
    ["an empty answer", { text: "" }],
    ["prose instead of structure", { text: "APPROVE" }],
    ["garbage", { structured: { verdict: "yes" } }],
    ["a truncated answer", { structured: { approved: true }, finishReason: "length" }],
    ["a refusal", { finishReason: "refusal" }],
  ])("garbage stands: %s", async (_what, reply) => {
    const { agent, backup } = pair(reply);
    expect((await review(agent)).result.token).toBe("unavailable");
    expect(backup.calls).toHaveLength(0);
  });

  test("a primary that was cut off by its time limit after output had begun stands", async () => {
    const clock = manualClock();
    const primary = withTimeout(scriptedAgent([{ never: "ignoring-abort", reportsUsage: { outputTokens: 9 } }], { id: "A" }), 100, { clock });
    const backup = scriptedAgent([APPROVES], { id: "B" });
    const call = agentFailure(withFallback(primary, backup, { clock }).call(agentRequest()));
    await clock.advance(100);
    expect(await call).toMatchObject({ kind: "timeout" });
    expect(backup.calls).toHaveLength(0);
  });

  test("one that was silent until its time limit was out", async () => {
    const clock = manualClock();
    const primary = withTimeout(scriptedAgent([{ never: "ignoring-abort" }], { id: "A" }), 100, { clock });
    const call = withFallback(primary, scriptedAgent([APPROVES], { id: "B" }), { clock }).call(agentRequest());
    await clock.advance(100);
    expect(await call).toMatchObject({ ...APPROVES, model: "B (after A: timeout)" });
  });

  test("a partial answer in an earlier attempt is seen through a retry", async () => {
    const primary = withRetry(scriptedAgent([{ error: carrying({ partialText: "[F1" }) }], { id: "A" }), { attempts: 2 });
    const backup = scriptedAgent([APPROVES], { id: "B" });
    expect((await review(withFallback(primary, backup))).result.token).toBe("unavailable");
    expect(backup.calls).toHaveLength(0);
  });

  const partial = () => carrying({ partialText: "[F1 blocker", retryable: true });
  const busy = () => new AgentError("503", { retryable: true });
  /** Leaves half an answer when it is cut off. */
  const dying = () => functionAgent(({ signal }) => new Promise<string>((_resolve, reject) => signal.addEventListener("abort", () => reject(partial()))), { id: "A" });
  const spent = () => new AgentError("killed", { retryable: true, usage: { inputTokens: 1, outputTokens: 5 } });

  test.each<[string, readonly unknown[]]>([
    ["half an answer, then an outage", [partial(), busy()]],
    ["half an answer, then a fatal failure", [partial(), new AgentError("401")]],
    ["output tokens, then an outage that knows of none", [spent(), busy()]],
  ])("no later attempt hides what an earlier one left: %s", async (_what, errors) => {
    const primary = withRetry(scriptedAgent(errors.map((error) => ({ error: error as Error })), { id: "A" }), { attempts: 2, delayMs: 0 });
    const backup = scriptedAgent([APPROVES], { id: "B" });
    expect((await review(withFallback(primary, backup))).result.token).toBe("unavailable");
    expect(backup.calls).toHaveLength(0);
  });

  test.each<[string, (agent: Agent) => Agent]>([
    ["a limit of concurrent calls", (agent) => withConcurrency(1)(agent)],
    ["a retry", (agent) => withRetry(agent, { attempts: 2 })],
    ["a longer time limit", (agent) => withTimeout(agent, 60_000)],
    ["a fallback of its own", (agent) => withFallback(agent, functionAgent(() => "", { id: "Z" }))],
  ])("half an answer is seen through a time limit around %s", async (_what, wrapped) => {
    const clock = manualClock();
    const backup = scriptedAgent([APPROVES], { id: "B" });
    const call = agentFailure(withFallback(withTimeout(wrapped(dying()), 100, { clock }), backup, { clock }).call(agentRequest()));
    await clock.advance(100);
    expect(await call).toMatchObject({ kind: "timeout" });
    expect(backup.calls).toHaveLength(0);
  });

  test("so are the output tokens of a backup, whatever the primary spent", async () => {
    const third = scriptedAgent([APPROVES], { id: "C" });
    expect((await review(withFallback(pair({ error: "503" }, { error: spent() }).agent, third))).result.token).toBe("unavailable");
    expect(third.calls).toHaveLength(0);
  });

  test("causes that form a ring, and errors that throw when read, end the search", async () => {
    const ring = carrying({});
    ring.cause = ring;
    expect((await review(pair({ error: ring }).agent)).result.token).toBe("approved");
    const trap = Object.defineProperty(new AgentError("x"), "text", {
      get() {
        throw new Error("trap");
      },
    });
    expect((await review(pair({ error: trap }).agent)).result.token).toBe("approved");
  });

  test("a fault in how the primary was set up is no outage", async () => {
    const { agent } = pair({ error: new LoopwrightError("x", "misuse") });
    await expect(agent.call(agentRequest())).rejects.toThrow("misuse");
  });
});

describe("both fail", () => {
  test("the failure tells of both and may be retried if the backup's may", async () => {
    const fault = await agentFailure(pair({ error: "503" }, { error: "busy", kind: "timeout", retryable: true }).agent.call(agentRequest()));
    expect(fault).toMatchObject({ message: 'the backup failed: busy (after agent "A" failed: 503)', kind: "timeout", retryable: true });
    expect((fault.cause as AggregateError).errors).toMatchObject([{ message: "503" }, { message: "busy" }]);
  });

  test("G17: what both say is cut short", async () => {
    const fault = await agentFailure(pair({ error: "a".repeat(100_000) }, { error: "b".repeat(100_000) }).agent.call(agentRequest()));
    expect(fault.message.length).toBeLessThan(2200);
  });

  test("case F08: where everyone is out the call ends unavailable after a bounded number of attempts", async () => {
    const out = (id: string) => scriptedAgent(Array.from({ length: 9 }, () => ({ error: "503", retryable: true })), { id });
    const [first, second] = [out("A"), out("B")];
    const reviewer = withFallback(withRetry(first, { attempts: 3, delayMs: 0 }), withRetry(second, { attempts: 2, delayMs: 0 }));
    expect((await review(reviewer)).result.token).toBe("unavailable");
    expect([first.calls.length, second.calls.length]).toEqual([3, 2]);
  });

  test("three in a row: the last is asked after two pure outages, not after a partial answer of the second", async () => {
    const chain = (second: ScriptStep) => withFallback(pair({ error: "503" }, second).agent, scriptedAgent([APPROVES], { id: "C" }));
    expect(await chain({ error: "504" }).call(agentRequest())).toMatchObject({ model: "C (after A: error)" });
    const partial = Object.assign(new AgentError("killed"), { partialText: "[F1" });
    expect(await agentFailure(chain({ error: partial }).call(agentRequest()))).toMatchObject({ partialText: "[F1" });
  });
});

describe("G10: abort and time", () => {
  test("an aborted primary is no outage", async () => {
    const controller = new AbortController();
    const { agent, backup } = pair({ never: true });
    const call = agentFailure(agent.call(agentRequest({ signal: controller.signal })));
    controller.abort();
    expect((await call).message).toContain("was aborted");
    expect(backup.calls).toHaveLength(0);
  });

  test("the deadline ends the primary and asks nobody else; it ends the backup, too", async () => {
    const clock = manualClock();
    const first = pair({ never: "ignoring-abort" }, APPROVES, { clock });
    const second = pair({ error: "x" }, { never: "ignoring-abort" }, { clock });
    const calls = [first, second].map(({ agent }) => agentFailure(agent.call(agentRequest({ deadline: 100 }))));
    await clock.advance(100);
    expect(await Promise.all(calls)).toMatchObject([{ kind: "timeout" }, { kind: "timeout" }]);
    expect(first.backup.calls).toHaveLength(0);
    expect(clock.pendingTimers).toBe(0);
  });
});

describe("G14: usage, prices and limits of both", () => {
  const cheap = { inputUsdPerMillionTokens: 1, outputUsdPerMillionTokens: 1 };
  const dear = { inputUsdPerMillionTokens: 100, outputUsdPerMillionTokens: 100 };
  const million = { inputTokens: 1_000_000, outputTokens: 0 };
  const failing = (description: object) => scriptedAgent([{ error: "x", usage: million }], { id: "A", ...description });
  const answering = (description: object) => scriptedAgent([{ text: "D", usage: million }], { id: "B", ...description });

  test("case H09: the failed primary's usage is part of the reply's", async () => {
    const reply = await withFallback(failing({}), answering({})).call(agentRequest());
    expect(reply.usage).toMatchObject({ inputTokens: 2_000_000, outputTokens: 0 });
  });

  test("each call is priced by its own agent where prices differ", async () => {
    const agent = withFallback(failing({ prices: cheap }), answering({ prices: dear }));
    expect(agent.prices).toBe("reported");
    expect((await agent.call(agentRequest())).usage).toMatchObject({ costUsd: 101 });
  });

  test("so is the primary's when it answers itself", async () => {
    const agent = withFallback(answering({ prices: cheap }), failing({ id: "C", prices: dear }));
    expect((await agent.call(agentRequest())).usage).toEqual({ ...million, costUsd: 1 });
  });

  test("one price for both stays a price", () => {
    expect(withFallback(failing({ prices: cheap }), answering({ prices: { ...cheap } })).prices).toEqual(cheap);
  });

  test("case H08: one unknown price makes the pair's unknown", () => {
    expect(withFallback(failing({ prices: cheap }), answering({}))).not.toHaveProperty("prices");
  });

  test("limits are those of both calls; one that only one declares is undeclared", () => {
    const limits = { maxInputTokens: 1_000_000, maxOutputTokens: 0 };
    expect(withFallback(failing({ limits, prices: cheap }), answering({ limits, prices: dear })).limits).toEqual({ maxInputTokens: 2_000_000, maxOutputTokens: 0, maxCostUsd: 101 });
    expect(withFallback(failing({ limits }), answering({ limits: { maxInputTokens: 5 } })).limits).toEqual({ maxInputTokens: 1_000_005 });
  });
});

describe("declaration: only what holds whoever answers", () => {
  const describing = (first: object, second: object) => {
    const { call, wraps, ...description } = withFallback(functionAgent(() => "", { id: "A", ...first }), functionAgent(() => "", { id: "B", ...second }));
    return description;
  };

  test("G23: a family that is not shared is not claimed", () => {
    expect(describing({ family: "x" }, { family: "y" })).not.toHaveProperty("family");
    expect(describing({ family: "x" }, { family: "x" })).toHaveProperty("family", "x");
  });

  test("tools and capabilities are what both have", () => {
    expect(describing({ allowedTools: ["a", "b"] }, { allowedTools: ["b", "c"] })).toHaveProperty("allowedTools", ["b"]);
    expect(describing({ allowedTools: ["a"] }, {})).not.toHaveProperty("allowedTools");
    expect(describing({ capabilities: { structuredOutput: true, structuredWithTools: true } }, { capabilities: { structuredOutput: false } })).toHaveProperty("capabilities", { structuredOutput: false });
    expect(describing({ capabilities: { structuredOutput: true } }, {})).not.toHaveProperty("capabilities");
  });

  test("G6: the id is the primary's, and both agents can be found", () => {
    const { agent, primary, backup } = pair("D");
    expect(agent.id).toBe("A");
    expect(agent.wraps).toEqual([primary, backup]);
    expect(() => runLoop(oneReview(), { agents: { writer: primary, reviewer: agent }, input: { task: "T" } })).toThrow(expect.objectContaining({ code: "same-agent" }) as Error);
  });

  test("G20: wrong agents and options throw at once", () => {
    const agent = functionAgent(() => "", { id: "A" });
    expect(() => withFallback(agent, agent)).toThrow("another agent than the primary");
    expect(() => withFallback(agent, functionAgent(() => "", { id: "A" }))).toThrow("another agent than the primary");
    expect(() => withFallback(agent, {} as Agent)).toThrow(expect.objectContaining({ path: "withFallback.backup" }) as Error);
    expect(() => withFallback(agent, functionAgent(() => ""), { when: true } as never)).toThrow(LoopwrightError);
  });
});
