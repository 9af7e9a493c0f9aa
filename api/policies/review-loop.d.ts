import { Explanation } from '@loopwright/core';
import { FactsOf } from '@loopwright/core';
import { Location } from '@loopwright/core';
import * as _loopwright_core from '@loopwright/core';
import { ReviewSeverity } from '@loopwright/core';

/** What a return says, and whether it keeps the contract. */
export declare type AnalystReading = {
    /** `null` for a return off the contract, so that it can never start anything. */
    readonly verdict: AnalystVerdict | null;
    readonly conforming: boolean;
    readonly options: readonly {
        readonly text: string;
        readonly cost: string;
    }[];
    /** What the contract misses; empty for a conforming return. */
    readonly problems: readonly string[];
};

/** What a root-cause analyst returned (RL-TE-09..11). */
export declare type AnalystReturn = {
    readonly triggerRound: number;
    readonly ret: LaneReturn;
    readonly verdict: "structural-fix" | "residual-floor" | "no-viable-path" | null;
    readonly conforming: boolean;
    readonly label?: "not-run(analyst-offspec)";
};

/**
 * The root-cause adviser's return, read by a closed line grammar (RL-TE-10): exactly one verdict, its payload, and a menu
 * of two to four options with what each costs.
 *
 * Every line begins with a key: `VERDICT:`, `APPROACH:`, `ACCEPTANCE:`, `DIFFERS-FROM:`, `CLAUSE-A:`, `CLAUSE-B:`,
 * `WHY-NO-FIX:`, `WHY-NO-FLOOR:`, `OPTION: <what> | COST: <what it costs>`. Other lines are free text.
 */
/** What the adviser may conclude. */
export declare type AnalystVerdict = "structural-fix" | "residual-floor" | "no-viable-path";

/** An independent point list that a tool made (RL-AN-01). */
export declare type AnchorFact = {
    readonly id: string;
    readonly form: "invariant" | "static" | "fan-out";
    readonly categories: readonly Category[];
    readonly record: string;
    readonly covered: readonly Location[];
    readonly covers?: readonly ("drift" | "fragility")[];
};

/** Anchors: the independent point lists that the failure table is compared with (RL-AN-*, RL-EN-02). */

/** A place that the table has to account for, and the categories it may be accounted for under. */
declare type AnchorPoint = {
    readonly categories: readonly Category[];
    readonly loc: Location;
};

/**
 * Computes it.
 * @throws LoopwrightError `run-facts-invalid`, `round-unknown`
 */
export declare function assessRound(run: ReviewRun, k: number): RoundAssessment;

/** What an audit found. */
export declare type Audit = {
    readonly action: AuditAction;
    /** Numbers of the predicates that ran. */
    readonly armed: readonly number[];
    /** Hits that keep the run from ending. */
    readonly binding: readonly Hit[];
    /** Hits that an honest failure report only mentions (D28). */
    readonly noted: readonly Hit[];
};

/** What an audit leads to: the run ends, waits for the user, is written again, goes on, or is capped on its record. */
export declare type AuditAction = "end" | "halt-for-user" | "reissue" | "continue" | "record-capped";

/**
 * Evaluates a token, given as text, against round k of a run.
 *
 * @throws LoopwrightError `run-facts-invalid` for a run that does not have the shape of §17.1, `round-unknown` for a round it lacks.
 */
export declare function auditRun(given: ReviewRun, k: number, token: string | null): Audit;

/** A specialist lane, or the proof that there is none (RL-AU-06, RL-AU-09). */
export declare type AugmentFact = {
    readonly name: string;
    readonly domain: string;
    readonly finding?: boolean;
    readonly ret?: LaneReturn;
    readonly unavailable?: {
        readonly command: string;
        readonly candidates: number;
    };
};

/**
 * The rows to add to round k for registrations of round k−1 that nobody raised again and whose file is still there. They
 * carry the evidence, not the verdict: round k tests it.
 */
export declare function carryRows(run: ReviewRun, k: number): readonly TriageRow[];

/** The other evidence of a round: failure table, anchors, cold read, audits, augments (catalogue §17.1). */

/** Gated categories (RL-EN-01): guards, checks, state changes, points that claim success, fan-out. */
export declare type Category = 1 | 2 | 3 | 4 | 5;

/** A gap by name (§17.13). */
export declare type ClosableGap = "third-slot" | "third-slot-family" | `anchor:${1 | 2 | 3 | 4 | 5}`;

/** One reader with nothing but the read-set (RL-LE-01..04). */
export declare type ColdRead = {
    readonly ret: LaneReturn;
    readonly warm: boolean;
    readonly q4: readonly {
        readonly term: string;
        readonly triageRow?: string;
    }[];
    readonly q5: readonly {
        readonly quote: string;
        readonly triageRow?: string;
    }[];
};

/** Renders the condition; the cap line stands only where there is a cap. */
export declare function completionCondition({ cap }: {
    readonly cap: number | null;
}): string;

/** The one continuation of a run (RL-TE-12). */
export declare type Continuation = {
    readonly mode: "i" | "ii";
    readonly trigger: "regression" | "cap";
    readonly triggerRound: number;
    readonly first: number;
    readonly last: number;
};

