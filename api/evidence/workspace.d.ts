/** A difference in words, for a message; `""` for none. */
export declare function describeDifference({ paths, git }: SnapshotDifference, maxPaths?: number): string;

/**
 * Makes a workspace of a directory.
 * @throws EvidenceError `path-unsafe` where there is no such directory.
 */
export declare function directoryWorkspace(directory: string, options?: DirectoryWorkspaceOptions): Workspace;

/** How a directory is read. */
export declare interface DirectoryWorkspaceOptions {
    /** Paths that do not count, such as `dist`; asked for directories too, which are then left out whole. Default: none. */
    readonly isIgnored?: (path: string) => boolean;
}

/** What a path is. A link counts as the path it holds; `other` is a pipe, a socket or a device. */
export declare type FileKind = "file" | "executable" | "link" | "other";

/** One path of a snapshot. A type alias, so that it is `Json`. */
export declare type FileState = {
    readonly kind: FileKind;
    /** SHA-256 of the bytes, `sha256:…`; for `other` of nothing. */
    readonly digest: string;
};

/** What git knows beside the files. A type alias, so that it is `Json`. */
export declare type GitState = {
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

/** What was found. */
export declare interface ListedFiles {
    /** Paths from the root, sorted. */
    readonly paths: readonly string[];
    /** What was not looked at, and why. */
    readonly skipped: readonly {
        readonly path: string;
        readonly why: "link" | "too-deep" | "too-many";
    }[];
}

/**
 * Regular files below `directory`, a path inside `root`; nothing where there is no such directory.
 * @throws EvidenceError `path-unsafe`, `file-unreadable`.
 */
export declare function listFilesInside(root: string, directory: string, { suffix, maxDepth, maxFiles }?: ListFilesOptions): ListedFiles;

/** What is looked for. */
export declare interface ListFilesOptions {
    /** How names end, such as `.md`; default: any. */
    readonly suffix?: string;
    /** Directories below the first one; default 8. */
    readonly maxDepth?: number;
    /** Default 500. */
    readonly maxFiles?: number;
}

/** Largest file that is read by default. */
export declare const MAX_FILE_BYTES = 8388608;

/** Most files of a workspace. */
export declare const MAX_WORKSPACE_FILES = 200000;

/** A workspace whose files are written through it. */
export declare interface MemoryWorkspace extends Workspace {
    readonly root: null;
    /** Puts a file there; text as UTF-8. @throws EvidenceError `path-unsafe`. */
    write(path: string, content: string | Uint8Array): void;
    /** Takes a file away; `false` where there was none. */
    remove(path: string): boolean;
}

/**
 * Makes a workspace of some files.
 * @throws EvidenceError `path-unsafe`.
 */
export declare function memoryWorkspace(files?: {
    readonly [path: string]: string | Uint8Array;
}): MemoryWorkspace;

/**
 * Bytes of a file in a root; `null` where there is no such file. Relative to `root`, with `/`.
 * @throws EvidenceError `path-unsafe`, `not-a-file`, `file-unreadable`, `file-too-large`.
 */
export declare function readFileInside(root: string, path: string, { maxBytes }?: ReadFileOptions): Uint8Array | null;

/** How a file is read. */
export declare interface ReadFileOptions {
    /** Default 8 MiB (LG-SEC-13). */
    readonly maxBytes?: number;
}

/**
 * Where a path really is; `null` where nothing is.
 * @throws EvidenceError `path-unsafe`, `file-unreadable`.
 */
export declare function realPathInside(root: string, path: string): string | null;

/** What a workspace held at one moment. A type alias, so that it is `Json`. */
export declare type Snapshot = {
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

/** What lies between two snapshots. */
export declare interface SnapshotDifference {
    readonly isEqual: boolean;
    /** In the order of their UTF-16 units. */
    readonly paths: readonly TouchedPath[];
    /** What differs of git's state. */
    readonly git: readonly (keyof GitState | "repository")[];
}

/** Compares two snapshots of one workspace. */
export declare function snapshotDifference(before: Snapshot, after: Snapshot): SnapshotDifference;

/** Puts a snapshot together. */
export declare function snapshotOf(states: Iterable<readonly [path: string, state: FileState]>, git: GitState | null): Snapshot;

/** One path that differs. */
export declare interface TouchedPath {
    readonly path: string;
    readonly change: "added" | "removed" | "modified";
}

/**
 * Workspaces: the files that a loop is about, and what changed in them around a step (G15).
 *
 * Invariants of every kind:
 * 1. A path is relative to the root, with `/`; one that leads out of it, by spelling or by a link, is refused (LG-SEC-7).
 * 2. A snapshot is taken of what is there, byte by byte: no time stamp and no cache is believed.
 */

/** Files under one root. */
export declare interface Workspace {
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
