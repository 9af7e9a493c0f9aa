/**
 * Texts of a commit's two trees (LG-CD-11, LG-SEC-29).
 *
 * Invariants:
 * 1. What is read are objects of the commit, never files of the work tree.
 * 2. A link is the path it holds, a submodule the line that git itself shows for it; nothing is followed.
 * 3. Each text is read once, when it is asked for; one beyond the limit is an error, never cut (LG-SEC-13).
 */
import { EvidenceError } from "../evidence-error.js";
import { pathProblem } from "../repo-path.js";
import { decodeBytes } from "../text/decode.js";
import type { ChangedPath, TreeEntry } from "./changed-paths.js";
import type { Git } from "./run-git.js";

/** Gives the text of a path; `null` where the tree has no file there. */
export type TreeReader = (path: string) => Uint8Array | null;

const SUBMODULE = "160000";
/** An object's id, type and size. */
const HEAD_BYTES = 256;

/** Reads one tree. `changed` says for the paths it holds what else would have to be looked up. */
export function treeReader(git: Git, tree: string, changed: ReadonlyMap<string, TreeEntry | null>, maxFileBytes: number): TreeReader {
  const known = new Map<string, Uint8Array | null>();
  return (path) => {
    const read = known.get(path);
    if (read !== undefined) return read;
    const text = readText(git, tree, path, changed.get(path), maxFileBytes);
    known.set(path, text);
    return text;
  };
}

/** The side of each changed path that a tree holds. */
export function entriesOf(paths: readonly ChangedPath[], side: "before" | "after"): ReadonlyMap<string, TreeEntry | null> {
  return new Map(paths.map((one) => [one.path, one[side]] as const));
}

function readText(git: Git, tree: string, path: string, entry: TreeEntry | null | undefined, maxFileBytes: number): Uint8Array | null {
  if (entry === null) return null;
  if (entry?.mode === SUBMODULE) return new TextEncoder().encode(`Subproject commit ${entry.id}\n`);
  const problem = entry === undefined ? pathProblem(path) : null;
  if (problem !== null) throw new EvidenceError("path-unsafe", `the path ${JSON.stringify(path)} ${problem}`, { path: "path", hint: "Use a path relative to the root, with `/`." });
  const name = entry === undefined ? `${tree}:${path}` : entry.id;
  return blobOf(callForBlob(git, name, path, maxFileBytes), path);
}

function callForBlob(git: Git, name: string, path: string, maxFileBytes: number): Uint8Array {
  try {
    return git.runNow(["cat-file", "--batch"], { stdin: `${name}\n`, maxBytes: maxFileBytes + HEAD_BYTES }).stdout;
  } catch (thrown) {
    if (!(thrown instanceof EvidenceError) || thrown.code !== "git-output-too-large") throw thrown;
    throw new EvidenceError("file-too-large", `${JSON.stringify(path)} has more than ${maxFileBytes} bytes in the commit`, { path: "commit", hint: "Nothing is cut; keep files of that size out of fix commits." });
  }
}

/** Reads `<id> blob <size>`, the bytes, and the line feed behind them; `null` for no object, or another kind of one. */
function blobOf(answer: Uint8Array, path: string): Uint8Array | null {
  const end = answer.indexOf(0x0a);
  const head = /^[0-9a-f]{40,64} (\w+) (\d+)$/.exec(decodeBytes(answer.subarray(0, Math.max(0, end))));
  if (head === null || head[1] !== "blob") return null;
  const bytes = answer.subarray(end + 1, end + 1 + Number(head[2]));
  if (bytes.length === Number(head[2])) return bytes;
  throw new EvidenceError("git-failed", `git gave less of ${JSON.stringify(path)} than it has`, { path: "commit", hint: "Check the repository with `git fsck`." });
}