/** What a run that a user orders after a hand-back starts with: nothing of the old one but what was accepted. */
export declare type ContinuedRun = {
    /** Names the run that handed back. */
    readonly continues: string;
    readonly sentence: string;
    readonly cap: number | null;
    /** Ids of accepted degradations that are carried over. */
    readonly accepted: readonly string[];
    /** Ids of registrations to be derived anew. */
    readonly registered: readonly string[];
    readonly rounds: readonly [];
    readonly analysts: readonly [];
    readonly continuation: null;
    readonly continuationsStarted: 0;
};

/**
 * Deciding a round of a review loop: facts from evidence, one table, one token (RL-TE-05).
 *
 * Invariants:
 * 1. Nothing but the run's facts is read: no clock, no disk, no text of an agent beyond its verdict line.
 * 2. The token is written by this code alone; a return that names one changes nothing (G3).
 */

/** A decision with what it rests on. */
export declare type DecidedRound = {
    readonly round: number;
    readonly decision: ReviewDecision;
    readonly facts: DecisionFacts;
};

/**
 * Decides round k of a run.
 *
 * @throws LoopwrightError `run-facts-invalid` for a run that does not have the shape of §17.1, `round-unknown` for a round it lacks.
 */
export declare function decideReview(given: ReviewRun, k: number): DecidedRound;

/** What the token decision reads. */
export declare type DecisionFacts = FactsOf<typeof domains>;

declare const domains: {
    /** A needed lane has no persona. */
    readonly prerequisiteMissing: _loopwright_core.FactDomain<boolean>;
    /** A fence stands and a serious row crosses it. */
    readonly scopePending: _loopwright_core.FactDomain<boolean>;
    /** Where the run's one continuation stands. */
    readonly continuation: _loopwright_core.FactDomain<"none" | "fixing" | "registering" | "final">;
    /** What started it. */
    readonly startedBy: _loopwright_core.FactDomain<"none" | "regression" | "cap">;
    /** Some serious row of this round comes from the fix before it. */
    readonly regressed: _loopwright_core.FactDomain<boolean>;
    /** Two regressing rounds in a row without the converging exception. */
    readonly notConvergedOwed: _loopwright_core.FactDomain<boolean>;
    /** The run wrote under the catalog root. */
    readonly catalogTainted: _loopwright_core.FactDomain<boolean>;
    /** Every gate clause holds and nothing voids a pass. */
    readonly gate: _loopwright_core.FactDomain<boolean>;
    readonly roundsRemain: _loopwright_core.FactDomain<boolean>;
    /** Something broken was accepted. */
    readonly degraded: _loopwright_core.FactDomain<boolean>;
    /** One more round could close a coverage gap. */
    readonly gapClosable: _loopwright_core.FactDomain<boolean>;
    /** What the root-cause adviser said about this round so far. */
    readonly analyst: _loopwright_core.FactDomain<"not-asked" | "off-spec" | "exhausted" | "structural-fix" | "residual-floor" | "no-viable-path">;
    readonly continuationSpent: _loopwright_core.FactDomain<boolean>;
    /** The round ends with a fix to make, not only with lanes to ask again. */
    readonly fixesOrdered: _loopwright_core.FactDomain<boolean>;
};

/** One row of the failure table. */
export declare type EnumRow = {
    readonly id: string;
    readonly category: Category;
    readonly loc: Location;
    readonly claimed: RowState | null;
    readonly contractSilent?: boolean;
    readonly evidence?: {
        readonly inputs: readonly string[];
        readonly observed: string;
        readonly claim: string;
        readonly matches: boolean;
    };
    /** The round whose landed diff fixed it. */
    readonly fixedIn?: number;
    /** Id of the triage row that this row became. */
    readonly triageRow?: string;
    readonly reason?: {
        readonly definition?: ReviewSeverity;
        readonly text: string;
    };
    readonly merged?: readonly Location[];
    /** Id of the tool record that confirms the line. */
    readonly confirmedBy?: string;
};

/** Says which row decided round k, why the rows above did not, and which single fact would change it (G21). */
export declare function explainReview(given: ReviewRun, k: number): Explanation;

/** Whether a scope fence stands, and how a skip was searched for (RL-SF-01, RL-SF-05). */
export declare type Fence = {
    readonly raised: boolean;
    readonly skip?: {
        readonly command: string;
        readonly hits: number;
        readonly whyNone?: string;
    };
};

/** Whose file it is: a checking instrument's, production's, or not clear. */
export declare type FileRole = "ambiguous" | "instrument" | "production";

/**
 * The partition of §17.13 with RL-TR-16: the first line of the table that matches decides, ambiguity before all. Under a
 * shipped-source root the words `grader` and `checker` make nothing an instrument.
 */
export declare function fileRole(file: string): FileRole;

/** Why a failing input never occurs in production (RL-TR-07, RL-TR-08). */
export declare type FloorEvidence = {
    readonly artifact: string;
    readonly characterises: readonly string[];
    /** Id of a tool record. */
    readonly record: string;
    readonly quote: string;
    readonly honestProducerCanEmit: boolean;
};

/** Delivery form (RL-SF-07). */
export declare type Form = "production" | "prototype" | "demo";

