/**
 * Contents of objects, many at a time, as `git cat-file --batch` prints them.
 *
 * Invariants:
 * 1. One answer for each name, in order. Names hold no line ends: they are object ids, or paths that were checked.
 * 2. What was not printed whole is said to be cut, and so is everything behind it.
 */
import { EvidenceError } from "../evidence-error.js";
import { decodeBytes } from "../text/decode.js";
import type { Git } from "./run-git.js";

/** A content; `"none"` for no object of that name or one of another kind, `"cut"` where less came than was said. */
export type Blob = Uint8Array | "none" | "cut";

/** Room for an object's id, type and size, or for a name that is not there. */
export const HEAD_BYTES = 256;

/** Reads objects by name; `"too-large"` where they are more than so many bytes together. */
export function blobsOf(git: Git, names: readonly string[], maxBytes: number): readonly Blob[] | "too-large" {
  let printed: Uint8Array;
  try {
    printed = git.runNow(["cat-file", "--batch"], { stdin: `${names.join("\n")}\n`, maxBytes }).stdout;
  } catch (thrown) {
    if (thrown instanceof EvidenceError && thrown.code === "git-output-too-large") return "too-large";
    throw thrown;
  }
  let at = 0;
  return names.map(() => {
    const end = printed.indexOf(0x0a, at);
    if (end < 0) return "cut";
    const head = /^[0-9a-f]{40,64} (\w+) (\d+)$/.exec(decodeBytes(printed.subarray(at, end)));
    at = end + 1;
    if (head === null) return "none"; // `<name> missing`, without a content
    const bytes = printed.subarray(at, at + Number(head[2]));
    at += bytes.length + 1;
    if (bytes.length !== Number(head[2])) return "cut";
    return head[1] === "blob" ? bytes : "none";
  });
}
