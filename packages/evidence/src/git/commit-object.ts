/** The raw object of a commit, which no graft, replacement or setting can bend (LG-SEC-2, LG-SEC-3). */
import { EvidenceError } from "../evidence-error.js";
import { decodeBytes, decodeFile } from "../text/decode.js";
import { isObjectId } from "./revision.js";
import type { Git } from "./run-git.js";

/** A commit as it is stored. */
export interface CommitObject {
  readonly tree: string;
  readonly parents: readonly string[];
  readonly message: string;
}

/** Longest message (LG-SEC-13), and room for the headers before it, a signature among them. */
const MAX_MESSAGE_BYTES = 1_048_576;
const MAX_HEADER_BYTES = 262_144;

/**
 * Reads a commit by its id.
 * @throws EvidenceError `message-too-large`, `git-failed` for an object that is not there.
 */
export async function readCommitObject(git: Git, id: string, signal?: AbortSignal): Promise<CommitObject> {
  const { stdout } = await git.run(["cat-file", "commit", id], { maxBytes: MAX_MESSAGE_BYTES + MAX_HEADER_BYTES, signal }).catch((thrown: unknown) => {
    if (thrown instanceof EvidenceError && thrown.code === "git-output-too-large") throw messageTooLarge(id);
    throw thrown;
  });
  return parseCommitObject(stdout, id);
}

/** Reads the bytes of a commit. */
export function parseCommitObject(bytes: Uint8Array, id: string): CommitObject {
  const blank = endOfHeaders(bytes);
  const headers = decodeBytes(bytes.subarray(0, blank)).split("\n");
  const valuesOf = (key: string): readonly string[] => headers.filter((line) => line.startsWith(`${key} `)).map((line) => line.slice(key.length + 1));
  const [tree] = valuesOf("tree");
  const parents = valuesOf("parent");
  if (tree === undefined || ![tree, ...parents].every(isObjectId)) {
    throw new EvidenceError("git-failed", `the commit ${id} cannot be read`, { path: "commit", hint: "Check the repository with `git fsck`." });
  }
  const message = bytes.subarray(blank + 2);
  if (message.length > MAX_MESSAGE_BYTES) throw messageTooLarge(id);
  return { tree, parents, message: decodeFile(message) };
}

/** Where the empty line stands that ends the headers. */
function endOfHeaders(bytes: Uint8Array): number {
  for (let at = bytes.indexOf(0x0a); at >= 0; at = bytes.indexOf(0x0a, at + 1)) if (bytes[at + 1] === 0x0a) return at;
  return bytes.length;
}

function messageTooLarge(id: string): EvidenceError {
  return new EvidenceError("message-too-large", `the message of ${id} has more than ${MAX_MESSAGE_BYTES} bytes`, { path: "message", hint: "Shorten the message; nothing is cut." });
}
