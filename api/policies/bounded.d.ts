import { BoundedSeverity } from '@loopwright/core';
import { JsonSchema } from '@loopwright/core';
import { Location } from '@loopwright/core';
import * as _loopwright_core from '@loopwright/core';
import { LoopwrightError } from '@loopwright/core';
import { Validated } from '@loopwright/core';

/**
 * Puts a triaged batch into the ledger. `verdictOf` is asked for candidates that {@link needsVerdict}; a conflict that
 * arbitration did not settle is `unconfirmed` (BD-ARB-02).
 */
export declare function absorb(ledger: BoundedLedger, batch: Triage, verdictOf: (candidate: Candidate) => FindingVerdict): BoundedLedger;

/**
 * Takes in the required checks that fail through the target's fault (BD-BASE-05): a reviewer's finding that cites one owns
 * it; otherwise the check is a blocker of its own, opened again if it was there before.
 */
export declare function absorbFailingChecks(ledger: BoundedLedger, log: CheckLog): BoundedLedger;

/** What may not (BD-CLASS-02). */
export declare const ADVISORY_CLASSES: readonly ["naming-style", "optional-refactor", "alternative-architecture", "speculative-hardening", "editorial"];

export declare type AdvisoryClass = (typeof ADVISORY_CLASSES)[number];

/** The checks to run again after a repair (BD-RERV-01): touched ones, those the batch cites, and those that were failing. */
export declare function affectedChecks(log: CheckLog, touched: readonly string[], cited: ReadonlySet<string>): readonly string[];

/**
 * Whose a failure at head is (BD-BASE-03, BD-BASE-04). With failure ids on both sides only these are compared, otherwise
 * signatures; what proves nothing is `unknown`.
 */
export declare function attributeFailure(head: CheckOutcome, base: CheckOutcome | null, isPassedEarlier: boolean): Attribution | null;

/** Whose a failure is. */
export declare type Attribution = "target" | "pre-existing" | "unknown";

/**
 * What the user allows (BD-AUTH-01..05).
 *
 * Invariants:
 * 1. Only fields and the user's own words are read; nothing that stands in the target takes part.
 * 2. A blanket prohibition wins over everything; text grants only where no field decides, and only by a plain order.
 * 3. An unclear grant is no grant; persistence is not permission.
 */

/** Why the mode is what it is. */
export declare type AuthorityBasis = "forbidden" | "explicit-field" | "explicit-request" | "unclear-default";

/** What the decision reads. */
export declare interface AuthorityInput {
    readonly explicitMode?: Mode | undefined;
    readonly editsForbidden?: boolean | undefined;
    /** The user's own words only. */
    readonly requestText?: string | undefined;
}

export declare type AuthorityNeed = "broader-scope" | "destructive" | "irreversible" | "external";

/** What was allowed. */
export declare type Authorization = {
    readonly mode: Mode;
    readonly basis: AuthorityBasis;
    /** Prohibitions with a narrower object, verbatim; they bind the fixer. */
    readonly scopedProhibitions: readonly string[];
};

/** Batches of at most `concurrent` lanes, in order; the final pass runs alone and last (BD-BUD-07, BD-LANE-06). */
export declare function batchesOf(lanes: readonly LaneSlot[], concurrent: number): readonly (readonly LaneSlot[])[];

/** What may block (BD-CLASS-01). */
export declare const BLOCKING_CLASSES: readonly ["correctness-defect", "security-weakness", "data-loss-risk", "material-regression", "broken-requirement", "plan-contradiction", "execution-prerequisite", "unverifiable-acceptance-gate", "missing-rollback"];

export declare type BlockingClass = (typeof BLOCKING_CLASSES)[number];

/** Boundaries of a surface or of a repair. */
export declare interface Boundaries {
    readonly kinds: readonly SurfaceKind[];
    readonly signals: readonly RiskSignal[];
    readonly risk: Risk;
}

/** Codes of a configuration that cannot run (BD-FAIL-01). */
export declare type BoundedConfigCode = "fixer-missing" | "duplicate-check" | "duplicate-requirement" | "unknown-waived-check" | "budget-unknown" | "timeout-range";

/** A configuration that cannot run; thrown before the first event. */
export declare class BoundedConfigError extends LoopwrightError<BoundedConfigCode> {
    readonly name = "BoundedConfigError";
}

/** One piece of evidence; every key is present, `null` for none. */
export declare type BoundedEvidence = {
    readonly kind: EvidenceKind;
    readonly ref: string;
    readonly signature: string | null;
    readonly quote: string | null;
    readonly exitCode: number | null;
    readonly output: string | null;
    readonly steps: readonly string[] | null;
};

/** The facts of a bounded loop. */
export declare type BoundedFacts = Parameters<(typeof boundedFacts)["possible"]>[0];

