// Facts and tables
export { count, defineFacts, flag, oneOf } from "./facts.js";
export type { AnyFacts, FactDomain, FactDomains, FactsDefinition, FactsOf, FactValue } from "./facts.js";
export { always, terminationTable } from "./table.js";
export type { TerminationTable } from "./table.js";
export type { AskRow, ContinueRow, DecideOptions, NextPhase, PassRow, RowKind, StopRow, TableDecision, TableRow } from "./row.js";
export type { ExplainedRow, ExplainOptions, Explanation, FactRead, Flip } from "./explain.js";
export { isRunnerToken, RUNNER_ROWS } from "./runner-rows.js";
export type { PlaceableRunnerToken, RunnerSignals, RunnerToken } from "./runner-rows.js";

// Policies
export { DEFAULT_MAX_ROUNDS, definePolicy, domainEvents } from "./policy.js";
export type { AgentsFor, Applied, Ask, CallBounds, DomainEvent, DomainEvents, Policy, PolicyBody, PolicyHeader, PolicyTypes, Question, RunSummary } from "./policy.js";
export { roleFamily, structuredRole, textRole } from "./role.js";
export type { Contract, Duty, Role, RoleFamily, RoleOptions, Roles, SingleRole, StructuredRole, TextRole, Validated } from "./role.js";
export type { StandardIssue, StandardResult, StandardSchema } from "./standard-schema.js";
export type { CallOptions, CallRequest, CallScope, Failure, FailureKind, Lane, LaneResult, LaneSpec, OnInterrupted, Outcome, PhaseContext, RecordContext, StepContext, StepOptions } from "./context.js";
export type { DecisionRecord, Phase, Progress } from "./decision.js";

// Agents
export { AGENT_SPEC_VERSION, AgentError } from "./agent.js";
export type { Agent, AgentCapabilities, AgentDescription, AgentErrorOptions, AgentLabel, AgentLimits, AgentPrices, AgentReply, AgentRequest, FinishReason, TokenPrices } from "./agent.js";
export type { RoleUsage, RunUsage, SpentUsage, Usage } from "./usage.js";

// Runs
export { resumeRun, runLoop } from "./run.js";
export type { JournalResumeOptions, ResumeOptions, Run, RunOptions } from "./run.js";
export { loopSession } from "./session.js";
export type { CallOutcome, DescriptionsFor, LoopSession, PendingCall, SessionOptions, SessionStep } from "./session.js";
export { worstCase } from "./worst-case.js";
export type { KnownAgents, WorstCase } from "./worst-case.js";
export type { RunLimits } from "./limits.js";
export type { AbortedResult, FailedResult, PassedResult, RunResult, StoppedResult, SuspendedResult, UnreviewedChange } from "./result.js";
export type { RunStatus } from "./run-status.js";
export { SNAPSHOT_FORMAT } from "./snapshot.js";
export type { GivenAnswer, RunSnapshot } from "./snapshot.js";
export type { Independence, ReviewerIndependence } from "./independence.js";
export type { EventFrame, EventGap, ResultToken, RunEvent, RunnerEvent, RunnerEventType } from "./events.js";
export type { Artifact } from "./artifact.js";
export { MAX_TIMER_MS, systemClock } from "./clock.js";
export type { Clock } from "./clock.js";

// How the runner reads a policy, for tools that run one their own way, such as the explorer of `@loopwright/testing`
export { isRepairable, readAnswer } from "./answer.js";
export type { ReadAnswer } from "./answer.js";
export type { TakenReply } from "./taken-reply.js";
export { DUTIES_OF_PHASE } from "./context.js";
export { RUNNER_EVENT_TYPES } from "./events.js";
// Journals
export { memoryJournal } from "./memory-journal.js";
export type { MemoryJournal } from "./memory-journal.js";
export type { Journal, OpenJournal } from "./journal.js";
export { verifyJournal } from "./verify-journal.js";
export type { DecisionFault, JournalVerification } from "./verification.js";
export { EffectInterrupted } from "./interrupted.js";
export type { InterruptedEffect, InterruptedOutcome } from "./interrupted.js";

// Plain data and digests
export { copyPlain, deepFreeze, isPlainObject } from "./plain.js";
export { canonicalJson, digestOf, loadSha256, sha256Hex } from "./digest.js";
export type { Json, JsonObject, JsonSchema } from "./json.js";

// Errors
export { LoopwrightError, messageOf } from "./errors.js";
export type { LoopwrightErrorOptions } from "./errors.js";

// Vocabulary
export { Verdict, normalizeVerdict, verdictOfFlag, verdictReader, VERDICT_WORDS } from "./verdict.js";
export type { VerdictReading, VerdictWords } from "./verdict.js";
export { boundedSeverity, defineSeverityScale, ledgerSeverity, reviewSeverity } from "./severity.js";
export type { BoundedSeverity, LedgerSeverity, ReviewSeverity, SeverityReading, SeverityScale, SeverityScaleSpec } from "./severity.js";
export { formatLocation, isLocation, isOverlapping, linesOf, parseLocation } from "./location.js";
export type { Location, ParseLocationOptions } from "./location.js";
export { countBySeverity } from "./finding.js";
export type { Evidence, Finding, FindingSource } from "./finding.js";
export { accountFor, Disposition } from "./disposition.js";
export type { AccountProblem, DispositionEntry, DispositionKind } from "./disposition.js";
export { normalizeRecheck } from "./recheck.js";
export type { Recheck } from "./recheck.js";
export { defineQuorum, quorum } from "./quorum.js";
export type { IgnoredVote, Quorum, QuorumOptions, QuorumRule, QuorumTally, Vote } from "./quorum.js";
