/** Who has to be looked at again, and what has to be fixed (LG-PH-2, LG-FIX-1). Pure selections, in ledger order. */
import { ledgerSeverity } from "@loopwright/core";
import type { LedgerConfig } from "../config/config.js";
import { isBought, isLiveDispute, isOpen, pendingAction } from "../value/entry.js";
import type { Ledger, LedgerEntry } from "../value/ledger.js";

/**
 * Entries that Phase A verifies: everything open and every bought dispute; with `phase_a_scope: fixed` only what a fix
 * commit of this round claims, unless the round is about to stop (LG-PH-2).
 */
export function phaseAWorklist(
  { findings }: Ledger,
  { phaseAScope }: Pick<LedgerConfig, "phaseAScope">,
  { claimed, isStopping }: { readonly claimed: Iterable<string>; readonly isStopping: boolean },
): readonly LedgerEntry[] {
  const owed = findings.filter((entry) => isOpen(entry) || (isLiveDispute(entry) && isBought(entry)));
  if (phaseAScope === "all" || isStopping) return owed;
  const ids = new Set(claimed);
  return owed.filter(({ id }) => ids.has(id));
}

/** What a fix round works on. */
export interface FixWorklist {
  /** To be fixed, strongest first, then oldest. */
  readonly owed: readonly LedgerEntry[];
  /** May be fixed too: majors within the budget; substantives that share an anchor or a commit with an owed one. */
  readonly allowed: readonly LedgerEntry[];
}

/** What to fix after a CONTINUE (LG-FIX-1). Cosmetics are never in it. */
export function fixWorklist({ findings }: Ledger, { majorBudget }: Pick<LedgerConfig, "majorBudget">): FixWorklist {
  const open = findings.filter((entry) => isOpen(entry) && pendingAction(entry) === null);
  const bought = findings.filter((entry) => isBought(entry) && (isOpen(entry) || isLiveDispute(entry)));
  const criticals = open.filter(({ severity }) => severity === "critical");
  const majors = open.filter(({ severity }) => severity === "major");
  const owed = strongestFirst(new Set([...criticals, ...majors.slice(0, Math.max(0, majors.length - majorBudget)), ...bought]));
  const isOwed = new Set(owed);
  const files = new Set(owed.map(({ anchor }) => anchor.file));
  const isAllowed = (entry: LedgerEntry): boolean => entry.severity === "major" || (entry.severity === "substantive" && files.has(entry.anchor.file));
  return { owed, allowed: strongestFirst(open.filter((entry) => !isOwed.has(entry) && isAllowed(entry))) };
}

/** Sorting is stable, so that equals stay in ledger order: oldest first. */
function strongestFirst(entries: Iterable<LedgerEntry>): readonly LedgerEntry[] {
  return [...entries].sort((left, right) => ledgerSeverity.compare(left.severity, right.severity) || idNumber(left) - idNumber(right));
}

function idNumber({ id }: LedgerEntry): number {
  return Number(id.slice(2));
}