/** What a bounded loop decides on. */
export declare const boundedFacts: _loopwright_core.FactsDefinition<_loopwright_core.FactsOf<{
    /** `intake` until the first review is triaged. */
    phase: _loopwright_core.FactDomain<"intake" | "triaged">;
    mode: _loopwright_core.FactDomain<"review-only" | "review-and-fix">;
    authorityViolation: _loopwright_core.FactDomain<boolean>;
    aborted: _loopwright_core.FactDomain<boolean>;
    intakeComplete: _loopwright_core.FactDomain<boolean>;
    surfaceEmpty: _loopwright_core.FactDomain<boolean>;
    targetDrifted: _loopwright_core.FactDomain<boolean>;
    scopeExceeded: _loopwright_core.FactDomain<boolean>;
    openBlockers: _loopwright_core.FactDomain<number>;
    unconfirmedBlockers: _loopwright_core.FactDomain<number>;
    /** Of the current required checks, waived ones left out; stale counts as not run. */
    requiredFailed: _loopwright_core.FactDomain<number>;
    requiredNotRun: _loopwright_core.FactDomain<number>;
    coverageComplete: _loopwright_core.FactDomain<boolean>;
    fixerFailed: _loopwright_core.FactDomain<boolean>;
    loopsUsed: _loopwright_core.FactDomain<number>;
    loopsMax: _loopwright_core.FactDomain<0 | 1 | 2 | 3>;
    /** True before any loop. */
    newEvidence: _loopwright_core.FactDomain<boolean>;
}>>;

/** The ledger. */
export declare type BoundedLedger = {
    readonly entries: readonly LedgerEntry[];
    readonly rejected: readonly Rejection[];
    /** `merged:`, `downgraded:`, `pre-existing:` notes, in order. */
    readonly notes: readonly string[];
};

/** The report. */
export declare type BoundedReport = {
    readonly schemaVersion: 1;
    readonly token: BoundedToken;
    readonly row: `T${number}`;
    readonly policies: readonly string[];
    readonly target: TargetReport;
    readonly authorization: {
        readonly mode: Mode;
        readonly basis: AuthorityBasis;
        readonly scopedProhibitions: readonly string[];
    };
    readonly risk: {
        readonly level: Risk | null;
        readonly signals: readonly RiskSignal[];
        readonly size: Size | null;
    };
    readonly budget: Budget & {
        readonly ignoredPhrases: readonly string[];
    };
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
    readonly nextAction: {
        readonly code: string;
        readonly detail: string;
    };
    readonly usage: BoundedUsage;
    readonly observerErrors: number;
};

/** Builds the report of a run that ended; deep-frozen. */
export declare function boundedReport(input: ReportInput): BoundedReport;

/** As much of a configuration as can be wrong. */
export declare interface BoundedSettings {
    readonly mode: Mode;
    readonly hasFixer: boolean;
    readonly checks: readonly CheckSpec[];
    readonly requirements: readonly Requirement[];
    readonly waivedChecks?: readonly string[] | undefined;
    readonly budget?: BudgetName | undefined;
    /** `null`: none. */
    readonly callTimeoutMs?: number | null | undefined;
}

/** The table. Row numbers are the catalogue's, one more than the index. */
export declare const boundedTable: _loopwright_core.TerminationTable<_loopwright_core.FactsOf<{
    /** `intake` until the first review is triaged. */
    phase: _loopwright_core.FactDomain<"intake" | "triaged">;
    mode: _loopwright_core.FactDomain<"review-only" | "review-and-fix">;
    authorityViolation: _loopwright_core.FactDomain<boolean>;
    aborted: _loopwright_core.FactDomain<boolean>;
    intakeComplete: _loopwright_core.FactDomain<boolean>;
    surfaceEmpty: _loopwright_core.FactDomain<boolean>;
    targetDrifted: _loopwright_core.FactDomain<boolean>;
    scopeExceeded: _loopwright_core.FactDomain<boolean>;
    openBlockers: _loopwright_core.FactDomain<number>;
    unconfirmedBlockers: _loopwright_core.FactDomain<number>;
    /** Of the current required checks, waived ones left out; stale counts as not run. */
    requiredFailed: _loopwright_core.FactDomain<number>;
    requiredNotRun: _loopwright_core.FactDomain<number>;
    coverageComplete: _loopwright_core.FactDomain<boolean>;
    fixerFailed: _loopwright_core.FactDomain<boolean>;
    loopsUsed: _loopwright_core.FactDomain<number>;
    loopsMax: _loopwright_core.FactDomain<0 | 1 | 2 | 3>;
    /** True before any loop. */
    newEvidence: _loopwright_core.FactDomain<boolean>;
}>, "review-clean", "authority-violation" | "intake-incomplete" | "empty-target" | "target-drifted" | "authority-needed" | "check-failing" | "check-not-run" | "blocker-unconfirmed" | "coverage-incomplete" | "review-only-blockers" | "fixer-failed" | "no-new-evidence" | "repair-ceiling", never, "look" | "repair", "revise" | "review", "aborted">;

/** Tokens that end a bounded loop. */
export declare type BoundedToken = "authority-violation" | "aborted" | "intake-incomplete" | "empty-target" | "target-drifted" | "authority-needed" | "check-failing" | "check-not-run" | "blocker-unconfirmed" | "coverage-incomplete" | "review-clean" | "review-only-blockers" | "fixer-failed" | "no-new-evidence" | "repair-ceiling";

/** What the runner spent. */
export declare type BoundedUsage = {
    readonly calls: number;
    readonly inputTokens: number;
    readonly outputTokens: number;
    readonly costUsd: number;
    readonly complete: boolean;
};

/** A budget in force. */
export declare type Budget = {
    readonly configured: BudgetName;
    readonly source: BudgetSource;
    readonly limits: Limits;
};

/** What thrift costs, said aloud (BD-BUD-04). */
export declare function budgetCoverage(budget: Budget, risk: Risk): readonly string[];

/** Budgets: finite by table, chosen once, never changed (BD-BUD-01..04, BD-AUTH-08). */

export declare type BudgetName = "economy" | "standard" | "strict";

