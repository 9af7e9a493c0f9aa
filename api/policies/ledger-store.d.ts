import { FactsDefinition } from '@loopwright/core';
import { Hunk } from '@loopwright/evidence';
import { LedgerSeverity } from '@loopwright/core';
import { LineRegion } from '@loopwright/evidence';
import * as _loopwright_core from '@loopwright/core';
import { LoopwrightError } from '@loopwright/core';
import { TableDecision } from '@loopwright/core';

/** Where a finding points, by content (LG-FP). */
declare type Anchor = {
    readonly file: string;
    readonly region: LineRegion;
    readonly fingerprint: string;
};

/** What {@link applyAttachWitness} takes. */
declare interface AttachWitnessInput {
    readonly id: string;
    /** A path with an optional selector behind `::` or `#` for a test; a command or a place otherwise. */
    readonly ref: unknown;
    /** Default `test`. */
    readonly kind?: unknown;
    /** Default `red`, which fits a defect that is not fixed; a missing test over right code says `green` (LG-WIT-2). */
    readonly status?: unknown;
}

/** What a batch takes. */
declare interface BatchInput extends DispositionInput {
    readonly ids?: readonly string[] | null;
    /** Also every decidable entry of this severity. */
    readonly severity?: unknown;
    /** Whether the severity also takes entries that were decided about, and guard-disputed ones. */
    readonly overwrite?: boolean;
}

/** What a bounded read is of. */
export declare interface BoundedFile {
    /** What messages name. */
    readonly name: string;
    readonly maxBytes: number;
}

/** What {@link applyCannotReproduce} takes. */
declare interface CannotReproduceInput {
    readonly id: string;
    readonly evidence: unknown;
    readonly round?: number | null;
}

/**
 * Close a round: decide, record, seal (LG-CLOSE), and the lines that go to the side files (LG-EXIT, LG-TKT).
 *
 * Invariants:
 * 1. A stop with undecided entries is refused and not recorded, whatever stop it is (LG-CLOSE-4).
 * 2. A bought round is one round: a purchase that the last CONTINUE was made for is cleared first, once, and that is kept
 *    even when the close is then refused (LG-DIS-7).
 * 3. Sealing turns pending decisions into statuses on every action but CONTINUE; counts are those before it (LG-CLOSE-5).
 */

/** What {@link applyCloseRound} takes. */
declare interface CloseRoundInput {
    /** The round; leave it out for the next one. */
    readonly round?: number | null;
    /** Summary of the bounded suite, or the statement of a doc-only round (LG-CLOSE-3, LG-FIX-6). */
    readonly suiteEvidence?: string | null;
    readonly gatesEvidence?: string | null;
    /** Findings that fix commits of this round name; read with `phase_a_scope: fixed` (LG-PH-2). */
    readonly claimed?: readonly string[];
    /** Today in UTC, `YYYY-MM-DD` (LG-EXIT-2). */
    readonly today: string;
}

/**
 * A fix commit as evidence: what it says and what it touched, read by somebody who holds the repository.
 *
 * Invariants:
 * 1. Every touched path is there: one without textual hunks is one change of the whole file (LG-CD-9, LG-SEC-5).
 * 2. A rename is a deletion and an addition (LG-CD-9).
 */

/** One change of a commit: a hunk, or with `null` the whole file. */
declare interface CommitChange {
    readonly path: string;
    readonly hunk: Hunk | null;
}

/** Name of the configuration file in the state directory. */
export declare const CONFIG_FILE = "config.yaml";

/** The names that a file may choose. What is given in code counts before them. */
declare type ConfigNames = Partial<Pick<LedgerNames, "trailerPrefix" | "witnessDirectory">>;

/** A configuration and what was ignored on the way. */
declare interface ConfigReading {
    readonly config: LedgerConfig;
    readonly warnings: readonly string[];
    /** Names that the block chooses; left out where it chooses none (LG-CFG-1). */
    readonly names?: ConfigNames;
}

/** Who decided (LG-DIS-6). */
declare type DecidedBy = "human" | "agent" | "tool";