/** Writes a block, one line for each name it has. */
export declare function formatStatusBlock(block: StatusBlock): string;

/** Writes a token as text. */
export declare function formatToken({ subject, reasons, suffixes }: Token): string;

/** A delivery form with the user's sentence that gives it (RL-SF-07..10). */
export declare type FormClaim = {
    readonly form: Form;
    readonly quote: string;
    readonly fromRound: number;
    readonly elicitedBy?: {
        readonly question: string;
        readonly leading: boolean;
    };
};

/** The clauses, in the order in which they are named when they fail (§17.13). */
export declare type GateClause = "experts-returned" | "no-slot-rejects" | "triage-present" | "1-rows-terminal" | "2-reconciled" | "1-2-cold-read" | "3-nothing-unresolved" | "4-no-fix";

/** The code reviewer's guard checklist: the weak anchor (RL-SL-13, RL-AN-10). */
export declare type GuardChecklist = {
    readonly points: readonly {
        readonly category: Category;
        readonly loc: Location;
    }[];
    readonly scope: string;
};

/** Everything a user needs to take over: the items left and every analysis of the run, verbatim. */
export declare type HandBack = {
    readonly token: string;
    readonly itemsLeft: readonly string[];
    /** Raw returns in order; one off the contract says so. */
    readonly analyses: readonly {
        readonly triggerRound: number;
        readonly raw: string;
        readonly label: "conforming" | "not-run(analyst-offspec)";
    }[];
};

/** The hand-back of round k; `null` where the round does not hand back. */
export declare function handBackOf(run: ReviewRun, k: number): HandBack | null;

/** Whether findings share a place, the one thing without which they may not merge. */
export declare function hasSharedLocation(left: RaisedFinding, right: RaisedFinding): boolean;

/** One finding of one predicate. */
export declare type Hit = {
    /** 1 to 16. */
    readonly predicate: number;
    readonly code: HitCode;
    /** The slot, row, domain or anchor it is about; `null` for the round. */
    readonly at: string | null;
    readonly class: HitClass;
};

/** Codes of the sixteen predicates, by what cures them. */
declare const HIT_CLASSES: Readonly<{
    readonly "status-missing": "record";
    readonly "triage-missing": "void";
    readonly "triage-not-pasted": "record";
    readonly "return-not-pasted": "void";
    readonly "expert-not-run": "void";
    readonly "slot-rejects": "void";
    readonly "third-slot-undisclosed": "record";
    readonly "family-undisclosed": "record";
    readonly "no-terminal-subject": "void";
    readonly "table-missing": "void";
    readonly "row-unresolved": "void";
    readonly "not-reconciled": "void";
    readonly "cold-read-not-ok": "void";
    readonly "weak-undisclosed": "record";
    readonly "degradation-hidden": "record";
    readonly "empty-table-on-code": "void";
    readonly "drift-undisclosed": "record";
    readonly "mechanic-disposition-missing": "void";
    readonly "mechanic-undisclosed": "record";
    readonly "augment-line-missing": "record";
    readonly "search-not-pasted": "void";
    readonly "augment-not-pasted": "void";
    readonly "expert-undisclosed": "record";
    readonly "fence-line-missing": "record";
    readonly "skip-without-search": "void";
    readonly "fence-undisclosed": "record";
    readonly "scope-pending": "void";
    readonly "form-void": "record";
    readonly "form-undisclosed": "record";
    readonly "legibility-line-missing": "record";
    readonly "cold-read-missing": "void";
    readonly "unfollowable-open": "void";
    readonly "landed-line-missing": "record";
    readonly "regression-line-missing": "record";
    readonly "row-incomplete": "void";
    readonly "regression-count": "record";
    readonly "not-converged-owed": "record";
    readonly "not-converged-not-owed": "void";
    readonly "continuation-echo-missing": "record";
    readonly "spot-audit-missing": "void";
    readonly "spot-audit-line-missing": "record";
    readonly "simplicity-line-missing": "record";
    readonly "net-unmeasurable": "void";
    readonly "net-mismatch": "record";
    readonly "bloat-undisclosed": "record";
    readonly "anchor-untraced": "void";
    readonly "tier-unverified": "void";
    readonly "floor-invalid": "void";
    readonly "floor-line-missing": "record";
    readonly "floor-undisclosed": "record";
    readonly "bare-hand-back": "void";
    readonly "second-continuation": "void";
}>;

/** What predicates find. */
/** How a hit is cured: by writing the record again from the facts, or not at all for a pass (section 14: R and V). */
export declare type HitClass = "record" | "void";

/** The name of a finding of a predicate. */
export declare type HitCode = keyof typeof HIT_CLASSES;

/** What a round's fix changed, as a zero-context diff between two snapshots (RL-EV-08, RL-EV-09). */
/** One hunk; lines are 1-based, and a side without lines names the line before the cut. */
export declare type Hunk = {
    readonly oldStart: number;
    readonly oldLines: number;
    readonly newStart: number;
    readonly newLines: number;
    readonly added: readonly string[];
    readonly removed: readonly string[];
};