/** The ceilings by name (BD-BUD-01). */
export declare const BUDGETS: {
    readonly [B in BudgetName]: Limits;
};

export declare type BudgetSource = "explicit" | "high-risk-broad" | "trivial-decisive" | "default";

/** Reports that are one defect, before their verdict. */
export declare interface Candidate {
    /** Id of its ledger entry, present or to be. */
    readonly id: string;
    /** The entry it joins; `null` for a new defect. */
    readonly known: LedgerEntry | null;
    readonly members: readonly [Member, ...Member[]];
    /** Of the entry and all members. */
    readonly evidence: readonly BoundedEvidence[];
    readonly isBlocking: boolean;
    /** What can be said without asking anyone; `null` if a verifier is to be asked. */
    readonly settled: "verified" | null;
    readonly isAllResolved: boolean;
    /** A lane holds evidence against it. */
    readonly isDisputed: boolean;
}

/** So much of a check's output is sent: its end. */
export declare const CHECK_OUTPUT_CHARACTERS = 8000;

/**
 * Checks a configuration.
 * @throws BoundedConfigError with the first fault.
 */
export declare function checkBoundedSettings(settings: BoundedSettings): void;

/** Coverage lines that the configuration of checks brings (BD-BASE-10, BD-TGT-11). */
export declare function checkCoverage(log: CheckLog): readonly string[];

/** All lines for the report: every run, and a last one for what is stale or never ran (BD-REP-05). */
export declare function checkHistory(log: CheckLog): readonly CheckLine[];

/** One run of one check; a type alias, so that it is `Json`. */
export declare type CheckLine = {
    readonly id: string;
    readonly command: string;
    readonly required: boolean;
    /** `baseline`, `loop-1`, …; `none` for what never ran. */
    readonly phase: string;
    readonly status: "pass" | "fail" | "not-run";
    readonly attribution: Attribution | null;
    readonly stale: boolean;
    readonly reason: string | null;
    readonly signature: string | null;
    readonly output: string | null;
};

/** All runs of all checks so far, and what is stale of them; plain data. */
export declare type CheckLog = {
    readonly specs: readonly CheckSpec[];
    readonly waived: readonly string[];
    readonly lines: readonly CheckLine[];
    /** Checks whose last result an edit has overtaken. */
    readonly stale: readonly string[];
};

/** What running a check gave. */
export declare interface CheckOutcome {
    readonly status: "pass" | "fail" | "not-run";
    readonly signature?: string | null;
    readonly failureIds?: readonly string[] | null;
    readonly reason?: string | null;
    readonly exitCode?: number | null;
    readonly output?: string | null;
}

/** A check as it is told (BD-PKT-09). */
export declare type CheckReport = {
    readonly id: string;
    readonly command: string;
    readonly status: CheckLine["status"];
    readonly attribution: Attribution | null;
    readonly reason: string | null;
    /** The end of its output, where it failed or did not run. */
    readonly output: string | null;
    /** Characters of the output that were cut off at its start. */
    readonly outputCut: number;
};

/** Reports of checks for a packet. */
export declare function checkReports(lines: readonly CheckLine[]): readonly CheckReport[];

/** A check of the configuration. */
export declare interface CheckSpec {
    readonly id: string;
    readonly command: string;
    readonly required: boolean;
    /** Globs of what it reads; none: any edit touches it. */
    readonly paths?: readonly string[];
    /** A future command of a plan's text: listed, never run, never required (BD-TGT-06). */
    readonly proposed?: boolean;
}

/** Chooses the budget (BD-BUD-02); the cheap and the costly tier both need a reason. */
export declare function chooseBudget(input: {
    readonly explicit?: BudgetName | undefined;
    readonly risk: Risk;
    readonly size: Size;
    readonly decisive: boolean;
    readonly mode: Mode;
}): Budget;

/** What a classifier says about a surface. */
export declare interface Classified {
    readonly size: Size;
    readonly signals: readonly RiskSignal[];
    readonly kinds: readonly SurfaceKind[];
    readonly mechanical: boolean;
}

/** Classifies authority; the first of: forbidden, field, order, default (BD-AUTH-01). */
export declare function classifyAuthorization({ explicitMode, editsForbidden, requestText }: AuthorityInput): Authorization;

/** Takes the classifier's word, or the caller's fields, or the cautious default (BD-RISK-04). */
export declare function classifySurface(classifier: {
    readonly state: "answered";
    readonly value: Classified;
} | {
    readonly state: "missing" | "failed";
}, caller: {
    readonly size?: Size | undefined;
    readonly mechanical?: boolean | undefined;
}): SurfaceClass;

/**
 * Takes the resolutions of a re-review (BD-RERV-05). Evidence of a `still-open` is added to its blocker first; a silent owner
 * neither closes nor vetoes; words of a lane that does not own the finding do not count.
 */
export declare function closeBlockers(ledger: BoundedLedger, resolutions: readonly LaneResolution[], log: CheckLog): BoundedLedger;

/** The current state of each check that may run, in declared order; `none` for what never ran. */
export declare function currentChecks(log: CheckLog): readonly CheckLine[];

/** The row that holds, and its token; `null` for the two rows that go on. Pure and total. */
export declare function decideBounded(facts: BoundedFacts): {
    readonly row: `T${number}`;
    readonly token: BoundedToken | null;
};

/** The time limit of a call unless said otherwise (BD-FAIL-03). */
export declare const DEFAULT_BOUNDED_TIMEOUT_MS = 600000;