/** What is decided, and by whom. */
declare interface DispositionInput {
    readonly action: unknown;
    /** For a defer: where the work is kept. */
    readonly ticket?: unknown;
    /** For a reject: why. */
    readonly reason?: unknown;
    readonly by?: DecidedBy;
    /** Date of the decision, `YYYY-MM-DD`. */
    readonly at?: string;
}

/** Bounds of the documents together. */
export declare const DOCUMENT_LIMITS: Readonly<{
    fileBytes: 4194304;
    totalBytes: 33554432;
    files: 500;
    depth: 8;
}>;

/** Where a finding stands (LG-FILE-5). */
declare type FindingStatus = "open" | "not-fixed" | "disputed" | "fixed" | "deferred" | "rejected";

/** A commit. */
declare interface FixCommit {
    /** Its full object id (LG-CD-3). */
    readonly id: string;
    readonly message: string;
    readonly changes: readonly CommitChange[];
    /** Text of a path before the commit; `null` where there was none (LG-CD-11, LG-SEC-29). */
    readonly before: (path: string) => string | Uint8Array | null;
    /** Text of a path after it; `null` where there is none. */
    readonly after: (path: string) => string | Uint8Array | null;
}

/** One item of the history. */
declare type HistoryItem = RoundRecord | InstanceMarker;

/** The start of a checkpoint's loop. */
declare type InstanceMarker = {
    readonly instance: string;
    readonly reason?: string;
};

/** What an intake takes. */
declare interface IntakeInput {
    /** A list of findings, or an object with that list under `findings`. */
    readonly findings: unknown;
    /** What the findings are about, unless they say so themselves. */
    readonly artifact: string;
    /** The round; leave it out for the next one. */
    readonly round?: number | null;
    /** Name of the cycle, for a ledger that does not exist yet. Default `cycle`. */
    readonly slug?: string;
}

/** What an intake did, by id (LG-INT-9). */
declare interface IntakeReport {
    /** Entries made, guard-disputed ones left out. */
    readonly new: readonly string[];
    /** Entries that took a sighting; an id may repeat. */
    readonly merged: readonly string[];
    /** New entries whose blocking severity had no evidence (LG-INT-5). */
    readonly capped: readonly string[];
    /** New entries that repeat a settled finding (LG-REL-1). */
    readonly disputed: readonly string[];
    readonly citation_unresolved: readonly string[];
    /** There was nothing to check the citation against (LG-CITE-3). */
    readonly citation_skipped: readonly string[];
    /** New entries that come too late to be worked on (LG-LATE-1). */
    readonly auto_deferred: readonly string[];
    /** Entries whose severity rose by stronger evidence (LG-INT-7). */
    readonly upgraded?: readonly string[];
    /** Deferred entries that would have risen: a person should look (LG-INT-7). */
    readonly upgraded_deferred?: readonly string[];
    readonly warnings?: readonly string[];
}

/** A ledger (LG-FILE-1). */
declare type Ledger = {
    readonly version?: number;
    readonly slug?: string;
    readonly findings: readonly LedgerEntry[];
    readonly history: readonly HistoryItem[];
    readonly next_id?: number;
};

/** What a closed round was decided to be (LG-DEC-3). */
declare type LedgerAction = "CONTINUE" | "ESCALATE" | "STOP_CAP" | "STOP_ADVISORY" | "STOP_CLEAN";

/** A whole configuration. */
declare interface LedgerConfig {
    readonly mode: "v1" | "v2";
    readonly majorBudget: number;
    readonly iterationCap: number;
    readonly escalateAfterStalls: number;
    readonly witnessCapping: boolean;
    readonly citationCheck: boolean;
    readonly scopeCheck: boolean;
    readonly disputedDisposition: boolean;
    readonly fixNowBlockingOnly: boolean;
    readonly lateFindingDisposition: "defer" | "open";
    readonly phaseAScope: "all" | "fixed";
    readonly reviewModel: "inherit" | "cheap";
    readonly licenseCheck: boolean;
    readonly humanForBlocking: boolean;
}