/** What is wrong with a row of round k. */
export declare type IntakeProblem = {
    readonly row: string;
    readonly code: "floor-on-minor" | "disposed-while-pending" | "declined-without-words" | "row-incomplete" | "report-only-fix";
};

/** The problems of a round's triage list; the round cannot close while there are any. */
export declare function intakeProblems(run: ReviewRun, k: number): readonly IntakeProblem[];

/** The combined diff of one round, in post-fix coordinates (RL-FX-13). */
export declare type Landed = {
    readonly seq: number;
    readonly record: string;
    readonly files: readonly LandedFile[];
    /** Ids of the triage rows that this fix claims to close. */
    readonly closes: readonly string[];
};

/** One changed file. */
export declare type LandedFile = {
    readonly path: string;
    readonly oldPath?: string;
    readonly status: "added" | "modified" | "deleted" | "renamed" | "binary";
    /** `null` = only counts are known, which widens every overlap to the file (D15). */
    readonly hunks: readonly Hunk[] | null;
    readonly added: number;
    readonly removed: number;
};

/** Triage rows and the findings behind them (catalogue §17.1; RL-TR-*). */

/** Lanes by what they may do; only `slot` lanes hold a verdict. */
export declare type LaneKind = "slot" | "anchor" | "augment" | "simplicity" | "legibility" | "bot" | "carry" | "audit";

/** What one dispatched lane returned; verbatim only where the transcript copy has the same hash (RL-EV-03). */
export declare type LaneReturn = {
    readonly lane: string;
    readonly seq: number;
    readonly raw: string;
    readonly rawSha: string;
    readonly pastedSha: string | null;
    readonly abort?: "content-filter" | "api-error";
};

/** Names of the lines of a status block, in their order (RL-SB-01). */
export declare type LineName = "Slots" | "Augment" | "Scope fence" | "Anchors" | "Simplicity" | "Legibility" | "Spot-audit" | "Landed" | "Regression" | "Residual-floor" | "Continuation";

/** Changed lines of the reviewed diff, both ends inclusive. */
export declare type LineRange = {
    readonly file: string;
    readonly start: number;
    readonly end: number;
};

/** Where a lane's persona came from; `record` names the tool record that proves it (RL-RS-06, RL-SL-21). */
export declare type Marker = {
    readonly kind: "registered";
    readonly typeName: string;
    readonly record?: string;
} | {
    readonly kind: "local";
    readonly path: string;
    readonly record?: string;
} | {
    readonly kind: "independent";
    readonly family: "cross-family" | "same-family";
    readonly record?: string;
} | {
    readonly kind: "unresolved";
};

/**
 * Merges a row into another: findings stay side by side, so that severity never drops and no place, quote or id is lost.
 * `null` where the rows share no location.
 */
export declare function mergeRows(into: TriageRow, row: TriageRow): TriageRow | null;

/** Names of owed lines that a block lacks. */
export declare function missingLines(block: StatusBlock): readonly LineName[];

/** Growth of one round: lines of code, words of prose. */
export declare type Net = {
    readonly lines: number;
    readonly words: number;
    /** False where a prose file landed without its text (RL-EV-09). */
    readonly measurable: boolean;
};

/** Why a slot gave no verdict; a closed set (RL-SL-25). */
export declare type NotRunReason = "empty" | "api-error" | "content-filter" | "unparseable" | "return not pasted" | "tier unverified" | "missing guard checklist";

/**
 * Overrides the hand-back of round k by a user's own sentence.
 *
 * @throws LoopwrightError `override-unworded` where no user message holds the sentence, `override-misplaced` where nothing was handed back.
 */
export declare function overrideHandBack(run: ReviewRun, k: number, options: {
    readonly runId: string;
    readonly sentence: string;
}): ContinuedRun;

/** The serious rows of round k that have to be fixed: in scope and not retired by a rule that holds (RL-TR-04). */
export declare function owedFixes(run: ReviewRun, k: number): readonly string[];

/** The grade of each category in scope, with the anchor behind a strong one, and what was said about running the rules. */
export declare function parseAnchorsLine(line: string): {
    readonly grades: readonly {
        readonly category: number;
        readonly anchor: string | null;
    }[];
    readonly implementAndRun: string | null;
} | null;

/** `(i), R3–R4`. */
export declare function parseContinuationLine(line: string): {
    readonly mode: "i" | "ii";
    readonly first: number;
    readonly last: number;
} | null;

/** The form that a scope-fence line names, and how many findings lie outside the fence. */
export declare function parseFenceLine(line: string): {
    readonly raised: boolean;
    readonly form: Form | null;
    readonly outOfScope: number;
} | null;

/** `unfollowable 2`, `clean`, `not-run`, or that there is no prose. */
export declare function parseLegibilityLine(line: string): number | "not-run" | "no-prose" | null;

/** Readers of single status lines (RL-SB-02): strict, anchored, `null` for what does not fit the grammar. */

/** `2 of 7 …`, or that there is nothing to intersect. */
export declare function parseRegressionLine(line: string): {
    readonly n: number;
    readonly m: number;
} | "n/a" | null;

/** `net +18 lines this round / +42 cumulative | lean | over-eng: 1 open`; with two units both parts name them. */
export declare function parseSimplicityLine(line: string): SimplicityLine | null;

