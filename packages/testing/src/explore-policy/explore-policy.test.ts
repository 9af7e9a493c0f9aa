import { describe, expect, test } from "vitest";
import { always, defineFacts, definePolicy, flag, terminationTable, textRole, worstCase, LoopwrightError } from "@loopwright/core";
import { explorePolicy, type ExploreOptions } from "../explore-policy.js";
import { CAP, draftLoop, draftOptions, draftRows, draftTableOf, panel, panelOptions, release, releaseOptions, type DraftFacts } from "./draft-loop.fixture.js";

const { failed, unavailable, approved, nothing, cap, revise } = draftRows;
const consult = { token: "consult", kind: "continue", then: "consult", when: (f: DraftFacts) => f.verdict !== "approved" && !f.advised } as const;

describe("G22: worstCase is what exploring finds", { timeout: 60_000 }, () => {
  test("a draft loop: rounds, revisions and calls", async () => {
    const found = await explorePolicy(draftLoop(), draftOptions);
    expect(found.maxima).toEqual({ rounds: CAP, revisions: CAP - 1, consults: 0, calls: 9, byRole: { writer: CAP, reviewer: 2 * CAP, adviser: 0 } });
    expect(found.worstCase).toMatchObject(found.maxima);
  });

  test("with consultations, where every round may hold one", async () => {
    const table = draftTableOf([failed, consult, unavailable, approved, nothing, cap, revise]);
    const found = await explorePolicy(draftLoop({ table, revise: async (ctx, state) => ({ ...state, draft: (await ctx.call("writer", { instruction: "", input: "x" })).ok ? "D2" : "D3", advice: null }) }), { ...draftOptions, invariants: {} });
    expect(found.worstCase).toMatchObject(found.maxima);
    expect(found.maxima.consults).toBe(CAP);
  });

  test("a family: over all its members", async () => {
    const found = await explorePolicy(panel(), panelOptions);
    expect(found.maxima.byRole).toEqual({ panel: 12 });
    expect(found.worstCase).toMatchObject(found.maxima);
  });

  test("under limits", async () => {
    const limits = { calls: 5, rounds: 2 };
    const found = await explorePolicy(draftLoop(), { ...draftOptions, limits, mayMiss: ["cap", "revise"], invariants: {} });
    expect(found).toMatchObject({ isOk: true, maxima: { calls: 5, rounds: 2, revisions: 1 } });
    expect(found.worstCase).toEqual(worstCase(draftLoop(), limits, { writer: {}, reviewer: {}, adviser: {} }));
    expect(found.worstCase.calls).toBe(found.maxima.calls);
  });
});

describe("what an exploration says", { timeout: 60_000 }, () => {
  test("states, transitions, endings, rows and the domain that was covered", async () => {
    const found = await explorePolicy(draftLoop(), draftOptions);
    expect(found).toMatchObject({ isOk: true, isComplete: true, violations: [] });
    expect(found.states).toBeGreaterThan(10);
    expect(found.transitions).toBeGreaterThan(found.states);
    expect(found.rows.map(({ token, matches }) => [token, matches > 0])).toEqual(["draft-failed", "review-failed", "approved", "nothing-to-do", "cap", "revise"].map((token) => [token, true]));
    expect(Object.keys(found.endings).sort()).toEqual(["aborted", "approved", "cap", "draft-failed", "nothing-to-do", "review-failed"]);
    expect(found.covered).toEqual({ agents: { writer: 7, reviewer: 9, adviser: 6 }, steps: {}, answers: {}, interruptions: ["aborted"] });
    expect(found.text).toContain("complete: ");
  });

  test("the same exploration gives the same outcome", async () => {
    const [first, second] = await Promise.all([explorePolicy(release(), releaseOptions), explorePolicy(release(), releaseOptions)]);
    expect(second).toEqual(first);
  });

  test("a count beyond its declared domain is named with its largest value", async () => {
    const found = await explorePolicy(draftLoop(), { ...draftOptions, alphabets: { roles: { ...draftOptions.alphabets.roles, reviewer: [{ ok: true, items: [] }, { ok: false, items: [] }, { ok: false, items: ["a", "b", "c", "d", "e"] }] } } });
    expect(found).toMatchObject({ isOk: true, factsBeyond: { items: 5 } });
  });

  test.each([{ maxStates: 5 }, { maxTransitions: 40 }])("a limit that stops the search is never silent: %o", async (limit) => {
    const found = await explorePolicy(draftLoop(), { ...draftOptions, ...limit });
    expect(found).toMatchObject({ isOk: false, isComplete: false, violations: [] });
    expect(found.text).toContain("NOT complete");
  });

  test("G10: an abort is explored before the run, within calls, at the end of phases and after decisions; or not at all", async () => {
    const [withAborts, without] = await Promise.all([explorePolicy(draftLoop(), draftOptions), explorePolicy(draftLoop(), { ...draftOptions, aborts: false })]);
    expect(withAborts.endings["aborted"]).toBeGreaterThan(0);
    expect(without.endings["aborted"]).toBeUndefined();
    expect(without.isOk).toBe(true);
    const timed = await explorePolicy(draftLoop(), { ...draftOptions, limits: { runTimeoutMs: 100 } });
    expect(timed.endings["run-timeout"]).toBe(withAborts.endings["aborted"]);
  });

  test("G16: nobody has to answer, and whoever answers decides", async () => {
    const found = await explorePolicy(release(), releaseOptions);
    expect(found.endings).toMatchObject({ sign: expect.any(Number) as number, released: expect.any(Number) as number, refused: expect.any(Number) as number });
    const unanswered = await explorePolicy(release(), { ...releaseOptions, alphabets: { ...releaseOptions.alphabets, answers: {} }, mayMiss: ["lost", "released", "refused"] });
    expect(unanswered).toMatchObject({ isOk: true, endings: { sign: expect.any(Number) as number } });
    expect(unanswered.endings["released"]).toBeUndefined();
  });

  test("a violation may be allowed by its code", async () => {
    const certified = draftLoop({ review: (ctx, state) => (state.draft === "D2" ? { ...state, verdict: "approved" } : { ...state, verdict: "unavailable" }) });
    const options = { ...draftOptions, invariants: {}, mayMiss: ["nothing-to-do", "cap", "revise", "draft-failed"] };
    expect((await explorePolicy(certified, options)).violations.map(({ code }) => code)).toEqual(["pass-without-evidence"]);
    expect(await explorePolicy(certified, { ...options, allow: ["pass-without-evidence"] })).toMatchObject({ isOk: true });
  });

  test("a counterexample is as short as any: one step for a bug in `open`", async () => {
    const found = await explorePolicy(draftLoop({ open: async () => Promise.reject(new Error("boom")) }), draftOptions);
    const thrown = found.violations.find(({ code }) => code === "policy-threw");
    expect(thrown?.trace?.steps).toHaveLength(1);
    expect(thrown?.trace?.text).toContain("the policy threw in open: boom");
    expect((await thrown!.trace!.replay()).isEqual).toBe(true);
  });

  test("an invariant that throws is itself a finding, with its name", async () => {
    const found = await explorePolicy(draftLoop(), {
      ...draftOptions,
      invariants: {
        "reads what is not there": () => {
          throw new Error("no such thing");
        },
      },
    });
    expect(found.violations).toMatchObject([{ code: "invariant", about: "reads what is not there", message: expect.stringContaining("no such thing") as string }]);
  });
});

