/** What a quality loop established (QU-RES-01..06). */
import type { DecisionRecord, RunSummary, RunUsage, SpentUsage } from "@loopwright/core";
import type { Violation } from "./discipline.js";
import type { QualityFailure, QualityState, ReviewRecord } from "./state.js";

/** Spend of a quality loop (QU-USE-01, QU-USE-02). */
export interface UsageTotals {
  readonly calls: number;
  readonly writerCalls: number;
  readonly reviewerCalls: number;
  readonly repairCalls: number;
  readonly failedCalls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costUsd: number;
  readonly callsWithoutUsage: number;
  readonly complete: boolean;
  readonly byRole: { readonly writer: SpentUsage; readonly reviewer: SpentUsage };
}

/** What a quality loop established. `token` is that of the run's result: the table's or the runner's. */
export interface QualityReport {
  readonly token: string;
  /** True only for token `approved`. */
  readonly approved: boolean;
  /** The latest draft that a valid decision covers. */
  readonly draft: string | null;
  /** Valid decisions made (QU-RES-03). */
  readonly reviews: number;
  /** Reviews begun. */
  readonly reviewsStarted: number;
  /** Actionable items of the review that covers `draft`; empty where nobody may act on them (QU-RES-04). */
  readonly remainingFeedback: readonly string[];
  /** A later text that nobody judged (QU-RES-02). */
  readonly unreviewedDraft: string | null;
  readonly failure: QualityFailure | null;
  readonly violations: readonly Violation[];
  readonly history: readonly ReviewRecord[];
  readonly usage: UsageTotals;
}

/** Puts the report together; pure. */
export function reportOf(state: QualityState, { token }: Pick<DecisionRecord, "token">, { usage }: RunSummary): QualityReport {
  const last = state.history.at(-1);
  const isReviewed = last !== undefined && last.version === state.version;
  return {
    token,
    approved: token === "approved",
    draft: last?.draft ?? null,
    reviews: state.history.length,
    reviewsStarted: state.reviewsStarted,
    remainingFeedback: last?.feedback ?? [], // Empty by itself on approval, and where nothing is actionable (QU-RES-04).
    unreviewedDraft: isReviewed ? null : state.draft,
    failure: failureOf(state, token),
    violations: state.violations,
    history: state.history,
    usage: usageOf(usage),
  };
}

/** `null` exactly where the loop decided; filled for every other token (QU-RES-05). */
function failureOf(state: QualityState, token: string): QualityFailure | null {
  const { failure, pending, version } = state;
  if (token !== "aborted" && token !== "run-timeout") return failure;
  const kind = token === "aborted" ? "aborted" : "timeout";
  const message = token === "aborted" ? "the run was aborted" : "the run's time is over";
  if (failure !== null) return { at: failure.at, version: failure.version, callId: failure.callId, kind, message };
  // Nothing failed: the interruption came before the review's call, or with an answer that is now discarded (QU-ABT-01).
  return { at: "review", version, callId: pending?.callId ?? null, kind, message };
}

const NO_SPEND: SpentUsage = { inputTokens: 0, outputTokens: 0, costUsd: 0 };

function usageOf(usage: RunUsage): UsageTotals {
  const { writer, reviewer } = usage.byRole;
  return {
    calls: usage.calls,
    writerCalls: writer?.calls ?? 0,
    reviewerCalls: reviewer?.calls ?? 0,
    repairCalls: usage.repairCalls,
    failedCalls: usage.failedCalls,
    inputTokens: usage.inputTokens,
    outputTokens: usage.outputTokens,
    costUsd: usage.costUsd,
    callsWithoutUsage: usage.callsWithoutUsage,
    complete: usage.complete,
    byRole: { writer: spentOf(writer), reviewer: spentOf(reviewer) },
  };
}

function spentOf(spent: SpentUsage = NO_SPEND): SpentUsage {
  return { inputTokens: spent.inputTokens, outputTokens: spent.outputTokens, costUsd: spent.costUsd };
}