/** The default policy (BD-ROUTE-03). The strong family serves conflicts and final passes only (BD-ROUTE-08). */
export declare const DEFAULT_ROUTING: RoutingPolicy;

/** Beginnings of the words for deliveries that no mode allows (BD-AUTH-05). */
export declare const DELIVERY_STEMS: readonly string[];

/** What a lane holds against a defect that another may report. */
export declare type Dispute = {
    readonly failureMode: string;
    readonly contract: string | null;
    readonly evidence: readonly BoundedEvidence[];
};

/** One measured edit, for the report. */
export declare type Edit = {
    readonly loop: number;
    readonly path: string;
    readonly added: number;
    readonly removed: number;
    readonly insideScope: boolean;
};

/** What may be edited. */
export declare interface EditScope {
    readonly kind: TargetKind;
    readonly surface: readonly string[];
    /** Globs frozen with the surface. */
    readonly companionPaths: readonly string[];
}

/** The edits of one loop, as measured (BD-FIX-05, BD-SCOPE-03). */
export declare function editsOf(diff: readonly TouchedPath[], loop: number, scope: EditScope): readonly Edit[];

/** A ledger without entries. */
export declare const EMPTY_LEDGER: BoundedLedger;

/** Entries in one state, in ledger order. */
export declare function entriesIn(ledger: BoundedLedger, state: EntryState): readonly LedgerEntry[];

/**
 * The ledger of one run: every finding that survived triage, under one id, in one state (BD-DEDUP-03, -05, BD-BASE-05).
 *
 * Invariants:
 * 1. An immutable value; each function returns the next one. Ids are unique and never change.
 * 2. Nothing leaves: what was sent is a member of an entry, or stands in `rejected` with its reason (BD-FIND-09, G9).
 * 3. A defect that returns is the same entry, opened again.
 */

/** Where an entry stands. `open`: a verified blocker. */
export declare type EntryState = "open" | "unconfirmed" | "advisory" | "fixed";

/** Kinds of evidence, strongest first (BD-DEDUP-02). */
export declare const EVIDENCE_KINDS: readonly ["check", "command", "requirement", "location", "reasoning"];

/** What findings are measured against. */
export declare interface EvidenceBase {
    readonly kind: TargetKind;
    readonly surface: SurfaceIndex;
    /** Current state of each check, by id. */
    readonly checks: ReadonlyMap<string, CheckLine>;
    readonly requirements: ReadonlySet<string>;
    /** The frozen artifact's text at a place; `null` where it has none. */
    textAt(location: Location): string | null;
}

export declare type EvidenceKind = (typeof EVIDENCE_KINDS)[number];

/** What news is told from; plain data, carried from loop to loop. */
export declare type EvidenceMemory = {
    /** Content hashes of every version so far. */
    readonly contents: readonly string[];
    /** Keys of evidence that some open blocker ever had. */
    readonly evidence: readonly string[];
    readonly openIds: readonly string[];
    /** Status and signature of each check at its last result. */
    readonly checks: {
        readonly [id: string]: string;
    };
};

export declare type FallbackReason = "model-unavailable" | "family-unavailable" | "reasoning-unavailable" | "override-unavailable";

/** What is known about a blocking claim. `conflict` goes to arbitration. */
export declare type FindingVerdict = "verified" | "refuted" | "unconfirmed" | "conflict";

/** The first constraints of every repair (BD-FIX-09). */
export declare const FIX_CONSTRAINTS: readonly string[];

/** What the fixer sees. */
export declare type FixPacket = {
    readonly blockers: readonly LedgerEntry[];
    readonly scope: FrozenScope;
    readonly baseline: readonly CheckReport[];
    readonly constraints: readonly string[];
};

/** Builds the fixer's packet from an ordered batch. */
export declare function fixPacket(input: {
    readonly batch: readonly LedgerEntry[];
    readonly scope: FrozenScope;
    readonly baseline: readonly CheckLine[];
    readonly scopedProhibitions: readonly string[];
}): FixPacket;

/** What a fixer means to do. */
export declare type FixPlan = {
    readonly paths: readonly string[];
    readonly needs?: readonly AuthorityNeed[];
};

/** The actions among those a fixer names that no mode allows (BD-AUTH-07). */
export declare function forbiddenActions(actions: readonly string[]): readonly string[];

/** Freezes a scope. */
export declare function freezeScope(scope: Omit<FrozenScope, "surfaceHash">): FrozenScope;

/** What is on trial; plain data. */
export declare type FrozenScope = {
    readonly kind: TargetKind;
    readonly repository: string | null;
    /** Number, base and head, or path and revision: whatever names the target (BD-TGT-02). */
    readonly identity: {
        readonly [key: string]: string;
    };
    readonly surface: readonly string[];
    readonly surfaceHash: string;
    readonly requirements: readonly Requirement[];
    /** Globs of files that a repair may write beside the surface. */
    readonly companionPaths: readonly string[];
    readonly contentHash: string;
    readonly head: string | null;
};

/** What a first review sees. */
export declare type FullPacket = {
    readonly pass: "full";
    readonly lane: LaneId;
    readonly lens: string;
    readonly scope: FrozenScope;
    /** The raw diff or plan sections, never a summary (BD-PKT-02). */
    readonly artifact: string;
    readonly requirements: readonly {
        readonly id: string;
        readonly text: string;
    }[];
    readonly baseline: readonly CheckReport[];
    readonly findingSchema: JsonSchema;
    readonly readOnly: true;
};

