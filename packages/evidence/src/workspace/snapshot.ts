/**
 * Snapshots of a workspace, and what lies between two of them.
 *
 * Invariants:
 * 1. A snapshot is plain data: it can be written into a journal and compared after a crash.
 * 2. `contentDigest` is about the files alone; `digest` about all of it. Equal digests, equal snapshots.
 * 3. Files that the repository ignores do not count, untracked ones do; what makes git ignore a file counts as `settings`
 *    (BD-BASE-08).
 */
import { digestOf, type Json } from "@loopwright/core";

/** What a path is. A link counts as the path it holds; `other` is a pipe, a socket or a device. */
export type FileKind = "file" | "executable" | "link" | "other";

/** One path of a snapshot. A type alias, so that it is `Json`. */
export type FileState = {
  readonly kind: FileKind;
  /** SHA-256 of the bytes, `sha256:…`; for `other` of nothing. */
  readonly digest: string;
};

/** What git knows beside the files. A type alias, so that it is `Json`. */
export type GitState = {
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

/** What a workspace held at one moment. A type alias, so that it is `Json`. */
export type Snapshot = {
  /** Of everything below. */
  readonly digest: string;
  /** Of the files. */
  readonly contentDigest: string;
  /** By path, in the order of their UTF-16 units. */
  readonly files: { readonly [path: string]: FileState };
  /** `null` where there is no repository. */
  readonly git: GitState | null;
};

/** Puts a snapshot together. */
export function snapshotOf(states: Iterable<readonly [path: string, state: FileState]>, git: GitState | null): Snapshot {
  const sorted = [...states].sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0));
  // Without a prototype: a file may have any name.
  const files = Object.assign(Object.create(null) as { [path: string]: FileState }, Object.fromEntries(sorted));
  const contentDigest = digestOf(sorted.map(([path, { kind, digest }]): Json => [path, kind, digest]));
  return { digest: digestOf({ content: contentDigest, git }), contentDigest, files, git };
}

/** One path that differs. */
export interface TouchedPath {
  readonly path: string;
  readonly change: "added" | "removed" | "modified";
}

/** What lies between two snapshots. */
export interface SnapshotDifference {
  readonly isEqual: boolean;
  /** In the order of their UTF-16 units. */
  readonly paths: readonly TouchedPath[];
  /** What differs of git's state. */
  readonly git: readonly (keyof GitState | "repository")[];
}

const GIT_PARTS = ["head", "branch", "index", "references", "headLog", "settings"] as const;

/** Compares two snapshots of one workspace. */
export function snapshotDifference(before: Snapshot, after: Snapshot): SnapshotDifference {
  const paths = before.contentDigest === after.contentDigest ? [] : touchedPaths(before.files, after.files);
  const git = gitDifference(before.git, after.git);
  return { isEqual: paths.length === 0 && git.length === 0, paths, git };
}

/** What differs between two states of git. */
export function gitDifference(before: GitState | null, after: GitState | null): SnapshotDifference["git"] {
  if (before === null || after === null) return before === after ? [] : ["repository"];
  return GIT_PARTS.filter((part) => before[part] !== after[part]);
}

function touchedPaths(before: Snapshot["files"], after: Snapshot["files"]): readonly TouchedPath[] {
  const touched: TouchedPath[] = [];
  const had = (files: Snapshot["files"], path: string): FileState | undefined => (Object.hasOwn(files, path) ? files[path] : undefined);
  for (const [path, { kind, digest }] of Object.entries(before)) {
    const now = had(after, path);
    if (now === undefined) touched.push({ path, change: "removed" });
    else if (now.kind !== kind || now.digest !== digest) touched.push({ path, change: "modified" });
  }
  for (const path of Object.keys(after)) if (had(before, path) === undefined) touched.push({ path, change: "added" });
  return touched.sort((left, right) => (left.path < right.path ? -1 : 1));
}

/** A difference in words, for a message; `""` for none. */
export function describeDifference({ paths, git }: SnapshotDifference, maxPaths = 5): string {
  const named = paths.slice(0, maxPaths).map(({ path, change }) => `${change} ${JSON.stringify(path)}`);
  const more = paths.length > maxPaths ? [`${paths.length - maxPaths} more paths`] : [];
  return [...named, ...more, ...git.map((part) => `git's ${part === "headLog" ? "log of HEAD" : part}`)].join(", ");
}