describe("states", { timeout: 60_000 }, () => {
  const counting = (options: Partial<ExploreOptions<Counting>> = {}) => explorePolicy(counter, { input: null, alphabets: { roles: { writer: ["a", "b", "c"] }, noAnswers: [] }, aborts: false, mayMiss: ["done"], ...options });
  type Counting = NonNullable<typeof counter["~types"]>;
  const counter = definePolicy({
    name: "counter",
    roles: { writer: textRole() },
    table: terminationTable(defineFacts({ done: flag() }), [
      { token: "done", kind: "stop", when: (f) => f.done },
      { token: "more", kind: "continue", then: "revise", when: always },
    ]),
    maxRounds: 4,
  })({
    open: () => ({ last: "", noise: 0 }),
    review: (_ctx, state) => state,
    facts: (state) => ({ done: state.last === "stop" }),
    revise: async (ctx, state) => {
      const written = await ctx.call("writer", { instruction: "", input: null });
      return written.ok ? { noise: state.noise * 3 + "abc".indexOf(written.value), last: written.value } : state;
    },
    report: (state) => state.last,
  });

  test("two ways to one state are one from there on, whatever the order of its keys", async () => {
    const all = await counting({ view: undefined });
    const viewed = await counting({ view: ({ last }) => last });
    expect(viewed.states).toBeLessThan(all.states);
    expect(viewed.rows).toHaveLength(2);
  });

  test("memory keeps ways apart that would be one", async () => {
    const merged = await counting({ view: ({ last }) => last });
    const apart = await counting({ view: ({ last }) => last, memory: { start: "", next: ({ memory, state }) => `${JSON.stringify(memory)}${state.last}` } });
    expect(apart.states).toBeGreaterThan(merged.states);
  });
});

describe("G20: a wrong exploration is refused", () => {
  const explore = (options: object) => explorePolicy(draftLoop(), { ...draftOptions, ...options });
  test.each([
    [{ alphabet: {} }, "option-unknown"],
    [{ alphabets: {} }, "alphabet-missing"],
    [{ alphabets: { roles: { writer: ["a"] } } }, "alphabet-missing"],
    [{ alphabets: { roles: { ...draftOptions.alphabets.roles, editor: [] } } }, "alphabet-unknown"],
    [{ alphabets: { ...draftOptions.alphabets, answers: { sign: ["yes"] } } }, "alphabet-unknown"],
    [{ limits: { tokens: 10 } }, "limit-not-explored"],
    [{ limits: { costUsd: 1 } }, "limit-not-explored"],
    [{ limits: { calls: 0 } }, "calls-range"],
  ])("%o: %s, at once", (options, code) => {
    expect(() => explore(options)).toThrow(expect.objectContaining({ code }) as Error);
  });

  test.each([
    [{ alphabets: { ...draftOptions.alphabets, raw: { editor: ["a"] } } }, "alphabet-unknown"],
    [{ alphabets: { roles: { ...draftOptions.alphabets.roles, adviser: [] }, noAnswers: [] } }, "alphabet-empty"],
    [{ alphabets: { ...draftOptions.alphabets, noAnswers: ["sulks"] } }, "alphabet-invalid"],
  ])("%o: %s, once the alphabets are read", async (options, code) => {
    await expect(explore(options)).rejects.toMatchObject({ code });
  });

  test("a step for which nothing is listed is a fault of the exploration, not of the policy", async () => {
    const fault = explorePolicy(release(), { ...releaseOptions, alphabets: { ...releaseOptions.alphabets, steps: {} } });
    await expect(fault).rejects.toBeInstanceOf(LoopwrightError);
    await expect(fault).rejects.toMatchObject({ code: "alphabet-missing", path: "alphabets.steps.check" });
  });

  test('"*" stands for every step that is not listed', async () => {
    const found = await explorePolicy(release(), { ...releaseOptions, alphabets: { ...releaseOptions.alphabets, steps: { "*": [{ value: true }, { value: false }, { error: "no" }] } } });
    expect(found.isOk).toBe(true);
  });
});
