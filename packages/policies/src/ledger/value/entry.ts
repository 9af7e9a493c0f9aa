/**
 * What an entry means for the loop. Every question about a status or a disposition is asked here, once.
 *
 * A value that a file holds where nothing was set (`null`, `""`, `0`, `false`, `[]`, `{}`) counts as not set.
 */
import { ledgerSeverity } from "@loopwright/core";
import type { LedgerEntry, SeverityCounts } from "./ledger.js";

/** Whether something was set at all. */
export function isSet(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return Boolean(value);
  return Array.isArray(value) ? value.length > 0 : Object.keys(value).length > 0;
}

/** Open or not fixed: it counts for the table (LG-DEC-1). */
export function isOpen({ status }: LedgerEntry): boolean {
  return status === "open" || status === "not-fixed";
}

/** Fixed or rejected: its region is settled and arms the guard (LG-REL-1). */
export function isSettled({ status }: LedgerEntry): boolean {
  return status === "fixed" || status === "rejected";
}

/** Disputed by intake because it repeats a settled finding; it never blocks (LG-REL-1). */
export function isGuarded(entry: LedgerEntry): boolean {
  return entry.status === "disputed" && isSet(entry.relitigates);
}

/** Disputed by a later look: a person has to decide (LG-CNR-2). */
export function isLiveDispute(entry: LedgerEntry): boolean {
  return entry.status === "disputed" && !isSet(entry.relitigates);
}

/** Whether a person may still decide about it (LG-DIS-1). */
export function isDecidable(entry: LedgerEntry): boolean {
  return isOpen(entry) || entry.status === "disputed";
}

/** Whether its blocking severity counts. */
export function isBlocking({ severity }: LedgerEntry): boolean {
  return ledgerSeverity.isBlocking(severity);
}

/** Whether anything was decided about it. */
export function hasDisposition({ disposition }: LedgerEntry): boolean {
  return isSet(disposition);
}

/** Whether it bought a round (LG-DIS-3). */
export function isBought({ disposition }: LedgerEntry): boolean {
  return disposition === "fix-now";
}

/** The defer or reject that waits for a stop, if there is one (LG-DIS-4). */
export function pendingAction({ disposition }: LedgerEntry): "defer" | "reject" | null {
  if (typeof disposition !== "object" || disposition === null) return null;
  const { action } = disposition;
  return action === "defer" || action === "reject" ? action : null;
}

/** Whether something demonstrates it: any kind of witness does (LG-INT-5). */
export function isWitnessed({ witness }: Pick<LedgerEntry, "witness">): boolean {
  return isSet(witness?.kind) && witness?.kind !== "none";
}

/** 8·critical + 3·major + 1·substantive (LG-DEC-2). */
export function weightOf({ critical, major, substantive }: SeverityCounts): number {
  return 8 * critical + 3 * major + substantive;
}
