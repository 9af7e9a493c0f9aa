import { describe, expect, test } from "vitest";
import { always, runLoop } from "@loopwright/core";
import { sampleRuns, type Trace } from "../explore-policy.js";
import { draftLoop, draftOptions, draftRows, draftTableOf, panel, panelOptions, release, releaseOptions, rewrite, write, type DraftFacts } from "./draft-loop.fixture.js";

const { failed, unavailable, approved, nothing, cap, revise } = draftRows;
const consult = { token: "consult", kind: "continue", then: "consult", early: true, when: (f: DraftFacts) => f.verdict !== "approved" && !f.advised } as const;
const seenBefore = { token: "seen", kind: "stop", when: (f: DraftFacts) => f.seen } as const;
const look = { token: "look", kind: "continue", then: "review", when: (f: DraftFacts) => f.verdict === "unavailable" } as const;

/** Every rule of the runner that a run may meet: limits, early rows, consultations, stale reviews, lanes, people, steps. */
const samples: readonly (readonly [name: string, sample: () => Promise<readonly Trace[]>])[] = [
  ["a draft", () => sampleRuns(draftLoop(), { ...draftOptions, runs: 100, seed: 1 })],
  ["a draft with limits", () => sampleRuns(draftLoop(), { ...draftOptions, limits: { calls: 4, rounds: 2, runTimeoutMs: 500 }, runs: 100, seed: 2 })],
  ["early consultations", () => sampleRuns(draftLoop({ table: draftTableOf([failed, consult, unavailable, approved, nothing, cap, revise]) }), { ...draftOptions, limits: { runTimeoutMs: 500 }, runs: 100, seed: 3 })],
  ["versions that were seen", () => sampleRuns(draftLoop({ table: draftTableOf([failed, unavailable, approved, seenBefore, nothing, cap, revise]), facts: (_state, progress) => ({ seen: progress.versionSeen }) }), { ...draftOptions, runs: 100, seed: 4 })],
  [
    "reviews that change what they judge",
    () =>
      sampleRuns(
        draftLoop({
          table: draftTableOf([failed, look, approved, nothing, cap, revise]),
          review: async (ctx, state) => {
            const answer = await ctx.call("reviewer", { instruction: "", input: state.draft });
            if (!answer.ok) return { ...state, verdict: "unavailable" };
            return answer.value.ok ? { ...state, verdict: "approved" } : { ...state, verdict: "rejected", items: answer.value.items, draft: state.tries === 0 ? `${state.draft}?` : state.draft, tries: 1 };
          },
        }),
        { ...draftOptions, runs: 100, seed: 5 },
      ),
  ],
  [
    "a loop that nothing but limits end",
    () => sampleRuns(draftLoop({ table: draftTableOf([failed, look, approved, { ...revise, when: always }]), maxRounds: 4, open: write, revise: rewrite }), { ...draftOptions, limits: { calls: 2 }, runs: 100, seed: 6 }),
  ],
  ["three lanes at once", () => sampleRuns(panel(), { ...panelOptions, runs: 60, seed: 7 })],
  ["one lane after another", () => sampleRuns(panel({ concurrency: 1 }), { ...panelOptions, limits: { runTimeoutMs: 500 }, runs: 60, seed: 8 })],
  ["people, checks and seals", () => sampleRuns(release(), { ...releaseOptions, limits: { runTimeoutMs: 500 }, runs: 150, seed: 9 })],
];

describe("sampled runs are what the real runner does", { timeout: 60_000 }, () => {
  test.each(samples)("G19: %s: decisions with their facts, tokens, rounds and calls", async (_name, sample) => {
    const traces = await sample();
    for (const trace of traces) expect((await trace.replay()).differences, trace.text).toEqual([]);
    expect(new Set(traces.map((trace) => trace.steps.at(-1)?.decision?.token)).size).toBeGreaterThan(1);
  });

  test("there are more than five hundred, over calls, repairs, steps, answers and interruptions of every kind", async () => {
    const traces = (await Promise.all(samples.map(([, sample]) => sample()))).flat();
    expect(traces.length).toBeGreaterThan(500);
    const steps = traces.flatMap((trace) => trace.steps);
    const performed = steps.flatMap((step) => step.performed);
    expect(new Set(steps.flatMap((step) => step.interruption?.when ?? []))).toEqual(new Set(["before", "within", "at the end", "after the decision"]));
    expect(new Set(steps.flatMap((step) => step.interruption?.how ?? []))).toEqual(new Set(["aborted", "timeout"]));
    expect(new Set(steps.map((step) => step.phase))).toEqual(new Set(["open", "review", "revise", "consult", "answer"]));
    expect(performed.some((one) => one.repair > 0)).toBe(true);
    expect(performed.some((one) => !one.outcome.ok && one.outcome.failure.kind === "budget")).toBe(true);
    expect(new Set(performed.map((one) => one.kind))).toEqual(new Set(["call", "step"]));
  });
});

test("the same seed gives the same runs", async () => {
  const sample = async (seed: number) => (await sampleRuns(draftLoop(), { ...draftOptions, runs: 5, seed })).map((trace) => trace.text);
  expect(await sample(1)).toEqual(await sample(1));
  expect(await sample(1)).not.toEqual(await sample(2));
});

test("a trace gives agents for a run of one's own, and scripts to copy", async () => {
  const [trace] = await sampleRuns(draftLoop(), { ...draftOptions, aborts: false, alphabets: { ...draftOptions.alphabets, noAnswers: [] }, runs: 1, seed: 3 });
  const result = await runLoop(draftLoop(), { input: "R", agents: trace!.agents() as never }).result;
  expect(result.token).toBe(trace!.steps.at(-1)?.decision?.token);
  expect(trace!.scripts["writer"]).toEqual(trace!.steps.flatMap((step) => step.performed.filter(({ name }) => name === "writer").map(({ reply }) => reply?.step)));
});

test("a replay says where the runner does something else", async () => {
  const [trace] = await sampleRuns(draftLoop(), { ...draftOptions, aborts: false, alphabets: { ...draftOptions.alphabets, noAnswers: [] }, runs: 1, seed: 3 });
  const forged = trace!.steps.map((step) => ({ ...step, decision: step.decision === null ? null : { ...step.decision, token: "forged" } }));
  const { replayTrace } = await import("./replay.js");
  const { World } = await import("./world.js");
  const { readAlphabets } = await import("./alphabet.js");
  const policy = draftLoop() as never;
  const world = new World({ policy, input: "R", limits: {}, agents: await readAlphabets(policy, draftOptions.alphabets, {}), steps: {}, answers: {}, interruptions: [], laneOrders: "declared", tracksVersions: false });
  const replay = await replayTrace(world, forged);
  expect(replay.isEqual).toBe(false);
  expect(replay.differences.join()).toContain("forged");
});
