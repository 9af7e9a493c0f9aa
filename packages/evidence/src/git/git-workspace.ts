/**
 * The work tree of a repository as a workspace (G15).
 *
 * Invariants:
 * 1. Tracked files count, and untracked ones that are not ignored; a tracked file counts even where an ignore pattern or a
 *    flag of the index would hide it from `git status`. Nested repositories and submodules count with all their files.
 * 2. A snapshot is of one moment: if git's state changed while the files were read, it is taken again, a few times at most.
 */
import { EvidenceError } from "../evidence-error.js";
import { readFileInside } from "../workspace/confined.js";
import { FileStates } from "../workspace/file-states.js";
import { gitDifference, snapshotOf, type Snapshot } from "../workspace/snapshot.js";
import type { Workspace } from "../workspace/workspace.js";
import { readCountedState, readGitPlaces, readGitState } from "./git-state.js";
import type { Git } from "./run-git.js";

const ATTEMPTS = 3;

/** Makes a workspace of a repository's work tree. */
export function workspaceOf(git: Git): Workspace {
  const { root } = git.place;
  return Object.freeze({
    root,
    read: (path, options) => readFileInside(root, path, options),
    snapshot: async ({ signal } = {}) => snapshotTree(git, signal),
  } satisfies Workspace);
}

async function snapshotTree(git: Git, signal?: AbortSignal): Promise<Snapshot> {
  const places = readGitPlaces(git, signal);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const { state, paths } = await readCountedState(git, places, signal);
    const files = new FileStates(git.place.root, { signal });
    for (const path of paths) {
      const isNested = path.at(-1) === 0x2f;
      await files.add(isNested ? path.subarray(0, -1) : path);
    }
    if (gitDifference(state, await readGitState(git, places, signal)).length === 0) return snapshotOf(files.states, state);
  }
  throw new EvidenceError("git-failed", "the repository changed while it was read", { path: "workspace", hint: "Take a snapshot when nobody works in it." });
}
