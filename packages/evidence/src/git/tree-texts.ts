/**
 * Texts of a commit's two trees (LG-CD-11, LG-SEC-29).
 *
 * Invariants:
 * 1. What is read are objects of the commit, never files of the work tree.
 * 2. A link is the path it holds, a submodule the line that git itself shows for it; nothing is followed.
 * 3. Each text is read once, when it is asked for or with one listed near it; one beyond the limit is an error,
 *    never cut (LG-SEC-13), and only for who asks for it.
 * 4. A text that the list of paths names and the repository does not have is an error, not an absent file (G4).
 */
import { EvidenceError } from "../evidence-error.js";
import { pathProblem } from "../repo-path.js";
import { blobsOf, HEAD_BYTES } from "./blobs.js";
import type { ChangedPath, TreeEntry } from "./changed-paths.js";
import type { Git } from "./run-git.js";

/** Gives the text of a path; `null` where the tree has no file there. */
export type TreeReader = (path: string) => Uint8Array | null;

const SUBMODULE = "160000";
/** How many listed texts one git is asked for, and how many bytes of them are taken in without having been asked for. */
const AHEAD_TEXTS = 256;
const AHEAD_BYTES = 2_097_152;

/** Reads one tree. `changed` says for the paths it holds what else would have to be looked up. */
export function treeReader(git: Git, tree: string, changed: ReadonlyMap<string, TreeEntry | null>, maxFileBytes: number): TreeReader {
  const known = new Map<string, Uint8Array | null>();
  const listed = [...changed];
  const places = new Map(listed.map(([path], place) => [path, place]));
  let ahead = AHEAD_TEXTS;

  /** Reads what is listed around a place with one git, whatever the order of asking. Where that is too much together, fewer are tried the next times. */
  const readAround = (place: number): void => {
    const from = place - (place % ahead);
    const wanted = listed.slice(from, from + ahead).flatMap(([path, entry]) => (isBlob(entry) && !known.has(path) ? [{ path, id: entry.id }] : []));
    const texts = wanted.length < 2 ? [] : blobsAhead(git, wanted.map(({ id }) => id));
    ahead = texts === "too-large" ? Math.max(1, ahead >> 2) : Math.min(AHEAD_TEXTS, ahead * 2);
    if (texts === "too-large") return;
    texts.forEach((text, index) => {
      const path = wanted[index]?.path;
      if (path !== undefined && text instanceof Uint8Array && text.length <= maxFileBytes) known.set(path, text);
    });
  };

  return (path) => {
    const entry = changed.get(path);
    if (isBlob(entry) && !known.has(path)) readAround(places.get(path) ?? listed.length);
    const read = known.get(path);
    if (read !== undefined) return read;
    const text = readText(git, tree, path, entry, maxFileBytes);
    known.set(path, text);
    return text;
  };
}

/** The side of each changed path that a tree holds. */
export function entriesOf(paths: readonly ChangedPath[], side: "before" | "after"): ReadonlyMap<string, TreeEntry | null> {
  return new Map(paths.map((one) => [one.path, one[side]] as const));
}

/** Many contents at once. Where git fails over one of them, that is for who asks for that one: none is known ahead. */
function blobsAhead(git: Git, ids: readonly string[]): ReturnType<typeof blobsOf> {
  try {
    return blobsOf(git, ids, AHEAD_BYTES);
  } catch (thrown) {
    if (thrown instanceof EvidenceError && thrown.code === "git-failed") return "too-large";
    throw thrown;
  }
}

function isBlob(entry: TreeEntry | null | undefined): entry is TreeEntry {
  return entry !== null && entry !== undefined && entry.mode !== SUBMODULE;
}

function readText(git: Git, tree: string, path: string, entry: TreeEntry | null | undefined, maxFileBytes: number): Uint8Array | null {
  if (entry === null) return null;
  if (entry?.mode === SUBMODULE) return new TextEncoder().encode(`Subproject commit ${entry.id}\n`);
  const problem = entry === undefined ? pathProblem(path) : null;
  if (problem !== null) throw new EvidenceError("path-unsafe", `the path ${JSON.stringify(path)} ${problem}`, { path: "path", hint: "Use a path relative to the root, with `/`." });
  const texts = blobsOf(git, [entry === undefined ? `${tree}:${path}` : entry.id], maxFileBytes + HEAD_BYTES);
  const text = texts === "too-large" ? texts : texts[0];
  if (text instanceof Uint8Array && text.length <= maxFileBytes) return text;
  if (text === "none" && entry === undefined) return null;
  const name = JSON.stringify(path);
  if (text === "none") throw new EvidenceError("git-failed", `the repository does not have the text of ${name} in the commit`, { path: "commit", hint: "Check the repository with `git fsck`; fetch what a partial clone left out." });
  if (text === "cut" || text === undefined) throw new EvidenceError("git-failed", `git gave less of ${name} than it has`, { path: "commit", hint: "Check the repository with `git fsck`." });
  throw new EvidenceError("file-too-large", `${name} has more than ${maxFileBytes} bytes in the commit`, { path: "commit", hint: "Nothing is cut; keep files of that size out of fix commits." });
}
