/**
 * The report (BD §5, BD-REP-01..07): always the same keys, lists possibly empty, every number from what was measured.
 *
 * Invariant: the report is computed from facts, ledger, logs and observations. Nothing that an agent says about itself is in it.
 */
import { copyPlain } from "@loopwright/core";
import type { AuthorityBasis, Authorization } from "./authority.js";
import type { BoundedEvidence, LaneId } from "./bounded-finding.js";
import { entriesIn, type BoundedLedger, type LedgerEntry, type Rejection } from "./bounded-ledger.js";
import { decideBounded, NEXT_ACTIONS, type BoundedFacts, type BoundedToken } from "./bounded-table.js";
import type { Budget } from "./budget.js";
import { checkHistory, type CheckLine, type CheckLog } from "./checks.js";
import { statusesOf, type RemoteObservations, type Statuses } from "./gate.js";
import type { Edit } from "./repair.js";
import type { Risk, RiskSignal, Size } from "./risk.js";
import type { ModelChoice } from "./routing.js";
import { policiesOf, type Mode, type TargetKind } from "./target.js";

/** A finding as it is reported. */
export type ReportedFinding = {
  readonly id: string;
  readonly lanes: readonly LaneId[];
  readonly location: string;
  readonly causeLocation: string | null;
  readonly classification: "blocking" | "advisory";
  readonly class: string;
  readonly failureMode: string;
  readonly contract: string | null;
  readonly evidence: readonly BoundedEvidence[];
  readonly remediation: string;
  readonly confidence: LedgerEntry["confidence"];
  readonly attribution: LedgerEntry["attribution"];
  readonly dependsOn: readonly string[];
  /** Reports that were merged into it, by their names. */
  readonly merged: readonly string[];
};

/** A lane that ran (BD-REP-02). */
export type LaneReport = {
  readonly lane: LaneId;
  readonly lens: string;
  /** What was asked for. */
  readonly model: ModelChoice;
  /** What the runtime says answered; `null` where it does not. */
  readonly actualModel: string | null;
  readonly calls: number;
  readonly status: "ok" | "failed" | "not-run";
};

/** What the runner spent. */
export type BoundedUsage = { readonly calls: number; readonly inputTokens: number; readonly outputTokens: number; readonly costUsd: number; readonly complete: boolean };

/** The report. */
export type BoundedReport = {
  readonly schemaVersion: 1;
  readonly token: BoundedToken;
  readonly row: `T${number}`;
  readonly policies: readonly string[];
  readonly target: TargetReport;
  readonly authorization: { readonly mode: Mode; readonly basis: AuthorityBasis; readonly scopedProhibitions: readonly string[] };
  readonly risk: { readonly level: Risk | null; readonly signals: readonly RiskSignal[]; readonly size: Size | null };
  readonly budget: Budget & { readonly ignoredPhrases: readonly string[] };
  readonly lanes: readonly LaneReport[];
  readonly delegatedCalls: number;
  readonly repairLoopsUsed: number;
  readonly ceilingReached: boolean;
  readonly findings: {
    readonly fixed: readonly ReportedFinding[];
    readonly unresolved: readonly ReportedFinding[];
    readonly unconfirmed: readonly ReportedFinding[];
    readonly advisories: readonly ReportedFinding[];
    readonly rejected: readonly Rejection[];
  };
  readonly edits: readonly Edit[];
  readonly checks: readonly Omit<CheckLine, "signature" | "output">[];
  readonly coverageReductions: readonly string[];
  readonly notes: readonly string[];
  readonly statuses: Statuses;
  readonly nextAction: { readonly code: string; readonly detail: string };
  readonly usage: BoundedUsage;
  readonly observerErrors: number;
};

/** What is known of the target; `null` for what it has not, or what could not be resolved. */
export type TargetReport = {
  readonly kind: TargetKind;
  readonly repository: string | null;
  readonly identity: { readonly [key: string]: string };
  readonly baseRevision: string | null;
  readonly headRevision: string | null;
  readonly planRevision: string | null;
  readonly surfaceHash: string | null;
  readonly drifted: boolean;
};

/** All that a report is computed from. */
export interface ReportInput {
  readonly facts: BoundedFacts;
  readonly target: Omit<TargetReport, "drifted">;
  readonly authorization: Authorization;
  /** `null` where nothing was classified. */
  readonly risk: { readonly level: Risk; readonly signals: readonly RiskSignal[]; readonly size: Size } | null;
  readonly budget: Budget;
  readonly ignoredPhrases: readonly string[];
  readonly lanes: readonly LaneReport[];
  readonly ledger: BoundedLedger;
  readonly edits: readonly Edit[];
  readonly checks: CheckLog;
  /** Coverage codes in order of occurrence; repeated ones are listed once (BD-REP-06). */
  readonly coverage: readonly string[];
  /** Notes of the repairs; the ledger's own stand before them. */
  readonly notes: readonly string[];
  readonly remote: RemoteObservations | null;
  readonly usage: BoundedUsage;
  readonly observerErrors: number;
}

/** Builds the report of a run that ended; deep-frozen. */
export function boundedReport(input: ReportInput): BoundedReport {
  const { facts, ledger, checks } = input;
  const { row, token: decided } = decideBounded(facts);
  // A run that is reported has ended; where the facts say it would go on, what stopped it was outside: an abort.
  const token = decided ?? "aborted";
  const listed = (state: LedgerEntry["state"]) => entriesIn(ledger, state).map(reportFinding);
  const report: BoundedReport = {
    schemaVersion: 1, token, row, policies: policiesOf(input.target.kind),
    target: { ...input.target, drifted: facts.targetDrifted },
    authorization: { mode: input.authorization.mode, basis: input.authorization.basis, scopedProhibitions: input.authorization.scopedProhibitions },
    risk: input.risk ?? { level: null, signals: [], size: null },
    budget: { ...input.budget, ignoredPhrases: input.ignoredPhrases },
    lanes: input.lanes,
    delegatedCalls: input.lanes.reduce((sum, { calls }) => sum + calls, 0),
    repairLoopsUsed: facts.loopsUsed,
    ceilingReached: facts.mode === "review-and-fix" && facts.loopsUsed === facts.loopsMax,
    findings: { fixed: listed("fixed"), unresolved: listed("open"), unconfirmed: listed("unconfirmed"), advisories: listed("advisory"), rejected: ledger.rejected },
    edits: input.edits,
    checks: checkHistory(checks).map(({ id, command, required, phase, status, attribution, stale, reason }) => ({ id, command, required, phase, status, attribution, stale, reason })),
    coverageReductions: [...new Set(input.coverage)],
    notes: [...new Set([...ledger.notes, ...input.notes])],
    statuses: statusesOf(facts, checks, input.target.kind, input.remote),
    nextAction: NEXT_ACTIONS[token],
    usage: input.usage,
    observerErrors: input.observerErrors,
  };
  return copyPlain(report, { path: "report" }) as unknown as BoundedReport; // the cast: a copy of plain data has its shape
}

function reportFinding(entry: LedgerEntry): ReportedFinding {
  const { id, lanes, location, causeLocation, classification, class: name, failureMode, contract, evidence, remediation, confidence, attribution, dependsOn, members } = entry;
  const merged = members.map((member) => member.name).filter((member) => member !== id);
  return { id, lanes, location, causeLocation, classification, class: name, failureMode, contract, evidence, remediation, confidence, attribution, dependsOn, merged };
}
