/** Perspectives: the checklists that a reviewer runs one after another, and the label each finding carries (LG-PASS-1). */
import type { ArtifactKind } from "../value/ledger.js";

/** All labels. */
export const PERSPECTIVES = /* @__PURE__ */ Object.freeze([
  "input-hostility",
  "state-and-flow",
  "spec-conformance",
  "security",
  "regression-surface",
  "testability",
  "completeness",
  "consistency",
  "risk-concentration",
] as const);

/** One of {@link PERSPECTIVES}. */
export type Perspective = (typeof PERSPECTIVES)[number];

/** What is reviewed: an artifact, or one of two occasions with lists of their own. */
export type ReviewOccasion = ArtifactKind | "conformance-gate" | "qa";

/** Which perspectives an occasion takes, in order. */
export const PERSPECTIVES_BY_OCCASION: { readonly [O in ReviewOccasion]: readonly Perspective[] } = /* @__PURE__ */ Object.freeze({
  spec: ["testability", "completeness", "consistency"],
  plan: ["testability", "completeness", "consistency", "risk-concentration"],
  adr: ["testability", "completeness", "consistency"],
  code: ["input-hostility", "state-and-flow", "security", "regression-surface"],
  "conformance-gate": ["spec-conformance"],
  qa: ["spec-conformance", "state-and-flow", "regression-surface"],
});

/** Whether a label is one of the vocabulary. */
export function isPerspective(label: string): label is Perspective {
  return (PERSPECTIVES as readonly string[]).includes(label);
}
