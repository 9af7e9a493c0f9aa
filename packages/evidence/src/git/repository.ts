/** A git repository as a source of evidence. */
import { EvidenceError } from "../evidence-error.js";
import { listCommits } from "./commit-range.js";
import type { Workspace } from "../workspace/workspace.js";
import { workspaceOf } from "./git-workspace.js";
import { readCommit, type Commit } from "./read-commit.js";
import { resolveCommit } from "./revision.js";
import { Git } from "./run-git.js";

/** How a repository is read. */
export interface RepositoryOptions {
  /** Program to call; default `git`. */
  readonly command?: string;
  /** Longest time of one call in milliseconds; default 60,000 (LG-SEC-30). */
  readonly timeoutMs?: number;
  /** Longest diff of a commit; default 64 MiB (LG-SEC-13). */
  readonly maxDiffBytes?: number;
  /** Largest file that is read from a commit; default 8 MiB (LG-SEC-13). */
  readonly maxFileBytes?: number;
}

/** What may be given to a call. */
export interface ReadOptions {
  /** Rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** Reads commits. All of it rejects with an EvidenceError where it cannot be read whole. */
export interface GitRepository {
  /** Top of the work tree, a real path. */
  readonly root: string;
  /** The id of the commit that a revision names (LG-SEC-1). */
  resolveCommit(revision: string, options?: ReadOptions): Promise<string>;
  /** A commit with at most one parent (LG-CD-3, LG-SEC-2). */
  readCommit(revision: string, options?: ReadOptions): Promise<Commit>;
  /** The line of commits after `from` up to `to`, oldest first. */
  listCommits(range: { readonly from: string; readonly to: string }, options?: ReadOptions): Promise<readonly string[]>;
  /** The work tree, with git's own state in its snapshots (G15). */
  readonly workspace: Workspace;
}

/**
 * Opens the repository that a directory lies in.
 * @throws EvidenceError `option-invalid`, `not-a-repository`, `git-missing`.
 */
export async function openRepository(directory: string, options: RepositoryOptions = {}): Promise<GitRepository> {
  const { command = "git", timeoutMs = 60_000, maxDiffBytes = 67_108_864, maxFileBytes = 8_388_608 } = options;
  for (const [name, value] of Object.entries({ timeoutMs, maxDiffBytes, maxFileBytes })) {
    if (!Number.isSafeInteger(value) || value < 1) throw new EvidenceError("option-invalid", `${name} is ${String(value)}`, { path: name, hint: "Use a whole number from 1." });
  }
  const git = new Git(findRoot(directory), { command, timeoutMs });
  await needRepository(git);
  const limits = { maxDiffBytes, maxFileBytes };
  return Object.freeze({
    root: git.place.root,
    resolveCommit: (revision: string, { signal }: ReadOptions = {}) => resolveCommit(git, revision, signal),
    readCommit: (revision: string, { signal }: ReadOptions = {}) => readCommit(git, revision, limits, signal),
    listCommits: (range: { readonly from: string; readonly to: string }, { signal }: ReadOptions = {}) => listCommits(git, range, signal),
    workspace: workspaceOf(git),
  });
}

/** The nearest directory upwards that holds a `.git`; git itself is never asked to look for one. */
function findRoot(directory: string): { readonly root: string; readonly gitEntry: string } {
  const { existsSync, realpathSync } = process.getBuiltinModule("node:fs");
  const paths = process.getBuiltinModule("node:path");
  let root: string;
  try {
    root = realpathSync(directory);
  } catch (cause) {
    throw new EvidenceError("not-a-repository", `there is no directory ${JSON.stringify(directory)}`, { path: "directory", hint: "Name a directory inside a git repository.", cause });
  }
  for (;;) {
    const gitEntry = paths.join(root, ".git");
    if (existsSync(gitEntry)) return { root, gitEntry };
    const parent = paths.dirname(root);
    if (parent === root) throw new EvidenceError("not-a-repository", `${JSON.stringify(directory)} lies in no git repository`, { path: "directory", hint: "Make one with `git init`; a bare one will not do." });
    root = parent;
  }
}

async function needRepository(git: Git): Promise<void> {
  try {
    await git.run(["rev-parse", "--git-dir"], { maxBytes: 65_536 });
  } catch (cause) {
    if (!(cause instanceof EvidenceError) || cause.code !== "git-failed") throw cause;
    throw new EvidenceError("not-a-repository", `git cannot read ${JSON.stringify(git.place.gitEntry)}: ${cause.message}`, { path: "directory", hint: "Check it with `git fsck`.", cause });
  }
}
