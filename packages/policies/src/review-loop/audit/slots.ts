/** What the three slots say, asked in the catalogue's order (RL-VN-08, RL-VN-09). */
import type { Marker, ReviewRound, Slot } from "../facts/run-facts.js";
import { gather, hasContent, isOnRecord, logged, noted, says, type AuditCase } from "./evidence-book.js";
import { isRetired, isSerious, weigh } from "./weigh.js";

/** A slot's verdict as the auditor reads it. */
export type SlotSays = "approve" | "reject" | "not-run";

/** The verdict of one slot in round j. */
export function slotSays(at: AuditCase, j: number, slot: Slot): SlotSays {
  return noted(at, `slot ${j} ${slot}`, () => ask(at, j, slot));
}

function ask(at: AuditCase, j: number, slot: Slot): SlotSays {
  const round = at.run.rounds[j - 1];
  const ret = round?.slots[slot].returns.at(-1);
  if (round === undefined || ret === undefined || !isOnRecord(ret) || !isTraced(at, round, slot)) return "not-run";
  const rows = (round.triage ?? []).map((row) => ({ row, mine: row.findings.filter((one) => one.lane === slot && one.laneKind === "slot") })).filter(({ mine }) => mine.length > 0);
  if (rows.some(({ row }) => !isRetired(at, j, row))) return "reject";
  const word = finalWord(ret.raw);
  if (word === null) return "not-run";
  if (slot === "CR" && !isChecklistGiven(at, round)) return "not-run";
  if (word === "approve") return "approve";
  const mine = gather(rows, ({ row, mine: own }) => own.map((finding) => ({ row, finding })));
  if (mine.some(({ row, finding }) => isSerious(weigh(at.run, j, row, finding).weight))) return "approve"; // retired above, with a reason
  const isExplained = mine.length > 0 && mine.every(({ finding }) => finding.regrades.some(({ definition }) => definition !== undefined));
  return isExplained ? "approve" : "reject";
}

function isChecklistGiven({ run }: AuditCase, { checklist }: ReviewRound): boolean {
  if (checklist === null) return false;
  return checklist.points.length > 0 || (says(checklist.scope) && !run.hasCode);
}

/** The four words of the catalogue, whole lines only. */
function finalWord(raw: string): "approve" | "reject" | null {
  const last = raw.split(/[\r\n]+/).map((line) => line.trim()).filter((line) => line !== "").at(-1) ?? "";
  if (last.length > 400) return null;
  const bare = last.replaceAll("*", "").replaceAll("_", "").replaceAll("`", "").trim().toUpperCase();
  const said = /^(?:(?:FINAL[ \t]+)?VERDICT[ \t]*:)?\s*(.*?)\s*[.!]?$/s.exec(bare)?.[1] ?? "";
  switch (said.trim().replace(/[ \t]+/g, "-")) {
    case "APPROVE":
    case "CLEAR":
      return "approve";
    case "CHANGES-REQUESTED":
    case "NEEDS-WORK":
      return "reject";
    default:
      return null;
  }
}

/** Whether a slot's persona can be traced to a call of the run. */
export function isTraced(at: AuditCase, round: ReviewRound, slot: Slot): boolean {
  const marker: Marker = round.slots[slot].marker;
  switch (marker.kind) {
    case "independent":
      return slot === "IR";
    case "registered": {
      const owed = { CR: "Code Reviewer", RC: "Reality Checker", IR: "" }[slot];
      return slot !== "IR" && marker.typeName === owed && logged(at, marker.record, owed)?.round === round.no;
    }
    case "local": {
      const read = slot === "IR" ? undefined : logged(at, marker.record, marker.path);
      return read !== undefined && read.round <= round.no;
    }
    case "unresolved":
      return false;
  }
}

/** Whether the independent reviewer provably was of another family in round j. */
export function isOtherFamily(at: AuditCase, j: number): boolean {
  const round = at.run.rounds[j - 1];
  const marker = round?.slots.IR.marker;
  if (marker?.kind !== "independent" || marker.family !== "cross-family" || marker.record === undefined) return false;
  return at.log.get(marker.record)?.round === round?.no;
}

/** Slots whose last return exists, holds something, and is not the transcript's. */
export function unpasted({ round }: AuditCase): readonly Slot[] {
  return (["CR", "RC", "IR"] as const).filter((slot) => {
    const ret = round.slots[slot].returns.at(-1);
    return ret !== undefined && hasContent(ret) && !isOnRecord(ret);
  });
}