/** `CR=APPROVE [registered] | RC=… | IR=… [cross-family]`. */
export declare function parseSlotsLine(line: string): {
    readonly [S in Slot]: {
        readonly verdict: string;
        readonly tier: string;
    };
} | null;

/** `row r1 | re-ran exit 1 | observed 1 vs claim 0`. */
export declare function parseSpotAuditLine(line: string): {
    readonly row: string;
    readonly input: string;
    readonly observed: string;
    readonly claim: string;
} | "none" | null;

/** Reads a block; `null` for a text that is not one. Lines are not interpreted; see the readers of single lines. */
export declare function parseStatusBlock(text: string): StatusBlock | null;

/** Reads a token; `null` for whatever is not one (RL-SB-07). One pass, linear in the text. */
export declare function parseToken(text: string): Token | null;

/** The clauses alone; the decision also wants no voiding hit (RL-PR-20). */
export declare type PassGate = {
    readonly ok: boolean;
    readonly failed: readonly GateClause[];
};

/** Subjects under which a run passes. */
export declare type PassSubject = "APPROVE" | "APPROVE-DEGRADED";

/** A reference that is pinned instead of inlined (RL-LE-08, RL-LE-09). */
export declare type PinnedRef = {
    readonly name: string;
    readonly version?: string;
    readonly digest?: string;
    readonly ownershipPinned?: boolean;
    readonly versionless?: boolean;
};

/** The text of a row's section before the last fix, and where it came from; `null` where nothing is at hand. */
export declare type PreRewriteText = {
    readonly text: string;
    readonly from: "stored" | "typed";
} | null;

/** The stored text always wins; a typed one stands in only where nothing is stored. */
export declare function preRewriteText(run: ReviewRun, k: number, rowId: string): PreRewriteText;

/** Pairs of findings that could be one row, each in the given order. */
export declare function proposeMerges(findings: readonly RaisedFinding[]): readonly (readonly [string, string])[];

/** One claimed defect as it entered triage. */
export declare type RaisedFinding = {
    readonly id: string;
    readonly lane: string;
    readonly laneKind: LaneKind;
    /** The label as given; `null` = none. */
    readonly claimed: string | null;
    readonly locs: readonly Location[];
    readonly quotes: readonly string[];
    readonly requirementIds: readonly string[];
    readonly namedRequirement?: string;
    readonly unfollowable?: "local" | "external";
    readonly bloatBreaks?: string;
    readonly addsUnrequestedGuardrail?: boolean;
    readonly exploitableNow?: boolean;
    readonly regrades: readonly Regrade[];
};

/** Reads a return. Linear in its length; never throws. */
export declare function readAnalystReturn(raw: string): AnalystReading;

/**
 * Reads the facts of a run.
 *
 * @throws LoopwrightError `run-facts-invalid` with the path of what does not fit, `not-plain` for what is not JSON.
 */
export declare function readReviewRun(given: unknown): ReviewRun;

/** What a return's last line says; `null` = no token. */
export declare function readVerdictLine(raw: string): "pass" | "reject" | null;

/** What comparing table and anchors gives. */
export declare type Reconciliation = {
    readonly ok: boolean;
    readonly hasAnchor: boolean;
    /** Points that no row accounts for; under a strong anchor also those that two rows claim (RL-EN-12, RL-EN-14). */
    readonly omissions: readonly AnchorPoint[];
    /** Rows that neither diff, anchor nor a record knows (RL-EN-13). */
    readonly unverified: readonly EnumRow[];
    /** Some row stands for several points under a weak anchor (RL-EN-15). */
    readonly declaredIncomplete: boolean;
};

/** One step of re-grading (RL-VN-04, RL-VN-05, RL-LE-12). */
export declare type Regrade = {
    readonly to: ReviewSeverity;
    /** The severity whose definition the grade before this step misapplies. */
    readonly definition?: ReviewSeverity;
    readonly reason: string;
    readonly quote?: string;
    readonly whyReaderWrong?: string;
};

/** Regression (RL-TE-20): the serious rows of a round that the fix before it made; recomputed, never read as a number. */

/** `n` of `m`: induced rows of all serious ones. Valid registrations stay in `m` alone (D20). */
export declare type Regression = {
    readonly n: number;
    readonly m: number;
    /** Ids of the induced rows, incomplete ones included (RL-TR-13). */
    readonly hits: readonly string[];
    /** Ids of the rows that lack an operand; the round stays open (RL-TR-13). */
    readonly incomplete: readonly string[];
    /** False where round k−1 landed nothing. */
    readonly applicable: boolean;
};

/**
 * Renders the status block of round k.
 * @throws LoopwrightError `run-facts-invalid`, `round-unknown`
 */
export declare function renderStatus(run: ReviewRun, k: number, display?: StatusDisplay): StatusBlock;

/** The list of round k for the transcript: severity, place, disposition, scope, sources, quotes, and the text before a rewrite. */
export declare function renderTriage(run: ReviewRun, k: number): string;

