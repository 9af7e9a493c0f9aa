/** What triage refuses or owes as rows come in (RL-TR-03..05, RL-TR-13, RL-TR-14, RL-TR-17). */
import { reviewSeverity } from "@loopwright/core";
import { viewOf } from "../decide/decide.js";
import { isText } from "../decide/evidence-text.js";
import { severities } from "../decide/grade.js";
import { regression } from "../decide/regression.js";
import { isScopePending, resolutions } from "../decide/resolution.js";
import type { RunView } from "../decide/run-view.js";
import type { ReviewRun } from "../facts/run-facts.js";
import type { TriageRow } from "../facts/triage-facts.js";

/** What is wrong with a row of round k. */
export type IntakeProblem = {
  readonly row: string;
  readonly code: "floor-on-minor" | "disposed-while-pending" | "declined-without-words" | "row-incomplete" | "report-only-fix";
};

/** The problems of a round's triage list; the round cannot close while there are any. */
export function intakeProblems(run: ReviewRun, k: number): readonly IntakeProblem[] {
  const view = viewOf(run, k);
  const incomplete = new Set(view.at(regression, k).incomplete);
  return view.triage(k).flatMap((row) => problemsOf(view, k, row, incomplete.has(row.id)).map((code) => ({ row: row.id, code })));
}

function problemsOf(view: RunView, k: number, row: TriageRow, isIncomplete: boolean): readonly IntakeProblem["code"][] {
  const isSerious = reviewSeverity.isBlocking(view.at(severities, k).get(row.id) ?? "major");
  const { kind } = row.disposition;
  const isDisposed = kind !== "pending" && kind !== "left";
  return [
    ...(kind === "residual-floor" && !isSerious ? (["floor-on-minor"] as const) : []),
    // Scope is settled before anything is registered, accepted or fixed (RL-TR-03).
    ...(isSerious && isScopePending(view, row) && isDisposed ? (["disposed-while-pending"] as const) : []),
    ...(isSerious && isUnwordedDecline(view, row) ? (["declined-without-words"] as const) : []),
    ...(isIncomplete ? (["row-incomplete"] as const) : []),
    ...(kind === "fix" && !isSerious && isLensOnly(row) ? (["report-only-fix"] as const) : []),
  ];
}

function isUnwordedDecline({ run }: RunView, { scope, disposition }: TriageRow): boolean {
  if (!run.fence.raised || scope !== "out-declined") return false;
  const words = disposition.kind === "accepted-degraded" ? disposition.userDeclined : undefined;
  return !isText(words) || !run.userMessages.some((message) => message.includes(words));
}

/** What the lenses find is reported and never sent to the fixer (RL-TR-05, RL-SI-08). */
function isLensOnly({ findings }: TriageRow): boolean {
  return findings.length > 0 && findings.every(({ laneKind }) => laneKind === "simplicity" || laneKind === "legibility");
}

/** The serious rows of round k that have to be fixed: in scope and not retired by a rule that holds (RL-TR-04). */
export function owedFixes(run: ReviewRun, k: number): readonly string[] {
  const view = viewOf(run, k);
  const resolved = view.at(resolutions, k);
  return view.triage(k).filter((row) => resolved.get(row.id) !== true && !isScopePending(view, row)).map(({ id }) => id);
}
