import { Finding } from '@loopwright/core';
import { Location } from '@loopwright/core';
import { ReviewSeverity } from '@loopwright/core';
import { Verdict } from '@loopwright/core';

/** How a check ended. A type alias, so that it is `Json`. */
declare type CheckEnd = {
    readonly kind: "exited";
    readonly code: number;
} | {
    readonly kind: "signalled";
    readonly signal: string;
} | {
    readonly kind: "timed-out";
} | {
    readonly kind: "not-started";
    readonly reason: string;
}
/** It exited, but something it started kept its output open. */
| {
    readonly kind: "output-held";
} | {
    readonly kind: "failed";
    readonly reason: string;
};

/** What a check did. A type alias, so that it is `Json`. */
declare type CheckRecord = {
    readonly id: string;
    readonly command: string;
    readonly args: readonly string[];
    /** Relative to the root; `.` for the root itself. */
    readonly cwd: string;
    readonly end: CheckEnd;
    /** Both streams as they came; where bytes are left out, the text says so. */
    readonly output: string;
    /** Whether bytes are left out of `output`. */
    readonly isCut: boolean;
    /** Bytes of output in all. */
    readonly outputBytes: number;
    /** Digest of the workspace that it ran against. */
    readonly snapshot: string;
    /** Paths that it added, removed or modified; ignored ones do not count. */
    readonly writes: readonly string[];
    readonly durationMs: number;
    readonly passed: boolean;
};

/** Places of a result that are kept; one defect rarely has two. */
export declare const MAX_PLACES = 10;

/**
 * Reads a log.
 * @throws EvidenceError `sarif-invalid`, `sarif-version` or `sarif-too-large`, each with the path in the log; `option-invalid`.
 */
export declare function readSarif(input: string | Uint8Array, options?: ReadSarifOptions): SarifLog;

/** How a log is read. */
export declare interface ReadSarifOptions {
    /** Absolute path, or `file:` URI, of what paths are relative to. Without it absolute places have no path. */
    readonly root?: string | null | undefined;
    /** Largest log in bytes, and most characters of all its messages; default 64 MiB. */
    readonly maxBytes?: number | undefined;
    /** Most results of all runs together; default 25,000. */
    readonly maxResults?: number | undefined;
}

/** Levels that reject by default: errors, and findings whose severity is not given. */
export declare const SARIF_BLOCKING: readonly SarifLevel[];

/** Severities of the review loop: a serious problem is major, and so is one without severity, which must not hide (RL-VN-02). */
export declare const SARIF_REVIEW_SEVERITIES: SarifSeverities<ReviewSeverity>;

/**
 * What a policy decides by.
 *
 * Invariants:
 * 1. There are counts only of a complete log: an incomplete one has `counts: null`, so that nobody reads a zero in it (G4).
 * 2. A blocking finding rejects, however incomplete the log; only a complete log without results that nobody judged approves.
 */

/** How many results a log has. A type alias, so that it is `Json`. */
export declare type SarifCounts = {
    /** Findings of each level. */
    readonly [L in SarifLevel]: number;
} & {
    /** Results that the analyser leaves to others to judge. */
    readonly undecided: number;
    readonly suppressed: number;
};

/** Counts of a complete log, or what is known of an incomplete one. */
export declare type SarifFacts = {
    readonly isComplete: true;
    readonly counts: SarifCounts;
    readonly atLeast: SarifCounts;
} | {
    readonly isComplete: false;
    readonly counts: null;
    readonly atLeast: SarifCounts;
};

/** The facts of a log; `atLeast` are the counts of what was read. */
export declare function sarifFacts(log: SarifLog): SarifFacts;

/** A result that an analyser reports as a problem of what it looked at, and that stands. */
export declare type SarifFinding = SarifResult & {
    readonly why: null;
};

/**
 * Findings of a log, graded by {@link SARIF_REVIEW_SEVERITIES} or by a table of one's own. That there are none says nothing
 * as long as the log is not complete.
 */
export declare function sarifFindings(log: SarifLog, options?: SarifFindingsOptions & {
    readonly severities?: undefined;
}): readonly Finding<ReviewSeverity>[];

export declare function sarifFindings<const Severity extends string>(log: SarifLog, options: SarifFindingsOptions & {
    readonly severities: SarifSeverities<Severity>;
}): readonly Finding<Severity>[];

/** How findings are made of a log. */
export declare interface SarifFindingsOptions {
    /** Round of intake; default 1. */
    readonly round?: number;
    /** Who raised them; default `analyser`. The lane is the tool. */
    readonly role?: string;
    /** Id of a finding, unique in the run; default `sarif-<run>-<index>`, which is unique in the log. */
    readonly id?: (finding: SarifFinding) => string;
}

/**
 * Levels: how bad an analyser says a result is.
 *
 * Invariants:
 * 1. There are four; a word outside of them counts as `error`, because a label that cannot be read must not hide a defect
 *    (F03). The word itself is kept.
 * 2. What a result does not say is looked up as the format has it: an override of the invocation that the result names, the
 *    rule's default, `warning`.
 */

