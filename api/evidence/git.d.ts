/** One path that was touched. */
export declare interface ChangedPath {
    readonly path: string;
    /** Added, deleted, modified, or of another type, such as a link in place of a file. A rename is a deletion and an addition. */
    readonly status: "A" | "D" | "M" | "T";
    /** Mode and object id before and after; `null` where there is none. */
    readonly before: TreeEntry | null;
    readonly after: TreeEntry | null;
}

/**
 * A commit as evidence: what it says, which paths it touched, and how (LG-CD-3, LG-CD-9).
 *
 * Invariants:
 * 1. Only a commit with at most one parent; a first one is compared with the empty tree (LG-SEC-2).
 * 2. Message, parents and trees come from the raw objects, changes from a comparison of the two trees by their ids.
 * 3. `paths` is complete, whatever the text of the diff shows; a hunk of a path that is not in it is refused (LG-SEC-5).
 */

/** A commit, read whole. */
export declare interface Commit {
    /** Full object id. */
    readonly id: string;
    /** At most one. */
    readonly parents: readonly string[];
    readonly message: string;
    /** Every path that it touched, in git's order (LG-SEC-5). */
    readonly paths: readonly ChangedPath[];
    /** Hunks without context, by file (LG-CD-9). */
    readonly files: readonly DiffFile[];
    /** Text of a path before the commit; `null` where there was none. Read when asked for. */
    readonly before: TreeReader;
    /** Text of a path after it; `null` where there is none. */
    readonly after: TreeReader;
}

/** What a diff says about one file. */
declare interface DiffFile {
    /** `null` for a new file. */
    readonly oldPath: string | null;
    /** `null` for a deleted file. */
    readonly newPath: string | null;
    /** Without context, in order. */
    readonly hunks: readonly Hunk[];
    readonly isBinary: boolean;
    /** Whether its mode differs, such as the executable bit; `false` for new and deleted files. */
    readonly isModeChange: boolean;
}

/** What a path is. A link counts as the path it holds; `other` is a pipe, a socket or a device. */
declare type FileKind = "file" | "executable" | "link" | "other";

/** One path of a snapshot. A type alias, so that it is `Json`. */
declare type FileState = {
    readonly kind: FileKind;
    /** SHA-256 of the bytes, `sha256:…`; for `other` of nothing. */
    readonly digest: string;
};

/** Reads commits. All of it rejects with an EvidenceError where it cannot be read whole. */
export declare interface GitRepository {
    /** Top of the work tree, a real path. */
    readonly root: string;
    /** The id of the commit that a revision names (LG-SEC-1). */
    resolveCommit(revision: string, options?: ReadOptions): Promise<string>;
    /** A commit with at most one parent (LG-CD-3, LG-SEC-2). */
    readCommit(revision: string, options?: ReadOptions): Promise<Commit>;
    /** The line of commits after `from` up to `to`, oldest first. */
    listCommits(range: {
        readonly from: string;
        readonly to: string;
    }, options?: ReadOptions): Promise<readonly string[]>;
    /** The work tree, with git's own state in its snapshots (G15). */
    readonly workspace: Workspace;
}

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

/** Hunks: which lines a change replaced by which. */
/** Lines of the old version and what stands there now, without any context around them. */
declare interface Hunk {
    /** First line taken away; for a pure insertion the line it stands behind, 0 at the top (LG-CD-9). */
    readonly oldStart: number;
    readonly oldCount: number;
    /** First line put in; for a pure deletion the line it stood behind. */
    readonly newStart: number;
    readonly newCount: number;
}

/** Longest range. */
export declare const MAX_RANGE_COMMITS = 10000;

/** Longest revision in characters. */
export declare const MAX_REVISION_CHARS = 256;

/**
 * Opens the repository that a directory lies in.
 * @throws EvidenceError `option-invalid`, `not-a-repository`, `git-missing`.
 */
export declare function openRepository(directory: string, options?: RepositoryOptions): Promise<GitRepository>;

/** How a file is read. */
declare interface ReadFileOptions {
    /** Default 8 MiB (LG-SEC-13). */
    readonly maxBytes?: number;
}

/** What may be given to a call. */
export declare interface ReadOptions {
    /** Rejects with the signal's reason. */
    readonly signal?: AbortSignal;
}

/** How a repository is read. */
export declare interface RepositoryOptions {
    /** Program to call; default `git`. */
    readonly command?: string;
    /** Longest time of one call in milliseconds; default 60,000 (LG-SEC-30). */
    readonly timeoutMs?: number;
    /** Longest diff of a commit; default 64 MiB (LG-SEC-13). */
    readonly maxDiffBytes?: number;
    /** Largest file that is read from a commit; default 8 MiB (LG-SEC-13). */
    readonly maxFileBytes?: number;
}

/** What is wrong with a revision, in words; `null` when nothing is. */
export declare function revisionProblem(revision: unknown): string | null;

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

/** What a tree says about a path. */
export declare interface TreeEntry {
    /** `100644`, `100755`, `120000` for a link, `160000` for a submodule. */
    readonly mode: string;
    readonly id: string;
}

/** Gives the text of a path; `null` where the tree has no file there. */
export declare type TreeReader = (path: string) => Uint8Array | null;

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
