/** The state of a ledger loop: plain data, never changed in place. */
import type { LedgerConfig } from "../ledger/config/config.js";
import type { LedgerDecision } from "../ledger/decision/decide.js";
import type { LedgerFacts } from "../ledger/decision/ledger-table.js";
import type { IntakeReport } from "../ledger/intake/intake-report.js";
import type { ReviewOccasion } from "../ledger/intake/perspectives.js";
import type { ArtifactKind, Ledger } from "../ledger/value/ledger.js";
import type { CheckOutcome } from "./ports.js";

/** Why a tool refused; shown verbatim (LG-CLI-2). */
export type ToolProblem = { readonly at: string; readonly code: string; readonly message: string; readonly hint: string | null };

/** What was decided when a round was closed, or would have been. */
export type RoundVerdict = { readonly facts: LedgerFacts; readonly decision: LedgerDecision };

/** What became of one finding in a fix round. */
export type FixRecord = {
  readonly round: number;
  readonly finding: string;
  readonly outcome: "committed" | "no-commit" | "cannot-reproduce" | "witness-missing" | "spec-silent" | "waits-for-spec" | "failed";
  readonly commits: readonly CheckedCommit[];
  readonly detail: string;
};

/** A fix commit and what its check said. */
export type CheckedCommit = {
  readonly id: string;
  readonly inScope: boolean;
  readonly licenseOk: boolean;
  readonly violations: number;
  /** Findings that the check raised or saw again. */
  readonly machineIds: readonly string[];
  /** Findings that the commit names. */
  readonly claimed: readonly string[];
  /** Witness and targeted tests after the commit (LG-FIX-5). */
  readonly checks: readonly string[];
};

/** A person's answer that the ledger does not hold yet. */
export type OwedAnswer =
  | { readonly kind: "dispositions"; readonly decisions: readonly StoredDecision[] }
  | { readonly kind: "escalation"; readonly choice: string; readonly fixNow: readonly string[] };

/** One decision about one or several entries. */
export type StoredDecision = {
  readonly ids?: readonly string[];
  readonly severity?: string;
  readonly overwrite?: boolean;
  readonly action: "fix-now" | "defer" | "reject";
  readonly ticket?: string;
  readonly reason?: string;
};

/** What one intake did. */
export type TakenFindings = { readonly round: number; readonly source: "reviewer" | "fixer"; readonly report: IntakeReport };

/** A finding of a cheaper model that the judgement over all of them did not repeat (LG-RTE-1, G9). */
export type LeftOutFinding = { readonly round: number; readonly claim: string; readonly reason: string };

/** A witness as it was when the controller saw it red. */
export type SeenWitness = { readonly ref: string; readonly digest: string | null };

/** Where a ledger loop stands. */
export type LoopState = {
  readonly checkpoint: string;
  /** How the instance is opened; `null` once it is. */
  readonly start: { readonly instance: "open" | "continue"; readonly force: string | null } | null;
  readonly occasion: ReviewOccasion;
  readonly artifact: ArtifactKind;
  readonly ledger: Ledger;
  readonly config: LedgerConfig;
  /** Digest of the files under review, the loop's own bookkeeping left out. */
  readonly version: string | null;
  readonly head: string;
  /** HEAD when the last review was complete. */
  readonly reviewedHead: string | null;
  readonly tool: ToolProblem | null;
  readonly evidence: "complete" | "reviewer-unavailable" | "reviewer-wrote" | "packet-partial" | "suite-red";
  /** Why the evidence is not complete. */
  readonly problem: string | null;
  readonly isFixerDown: boolean;
  readonly verdict: RoundVerdict | null;
  readonly owed: OwedAnswer | null;
  readonly choice: "none" | "redesign" | "leave" | "own-words" | "keep-iterating";
  /** What a person answered in words, or by letter. */
  readonly answer: string | null;
  readonly suite: CheckOutcome | null;
  readonly gates: CheckOutcome | null;
  readonly witnesses: { readonly [id: string]: SeenWitness };
  /** Findings whose fix waits for a finding about the spec (LG-FIX-8). */
  readonly waiting: { readonly [id: string]: string };
  /** What fix commits of the open round name. */
  readonly claimed: readonly string[];
  readonly fixes: readonly FixRecord[];
  readonly taken: readonly TakenFindings[];
  readonly leftOut: readonly LeftOutFinding[];
  readonly omitted: readonly string[];
  readonly unverified: readonly string[];
  readonly warnings: readonly string[];
};
