/** Configuration is checked whole, before the first call and the first event (QU-CFG, QU-ROLE-01, QU-SCH-02, QU-TOOL). */
import { LoopwrightError, MAX_TIMER_MS, runLoop, type Agent } from "@loopwright/core";
import { scriptedAgent, type ScriptedAgentOptions } from "@loopwright/testing";
import { describe, expect, test } from "vitest";
import { DEFAULT_CALL_TIMEOUT_MS, QualityConfigError, qualityLoop, type QualityLoopOptions } from "./index.js";
import { approve, eventsOf, play, R, reject } from "./quality-run.fixture.js";

/** What a faulty start throws; fails if it throws nothing, emits or calls anything. */
async function refusal(options: unknown, more: { request?: unknown; writer?: unknown; reviewer?: unknown; agents?: unknown } = {}): Promise<unknown> {
  let calls = 0;
  const agent = (): Agent => ({ call: () => Promise.resolve({ text: String(calls++) }) });
  const events: unknown[] = [];
  const { request = R, writer = agent(), reviewer = agent(), agents = { writer, reviewer } } = more;
  let thrown: unknown = null;
  try {
    runLoop(qualityLoop(options as QualityLoopOptions), { agents: agents as never, input: { request } as never, onEvent: (event) => events.push(event) });
  } catch (caught) {
    thrown = caught;
  }
  await new Promise(setImmediate);
  expect({ calls, events }).toEqual({ calls: 0, events: [] });
  return thrown;
}

const agentWith = (options: ScriptedAgentOptions) => scriptedAgent([], options);

describe("QU-CFG-01: one code, before anything happens", () => {
  test("QU-CFG-01, G20: a wrong option throws synchronously, with code, path and hint", async () => {
    const thrown = await refusal({ maxReviews: 0 });
    expect(thrown).toBeInstanceOf(QualityConfigError);
    expect(thrown).toBeInstanceOf(LoopwrightError);
    expect(thrown).toMatchObject({ name: "QualityConfigError", code: "max-reviews-range", path: "maxReviews" });
    expect((thrown as QualityConfigError).hint).not.toBe("");
    expect((thrown as QualityConfigError).message).toContain("0");
  });

  test("QU-CFG-01: an option that does not exist is refused, wherever it stands", async () => {
    for (const options of [{ maxReview: 3 }, { tools: { critic: [] } }, { instructions: { tone: "plain" } }, { instructions: { draft: 1 } }, { checks: "none" }, { checks: [null] }]) {
      expect(await refusal(options), JSON.stringify(options)).toMatchObject({ code: "option-unknown" });
    }
  });

  test("QU-CFG-01: a missing agent, or none at all, is a typed error", async () => {
    for (const agents of [{ writer: agentWith({}) }, { reviewer: agentWith({}) }, { writer: null, reviewer: agentWith({}) }]) {
      expect(await refusal({}, { agents })).toMatchObject({ code: "agent-missing" });
    }
  });

  test("QU-CFG-01: what is changed after the check changes nothing", async () => {
    const options = { maxReviews: 1, tools: { writer: [] as string[] }, instructions: { draft: "Tone: plain" }, checks: [() => []] };
    const policy = qualityLoop(options);
    options.maxReviews = 10;
    options.tools.writer.push("t");
    options.instructions.draft = "changed";
    options.checks.length = 0;
    const { report, calls } = await play({ writer: ["D1"], reviewer: [reject("A")] }, policy);
    expect(report.token).toBe("review-cap");
    expect(calls[0]).toMatchObject({ tools: [], instruction: expect.stringMatching(/Tone: plain$/) as unknown });
  });

  test("QU-CFG-01: every setting is looked at, also where an earlier one is fine", async () => {
    expect(await refusal({ maxReviews: 2, maxStructuredRepairs: 2, maxChanges: 4 })).toMatchObject({ code: "max-changes-range" });
    expect(await refusal({ tools: { reviewer: ["t"] } }, { request: " " })).toMatchObject({ code: "request-empty" });
  });
});

