// Facts of a run
export { readReviewRun } from "./facts/read-run.js";
export type { AnalystReturn, Continuation, Fence, Form, FormClaim, LineName, Marker, PassSubject, ReviewRound, ReviewRun, Slot, SlotFact, Subject } from "./facts/run-facts.js";
export type { LaneReturn, ToolRecord } from "./facts/return-facts.js";
export type { Hunk, Landed, LandedFile } from "./facts/landed-facts.js";
export type { AnchorFact, AugmentFact, Category, ColdRead, EnumRow, GuardChecklist, LineRange, RowState, SpotAudit } from "./facts/round-facts.js";
export type { FloorEvidence, LaneKind, PinnedRef, RaisedFinding, Regrade, RowDisposition, TriageRow } from "./facts/triage-facts.js";

// Deciding a round
export { decideReview, explainReview } from "./decide/decide.js";
export type { DecidedRound } from "./decide/decide.js";
export type { ReviewDecision, Trigger } from "./decide/review-decision.js";
export { reviewFacts, reviewTable } from "./decide/review-table.js";
export type { DecisionFacts } from "./decide/review-table.js";
export { assessRound } from "./assess-round.js";
export type { RoundAssessment } from "./assess-round.js";
export { fileRole } from "./decide/file-kind.js";
export type { FileRole } from "./decide/file-kind.js";
export { readVerdictLine } from "./decide/verdict-line.js";
export type { GateClause, PassGate } from "./decide/pass-gate.js";
export type { NotRunReason, SlotVerdict } from "./decide/slot-verdict.js";
export type { Reconciliation } from "./decide/reconciliation.js";
export type { Regression } from "./decide/regression.js";
export type { Net } from "./decide/net.js";
export type { ClosableGap } from "./decide/closable-gaps.js";
export type { VoidingCode, VoidingHit } from "./decide/voiding.js";

// Triage
export { hasSharedLocation, mergeRows, proposeMerges } from "./triage/merge.js";
export { intakeProblems, owedFixes } from "./triage/intake.js";
export type { IntakeProblem } from "./triage/intake.js";
export { carryRows } from "./triage/carry.js";
export { rowHistory } from "./triage/row-history.js";
export { preRewriteText } from "./triage/attach.js";
export type { PreRewriteText } from "./triage/attach.js";
export { renderTriage, triageReport } from "./triage/render.js";
export type { TriageReport } from "./triage/render.js";

// Root cause and hand-back
export { readAnalystReturn } from "./root-cause/analyst-return.js";
export type { AnalystReading, AnalystVerdict } from "./root-cause/analyst-return.js";
export { handBackOf, overrideHandBack } from "./root-cause/hand-back.js";
export type { ContinuedRun, HandBack } from "./root-cause/hand-back.js";

// Tokens and the status block as text
export { formatToken, parseToken } from "./token/token.js";
export type { Suffix, Token } from "./token/token.js";
export { formatStatusBlock, missingLines, parseStatusBlock } from "./status/status-block.js";
export type { StatusBlock } from "./status/status-block.js";
export {
  parseAnchorsLine, parseContinuationLine, parseFenceLine, parseLegibilityLine, parseRegressionLine, parseSimplicityLine, parseSlotsLine,
  parseSpotAuditLine,
} from "./status/status-lines.js";
export type { SimplicityLine } from "./status/status-lines.js";
export { renderStatus } from "./status/render-status.js";
export type { StatusDisplay } from "./status/render-status.js";

// Auditing a token
export { auditRun } from "./audit/audit-run.js";
export type { Audit, AuditAction } from "./audit/audit-run.js";
export type { Hit, HitClass, HitCode } from "./audit/hits.js";
export { completionCondition } from "./completion-condition.js";
