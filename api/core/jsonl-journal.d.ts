/**
 * Whether a path is a journal's file: itself, its lock, what contenders for the lock leave for a moment, or the new file
 * of a compaction. For whoever looks at the folder while a run writes there, such as a snapshot. Both paths are compared as
 * they are: give them relative to the same folder.
 */
export declare function isJournalFile(path: string, journal: string): boolean;

/**
 * Where a run's effects are recorded (DESIGN §6). A store knows nothing of what records mean: the runner does.
 *
 * Invariants:
 * 1. Records keep the order in which `append` was called, also where calls overlap.
 * 2. What `append` resolved for is there after a crash; what it did not resolve for may be there or not, but never before
 *    something that was appended earlier, and never in part.
 * 3. At most one run owns a journal at a time.
 */

/** Where a run's effects are recorded. A run opens it, owns it, and closes it. */
declare interface Journal {
    /**
     * Takes ownership and reads what is there. Rejects with a {@link LoopwrightError}: `journal-locked` (names the owner),
     * `journal-corrupt` (names the line), `journal-version`.
     */
    open(): Promise<OpenJournal>;
    /**
     * What is there now, without ownership: changes nothing and makes nothing, and a journal that is not there yet holds
     * nothing. `verifyJournal` reads so; a store without it is opened and closed.
     */
    read?(): Promise<readonly Json[]>;
}

/** The format that this version writes and reads. */
export declare const JOURNAL_FILE_FORMAT = "loopwright/journal-file@1";

/** A journal's file that cannot be used. What was there before is still there. */
export declare class JournalFileError extends LoopwrightError<JournalFileErrorCode> {
    readonly name = "JournalFileError";
    /** With `journal-locked`: who owns the journal; `null` where its lock cannot be read. */
    readonly owner: JournalOwner | null;
    /** With `journal-corrupt` and `journal-version`: the line, from 1. */
    readonly line: number | null;
    /** … and where it begins in the file. */
    readonly byteOffset: number | null;
    constructor(code: JournalFileErrorCode, message: string, options: JournalFileErrorOptions);
}

/** What can be wrong with a journal's file. */

export declare type JournalFileErrorCode = 
/** Another run owns the journal. */
"journal-locked"
/** What stands in the file was not written so. */
| "journal-corrupt"
/** The file was written by another version of the format. */
| "journal-version"
/** The path is no place for a journal: a directory, a link, one of several names, a device, no folder. */
| "journal-place"
/** The system refused to read or write. */
| "journal-io"
/** The file or its lock was taken away while it was open. */
| "journal-lost"
/** Used after `close`. */
| "journal-closed";

declare interface JournalFileErrorOptions {
    readonly path: string;
    readonly hint: string;
    readonly owner?: JournalOwner;
    readonly line?: number;
    readonly byteOffset?: number;
    readonly cause?: unknown;
}

/** The owner of a journal, as its lock tells. */
export declare interface JournalOwner {
    readonly pid: number;
    readonly host: string;
    /** When it took the journal: ISO 8601, on its own clock. */
    readonly since: string;
    /** Unlike that of any other taking. */
    readonly nonce: string;
    /** What tells machines, boots, namespaces of process ids and processes of one id apart; `null` = the platform does not say. */
    readonly machine: string | null;
    readonly boot: string | null;
    readonly namespace: string | null;
    readonly started: string | null;
}

/** What opening a journal had to put right. */
export declare interface JournalRecovery {
    /** What was cut off at the end of the file; `null` = it was whole. */
    readonly tornTail: TornTail | null;
    /** Whose lock was taken over; `null` = there was none. */
    readonly previousOwner: JournalOwner | null;
}

/** Plain JSON data: the only values that cross a seam (inputs, states, events, snapshots). */
declare type Json = null | boolean | number | string | readonly Json[] | {
    readonly [key: string]: Json;
};

/** A journal in a file. */
export declare interface JsonlJournal extends Journal {
    /**
     * Takes the lock and reads the file. Where there is none, the first record makes it. Rejects with a `JournalFileError`;
     * see `JournalFileErrorCode`.
     */
    open(): Promise<OpenJsonlJournal>;
    /** Reads the file without taking the lock, also while a run writes to it; a torn end is left out and not cut. */
    read(): Promise<readonly Json[]>;
}