describe("ranges", () => {
  test.each([0, 11, -1, 3.5, 2.5, Number.NaN, Infinity, -Infinity, "3", null, true, [3], {}])("QU-CFG-02, G1: maxReviews %s is refused", async (maxReviews) => {
    expect(await refusal({ maxReviews })).toMatchObject({ code: "max-reviews-range", path: "maxReviews" });
  });

  test.each([1, 2, 10])("QU-CFG-02: maxReviews %d holds and stands in run.started", async (maxReviews) => {
    const played = await play({ maxReviews, writer: ["D1"], reviewer: [approve()] });
    expect(eventsOf(played, "run.started")).toMatchObject([{ maxReviews, maxRounds: maxReviews }]);
  });

  test("QU-CFG-02: three where it is left out, also as undefined", async () => {
    for (const options of [{}, { maxReviews: undefined }]) {
      const played = await play({ ...options, reviewer: [reject("A"), reject("[previous 1] A"), reject("[previous 1] A")] });
      expect(eventsOf(played, "run.started")).toMatchObject([{ maxReviews: 3 }]);
      expect(played.report).toMatchObject({ token: "review-cap", reviews: 3 });
    }
  });

  test.each([3, -1, 0.5, Number.NaN, Infinity, "1", null])("QU-CFG-03: maxStructuredRepairs %s is refused", async (maxStructuredRepairs) => {
    expect(await refusal({ maxStructuredRepairs })).toMatchObject({ code: "structured-repairs-range" });
  });

  test.each([[0, 1], [1, 2], [2, 3]])("QU-CFG-03: maxStructuredRepairs %d allows %d tries", async (maxStructuredRepairs, tries) => {
    const { report, calls } = await play({ maxStructuredRepairs, writer: ["D1"], reviewer: Array.from({ length: tries }, () => "no") });
    expect(report).toMatchObject({ token: "review-invalid", reviews: 0, reviewsStarted: 1 });
    expect(calls).toHaveLength(1 + tries);
  });

  test("QU-CFG-03: one repair where it is left out", async () => {
    expect((await play({ writer: ["D1"], reviewer: ["no", "no"] })).report).toMatchObject({ token: "review-invalid" });
  });

  test.each([0, 4, 10, -1, 1.5, Number.NaN, "3", null])("QU-CFG-03: maxChanges %s is refused", async (maxChanges) => {
    expect(await refusal({ maxChanges })).toMatchObject({ code: "max-changes-range" });
  });

  test.each([0, -1, 1.5, Infinity, Number.NaN, MAX_TIMER_MS + 1, "1000"])("QU-CFG-03: callTimeoutMs %s is refused", async (callTimeoutMs) => {
    expect(await refusal({ callTimeoutMs })).toMatchObject({ name: "QualityConfigError", code: "timeout-range" });
  });

  test.each([0, -1, 1.5, Infinity, Number.NaN, MAX_TIMER_MS + 1])("QU-CFG-03: runTimeoutMs %s is refused", (runTimeoutMs) => {
    const agents = { writer: agentWith({}), reviewer: agentWith({}) };
    expect(() => runLoop(qualityLoop(), { agents, input: { request: R }, limits: { runTimeoutMs } })).toThrow(expect.objectContaining({ code: "timeout-range" }) as Error);
  });

  test("QU-CFG-03: no time limit is accepted where it is spelled out", async () => {
    for (const callTimeoutMs of [1, MAX_TIMER_MS, null]) expect(qualityLoop({ callTimeoutMs }).callTimeoutMs).toBe(callTimeoutMs);
    expect(qualityLoop().callTimeoutMs).toBe(DEFAULT_CALL_TIMEOUT_MS);
    expect(DEFAULT_CALL_TIMEOUT_MS).toBe(300_000);
    expect((await play({ callTimeoutMs: null, limits: { runTimeoutMs: null }, writer: ["D1"], reviewer: [approve()] })).result.status).toBe("passed");
  });
});

