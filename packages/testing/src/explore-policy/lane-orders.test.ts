import { describe, expect, test } from "vitest";
import { definePolicy, roleFamily, runLoop, type RunResult } from "@loopwright/core";
import { explorePolicy, sampleRuns, type ExploreOptions } from "../explore-policy.js";
import { scriptedAgent } from "../scripted-agent.js";
import { panel, panelOptions, panelTable, reviewRole, vote, type PanelContext, type PanelState } from "./draft-loop.fixture.js";
import { LaneTurns } from "./lane-turns.js";

const MEMBERS = ["a", "b", "c"] as const;
const ORDERS = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] as const;
const ANSWERS = [{ structured: { ok: true, items: [] } }, { structured: { ok: false, items: ["x"] } }, { error: "out" }] as const;

/** Runs a panel of three whose answers arrive in this order. */
async function runInOrder(answers: readonly (typeof ANSWERS)[number][], order: readonly number[]): Promise<RunResult> {
  const arrived = MEMBERS.map(() => Promise.withResolvers<undefined>());
  const asked = MEMBERS.map(() => 0);
  const members = MEMBERS.map((key, member) =>
    scriptedAgent(
      Array.from({ length: 2 }, () => async () => {
        const turn = order.indexOf(member);
        asked[member]!++;
        if (asked[member] === 1 && turn > 0) await arrived[order[turn - 1]!]!.promise;
        setImmediate(() => arrived[member]!.resolve(undefined)); // Once this one's lane has gone on.
        return answers[member]!;
      }),
      { id: key },
    ),
  );
  return runLoop(panel(), { input: "D1", agents: { panel: { a: members[0]!, b: members[1]!, c: members[2]! } } }).result;
}

/** What a caller sees, without the names of calls. */
const seen = ({ status, token, rounds, report, decision, usage, reviewedVersion }: RunResult): object => ({ status, token, rounds, report, facts: decision?.facts, usage, reviewedVersion });

