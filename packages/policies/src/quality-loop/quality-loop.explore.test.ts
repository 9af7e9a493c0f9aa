/** Every run of the quality loop over finite alphabets of answers. `npm run explore` does the same at full size. */
import { describe, expect, test } from "vitest";
import { isRunnerToken } from "@loopwright/core";
import { explorePolicy, type ExploreOptions } from "@loopwright/testing";
import { qualityLoop, type QualityState, type ReviewAnswer } from "./index.js";

type QualityTypes = NonNullable<ReturnType<typeof qualityLoop>["~types"]>;

const APPROVES: ReviewAnswer = { approved: true, feedback: [] };
const reviewer: readonly ReviewAnswer[] = [
  APPROVES,
  { approved: true, feedback: ["shorten it"] },
  { approved: true, feedback: [" "] },
  { approved: false, feedback: ["shorten it", "name the date"] },
  { approved: false, feedback: [" "] },
  { approved: false, feedback: [] },
];

/** Everything that a later phase reads: which call an answer came from, and after how many repairs, only stands in reports. */
const view = ({ draft, version, pending, failure, history }: QualityState) => ({
  draft,
  version,
  pending: pending === null ? null : [pending.approved, pending.feedback],
  failure: failure === null ? null : [failure.at, failure.kind, failure.callId !== null],
  feedback: history.at(-1)?.feedback ?? null,
  reviews: history.length,
});

const optionsFor = (maxReviews: number): ExploreOptions<QualityTypes> => ({
  input: { request: "R" },
  alphabets: { roles: { writer: ["D1", "D2"], reviewer } },
  view,
  mayMiss: maxReviews === 1 ? ["revise", "revision-failed"] : [],
  invariants: {
    [`QU-CAP-01: at most ${maxReviews} reviews`]: ({ round }) => round <= maxReviews,
    "QU-CAP-02: nothing is written after the last review": ({ phase, round }) => phase !== "revise" || round < maxReviews,
    "QU-APP-01: approved is a yes without a single change": ({ decision, performed }) =>
      decision?.token !== "approved" || performed.some((one) => one.reply !== null && one.outcome.ok && JSON.stringify(one.outcome.value) === JSON.stringify(APPROVES)),
    "QU-STOP-03: whoever revises has something to act on": ({ decision, state }) => decision?.token !== "revise" || (state.history.at(-1)?.feedback.length ?? 0) > 0,
    "the loop's own cap comes before the runner's": ({ decision }) => decision?.token !== "round-limit",
    "what was decided stands in the history": ({ phase, decision, performed, state, round }) =>
      phase !== "review" || decision === null || isRunnerToken(decision.token) || performed.at(-1)?.outcome.ok !== true || state.history.length === round,
  },
});

const sizes = [1, 2, 3, 4].flatMap((maxReviews) => [0, 1, 2].map((maxStructuredRepairs) => ({ maxReviews, maxStructuredRepairs })));

describe("every run of the quality loop", { timeout: 60_000 }, () => {
  test.each(sizes)("G1, G2, G4, G22: $maxReviews reviews, $maxStructuredRepairs repairs: complete, clean, every row reached, as dear as worstCase says", async ({ maxReviews, maxStructuredRepairs }) => {
    const found = await explorePolicy(qualityLoop({ maxReviews, maxStructuredRepairs }), optionsFor(maxReviews));
    expect(found.violations.map(({ message, trace }) => `${message}\n${trace?.text ?? ""}`)).toEqual([]);
    expect(found).toMatchObject({ isOk: true, isComplete: true });
    expect(found.maxima).toEqual({ rounds: maxReviews, revisions: maxReviews - 1, consults: 0, calls: maxReviews * (2 + maxStructuredRepairs), byRole: { writer: maxReviews, reviewer: maxReviews * (1 + maxStructuredRepairs) } });
    expect(found.worstCase).toMatchObject(found.maxima);
  });

  test("G14: a budget that is spent ends the run wherever that happens", async () => {
    for (const calls of [1, 2, 3, 4]) {
      const found = await explorePolicy(qualityLoop({ maxReviews: 2 }), { ...optionsFor(2), limits: { calls, runTimeoutMs: 1_000 }, mayMiss: ["revise", "revision-failed", "review-cap", "review-failed", "review-invalid", "approved", "no-actionable-feedback"] });
      expect(found.violations.map(({ message, trace }) => `${message}\n${trace?.text ?? ""}`)).toEqual([]);
      expect(found.endings["budget-spent"]).toBeGreaterThan(0);
      expect(found.endings["run-timeout"]).toBeGreaterThan(0);
      expect(found.maxima.calls).toBe(calls);
    }
  });

  test("what the view leaves out changes nothing that is decided", async () => {
    const { view: _view, ...whole } = optionsFor(2);
    const [viewed, full] = await Promise.all([explorePolicy(qualityLoop({ maxReviews: 2 }), optionsFor(2)), explorePolicy(qualityLoop({ maxReviews: 2 }), whole)]);
    expect(full.states).toBeGreaterThan(viewed.states);
    expect(full).toMatchObject({ isOk: true, maxima: viewed.maxima });
    expect(Object.keys(full.endings).sort()).toEqual(Object.keys(viewed.endings).sort());
  });
});