/** What a ledger comes to, in the keys of the machine output (LG-DEC-6). */
declare interface LedgerDecision {
    /** All open entries, pending ones included. */
    readonly counts: SeverityCounts;
    /** Weight of what drives the loop. */
    readonly weight: number;
    readonly open_ids: readonly string[];
    readonly fix_now: readonly string[];
    /** Live disputes that nobody decided about. */
    readonly disputed_pending: readonly string[];
    /** What a person has to decide before a stop (LG-DIS-5). */
    readonly dispositions_required: readonly string[];
    readonly stalled: boolean;
    readonly cap_reached: boolean;
    readonly action: LedgerAction;
    readonly iteration: number;
}

/** One finding (LG-FILE-2). */
declare type LedgerEntry = {
    readonly id: string;
    readonly artifact?: string;
    /** Round of first intake. */
    readonly first_seen?: number;
    /** Perspective that raised it (LG-PASS-1). */
    readonly pass?: string | null;
    /** The one the verdict uses, after capping. */
    readonly severity: LedgerSeverity;
    readonly severity_as_reported?: LedgerSeverity;
    readonly cited_rule?: string | null;
    readonly anchor: Anchor;
    readonly claim: string;
    readonly witness?: Witness | null;
    readonly exit_criteria?: string | null;
    readonly status: FindingStatus;
    /** Sightings, merged ones included. */
    readonly raised_count?: number;
    readonly verifications?: readonly Verification[];
    readonly disposition?: StoredDisposition;
    readonly citation_unresolved?: boolean;
    /** Set on entries that the guard disputed: the settled finding they repeat (LG-REL-1). */
    readonly relitigates?: string;
    /** Set where a red test on a new claim opened a settled region again (LG-REL-3). */
    readonly contests?: string;
};

/** Facts of the table. */
declare type LedgerFacts = typeof ledgerFacts extends FactsDefinition<infer F> ? F : never;

/** What the verdict depends on. */
declare const ledgerFacts: FactsDefinition<_loopwright_core.FactsOf<{
    /** Open entries, pending ones included. */
    open: _loopwright_core.FactDomain<number>;
    /** Disputes of a later look, unless the knob leaves them out. */
    liveDisputes: _loopwright_core.FactDomain<number>;
    /** Entries that bought another round. */
    bought: _loopwright_core.FactDomain<number>;
    /** `escalate_after_stalls` rounds in a row without improvement (LG-DEC-4). */
    isStalled: _loopwright_core.FactDomain<boolean>;
    /** The round is the last one that `iteration_cap` allows, or a later one. */
    isCapReached: _loopwright_core.FactDomain<boolean>;
    /** Open criticals without a pending decision. */
    criticals: _loopwright_core.FactDomain<number>;
    /** Open majors without a pending decision, beyond `major_budget`. */
    majorsOverBudget: _loopwright_core.FactDomain<number>;
    /** Open entries and live disputes that nobody decided about. */
    undecided: _loopwright_core.FactDomain<number>;
}>>;

/** Limits; beyond one an operation is refused, nothing is cut (LG-SEC-13, LG-SEC-14). */
declare interface LedgerLimits {
    /** Findings of one intake. */
    readonly findingsPerIntake: number;
    readonly findingsPerLedger: number;
    /** Characters of a claim, exit criteria, evidence, reason. */
    readonly textChars: number;
    /** Characters of a reference, citation, ticket. */
    readonly refChars: number;
    /** Bytes of a ledger file. */
    readonly ledgerBytes: number;
    /** Bytes of a payload. */
    readonly payloadBytes: number;
    /** Nesting of JSON. */
    readonly jsonDepth: number;
}

/** Configurable names; the values shown are the defaults. */
declare interface LedgerNames {
    /** `Review`: `Review-Fix: F-001` (LG-CD-4). */
    readonly trailerPrefix: string;
    /** `.review`. */
    readonly stateDirectory: string;
    /** `review-ledger.json`, in the directory of its cycle. */
    readonly ledgerFile: string;
    /** `tests/review` (LG-CD-14). */
    readonly witnessDirectory: string;
    /** `cleanup.md` (LG-TKT-1). */
    readonly deferralFile: string;
    /** `decisions.md` (LG-EXIT-1). */
    readonly exitLog: string;
    /** `manifest.md`. */
    readonly manifestFile: string;
    /** What machine-written lines name as their author: `loopwright`. */
    readonly toolName: string;
    /** What a finding about a commit's trailers asks for. */
    readonly trailerContract: string;
    /** Whether a path is a test (LG-CD-15); `null` takes the built-in test. */
    readonly isTestPath: ((path: string) => boolean) | null;
    /** Checkpoints beside the built-in ones (LG-INST-2). */
    readonly checkpoints: readonly string[];
}

