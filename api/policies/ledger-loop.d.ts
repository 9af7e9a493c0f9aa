import { CommandCheckOptions } from '@loopwright/evidence/command-check';
import { Commit } from '@loopwright/evidence/git';
import { DispositionEntry } from '@loopwright/core';
import { FactsDefinition } from '@loopwright/core';
import { Hunk } from '@loopwright/evidence';
import { LedgerSeverity } from '@loopwright/core';
import { LineRegion } from '@loopwright/evidence';
import * as _loopwright_core from '@loopwright/core';
import { LoopwrightError } from '@loopwright/core';
import { Snapshot } from '@loopwright/evidence/workspace';
import { TableDecision } from '@loopwright/core';
import { Workspace } from '@loopwright/evidence/workspace';

/** The choices where a round could not come to a decision. */
export declare const AGAIN_MENU: readonly Choice[];

/** Where a finding points, by content (LG-FP). */
declare type Anchor = {
    readonly file: string;
    readonly region: LineRegion;
    readonly fingerprint: string;
};

/** Reads a region of a file; throws a LedgerProblem where there is none. */
declare type AnchorReader = (file: string, region: unknown) => AnchorReading;

/** What the operations read beside the ledger and their input: knobs, names, and what was read of the world already. */

/** A region of a file as it stands. */
declare interface AnchorReading {
    readonly region: LineRegion;
    readonly fingerprint: string;
    /** Lines of the file. */
    readonly lineCount: number;
}

/**
 * The ledger: every finding of a cycle and every round that was closed (LG-FILE).
 *
 * Invariants:
 * 1. An immutable value, in the snake_case of the file. Keys that are not known here are kept.
 * 2. Findings and history only grow; ids come from `next_id` and are never given twice.
 * 3. A model owns no id, no severity after intake, no status: only the operations of this folder make a new value.
 * 4. What a file may leave out (`raised_count`, `disposition`, …) reads as its default.
 */

/** What a finding is about. */
declare type ArtifactKind = "spec" | "plan" | "code" | "adr";

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

/** What {@link applyCannotReproduce} takes. */
declare interface CannotReproduceInput {
    readonly id: string;
    readonly evidence: unknown;
    readonly round?: number | null;
}

/** A command of a check. */
export declare type CheckCommand = Omit<CommandCheckOptions, "id">;

