/** How a run ended, in words and as an exit code. */
import { messageOf } from "@loopwright/core";
import { qualityTable } from "@loopwright/policies/quality-loop";
import type { QualityReport } from "@loopwright/policies/quality-loop";
import { EXIT_CODE } from "./exit-code.ts";
import type { ExitCode } from "./exit-code.ts";
import type { ReviewResult } from "./review-run.ts";

type Token = NonNullable<ReviewResult["token"]>;

/** Zero for a pass and for nothing else (cases F20, G08, H06). */
export function exitCodeOf(result: ReviewResult, signal: "SIGINT" | "SIGTERM" | null): ExitCode {
  if (result.status === "passed") return EXIT_CODE.approved;
  if (result.status !== "aborted" || signal === null) return EXIT_CODE.notApproved;
  return signal === "SIGINT" ? EXIT_CODE.interrupted : EXIT_CODE.terminated;
}

/** One sentence on the outcome. */
export function sentenceOn(result: ReviewResult): string {
  if (result.status === "failed") return `the loop itself failed: ${messageOf(result.error)}`;
  return SENTENCES[result.token](result.report);
}

const SENTENCES: { readonly [T in Token]: (report: QualityReport) => string } = {
  approved: (report) => `${draftOf(report)} needs no change`,
  "review-cap": (report) => `${counted(report.remainingFeedback.length, "change")} still open after review ${report.reviews}, the last one allowed`,
  "no-actionable-feedback": (report) => `the reviewer neither approved ${draftOf(report)} nor asked for a change`,
  "draft-failed": () => "there is no first draft",
  "revision-failed": (report) => `${draftOf(report)} could not be revised, with ${counted(report.remainingFeedback.length, "change")} open`,
  "review-failed": (report) => `draft ${report.reviewsStarted} could not be reviewed`,
  "review-invalid": (report) => `the review of draft ${report.reviewsStarted} gave no usable answer`,
  aborted: () => "the run was interrupted",
  "run-timeout": () => "the time was over",
  "budget-spent": () => "the budget was spent",
  "round-limit": (report) => `the round limit was reached after review ${report.reviews}`,
};

/** The row that decided and its condition in words. */
export function decidedBy(result: ReviewResult): string {
  if (result.status === "failed") return "no decision";
  const { token, row } = result.decision;
  const why = explain(result)?.rows.find((one) => one.matched)?.why ?? null;
  return `${row === null ? "the runner's row" : `row ${row + 1} of the table`}, ${token}${why === null ? "" : `: ${why}`}`;
}

/** Why the table decided as it did, row by row; `null` where nothing was decided. */
export function explain(result: ReviewResult): ReturnType<typeof qualityTable.explain> | null {
  if (result.status === "failed") return null;
  const { facts, signals, early } = result.decision;
  return qualityTable.explain(facts as Parameters<typeof qualityTable.explain>[0], { signals, early }); // The facts of this very table.
}

/** `draft 2`: the last one that was reviewed. */
export function draftOf(report: QualityReport): string {
  return `draft ${report.history.at(-1)?.version ?? 1}`;
}

/** `1 review`, `2 reviews`. */
export function counted(count: number, word: string): string {
  return `${count} ${count === 1 ? word : `${word}s`}`;
}
