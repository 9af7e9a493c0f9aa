// The ledger
export { ARTIFACT_KINDS, findingId, FINDING_STATUSES, isMarker, LEDGER_ACTIONS, newLedger, WITNESS_KINDS, WITNESS_STATUSES } from "./value/ledger.js";
export type {
  Anchor, ArtifactKind, DecidedBy, FindingStatus, HistoryItem, InstanceMarker, Ledger, LedgerAction, LedgerEntry, RoundRecord, SeverityCounts,
  StoredDisposition, Verification, VerdictWord, Witness, WitnessKind, WitnessStatus,
} from "./value/ledger.js";
export { hasDisposition, isBlocking, isBought, isGuarded, isLiveDispute, isOpen, isSettled, pendingAction, weightOf } from "./value/entry.js";
export { parseLedger, serialiseLedger } from "./value/parse-ledger.js";
export type { ParseLedgerOptions } from "./value/parse-ledger.js";
export { parseStrictJson } from "./value/strict-json.js";
export type { StrictJsonOptions } from "./value/strict-json.js";
export { nextRound, roundsOfInstance } from "./value/rounds.js";
export { claimStem } from "./value/claim-stem.js";
export { LedgerProblem } from "./problem.js";
export type { LedgerProblemCode } from "./problem.js";

// What operations read
export { anchorReader, citationReader, ledgerContext } from "./context.js";
export type { AnchorReader, AnchorReading, CitationReader, LedgerContext, LedgerContextOptions, SuppliedTexts } from "./context.js";
export { defaultConfig, KNOB_NAMES, KNOBS, ledgerConfig, softenedKnobs } from "./config/config.js";
export type { Knob, KnobDomain, KnobName, LedgerConfig } from "./config/config.js";
export { CONFIG_BLOCK, readConfigFile, readConfigRecord } from "./config/config-file.js";
export type { ConfigNames, ConfigReading } from "./config/config-file.js";
export { LEDGER_LIMITS, ledgerNames } from "./config/names.js";
export type { LedgerLimits, LedgerNames } from "./config/names.js";

// Operations
export { applyIntake } from "./intake/intake.js";
export type { IntakeInput } from "./intake/intake.js";
export type { IntakeReport } from "./intake/intake-report.js";
export { extractFindings } from "./intake/extract-findings.js";
export { isPerspective, PERSPECTIVES, PERSPECTIVES_BY_OCCASION } from "./intake/perspectives.js";
export type { Perspective, ReviewOccasion } from "./intake/perspectives.js";
export { applyCannotReproduce, applyVerify, CANNOT_REPRODUCE } from "./operations/verify.js";
export type { CannotReproduceInput, Verified, VerifyInput } from "./operations/verify.js";
export { applyAttachWitness } from "./operations/attach-witness.js";
export type { AttachWitnessInput } from "./operations/attach-witness.js";
export { applyDisposition, applyDispositionBatch } from "./operations/disposition.js";
export type { BatchInput, DispositionInput } from "./operations/disposition.js";
export { applyOpenInstance, CHECKPOINTS } from "./operations/open-instance.js";
export type { OpenInstanceInput } from "./operations/open-instance.js";
export { applyCloseRound } from "./operations/close-round.js";
export type { ClosedRound, CloseRoundInput, RefusedClose } from "./operations/close-round.js";

// Decision
export { actionOf, ledgerFacts, ledgerRows, ledgerTable } from "./decision/ledger-table.js";
export type { LedgerToken } from "./decision/ledger-table.js";
export { decideLedger } from "./decision/decide.js";
export type { DecisionKnobs, LedgerDecision, LedgerFacts, LedgerVerdict } from "./decision/decide.js";
export { precisionByRound } from "./decision/precision.js";
export type { RoundPrecision } from "./decision/precision.js";

// Fix commits
export { applyCheckDiff, needFindingUnderRepair, skippedCheck } from "./scope/check-diff.js";
export type { CheckDiffInput, CheckedDiff } from "./scope/check-diff.js";
export { checkCommit, fixCommit } from "./scope/check-commit.js";
export type { CheckCommitInput, CommitReader } from "./scope/check-commit.js";
export type { ScopeResult, ScopeViolation } from "./scope/scope-result.js";
export { commitChanges } from "./scope/commit.js";
export type { CommitChange, FixCommit } from "./scope/commit.js";
export { isTestPath } from "./scope/path-kinds.js";

// Texts
export { reportData, reportText } from "./texts/report.js";
export type { LedgerReport, ReportedFinding } from "./texts/report.js";
export { exitLine, ticketText, ticketTitle } from "./texts/side-files.js";
export { missingLines } from "./texts/resync.js";
export type { MissingLines, SideFileTexts } from "./texts/resync.js";

// Dispatch
export { reviewerContract, verifierContract } from "./dispatch/reviewer-contract.js";
export type { ReviewerContract } from "./dispatch/reviewer-contract.js";
export { codePacket, documentPacket } from "./dispatch/packets.js";
export type { CodePacket, DocumentPacket } from "./dispatch/packets.js";
export { QUOTED_TEXT_RULE, quoteWith } from "./dispatch/quoted-data.js";
export type { Quote } from "./dispatch/quoted-data.js";
export { fixerContract, trailerLines } from "./dispatch/fixer-contract.js";
export type { FixTrailers } from "./dispatch/fixer-contract.js";
export { fixWorklist, phaseAWorklist } from "./dispatch/worklists.js";
export type { FixWorklist } from "./dispatch/worklists.js";
export { modelFor } from "./dispatch/routing.js";
export type { ModelStep } from "./dispatch/routing.js";
export { DISPOSITION_MENU, dispositionQuestion, ESCALATION_MENU, escalationQuestion, nextStep, recordUserChoice } from "./dispatch/questions.js";
export type { NextStep } from "./dispatch/questions.js";
