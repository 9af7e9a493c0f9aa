/** Events, usage, tools in force: QU-EVT, QU-USE, QU-TOOL-01. */
import { runLoop, type Usage } from "@loopwright/core";
import { manualClock, scriptedAgent } from "@loopwright/testing";
import { describe, expect, test } from "vitest";
import { qualityLoop } from "./index.js";
import { ABORTS, answer, approve, eventsOf, play, R, reject, saying, type Event } from "./quality-run.fixture.js";
import { scenarios, type Scenario } from "./scenarios.fixture.js";

const playOf = ({ options, isAborted = false, writer, reviewer }: Scenario) => play({ ...options, isAborted, writer, reviewer });

describe("events", () => {
  test.each(scenarios)("QU-EVT-01: run.started first, run.finished last, once each ($id)", async (scenario) => {
    const { events, result } = await playOf(scenario);
    const types = events.map((event) => event.type);
    expect([types[0], types.at(-1)]).toEqual(["run.started", "run.finished"]);
    expect(types.filter((type) => type === "run.started" || type === "run.finished")).toHaveLength(2);
    expect(events.at(-1)).toMatchObject({ token: result.token, status: result.status });
  });

  test.each(scenarios)("QU-EVT-02, G13: seq runs from 1 without a gap, and every event is plain and frozen ($id)", async (scenario) => {
    const { events } = await playOf(scenario);
    expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1));
    for (const event of events) {
      expect(JSON.parse(JSON.stringify(event))).toEqual(event);
      expect(Object.isFrozen(event)).toBe(true);
    }
  });

  test("QU-EVT-02, G19: two runs of one script differ only in their times", async () => {
    const run = async (startMs: number) => {
      const clock = manualClock({ startMs });
      const events: Event[] = [];
      const agents = { writer: scriptedAgent([{ delayMs: 5, reply: "D1" }, "D2"], { clock }), reviewer: scriptedAgent([reject("A"), approve()], { clock }) };
      const { result } = runLoop(qualityLoop(), { agents, input: { request: R }, clock, onEvent: (event) => void events.push(event) });
      await clock.advance(100);
      await result;
      return events;
    };
    const [early, late] = [await run(0), await run(1000)];
    expect(late.map(({ at: _at, ...rest }) => rest)).toEqual(early.map(({ at: _at, ...rest }) => rest));
    expect(early[0]!.at).toBe(0);
    expect(late[0]!.at).toBe(1000);
    expect(eventsOf({ events: early }, "call.finished")[0]!.at).toBe(5);
  });

  test.each(scenarios)("QU-EVT-03, G13: every call that started ends once, before the next starts ($id)", async (scenario) => {
    const { events, calls } = await playOf(scenario);
    const callEvents = events.filter((event) => ["call.started", "call.finished", "call.failed"].includes(event.type)) as readonly (Event & { callId: string })[];
    expect(callEvents).toHaveLength(2 * calls.length);
    for (let index = 0; index < callEvents.length; index += 2) {
      const [begun, ended] = [callEvents[index]!, callEvents[index + 1]!];
      expect(begun.type).toBe("call.started");
      expect(ended.type).not.toBe("call.started");
      expect(begun.callId).toBe(`c${index / 2 + 1}`);
      expect(ended.callId).toBe(begun.callId);
    }
  });

  test("QU-EVT-03: call.started comes before the agent is called", async () => {
    const order: string[] = [];
    await play({ writer: [() => (order.push("agent"), "D1")], reviewer: [approve()], watch: (event) => event.type === "call.started" && order.push(event.callId) });
    expect(order.slice(0, 2)).toEqual(["c1", "agent"]);
  });

  test("QU-EVT-04, G13: an observer that always throws changes nothing and is counted", async () => {
    const script = { writer: ["D1", "D2"], reviewer: [reject("A"), approve()] };
    const calm = await play(script);
    const loud = await play({
      ...script,
      watch: () => {
        throw new Error("observer");
      },
    });
    expect(loud.report).toEqual(calm.report);
    const last = loud.events.at(-1)!;
    expect(last).toMatchObject({ type: "run.finished", observerErrors: last.seq - 1 });
    expect(loud.result.observerErrors).toBe(last.seq);
    const rest = (events: readonly Event[]) => events.slice(0, -1).map(saying);
    expect(rest(loud.events)).toEqual(rest(calm.events));
  });

  test("events carry ids and sizes, not drafts or items (G13)", async () => {
    const played = await play({ request: "REQUEST-TEXT", writer: ["DRAFT-TEXT", "DRAFT-TEXT-2"], reviewer: [reject("ITEM-TEXT"), approve()] });
    expect(JSON.stringify(played.events)).not.toMatch(/REQUEST-TEXT|DRAFT-TEXT|ITEM-TEXT/);
    expect(eventsOf(played, "draft.produced").map((event) => event.chars)).toEqual([10, 12]);
  });
});