describe("the order in which lanes end", { timeout: 60_000 }, () => {
  test("G8: changes nothing in a run of the real runner: every order of every combination of answers", async () => {
    const tokens = new Set<string | null>();
    for (const a of ANSWERS) {
      for (const b of ANSWERS) {
        for (const c of ANSWERS) {
          const results = await Promise.all(ORDERS.map((order) => runInOrder([a, b, c], order)));
          for (const result of results) expect(seen(result)).toEqual(seen(results[0]!));
          tokens.add(results[0]!.token);
        }
      }
    }
    expect(tokens).toEqual(new Set(["approved", "rejected", "no-quorum"]));
  });

  test("G8: explored in all orders, a panel is as clean as in one, and comes to the same ends", async () => {
    const options = { ...panelOptions, aborts: false, alphabets: { ...panelOptions.alphabets, noAnswers: ["invalid"] as const } };
    const [one, all] = await Promise.all([explorePolicy(panel(), options), explorePolicy(panel(), { ...options, laneOrders: "all" })]);
    expect(all).toMatchObject({ isOk: true, isComplete: true, violations: [], maxima: one.maxima, states: one.states });
    expect(Object.keys(all.endings).sort()).toEqual(Object.keys(one.endings).sort());
    expect(all.transitions).toBeGreaterThan(6 * one.transitions);
  });

  test("G14: a budget that ends within a batch goes to whoever asks first: only all orders show each of them", async () => {
    const repaired = async (laneOrders: "declared" | "all"): Promise<ReadonlySet<string>> => {
      const names = new Set<string>();
      const found = await explorePolicy(panel(), {
        ...panelOptions,
        limits: { calls: 4 },
        laneOrders,
        mayMiss: ["no-quorum", "ask-again"],
        invariants: {
          "at most one repair is paid": ({ performed }) => {
            const paid = performed.filter(({ repair, outcome }) => repair > 0 && (outcome.ok || outcome.failure.kind !== "budget"));
            const refused = performed.filter(({ outcome }) => !outcome.ok && outcome.failure.kind === "budget");
            if (refused.some(({ name }) => name === "panel/a")) for (const { name } of paid) names.add(name);
            return paid.length <= 1;
          },
        },
      });
      expect(found.violations.map(({ message }) => message)).toEqual([]);
      return names;
    };
    expect(await repaired("declared")).toEqual(new Set());
    expect(await repaired("all")).toEqual(new Set(["panel/b", "panel/c"]));
  });

  const rows: readonly [string, Partial<ExploreOptions<NonNullable<ReturnType<typeof panel>["~types"]>>>, number | undefined][] = [
    ["at once", {}, undefined],
    ["two at once", {}, 2],
    ["one after another", {}, 1],
    ["with a budget that ends within a batch", { limits: { calls: 4 } }, undefined],
    ["with a budget and little time, two at once", { limits: { calls: 5, runTimeoutMs: 500 } }, 2],
  ];
  test.each(rows)("G8, G19: sampled runs in any order are what the real runner does: %s", async (_name, options, concurrency) => {
    const traces = await sampleRuns(panel(concurrency === undefined ? {} : { concurrency }), { ...panelOptions, ...options, laneOrders: "all", runs: 80, seed: 11 });
    for (const trace of traces) expect((await trace.replay()).differences, trace.text).toEqual([]);
    const lanes = traces.map((trace) => trace.steps.flatMap(({ performed }) => performed.map(({ lane }) => lane)).join(""));
    expect(lanes.some((order) => order.startsWith("b") || order.startsWith("c"))).toBe(concurrency !== 1);
  });

  test("G8: lanes with steps, cut by an abort in any order, are what the real runner does", async () => {
    const mixed = definePolicy({ name: "mixed", roles: { panel: roleFamily(reviewRole) }, table: panelTable, maxRounds: 2 })({
      open: (_ctx, input: string): PanelState => ({ draft: input, votes: [] }),
      review: async (ctx, state) => {
        const lanes = await ctx.lanes(ctx.members("panel").map((key) => ({ lane: key, role: `panel/${key}` as const })), async (lane, { role }) => {
          const looked = await lane.step("look", () => true);
          const answer = await lane.call(role, { instruction: "", input: state.draft });
          return looked.ok && answer.ok ? answer.value.ok : null;
        });
        return { ...state, votes: lanes.map((one) => ({ by: one.lane, ok: one.ok ? one.value : null })) };
      },
      facts: (state, progress) => ({ approvals: state.votes.filter(({ ok }) => ok === true).length, rejections: state.votes.filter(({ ok }) => ok === false).length, round: progress.round }),
      artifact: (state) => state.draft,
      reviewed: (state) => state.votes.filter(({ ok }) => ok !== null).length >= 2,
      report: (state) => state.votes.length,
    });
    const alphabets = { ...panelOptions.alphabets, steps: { look: [{ value: true }, { error: "gone" }] } };
    const traces = await sampleRuns(mixed, { input: "D1", alphabets, laneOrders: "all", runs: 120, seed: 12 });
    for (const trace of traces) expect((await trace.replay()).differences, trace.text).toEqual([]);
    expect(traces.some((trace) => trace.steps.some(({ performed }) => performed.some(({ interruption, lane }) => interruption !== null && lane !== null)))).toBe(true);
  });

  test("what lanes do before their first effect happens in declared order, in whatever order they end", async () => {
    const begun = (ctx: PanelContext, state: PanelState): Promise<PanelState> => {
      const order: string[] = [];
      const all = ctx.lanes(ctx.members("panel").map((key) => ({ lane: key, role: `panel/${key}` as const })), async (lane, { role }) => (order.push(lane.lane), await lane.call(role, { instruction: "", input: state.draft })));
      return all.then((results) => ({ ...state, draft: state.draft, votes: results.map((result, index) => ({ by: order[index]!, ok: result.ok && result.value.ok ? result.value.value.ok : null })) }));
    };
    expect((await explorePolicy(panel({ review: begun }), { ...panelOptions, laneOrders: "all" })).violations.map(({ code, about }) => `${code} ${about}`)).toEqual([]);
  });

  test("a dependence on order that is meant may be allowed", async () => {
    const asCame = async (ctx: PanelContext, state: PanelState): Promise<PanelState> => {
      const votes: { readonly by: string; readonly ok: boolean | null }[] = [];
      await ctx.lanes(ctx.members("panel").map((key) => ({ lane: key, role: `panel/${key}` as const })), async (lane, { role }) => {
        const answer = await lane.call(role, { instruction: "", input: state.draft });
        votes.push({ by: lane.lane, ok: answer.ok ? answer.value.ok : null });
      });
      return { ...state, votes };
    };
    const found = await explorePolicy(panel({ review: asCame }), panelOptions);
    expect(found.violations.map(({ code }) => code)).toEqual(["lane-order"]);
    expect((await found.violations[0]!.trace!.replay()).differences).toEqual([]);
    expect(await explorePolicy(panel({ review: asCame }), { ...panelOptions, allow: ["lane-order"] })).toMatchObject({ isOk: true });
  });

  test("G20: an order that does not exist is refused", () => {
    expect(() => explorePolicy(panel(), { ...panelOptions, laneOrders: "random" as never })).toThrow(expect.objectContaining({ code: "lane-orders-unknown", path: "laneOrders" }) as Error);
  });
});

describe("LaneTurns", () => {
  const play = async (atOnce: number, pick: (waiting: number) => number, effects: readonly number[]): Promise<readonly string[]> => {
    const turns = new LaneTurns();
    const log: string[] = [];
    await turns.run(effects.length, atOnce, async (lane) => {
      log.push(`${lane} starts`);
      for (let effect = 0; effect < effects[lane]!; effect++) {
        await turns.turnOf(lane);
        log.push(`${lane}.${effect}`);
      }
    }, pick);
    return log;
  };

  test.each<[string, number, (waiting: number) => number, string]>([
    ["the first one goes on", 3, () => 0, "0 starts, 1 starts, 2 starts, 0.0, 0.1, 1.0"],
    ["the last one goes on", 3, (waiting) => waiting - 1, "0 starts, 1 starts, 2 starts, 1.0, 0.0, 0.1"],
    ["two at once", 2, (waiting) => waiting - 1, "0 starts, 1 starts, 1.0, 2 starts, 0.0, 0.1"],
    ["one at once", 1, (waiting) => waiting - 1, "0 starts, 0.0, 0.1, 1 starts, 1.0, 2 starts"],
  ])("%s", async (_name, atOnce, pick, expected) => {
    expect((await play(atOnce, pick, [2, 1, 0])).join(", ")).toBe(expected);
  });

  test("no lanes, no turns", async () => {
    expect(await play(0, () => 0, [])).toEqual([]);
  });

  test("a lane that waits for another one's end goes on after it", async () => {
    const turns = new LaneTurns();
    const other = Promise.withResolvers<undefined>();
    const log: number[] = [];
    await turns.run(2, 2, async (lane) => {
      if (lane === 0) await other.promise;
      await turns.turnOf(lane);
      log.push(lane);
      other.resolve(undefined);
    }, () => 0);
    expect(log).toEqual([1, 0]);
  });
});
