/**
 * Findings: claimed defects, in the form that all policies share.
 *
 * Invariants:
 * 1. Identity and severity belong to the loop: neither is taken from a model after intake.
 * 2. A finding that several lanes raise stays one finding, with all its sources, places and evidence (BD-DEDUP-01, RL-TR-01).
 * 3. The shapes are type aliases, not interfaces, so that they are `Json` and may stand in states, inputs and reports.
 */
import type { Location } from "./location.js";
import type { SeverityScale } from "./severity.js";

/** Who raised a finding. */
export type FindingSource = {
  readonly role: string;
  /** Key of the lane inside a role family; `null` where the role has one agent only. */
  readonly lane: string | null;
};

/** Something that can be looked up to test a claim: a check, a command, a requirement, a witness test, a quote. */
export type Evidence<Kind extends string = string> = {
  readonly kind: Kind;
  /** What to look up: an id, a command, a place, a quoted text. */
  readonly ref: string;
};

/** One claimed defect. Policies extend it with what their catalogue adds. */
export type Finding<Severity extends string = string, E extends Evidence = Evidence> = {
  /** Unique in the run, given by the loop, never reused. */
  readonly id: string;
  readonly severity: Severity;
  /** The label as reported, verbatim; `null` where there was none. Kept beside the grade for audit (RL-VN-03, LG-FILE-2). */
  readonly severityAsReported: string | null;
  /** Empty for a claim about the whole artifact (RL-EN-10). */
  readonly locations: readonly Location[];
  /** One sentence that can be shown false. */
  readonly claim: string;
  readonly evidence: readonly E[];
  /** All who raised it, the first one first. */
  readonly sources: readonly [FindingSource, ...FindingSource[]];
  /** Round of first intake. */
  readonly round: number;
};

/** How many findings there are of each severity, in the order of the scale; zeros included. */
export function countBySeverity<Severity extends string>(
  findings: Iterable<{ readonly severity: Severity }>,
  scale: SeverityScale<Severity>,
): { readonly [S in Severity]: number } {
  // The cast: one entry for each level.
  const counts = Object.fromEntries(scale.levels.map((level) => [level, 0])) as { [S in Severity]: number };
  for (const { severity } of findings) counts[severity] += 1;
  return counts;
}