/**
 * A journal in a file. Nothing is touched before a run opens it; the folder must exist.
 *
 * @throws LoopwrightError `option-invalid` for a wrong path or option; `journal-platform` outside Node.
 */
export declare function jsonlJournal(path: string, options?: JsonlJournalOptions): JsonlJournal;

/** Options of {@link jsonlJournal}. */
export declare interface JsonlJournalOptions {
    /**
     * When an append counts as kept. `"batch"` (default): synced to the disk, together with those that wait at the same
     * time. `"each"`: every record is synced by itself. `"none"`: handed to the system, which keeps it over the death of the
     * process but not of the machine.
     */
    readonly sync?: SyncPolicy;
    /** Told what opening had to put right; not called if nothing had to be. A throw disturbs nothing. */
    readonly onRecovery?: (recovery: JournalRecovery) => void;
    /**
     * Says whether an owner is gone that cannot be looked at from here: one of another host, or of another container. Asked
     * only about such; default: never. The lock of a living process of this machine is not taken over.
     */
    readonly takeOver?: (owner: JournalOwner) => boolean;
}

/** Misuse of the library, or a fault in a policy's own code. `code` is stable over versions. */
declare class LoopwrightError<Code extends string = string> extends Error {
    readonly name: string;
    readonly code: Code;
    readonly path: string | null;
    readonly hint: string | null;
    constructor(code: Code, message: string, options?: LoopwrightErrorOptions);
    /** Name, message and hint in one line. */
    toString(): string;
    /** Plain form for logs and `--json` output: code, message, path and hint. */
    toJSON(): {
        name: string;
        code: Code;
        message: string;
        path: string | null;
        hint: string | null;
    };
}

/**
 * Errors that teach (G20): misuse throws a {@link LoopwrightError} synchronously, before the first event,
 * with a stable `code`, the path of what is wrong, and a hint that says how to mend it.
 */
/** What a {@link LoopwrightError} says beside its message. */
declare interface LoopwrightErrorOptions {
    /** Where the fault lies, such as `"limits.costUsd"`. */
    readonly path?: string;
    /** How to mend it, in one sentence. */
    readonly hint?: string;
    readonly cause?: unknown;
}

/** A journal in the hands of its owner. */
declare interface OpenJournal {
    /** What was there when it was opened, in the order in which it was appended: plain frozen JSON. */
    readonly records: readonly Json[];
    /** Resolves when the record is durable by the journal's own policy. Calls may overlap. */
    append(record: Json): Promise<void>;
    /** Replaces everything by these records, as one change: after a crash either all of them are there or none. */
    compact(records: readonly Json[]): Promise<void>;
    /** Gives up ownership. Idempotent. */
    close(): Promise<void>;
}

/** A journal's file in the hands of its owner. */
export declare interface OpenJsonlJournal extends OpenJournal {
    readonly recovery: JournalRecovery;
}

/**
 * A journal's file in the hands of its owner.
 *
 * Invariants:
 * 1. Work is done one after the other, in the order of the calls. Appends that wait at the same time are written and
 *    synced together, unless the policy is `"each"`.
 * 2. An append resolves when its line is in the file and, but for `"none"`, on the disk.
 * 3. After a fault of writing nothing is appended any more: a record may not stand behind one that is missing. What was
 *    written in part is cut off again if the system lets us; else it is a torn tail for the next one who opens the file.
 * 4. A compaction that fails leaves the file as it was, and the journal goes on.
 * 5. A file that was deleted, or that something else writes to, is noticed before a record counts as kept.
 */

/** When a record counts as kept; see `JsonlJournalOptions.sync`. */
export declare type SyncPolicy = "each" | "batch" | "none";

/** The end of a file that was cut off in the middle of a write. */
export declare interface TornTail {
    /** From 1. */
    readonly line: number;
    readonly byteOffset: number;
    readonly bytes: number;
    readonly reason: string;
}

export { }
