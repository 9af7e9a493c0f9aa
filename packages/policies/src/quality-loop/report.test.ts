/** Cap and result: QU-CAP, QU-RES. */
import { worstCase } from "@loopwright/core";
import { describe, expect, test } from "vitest";
import { qualityLoop } from "./index.js";
import { ABORTS, answer, approve, eventsOf, play, reject, type Played, type Play, type Step } from "./quality-run.fixture.js";

const never = (count: number): readonly Step[] => Array.from({ length: count }, (_, index) => reject(index === 0 ? "A" : "[previous 1] A"));
const drafts = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `D${index + 1}`);

describe("the cap", () => {
  test.each([1, 2, 3, 10])("QU-CAP-01, G1: %d reviews at most, however long the two disagree", async (maxReviews) => {
    const played = await play({ maxReviews, writer: drafts(maxReviews), reviewer: never(maxReviews) });
    expect(played.report).toMatchObject({ token: "review-cap", approved: false, reviews: maxReviews });
    expect(played.result.rounds).toBe(maxReviews);
  });

  test("QU-CAP-02, G1: after the last review nothing is written; what remains describes the returned draft", async () => {
    const played = await play({ maxReviews: 2, writer: drafts(2), reviewer: [reject("A"), reject("[regression] B", " ", "C")] });
    expect(played.calls.at(-1)).toMatchObject({ callId: "c4", purpose: "review" });
    expect(played.report).toMatchObject({ token: "review-cap", draft: "D2", remainingFeedback: ["[regression] B", "C"], unreviewedDraft: null });
    expect(played.result).toMatchObject({ status: "stopped", unreviewedChange: null });
  });

  test("QU-CAP-02: the last review may still approve", async () => {
    const played = await play({ maxReviews: 3, writer: drafts(3), reviewer: [...never(2), approve()] });
    expect(played.report).toMatchObject({ token: "approved", draft: "D3", reviews: 3 });
  });

  test("QU-CAP-03: a cap of 1 is one draft and one review", async () => {
    const played = await play({ maxReviews: 1, writer: ["D1"], reviewer: [reject("A")] });
    expect(played.calls.map((call) => call.callId)).toEqual(["c1", "c2"]);
    expect(played.report).toMatchObject({ token: "review-cap", draft: "D1", remainingFeedback: ["A"] });
    expect((await play({ maxReviews: 1, writer: ["D1"], reviewer: [approve()] })).report.token).toBe("approved");
  });

  const BOUNDS = [[1, 0], [1, 2], [3, 1], [10, 2]] as const;
  test.each(BOUNDS)("QU-CAP-04, G22: %d reviews with %d repairs each: the formula, the worst case and the worst run agree", async (maxReviews, maxStructuredRepairs) => {
    const tries = (last: Step): readonly Step[] => [...Array.from({ length: maxStructuredRepairs }, () => "no"), last];
    const reviewer = never(maxReviews).flatMap(tries);
    const played = await play({ maxReviews, maxStructuredRepairs, writer: drafts(maxReviews), reviewer });
    const byRole = { writer: maxReviews, reviewer: maxReviews * (1 + maxStructuredRepairs) };
    const bound = worstCase(qualityLoop({ maxReviews, maxStructuredRepairs }));
    expect(bound).toMatchObject({ rounds: maxReviews, revisions: maxReviews - 1, byRole, calls: byRole.writer + byRole.reviewer });
    expect(played.report.usage).toMatchObject({ writerCalls: byRole.writer, reviewerCalls: byRole.reviewer, calls: bound.calls });
  });

  test("QU-CAP-04: nine calls at most with the defaults", () => {
    expect(worstCase(qualityLoop()).calls).toBe(9);
    expect(worstCase(qualityLoop(), { calls: 5 }).calls).toBe(5);
  });
});

