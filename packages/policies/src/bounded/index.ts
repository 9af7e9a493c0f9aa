// Target, authority and configuration
export { policiesOf } from "./target.js";
export type { Mode, TargetKind, TouchedPath } from "./target.js";
export { classifyAuthorization, DELIVERY_STEMS, forbiddenActions, ignoredPhrases, isDelivery } from "./authority.js";
export type { AuthorityBasis, AuthorityInput, Authorization } from "./authority.js";
export { checkBoundedSettings, DEFAULT_BOUNDED_TIMEOUT_MS } from "./config.js";
export type { BoundedSettings } from "./config.js";
export { BoundedConfigError } from "./config-error.js";
export type { BoundedConfigCode } from "./config-error.js";

// The frozen baseline
export { freezeScope, instructionRequirements, isDrifted, isHeadMoved, observeReview } from "./frozen-scope.js";
export type { FrozenScope, Requirement, Snapshot } from "./frozen-scope.js";
export {
  affectedChecks, attributeFailure, checkCoverage, checkHistory, currentChecks, gateChecks, markStale, openCheckLog, recordCheck, runnableChecks,
} from "./checks.js";
export type { Attribution, CheckLine, CheckLog, CheckOutcome, CheckSpec } from "./checks.js";

// Risk, budget, lanes, routing
export { classifySurface, raiseRisk, riskOf } from "./risk.js";
export type { Classified, Risk, RiskSignal, Size, SurfaceClass, SurfaceKind } from "./risk.js";
export { budgetCoverage, BUDGETS, chooseBudget, initialBudget, mostDelegatedCalls } from "./budget.js";
export type { Budget, BudgetName, BudgetSource, Limits } from "./budget.js";
export { batchesOf, isDecisive, selectLanes } from "./lanes.js";
export type { LaneInput, LaneSelection, LaneSlot, LensId } from "./lanes.js";
export { LENS_HEAD, lensOf, LENSES } from "./lens.js";
export { DEFAULT_ROUTING, mismatchCoverage, routeModel, routingCoverage, workKindOf } from "./routing.js";
export type { FallbackReason, LiveCapabilities, ModelChoice, Preference, RoutingPolicy, WorkKind } from "./routing.js";

// Packets
export { CHECK_OUTPUT_CHARACTERS, checkReports, fixPacket, fullPacket, historyIsolation, targetedPacket } from "./packets.js";
export type { CheckReport, FixPacket, FullPacket, TargetedPacket } from "./packets.js";

// Findings
export { ADVISORY_CLASSES, BLOCKING_CLASSES, EVIDENCE_KINDS } from "./bounded-finding.js";
export type { AdvisoryClass, BlockingClass, BoundedEvidence, Dispute, EvidenceKind, LaneId, RawFinding, Resolution, ReviewOutput } from "./bounded-finding.js";
export { REVIEW_OUTPUT_SCHEMA, validateReviewOutput } from "./review-schema.js";
export { absorb, needsArbitration, needsVerdict, triage, verdictWithoutVerifier } from "./triage.js";
export type { Candidate, FindingVerdict, LaneOutput, Triage } from "./triage.js";
export type { EvidenceBase } from "./evidence-rules.js";
export { absorbFailingChecks, EMPTY_LEDGER, entriesIn } from "./bounded-ledger.js";
export type { BoundedLedger, EntryState, LedgerEntry, Member, Rejection } from "./bounded-ledger.js";

// Repair and looking again
export { editsOf, FIX_CONSTRAINTS, isPlanOutside, opportunisticEdits, orderBatch } from "./repair.js";
export type { AuthorityNeed, Edit, EditScope, FixPlan } from "./repair.js";
export { closeBlockers, hasNewEvidence, judgeRepair, lanesToAsk, rememberEvidence, targetedParts } from "./rereview.js";
export type { Boundaries, EvidenceMemory, LaneResolution, TargetedParts } from "./rereview.js";

// Deciding and reporting
export { boundedFacts, boundedTable, decideBounded, NEXT_ACTIONS } from "./bounded-table.js";
export type { BoundedFacts, BoundedToken } from "./bounded-table.js";
export { gate, isCoverageComplete, localVerification, requiredCounts, statusesOf } from "./gate.js";
export type { LocalVerification, Observation, RemoteObservations, ReviewClean, Statuses } from "./gate.js";
export { boundedReport } from "./bounded-report.js";
export type { BoundedReport, BoundedUsage, LaneReport, ReportedFinding, ReportInput, TargetReport } from "./bounded-report.js";