/** The decision about one round. `token` is the outcome line; it stands on halting and ending rounds only (RL-SB-05). */
export declare type ReviewDecision = {
    readonly kind: "halt";
    readonly subject: "OUT-OF-SCOPE-PENDING" | "PREREQUISITE-MISSING";
    readonly token: string;
} | {
    readonly kind: "terminal";
    readonly subject: Exclude<Subject, "OUT-OF-SCOPE-PENDING" | "PREREQUISITE-MISSING">;
    readonly token: string;
    readonly itemsLeft: readonly string[];
} | {
    readonly kind: "continue";
    readonly why: "gate" | "continuation" | "close-gap";
    readonly token: null;
} | {
    readonly kind: "dispatch-analyst";
    readonly attempt: 1 | 2;
    readonly trigger: Trigger;
    readonly token: null;
} | {
    readonly kind: "start-continuation";
    readonly mode: "i" | "ii";
    readonly trigger: Trigger;
    readonly first: number;
    readonly last: number;
    readonly token: null;
};

/** The facts of a decision, with their domains. */
export declare const reviewFacts: _loopwright_core.FactsDefinition<FactsOf<{
    /** A needed lane has no persona. */
    readonly prerequisiteMissing: _loopwright_core.FactDomain<boolean>;
    /** A fence stands and a serious row crosses it. */
    readonly scopePending: _loopwright_core.FactDomain<boolean>;
    /** Where the run's one continuation stands. */
    readonly continuation: _loopwright_core.FactDomain<"none" | "fixing" | "registering" | "final">;
    /** What started it. */
    readonly startedBy: _loopwright_core.FactDomain<"none" | "regression" | "cap">;
    /** Some serious row of this round comes from the fix before it. */
    readonly regressed: _loopwright_core.FactDomain<boolean>;
    /** Two regressing rounds in a row without the converging exception. */
    readonly notConvergedOwed: _loopwright_core.FactDomain<boolean>;
    /** The run wrote under the catalog root. */
    readonly catalogTainted: _loopwright_core.FactDomain<boolean>;
    /** Every gate clause holds and nothing voids a pass. */
    readonly gate: _loopwright_core.FactDomain<boolean>;
    readonly roundsRemain: _loopwright_core.FactDomain<boolean>;
    /** Something broken was accepted. */
    readonly degraded: _loopwright_core.FactDomain<boolean>;
    /** One more round could close a coverage gap. */
    readonly gapClosable: _loopwright_core.FactDomain<boolean>;
    /** What the root-cause adviser said about this round so far. */
    readonly analyst: _loopwright_core.FactDomain<"not-asked" | "off-spec" | "exhausted" | "structural-fix" | "residual-floor" | "no-viable-path">;
    readonly continuationSpent: _loopwright_core.FactDomain<boolean>;
    /** The round ends with a fix to make, not only with lanes to ask again. */
    readonly fixesOrdered: _loopwright_core.FactDomain<boolean>;
}>>;

/** One review of one version, and what followed it. */
export declare type ReviewRound = {
    /** From 1; the place in `rounds`. */
    readonly no: number;
    /** Needed lanes without a persona (RL-RS-07). */
    readonly unresolvedLanes: readonly string[];
    readonly slots: {
        readonly [S in Slot]: SlotFact;
    };
    readonly augments: readonly AugmentFact[];
    /** The failure table; `null` was never produced, `[]` was produced empty (RL-EN-06). */
    readonly table: readonly EnumRow[] | null;
    readonly diff: readonly LineRange[];
    readonly checklist: GuardChecklist | null;
    readonly anchors: readonly AnchorFact[];
    readonly implementAndRun: "ran" | "not-run" | "n/a" | null;
    readonly coldRead: ColdRead | null;
    readonly spotAudits: readonly SpotAudit[];
    readonly triage: readonly TriageRow[] | null;
    readonly triagePasted: boolean;
    /** What this round's fix really changed; `null` = no fix (RL-EV-08). */
    readonly landed: Landed | null;
    /** By file. */
    readonly texts: {
        readonly [file: string]: string;
    };
    /** The status block as printed; `null` = none. */
    readonly status: {
        readonly [L in LineName]?: string;
    } | null;
    readonly token: string | null;
};

/** Everything that deciding may read about a run. */
export declare type ReviewRun = {
    /** `null` = no cap (RL-TE-18). */
    readonly cap: number | null;
    readonly hasCode: boolean;
    readonly hasProse: boolean;
    readonly notYetBuilt: boolean;
    /** Source of an anchored regular expression for the artifact's own requirement ids; `null` = it has none. */
    readonly idPattern: string | null;
    readonly fence: Fence;
    readonly forms: readonly FormClaim[];
    readonly userMessages: readonly string[];
    readonly catalogRoot: string;
    readonly toolRecords: readonly ToolRecord[];
    /** Anchors that could be run, by category. */
    readonly anchorForms: readonly {
        readonly id: string;
        readonly categories: readonly (1 | 2 | 3 | 4 | 5)[];
    }[];
    readonly crossFamilyAvailable: boolean;
    readonly rounds: readonly ReviewRound[];
    readonly analysts: readonly AnalystReturn[];
    readonly continuation: Continuation | null;
    readonly continuationsStarted: number;
};