/**
 * Where a ledger stands: its directory, cycle and repository (LG-LOAD-5, LG-SEC-36).
 *
 * Invariants:
 * 1. All paths are real ones: two spellings of one ledger share one lock.
 * 2. Ledger, lock and side files are no links that leave the directory of their cycle.
 * 3. Anchors are never resolved against a tree that the ledger does not lie in, unless the root was given.
 */

/** Where a ledger stands. */
export declare interface LedgerPlace {
    /** The ledger file. */
    readonly ledger: string;
    /** Directory of the cycle. */
    readonly directory: string;
    /** Name of the cycle, for a ledger that does not name itself. */
    readonly slug: string;
    /** Root of the repository. */
    readonly root: string;
    /** The directory from the root, with `/`. */
    readonly cycleDirectory: string;
}

/**
 * Finds the place of a ledger, which need not exist yet.
 * @throws LedgerProblem `path-unsafe`, `root-unknown`, `io-failed`.
 */
export declare function ledgerPlace(ledgerPath: string, options: {
    readonly root?: string | undefined;
    readonly stateDirectory: string;
}): LedgerPlace;

/** The one error of the ledger: nothing was stored, and the message says what to do next (LG-SEC-34). */
declare class LedgerProblem extends LoopwrightError<LedgerProblemCode> {
    readonly name = "LedgerProblem";
}

/** Codes of bookkeeping faults. Stable over versions. */
declare type LedgerProblemCode = "no-ledger" | "malformed-ledger" | "payload-invalid" | "limit-exceeded" | "config-invalid" | "unknown-finding" | "anchor-file-missing" | "anchor-path-unsafe" | "anchor-file-unreadable" | "anchor-region-malformed" | "anchor-region-out-of-range" | "finding-not-object" | "finding-missing-field" | "finding-unknown-severity" | "finding-bad-anchor" | "finding-bad-field" | "finding-unknown-witness-kind" | "finding-unknown-artifact" | "verify-missing-field" | "verify-unknown-verdict" | "verify-no-evidence" | "verify-twice" | "verify-settled" | "cannot-reproduce-no-evidence" | "cannot-reproduce-status" | "witness-invalid" | "witness-settled" | "disposition-unknown-action" | "disposition-settled" | "disposition-needs-human" | "fix-now-not-blocking" | "fix-now-guarded" | "defer-no-ticket" | "reject-no-reason" | "batch-unknown-severity" | "batch-empty" | "instance-unknown-checkpoint" | "instance-not-over" | "instance-repeated" | "iteration-mismatch" | "round-closed-already" | "dispositions-required" | "check-diff-settled" | "packet-incomplete" | "findings-block" | "ledger-locked" | "changed-underneath" | "path-unsafe" | "root-unknown" | "io-failed";

/** A report as data (LG-RPT-2). */
declare interface LedgerReport {
    readonly slug: string;
    readonly findings: readonly ReportedFinding[];
    /** `1:CONTINUE`, `[plan]`, in order. */
    readonly trail: readonly string[];
    /** What a reader should know beside it. */
    readonly warnings: readonly string[];
}

