import { describe, expect, test } from "vitest";
import { grammarProblems } from "./event-grammar.fixture.js";
import { always, terminationTable, worstCase, type AgentDescription, type AgentReply, type RunLimits } from "./index.js";
import { agentOf, judges, probe, probeAgents, probeFacts, probeTable, runProbe, says, START, type ProbeOptions } from "./probe.fixture.js";

const request = { instruction: "", input: "x" } as const;

/** Reviews without end: one call in each. */
const endless: ProbeOptions = {
  maxRounds: 50,
  review: async (ctx, state) => {
    const judged = await ctx.call("reviewer", request);
    return { ...state, next: "again", note: judged.ok ? "ok" : judged.failure.kind };
  },
};

async function limited(limits: RunLimits, reply: Partial<AgentReply> = {}, description: AgentDescription = {}, options: ProbeOptions = endless) {
  const priced = Object.fromEntries(Object.entries(probeAgents()).map(([role, agent]) => [role, role === "panel" ? Object.fromEntries(Object.entries(agent as object).map(([key, one]: [string, object]) => [key, { ...one, ...description, id: key }])) : { ...agent, ...description, id: role }])) as unknown as ReturnType<typeof probeAgents>;
  const agents = { ...priced, reviewer: agentOf(() => ({ ...judges(true), ...reply }), { ...description, id: "reviewer" }) };
  const ended = await runProbe(probe(options), { agents, limits });
  expect(grammarProblems(ended.events)).toEqual([]);
  return ended;
}

