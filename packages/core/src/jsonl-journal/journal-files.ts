/**
 * The files of a journal: the file itself, and what stands beside it while it is written.
 *
 * Invariants:
 * 1. All of them begin with the journal's own path, and no other file of ours does.
 */

/** The lock of a journal. */
export function lockOf(journal: string): string {
  return `${journal}.lock`;
}

/** Where a new file is written before it is put into the place of the journal. */
export function besideOf(journal: string): string {
  return `${journal}.journal-new`;
}

/** A contender's offer for a lock, or its claim of one. */
const CONTENDER = /^\.[\w-]{1,64}(?:\.claim)?$/;

/**
 * Whether a path is a journal's file: itself, its lock, what contenders for the lock leave for a moment, or the new file
 * of a compaction. For whoever looks at the folder while a run writes there, such as a snapshot. Both paths are compared as
 * they are: give them relative to the same folder.
 */
export function isJournalFile(path: string, journal: string): boolean {
  const lock = lockOf(journal);
  return path === journal || path === lock || path === besideOf(journal) || (path.startsWith(lock) && CONTENDER.test(path.slice(lock.length)));
}