/** Strongest first; `none` is a result whose severity is not given. */
export declare type SarifLevel = "error" | "warning" | "note" | "none";

/** The levels by name, and {@link SarifLevel.is}. */
export declare const SarifLevel: Readonly<{
    all: readonly ["error", "warning", "note", "none"];
    is: (value: unknown) => value is SarifLevel;
}>;

/** What a log says. A type alias, so that it is `Json`; frozen to its leaves. */
export declare type SarifLog = {
    /** Whether the findings are all there are. Ask this, or `sarifVerdict`, before you conclude from what is not there. */
    readonly isComplete: boolean;
    /** Why they may not be, those of the runs included; empty for a complete log. */
    readonly problems: readonly string[];
    readonly runs: readonly SarifRun[];
    /** In the order of the log. */
    readonly findings: readonly SarifFinding[];
    /** Results that are no findings, in the order of the log. */
    readonly others: readonly SarifOther[];
};

/**
 * Reads what a check printed on both streams together; let the analyser print nothing beside its log.
 * @throws EvidenceError `option-invalid`.
 */
export declare function sarifOfCheck(record: CheckRecord, options?: ReadSarifOptions): SarifLog;

/** A result that is no finding. */
export declare type SarifOther = SarifResult & {
    readonly why: SarifOtherReason;
    /** Reasons given for suppressing it, one to a line; `null` for none. */
    readonly justification: string | null;
};

/** Why a result is no finding. */
export declare type SarifOtherReason = 
/** The rule holds. */
"pass"
/** It names no problem. */
| "informational"
/** The rule is about something else. */
| "not-applicable"
/** The analyser could not decide. Nobody has judged it. */
| "open"
/** The analyser asks a person. Nobody has judged it. */
| "review"
/** Somebody set it aside in the source or elsewhere. */
| "suppressed"
/** An earlier version had it, this one does not. */
| "absent";

/**
 * Places: the physical locations of a result. A place that cannot be read costs the place, never the result.
 */

/** A place in a file below the root, or why there is none. `uri` is what the log has. A type alias, so that it is `Json`. */
export declare type SarifPlace = {
    readonly location: Location;
    readonly uri: string;
} | {
    readonly location: null;
    readonly uri: string | null;
    readonly problem: string;
};

/**
 * Results of a log, as plain data.
 *
 * Invariants:
 * 1. Each result of a log is a finding or stands among the others with the reason why it is none, exactly once (G9).
 * 2. What cannot be read about a result is a remark on it, and is read so that it hides nothing: an unknown kind is a
 *    failure, an unknown level an error, an unknown suppression none.
 * 3. The shapes are type aliases, so that they are `Json` and may stand in states, inputs and reports.
 */

/** What findings and others have in common. */
export declare type SarifResult = {
    /** It is `runs[run].results[index]` of the log. */
    readonly run: number;
    readonly index: number;
    /** Name of the tool. */
    readonly tool: string;
    /** `null` where the analyser has no rules. */
    readonly ruleId: string | null;
    readonly level: SarifLevel;
    /** What the result itself says, verbatim; `null` where the level was looked up. */
    readonly levelAsReported: string | null;
    readonly message: string;
    /** Its physical locations, the first ones of them. */
    readonly places: readonly SarifPlace[];
    /** How many there are in all. */
    readonly placeCount: number;
    readonly fingerprints: {
        readonly [name: string]: string;
    };
    readonly partialFingerprints: {
        readonly [name: string]: string;
    };
    /** Against an earlier run: `new`, `unchanged`, `updated`; `null` where nobody compared. */
    readonly baselineState: string | null;
    /** What could not be read, in words. */
    readonly remarks: readonly string[];
};

/** One run of a log: its tool, whether it is complete, its results. */

/** One run of an analyser. A type alias, so that it is `Json`. */
export declare type SarifRun = {
    readonly tool: {
        readonly name: string;
        readonly version: string | null;
    };
    /** Whether its results are all that the analyser would have found. */
    readonly isComplete: boolean;
    /** Why they may not be; empty for a complete run. */
    readonly problems: readonly string[];
    /** How many results it has, of every kind. */
    readonly resultCount: number;
};

/**
 * The findings of a log in the form that all policies share.
 *
 * Invariants:
 * 1. One finding for each of the log, in its order; the analyser's level is kept verbatim beside the severity (RL-VN-03).
 * 2. The severity comes from a table over all levels, never from a word of the log (RL-VN-01).
 */

/** A severity for each level. */
export declare type SarifSeverities<Severity extends string> = {
    readonly [L in SarifLevel]: Severity;
};

/** The verdict of an analyser; `blocking` are the levels of findings that reject, {@link SARIF_BLOCKING} by default. */
export declare function sarifVerdict(log: SarifLog, { blocking }?: {
    readonly blocking?: readonly SarifLevel[];
}): Verdict;

export { }
