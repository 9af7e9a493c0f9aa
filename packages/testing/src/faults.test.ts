import { memoryJournal, runLoop } from "@loopwright/core";
import type { AgentRequest, Json, OpenJournal, PolicyTypes, RunResult } from "@loopwright/core";
import { describe, expect, test, vi } from "vitest";
import { contractRequest } from "./agent-contract/contract-case.js";
import { faultyAgent, faultyJournal, manualClock, scriptedAgent, type AgentFault, type JournalFault } from "./index.js";
import { sweptAgents, sweptPolicy } from "./sweep/scenarios.fixture.js";

// A busy machine takes its time for files and processes.
vi.setConfig({ testTimeout: 60_000 });

const isPending = async (promise: Promise<unknown>): Promise<boolean> => {
  let settled = false;
  promise.then(() => (settled = true), () => (settled = true));
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
  return !settled;
};

describe("faultyAgent", () => {
  test("touches the calls of the plan alone, and says what has not happened", async () => {
    const inner = scriptedAgent(["A", "B"], { id: "inner" });
    const agent = faultyAgent(inner, [{ at: 2, does: "throws" }, { at: 9, does: "hangs" }]);
    const first = contractRequest();
    expect(await agent.call(first)).toEqual({ text: "A" });
    await expect(agent.call(contractRequest())).rejects.toThrow("fault of the plan at call 2");
    expect(await agent.call(contractRequest())).toEqual({ text: "B" });
    expect(inner.calls).toHaveLength(2);
    expect(agent.calls).toBe(3);
    expect(agent.waiting).toEqual([{ at: 9, does: "hangs" }]);
  });

  test("is described as the agent inside, and looked through (G6)", () => {
    const inner = { id: "inner", family: "f", prices: { inputUsdPerMillionTokens: 1, outputUsdPerMillionTokens: 1 }, call: () => Promise.resolve({ text: "" }) };
    const agent = faultyAgent(inner, []);
    expect([agent.id, agent.family, agent.prices, agent.wraps]).toEqual(["inner", "f", inner.prices, [inner]]);
    const policy = sweptPolicy({ lanes: 1, rounds: 1 }, () => undefined);
    expect(() => runLoop(policy, { agents: { ...sweptAgents({ lanes: 1, rounds: 1 }), writer: agent, panel: { p0: inner } }, input: "task" })).toThrow(expect.objectContaining({ code: "same-agent" }) as Error);
  });

  test("each fault is what it says", async () => {
    const call = (fault: Omit<AgentFault, "at">, request: AgentRequest = contractRequest()) => faultyAgent(scriptedAgent(["A"]), [{ at: 1, ...fault } as AgentFault]).call(request);
    await expect(call({ does: "throws", error: 17 } as never)).rejects.toBe(17);
    expect(() => call({ does: "throws", synchronously: true } as never)).toThrow("fault of the plan");
    expect(await call({ does: "garbage", reply: [1] } as never)).toEqual([1]);
    const controller = new AbortController();
    const [listening, deaf, late] = [call({ does: "hangs" }, contractRequest({ signal: controller.signal })), call({ does: "hangs", deaf: true } as never, contractRequest({ signal: controller.signal })), call({ does: "late", ms: 5 } as never, contractRequest({ signal: controller.signal }))];
    expect(await Promise.all([isPending(listening), isPending(deaf)])).toEqual([true, true]);
    controller.abort(new Error("enough"));
    await expect(listening).rejects.toThrow("enough");
    expect(await isPending(deaf)).toBe(true);
    expect(await late).toEqual({ text: "A" });
  });

  test.each([[[{ at: 0, does: "hangs" }]], [[{ at: 1.5, does: "hangs" }]], [[{ at: 2, does: "hangs" }, { at: 2, does: "throws" }]]] as const)("a plan that is none: %j", (plan) => {
    expect(() => faultyAgent(scriptedAgent([]), plan)).toThrow(expect.objectContaining({ code: "fault-plan" }) as Error);
  });
});

