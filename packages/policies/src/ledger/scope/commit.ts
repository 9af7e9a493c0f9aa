/**
 * A fix commit as evidence: what it says and what it touched, read by somebody who holds the repository.
 *
 * Invariants:
 * 1. Every touched path is there: one without textual hunks is one change of the whole file (LG-CD-9, LG-SEC-5).
 * 2. A rename is a deletion and an addition (LG-CD-9).
 */
import type { DiffFile, Hunk } from "@loopwright/evidence";

/** One change of a commit: a hunk, or with `null` the whole file. */
export interface CommitChange {
  readonly path: string;
  readonly hunk: Hunk | null;
}

/** A commit. */
export interface FixCommit {
  /** Its full object id (LG-CD-3). */
  readonly id: string;
  readonly message: string;
  readonly changes: readonly CommitChange[];
  /** Text of a path before the commit; `null` where there was none (LG-CD-11, LG-SEC-29). */
  readonly before: (path: string) => string | Uint8Array | null;
  /** Text of a path after it; `null` where there is none. */
  readonly after: (path: string) => string | Uint8Array | null;
}

/**
 * The changes of a parsed diff. `paths` is the list that version control gives apart from the diff; what the diff does not
 * show of it is a change of the whole file all the same.
 */
export function commitChanges(files: Iterable<DiffFile>, paths: Iterable<string> = []): readonly CommitChange[] {
  const changes: CommitChange[] = [];
  const seen = new Set<string>();
  const add = (path: string, hunks: readonly Hunk[]): void => {
    seen.add(path);
    if (hunks.length === 0) changes.push({ path, hunk: null });
    else changes.push(...hunks.map((hunk) => ({ path, hunk })));
  };
  for (const { oldPath, newPath, hunks, isModeChange } of files) {
    if (oldPath !== null && newPath !== null && oldPath !== newPath) {
      add(oldPath, []);
      add(newPath, []);
    } else {
      add(newPath ?? oldPath ?? "", hunks);
      if (isModeChange && hunks.length > 0) changes.push({ path: newPath ?? oldPath ?? "", hunk: null });
    }
  }
  for (const path of paths) if (!seen.has(path)) add(path, []);
  return changes;
}
