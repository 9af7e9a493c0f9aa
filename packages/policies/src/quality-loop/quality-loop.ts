/**
 * The bounded quality loop: a writer drafts, a reviewer judges, the writer revises, until a table says stop (QU-*).
 *
 * Invariants:
 * 1. The decision is read only from the reviewer's structured answer (QU-STR-01); any listed change outranks a yes.
 * 2. A cap of N makes at most N reviews and N − 1 revisions; after the last review nothing is written (QU-CAP-01..03).
 * 3. Inputs carry exactly the catalogue's keys, whole and verbatim (QU-REVIN-01..04, QU-REV-01..02).
 * 4. Draft and remaining feedback come from the same record; a later text is stated apart (QU-RES-01, QU-RES-02).
 */
import { definePolicy, domainEvents, isRunnerToken, textRole, type DecisionRecord, type Failure, type Outcome, type PhaseContext, type RecordContext } from "@loopwright/core";
import { checkConfiguration } from "./configuration.js";
import { violationsOf, type Violation } from "./discipline.js";
import type { QualityEvent, ReviewDecision } from "./events.js";
import { readOptions, type QualityLoopOptions, type QualitySettings } from "./options.js";
import { instructionsFor } from "./prompts.js";
import { qualityTable } from "./quality-table.js";
import { reportOf } from "./report.js";
import type { QualityInput } from "./request.js";
import { actionableItems, isApproval, reviewerRole, type ReviewAnswer } from "./review-answer.js";
import type { QualityFailure, QualityState, ReviewRecord } from "./state.js";

const roles = { writer: textRole(), reviewer: reviewerRole } as const;
type Context = PhaseContext<typeof roles, QualityEvent>;

/**
 * A quality loop over any text: `runLoop(qualityLoop(), { agents: { writer, reviewer }, input: { request } })`.
 *
 * @throws QualityConfigError for an option outside its range; LoopwrightError `option-unknown` for one that does not exist.
 */
export function qualityLoop(options: QualityLoopOptions = {}) {
  const settings = readOptions(options);
  const { maxReviews, maxStructuredRepairs, tools } = settings;
  const instructions = instructionsFor(settings);
  return definePolicy({
    name: "quality-loop",
    roles,
    table: qualityTable,
    maxRounds: maxReviews,
    callTimeoutMs: settings.callTimeoutMs,
    calls: { open: { writer: 1 }, review: { reviewer: 1 + maxStructuredRepairs }, revise: { writer: 1 } },
    events: domainEvents<QualityEvent>(),
    announce: { maxReviews, maxStructuredRepairs, ...announcedTools(settings) },
  })({
    async open(ctx, { request }: QualityInput): Promise<QualityState> {
      const state: QualityState = { request, draft: null, version: 0, pending: null, failure: null, reviewsStarted: 0, history: [], violations: [] };
      const written = await ctx.call("writer", { purpose: "draft", version: 1, instruction: instructions.draft, input: { request }, tools: tools.writer });
      return takeDraft(ctx, state, "draft", written);
    },
    review: (ctx, state) => review(ctx, state, settings, instructions),
    facts: (state, progress) => ({
      failed: failedStep(state),
      verdict: verdictOf(state),
      actionableItems: state.pending?.feedback.length ?? 0,
      review: progress.round,
      maxReviews,
    }),
    async revise(ctx, state) {
      const { request, draft, version, history } = state;
      const feedback = history.at(-1)?.feedback ?? [];
      const written = await ctx.call("writer", { purpose: "revise", version: version + 1, instruction: instructions.revise, input: { request, draft, feedback }, tools: tools.writer });
      return takeDraft(ctx, state, "revise", written);
    },
    artifact: (state) => state.draft,
    reviewed: (state) => state.pending !== null,
    record: (ctx, state, decision) => recordReview(ctx, state, decision, settings),
    check: (input, agents) => checkConfiguration(settings, input, agents),
    report: reportOf,
    summarize: ({ approved, reviews }) => ({ approved, reviews }),
  });
}

/** Non-empty tool lists stand in `run.started` (QU-TOOL). */
function announcedTools({ tools }: QualitySettings): { readonly tools?: QualitySettings["tools"] } {
  return tools.writer.length + tools.reviewer.length === 0 ? {} : { tools };
}

/** Takes a draft verbatim, or the failure of its call (QU-DRAFT-02, QU-DRAFT-03). */
function takeDraft(ctx: Context, state: QualityState, at: "draft" | "revise", written: Outcome<string>): QualityState {
  const version = state.version + 1;
  if (!written.ok) {
    if (isAnswered(written.failure)) ctx.emit({ type: "draft.rejected", version, kind: written.failure.kind });
    return { ...state, failure: failureAt(at, version, written.failure) };
  }
  const draft = written.value;
  ctx.emit({ type: "draft.produced", version, chars: draft.length });
  const violations = draft === state.draft ? [...state.violations, unchanged(ctx, version)] : state.violations;
  return { ...state, draft, version, violations };
}