/** Builds the packet of a full review. */
export declare function fullPacket({ slot, scope, artifact, baseline }: PacketInput): FullPacket;

/** Computes `reviewClean` from facts alone: `yes` is earned on every count. */
export declare function gate(f: BoundedFacts): ReviewClean;

/** The required checks that count in the gate: a waiver takes one out, unless its failure is the target's (BD-BASE-10). */
export declare function gateChecks(log: CheckLog): readonly CheckLine[];

/** Whether a loop brought news (BD-EVID-01). */
export declare function hasNewEvidence(before: EvidenceMemory, ledger: BoundedLedger, log: CheckLog, contentHash: string, isDiffEmpty: boolean): boolean;

/** Whether to ask for a call without earlier conversation, and what to say if the runtime cannot (BD-PKT-04). */
export declare function historyIsolation(supportsNoHistory: boolean): {
    readonly inheritHistory: false | null;
    readonly coverage: readonly string[];
};

/** The phrases that were heard and did not change the budget or the mode. */
export declare function ignoredPhrases(input: {
    readonly untilClean?: boolean | undefined;
    readonly requestText?: string | undefined;
}): readonly string[];

/** The budget before anything is known of the surface. */
export declare function initialBudget(explicit: BudgetName | undefined, mode: Mode): Budget;

/** The repository's own instructions as requirements, read at the base revision; unreadable ones are said (BD-TGT-09). */
export declare function instructionRequirements(documents: readonly {
    readonly path: string;
    readonly text: string | null;
}[]): {
    readonly requirements: readonly Requirement[];
    readonly coverage: readonly string[];
};

/** Whether the review covered what it should (BD-GATE-04). */
export declare function isCoverageComplete(input: {
    /** Delivery of every lane of the first pass. */
    readonly firstPass: readonly boolean[];
    /** Delivery of every lane that was asked in a re-review. */
    readonly rereviews: readonly boolean[];
    readonly decisive: boolean;
}): boolean;

/** Whether evidence is decisive: the caller says so, and at least one required check exists and all passed (BD-LANE-02). */
export declare function isDecisive(saysSo: boolean, required: readonly {
    readonly status: string;
}[]): boolean;

/** Whether a name (`gitPush`, `merge-pull-request`) names a delivery. */
export declare function isDelivery(name: string): boolean;

/** Whether the workspace is no longer what was frozen, or what the last repair left (BD-BASE-08). */
export declare function isDrifted(expected: Snapshot, now: Snapshot): boolean;

/** Whether a repair moved a head (BD-AUTH-07). */
export declare function isHeadMoved(before: Snapshot, after: Snapshot): boolean;

/** Whether a plan leaves the scope, or needs what nobody granted (BD-SCOPE-01, BD-SCOPE-02). */
export declare function isPlanOutside(plan: FixPlan, scope: EditScope): boolean;

/**
 * Whether a repair voids the first review: it brings a kind or a signal that the frozen surface did not have, or a higher
 * risk (BD-RERV-04). `null`: nobody can tell, so it is not called systemic, and that is said.
 */
export declare function judgeRepair(frozen: Boundaries, repair: Boundaries | null): {
    readonly isSystemic: boolean;
    readonly coverage: readonly string[];
};

/** Lanes of a run. */
export declare type LaneId = "consolidated" | "correctness" | "risk" | "architecture" | "plan-consolidated" | "plan-feasibility" | "plan-acceptance" | "arbitration" | "final-pass";

/** What the selection reads. */
export declare interface LaneInput {
    readonly kind: TargetKind;
    readonly size: Size;
    readonly signals: readonly RiskSignal[];
    readonly risk: Risk;
    /** Deterministic evidence settles the change; see {@link isDecisive}. */
    readonly decisive: boolean;
    readonly distinctArchitecture: boolean;
    /** Ceiling of distinct slots, 1 to 3. */
    readonly reviewers: number;
    /** A slot to keep free. */
    readonly reserve?: "arbitration" | "final-pass" | undefined;
}

/**
 * Triage: from reviewers' answers to ledger entries (BD-FIND-01..09, BD-DEDUP-02..06, BD-ARB-01).
 *
 * Invariants:
 * 1. The order is fixed: shape, evidence, scope; then merging over all lanes of the batch and the ledger; then the class;
 *    then one verdict for each merged entry, on all its evidence.
 * 2. Agreement, silence and confidence change no state. A blocker needs a verdict, and the verdict needs evidence.
 * 3. Nothing is dropped: each finding ends as a member of an entry or as a rejection.
 */

/** A lane's valid answer. */
export declare interface LaneOutput {
    readonly lane: LaneId;
    readonly output: ReviewOutput;
}

/** A lane that ran (BD-REP-02). */
export declare type LaneReport = {
    readonly lane: LaneId;
    readonly lens: string;
    /** What was asked for. */
    readonly model: ModelChoice;
    /** What the runtime says answered; `null` where it does not. */
    readonly actualModel: string | null;
    readonly calls: number;
    readonly status: "ok" | "failed" | "not-run";
};

/** What a lane said about an earlier finding. */
export declare interface LaneResolution {
    readonly lane: LaneId;
    readonly resolution: Resolution;
}

/** What was selected. */
export declare type LaneSelection = {
    readonly lanes: readonly LaneSlot[];
    readonly coverage: readonly string[];
};

