// The policy
export { qualityLoop } from "./quality-loop.js";
export type { QualityLoopOptions } from "./options.js";
export { DEFAULT_CALL_TIMEOUT_MS } from "./options.js";
export type { QualityInput, QualityRequest } from "./request.js";
export { QualityConfigError } from "./config-error.js";
export type { QualityConfigCode } from "./config-error.js";

// What it decides on
export { qualityFacts, qualityTable } from "./quality-table.js";
export type { QualityToken } from "./quality-table.js";
export { actionableItems, isApproval, REVIEW_SCHEMA, validateReviewAnswer } from "./review-answer.js";
export type { ReviewAnswer } from "./review-answer.js";

// What it reports
export type { QualityReport, UsageTotals } from "./report.js";
export type { QualityFailure, QualityState, ReviewRecord } from "./state.js";
export type { QualityEvent, ReviewDecision } from "./events.js";

// Discipline
export type { CheckFinding, DisciplineCheck, ReviewUnderCheck, Violation, ViolationCode } from "./discipline.js";

// Instructions
export { CALLER_HEADING, REVIEWER_BASE, REVIEWER_LATER, REVIEWER_REPAIR, WRITER_DRAFT, WRITER_REVISE } from "./prompts.js";