/** A revision that equals its draft is recorded, and reviewed all the same (QU-REV-04). */
function unchanged(ctx: Context, version: number): Violation {
  ctx.emit({ type: "violation.recorded", version, code: "unchanged-revision", itemIndex: null });
  return { code: "unchanged-revision", role: "writer", version, itemIndex: null, detail: "the revision equals the draft before it" };
}

async function review(ctx: Context, state: QualityState, settings: QualitySettings, instructions: ReturnType<typeof instructionsFor>): Promise<QualityState> {
  const { request, draft, version, history } = state;
  const previousFeedback = history.at(-1)?.feedback ?? [];
  const isLater = version > 1;
  const asked = { purpose: "review", version, input: { request, draft, previousFeedback }, tools: settings.tools.reviewer };
  let repairs = 0;
  const invalid = ({ kind, problems = [] }: Failure): void => ctx.emit({ type: "review.invalid", version, repair: repairs, kind, problems });
  const answered = await ctx.call(
    "reviewer",
    { ...asked, instruction: instructions.review(isLater, false) },
    {
      repair: (outputProblems, repair, failure) => {
        if (repair > settings.maxStructuredRepairs) return null;
        invalid(failure);
        repairs = repair;
        return { ...asked, instruction: instructions.review(isLater, true), input: { ...asked.input, outputProblems } };
      },
    },
  );
  if (answered.ok) {
    const pending = recordOf(state, previousFeedback, answered.value, repairs, answered.callId);
    return { ...state, pending, reviewsStarted: state.reviewsStarted + 1 };
  }
  const { failure } = answered;
  if (isAnswered(failure)) invalid(failure);
  const hasStarted = failure.callId !== null || repairs > 0;
  return { ...state, failure: failureAt("review", version, failure), reviewsStarted: state.reviewsStarted + (hasStarted ? 1 : 0) };
}

function recordOf(state: QualityState, previousFeedback: readonly string[], answer: ReviewAnswer, repairs: number, callId: string): ReviewRecord {
  return {
    version: state.version,
    draft: state.draft ?? "",
    rawApproved: answer.approved,
    rawFeedback: answer.feedback,
    approved: isApproval(answer),
    feedback: actionableItems(answer.feedback),
    previousFeedback,
    repairs,
    callId,
  };
}

/** Takes up a valid answer once its decision stands; an interrupted one leaves no trace (QU-ABT-01, QU-STR-05). */
function recordReview(ctx: RecordContext<QualityEvent>, state: QualityState, { token }: DecisionRecord, { maxChanges, checks }: QualitySettings): QualityState {
  const { pending, request } = state;
  if (pending === null || (isRunnerToken(token) && token !== "round-limit")) return state;
  const { version, rawApproved, approved, feedback } = pending;
  ctx.emit({ type: "review.decided", version, rawApproved, approved, items: feedback.length, decision: decisionWord(token) });
  const { draft, rawFeedback, previousFeedback } = pending;
  const violations = violationsOf(Object.freeze({ request, draft, version, rawApproved, rawFeedback, previousFeedback }), maxChanges, checks);
  for (const { code, itemIndex } of violations) ctx.emit({ type: "violation.recorded", version, code, itemIndex });
  return { ...state, pending: null, history: [...state.history, pending], violations: [...state.violations, ...violations] };
}

function decisionWord(token: string): ReviewDecision {
  if (token === "approved") return "approve";
  if (token === "revise") return "revise";
  return token === "no-actionable-feedback" ? "stop-no-feedback" : "stop-cap";
}

function failedStep({ failure }: QualityState): "none" | "draft" | "revision" | "review-call" | "review-answer" {
  if (failure === null) return "none";
  if (failure.at === "draft") return "draft";
  if (failure.at === "revise") return "revision";
  return isAnswered(failure) ? "review-answer" : "review-call";
}

function verdictOf({ pending }: QualityState): "approved" | "rejected" | "unavailable" {
  if (pending === null) return "unavailable";
  return pending.approved ? "approved" : "rejected";
}

/** Whether a call ended with an answer, though with none that can be used. */
function isAnswered({ kind, callId }: Pick<Failure, "kind" | "callId">): boolean {
  return callId !== null && kind !== "error" && kind !== "timeout" && kind !== "aborted";
}

function failureAt(at: QualityFailure["at"], version: number, { kind, message, callId, problems }: Failure): QualityFailure {
  return { at, version, callId, kind, message, ...(problems === undefined ? {} : { problems }) };
}