describe("budgets in a run", () => {
  test.each([1, 2, 7])("G14: %i calls and not one more; the call that does not fit is refused and never starts", async (calls) => {
    const { result, events } = await limited({ calls });
    expect(result).toMatchObject({ status: "stopped", token: "budget-spent", rounds: calls + 1, usage: { calls }, report: { note: "budget" } });
    expect(events.filter((event) => event.type === "call.started")).toHaveLength(calls);
    expect(events.find((event) => event.type === "call.refused")).toMatchObject({ key: `r${calls + 1}/review/reviewer`, role: "reviewer", kind: "budget" });
  });

  test("G14: the review that was refused moves nothing: what was reviewed before stands", async () => {
    const { result } = await limited({ calls: 1 });
    expect(result).toMatchObject({ unreviewedChange: null });
    expect(result.reviewedVersion).not.toBeNull();
  });

  test("G14: tokens: without a declared bound overshoot is one call; with one there is none", async () => {
    const usage = { inputTokens: 60, outputTokens: 40 };
    expect((await limited({ tokens: 250 }, { usage })).result).toMatchObject({ token: "budget-spent", usage: { calls: 3, inputTokens: 180, outputTokens: 120 } });
    expect((await limited({ tokens: 250 }, { usage }, { limits: { maxInputTokens: 60, maxOutputTokens: 40 } })).result).toMatchObject({ token: "budget-spent", usage: { calls: 2 } });
  });

  test("G14: cost: by declared prices, by reported cost, by fallback prices", async () => {
    const usage = { inputTokens: 1_000_000, outputTokens: 0 };
    const prices = { inputUsdPerMillionTokens: 2, outputUsdPerMillionTokens: 4 };
    expect((await limited({ costUsd: 5 }, { usage }, { prices })).result).toMatchObject({ token: "budget-spent", usage: { calls: 3, costUsd: 6 } });
    expect((await limited({ costUsd: 5, fallbackPrices: prices }, { usage })).result).toMatchObject({ token: "budget-spent", usage: { calls: 3, costUsd: 6 } });
    expect((await limited({ costUsd: 5 }, { usage: { costUsd: 2 } }, { prices: "reported", limits: { maxCostUsd: 2 } })).result).toMatchObject({ token: "budget-spent", usage: { calls: 2, costUsd: 4 } });
  });

  test("case H08: a cost that turns out unknown ends the budget: it is never taken for nothing", async () => {
    const { result } = await limited({ costUsd: 5 }, { usage: { inputTokens: 3 } }, { prices: "reported" });
    expect(result).toMatchObject({ token: "budget-spent", usage: { calls: 1, callsWithoutCost: 1 } });
  });

  test("G14: failed and refused calls count as what they are", async () => {
    const agents = probeAgents({ reviewer: () => Promise.reject(new Error("down")) });
    const { result } = await runProbe(probe(endless), { agents, limits: { calls: 3 } });
    expect(result).toMatchObject({ token: "budget-spent", usage: { calls: 3, failedCalls: 3 } });
  });

  test("a refusal counts for the phase that just ended only", async () => {
    const { result, tokens } = await limited({ calls: 1 }, {}, {}, {
      open: async (ctx) => (await ctx.call("writer", request), await ctx.call("writer", request), START),
    });
    expect(tokens).toEqual(["budget-spent"]);
    expect(result).toMatchObject({ rounds: 0, usage: { calls: 1 } });
  });

  test("a policy may place budget-spent below a row of its own, and then decides for itself", async () => {
    const table = terminationTable(probeFacts, [
      { token: "enough", kind: "stop", when: (f) => f.next === "stop" },
      { token: "budget-spent", kind: "stop", when: () => false },
      ...probeTable.rows.slice(0, 9),
      { token: "revise", kind: "continue", then: "revise", when: always },
    ]) as unknown as typeof probeTable;
    const stopping = await runProbe(probe({ table, review: async (ctx, state) => ({ ...state, next: (await ctx.call("reviewer", request)).ok ? "again" : "stop" }) }), { limits: { calls: 1 } });
    expect(stopping.result).toMatchObject({ status: "stopped", token: "enough", rounds: 2 });
    const going = await runProbe(probe({ table, review: async (ctx, state) => (await ctx.call("reviewer", request), { ...state, next: "again" }) }), { limits: { calls: 1 } });
    expect(going.result).toMatchObject({ status: "stopped", token: "budget-spent", rounds: 2 });
  });

  test("a refusal is forgotten with the next phase: a row above budget-spent may lead on", async () => {
    const table = terminationTable(probeFacts, [
      { token: "ask-somebody", kind: "continue", then: "consult", when: (f) => f.next === "advise" },
      { token: "budget-spent", kind: "stop", when: () => false },
      ...probeTable.rows.slice(0, 9),
      { token: "revise", kind: "continue", then: "revise", when: always },
    ]) as unknown as typeof probeTable;
    const { result, tokens } = await runProbe(
      probe({ table, review: async (ctx, state) => ({ ...state, next: (await ctx.call("reviewer", request)).ok ? "again" : "advise" }), consult: (_ctx, state) => ({ ...state, next: "stop" }) }),
      { limits: { calls: 1 } },
    );
    expect(tokens).toEqual(["again", "ask-somebody", "stopped"]);
    expect(result).toMatchObject({ token: "stopped", decision: { signals: { budgetRefused: false } } });
  });

  test("abort beats a spent budget", async () => {
    const controller = new AbortController();
    const { result } = await runProbe(probe(endless), { limits: { calls: 1 }, signal: controller.signal, onEvent: (event) => event.type === "call.refused" && controller.abort() });
    expect(result.token).toBe("aborted");
  });

  test("G22: no run takes more calls than the worst case says", async () => {
    const bounded: ProbeOptions = {
      maxRounds: 4,
      calls: { open: { writer: 2 }, review: { reviewer: 3 } },
      open: async (ctx) => (await ctx.call("writer", request), await ctx.call("writer", request), START),
      review: async (ctx, state) => {
        for (let call = 0; call < 3; call++) await ctx.call("reviewer", request);
        return { ...state, next: "again" };
      },
    };
    const agents = probeAgents({ writer: () => says("x") });
    const { result } = await runProbe(probe(bounded), { agents });
    expect(result.usage).toMatchObject({ calls: 14, byRole: { writer: { calls: 2 }, reviewer: { calls: 12 } } });
    expect(worstCase(probe(bounded)).byRole).toMatchObject({ reviewer: 12 });
  });
});