describe("faultyJournal", () => {
  const kept = async (fault: JournalFault, use: (opened: OpenJournal) => Promise<unknown>): Promise<{ outcome: string; records: readonly Json[] }> => {
    const inner = memoryJournal();
    const opened = await faultyJournal(inner, [fault]).open();
    const using = use(opened).then(
      () => "resolved",
      (thrown: unknown) => `rejected: ${String(thrown)}`,
    );
    const outcome = (await isPending(using)) ? "hangs" : await using;
    return { outcome, records: inner.records };
  };

  test("each fault is what it says", async () => {
    const append = async (opened: OpenJournal): Promise<void> => {
      await opened.append({ n: 1 });
      await opened.append({ n: 2 });
    };
    const at = { on: "append", at: 2 } as const;
    expect(await kept({ ...at, does: "rejects" }, append)).toEqual({ outcome: "rejected: Error: fault of the plan at append 2", records: [{ n: 1 }] });
    expect(await kept({ ...at, does: "keeps-and-rejects", error: "lost" }, append)).toEqual({ outcome: "rejected: lost", records: [{ n: 1 }, { n: 2 }] });
    expect(await kept({ ...at, does: "loses" }, append)).toEqual({ outcome: "resolved", records: [{ n: 1 }] });
    expect(await kept({ ...at, does: "hangs", kept: false }, append)).toEqual({ outcome: "hangs", records: [{ n: 1 }] });
    expect(await kept({ ...at, does: "hangs", kept: true }, append)).toEqual({ outcome: "hangs", records: [{ n: 1 }, { n: 2 }] });
    expect(await kept({ ...at, does: "late", ms: 100 }, append)).toEqual({ outcome: "hangs", records: [{ n: 1 }] });
    await kept({ ...at, does: "throws" }, async (opened) => {
      await opened.append({ n: 1 });
      expect(() => opened.append({ n: 2 })).toThrow("fault of the plan");
    });
    expect(await kept({ on: "compact", at: 1, does: "rejects" }, (opened) => opened.compact([{ n: 3 }]))).toMatchObject({ records: [] });
    await expect(faultyJournal(memoryJournal(), [{ on: "open", at: 1, does: "rejects" }]).open()).rejects.toThrow("open 1");
  });

  test("operations are counted over all openings", async () => {
    const journal = faultyJournal(memoryJournal(), [{ on: "append", at: 2, does: "rejects" }, { on: "close", at: 3, does: "rejects" }]);
    for (const expected of ["fulfilled", "rejected", "fulfilled"]) {
      const opened = await journal.open();
      const [{ status }] = await Promise.allSettled([opened.append({ n: 1 })]);
      expect(status).toBe(expected);
      await opened.close().catch(() => undefined);
    }
    expect(journal.waiting).toEqual([]);
  });
});

describe("G20: a run whose journal goes wrong ends as a failed run, and nothing is left unhandled", () => {
  const ended = async (...plan: readonly JournalFault[]): Promise<RunResult<PolicyTypes>> => {
    const world = { lanes: 1, rounds: 2 };
    const run = runLoop(sweptPolicy(world, () => undefined), { agents: sweptAgents(world), input: "task", journal: faultyJournal(memoryJournal(), plan) });
    const result = await Promise.race([run.result, new Promise<never>((_resolve, reject) => setTimeout(() => reject(new Error("the run hangs")), 50_000).unref())]);
    return result;
  };

  test.each([1, 2, 3, 5, 8, 11])("an append that fails, number %i", async (at) => {
    expect(await ended({ on: "append", at, does: "rejects" })).toMatchObject({ status: "failed", error: { code: "journal-broken" } });
  });

  test("an opening that fails", async () => {
    expect(await ended({ on: "open", at: 1, does: "rejects" })).toMatchObject({ status: "failed", error: { code: "journal-broken" } });
  });

  test.each(["rejects", "throws"] as const)("an append that %s", async (does) => {
    expect(await ended({ on: "append", at: 4, does })).toMatchObject({ status: "failed", error: { code: "journal-broken" } });
  });

  test("a compaction that fails at the end", async () => {
    expect(await ended({ on: "compact", at: 1, does: "rejects" })).toMatchObject({ status: "failed", error: { code: "journal-broken" } });
  });

  test.each(["rejects", "throws"] as const)("a closing that %s loses nothing", async (does) => {
    expect(await ended({ on: "close", at: 1, does })).toMatchObject({ status: "passed" });
  });

  test("a closing that never ends holds nobody up for ever", async () => {
    const clock = manualClock();
    const world = { lanes: 1, rounds: 1 };
    const run = runLoop(sweptPolicy(world, () => undefined), { agents: sweptAgents(world), input: "task", clock, journal: faultyJournal(memoryJournal(), [{ on: "close", at: 1, does: "hangs", kept: false }]) });
    while (clock.pendingTimers === 0) await new Promise((resolve) => setImmediate(resolve));
    await clock.advance(60_000);
    expect(await run.result).toMatchObject({ status: "passed" });
    expect(clock.pendingTimers).toBe(0);
  });
});
