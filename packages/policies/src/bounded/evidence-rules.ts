/**
 * What evidence is worth (BD-FIND-01..04, BD-FIND-08).
 *
 * Invariants:
 * 1. A claim needs something that can be looked up and is there; how sure a reviewer feels, and how many agree, is nothing.
 * 2. Deterministic evidence outranks a claim: a finding that rests on checks which pass is contradicted.
 */
import { isBlank } from "@loopwright/evidence";
import type { Location } from "@loopwright/core";
import type { BoundedEvidence, RawFinding } from "./bounded-finding.js";
import type { CheckLine } from "./checks.js";
import { readPlace, type SurfaceIndex, type TargetKind } from "./target.js";

/** What findings are measured against. */
export interface EvidenceBase {
  readonly kind: TargetKind;
  readonly surface: SurfaceIndex;
  /** Current state of each check, by id. */
  readonly checks: ReadonlyMap<string, CheckLine>;
  readonly requirements: ReadonlySet<string>;
  /** The frozen artifact's text at a place; `null` where it has none. */
  textAt(location: Location): string | null;
}

const FIELDS = ["location", "classification", "failureMode", "remediation"] as const;

/** Why a finding is rejected before anything else is asked; `null` if it is not. In this order: shape, evidence, scope. */
export function rejectionOf(finding: RawFinding, base: EvidenceBase): string | null {
  const missing = FIELDS.find((field) => isBlank(finding[field]));
  if (missing !== undefined) return `missing:${missing}`;
  if (finding.evidence.length === 0) return "no-evidence";
  if (!finding.evidence.some((one) => isResolved(one, base))) return "evidence-unresolved";
  if (finding.evidence.every((one) => one.kind === "check" && base.checks.get(one.ref)?.status === "pass")) return "evidence-contradicted";
  const isInside = base.surface.hasLocation(finding.location) || base.surface.hasLocation(finding.causeLocation);
  return isInside ? null : "out-of-frozen-scope";
}

/** Whether a piece of evidence points at something that exists (BD-FIND-02). */
export function isResolved(evidence: BoundedEvidence, base: EvidenceBase): boolean {
  switch (evidence.kind) {
    case "check":
      return base.checks.has(evidence.ref);
    case "requirement":
      return base.requirements.has(evidence.ref);
    case "location": {
      const place = readPlace(evidence.ref, base.kind);
      const text = place === null ? null : base.textAt(place);
      return text !== null && (evidence.quote === null || text.includes(evidence.quote));
    }
    case "command":
      return evidence.exitCode !== null && evidence.output !== null && !isBlank(evidence.ref);
    case "reasoning":
      return (evidence.steps ?? []).filter((step) => !isBlank(step)).length >= 2;
  }
}

/** Whether evidence cites a check that fails now, and whose failure is the target's (BD-FIND-06). */
export function isBackedByCheck(evidence: readonly BoundedEvidence[], base: EvidenceBase): boolean {
  return evidence.some(({ kind, ref }) => {
    const check = kind === "check" ? base.checks.get(ref) : undefined;
    return check?.status === "fail" && check.attribution === "target";
  });
}
