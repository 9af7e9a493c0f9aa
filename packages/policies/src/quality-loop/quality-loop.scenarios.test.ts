/** The catalogue's scripted runs: calls, results, violations, usage and events, all exact. */
import { runLoop } from "@loopwright/core";
import { scriptedAgent } from "@loopwright/testing";
import { describe, expect, test } from "vitest";
import { QualityConfigError, qualityLoop, REVIEW_SCHEMA, type QualityLoopOptions } from "./index.js";
import { play, R, violationsOf, type Play } from "./quality-run.fixture.js";
import { catalogued, expandEvents } from "./scenario-events.fixture.js";
import { scenarios, type Scenario } from "./scenarios.fixture.js";

const playOf = ({ options, isAborted, writer, reviewer }: Scenario): Play => ({ ...options, ...(isAborted === undefined ? {} : { isAborted }), writer, reviewer });

/** One record per valid decision: it follows from the answers and the calls. */
function expectedHistory({ verdicts, drafts, calls }: Scenario): readonly object[] {
  return verdicts.map(([rawApproved, rawFeedback], index) => {
    const version = index + 1;
    const { callId, repair } = calls.filter((call) => call.purpose === "review" && call.version === version).at(-1)!;
    const previousFeedback = index === 0 ? [] : verdicts[index - 1]![1].filter((item) => item.trim() !== "");
    const feedback = rawFeedback.filter((item) => item.trim() !== "");
    return { version, draft: drafts[index], rawApproved, rawFeedback, approved: rawApproved && rawFeedback.length === 0, feedback, previousFeedback, repairs: repair, callId };
  });
}

describe.each(scenarios)("$id $title", (scenario) => {
  const { id } = scenario;

  test(`${id}: the calls`, async () => {
    const { calls } = await play(playOf(scenario));
    const shown = calls.map(({ callId, role, purpose, version, repair, input, schema, tools }) => ({ callId, role, purpose, version, repair, input, schema, tools }));
    const expected = scenario.calls.map((call) => ({ ...call, schema: call.role === "reviewer" ? REVIEW_SCHEMA : null, tools: [] }));
    expect(shown).toStrictEqual(expected);
  });

  test(`${id}: the result`, async () => {
    const { result, report } = await play(playOf(scenario));
    expect(report).toMatchObject(scenario.result);
    expect(result.token).toBe(report.token);
    expect(result.status).toBe({ approved: "passed", aborted: "aborted" }[report.token] ?? "stopped");
    expect(report.history).toStrictEqual(expectedHistory(scenario));
    expect(violationsOf({ report })).toStrictEqual(scenario.violations ?? []);
    if (scenario.failure === undefined) expect(report.failure).toBeNull();
    else expect(report.failure).toStrictEqual({ ...scenario.failure, message: expect.any(String) as unknown });
  });

  test(`${id}: the usage`, async () => {
    const { report } = await play(playOf(scenario));
    const { byRole, costUsd, ...counts } = report.usage;
    const { costUsd: expectedCost, ...expectedCounts } = scenario.usage;
    expect(counts).toStrictEqual(expectedCounts);
    expect(Math.abs(costUsd - Number(expectedCost))).toBeLessThanOrEqual(1e-9);
    for (const field of ["inputTokens", "outputTokens"] as const) expect(byRole.writer[field] + byRole.reviewer[field]).toBe(report.usage[field]);
  });

  test(`${id}: the events`, async () => {
    const { events } = await play(playOf(scenario));
    const { drafts, verdicts, problems = [], withoutUsage = [], options = {} } = scenario;
    const facts = { maxReviews: options.maxReviews ?? 3, maxStructuredRepairs: options.maxStructuredRepairs ?? 1, drafts, verdicts, problems, withoutUsage };
    expect(catalogued(events)).toStrictEqual(expandEvents(scenario.events, facts));
    expect(events.map((event) => event.seq)).toStrictEqual(events.map((_, index) => index + 1));
  });
});

describe("configuration runs: nothing is called, nothing is emitted", () => {
  const one = scriptedAgent([]);
  const start = (options: QualityLoopOptions, more: { request?: unknown; writer?: unknown; reviewer?: unknown }) => {
    const events: unknown[] = [];
    const { request = R, writer = scriptedAgent([]), reviewer = scriptedAgent([]) } = more;
    let thrown: unknown = null;
    try {
      runLoop(qualityLoop(options), { agents: { writer, reviewer } as never, input: { request } as never, onEvent: (event) => events.push(event) });
    } catch (caught) {
      thrown = caught;
    }
    return { thrown, events };
  };

  test.each<[string, string, QualityLoopOptions, { request?: unknown; writer?: unknown; reviewer?: unknown }]>([
    ["the same instance twice", "same-agent", {}, { writer: one, reviewer: one }],
    ["two objects with one id", "same-agent", {}, { writer: scriptedAgent([], { id: "x" }), reviewer: scriptedAgent([], { id: "x" }) }],
    ["a blank request", "request-empty", {}, { request: " " }],
    ["an empty request", "request-empty", {}, { request: {} }],
    ["maxReviews 0", "max-reviews-range", { maxReviews: 0 }, {}],
    ["maxReviews 11", "max-reviews-range", { maxReviews: 11 }, {}],
    ["maxReviews 2.5", "max-reviews-range", { maxReviews: 2.5 }, {}],
    ["maxStructuredRepairs 3", "structured-repairs-range", { maxStructuredRepairs: 3 }, {}],
    ["a tool that no one allowed", "tool-not-allowed", { tools: { writer: ["t"] } }, {}],
    ["reviewer tools beside a schema", "tools-with-schema-unsupported", { tools: { reviewer: ["t"] } }, { reviewer: scriptedAgent([], { allowedTools: ["t"] }) }],
  ])("%s → %s", async (_what, code, options, more) => {
    const { thrown, events } = start(options, more);
    expect(thrown).toBeInstanceOf(QualityConfigError);
    expect(thrown).toMatchObject({ code });
    await new Promise(setImmediate);
    expect(events).toEqual([]);
  });
});