/** A ledger on disk. Every operation rejects with a LedgerProblem. */
export declare interface LedgerStore {
    readonly place: LedgerPlace;
    /** The ledger as it is; needs one. */
    readonly read: () => Ledger;
    /** The configuration that holds now, and the names that its file chooses (LG-CFG-1). */
    readonly config: () => ConfigReading;
    readonly openInstance: (input: OpenInstanceInput) => Promise<Stored<null>>;
    readonly intake: (input: IntakeInput) => Promise<Stored<IntakeReport>>;
    readonly verify: (input: VerifyInput) => Promise<Stored<readonly string[]>>;
    readonly cannotReproduce: (input: CannotReproduceInput) => Promise<Stored<null>>;
    readonly attachWitness: (input: AttachWitnessInput) => Promise<Stored<null>>;
    readonly disposition: (input: DispositionInput & {
        readonly id: string;
    }) => Promise<Stored<null>>;
    readonly dispositionBatch: (input: BatchInput) => Promise<Stored<readonly string[]>>;
    /** Puts a person's answer onto the round that escalated (LG-DEC-9). */
    readonly userChoice: (choice: string) => Promise<Stored<null>>;
    /** Rejects with `dispositions-required` where a stop needs decisions (LG-CLOSE-4). */
    readonly closeRound: (input?: Omit<CloseRoundInput, "today">) => Promise<Stored<StoredRound>>;
    readonly checkDiff: (input: StoreCheckInput) => Promise<Stored<StoredCheck>>;
    /** Appends what the side files lack; the report names the files (LG-CLOSE-6). */
    readonly resync: () => Promise<Stored<readonly string[]>>;
    readonly reportText: () => string;
    readonly reportData: () => LedgerReport;
}

/**
 * Opens the store of a ledger. Nothing is read or written yet.
 * @throws LedgerProblem `path-unsafe`, `root-unknown`, `config-invalid`.
 */
export declare function ledgerStore(ledgerPath: string, options?: LedgerStoreOptions): LedgerStore;

/** Options of {@link ledgerStore}; everything has a default. */
export declare interface LedgerStoreOptions {
    /** Root of the repository. Default: the nearest directory above the ledger that has the state directory (LG-LOAD-5). */
    readonly root?: string | undefined;
    /** Path of the configuration file. Default `config.yaml` in the state directory (LG-CFG-6). */
    readonly config?: string | undefined;
    readonly names?: Partial<LedgerNames> | undefined;
    readonly limits?: Partial<LedgerLimits> | undefined;
    /** Whether the loop runs without people; then blocking entries need one (LG-DIS-6). Default false. */
    readonly autonomy?: boolean | undefined;
    /** Longest wait for another writer, in milliseconds. Default 10,000 (LG-SEC-11). */
    readonly lockWaitMs?: number | undefined;
    /** Today in UTC, `YYYY-MM-DD` (LG-EXIT-2). Default: the system's clock. */
    readonly today?: (() => string) | undefined;
}

/** Tokens of the table. */
declare type LedgerToken = LedgerAction | "STOP_CAP_UNDECIDED" | "STOP_ADVISORY_UNDECIDED";

/** A decision with what it was read from. */
declare interface LedgerVerdict {
    readonly decision: LedgerDecision;
    readonly token: LedgerToken;
    readonly row: TableDecision<LedgerToken>;
    readonly facts: LedgerFacts;
}

/** What {@link applyOpenInstance} takes. */
declare interface OpenInstanceInput {
    readonly checkpoint: string;
    /** Why it is opened although the instance before it is not over. */
    readonly force?: {
        readonly reason: string;
    };
    /** Name of the cycle, for a ledger that does not exist yet. Default `cycle`. */
    readonly slug?: string;
}

/**
 * Bytes of a regular file; `null` where there is none.
 * @throws LedgerProblem `limit-exceeded`, `io-failed`.
 */
export declare function readBoundedFile(path: string, { name, maxBytes }: BoundedFile): Uint8Array | null;

/** Reads the configuration that holds now. */
export declare function readProjectConfig(where: {
    readonly root: string;
    readonly stateDirectory: string;
    readonly config?: string | undefined;
}, defaults?: {
    readonly autonomy?: boolean;
}): ConfigReading;

/** One finding, as the report shows it. */
declare interface ReportedFinding {
    readonly id: string;
    readonly severity: string;
    readonly status: string;
    readonly claim: string;
    /** Why severity and reported severity differ; `null` where they do not. */
    readonly note: string | null;
    /** `file:start-end`. */
    readonly anchor: string;
    /** Kind, and what it refers to. */
    readonly witness: string;
    readonly disposition: string | null;
    /** Why it is disputed; `null` where it is not. */
    readonly dispute: string | null;
}

