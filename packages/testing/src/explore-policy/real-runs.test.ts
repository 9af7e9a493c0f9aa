import { describe, expect, test } from "vitest";
import type { RunEvent, RunResult } from "@loopwright/core";
import { explorePolicy } from "../explore-policy.js";
import { readAlphabets } from "./alphabet.js";
import { draftLoop, draftOptions, panel, panelOptions, release, releaseOptions } from "./draft-loop.fixture.js";
import { Explorer } from "./explorer.js";
import { holdRuns, type Play } from "./real-runs.js";
import { replayTrace, type Replay } from "./replay.js";
import { stepsOf } from "./way-to.js";
import { World } from "./world.js";

describe("explored runs are held against the real runner", { timeout: 60_000 }, () => {
  test.each([
    ["a draft", () => explorePolicy(draftLoop(), draftOptions), () => explorePolicy(draftLoop(), { ...draftOptions, realRuns: 0 })],
    ["lanes", () => explorePolicy(panel(), panelOptions), () => explorePolicy(panel(), { ...panelOptions, realRuns: 0 })],
    ["people", () => explorePolicy(release(), releaseOptions), () => explorePolicy(release(), { ...releaseOptions, realRuns: 0 })],
  ])("G13, G19: by default, and how many is told: %s", async (_name, explore, withoutSample) => {
    const [found, least] = await Promise.all([explore(), withoutSample()]);
    expect(found).toMatchObject({ isOk: true, violations: [] });
    expect(found.realRuns.runs).toBe(least.realRuns.runs + 50);
    expect(least.realRuns.runs).toBeGreaterThan(found.rows.filter(({ matches }) => matches > 0).length);
    expect(found.realRuns.events).toBeGreaterThan(4 * found.realRuns.runs);
    expect(found.text).toContain(`repeated by the real runner: ${found.realRuns.runs} runs`);
  });

  test("a search that came to no end of a run has nothing to show, and is not ok", async () => {
    const found = await explorePolicy(draftLoop(), { ...draftOptions, maxTransitions: 1, aborts: false, alphabets: { ...draftOptions.alphabets, noAnswers: [] } });
    expect(found).toMatchObject({ isOk: false, realRuns: { runs: 0, events: 0 } });
  });

  test.each([-1, 0.5, NaN])("G20: realRuns: %s is refused", (realRuns) => {
    expect(() => explorePolicy(draftLoop(), { ...draftOptions, realRuns })).toThrow(expect.objectContaining({ code: "real-runs-range", path: "realRuns" }) as Error);
  });
});

async function searched(): Promise<Explorer> {
  const policy = draftLoop() as never; // Untyped, as the explorer has it.
  const agents = await readAlphabets(policy, draftOptions.alphabets, {});
  const world = new World({ policy, input: "R", limits: {}, agents, steps: {}, answers: {}, interruptions: ["aborted"], laneOrders: "declared", tracksVersions: false });
  const explorer = new Explorer(world, { maxStates: 1e6, maxTransitions: 1e6, phaseTimeoutMs: 2_000, realRuns: 20 }, {}, [], undefined, undefined);
  await explorer.search();
  return explorer;
}

/** A runner with a fault: what it tells is changed on its way. */
const broken = (change: (replay: Replay) => Partial<Replay>): Play => async (...given) => {
  const replay = await replayTrace(...given);
  return { ...replay, ...change(replay) };
};
const changed = (event: RunEvent, changes: object): RunEvent => Object.freeze({ ...event, ...changes });
const renumbered = (events: readonly RunEvent[]): readonly RunEvent[] => events.map((event, index) => changed(event, { seq: index + 1 }));
const without = (type: string, nth = 0) => broken(({ events }) => {
  const at = events.flatMap((event, index) => (event.type === type ? [index] : []))[nth];
  return at === undefined ? {} : { events: renumbered(events.toSpliced(at, 1)) };
});
const twice = (type: string) => broken(({ events }) => ({ events: renumbered(events.flatMap((event) => (event.type === type ? [event, event] : [event]))) }));

describe("a fault planted into the runner is found", { timeout: 60_000 }, () => {
  test("G13: none, where there is none", async () => {
    const explorer = await searched();
    const { runs, events } = await holdRuns(explorer);
    expect(runs).toBeGreaterThan(20);
    expect(events).toBeGreaterThan(runs);
    expect(explorer.findings.all()).toEqual([]);
  });

  test.each<[string, Play, string, number]>([
    ["a phase is not ended", without("phase.finished"), "the run has no end|starts inside|ends inside|inside open", 1],
    ["the second review is not begun", without("phase.started", 3), "ends inside", 3],
    ["a call is not ended", without("call.finished"), "is open", 1],
    ["the third call is not ended", without("call.finished", 2), "is open", 2],
    ["a call begins twice", twice("call.started"), "starts twice", 1],
    ["a run ends twice", twice("run.finished"), "follows the end", 1],
    ["an event is lost", broken(({ events }) => ({ events: events.toSpliced(1, 1) })), "carries seq", 1],
  ])("G13: %s: `event-grammar`, with the shortest run that shows it", async (_name, play, said, steps) => {
    const explorer = await searched();
    await holdRuns(explorer, play);
    const found = explorer.findings.all();
    expect(found.map(({ problem }) => problem.code)).toEqual(["event-grammar"]);
    expect(found[0]!.problem.message).toMatch(new RegExp(said));
    expect(found[0]!.count).toBeGreaterThan(1);
    expect(await stepsOf(explorer, { node: found[0]!.node, move: found[0]!.move! })).toHaveLength(steps);
  });

  const ended = (change: (result: RunResult) => object): Play => async (world, steps, patienceMs) => {
    const replay = await replayTrace(world, steps, patienceMs);
    const result = { ...replay.result, ...change(replay.result) }; // What a faulty runner would give.
    const differences = result.token === replay.result.token && result.rounds === replay.result.rounds ? replay.differences : [`token: ${result.token}, rounds: ${result.rounds}`];
    return { ...replay, result, differences, isEqual: differences.length === 0 };
  };

  test("G19: another token: `runner-differs`", async () => {
    const explorer = await searched();
    await holdRuns(explorer, ended(({ token }) => ({ token: token === "cap" ? "approved" : token })));
    expect(explorer.findings.all().map(({ problem }) => problem.code)).toEqual(["runner-differs"]);
  });

  test("G19: a runner that waits for what was never explored is given up, and told", async () => {
    const explorer = await searched();
    const wrongKeys: Play = (world, steps) => replayTrace(world, steps.map((step) => ({ ...step, performed: step.performed.map((one) => ({ ...one, key: `${one.key}?` })) })), 20);
    const { runs } = await holdRuns(explorer, wrongKeys);
    expect(runs).toBeGreaterThan(0);
    expect(explorer.findings.all()).toMatchObject([{ problem: { code: "runner-differs", message: expect.stringContaining("waits for what the trace does not have") as string } }]);
  });
});
