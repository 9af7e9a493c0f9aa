/** The catalogue's twenty scripted runs (QU §6, QU-S8 as amended), as data. */
import type { QualityLoopOptions } from "./index.js";
import { ABORTS, answer, approve, R, reject, type Step } from "./quality-run.fixture.js";
import type { EventFacts } from "./scenario-events.fixture.js";

/** A call as the catalogue describes it; `input` has exactly these keys. */
export interface ExpectedCall {
  readonly callId: string;
  readonly role: "writer" | "reviewer";
  readonly purpose: "draft" | "review" | "revise";
  readonly version: number;
  readonly repair: number;
  readonly input: object;
}

/** One scripted run and everything that follows from it. */
export interface Scenario extends Pick<EventFacts, "drafts" | "verdicts"> {
  readonly id: string;
  readonly title: string;
  readonly options?: QualityLoopOptions;
  readonly isAborted?: boolean;
  readonly writer: readonly Step[];
  readonly reviewer: readonly Step[];
  readonly calls: readonly ExpectedCall[];
  readonly result: object;
  readonly failure?: object;
  readonly violations?: readonly string[];
  readonly problems?: EventFacts["problems"];
  readonly withoutUsage?: readonly string[];
  readonly usage: { readonly [field: string]: number | boolean };
  readonly events: string;
}

const c1: ExpectedCall = { callId: "c1", role: "writer", purpose: "draft", version: 1, repair: 0, input: { request: R } };

function review(callId: string, version: number, draft: string, previousFeedback: readonly string[], outputProblems?: readonly string[]): ExpectedCall {
  const input = { request: R, draft, previousFeedback, ...(outputProblems === undefined ? {} : { outputProblems }) };
  return { callId, role: "reviewer", purpose: "review", version, repair: outputProblems === undefined ? 0 : 1, input };
}

function revise(callId: string, version: number, draft: string, feedback: readonly string[]): ExpectedCall {
  return { callId, role: "writer", purpose: "revise", version, repair: 0, input: { request: R, draft, feedback } };
}

const c2 = review("c2", 1, "D1", []);

function ends(token: string, draft: string | null, reviews: number, reviewsStarted: number, remainingFeedback: readonly string[] = [], unreviewedDraft: string | null = null) {
  return { token, approved: token === "approved", draft, reviews, reviewsStarted, remainingFeedback, unreviewedDraft };
}

function spent(calls: number, writerCalls: number, reviewerCalls: number, inputTokens: number, outputTokens: number, costUsd: number, more: object = {}) {
  return { calls, writerCalls, reviewerCalls, repairCalls: 0, failedCalls: 0, inputTokens, outputTokens, costUsd, callsWithoutUsage: 0, complete: true, ...more };
}

const ONE_FAILED = { failedCalls: 1, callsWithoutUsage: 1, complete: false };
const MANY = ["A", "B", "C", "Replace [DATE] with the actual date"];
const ABSENT = ["$: absent"];

