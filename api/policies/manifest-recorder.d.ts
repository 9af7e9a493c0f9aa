import { LedgerSeverity } from '@loopwright/core';

/**
 * Where a quality-locked loop writes down what happened, before it goes on (QL-ACT-4, QL-HIST-3, QL-AUTO-1, QL-CAP-2).
 *
 * Invariants of every recorder:
 * 1. A promise that resolves means: it stands. A loop does not go on after one that rejects.
 * 2. Writing the same thing twice writes it once: a loop that was interrupted writes again.
 */

/** The approval that starts a loop, when autonomy picks it (QL-AUTO-1). */
declare interface AutonomyPick {
    readonly phase: string;
    readonly decision: string;
    readonly reason: string;
    /** What set the modes that left no other option: by mode, its source. */
    readonly flag_sources: {
        readonly [mode: string]: string;
    };
}

/** Counts of findings by severity, and what they weigh (QL-BAR-1, LG-DEC-2). */

/** How many findings there are of each severity; a type alias, so that it is `Json`. */
declare type Counts = {
    readonly [S in LedgerSeverity]: number;
};

/** An item of the list: a record with its checkpoint. */
declare type HistoryItem = IterationRecord & {
    readonly checkpoint: string;
};

/** One iteration, as it is logged; a type alias, so that it is `Json`. */
declare type IterationRecord = {
    readonly checkpoint?: string;
    /** From 1. */
    readonly iteration: number;
    readonly counts: Counts;
    readonly result: LockedAction;
    /** What a person answered to the prompt of this record: a letter, or a text (QL-HIST-3). */
    readonly user_choice?: string;
};

/** The four actions of the JSON contract (QL-JSON-1). */
declare type LockedAction = Exclude<LockedToken, "UNPARSEABLE">;

/** The mode, and what set it. `user`: switched off at a prompt, for the rest of the workflow. */
declare type LockedMode = {
    readonly isOn: boolean;
    readonly source: "flag" | "config" | "default" | "user";
};

/** Where records go. */
declare interface LockedRecorder {
    /** Appends the record of an iteration. */
    append(item: HistoryItem): Promise<void> | void;
    /** Puts a person's answer, `item.user_choice`, onto the last record, which is `item` without it. */
    answer(item: HistoryItem): Promise<void> | void;
    /** Logs the pick, in the manifest and in the decision log. */
    pick(pick: AutonomyPick): Promise<void> | void;
    /** Logs that the mode changed for the rest of the workflow. */
    mode(mode: LockedMode): Promise<void> | void;
}

/** Tokens of the table. */
declare type LockedToken = "PASS" | "CAP_REACHED" | "UNPARSEABLE" | "ESCALATE" | "REVISE";

/**
 * Records in files. Nothing is read or written yet.
 * @throws LoopwrightError, from the recorder: `manifest-malformed` with the line, `manifest-mismatch`, `manifest-unwritable`.
 */
export declare function manifestRecorder({ manifest, decisionLog, today }: ManifestRecorderOptions): LockedRecorder;

/** Which files. Their directory exists. */
export declare interface ManifestRecorderOptions {
    /** Such as `.review/work/auth/manifest.md`. */
    readonly manifest: string;
    /** Such as `.review/work/auth/decisions.md`. */
    readonly decisionLog: string;
    /** Today in UTC, `YYYY-MM-DD`. Default: the system's clock. */
    readonly today?: () => string;
}

/** Reads what the manifest holds; none where there is no such file. */
export declare function readManifest(manifest: string): readonly HistoryItem[];

export { }
