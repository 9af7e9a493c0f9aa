/** Carrying registrations: each is derived anew in every round, and one that nobody raised again does not vanish (RL-TR-10, D13). */
import { isOverlapping } from "@loopwright/core";
import type { RunView } from "../decide/run-view.js";
import { validRegistrations } from "../decide/resolution.js";
import type { ReviewRun } from "../facts/run-facts.js";
import type { TriageRow } from "../facts/triage-facts.js";
import { viewOf } from "../decide/decide.js";

/**
 * The rows to add to round k for registrations of round k−1 that nobody raised again and whose file is still there. They
 * carry the evidence, not the verdict: round k tests it.
 */
export function carryRows(run: ReviewRun, k: number): readonly TriageRow[] {
  const view = viewOf(run, k);
  return view.at(validRegistrations, k - 1).flatMap((row) => (isRaisedAgain(view, k, row) || isGone(view, k, row) ? [] : [carried(row, k)]));
}

function isRaisedAgain(view: RunView, k: number, row: TriageRow): boolean {
  const locs = row.findings.flatMap((finding) => finding.locs);
  return view.triage(k).some(({ findings }) => findings.some((finding) => finding.locs.some((loc) => locs.some((old) => isOverlapping(old, loc)))));
}

/** Gone is only what a fix deleted; a file whose text is not stored is still there. */
function isGone(view: RunView, k: number, row: TriageRow): boolean {
  const files = view.round(k - 1)?.landed?.files ?? [];
  return row.findings.every(({ locs }) => locs.every((loc) => files.some(({ path, status }) => path === loc.file && status === "deleted")));
}

function carried(row: TriageRow, k: number): TriageRow {
  const findings = row.findings.map((finding) => ({ ...finding, id: `${finding.id}@${k}`, laneKind: "carry" as const }));
  return { ...row, id: `${row.id}@${k}`, findings };
}
