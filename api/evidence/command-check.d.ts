/** How a check ended. A type alias, so that it is `Json`. */
export declare type CheckEnd = {
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
export declare type CheckRecord = {
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

/** A check that can be run. */
export declare interface CommandCheck {
    readonly id: string;
    /** Runs it against what the workspace holds now. Rejects only with the signal's reason or an EvidenceError of the workspace. */
    run(workspace: Workspace, options?: {
        readonly signal?: AbortSignal;
    }): Promise<CheckRecord>;
}

/**
 * Makes a check of a command.
 * @throws EvidenceError `option-invalid`.
 */
export declare function commandCheck(options: CommandCheckOptions): CommandCheck;

/** What a check runs. */
export declare interface CommandCheckOptions {
    /** What records are known by. */
    readonly id: string;
    /** A program, by name or path; never a line for a shell. */
    readonly command: string;
    readonly args?: readonly string[];
    /** Directory below the workspace's root; default the root. */
    readonly cwd?: string;
    /** Beside this process's own environment. */
    readonly env?: {
        readonly [name: string]: string | undefined;
    };
    /** Longest time in milliseconds. There is no default: a check that hangs must not pass for one that takes long. */
    readonly timeoutMs: number;
    /** Bytes of output that are kept, both streams together; default 1 MiB. More forbids a pass. */
    readonly maxOutputBytes?: number;
    /** From SIGTERM to SIGKILL; default 2,000. */
    readonly killGraceMs?: number;
}

/** What a path is. A link counts as the path it holds; `other` is a pipe, a socket or a device. */
declare type FileKind = "file" | "executable" | "link" | "other";

/** One path of a snapshot. A type alias, so that it is `Json`. */
declare type FileState = {
    readonly kind: FileKind;
    /** SHA-256 of the bytes, `sha256:…`; for `other` of nothing. */
    readonly digest: string;
};

/** What git knows beside the files. A type alias, so that it is `Json`. */
declare type GitState = {
    /** Id of the commit that HEAD names; `null` before the first one. */
    readonly head: string | null;
    /** Full name of the checked-out branch; `null` for a detached HEAD. */
    readonly branch: string | null;
    /** Digest of the index: paths, modes, ids, stages and flags. */
    readonly index: string;
    /** Digest of all references and what they name, and of the stash. */
    readonly references: string;
    /** Digest of the log of HEAD: a checkout that was undone leaves its lines there (F19). */
    readonly headLog: string;
    /** Digest of the repository's configuration, hooks, attributes and ignored patterns outside the work tree. */
    readonly settings: string;
};

/** How a file is read. */
declare interface ReadFileOptions {
    /** Default 8 MiB (LG-SEC-13). */
    readonly maxBytes?: number;
}

/** What a workspace held at one moment. A type alias, so that it is `Json`. */
declare type Snapshot = {
    /** Of everything below. */
    readonly digest: string;
    /** Of the files. */
    readonly contentDigest: string;
    /** By path, in the order of their UTF-16 units. */
    readonly files: {
        readonly [path: string]: FileState;
    };
    /** `null` where there is no repository. */
    readonly git: GitState | null;
};

/**
 * Workspaces: the files that a loop is about, and what changed in them around a step (G15).
 *
 * Invariants of every kind:
 * 1. A path is relative to the root, with `/`; one that leads out of it, by spelling or by a link, is refused (LG-SEC-7).
 * 2. A snapshot is taken of what is there, byte by byte: no time stamp and no cache is believed.
 */

/** Files under one root. */
declare interface Workspace {
    /** Real path of the root; `null` where the files are in memory. */
    readonly root: string | null;
    /**
     * Bytes of a regular file; `null` where there is none.
     * @throws EvidenceError `path-unsafe`, `not-a-file`, `file-unreadable`, `file-too-large`.
     */
    read(path: string, options?: ReadFileOptions): Uint8Array | null;
    /**
     * What is there now. Rejects with the signal's reason, or with an EvidenceError.
     */
    snapshot(options?: {
        readonly signal?: AbortSignal;
    }): Promise<Snapshot>;
}

export { }