describe("agents", () => {
  test("QU-ROLE-01, G6: nobody judges their own work, by identity or by id", async () => {
    const one = agentWith({});
    expect(await refusal({}, { writer: one, reviewer: one })).toMatchObject({ code: "same-agent" });
    expect(await refusal({}, { writer: agentWith({ id: "x" }), reviewer: agentWith({ id: "x" }) })).toMatchObject({ code: "same-agent" });
    expect(await refusal({}, { writer: agentWith({ id: "x" }), reviewer: agentWith({ id: "x" }) })).toBeInstanceOf(QualityConfigError);
  });

  test("QU-ROLE-01: two agents without ids, or with one id between them, are two", async () => {
    for (const [writerIs, reviewerIs] of [[{}, {}], [{ id: "x" }, {}], [{}, { id: "x" }], [{ id: "x" }, { id: "y" }]] as const) {
      expect((await play({ writer: ["D1"], reviewer: [approve()], writerIs, reviewerIs })).result.status).toBe("passed");
    }
  });

  test("QU-SCH-02: a reviewer that cannot give structured output is refused; an undeclared one is tried", async () => {
    const reviewer = agentWith({ capabilities: { structuredOutput: false } });
    expect(await refusal({}, { reviewer })).toMatchObject({ name: "QualityConfigError", code: "structured-output-unsupported" });
    for (const capabilities of [{}, { structuredOutput: true }]) {
      expect((await play({ writer: ["D1"], reviewer: [approve()], reviewerIs: { capabilities } })).result.status).toBe("passed");
    }
    const writerIs = { capabilities: { structuredOutput: false } };
    expect((await play({ writer: ["D1"], reviewer: [approve()], writerIs })).result.status).toBe("passed");
  });

  test("QU-TOOL-02: a tool must be among the agent's own; an agent that lists none allows none", async () => {
    const code = "tool-not-allowed";
    expect(await refusal({ tools: { writer: ["search"] } })).toMatchObject({ code, path: "tools.writer" });
    expect(await refusal({ tools: { writer: ["search", "fetch"] } }, { writer: agentWith({ allowedTools: ["search"] }) })).toMatchObject({ code });
    const capabilities = { structuredWithTools: true };
    expect(await refusal({ tools: { reviewer: ["search"] } }, { reviewer: agentWith({ capabilities }) })).toMatchObject({ code, path: "tools.reviewer" });
    for (const tools of [{ writer: "search" }, { writer: [""] }, { reviewer: [1] }]) expect(await refusal({ tools })).toMatchObject({ code });
  });

  test("QU-TOOL-03: reviewer tools need a reviewer that combines them with a schema", async () => {
    const allowedTools = ["search"];
    for (const capabilities of [{}, { structuredWithTools: false }]) {
      const reviewer = agentWith({ allowedTools, capabilities });
      expect(await refusal({ tools: { reviewer: ["search"] } }, { reviewer })).toMatchObject({ code: "tools-with-schema-unsupported", path: "tools.reviewer" });
    }
    const able = { allowedTools, capabilities: { structuredWithTools: true } };
    const { calls } = await play({ tools: { reviewer: ["search"] }, writer: ["D1"], reviewer: [approve()], reviewerIs: able });
    expect(calls.map((call) => call.tools)).toEqual([[], ["search"]]);
  });
});

describe("the request", () => {
  class Own {
    readonly a = 1;
  }
  const cycle: { self?: unknown } = {};
  cycle.self = cycle;

  test.each([["blank", "  "], ["empty", ""], ["line breaks only", "\n\t"], ["no keys", {}]])("QU-REQ-01: %s → request-empty", async (_what, request) => {
    expect(await refusal({}, { request })).toMatchObject({ name: "QualityConfigError", code: "request-empty" });
  });

  test.each<[string, unknown]>([
    ["a date", new Date()], ["a date inside", { at: new Date() }], ["a function", () => 1], ["a function inside", { f: () => 1 }], ["a cycle", cycle],
    ["undefined inside", { a: undefined }], ["a class instance", new Own()], ["a map", new Map()], ["a list", ["R"]], ["a number", 7], ["null", null], ["a flag", true],
    ["NaN inside", { n: Number.NaN }], ["a bigint inside", { n: 1n }],
  ])("QU-REQ-01: %s → request-not-json", async (_what, request) => {
    expect(await refusal({}, { request })).toMatchObject({ name: "QualityConfigError", code: "request-not-json" });
  });

  test("QU-REQ-01: none at all → request-not-json", () => {
    const agents = { writer: agentWith({}), reviewer: agentWith({}) };
    for (const input of [{}, null, undefined]) {
      expect(() => runLoop(qualityLoop(), { agents, input: input as never })).toThrow(expect.objectContaining({ code: "request-not-json" }) as Error);
    }
  });

  test("QU-REQ-01: a text, and an object with a key, are taken", async () => {
    for (const request of ["R", " R ", { task: "x" }, { task: null }, { deep: [{ a: [1, true, null] }] }]) {
      expect((await play({ request, writer: ["D1"], reviewer: [approve()] })).result.status).toBe("passed");
    }
  });
});