describe("tools", () => {
  test.each(scenarios)("QU-TOOL-01: an explicit empty list on every call ($id)", async (scenario) => {
    for (const call of (await playOf(scenario)).calls) expect(call.tools).toStrictEqual([]);
  });

  test("QU-TOOL-01: configured ones go to their own role, repairs included, and stand in run.started", async () => {
    const able = { allowedTools: ["search", "fetch"], capabilities: { structuredWithTools: true } };
    const played = await play({
      tools: { writer: ["search"], reviewer: ["fetch"] }, writer: ["D1", "D2"], reviewer: [reject("A"), "no", approve()], writerIs: able, reviewerIs: able,
    });
    expect(played.calls.map((call) => call.tools)).toEqual([["search"], ["fetch"], ["search"], ["fetch"], ["fetch"]]);
    expect(eventsOf(played, "run.started")).toMatchObject([{ tools: { writer: ["search"], reviewer: ["fetch"] } }]);
    const none = await play({ tools: { writer: [] }, writer: ["D1"], reviewer: [approve()] });
    expect(eventsOf(none, "run.started")[0]).not.toHaveProperty("tools");
  });
});

describe("usage", () => {
  test("QU-USE-01: every started call counts, in its role; repairs and failures as well", async () => {
    const { report } = await play({ writer: ["D1", { error: "x" }], reviewer: ["no", reject("A")] });
    expect(report.usage).toMatchObject({ calls: 4, writerCalls: 2, reviewerCalls: 2, repairCalls: 1, failedCalls: 1 });
    expect((await play({ writer: ["D1"], reviewer: [ABORTS] })).report.usage).toMatchObject({ calls: 2, failedCalls: 1, callsWithoutUsage: 1 });
  });

  test("QU-USE-01: failedCalls is the number of call.failed; a blank text is no failed call", async () => {
    for (const writer of [[" "], [{ error: "x" }], [ABORTS], [{ never: true } as const]]) {
      const played = await play({ writer });
      expect(played.report.usage.failedCalls).toBe(eventsOf(played, "call.failed").length);
    }
    expect((await play({ writer: [" "] })).report.usage).toMatchObject({ calls: 1, failedCalls: 0 });
  });

  const UNUSABLE: readonly unknown[] = [
    undefined, null, {}, 7, "100", { inputTokens: -1 }, { inputTokens: Number.NaN }, { outputTokens: Infinity }, { costUsd: "0.1" }, { tokens: 5 }, { inputTokens: null, outputTokens: -3, costUsd: -0.01 },
  ];
  test.each(UNUSABLE)("QU-USE-02: %j is no usage: unknown, not zero", async (usage) => {
    const agents = { writer: { call: () => Promise.resolve({ text: "D1", usage: usage as Usage }) }, reviewer: scriptedAgent([answer(true, [], { usage: { inputTokens: 5 } })]) };
    const { report } = await runLoop(qualityLoop(), { agents, input: { request: R } }).result;
    expect(report!.usage).toMatchObject({ inputTokens: 5, outputTokens: 0, costUsd: 0, callsWithoutUsage: 1, complete: false });
    expect(report!.usage.byRole).toEqual({ writer: { inputTokens: 0, outputTokens: 0, costUsd: 0 }, reviewer: { inputTokens: 5, outputTokens: 0, costUsd: 0 } });
  });

  test("QU-USE-02: one usable number is enough, and the unusable beside it is left out", async () => {
    const usage = { inputTokens: 7, outputTokens: -1, costUsd: Number.NaN };
    const { report } = await play({ writer: ["D1"], reviewer: [answer(true, [], { usage: { outputTokens: 0 } })], writerIs: { usage } });
    expect(report.usage).toMatchObject({ inputTokens: 7, outputTokens: 0, costUsd: 0, callsWithoutUsage: 0, complete: true });
  });

  test("QU-USE-02: totals are by role too", async () => {
    const { report } = await play({ writer: ["D1"], reviewer: [approve()], writerIs: { usage: { inputTokens: 3, outputTokens: 4, costUsd: 0.5 } } });
    expect(report.usage.byRole).toEqual({ writer: { inputTokens: 3, outputTokens: 4, costUsd: 0.5 }, reviewer: { inputTokens: 100, outputTokens: 20, costUsd: 0.01 } });
    expect(report.usage).toMatchObject({ inputTokens: 103, outputTokens: 24, costUsd: 0.51 });
  });

  test("QU-USE-03: no amount ends the run; it is reported and nothing else", async () => {
    const usage = { inputTokens: 1e9, outputTokens: 1e9, costUsd: 1e9 };
    const script = { writer: ["D1", "D2"], reviewer: [reject("A"), approve()] };
    const dear = await play({ ...script, writerIs: { usage }, reviewerIs: { usage } });
    expect(dear.report).toMatchObject({ token: "approved", usage: { inputTokens: 4e9, costUsd: 4e9 } });
    const { usage: _dear, ...rest } = dear.report;
    expect(rest).toEqual((({ usage: _cheap, ...report }) => report)((await play(script)).report));
  });
});
