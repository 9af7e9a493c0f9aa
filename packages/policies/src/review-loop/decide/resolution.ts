/** What counts as resolved; the only definition of it (RL-VN-11, §17.4). */
import { reviewSeverity } from "@loopwright/core";
import type { RowDisposition, TriageRow } from "../facts/triage-facts.js";
import { isText } from "./evidence-text.js";
import { severities, seriousRows } from "./grade.js";
import { isPinned } from "./pinned-reference.js";
import { isFloorValid } from "./residual-floor.js";
import type { RunView } from "./run-view.js";

/** Whether each triage row of round k is resolved, by id. A fix of this round is not: the next round proves it (D04). */
export function resolutions(view: RunView, k: number): ReadonlyMap<string, boolean> {
  return new Map(view.triage(k).map((row) => [row.id, isResolved(view, k, row)]));
}

function isResolved(view: RunView, k: number, row: TriageRow): boolean {
  const severity = view.at(severities, k).get(row.id) ?? "major";
  if (!reviewSeverity.isBlocking(severity)) return true;
  if (isScopePending(view, row)) return false;
  const { disposition } = row;
  switch (disposition.kind) {
    case "accepted-degraded":
    case "not-applicable":
      if (!isReasoned(view, k, row, disposition)) return false;
      // What the user declined is held by the user's own words, and by nothing else (RL-SF-15).
      if (isDeclined(view, row)) return hasUserWords(view, disposition);
      return disposition.definition === severity;
    case "residual-floor":
      return isFloorValid(view, k, row, disposition.floor);
    case "external-reference":
      return row.findings.some(isReaderFinding) && isPinned(disposition.ref);
    default:
      return false;
  }
}

type Retirement = Extract<RowDisposition, { readonly kind: "accepted-degraded" | "not-applicable" }>;

/** A reason, and behind a claim of unreachability the same evidence that a registration needs (RL-TR-11). */
function isReasoned(view: RunView, k: number, row: TriageRow, { reason, claimsUnreachable, floor }: Retirement): boolean {
  if (!isText(reason)) return false;
  return claimsUnreachable !== true || (floor !== undefined && isFloorValid(view, k, row, floor));
}

function isDeclined({ run }: RunView, { scope }: TriageRow): boolean {
  return run.fence.raised && scope === "out-declined";
}

/** A declined defect stays a real degradation; ruling it not applicable would hide that. */
function hasUserWords({ run }: RunView, { kind, userDeclined }: Retirement): boolean {
  return kind === "accepted-degraded" && isText(userDeclined) && run.userMessages.some((message) => message.includes(userDeclined));
}

function isReaderFinding({ laneKind, unfollowable }: TriageRow["findings"][number]): boolean {
  return laneKind === "legibility" && unfollowable !== undefined;
}

/** A question to the user that nobody may answer for them; without a fence there is no border to cross (RL-SF-14, RL-SF-17). */
export function isScopePending({ run }: RunView, { scope }: TriageRow): boolean {
  return run.fence.raised && scope === "out-pending";
}

/** The serious rows of round k that wait for the user (RL-SF-14). */
export function pendingScopeRows(view: RunView, k: number): readonly TriageRow[] {
  return view.at(seriousRows, k).filter((row) => isScopePending(view, row));
}

/** The rows of round k that are not resolved. */
export function unresolvedRows(view: RunView, k: number): readonly TriageRow[] {
  const resolved = view.at(resolutions, k);
  return view.triage(k).filter((row) => resolved.get(row.id) !== true);
}

/** The registrations of round k that hold: serious rows only (RL-TR-09, RL-TR-17). */
export function validRegistrations(view: RunView, k: number): readonly TriageRow[] {
  return view.at(seriousRows, k).filter((row) => row.disposition.kind === "residual-floor" && isFloorValid(view, k, row, row.disposition.floor));
}