/**
 * Lanes: which reviewers look, each through one lens (BD-LANE-01..06).
 *
 * Invariants:
 * 1. No two slots have one lens; architecture stands last of the ordinary lanes, the final pass last and alone.
 * 2. What does not fit under the ceiling is merged or dropped, and said in a coverage line.
 */

/** A slot that was selected. */
export declare type LaneSlot = {
    readonly lane: LaneId; /** Lenses that its text is joined from. */
    readonly lenses: readonly LensId[];
};

/**
 * Looking again after a repair: who, at what, and what it closes (BD-RERV-01..06, BD-EVID-01).
 *
 * Invariants:
 * 1. Closing needs proof as opening does: an owner's word and every cited check. Silence closes nothing (F11, H03).
 * 2. News is mechanical: another set of blockers, evidence never seen, a check that moved. An empty diff or a content that
 *    was there before is no news, whatever else changed.
 */

/** The lanes to ask: owners of the batch, in lane order; the first lane if nobody owns it; nobody if there are no lanes (BD-RERV-03). */
export declare function lanesToAsk(batch: readonly LedgerEntry[], lanes: readonly LaneId[]): readonly LaneId[];

/** A defect; a type alias, so that it is `Json`. */
export declare type LedgerEntry = {
    readonly id: string;
    readonly state: EntryState;
    /** Lanes that own it; none for a check's own failure. */
    readonly lanes: readonly LaneId[];
    /** All reports of it, the first one first; none for a check's own failure. */
    readonly members: readonly Member[];
    /** Of all reports, each item once. */
    readonly evidence: readonly BoundedEvidence[];
    readonly location: string;
    readonly causeLocation: string | null;
    readonly classification: "blocking" | "advisory";
    readonly class: string;
    readonly failureMode: string;
    readonly contract: string | null;
    readonly remediation: string;
    /** As the leading report has it; information only (BD-FIND-08). */
    readonly confidence: RawFinding["confidence"];
    readonly attribution: RawFinding["attribution"];
    readonly dependsOn: readonly string[];
};

/** The head of every lens. */
export declare const LENS_HEAD = "Report only; change nothing. For each finding give its place, the failure it causes, the evidence, and the smallest change that would credibly remove it. To find nothing is a good answer.";

/** The question of each lens. */
export declare const LENSES: {
    readonly [L in LensId]: string;
};

/** The lanes that stand for one question of their own. */
export declare type LensId = Exclude<LaneId, "consolidated" | "plan-consolidated">;

/** The text of a slot: the head, then its questions. */
export declare function lensOf({ lenses }: LaneSlot): string;

/** Ceilings: distinct lane slots, reviewers at one time, repair loops. */
export declare type Limits = {
    readonly reviewers: number;
    readonly concurrent: number;
    readonly repairLoops: number;
};

/**
 * Which model a lane runs on (BD-ROUTE-01..09).
 *
 * Invariants:
 * 1. Only ids and levels that the runtime lists are used, compared exactly; a family is a declared label, never a part of an id.
 * 2. Every step away from the first preference is recorded; nothing that is missing fails a run.
 */

/** What the runtime offers, read once before the first delegation. */
export declare interface LiveCapabilities {
    readonly overridesAvailable: boolean;
    readonly supportsNoHistory: boolean;
    readonly models: readonly {
        readonly id: string;
        readonly family?: string;
        readonly reasoning: readonly string[];
    }[];
}

/** What the required checks say (BD-STAT-03). */
export declare type LocalVerification = "passed" | "failed" | "partial" | "not-run";

/** Local verification from the current required checks, waived ones left out. */
export declare function localVerification(log: CheckLog): LocalVerification;

/** Marks what edits have overtaken: checks of a touched path (a file, without section), and those without paths (BD-BASE-09). */
export declare function markStale(log: CheckLog, touched: readonly string[]): CheckLog;

/** A finding as one lane sent it. */
export declare type Member = {
    readonly name: string;
    readonly lane: LaneId;
    readonly finding: RawFinding;
};

/** The coverage line when another model answered than was asked for (BD-REP-02). */
export declare function mismatchCoverage(lane: LaneId, asked: ModelChoice, actual: string | null): readonly string[];

/** Whether the run may edit. */
export declare type Mode = "review-only" | "review-and-fix";

/** The model of a lane. `id: null`: the runtime's default, no override is sent. */
export declare type ModelChoice = {
    readonly id: string | null;
    readonly reasoning: string | null;
    readonly fallback: {
        readonly from: string;
        readonly reason: FallbackReason;
    } | null;
};

/** Delegated calls at most: every lane once, and once more in each loop. */
export declare function mostDelegatedCalls({ reviewers, repairLoops }: Limits): number;

/** Whether a verdict leaves a real dispute, which only arbitration settles (BD-ARB-01). */
export declare function needsArbitration(candidate: Candidate, verdict: FindingVerdict): boolean;

/** Whether a verifier is to be asked about a candidate. */
export declare function needsVerdict(candidate: Candidate): boolean;

/** What to do about each token (BD-REP-07). */
export declare const NEXT_ACTIONS: {
    readonly [T in BoundedToken]: {
        readonly code: string;
        readonly detail: string;
    };
};

/** A state that someone looked up, with where and when. */
export declare type Observation<Value extends string> = {
    readonly value: Value;
    readonly source: string;
    readonly observedAt: string;
};

/** What a review batch did to the workspace: a change of content or head is a breach, a moved target is drift (BD-AUTH-07, BD-BASE-08). */
export declare function observeReview(before: Snapshot, after: Snapshot): {
    readonly authorityViolation: boolean;
    readonly targetDrifted: boolean;
};

