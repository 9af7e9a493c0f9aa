/**
 * Findings of the bounded loop and the answer they come in (BD-FIND-10, BD-CLASS-01, BD-CLASS-02).
 *
 * Invariant: the classes are two closed lists. Whatever is in neither cannot block.
 */
import type { BoundedSeverity } from "@loopwright/core";
import { splitWhiteSpace } from "@loopwright/evidence";

/** What may block (BD-CLASS-01). */
export const BLOCKING_CLASSES = /* @__PURE__ */ Object.freeze([
  "correctness-defect", "security-weakness", "data-loss-risk", "material-regression", "broken-requirement", "plan-contradiction",
  "execution-prerequisite", "unverifiable-acceptance-gate", "missing-rollback",
] as const);
export type BlockingClass = (typeof BLOCKING_CLASSES)[number];

/** What may not (BD-CLASS-02). */
export const ADVISORY_CLASSES = /* @__PURE__ */ Object.freeze([
  "naming-style", "optional-refactor", "alternative-architecture", "speculative-hardening", "editorial",
] as const);
export type AdvisoryClass = (typeof ADVISORY_CLASSES)[number];

/** Kinds of evidence, strongest first (BD-DEDUP-02). */
export const EVIDENCE_KINDS = /* @__PURE__ */ Object.freeze(["check", "command", "requirement", "location", "reasoning"] as const);
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number];

/** One piece of evidence; every key is present, `null` for none. */
export type BoundedEvidence = {
  readonly kind: EvidenceKind;
  readonly ref: string;
  readonly signature: string | null;
  readonly quote: string | null;
  readonly exitCode: number | null;
  readonly output: string | null;
  readonly steps: readonly string[] | null;
};

/** A finding as a reviewer sends it. */
export type RawFinding = {
  readonly id: string;
  readonly location: string;
  readonly causeLocation: string | null;
  readonly classification: BoundedSeverity;
  readonly class: string;
  readonly failureMode: string;
  readonly contract: string | null;
  readonly evidence: readonly BoundedEvidence[];
  readonly remediation: string;
  readonly confidence: "high" | "medium" | "low";
  readonly attribution: "target" | "pre-existing" | "unknown";
  readonly dependsOn: readonly string[];
};

/** What an owner says about a finding it was asked to look at again. */
export type Resolution = { readonly findingId: string; readonly state: "fixed" | "still-open"; readonly evidence: readonly BoundedEvidence[] };

/** What a lane holds against a defect that another may report. */
export type Dispute = { readonly failureMode: string; readonly contract: string | null; readonly evidence: readonly BoundedEvidence[] };

/** A reviewer's answer. */
export type ReviewOutput = {
  readonly findings: readonly RawFinding[];
  readonly resolutions: readonly Resolution[];
  readonly disputes: readonly Dispute[];
};

/** Lanes of a run. */
export type LaneId =
  | "consolidated" | "correctness" | "risk" | "architecture"
  | "plan-consolidated" | "plan-feasibility" | "plan-acceptance" | "arbitration" | "final-pass";

/** Identity of a piece of evidence. */
export function evidenceKey(evidence: BoundedEvidence): string {
  return JSON.stringify([evidence.kind, evidence.ref, evidence.signature]);
}

/** Both lists, each item once, in order. */
export function unionEvidence(left: readonly BoundedEvidence[], right: readonly BoundedEvidence[]): readonly BoundedEvidence[] {
  const seen = new Set(left.map(evidenceKey));
  const added = right.filter((one) => seen.size < seen.add(evidenceKey(one)).size);
  return added.length === 0 ? left : [...left, ...added];
}

/** Text in the form in which failure modes are compared: lower case, white space folded (BD-DEDUP-01). */
export function foldMode(text: string): string {
  return splitWhiteSpace(text.toLowerCase()).join(" ");
}