/** A fix commit and what its check said. */
export declare type CheckedCommit = {
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

/** What a bounded, time-limited check came to (LG-FIX-6). A type alias, so that it is `Json`. */
export declare type CheckOutcome = {
    /** `not-run`: it could not be started, or there was nothing to run. A time limit that ran out is `failed`. */
    readonly status: "passed" | "failed" | "not-run";
    /** One line for the ledger, such as `412 passed, 0 failed in 31s`, or `doc-only round: spec.md`. */
    readonly evidence: string;
    /** Raw output for the packet, its tail where it is long. */
    readonly output: string;
};

/** One choice of a menu. */
declare type Choice = {
    readonly letter: string;
    readonly effect: Exclude<ChoiceEffect, "own-words">;
    readonly label: string;
    readonly isRecommended?: true;
};

/** What follows an answer. */
declare type ChoiceEffect = 
/** The rest is accepted, the workflow goes on; the record's result stays. */
"accept"
/** The lock is off for the rest of the workflow; a person edits. */
| "leave-lock"
/** The architecture workflow takes over. */
| "redesign" | "cancel-workflow"
/** Keep iterating up to the cap, without a second escalation. */
| "keep-iterating"
/** Another review of the same version, as the next iteration. */
| "review-again"
/** A text in the person's own words: the loop ends and the host reads it. */
| "own-words";

/** Whether a citation resolves; `no-source`: there is nothing to check it against (LG-CITE-3). */
declare type CitationReader = (cited: string) => "resolved" | "unresolved" | "no-source";

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
 * Makes checks of commands.
 * @throws EvidenceError `option-invalid` for a command that cannot be one; those of witnesses when they are run.
 */
export declare function commandChecks({ workspace, witness, suite, gates, targeted }: CommandChecksOptions): LoopChecks;

/** Which commands to run. */
export declare interface CommandChecksOptions {
    readonly workspace: Workspace;
    /** Runs one witness; `selector` is what stands behind `::` or `#`. The path was checked to be a test of the repository. */
    readonly witness: (path: string, selector: string | null) => CheckCommand;
    readonly suite: CheckCommand;
    /** Run one after another; the first that does not pass is the outcome. Default none. */
    readonly gates?: readonly CheckCommand[];
    /** Tests of the paths that a fix touched (LG-FIX-5). */
    readonly targeted?: (paths: readonly string[]) => CheckCommand;
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

/** Who decided (LG-DIS-6). */
declare type DecidedBy = "human" | "agent" | "tool";

/**
 * What a person is asked, and how an answer enters the state (LG-DEC-8, LG-DEC-9, LG-MODE-5, G16).
 *
 * Invariants:
 * 1. An answer that the ledger would refuse is refused here, with the ledger's own words; the run stays suspended.
 * 2. What is accepted is owed to the ledger and goes there before anything follows from it.
 * 3. Whoever answers is a person: decisions are stored as theirs (LG-DIS-6).
 */

/** Decisions about undecided entries: by id, by severity, or both. */
export declare interface DispositionAnswer {
    readonly decisions: readonly StoredDecision[];
}

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

/** An answer to a stall: a letter of the menu, or words; for C what is bought with it. */
export declare interface EscalationAnswer {
    readonly choice: string;
    readonly fixNow?: readonly string[];
}

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

/** What a fixer answers: a claim about one step; git, the witness and the ledger say what holds (LG-FIX-2, LG-FIX-8). */

/** A fixer's answer. */
export declare interface FixerAnswer {
    /** `spec-silent`: the fix needs behaviour that no clause states; `finding` says what is missing. */
    readonly outcome: "done" | "cannot-reproduce" | "spec-silent";
    /** What was done, or tried, in one or a few sentences. */
    readonly evidence: string;
    /** The witness test that was written or run: a path with an optional `::selector`. */
    readonly witness: string | null;
    /** For `spec-silent`: a finding about the spec, in the reviewers' form. */
    readonly finding: object | null;
}

/** What became of one finding in a fix round. */
export declare type FixRecord = {
    readonly round: number;
    readonly finding: string;
    readonly outcome: "committed" | "no-commit" | "cannot-reproduce" | "witness-missing" | "spec-silent" | "waits-for-spec" | "failed";
    readonly commits: readonly CheckedCommit[];
    readonly detail: string;
};

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

/** What a caller gives; everything has a default. */
declare interface LedgerContextOptions {
    readonly config?: Partial<LedgerConfig>;
    readonly names?: Partial<LedgerNames>;
    readonly limits?: Partial<LedgerLimits>;
    /** Texts that findings may point into, by path; see {@link anchorReader}. Default: none. */
    readonly anchors?: AnchorReader;
    /** Documents that findings may cite; see {@link citationReader}. Default: none, so nothing is checked. */
    readonly citations?: CitationReader;
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

/**
 * A ledger loop: `runLoop(ledgerLoop({ ports }), { agents: { reviewer: { default: agent }, fixer }, input: { checkpoint } })`.
 *
 * @throws LoopwrightError `option-unknown`, `option-invalid`.
 */
export declare function ledgerLoop(options: LedgerLoopOptions): _loopwright_core.Policy<{
    input: LedgerLoopInput;
    state: LoopState;
    roles: Readonly<{
        reviewer: _loopwright_core.RoleFamily<_loopwright_core.TextRole>;
        fixer: _loopwright_core.StructuredRole<FixerAnswer>;
    }>;
    pass: "STOP_CLEAN";
    stop: "PINNED_TO_V1" | "LEFT" | "REDESIGN" | "OWN_WORDS" | "FIXER_FAILED" | "STOP_CAP" | "STOP_ADVISORY";
    ask: "TOOL_FAILED" | "REVIEWER_WROTE" | "REVIEW_UNAVAILABLE" | "PACKET_PARTIAL" | "SUITE_RED" | "ESCALATE" | "STOP_CAP_UNDECIDED" | "STOP_ADVISORY_UNDECIDED";
    continue: "SETTLE" | "REVIEW_AGAIN" | "CONTINUE";
    answers: {
        STOP_CAP_UNDECIDED: DispositionAnswer;
        STOP_ADVISORY_UNDECIDED: DispositionAnswer;
        ESCALATE: EscalationAnswer;
        TOOL_FAILED: string;
        REVIEWER_WROTE: string;
        REVIEW_UNAVAILABLE: string;
        PACKET_PARTIAL: string;
        SUITE_RED: string;
    };
    report: LedgerLoopReport;
    event: LedgerLoopEvent;
}>;

/** The loop's own events, beside the runner's: ids and sizes, no content. */
export declare type LedgerLoopEvent = {
    readonly type: "suite.run";
    readonly ledgerRound: number;
    readonly suite: string;
    readonly gates: string;
} | {
    readonly type: "witness.run";
    readonly finding: string;
    readonly status: "red" | "green" | "not-run";
} | {
    readonly type: "findings.verified";
    readonly ledgerRound: number;
    readonly ids: readonly string[];
} | {
    readonly type: "findings.taken";
    readonly ledgerRound: number;
    readonly new: readonly string[];
    readonly merged: readonly string[];
    readonly disputed: readonly string[];
    readonly capped: readonly string[];
} | {
    readonly type: "findings.unreadable";
    readonly repair: number;
    readonly code: string;
} | {
    readonly type: "review.discarded";
    readonly paths: number;
} | {
    readonly type: "fix.ended";
    readonly finding: string;
    readonly outcome: FixRecord["outcome"];
} | {
    readonly type: "commit.checked";
    readonly finding: string;
    readonly commit: string;
    readonly inScope: boolean;
    readonly licenseOk: boolean;
    readonly machineIds: readonly string[];
} | {
    readonly type: "round.closed";
    readonly ledgerRound: number;
    readonly action: LedgerAction;
    readonly weight: number;
} | {
    readonly type: "round.undecided";
    readonly ledgerRound: number;
    readonly action: LedgerAction;
    readonly required: readonly string[];
};

/** What the loop decides on. */
export declare const ledgerLoopFacts: _loopwright_core.FactsDefinition<_loopwright_core.FactsOf<{
    open: _loopwright_core.FactDomain<number>;
    liveDisputes: _loopwright_core.FactDomain<number>;
    bought: _loopwright_core.FactDomain<number>;
    isStalled: _loopwright_core.FactDomain<boolean>;
    isCapReached: _loopwright_core.FactDomain<boolean>;
    criticals: _loopwright_core.FactDomain<number>;
    majorsOverBudget: _loopwright_core.FactDomain<number>;
    undecided: _loopwright_core.FactDomain<number>;
    /** The ledger, git or a check refused, and the loop cannot know what holds. */
    isToolFailed: _loopwright_core.FactDomain<boolean>;
    /** The project's configuration pins the other loop (LG-MODE-1). */
    isPinnedToV1: _loopwright_core.FactDomain<boolean>;
    /** Every fix of the round failed to come. */
    isFixerDown: _loopwright_core.FactDomain<boolean>;
    /** Whether this round's evidence can be believed to be whole. */
    evidence: _loopwright_core.FactDomain<"complete" | "reviewer-unavailable" | "reviewer-wrote" | "packet-partial" | "suite-red">;
    /** A round was gathered and decided about; without it nothing here is about the version at hand. */
    isReviewed: _loopwright_core.FactDomain<boolean>;
    /** A person's answer is not in the ledger yet. */
    isAnswerOwed: _loopwright_core.FactDomain<boolean>;
    /** What a person answered. */
    choice: _loopwright_core.FactDomain<"none" | "redesign" | "leave" | "own-words" | "keep-iterating">;
}>>;

/** What a ledger loop starts from. */
export declare interface LedgerLoopInput {
    /** One of the ledger's checkpoints, or of the option `names.checkpoints`. */
    readonly checkpoint: string;
    /** What is reviewed. Default: by checkpoint; `code` for one of the host's own. */
    readonly occasion?: ReviewOccasion;
    /** `continue` goes on with the instance that is open, after an interruption. Default `open` (LG-INST-1). */
    readonly instance?: "open" | "continue";
    /** Why an instance is opened although the one before is not over (LG-INST-4). */
    readonly force?: {
        readonly reason: string;
    };
}

/** What a caller may set. */
export declare interface LedgerLoopOptions {
    readonly ports: LedgerLoopPorts;
    /** Names as the ledger's store has them. */
    readonly names?: Partial<LedgerNames>;
    /** Put behind the built-in instructions. */
    readonly instructions?: {
        readonly review?: string;
        readonly fix?: string;
    };
    /** Whether reviewers may run tests (LG-OUT-1). Default `false`. */
    readonly canReviewersRunTests?: boolean;
    /** How often an answer that cannot be read is asked for again: 0 to 3, default 1. */
    readonly maxRepairs?: number;
    /** Findings that one round fixes at most; the others wait for the next. Default 50. */
    readonly maxFixes?: number;
    /** Reviews at most, whatever `iteration_cap` says and a person buys. Default 100. */
    readonly maxRounds?: number;
    /** Time limit of each call in milliseconds; `null` = none, default 1,800,000. */
    readonly callTimeoutMs?: number | null;
}

/** All ports of a loop. */
export declare interface LedgerLoopPorts {
    readonly ledger: LoopLedger;
    readonly repository: LoopRepository;
    readonly workspace: LoopWorkspace;
    readonly checks: LoopChecks;
    readonly packets: PacketSource;
}

/** What a ledger loop established. */

/** What a ledger loop established; `token` is that of the run's result. */
export declare interface LedgerLoopReport {
    readonly token: string;
    readonly checkpoint: string;
    /** The ledger as it was last read. */
    readonly ledger: Ledger;
    /** The same as text, and as data. */
    readonly text: string;
    readonly data: LedgerReport;
    /** What the last round came to; `null` where none was decided. */
    readonly decision: LedgerDecision | null;
    /** Exactly one disposition for each finding (G9). */
    readonly account: readonly DispositionEntry[];
    readonly fixes: readonly FixRecord[];
    readonly taken: readonly TakenFindings[];
    readonly leftOut: readonly LeftOutFinding[];
    /** Paths that the last packet did not show. */
    readonly omitted: readonly string[];
    /** Entries that the last round should have verified and did not (LG-PH-3). */
    readonly unverified: readonly string[];
    readonly tool: ToolProblem | null;
    readonly problem: string | null;
    readonly answer: string | null;
    readonly warnings: readonly string[];
}

/** The table of the loop. */
export declare const ledgerLoopTable: _loopwright_core.TerminationTable<_loopwright_core.FactsOf<{
    open: _loopwright_core.FactDomain<number>;
    liveDisputes: _loopwright_core.FactDomain<number>;
    bought: _loopwright_core.FactDomain<number>;
    isStalled: _loopwright_core.FactDomain<boolean>;
    isCapReached: _loopwright_core.FactDomain<boolean>;
    criticals: _loopwright_core.FactDomain<number>;
    majorsOverBudget: _loopwright_core.FactDomain<number>;
    undecided: _loopwright_core.FactDomain<number>;
    /** The ledger, git or a check refused, and the loop cannot know what holds. */
    isToolFailed: _loopwright_core.FactDomain<boolean>;
    /** The project's configuration pins the other loop (LG-MODE-1). */
    isPinnedToV1: _loopwright_core.FactDomain<boolean>;
    /** Every fix of the round failed to come. */
    isFixerDown: _loopwright_core.FactDomain<boolean>;
    /** Whether this round's evidence can be believed to be whole. */
    evidence: _loopwright_core.FactDomain<"complete" | "reviewer-unavailable" | "reviewer-wrote" | "packet-partial" | "suite-red">;
    /** A round was gathered and decided about; without it nothing here is about the version at hand. */
    isReviewed: _loopwright_core.FactDomain<boolean>;
    /** A person's answer is not in the ledger yet. */
    isAnswerOwed: _loopwright_core.FactDomain<boolean>;
    /** What a person answered. */
    choice: _loopwright_core.FactDomain<"none" | "redesign" | "leave" | "own-words" | "keep-iterating">;
}>, "STOP_CLEAN", "PINNED_TO_V1" | "LEFT" | "REDESIGN" | "OWN_WORDS" | "FIXER_FAILED" | "STOP_CAP" | "STOP_ADVISORY", "TOOL_FAILED" | "REVIEWER_WROTE" | "REVIEW_UNAVAILABLE" | "PACKET_PARTIAL" | "SUITE_RED" | "ESCALATE" | "STOP_CAP_UNDECIDED" | "STOP_ADVISORY_UNDECIDED", "SETTLE" | "REVIEW_AGAIN" | "CONTINUE", "revise" | "review" | "consult", never>;

/** Tokens of the loop's table. */
export declare type LedgerLoopToken = (typeof ledgerLoopTable.tokens)["pass" | "stop" | "ask" | "continue"][number];

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

/** Tokens of the table. */
declare type LedgerToken = LedgerAction | "STOP_CAP_UNDECIDED" | "STOP_ADVISORY_UNDECIDED";

/** A decision with what it was read from. */
declare interface LedgerVerdict {
    readonly decision: LedgerDecision;
    readonly token: LedgerToken;
    readonly row: TableDecision<LedgerToken>;
    readonly facts: LedgerFacts;
}

/** A finding of a cheaper model that the judgement over all of them did not repeat (LG-RTE-1, G9). */
export declare type LeftOutFinding = {
    readonly round: number;
    readonly claim: string;
    readonly reason: string;
};

/** Checks that the controller runs itself; nobody's word takes their place. */
export declare interface LoopChecks {
    /** One witness test, by its reference. */
    witness(ref: string, options: Waiting): Promise<CheckOutcome>;
    /** Tests of the files that a fix touched (LG-FIX-5). */
    targeted?(paths: readonly string[], options: Waiting): Promise<CheckOutcome>;
    /** The whole suite; document checks where the round is about documents. */
    suite(options: Waiting): Promise<CheckOutcome>;
    /** The deterministic gates. */
    gates(options: Waiting): Promise<CheckOutcome>;
}

/** The ledger where it is kept. Each operation is one change, whole or not at all; each rejects with a LedgerProblem. */
export declare interface LoopLedger {
    /** Where the ledger is; `cycleDirectory` is relative to the root, such as `.review/work/auth`. */
    readonly place: {
        readonly cycleDirectory: string;
    };
    read(): Ledger;
    /** Read afresh by each phase (LG-CFG-6). */
    config(): {
        readonly config: LedgerConfig;
        readonly warnings: readonly string[];
    };
    openInstance(input: OpenInstanceInput): Promise<LoopStored<null>>;
    intake(input: IntakeInput): Promise<LoopStored<IntakeReport>>;
    verify(input: VerifyInput): Promise<LoopStored<readonly string[]>>;
    cannotReproduce(input: CannotReproduceInput): Promise<LoopStored<null>>;
    attachWitness(input: AttachWitnessInput): Promise<LoopStored<null>>;
    dispositionBatch(input: BatchInput): Promise<LoopStored<readonly string[]>>;
    /** Puts a person's answer onto the round that escalated (LG-DEC-9). */
    userChoice(choice: string): Promise<LoopStored<null>>;
    /** Rejects with `dispositions-required` where a stop needs decisions (LG-CLOSE-4). */
    closeRound(input: Omit<CloseRoundInput, "today">): Promise<LoopStored<{
        readonly decision: LedgerDecision;
        readonly verdict: LedgerVerdict;
        readonly unverified: readonly string[];
    }>>;
    checkDiff(input: {
        readonly finding: string;
        readonly round?: number | null;
        readonly commit: () => FixCommit | Promise<FixCommit>;
    }): Promise<LoopStored<{
        readonly result: ScopeResult;
        readonly problem: LedgerProblem | null;
    }>>;
}

/** The repository that fixes are committed to. */
export declare interface LoopRepository {
    resolveCommit(revision: string, options: Waiting): Promise<string>;
    /** Commits after `from` up to `to`, oldest first. */
    listCommits(range: {
        readonly from: string;
        readonly to: string;
    }, options: Waiting): Promise<readonly string[]>;
    readCommit(revision: string, options: Waiting): Promise<Commit>;
}

/** Where a ledger loop stands. */
export declare type LoopState = {
    readonly checkpoint: string;
    /** How the instance is opened; `null` once it is. */
    readonly start: {
        readonly instance: "open" | "continue";
        readonly force: string | null;
    } | null;
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
    readonly witnesses: {
        readonly [id: string]: SeenWitness;
    };
    /** Findings whose fix waits for a finding about the spec (LG-FIX-8). */
    readonly waiting: {
        readonly [id: string]: string;
    };
    /** What fix commits of the open round name. */
    readonly claimed: readonly string[];
    readonly fixes: readonly FixRecord[];
    readonly taken: readonly TakenFindings[];
    readonly leftOut: readonly LeftOutFinding[];
    readonly omitted: readonly string[];
    readonly unverified: readonly string[];
    readonly warnings: readonly string[];
};

/**
 * What a ledger loop needs of the world, as interfaces: the ledger on disk, git, the files, commands, packets.
 *
 * Invariants:
 * 1. Everything that a port gives is plain data, but for commits, whose texts are read when they are asked for.
 * 2. A port that cannot do what it is asked rejects with a LoopwrightError; the loop then stops for a person.
 * 3. `ledgerStore`, `openRepository` and its `workspace` are such ports as they stand.
 */

/** What an operation on the ledger came to. */
export declare interface LoopStored<R> {
    readonly report: R;
    readonly configWarnings: readonly string[];
    readonly warnings: readonly string[];
}

/** The files that reviewers read and fixers change. */
export declare interface LoopWorkspace {
    snapshot(options: Waiting): Promise<Snapshot>;
    /** Bytes of a file; `null` where there is none. */
    read(path: string): Uint8Array | null;
}

/** A ledger in memory, and what a store would have appended to its side files. */
export declare interface MemoryLedger extends LoopLedger {
    readonly exitLines: readonly string[];
    readonly tickets: readonly string[];
}

/** Makes a ledger in memory. */
export declare function memoryLedger({ context: options, cycleDirectory, today }: MemoryLedgerOptions): MemoryLedger;

/**
 * A ledger in memory: for hosts that keep it elsewhere, and for tests. The operations are the pure ones.
 *
 * Invariant: a refusal changes nothing, but for purchases that a refused close used up (LG-DIS-7).
 */

/** Options of {@link memoryLedger}. */
export declare interface MemoryLedgerOptions {
    /** Put together anew for each operation, so that anchors are read as files are then. */
    readonly context: () => LedgerContextOptions;
    /** Directory of the cycle. Default `.review/work/cycle`. */
    readonly cycleDirectory?: string;
    /** Today in UTC, `YYYY-MM-DD`. Default: the system's clock. */
    readonly today?: () => string;
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

/** A person's answer that the ledger does not hold yet. */
export declare type OwedAnswer = {
    readonly kind: "dispositions";
    readonly decisions: readonly StoredDecision[];
} | {
    readonly kind: "escalation";
    readonly choice: string;
    readonly fixNow: readonly string[];
};

/** The parts of a packet that the workflow knows; the loop adds ledger, gates and test run (LG-PKT-1, LG-PKT-2). */
export declare type PacketParts = {
    readonly excerpts: string;
    readonly blastRadius: string | null;
    /** Paths of the change that the packet does not show; then no round passes (F10). */
    readonly omitted?: readonly string[];
} & ({
    readonly kind: "code";
    readonly changes: string;
    readonly mutants?: string | null;
} | {
    readonly kind: "document";
    readonly artifact: string;
    readonly delta?: string | null;
});

/** What a packet is to be about. */
export declare interface PacketRequest {
    readonly round: number;
    readonly checkpoint: string;
    readonly occasion: ReviewOccasion;
    /** The commit that was reviewed last; `null` in the first round. */
    readonly from: string | null;
    readonly to: string;
}

/** Assembles the parts of a packet. */
export declare type PacketSource = (request: PacketRequest, options: Waiting) => Promise<PacketParts> | PacketParts;

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

/** What is reviewed: an artifact, or one of two occasions with lists of their own. */
declare type ReviewOccasion = ArtifactKind | "conformance-gate" | "qa";

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

/** What was decided when a round was closed, or would have been. */
export declare type RoundVerdict = {
    readonly facts: LedgerFacts;
    readonly decision: LedgerDecision;
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

/** A witness as it was when the controller saw it red. */
export declare type SeenWitness = {
    readonly ref: string;
    readonly digest: string | null;
};

/** Numbers of findings by severity. */
declare type SeverityCounts = {
    readonly [S in LedgerSeverity]: number;
};

/** One decision about one or several entries. */
export declare type StoredDecision = {
    readonly ids?: readonly string[];
    readonly severity?: string;
    readonly overwrite?: boolean;
    readonly action: "fix-now" | "defer" | "reject";
    readonly ticket?: string;
    readonly reason?: string;
};

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

/** What one intake did. */
export declare type TakenFindings = {
    readonly round: number;
    readonly source: "reviewer" | "fixer";
    readonly report: IntakeReport;
};

/** The state of a ledger loop: plain data, never changed in place. */

/** Why a tool refused; shown verbatim (LG-CLI-2). */
export declare type ToolProblem = {
    readonly at: string;
    readonly code: string;
    readonly message: string;
    readonly hint: string | null;
};

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

/** Options of everything that waits. */
export declare interface Waiting {
    readonly signal: AbortSignal;
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
