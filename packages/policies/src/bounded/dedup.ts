/**
 * When two findings are one defect (BD-DEDUP-01), and what a merge keeps (BD-DEDUP-02).
 *
 * Invariants:
 * 1. Titles and line numbers alone merge nothing: it takes a shared contract or place, and a shared failure.
 * 2. Candidates are found by key, so that a batch costs no more than its findings and the matches among them.
 */
import type { BoundedEvidence, EvidenceKind, RawFinding } from "./bounded-finding.js";
import { EVIDENCE_KINDS, foldMode } from "./bounded-finding.js";
import { isSamePlace, type TargetKind } from "./target.js";

/** As much of a finding as tells whether it is the same. */
export type Likeness = Pick<RawFinding, "failureMode" | "contract" | "location" | "class" | "evidence">;

/** Whether two findings are one defect. */
export function isSameDefect(left: Likeness, right: Likeness, kind: TargetKind): boolean {
  const hasContract = left.contract !== null && left.contract === right.contract;
  const hasPlace = isSamePlace(left.location, right.location, kind);
  if (!hasContract && !hasPlace) return false;
  if (foldMode(left.failureMode) === foldMode(right.failureMode)) return true;
  if (hasContract && hasPlace && left.class === right.class) return true;
  const signed = new Set(signedKeys(left.evidence));
  return signedKeys(right.evidence).some((key) => signed.has(key));
}

/** Check and command evidence with a signature: the same failure, seen twice. */
function signedKeys(evidence: readonly BoundedEvidence[]): readonly string[] {
  return evidence.flatMap(({ kind, ref, signature }) => (kind === "check" || kind === "command") && signature !== null ? [JSON.stringify([kind, ref, signature])] : []);
}

/** Keys of which two findings share at least one if they are the same defect. */
function keysOf(finding: Likeness): readonly string[] {
  return [`m${foldMode(finding.failureMode)}`, ...(finding.contract === null ? [] : [`c${finding.contract}\n${finding.class}`]), ...signedKeys(finding.evidence)];
}

/** Finds what a finding is the same as. */
export interface DefectIndex<Entry> {
  /** All entries that a member of theirs makes the same defect. */
  find(finding: Likeness): ReadonlySet<Entry>;
  add(finding: Likeness, entry: Entry): void;
}

/** An index of defects. */
export function defectIndex<Entry>(kind: TargetKind): DefectIndex<Entry> {
  const byKey = new Map<string, { readonly finding: Likeness; readonly entry: Entry }[]>();
  return {
    find: (finding) => {
      const found = new Set<Entry>();
      for (const key of keysOf(finding)) {
        for (const known of byKey.get(key) ?? []) {
          if (!found.has(known.entry) && isSameDefect(finding, known.finding, kind)) found.add(known.entry);
        }
      }
      return found;
    },
    add: (finding, entry) => {
      for (const key of keysOf(finding)) {
        const known = byKey.get(key);
        if (known === undefined) byKey.set(key, [{ finding, entry }]);
        else known.push({ finding, entry });
      }
    },
  };
}

/** How strong evidence is, 0 strongest; what has none is weakest. */
export function evidenceRank(evidence: readonly { readonly kind: EvidenceKind }[]): number {
  return evidence.reduce<number>((best, { kind }) => Math.min(best, EVIDENCE_KINDS.indexOf(kind)), EVIDENCE_KINDS.length);
}

/** The remediation that leads: that of the strongest evidence, then the shorter, then the earlier. */
export function leadingRemediation<F extends { readonly evidence: readonly { readonly kind: EvidenceKind }[]; readonly remediation: string }>(findings: readonly [F, ...F[]]): string {
  const [first, ...others] = findings;
  return others.reduce((best, one) => (isLeading(one, best) ? one : best), first).remediation;
}

function isLeading<F extends { readonly evidence: readonly { readonly kind: EvidenceKind }[]; readonly remediation: string }>(one: F, best: F): boolean {
  const [rank, known] = [evidenceRank(one.evidence), evidenceRank(best.evidence)];
  return rank !== known ? rank < known : one.remediation.length < best.remediation.length;
}