/** QU §4, "What each stop returns": draft, remainingFeedback, unreviewedDraft, reviews, reviewsStarted. */
const STOPS: readonly (readonly [string, Play, readonly [string | null, readonly string[], string | null, number, number]])[] = [
  ["draft of v1: error", { writer: [{ error: "x" }] }, [null, [], null, 0, 0]],
  ["draft of v1: timeout", { writer: [{ never: true }] }, [null, [], null, 0, 0]],
  ["draft of v1: blank", { writer: [" "] }, [null, [], null, 0, 0]],
  ["draft of v1: abort", { writer: [ABORTS] }, [null, [], null, 0, 0]],
  ["before review 1", { writer: ["D1"], watch: ({ type }, abort) => type === "draft.produced" && abort() }, [null, [], "D1", 0, 0]],
  ["review 1: error", { writer: ["D1"], reviewer: [{ error: "x" }] }, [null, [], "D1", 0, 1]],
  ["review 1: timeout", { writer: ["D1"], reviewer: [{ never: "ignoring-abort" }] }, [null, [], "D1", 0, 1]],
  ["review 1: invalid", { writer: ["D1"], reviewer: ["no", "no"] }, [null, [], "D1", 0, 1]],
  ["review 1: abort", { writer: ["D1"], reviewer: [ABORTS] }, [null, [], "D1", 0, 1]],
  ["review 1: abort during the repair", { writer: ["D1"], reviewer: ["no", ABORTS] }, [null, [], "D1", 0, 1]],
  ["review 1: abort between try and repair", { writer: ["D1"], reviewer: ["no"], watch: ({ type }, abort) => type === "review.invalid" && abort() }, [null, [], "D1", 0, 1]],
  ["revision after review 1: error", { writer: ["D1", { error: "x" }], reviewer: [reject("A")] }, ["D1", ["A"], null, 1, 1]],
  ["revision after review 1: timeout", { writer: ["D1", { never: true }], reviewer: [reject("A")] }, ["D1", ["A"], null, 1, 1]],
  ["revision after review 1: blank", { writer: ["D1", ""], reviewer: [reject("A")] }, ["D1", ["A"], null, 1, 1]],
  ["revision after review 2: abort", { writer: ["D1", "D2", ABORTS], reviewer: [reject("A"), reject("[regression] B")] }, ["D2", ["[regression] B"], null, 2, 2]],
  ["before the revision", { writer: ["D1"], reviewer: [reject("A")], watch: ({ type }, abort) => type === "review.decided" && abort() }, ["D1", ["A"], null, 1, 1]],
  ["before review 2", { writer: ["D1", "D2"], reviewer: [reject("A")], watch: (event, abort) => event.type === "draft.produced" && event.version === 2 && abort() }, ["D1", ["A"], "D2", 1, 1]],
  ["review 2: error", { writer: ["D1", "D2"], reviewer: [reject("A"), { error: "x" }] }, ["D1", ["A"], "D2", 1, 2]],
  ["review 3: invalid", { writer: drafts(3), reviewer: [reject("A"), reject("[regression] B"), "no", "no"] }, ["D2", ["[regression] B"], "D3", 2, 3]],
  ["decided approve at 2", { writer: ["D1", "D2"], reviewer: [reject("A"), approve()] }, ["D2", [], null, 2, 2]],
  ["decided stop for nothing to do at 2", { writer: ["D1", "D2"], reviewer: [reject("A"), reject(" ")] }, ["D2", [], null, 2, 2]],
  ["decided stop at the cap", { maxReviews: 1, writer: ["D1"], reviewer: [answer(true, ["A", " "])] }, ["D1", ["A"], null, 1, 1]],
];

