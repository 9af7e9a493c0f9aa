/** Proposing merges: one row for each spot and cause (RL-TR-01, D47). The judge confirms the cause; the place is looked up. */
import { isOverlapping } from "@loopwright/core";
import type { RaisedFinding, TriageRow } from "../facts/triage-facts.js";

/** Whether findings share a place, the one thing without which they may not merge. */
export function hasSharedLocation(left: RaisedFinding, right: RaisedFinding): boolean {
  return left.locs.some((one) => right.locs.some((other) => isOverlapping(one, other)));
}

/** Pairs of findings that could be one row, each in the given order. */
export function proposeMerges(findings: readonly RaisedFinding[]): readonly (readonly [string, string])[] {
  const byFile = new Map<string, RaisedFinding[]>();
  const pairs = new Map<string, readonly [string, string]>();
  for (const finding of findings) {
    for (const file of new Set(finding.locs.map((loc) => loc.file))) {
      const earlier = byFile.get(file) ?? [];
      for (const other of earlier) if (hasSharedLocation(other, finding)) pairs.set(JSON.stringify([other.id, finding.id]), [other.id, finding.id]);
      earlier.push(finding);
      byFile.set(file, earlier);
    }
  }
  return [...pairs.values()];
}

/**
 * Merges a row into another: findings stay side by side, so that severity never drops and no place, quote or id is lost.
 * `null` where the rows share no location.
 */
export function mergeRows(into: TriageRow, row: TriageRow): TriageRow | null {
  const isShared = into.findings.some((one) => row.findings.some((other) => hasSharedLocation(one, other)));
  if (!isShared) return null;
  const known = new Set(into.findings.map(({ id }) => id));
  return { ...into, findings: [...into.findings, ...row.findings.filter(({ id }) => !known.has(id))] };
}
