import { afterEach, describe, expect, test, vi } from "vitest";
import { always, count, defineFacts, definePolicy, runLoop, terminationTable } from "./index.js";
import { probe, probeAgents, runProbe } from "./probe.fixture.js";
import { nextTurn, Turn } from "./turn.js";

afterEach(() => vi.unstubAllGlobals());

describe("turn", () => {
  test("G10: a run of instant agents lets timers and I/O have their turn: an abort from a timer ends it", async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort("in time"), 30);
    const { result } = await runProbe(
      probe({ maxRounds: 100_000_000, review: async (ctx, state) => (await ctx.call("reviewer", { instruction: "", input: 1 }), { ...state, next: "again" }) }),
      { agents: probeAgents(), signal: controller.signal, eventBuffer: 8, onEvent: undefined },
    );
    expect(result).toMatchObject({ status: "aborted", reason: "in time" });
    expect(result.rounds).toBeGreaterThan(1);
  }, 20_000);

  test("G10: a run timeout ends a run that never waits for anything", async () => {
    const facts = defineFacts({ round: count({ upTo: 3 }) });
    const policy = definePolicy({ name: "busy", roles: {}, table: terminationTable(facts, [{ token: "again", kind: "continue", then: "review", when: always }]), maxRounds: 1e12 })({
      open: () => 0,
      review: (_ctx, state) => state + 1,
      facts: (_state, { round }) => ({ round }),
      report: (state) => state,
    });
    const result = await runLoop(policy, { agents: {}, input: null, limits: { runTimeoutMs: 40 }, eventBuffer: 8 }).result;
    expect(result).toMatchObject({ status: "stopped", token: "run-timeout" });
  }, 20_000);

  test("a short run never gives way; a long one does, and then holds the thread anew", async () => {
    let now = 0;
    vi.stubGlobal("performance", { now: () => now });
    const turn = new Turn();
    const asked = (times: number) => Array.from({ length: times }, () => turn.giveWay()).filter((promise) => promise !== undefined);
    expect(asked(1_000)).toEqual([]);
    now = 20;
    const [waiting, ...more] = asked(8);
    expect(more).toEqual([]);
    await waiting;
    expect(asked(1_000)).toEqual([]);
  });

  test("the next turn comes after the microtasks of this one, also where there is no setImmediate", async () => {
    for (const setImmediate of [globalThis.setImmediate, undefined]) {
      vi.stubGlobal("setImmediate", setImmediate);
      const order: string[] = [];
      const turn = new Promise<void>((resolve) => nextTurn(() => (order.push("turn"), resolve())));
      void Promise.resolve().then(() => order.push("microtask"));
      await turn;
      expect(order).toEqual(["microtask", "turn"]);
    }
  });
});
