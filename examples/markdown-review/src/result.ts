/** The end of a run: for a person, and as JSON. */
import type { Document } from "./document.ts";
import type { ExitCode } from "./exit-code.ts";
import { printItems, seconds } from "./narration.ts";
import type { ReviewResult } from "./review-run.ts";
import { RULESET } from "./ruleset.ts";
import type { Screen } from "./screen.ts";
import { printable } from "./style.ts";
import { counted, decidedBy, draftOf, explain, sentenceOn } from "./verdict.ts";

/** Where the draft was written, or why it was not. */
export type Written =
  | { readonly path: string; readonly reason: null }
  | { readonly path: null; readonly reason: "not asked for" | "not approved" | "nothing changed" | "no draft was reviewed" };

export interface Ending {
  readonly result: ReviewResult;
  readonly written: Written;
  readonly exitCode: ExitCode;
  readonly durationMs: number;
  readonly isInPlace: boolean;
}

export function printResult(screen: Screen, { result, written, exitCode, durationMs, isInPlace }: Ending): void {
  const { style } = screen;
  screen.gap();
  const headline = result.status === "passed" ? style.good("✔ Approved") : style.bad("✘ Not approved");
  screen.print(`${headline}: ${printable(sentenceOn(result))}.`);
  screen.print(`  Decided by ${decidedBy(result)}.`);
  const report = result.report;
  if (report !== null && report.remainingFeedback.length > 0) {
    screen.print(`  Still open in ${draftOf(report)}:`);
    printItems(screen, report.remainingFeedback);
  }
  if (report !== null && report.unreviewedDraft !== null) {
    screen.print(`  Draft ${report.reviews + 1} was not reviewed, so it counts for nothing; --json shows it.`);
  }
  screen.print(`  ${whereTo(written, isInPlace, result)}`);
  screen.print(style.faint(`  ${counted(result.usage.calls, "call")}, ${counted(result.rounds, "review")}, ${seconds(durationMs)}, exit code ${exitCode}`));
}

function whereTo(written: Written, isInPlace: boolean, { report }: ReviewResult): string {
  if (written.path !== null) return `${report === null ? "The draft" : capitalised(draftOf(report))} was written to ${written.path === "-" ? "standard output" : printable(written.path)}.`;
  switch (written.reason) {
    case "not asked for":
      return "Nothing was written: --out FILE keeps the last reviewed draft, --write replaces the document once it is approved.";
    case "not approved":
      return "The document was left as it is: only an approved draft replaces it.";
    case "nothing changed":
      return "Nothing was written: the document is fine as it is.";
    case "no draft was reviewed":
      return isInPlace ? "The document was left as it is: no draft was reviewed." : "Nothing was written: no draft was reviewed.";
  }
}

function capitalised(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

export interface JsonEnding {
  readonly result: ReviewResult;
  readonly document: Document;
  readonly exitCode: ExitCode;
  readonly written: Written;
}

/** The result as one JSON document. */
export function toJson({ result, document, exitCode, written }: JsonEnding): object {
  return {
    status: result.status,
    token: result.token,
    approved: result.status === "passed",
    exitCode,
    message: sentenceOn(result),
    document: { path: document.path, bytes: document.bytes },
    ruleset: { name: RULESET.name, version: RULESET.version },
    written: written.path,
    rounds: result.rounds,
    reviewedVersion: result.reviewedVersion,
    unreviewedChange: result.unreviewedChange,
    decision: result.decision,
    explanation: explain(result)?.toString().split("\n") ?? [],
    report: result.report,
    usage: result.usage,
    independence: result.independence,
    error: result.error,
  };
}