/** The token decision. The first row that matches decides; no row passes without the gate. */
export declare const reviewTable: _loopwright_core.TerminationTable<FactsOf<{
    /** A needed lane has no persona. */
    readonly prerequisiteMissing: _loopwright_core.FactDomain<boolean>;
    /** A fence stands and a serious row crosses it. */
    readonly scopePending: _loopwright_core.FactDomain<boolean>;
    /** Where the run's one continuation stands. */
    readonly continuation: _loopwright_core.FactDomain<"none" | "fixing" | "registering" | "final">;
    /** What started it. */
    readonly startedBy: _loopwright_core.FactDomain<"none" | "regression" | "cap">;
    /** Some serious row of this round comes from the fix before it. */
    readonly regressed: _loopwright_core.FactDomain<boolean>;
    /** Two regressing rounds in a row without the converging exception. */
    readonly notConvergedOwed: _loopwright_core.FactDomain<boolean>;
    /** The run wrote under the catalog root. */
    readonly catalogTainted: _loopwright_core.FactDomain<boolean>;
    /** Every gate clause holds and nothing voids a pass. */
    readonly gate: _loopwright_core.FactDomain<boolean>;
    readonly roundsRemain: _loopwright_core.FactDomain<boolean>;
    /** Something broken was accepted. */
    readonly degraded: _loopwright_core.FactDomain<boolean>;
    /** One more round could close a coverage gap. */
    readonly gapClosable: _loopwright_core.FactDomain<boolean>;
    /** What the root-cause adviser said about this round so far. */
    readonly analyst: _loopwright_core.FactDomain<"not-asked" | "off-spec" | "exhausted" | "structural-fix" | "residual-floor" | "no-viable-path">;
    readonly continuationSpent: _loopwright_core.FactDomain<boolean>;
    /** The round ends with a fix to make, not only with lanes to ask again. */
    readonly fixesOrdered: _loopwright_core.FactDomain<boolean>;
}>, "APPROVE-DEGRADED" | "APPROVE", "NOT-CONVERGED" | "CAPPED", "PREREQUISITE-MISSING" | "OUT-OF-SCOPE-PENDING", "continuation" | "gate" | "dispatch-analyst" | "start-continuation" | "close-gap", "revise" | "review" | "consult", never>;

/** Everything that a decision about a round rests on, computed from the run and stored nowhere (§17.1). */

/** What round k amounts to. Keys of the records are ids of rows. */
export declare type RoundAssessment = {
    readonly slots: {
        readonly [S in Slot]: SlotVerdict;
    };
    readonly form: Form;
    readonly severities: {
        readonly [row: string]: ReviewSeverity;
    };
    readonly resolved: {
        readonly [row: string]: boolean;
    };
    readonly rowStates: {
        readonly [row: string]: RowState;
    };
    readonly grades: readonly {
        readonly category: Category;
        readonly grade: "strong" | "weak";
    }[];
    readonly reconciliation: Reconciliation;
    readonly regression: Regression;
    /** Rounds in a row, ending here, that regressed. */
    readonly streak: number;
    readonly net: Net;
    readonly gate: PassGate;
    readonly voiding: readonly VoidingHit[];
    readonly degradeReasons: readonly string[];
    readonly closableGaps: readonly ClosableGap[];
};

/** What was decided about a row; a fix of this round is not a resolution yet (RL-VN-11). */
export declare type RowDisposition = {
    readonly kind: "pending";
} | {
    readonly kind: "fix";
    readonly spec: string;
} | {
    readonly kind: "fixed";
} | {
    readonly kind: "left";
} | {
    readonly kind: "accepted-degraded" | "not-applicable";
    readonly definition?: ReviewSeverity;
    readonly reason: string;
    readonly userDeclined?: string;
    readonly claimsUnreachable?: boolean;
    readonly floor?: FloorEvidence;
} | {
    readonly kind: "residual-floor";
    readonly floor: FloorEvidence;
} | {
    readonly kind: "external-reference";
    readonly ref: PinnedRef;
};

/** The rows that named a row's defect before it, newest first; none for a defect that is new or a row that is unknown. */
export declare function rowHistory(given: ReviewRun, row: string): readonly string[];

/** Where a row of the failure table ended (RL-EN-17). */
export declare type RowState = "verified-safe" | "fixed" | "accepted-degraded" | "registered" | "unresolved";

/** What stands on a simplicity line. */
export declare type SimplicityLine = {
    readonly net: {
        readonly lines: number;
        readonly words: number;
    };
    readonly cumulative: {
        readonly lines: number;
        readonly words: number;
    };
    readonly lens: string;
    readonly open: number;
};

/**
 * The facts of a review-loop run in their wire form (catalogue §17.1): plain JSON, never a computed value.
 *
 * Invariants:
 * 1. Severities, verdicts, row states, anchor grades, net and regression are functions of these facts and stored nowhere.
 * 2. `rounds[k - 1]` is round k; `texts` of a round are the texts that were reviewed in it, before its own fix.
 * 3. Events carry one run-wide increasing `seq`; "later" always compares `seq`.
 */

/** The three lanes that hold a verdict (RL-SL-03). */
export declare type Slot = "CR" | "RC" | "IR";

