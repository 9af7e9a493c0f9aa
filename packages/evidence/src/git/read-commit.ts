/**
 * A commit as evidence: what it says, which paths it touched, and how (LG-CD-3, LG-CD-9).
 *
 * Invariants:
 * 1. Only a commit with at most one parent; a first one is compared with the empty tree (LG-SEC-2).
 * 2. Message, parents and trees come from the raw objects, changes from a comparison of the two trees by their ids.
 * 3. `paths` is complete, whatever the text of the diff shows; a hunk of a path that is not in it is refused (LG-SEC-5).
 */
import { diffReader, type DiffFile } from "../diff/diff-reader.js";
import { EvidenceError } from "../evidence-error.js";
import { parseChangedPaths, type ChangedPath } from "./changed-paths.js";
import { readCommitObject } from "./commit-object.js";
import { DIFF_ARGS, PATCH_ARGS } from "./hardening.js";
import { resolveCommit } from "./revision.js";
import type { Git } from "./run-git.js";
import { entriesOf, treeReader, type TreeReader } from "./tree-texts.js";

/** A commit, read whole. */
export interface Commit {
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

/** Limits of what is read (LG-SEC-13). */
export interface CommitLimits {
  readonly maxDiffBytes: number;
  readonly maxFileBytes: number;
}

/** Bytes of the list of paths at most; a hundred thousand of usual length. */
const MAX_LIST_BYTES = 33_554_432;

/**
 * Reads a commit.
 * @throws EvidenceError `revision-unsafe`, `revision-unknown`, `commit-merge`, `diff-too-large`, `git-failed`, …
 */
export async function readCommit(git: Git, revision: string, limits: CommitLimits, signal?: AbortSignal): Promise<Commit> {
  const id = await resolveCommit(git, revision, signal);
  const { tree, parents, message } = await readCommitObject(git, id, signal);
  const [parent] = parents;
  if (parents.length > 1) {
    throw new EvidenceError("commit-merge", `${id} is a merge of ${parents.length} commits`, { path: "commit", hint: "Name the individual fix commits." });
  }
  // The parent's own tree: nothing that is asked for by this id is replaced.
  const oldTree = parent ?? emptyTreeLike(tree);
  const [paths, files] = await Promise.all([listPaths(git, oldTree, tree, signal), readHunks(git, oldTree, tree, limits.maxDiffBytes, signal)]);
  needListed(paths, files);
  return {
    id,
    parents,
    message,
    paths,
    files,
    before: treeReader(git, oldTree, entriesOf(paths, "before"), limits.maxFileBytes),
    after: treeReader(git, tree, entriesOf(paths, "after"), limits.maxFileBytes),
  };
}

async function listPaths(git: Git, oldTree: string, tree: string, signal?: AbortSignal): Promise<readonly ChangedPath[]> {
  const { stdout } = await git.run(["diff-tree", "-z", "--raw", ...DIFF_ARGS, "--end-of-options", oldTree, tree], { maxBytes: MAX_LIST_BYTES, signal });
  return parseChangedPaths(stdout);
}

async function readHunks(git: Git, oldTree: string, tree: string, maxBytes: number, signal?: AbortSignal): Promise<readonly DiffFile[]> {
  const reader = diffReader({ maxBytes });
  // The reader has the limit that is named in its error.
  await git.stream(["diff-tree", ...PATCH_ARGS, ...DIFF_ARGS, "--end-of-options", oldTree, tree], { maxBytes: Infinity, signal }, (piece) => reader.push(piece));
  return reader.end();
}

/** A file of the diff that the list of paths does not have would be a header that somebody made up. */
function needListed(paths: readonly ChangedPath[], files: readonly DiffFile[]): void {
  const listed = new Set(paths.map(({ path }) => path));
  const stray = files.flatMap(({ oldPath, newPath }) => [oldPath, newPath]).find((path) => path !== null && !listed.has(path));
  if (stray === undefined || stray === null) return;
  throw new EvidenceError("git-failed", `the diff shows ${JSON.stringify(stray)}, which the commit did not touch`, { path: "commit", hint: "Check the repository with `git fsck`." });
}

/** The id of the tree without entries, by the kind of hash that the repository uses. */
function emptyTreeLike(tree: string): string {
  return tree.length === 40 ? "4b825dc642cb6eb9a060e54bf8d69288fbee4904" : "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321";
}
