/** What a reader of a ledger should know beside its findings: gaps in the record, never faults (LG-CLOSE-8, LG-SEC-9). */
import { isMarker, type Ledger } from "../value/ledger.js";

/** Warnings about a ledger, in order of its history. */
export function ledgerWarnings({ history }: Ledger): readonly string[] {
  const warnings: string[] = [];
  for (const item of history) {
    if (isMarker(item)) continue;
    if (item.iteration > 1 && (item.suite_evidence ?? "") === "") warnings.push(`no-suite-evidence: round ${item.iteration}`);
  }
  return warnings;
}
