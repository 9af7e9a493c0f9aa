/** The normalised verdict of a slot: one total order of questions (RL-VN-09). */
import { reviewSeverity } from "@loopwright/core";
import type { LaneReturn } from "../facts/return-facts.js";
import type { Marker, ReviewRound, Slot } from "../facts/run-facts.js";
import type { RaisedFinding, TriageRow } from "../facts/triage-facts.js";
import { hasMention, isAnswered, isText, isVerbatim } from "./evidence-text.js";
import { gradeFinding } from "./grade.js";
import { unresolvedRows } from "./resolution.js";
import type { RunView } from "./run-view.js";
import { readVerdictLine } from "./verdict-line.js";

/** Why a slot gave no verdict; a closed set (RL-SL-25). */
export type NotRunReason = "empty" | "api-error" | "content-filter" | "unparseable" | "return not pasted" | "tier unverified" | "missing guard checklist";

/** What a slot says after normalisation. */
export type SlotVerdict =
  | { readonly verdict: "APPROVE" | "CHANGES-REQUESTED" }
  | { readonly verdict: "not-run"; readonly reason: NotRunReason };

/** The slots, in their order. */
export const SLOTS: readonly Slot[] = /* @__PURE__ */ Object.freeze(["CR", "RC", "IR"]);

/** The slots without which nothing is certified (RL-PR-02). */
export const EXPERTS: readonly Slot[] = /* @__PURE__ */ Object.freeze(["CR", "RC"]);

/** The type-name of each expert slot in the user's catalog (RL-RS-02). */
const TYPE_NAMES: { readonly [S in Slot]: string | null } = { CR: "Code Reviewer", RC: "Reality Checker", IR: null };

/** The verdicts of round k. */
export function slotVerdicts(view: RunView, k: number): { readonly [S in Slot]: SlotVerdict } {
  return { CR: slotVerdict(view, k, "CR"), RC: slotVerdict(view, k, "RC"), IR: slotVerdict(view, k, "IR") };
}

function slotVerdict(view: RunView, k: number, slot: Slot): SlotVerdict {
  const round = view.round(k);
  const ret = round?.slots[slot].returns.at(-1);
  if (round === undefined || ret === undefined) return notRun("empty");
  const unusable = unusableReason(view, round, slot, ret);
  if (unusable !== null) return notRun(unusable);
  const rows = view.triage(k).map((row) => ({ row, own: row.findings.filter(({ lane, laneKind }) => laneKind === "slot" && lane === slot) }));
  const open = new Set(view.at(unresolvedRows, k));
  if (rows.some(({ row, own }) => own.length > 0 && open.has(row))) return { verdict: "CHANGES-REQUESTED" };
  const token = readVerdictLine(ret.raw);
  if (token === null) return notRun("unparseable");
  if (slot === "CR" && !hasChecklist(view, round)) return notRun("missing guard checklist");
  const isReject = token === "reject" && isRejectKept(view, k, rows);
  return { verdict: isReject ? "CHANGES-REQUESTED" : "APPROVE" };
}

function notRun(reason: NotRunReason): SlotVerdict {
  return { verdict: "not-run", reason };
}

function unusableReason(view: RunView, round: ReviewRound, slot: Slot, ret: LaneReturn): NotRunReason | null {
  if (!isAnswered(ret)) return ret.abort ?? "empty";
  if (!isVerbatim(ret)) return "return not pasted";
  return isTierVerified(view, round, slot) ? null : "tier unverified";
}

/** Whether a marker carries what could show it false (RL-RS-06). The independent slot has a family instead of a tier. */
export function isTierVerified(view: RunView, round: ReviewRound, slot: Slot): boolean {
  const { marker } = round.slots[slot];
  if (slot === "IR") return marker.kind === "independent";
  if (marker.kind === "registered") {
    const record = view.record(marker.record);
    return marker.typeName === TYPE_NAMES[slot] && record?.round === round.no && hasMention(record, marker.typeName);
  }
  return marker.kind === "local" && isText(marker.path) && isReadEarlier(view, round, marker);
}

function isReadEarlier(view: RunView, round: ReviewRound, { record: id, path }: Extract<Marker, { readonly kind: "local" }>): boolean {
  const record = view.record(id);
  return record !== undefined && record.round <= round.no && hasMention(record, path);
}

/** The independent reviewer's family; a claim without a dispatch record of this round is `same-family` (RL-SL-21, D40). */
export function reviewerFamily(view: RunView, k: number): "cross-family" | "same-family" {
  const round = view.round(k);
  const marker = round?.slots.IR.marker;
  if (round === undefined || marker?.kind !== "independent" || marker.family !== "cross-family") return "same-family";
  return view.record(marker.record)?.round === round.no ? "cross-family" : "same-family";
}

/** A checklist without points is accepted only where there is no code, and only with the scope it looked at (RL-SL-16). */
function hasChecklist({ run }: RunView, { checklist }: ReviewRound): boolean {
  if (checklist === null) return false;
  return checklist.points.length > 0 || (!run.hasCode && isText(checklist.scope));
}

/** A rejection stands without findings (RL-VN-10), and, listing nothing but minors, while one of them was not re-examined (RL-VN-04). */
function isRejectKept(view: RunView, k: number, rows: readonly { readonly row: TriageRow; readonly own: readonly RaisedFinding[] }[]): boolean {
  const findings = rows.flatMap(({ row, own }) => own.map((finding) => ({ row, finding })));
  if (findings.length === 0) return true;
  const isMinor = findings.every(({ row, finding }) => !reviewSeverity.isBlocking(gradeFinding(view, k, row, finding).severity));
  return isMinor && findings.some(({ finding }) => !finding.regrades.some(({ definition }) => definition !== undefined));
}
