/** A workspace in memory, for tests and for artifacts that are no files. */
import { sha256Hex } from "@loopwright/core";
import { EvidenceError } from "../evidence-error.js";
import { pathProblem } from "../repo-path.js";
import { snapshotOf, type FileState } from "./snapshot.js";
import { MAX_FILE_BYTES, type Workspace } from "./workspace.js";

/** A workspace whose files are written through it. */
export interface MemoryWorkspace extends Workspace {
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
export function memoryWorkspace(files: { readonly [path: string]: string | Uint8Array } = {}): MemoryWorkspace {
  const contents = new Map<string, Uint8Array>();
  const write = (path: string, content: string | Uint8Array): void => {
    // Copied: what the caller does to it later is no change of the workspace.
    contents.set(needPath(path), typeof content === "string" ? new TextEncoder().encode(content) : Uint8Array.from(content));
  };
  for (const [path, content] of Object.entries(files)) write(path, content);
  return Object.freeze({
    root: null,
    write,
    remove: (path: string) => contents.delete(path),
    read: (path, { maxBytes = MAX_FILE_BYTES } = {}) => {
      const content = contents.get(needPath(path));
      if (content === undefined) return null;
      if (content.length <= maxBytes) return Uint8Array.from(content);
      throw new EvidenceError("file-too-large", `${JSON.stringify(path)} has more than ${maxBytes} bytes`, { path, hint: "Nothing is cut; raise the limit if it is meant to be that large." });
    },
    snapshot: async ({ signal } = {}) => {
      signal?.throwIfAborted();
      return snapshotOf([...contents].map(([path, bytes]): [string, FileState] => [path, { kind: "file", digest: `sha256:${sha256Hex(bytes)}` }]), null);
    },
  } satisfies MemoryWorkspace);
}

function needPath(path: string): string {
  const problem = pathProblem(path);
  if (problem === null) return path;
  throw new EvidenceError("path-unsafe", `the path ${JSON.stringify(path)} ${problem}`, { path: "path", hint: "Use a path relative to the root, with `/`." });
}
