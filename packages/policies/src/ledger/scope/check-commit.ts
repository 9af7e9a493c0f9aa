/**
 * The check of a fix commit, with the commit read from a repository (LG-CD-3).
 *
 * Invariant: the knob and the finding are looked at before any version control is asked (LG-CD-1, LG-CD-2).
 */
import type { ChangedPath, Commit } from "@loopwright/evidence/git";
import type { LedgerContext } from "../context.js";
import type { Ledger } from "../value/ledger.js";
import { applyCheckDiff, needFindingUnderRepair, skippedCheck, type CheckedDiff } from "./check-diff.js";
import { commitChanges, type FixCommit } from "./commit.js";

/** Reads commits, as the `GitRepository` of `@loopwright/evidence/git` does. */
export interface CommitReader {
  readCommit(revision: string, options?: { readonly signal?: AbortSignal }): Promise<Commit>;
}

/** What {@link checkCommit} takes. */
export interface CheckCommitInput {
  /** The finding that the commit claims to fix. */
  readonly finding: string;
  /** Names one commit that is no merge (LG-SEC-1, LG-SEC-2). */
  readonly revision: string;
  /** Directory of the cycle, such as `.review/work/auth`. */
  readonly cycleDirectory: string;
  readonly round?: number | null;
}

/**
 * Reads a commit, checks it and records what it finds.
 * @throws LedgerProblem `unknown-finding`, `check-diff-settled`; EvidenceError for a commit that cannot be read whole.
 */
export async function checkCommit(
  ledger: Ledger,
  { revision, ...input }: CheckCommitInput,
  context: LedgerContext,
  reader: CommitReader,
  options: { readonly signal?: AbortSignal } = {},
): Promise<CheckedDiff> {
  const skipped = skippedCheck(context);
  if (skipped !== null) return { result: skipped, ledger, problem: null, warnings: [] };
  needFindingUnderRepair(ledger, input.finding, context);
  const commit = fixCommit(await reader.readCommit(revision, options));
  return applyCheckDiff(ledger, { ...input, commit }, context);
}

/** A commit as the check reads it: every touched path, with its hunks or whole (LG-CD-9, LG-SEC-5). */
export function fixCommit({ id, message, files, paths, before, after }: Commit): FixCommit {
  const whole = new Set(paths.filter(isWhole).map(({ path }) => path));
  const shown = files.filter(({ oldPath, newPath }) => !whole.has(newPath ?? oldPath ?? ""));
  return { id, message, changes: commitChanges(shown, paths.map(({ path }) => path)), before, after };
}

/**
 * Whether lines say nothing about what became of a path: git shows where a link points and which commit a submodule is at
 * as if they were texts, and a file that became one of them as lines that went and came (LG-SEC-5).
 */
function isWhole({ before, after }: ChangedPath): boolean {
  return before !== null && [before, after].some((entry) => entry !== null && !entry.mode.startsWith("100"));
}