/** A log before anything ran. Proposed checks are listed at once (BD-TGT-06), commands nobody selected too (BD-TGT-11). */
export declare function openCheckLog(specs: readonly CheckSpec[], waived?: readonly string[], discovered?: readonly {
    readonly id: string;
    readonly command: string;
}[]): CheckLog;

/** Notes about edits that no blocker of the batch names (BD-FIX-06); none where a check's own failure has no known place. */
export declare function opportunisticEdits(edits: readonly Edit[], batch: readonly LedgerEntry[], scope: EditScope): readonly string[];

/** Orders a batch: what others depend on first, then what a check backs, then by id (BD-FIX-02). A circle is cut at its first. */
export declare function orderBatch(blockers: readonly LedgerEntry[]): readonly LedgerEntry[];

declare interface PacketInput {
    readonly slot: LaneSlot;
    readonly scope: FrozenScope;
    readonly artifact: string;
    readonly baseline: readonly CheckLine[];
}

/** The rule groups in force, for the report (BD-TGT-10). */
export declare function policiesOf(kind: TargetKind): readonly string[];

/** A wished model: a family and, where it matters, a level. */
export declare type Preference = {
    readonly family: string;
    readonly reasoning: string | null;
};

/** The higher of two (BD-RISK-03). */
export declare function raiseRisk(current: Risk, computed: Risk): Risk;

/** A finding as a reviewer sends it. */
export declare type RawFinding = {
    readonly id: string;
    readonly location: string;
    readonly causeLocation: string | null;
    readonly classification: BoundedSeverity;
    readonly class: string;
    readonly failureMode: string;
    readonly contract: string | null;
    readonly evidence: readonly BoundedEvidence[];
    readonly remediation: string;
    readonly confidence: "high" | "medium" | "low";
    readonly attribution: "target" | "pre-existing" | "unknown";
    readonly dependsOn: readonly string[];
};

/** Adds the result of one run; `base` is the result at the base revision, asked for when the check fails at head. */
export declare function recordCheck(log: CheckLog, id: string, phase: string, head: CheckOutcome, base: CheckOutcome | null): CheckLog;

/** A finding that was set aside. */
export declare type Rejection = {
    readonly id: string;
    readonly lane: LaneId;
    readonly reason: string;
};

/** Remembers the state before a loop. */
export declare function rememberEvidence(memory: Pick<EvidenceMemory, "contents" | "evidence">, ledger: BoundedLedger, log: CheckLog, contentHash: string): EvidenceMemory;

/** What a host observed of the remote; whatever is absent was not looked up. */
export declare type RemoteObservations = {
    readonly prCi?: Observation<"green" | "failing" | "pending">;
    readonly committed?: Observation<"yes" | "no" | "not-applicable">;
    readonly merged?: Observation<"yes" | "no" | "not-applicable">;
    readonly deployed?: Observation<"yes" | "no" | "not-applicable">;
    readonly productionVerified?: Observation<"yes" | "no" | "not-applicable">;
};