describe.each(STOPS)("stopped during or by %s", (_what, script, [draft, remainingFeedback, unreviewedDraft, reviews, reviewsStarted]) => {
  const rowsOf = async (): Promise<Played> => play(script);

  test("QU-RES-01: draft and remaining feedback come from the same record, the last", async () => {
    const { report } = await rowsOf();
    expect(report).toMatchObject({ draft, remainingFeedback });
    const last = report.history.at(-1);
    expect(report.draft).toBe(last?.draft ?? null);
    if (report.token !== "approved" && report.token !== "no-actionable-feedback") expect(report.remainingFeedback).toEqual(last?.feedback ?? []);
  });

  test("QU-RES-02, G2: a later text is stated apart", async () => {
    const { report, result } = await rowsOf();
    expect(report.unreviewedDraft).toBe(unreviewedDraft);
    expect(result.unreviewedChange === null).toBe(unreviewedDraft === null);
    expect(result.reviewedVersion === null).toBe(draft === null);
  });

  test("QU-RES-03: valid decisions, and reviews begun", async () => {
    const { report, events } = await rowsOf();
    expect(report).toMatchObject({ reviews, reviewsStarted });
    expect(report.history).toHaveLength(reviews);
    expect(eventsOf({ events }, "run.finished")).toMatchObject([{ token: report.token, reviews, approved: report.approved }]);
  });

  test("QU-RES-05: a failure exactly where the loop did not decide", async () => {
    const { report } = await rowsOf();
    const isDecided = ["approved", "no-actionable-feedback", "review-cap"].includes(report.token);
    if (isDecided) expect(report.failure).toBeNull();
    else expect(report.failure).toMatchObject({ at: expect.any(String) as unknown, kind: expect.any(String) as unknown, message: expect.stringMatching(/./) as unknown });
  });
});

describe("the result", () => {
  test("QU-RES-04: nothing remains on approval and where nobody can act; elsewhere the actionable items", async () => {
    expect((await play({ maxReviews: 1, writer: ["D1"], reviewer: [approve()] })).report.remainingFeedback).toEqual([]);
    expect((await play({ maxReviews: 1, writer: ["D1"], reviewer: [reject("", " ")] })).report.remainingFeedback).toEqual([]);
    expect((await play({ maxReviews: 1, writer: ["D1"], reviewer: [reject("A", "", "A")] })).report.remainingFeedback).toEqual(["A", "A"]);
  });

  test.each<[string, Play, object]>([
    ["before the start", { writer: [], isAborted: true }, { at: "draft", version: 1, callId: null }],
    ["during the draft", { writer: [ABORTS] }, { at: "draft", version: 1, callId: "c1" }],
    ["before review 1", { writer: ["D1"], watch: ({ type }, abort) => type === "draft.produced" && abort() }, { at: "review", version: 1, callId: null }],
    ["with the answer of review 1", { writer: ["D1"], reviewer: [approve()], watch: (event, abort) => event.type === "call.finished" && event.callId === "c2" && abort() }, { at: "review", version: 1, callId: "c2" }],
    ["before the revision", { writer: ["D1"], reviewer: [reject("A")], watch: ({ type }, abort) => type === "review.decided" && abort() }, { at: "revise", version: 2, callId: null }],
    ["before review 2", { writer: ["D1", "D2"], reviewer: [reject("A")], watch: (event, abort) => event.type === "draft.produced" && event.version === 2 && abort() }, { at: "review", version: 2, callId: null }],
    ["during review 2", { writer: ["D1", "D2"], reviewer: [reject("A"), ABORTS] }, { at: "review", version: 2, callId: "c4" }],
  ])("QU-RES-05: an abort %s says where it struck", async (_what, script, where) => {
    const { report, result } = await play(script);
    expect(report.failure).toStrictEqual({ ...where, kind: "aborted", message: "the run was aborted" });
    expect(result.status).toBe("aborted");
  });

  test("QU-RES-06: it is frozen to its leaves", async () => {
    const { result, report } = await play({ request: { a: ["b"] }, writer: ["D1", "D1"], reviewer: [reject("A", " "), "no", "no"] });
    const pending: unknown[] = [result];
    let seen = 0;
    while (pending.length > 0) {
      const next = pending.pop();
      if (typeof next !== "object" || next === null) continue;
      seen++;
      expect(Object.isFrozen(next)).toBe(true);
      pending.push(...(Object.values(next) as unknown[]));
    }
    expect(seen).toBeGreaterThan(20);
    expect(() => (report.history as unknown[]).push(1)).toThrow(TypeError);
    expect(() => (report.history[0]!.feedback as string[]).pop()).toThrow(TypeError);
    expect(() => (report.violations as unknown[]).splice(0)).toThrow(TypeError);
  });
});
