/** A directory as a workspace; whatever version control it has is not looked at. */
import { EvidenceError } from "../evidence-error.js";
import { readFileInside } from "./confined.js";
import { FileStates } from "./file-states.js";
import { snapshotOf } from "./snapshot.js";
import type { Workspace } from "./workspace.js";

/** How a directory is read. */
export interface DirectoryWorkspaceOptions {
  /** Paths that do not count, such as `dist`; asked for directories too, which are then left out whole. Default: none. */
  readonly isIgnored?: (path: string) => boolean;
}

/**
 * Makes a workspace of a directory.
 * @throws EvidenceError `path-unsafe` where there is no such directory.
 */
export function directoryWorkspace(directory: string, options: DirectoryWorkspaceOptions = {}): Workspace {
  const root = realDirectory(directory);
  return Object.freeze({
    root,
    read: (path, limits) => readFileInside(root, path, limits),
    snapshot: async ({ signal } = {}) => {
      signal?.throwIfAborted();
      const files = new FileStates(root, { ...options, signal });
      await files.addDirectory(new Uint8Array());
      return snapshotOf(files.states, null);
    },
  } satisfies Workspace);
}

/** The real path of a directory. */
export function realDirectory(directory: string): string {
  const { realpathSync, statSync } = process.getBuiltinModule("node:fs");
  try {
    const root = realpathSync(directory);
    if (statSync(root).isDirectory()) return root;
  } catch {
    // Said below.
  }
  throw new EvidenceError("path-unsafe", `there is no directory ${JSON.stringify(directory)}`, { path: "directory", hint: "Name a directory that exists." });
}
