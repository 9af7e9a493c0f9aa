/**
 * Files under review, from a directory on the command line (G15, case F19).
 *
 * Invariants:
 * 1. A directory in a repository must be its top: what the repository ignores further up would go unseen, and paths would
 *    count from elsewhere. Where git cannot read it, it is not taken for a plain directory.
 * 2. The run's own journal, which grows while agents are at work, is no part of the files; everything else is.
 */
import { LoopwrightError } from "@loopwright/core";
import { isJournalFile } from "@loopwright/core/jsonl-journal";
import { openRepository, type GitRepository } from "@loopwright/evidence/git";
import { directoryWorkspace, snapshotOf, type Workspace } from "@loopwright/evidence/workspace";

/**
 * The repository whose top is the root of a ledger: anchors and changed paths must count from the same directory.
 * @throws LoopwrightError `root-mismatch`; EvidenceError `not-a-repository`, `git-missing`.
 */
export async function ledgerRepository(root: string): Promise<GitRepository> {
  const repository = await openRepository(root);
  if (repository.root === root) return repository;
  return refuseRoot("--root", `the ledger's root is ${root}`, repository, "Anchors count from the root. Keep .review at the top of the repository, or give --root.");
}

/**
 * The files of a directory, with git's state where it is a repository's.
 * @throws LoopwrightError `root-mismatch`; EvidenceError `path-unsafe`, `not-a-repository`, `git-missing`.
 */
export async function workspaceAt(directory: string): Promise<Workspace> {
  const plain = directoryWorkspace(directory); // refuses what is no directory
  if (!liesInRepository(plain.root ?? directory)) return plain;
  const repository = await openRepository(directory);
  if (repository.root === plain.root) return repository.workspace;
  return refuseRoot("--workspace", `the workspace is ${directory}`, repository, "Name the top of the repository; --writable narrows what a fix may change.");
}

function refuseRoot(path: string, what: string, { root }: GitRepository, hint: string): never {
  throw new LoopwrightError("root-mismatch", `${what}, but the repository begins at ${root}`, { path, hint });
}

/** A workspace as it is without the journal of the run and what stands beside it. */
export function withoutJournal<W extends Workspace>(workspace: W, journal: string | undefined): W {
  const { root } = workspace;
  if (journal === undefined || root === null) return workspace;
  const paths = process.getBuiltinModule("node:path");
  const inside = paths.relative(root, paths.join(realPath(paths.dirname(paths.resolve(journal))), paths.basename(journal))).split(paths.sep).join("/");
  return {
    ...workspace,
    snapshot: async (options) => {
      const { files, git } = await workspace.snapshot(options);
      return snapshotOf(Object.entries(files).filter(([path]) => !isJournalFile(path, inside)), git);
    },
  };
}

function liesInRepository(directory: string): boolean {
  const { existsSync } = process.getBuiltinModule("node:fs");
  const paths = process.getBuiltinModule("node:path");
  for (let at = directory; ; at = paths.dirname(at)) {
    if (existsSync(paths.join(at, ".git"))) return true;
    if (paths.dirname(at) === at) return false;
  }
}

/** The real path; as it was given where there is none, which whoever opens it will tell. */
function realPath(path: string): string {
  try {
    return process.getBuiltinModule("node:fs").realpathSync(path);
  } catch {
    return path;
  }
}
