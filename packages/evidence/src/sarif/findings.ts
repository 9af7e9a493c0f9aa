/**
 * The findings of a log in the form that all policies share.
 *
 * Invariants:
 * 1. One finding for each of the log, in its order; the analyser's level is kept verbatim beside the severity (RL-VN-03).
 * 2. The severity comes from a table over all levels, never from a word of the log (RL-VN-01).
 */
import { deepFreeze, type Finding, type ReviewSeverity } from "@loopwright/core";
import type { SarifLevel } from "./level.js";
import type { SarifLog } from "./read-sarif.js";
import type { SarifFinding } from "./sarif-result.js";

/** A severity for each level. */
export type SarifSeverities<Severity extends string> = { readonly [L in SarifLevel]: Severity };

/** Severities of the review loop: a serious problem is major, and so is one without severity, which must not hide (RL-VN-02). */
export const SARIF_REVIEW_SEVERITIES: SarifSeverities<ReviewSeverity> = /* @__PURE__ */ Object.freeze({ error: "major", warning: "minor", note: "nit", none: "major" });

/** How findings are made of a log. */
export interface SarifFindingsOptions {
  /** Round of intake; default 1. */
  readonly round?: number;
  /** Who raised them; default `analyser`. The lane is the tool. */
  readonly role?: string;
  /** Id of a finding, unique in the run; default `sarif-<run>-<index>`, which is unique in the log. */
  readonly id?: (finding: SarifFinding) => string;
}

/**
 * Findings of a log, graded by {@link SARIF_REVIEW_SEVERITIES} or by a table of one's own. That there are none says nothing
 * as long as the log is not complete.
 */
export function sarifFindings(log: SarifLog, options?: SarifFindingsOptions & { readonly severities?: undefined }): readonly Finding<ReviewSeverity>[];
export function sarifFindings<const Severity extends string>(log: SarifLog, options: SarifFindingsOptions & { readonly severities: SarifSeverities<Severity> }): readonly Finding<Severity>[];
export function sarifFindings(log: SarifLog, options: SarifFindingsOptions & { readonly severities?: SarifSeverities<string> | undefined } = {}): readonly Finding[] {
  const { round = 1, role = "analyser", id = ({ run, index }) => `sarif-${run}-${index}`, severities = SARIF_REVIEW_SEVERITIES } = options;
  return deepFreeze(
    log.findings.map((finding): Finding => ({
      id: id(finding),
      severity: severities[finding.level],
      severityAsReported: finding.levelAsReported,
      locations: finding.places.flatMap(({ location }) => (location === null ? [] : [location])),
      claim: finding.message,
      evidence: evidenceOf(finding),
      sources: [{ role, lane: finding.tool }],
      round,
    })),
  );
}

/** What to look up: the rule of the tool, and what tells this finding from others. */
function evidenceOf({ tool, ruleId, fingerprints, partialFingerprints }: SarifFinding): Finding["evidence"] {
  const named = [...Object.entries(fingerprints), ...Object.entries(partialFingerprints)];
  return [{ kind: "analyser", ref: ruleId === null ? tool : `${tool}: ${ruleId}` }, ...named.map(([name, value]) => ({ kind: "fingerprint", ref: `${name}=${value}` }))];
}