/** A closed round (LG-FILE-3). */
declare type RoundRecord = {
    readonly iteration: number;
    /** All open entries before sealing. */
    readonly counts: SeverityCounts;
    readonly result: LedgerAction;
    readonly suite_evidence?: string;
    readonly gates_evidence?: string;
    /** Weight of what drove the loop (LG-DEC-5). */
    readonly weight?: number;
    /** Entries that bought the next round (LG-DIS-7). */
    readonly fix_now?: readonly string[];
    /** Whether that purchase was already held against its entries. */
    readonly fix_now_charged?: boolean;
    /** What a person answered (LG-DEC-9). */
    readonly user_choice?: string;
};

/** What the check came to, in the keys of the machine output (LG-CD-19). */
declare interface ScopeResult {
    readonly in_scope: boolean;
    readonly license_ok: boolean;
    readonly violations: readonly ScopeViolation[];
    readonly trailer_findings: readonly string[];
    /** Test paths that were touched and are no witnesses (LG-CD-16). */
    readonly license_needed: readonly string[];
    readonly scope_ids?: readonly string[];
    /** Anchors that were found elsewhere than recorded (LG-CD-11). */
    readonly relocated?: readonly string[];
    /** Paths that a collateral trailer covers whole (LG-CD-8). */
    readonly collateral_whole_file?: readonly string[];
    /** Entries that record what was found, merged ones included. */
    readonly machine_ids?: readonly string[];
    /** Why nothing was checked. */
    readonly skipped?: string;
}

/** What a check of a fix commit comes to, in the keys of the machine output (LG-CD-19). */

/** A change outside the scope. */
declare interface ScopeViolation {
    readonly file: string;
    /** New lines, each bound at least 1. */
    readonly region: LineRegion;
    /** Old lines; 0 at the top of a new file. */
    readonly old_region: LineRegion;
}

/** Numbers of findings by severity. */
declare type SeverityCounts = {
    readonly [S in LedgerSeverity]: number;
};

/** What a check of a fix commit takes. */
export declare interface StoreCheckInput {
    readonly finding: string;
    readonly round?: number | null;
    /** Reads the commit; asked only once the finding is known to be under repair (LG-CD-2). */
    readonly commit: (ledger: Ledger) => FixCommit | Promise<FixCommit>;
}

/** What an operation came to, and what was ignored on the way. */
export declare interface Stored<R> {
    readonly report: R;
    /** What the configuration file could not mean (LG-CFG-3). */
    readonly configWarnings: readonly string[];
    /** What else a caller should know, such as a document that was skipped or a side file that failed. */
    readonly warnings: readonly string[];
}

/** A check of a fix commit; `problem` where its findings could not be recorded (LG-CD-19). */
export declare interface StoredCheck {
    readonly result: ScopeResult;
    readonly problem: LedgerProblem | null;
}

/** What was decided about a finding; the mixed shape is the format's (LG-FILE-4). */
declare type StoredDisposition = null | "fix-now" | {
    readonly action: "defer";
    readonly ticket: string;
    readonly by?: DecidedBy;
    readonly at?: string;
} | {
    readonly action: "reject";
    readonly reason: string;
    readonly by?: DecidedBy;
    readonly at?: string;
};

/** A closed round (LG-CLOSE, LG-PH-3). */
export declare interface StoredRound {
    readonly decision: LedgerDecision;
    readonly verdict: LedgerVerdict;
    readonly unverified: readonly string[];
}

/** What a later look found (LG-VER-1). */
declare type VerdictWord = "FIXED" | "NOT-FIXED" | "DISPUTED-STANDS";

/** One later look. */
declare type Verification = {
    readonly iteration: number;
    readonly verdict: VerdictWord;
    readonly evidence: string;
};

/** What a verification takes. */
declare interface VerifyInput {
    /** A list of `{ id, verdict, evidence }`, or an object with that list under `results`. */
    readonly results: unknown;
    /** The round; leave it out for the next one. */
    readonly round?: number | null;
}

/** A demonstration. */
declare type Witness = {
    readonly kind: WitnessKind;
    readonly ref: string | null;
    readonly status: WitnessStatus;
};

/** How a finding is demonstrated. */
declare type WitnessKind = "test" | "repro" | "trace" | "none";

/** What a witness shows now. */
declare type WitnessStatus = "red" | "green" | "n/a";

export { }