/** A finding as it is reported. */
export declare type ReportedFinding = {
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

/** All that a report is computed from. */
export declare interface ReportInput {
    readonly facts: BoundedFacts;
    readonly target: Omit<TargetReport, "drifted">;
    readonly authorization: Authorization;
    /** `null` where nothing was classified. */
    readonly risk: {
        readonly level: Risk;
        readonly signals: readonly RiskSignal[];
        readonly size: Size;
    } | null;
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

/** How many required checks fail, and how many have not run. */
export declare function requiredCounts(log: CheckLog): {
    readonly requiredFailed: number;
    readonly requiredNotRun: number;
};

/** A requirement, and where it stands. */
export declare type Requirement = {
    readonly id: string;
    readonly text: string;
    readonly source: string;
};

/** What an owner says about a finding it was asked to look at again. */
export declare type Resolution = {
    readonly findingId: string;
    readonly state: "fixed" | "still-open";
    readonly evidence: readonly BoundedEvidence[];
};

/** The schema as it is sent. */
export declare const REVIEW_OUTPUT_SCHEMA: JsonSchema;

/**
 * The gate and the six statuses (BD-GATE-01..05, BD-STAT-01..06). Each status has its own proof; none is derived from another.
 */

/** Whether the review is clean. */
export declare type ReviewClean = "yes" | "no" | "indeterminate";

/** A reviewer's answer. */
export declare type ReviewOutput = {
    readonly findings: readonly RawFinding[];
    readonly resolutions: readonly Resolution[];
    readonly disputes: readonly Dispute[];
};

export declare type Risk = "low" | "standard" | "high";

/** High: any signal but reliability. Low: no signal, mechanical, small. Otherwise standard (BD-RISK-01, -02, -05). */
export declare function riskOf({ size, signals, mechanical }: Pick<Classified, "size" | "signals" | "mechanical">): Risk;

/** Risk and size (BD-RISK-01..05). Risk is only ever raised; ignorance never looks safe. */
/** Signs of risk in a surface. */
export declare type RiskSignal = "authentication" | "authorization" | "concurrency" | "cryptography" | "data-loss" | "irreversible" | "migrations" | "payments" | "public-api" | "release" | "reliability" | "security";

/** Chooses the model for a kind of work; never fails. */
export declare function routeModel(kind: WorkKind, live: LiveCapabilities, policy?: RoutingPolicy): ModelChoice;

/** The coverage line of a choice: none where a listed preference was used (BD-ROUTE-05). */
export declare function routingCoverage({ id, fallback }: ModelChoice): readonly string[];

/** Preferences by work kind, best first; behind the last one comes the runtime's default. Labels are data. */
export declare type RoutingPolicy = {
    readonly [K in WorkKind]: readonly Preference[];
};

/** The checks that may run. */
export declare function runnableChecks(log: CheckLog): readonly CheckSpec[];

/** Selects lanes by the matrix (BD-LANE-01). */
export declare function selectLanes(input: LaneInput): LaneSelection;

export declare type Size = "trivial" | "small" | "normal" | "large";

/** The workspace at one moment. */
export declare type Snapshot = {
    readonly contentHash: string;
    /** The local head; a repair or a reviewer that moves it has committed. */
    readonly headRef: string | null;
    /** The head of a pull request, or the revision of a plan. */
    readonly remoteHead: string | null;
};

/** The six statuses, always all of them. */
export declare type Statuses = {
    readonly localVerification: LocalVerification;
    readonly reviewClean: ReviewClean;
    readonly prCi: "green" | "failing" | "pending" | "not-applicable" | "not-checked";
    readonly committedMerged: {
        readonly committed: YesNo;
        readonly merged: YesNo;
    };
    readonly deployed: YesNo;
    readonly productionVerified: YesNo;
};

/** Puts the statuses together; the last four come from observations only. */
export declare function statusesOf(facts: BoundedFacts, log: CheckLog, kind: TargetKind, remote: RemoteObservations | null): Statuses;

/** A surface's class, with what was missing to tell it. */
export declare type SurfaceClass = Classified & {
    readonly risk: Risk;
    readonly coverage: readonly string[];
};

/** The frozen surface, ready to be asked. */
declare interface SurfaceIndex {
    /** Whether a written location lies in the surface (BD-FIND-04). */
    hasLocation(text: string | null): boolean;
    /** Whether an edited place lies in the surface, companion paths aside. */
    hasPlace(place: string): boolean;
}

/** Kinds of boundary that a repair may newly touch (BD-RERV-04). */
export declare type SurfaceKind = "shared-abstraction" | "schema" | "migration" | "public-contract" | "authorization-boundary" | "cross-cutting";

/** What a lane sees that looks again at its own findings. */
export declare type TargetedPacket = Omit<FullPacket, "pass"> & {
    readonly pass: "targeted";
    readonly delta: string;
    readonly assigned: readonly {
        readonly id: string;
        readonly location: string;
        readonly failureMode: string;
        readonly evidence: readonly BoundedEvidence[];
    }[];
};

/** Builds the packet of a targeted re-review: only the batch's findings that this lane owns are in it (BD-PKT-03). */
export declare function targetedPacket(input: PacketInput & {
    readonly delta: string;
    readonly batch: readonly LedgerEntry[];
}): TargetedPacket;

/** What a targeted re-review looks at (BD-RERV-02). */
export declare interface TargetedParts {
    readonly places: readonly string[];
    readonly contracts: readonly string[];
}

/** Touched parts, places of open blockers, contracts they or the fixer name. */
export declare function targetedParts(touched: readonly string[], blockers: readonly LedgerEntry[], affectedContracts?: readonly string[]): TargetedParts;

/**
 * Targets, places and the frozen surface (BD-TGT-01, BD-FIND-04, BD-SCOPE-01).
 *
 * Invariants:
 * 1. A place is a path or, in plans, `path#section`; places are compared letter by letter.
 * 2. What cannot be placed lies outside: an unreadable location, an edit of a plan without its section.
 */

/** What is under review (BD-TGT-01). */
export declare type TargetKind = "pr" | "local-diff" | "plan";

/** What is known of the target; `null` for what it has not, or what could not be resolved. */
export declare type TargetReport = {
    readonly kind: TargetKind;
    readonly repository: string | null;
    readonly identity: {
        readonly [key: string]: string;
    };
    readonly baseRevision: string | null;
    readonly headRevision: string | null;
    readonly planRevision: string | null;
    readonly surfaceHash: string | null;
    readonly drifted: boolean;
};

/** One place that an edit touched, as the workspace measured it. */
export declare type TouchedPath = {
    readonly path: string;
    readonly section?: string;
    readonly added: number;
    readonly removed: number;
};

/** A batch, triaged as far as no verdict is needed. */
export declare interface Triage {
    readonly candidates: readonly Candidate[];
    readonly rejected: readonly Rejection[];
    readonly notes: readonly string[];
}

/** Triages the answers of a batch against the ledger. */
export declare function triage(ledger: BoundedLedger, outputs: readonly LaneOutput[], base: EvidenceBase): Triage;

/** Checks an answer; never throws. */
export declare function validateReviewOutput(value: unknown): Validated<ReviewOutput>;

/** The verdict where there is no verifier: all evidence resolved blocks (BD-FIND-06). */
export declare function verdictWithoutVerifier(candidate: Candidate): FindingVerdict;

/** What kind of work a lane is. */
export declare type WorkKind = "light" | "routine" | "complex" | "arbitration" | "exceptional";

/** The kind of work of a lane. */
export declare function workKindOf(input: {
    readonly lane: LaneId;
    readonly size: Size;
    readonly risk: Risk;
    readonly signals: readonly RiskSignal[];
    readonly exceptional: boolean;
}): WorkKind;

declare type YesNo = "yes" | "no" | "not-applicable" | "not-checked";

export { }