/** One slot in one round; the last attempt counts. */
export declare type SlotFact = {
    readonly marker: Marker;
    readonly returns: readonly LaneReturn[];
};

/** What a slot says after normalisation. */
export declare type SlotVerdict = {
    readonly verdict: "APPROVE" | "CHANGES-REQUESTED";
} | {
    readonly verdict: "not-run";
    readonly reason: NotRunReason;
};

/** One re-run of a row that claims to be safe (RL-EN-22). */
export declare type SpotAudit = {
    readonly row: string;
    readonly record: string;
    readonly input: string;
    readonly observed: string;
    readonly claim: string;
    readonly matches: boolean;
};

/**
 * The status block as text, both ways (RL-SB-01): one line for each name, in a fixed order, each with something on it.
 *
 * Invariants:
 * 1. `parseStatusBlock(formatStatusBlock(block))` equals `block`.
 * 2. Reading is linear and strict: an unknown name, a line twice, a line out of order is no status block.
 */

/** The lines of a block by name; only `Continuation` may be absent from a whole one. */
export declare type StatusBlock = {
    readonly [L in LineName]?: string;
};

/** What the block shows beside the facts that decide: proposals and labels that no gate reads (RL-SI-09). */
export declare type StatusDisplay = {
    /** The simplicity lens' own last word; absent = it did not run (RL-SI-12). */
    readonly lens?: {
        readonly kind: "lean";
    } | {
        readonly kind: "would-remove";
        readonly cumulative: number;
    };
    /** Axis and tier of augments, by name. */
    readonly augments?: {
        readonly [name: string]: {
            readonly axis: "knowledge" | "method";
            readonly tier: string;
        };
    };
};

/** What a token says; the last two halt for the user instead of ending the run. */
export declare type Subject = PassSubject | "CAPPED" | "NOT-CONVERGED" | "OUT-OF-SCOPE-PENDING" | "PREREQUISITE-MISSING";

/** A disclosure behind the subject: a bracketed text, or a domain whose expert was not to be had. */
export declare type Suffix = {
    readonly kind: "note";
    readonly text: string;
} | {
    readonly kind: "expert-unavailable";
    readonly domain: string;
};

/**
 * The token grammar, both ways (RL-SB-06..08): `SUBJECT (reason; reason) [suffix] (domain: expert unavailable, …)`.
 *
 * Invariants:
 * 1. `parseToken(formatToken(t))` equals `t` with its texts made safe, and `formatToken(parseToken(x)) === x`.
 * 2. The parser accepts exactly the grammar: an unknown subject, a word too many or an open bracket is no token.
 * 3. `CLEAR` is read as `APPROVE` and never written; it is the one text that comes back spelled otherwise.
 */

/** A run's outcome line, taken apart. */
export declare type Token = {
    readonly subject: Subject;
    readonly reasons: readonly string[];
    readonly suffixes: readonly Suffix[];
};

/** What was really run and really returned: the evidence nobody can retype (RL-EV-02, RL-EV-03). */
/** Output of a command that the library itself ran (RL-EV-02). */
export declare type ToolRecord = {
    readonly id: string;
    readonly seq: number;
    readonly round: number;
    readonly args: string;
    readonly output: string;
    /** Paths that the command wrote. */
    readonly writes: readonly string[];
};

/** What becomes of each row of round k, by id, for the user: no row is left out. */
export declare type TriageReport = {
    readonly fixed: readonly string[];
    readonly retired: readonly string[];
    readonly skipped: readonly string[];
    readonly open: readonly string[];
};

/** Sorts the rows of round k by what happens to them. */
export declare function triageReport(run: ReviewRun, k: number): TriageReport;

/** One spot and cause; merged findings stay beside each other (RL-TR-01). */
export declare type TriageRow = {
    readonly id: string;
    readonly findings: readonly RaisedFinding[];
    readonly disposition: RowDisposition;
    readonly scope: "in" | "out-pending" | "out-authorized" | "out-declined";
    /** Typed stand-in for the pre-rewrite text, read only where the stored text is missing (RL-TR-12). */
    readonly preRewriteQuote?: string;
    readonly restatement?: {
        readonly preQuote: string;
    };
    /** The row of an earlier round that named the same defect (RL-TR-14). */
    readonly sameAs?: string;
};

/** What a decision about a round is (§17.13). */

/** What started a root-cause step or a continuation. */
export declare type Trigger = "regression" | "cap";

/** What voids a pass, by the code under which the predicates name it. */
export declare type VoidingCode = "triage-missing" | "return-not-pasted" | "expert-not-run" | "slot-rejects" | "table-missing" | "row-unresolved" | "not-reconciled" | "cold-read-not-ok" | "empty-table-on-code" | "mechanic-disposition-missing" | "search-not-pasted" | "augment-not-pasted" | "skip-without-search" | "scope-pending" | "cold-read-missing" | "unfollowable-open" | "row-incomplete" | "spot-audit-missing" | "net-unmeasurable" | "anchor-untraced" | "tier-unverified" | "floor-invalid" | "second-continuation";

/** One thing that voids a pass, and the slot, row or name it is about. */
export declare type VoidingHit = {
    readonly code: VoidingCode;
    readonly at: string | null;
};

export { }