export const scenarios: readonly Scenario[] = [
  {
    id: "QU-S1", title: "approve first",
    writer: ["D1"], reviewer: [approve()], drafts: ["D1"], verdicts: [[true, []]],
    calls: [c1, c2],
    result: ends("approved", "D1", 1, 1),
    usage: spent(2, 1, 1, 200, 40, 0.02),
    events: "START › DRAFT(c1,v1) › REVIEW(c2,v1) › DECIDED(v1,approve) › END(approved)",
  },
  {
    id: "QU-S2", title: "reject once, then approve",
    writer: ["D1", "D2"], reviewer: [reject("Add a rollback step"), approve()], drafts: ["D1", "D2"], verdicts: [[false, ["Add a rollback step"]], [true, []]],
    calls: [c1, c2, revise("c3", 2, "D1", ["Add a rollback step"]), review("c4", 2, "D2", ["Add a rollback step"])],
    result: ends("approved", "D2", 2, 2),
    usage: spent(4, 2, 2, 400, 80, 0.04),
    events: "START › DRAFT(c1,v1) › REVIEW(c2,v1) › DECIDED(v1,revise) › REVISE(c3,v2) › REVIEW(c4,v2) › DECIDED(v2,approve) › END(approved)",
  },
  {
    id: "QU-S3", title: "three rejections",
    writer: ["D1", "D2", "D3"], reviewer: [reject("A"), reject("[previous 1] A"), reject("[regression] B")], drafts: ["D1", "D2", "D3"],
    verdicts: [[false, ["A"]], [false, ["[previous 1] A"]], [false, ["[regression] B"]]],
    calls: [c1, c2, revise("c3", 2, "D1", ["A"]), review("c4", 2, "D2", ["A"]), revise("c5", 3, "D2", ["[previous 1] A"]), review("c6", 3, "D3", ["[previous 1] A"])],
    result: ends("review-cap", "D3", 3, 3, ["[regression] B"]),
    usage: spent(6, 3, 3, 600, 120, 0.06),
    events:
      "START › DRAFT(c1,v1) › REVIEW(c2,v1) › DECIDED(v1,revise) › REVISE(c3,v2) › REVIEW(c4,v2) › DECIDED(v2,revise) › REVISE(c5,v3) › REVIEW(c6,v3) › DECIDED(v3,stop-cap) › END(review-cap)",
  },
  {
    id: "QU-S4", title: "feedback wins, then approve",
    writer: ["D1", "D2"], reviewer: [answer(true, ["Name an owner"]), approve()], drafts: ["D1", "D2"], verdicts: [[true, ["Name an owner"]], [true, []]],
    calls: [c1, c2, revise("c3", 2, "D1", ["Name an owner"]), review("c4", 2, "D2", ["Name an owner"])],
    result: ends("approved", "D2", 2, 2),
    violations: ["fields-disagree v1"],
    usage: spent(4, 2, 2, 400, 80, 0.04),
    events:
      "START › DRAFT(c1,v1) › REVIEW(c2,v1) › DECIDED(v1,revise) › VIOL(fields-disagree,v1) › REVISE(c3,v2) › REVIEW(c4,v2) › DECIDED(v2,approve) › END(approved)",
  },
  {
    id: "QU-S5", title: "approved plus feedback on the last review",
    writer: ["D1", "D2", "D3"], reviewer: [reject("A"), reject("[previous 1] A"), answer(true, ["[previous 1] A"])], drafts: ["D1", "D2", "D3"],
    verdicts: [[false, ["A"]], [false, ["[previous 1] A"]], [true, ["[previous 1] A"]]],
    calls: [c1, c2, revise("c3", 2, "D1", ["A"]), review("c4", 2, "D2", ["A"]), revise("c5", 3, "D2", ["[previous 1] A"]), review("c6", 3, "D3", ["[previous 1] A"])],
    result: ends("review-cap", "D3", 3, 3, ["[previous 1] A"]),
    violations: ["fields-disagree v3"],
    usage: spent(6, 3, 3, 600, 120, 0.06),
    events:
      "START › DRAFT(c1,v1) › REVIEW(c2,v1) › DECIDED(v1,revise) › REVISE(c3,v2) › REVIEW(c4,v2) › DECIDED(v2,revise) › REVISE(c5,v3) › REVIEW(c6,v3) › DECIDED(v3,stop-cap) › VIOL(fields-disagree,v3) › END(review-cap)",
  },
  {
    id: "QU-S6", title: "rejected with nothing to do, first review",
    writer: ["D1"], reviewer: [reject()], drafts: ["D1"], verdicts: [[false, []]],
    calls: [c1, c2],
    result: ends("no-actionable-feedback", "D1", 1, 1),
    violations: ["rejected-without-feedback v1"],
    usage: spent(2, 1, 1, 200, 40, 0.02),
    events: "START › DRAFT(c1,v1) › REVIEW(c2,v1) › DECIDED(v1,stop-no-feedback) › VIOL(rejected-without-feedback,v1) › END(no-actionable-feedback)",
  },
  {
    id: "QU-S7", title: "approved with only a blank item, second review",
    writer: ["D1", "D2"], reviewer: [reject("A"), answer(true, ["  "])], drafts: ["D1", "D2"], verdicts: [[false, ["A"]], [true, ["  "]]],
    calls: [c1, c2, revise("c3", 2, "D1", ["A"]), review("c4", 2, "D2", ["A"])],
    result: ends("no-actionable-feedback", "D2", 2, 2),
    violations: ["fields-disagree v2", "blank-item[0] v2"],
    usage: spent(4, 2, 2, 400, 80, 0.04),
    events:
      "START › DRAFT(c1,v1) › REVIEW(c2,v1) › DECIDED(v1,revise) › REVISE(c3,v2) › REVIEW(c4,v2) › DECIDED(v2,stop-no-feedback) › VIOL(fields-disagree,v2) › VIOL(blank-item[0],v2) › END(no-actionable-feedback)",
  },
  {
    id: "QU-S8", title: "a perfect approval in the text only, repaired",
    writer: ["D1"], reviewer: [{ text: '{"approved":true,"feedback":[]}' }, approve()], drafts: ["D1"], verdicts: [[true, []]], problems: [ABSENT],
    calls: [c1, c2, review("c3", 1, "D1", [], ABSENT)],
    result: ends("approved", "D1", 1, 1),
    usage: spent(3, 1, 2, 300, 60, 0.03, { repairCalls: 1 }),
    events: "START › DRAFT(c1,v1) › REVIEW(c2,v1) › review.invalid v1 missing-structured-output › REVIEW(c3,v1,repair1) › DECIDED(v1,approve) › END(approved)",
  },
  {
    id: "QU-S9", title: "invalid twice on review 1",
    writer: ["D1"], reviewer: [{ structured: { approved: "true", feedback: [] } }, { structured: { approved: true, feedback: [], score: 9 } }],
    drafts: ["D1"], verdicts: [], problems: [["$.approved: not a boolean"], ["$.score: not allowed"]],
    calls: [c1, c2, review("c3", 1, "D1", [], ["$.approved: not a boolean"])],
    result: ends("review-invalid", null, 0, 1, [], "D1"),
    failure: { at: "review", version: 1, kind: "invalid-structured-output", callId: "c3", problems: ["$.score: not allowed"] },
    usage: spent(3, 1, 2, 300, 60, 0.03, { repairCalls: 1 }),
    events:
      "START › DRAFT(c1,v1) › REVIEW(c2,v1) › review.invalid v1 invalid-structured-output › REVIEW(c3,v1,repair1) › review.invalid v1 invalid-structured-output › END(review-invalid)",
  },
  {
    id: "QU-S10", title: "missing twice on review 2",
    writer: ["D1", "D2"], reviewer: [reject("A"), "fine", "fine"], drafts: ["D1", "D2"], verdicts: [[false, ["A"]]], problems: [ABSENT, ABSENT],
    calls: [c1, c2, revise("c3", 2, "D1", ["A"]), review("c4", 2, "D2", ["A"]), review("c5", 2, "D2", ["A"], ABSENT)],
    result: ends("review-invalid", "D1", 1, 2, ["A"], "D2"),
    failure: { at: "review", version: 2, kind: "missing-structured-output", callId: "c5", problems: ABSENT },
    usage: spent(5, 2, 3, 500, 100, 0.05, { repairCalls: 1 }),
    events:
      "START › DRAFT(c1,v1) › REVIEW(c2,v1) › DECIDED(v1,revise) › REVISE(c3,v2) › REVIEW(c4,v2) › review.invalid v2 missing-structured-output › REVIEW(c5,v2,repair1) › review.invalid v2 missing-structured-output › END(review-invalid)",
  },
  {
    id: "QU-S11", title: "writer rejects on draft",
    writer: [{ error: "no model" }], reviewer: [], drafts: [], verdicts: [],
    calls: [c1],
    result: ends("draft-failed", null, 0, 0),
    failure: { at: "draft", version: 1, kind: "error", callId: "c1" },
    usage: spent(1, 1, 0, 0, 0, 0, ONE_FAILED),
    events: "START › call.started c1 writer/draft v1 › call.failed c1 error › END(draft-failed)",
  },
  {
    id: "QU-S12", title: "blank revision",
    writer: ["D1", "  \n"], reviewer: [reject("A")], drafts: ["D1"], verdicts: [[false, ["A"]]],
    calls: [c1, c2, revise("c3", 2, "D1", ["A"])],
    result: ends("revision-failed", "D1", 1, 1, ["A"]),
    failure: { at: "revise", version: 2, kind: "empty-output", callId: "c3" },
    usage: spent(3, 2, 1, 300, 60, 0.03),
    events:
      "START › DRAFT(c1,v1) › REVIEW(c2,v1) › DECIDED(v1,revise) › call.started c3 writer/revise v2 › call.finished c3 › draft.rejected v2 empty-output › END(revision-failed)",
  },
  {
    id: "QU-S13", title: "reviewer times out on review 2",
    writer: ["D1", "D2"], reviewer: [reject("A"), { never: true }], drafts: ["D1", "D2"], verdicts: [[false, ["A"]]],
    calls: [c1, c2, revise("c3", 2, "D1", ["A"]), review("c4", 2, "D2", ["A"])],
    result: ends("review-failed", "D1", 1, 2, ["A"], "D2"),
    failure: { at: "review", version: 2, kind: "timeout", callId: "c4" },
    usage: spent(4, 2, 2, 300, 60, 0.03, ONE_FAILED),
    events:
      "START › DRAFT(c1,v1) › REVIEW(c2,v1) › DECIDED(v1,revise) › REVISE(c3,v2) › call.started c4 reviewer/review v2 › call.failed c4 timeout › END(review-failed)",
  },
  {
    id: "QU-S14", title: "abort while the revision is running",
    writer: ["D1", ABORTS], reviewer: [reject("A")], drafts: ["D1"], verdicts: [[false, ["A"]]],
    calls: [c1, c2, revise("c3", 2, "D1", ["A"])],
    result: ends("aborted", "D1", 1, 1, ["A"]),
    failure: { at: "revise", version: 2, kind: "aborted", callId: "c3" },
    usage: spent(3, 2, 1, 200, 40, 0.02, ONE_FAILED),
    events: "START › DRAFT(c1,v1) › REVIEW(c2,v1) › DECIDED(v1,revise) › call.started c3 writer/revise v2 › call.failed c3 aborted › END(aborted)",
  },
  {
    id: "QU-S15", title: "discipline breaches, items all kept",
    writer: ["D1", "D2", "D3"], reviewer: [reject(...MANY), reject("[previous 4] D", "Add a glossary"), approve()], drafts: ["D1", "D2", "D3"],
    verdicts: [[false, MANY], [false, ["[previous 4] D", "Add a glossary"]], [true, []]],
    calls: [
      c1, c2, revise("c3", 2, "D1", MANY), review("c4", 2, "D2", MANY),
      revise("c5", 3, "D2", ["[previous 4] D", "Add a glossary"]), review("c6", 3, "D3", ["[previous 4] D", "Add a glossary"]),
    ],
    result: ends("approved", "D3", 3, 3),
    violations: ["too-many-changes v1", "placeholder-demand[3] v1", "goalpost-item[1] v2"],
    usage: spent(6, 3, 3, 600, 120, 0.06),
    events:
      "START › DRAFT(c1,v1) › REVIEW(c2,v1) › DECIDED(v1,revise) › VIOL(too-many-changes,v1) › VIOL(placeholder-demand[3],v1) › REVISE(c3,v2) › REVIEW(c4,v2) › DECIDED(v2,revise) › VIOL(goalpost-item[1],v2) › REVISE(c5,v3) › REVIEW(c6,v3) › DECIDED(v3,approve) › END(approved)",
  },
  {
    id: "QU-S16", title: "maxReviews 1, rejected", options: { maxReviews: 1 },
    writer: ["D1"], reviewer: [reject("A")], drafts: ["D1"], verdicts: [[false, ["A"]]],
    calls: [c1, c2],
    result: ends("review-cap", "D1", 1, 1, ["A"]),
    usage: spent(2, 1, 1, 200, 40, 0.02),
    events: "START › DRAFT(c1,v1) › REVIEW(c2,v1) › DECIDED(v1,stop-cap) › END(review-cap)",
  },
  {
    id: "QU-S17", title: "abort before start", isAborted: true,
    writer: [], reviewer: [], drafts: [], verdicts: [],
    calls: [],
    result: ends("aborted", null, 0, 0),
    failure: { at: "draft", version: 1, kind: "aborted", callId: null },
    usage: spent(0, 0, 0, 0, 0, 0),
    events: "START › END(aborted)",
  },
  {
    id: "QU-S18", title: "abort while review 2 is running",
    writer: ["D1", "D2"], reviewer: [reject("A"), ABORTS], drafts: ["D1", "D2"], verdicts: [[false, ["A"]]],
    calls: [c1, c2, revise("c3", 2, "D1", ["A"]), review("c4", 2, "D2", ["A"])],
    result: ends("aborted", "D1", 1, 2, ["A"], "D2"),
    failure: { at: "review", version: 2, kind: "aborted", callId: "c4" },
    usage: spent(4, 2, 2, 300, 60, 0.03, ONE_FAILED),
    events:
      "START › DRAFT(c1,v1) › REVIEW(c2,v1) › DECIDED(v1,revise) › REVISE(c3,v2) › call.started c4 reviewer/review v2 › call.failed c4 aborted › END(aborted)",
  },
  {
    id: "QU-S19", title: "unchanged revision, missing usage", options: { maxReviews: 2 },
    writer: ["D1", { text: "D1", usage: null }], reviewer: [reject("A"), reject("[previous 1] A")], drafts: ["D1", "D1"],
    verdicts: [[false, ["A"]], [false, ["[previous 1] A"]]], withoutUsage: ["c3"],
    calls: [c1, c2, revise("c3", 2, "D1", ["A"]), review("c4", 2, "D1", ["A"])],
    result: ends("review-cap", "D1", 2, 2, ["[previous 1] A"]),
    violations: ["unchanged-revision v2"],
    usage: spent(4, 2, 2, 300, 60, 0.03, { callsWithoutUsage: 1, complete: false }),
    events:
      "START › DRAFT(c1,v1) › REVIEW(c2,v1) › DECIDED(v1,revise) › REVISE(c3,v2) › VIOL(unchanged-revision,v2) › REVIEW(c4,v2) › DECIDED(v2,stop-cap) › END(review-cap)",
  },
  {
    id: "QU-S20", title: "reviewer rejects on review 1, zero repairs", options: { maxStructuredRepairs: 0 },
    writer: ["D1"], reviewer: [{ error: "no model" }], drafts: ["D1"], verdicts: [],
    calls: [c1, c2],
    result: ends("review-failed", null, 0, 1, [], "D1"),
    failure: { at: "review", version: 1, kind: "error", callId: "c2" },
    usage: spent(2, 1, 1, 100, 20, 0.01, ONE_FAILED),
    events: "START › DRAFT(c1,v1) › call.started c2 reviewer/review v1 › call.failed c2 error › END(review-failed)",
  },
];
