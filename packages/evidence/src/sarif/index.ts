// Logs
export { readSarif } from "./read-sarif.js";
export type { ReadSarifOptions, SarifLog } from "./read-sarif.js";
export { sarifOfCheck } from "./sarif-of-check.js";
export type { SarifRun } from "./read-run.js";
export type { SarifFinding, SarifOther, SarifOtherReason, SarifResult } from "./sarif-result.js";
export { MAX_PLACES } from "./place.js";
export type { SarifPlace } from "./place.js";
export { SarifLevel } from "./level.js";

// What a policy decides by
export { SARIF_BLOCKING, sarifFacts, sarifVerdict } from "./facts.js";
export type { SarifCounts, SarifFacts } from "./facts.js";

// Findings
export { SARIF_REVIEW_SEVERITIES, sarifFindings } from "./findings.js";
export type { SarifFindingsOptions, SarifSeverities } from "./findings.js";
