/**
 * Revisions: what a caller names a commit by (LG-CD-3, LG-SEC-1).
 *
 * Invariants:
 * 1. A text that could be an option, or more than one word, never reaches git.
 * 2. What comes back is one full object id of a commit; nothing else is used afterwards. A range prints several and is none.
 */
import { EvidenceError } from "../evidence-error.js";
import { isWhiteSpace } from "../text/white-space.js";
import type { Git } from "./run-git.js";

/** Longest revision in characters. */
export const MAX_REVISION_CHARS = 256;

/** Whether a text is a full object id. */
export function isObjectId(text: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text);
}

/** What is wrong with a revision, in words; `null` when nothing is. */
export function revisionProblem(revision: unknown): string | null {
  if (typeof revision !== "string" || revision === "") return "is empty";
  if (revision.length > MAX_REVISION_CHARS) return `is longer than ${MAX_REVISION_CHARS} characters`;
  if (revision.startsWith("-")) return "starts like an option";
  if (!revision.isWellFormed()) return "is not well-formed Unicode";
  for (let index = 0; index < revision.length; index++) {
    const unit = revision.charCodeAt(index);
    if (unit < 0x20 || (unit >= 0x7f && unit <= 0x9f) || isWhiteSpace(unit)) return "has white space or a control character";
  }
  return null;
}

/**
 * The commit that a revision names.
 * @throws EvidenceError `revision-unsafe`, `revision-unknown`.
 */
export async function resolveCommit(git: Git, revision: string, signal?: AbortSignal): Promise<string> {
  const problem = revisionProblem(revision);
  if (problem !== null) {
    throw new EvidenceError("revision-unsafe", `the revision ${JSON.stringify(String(revision).slice(0, MAX_REVISION_CHARS))} ${problem}`, { path: "commit", hint: "Name one commit, by its id or a reference." });
  }
  const call = { maxBytes: 65_536, codes: [0, 1, 128], signal };
  const { code, stdout } = await git.run(["rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`], call);
  const lines = new TextDecoder().decode(stdout).split("\n");
  const [id = "", rest] = lines;
  if (code === 0 && lines.length === 2 && rest === "" && isObjectId(id)) return id;
  throw new EvidenceError("revision-unknown", `${JSON.stringify(revision)} names no single commit here`, { path: "commit", hint: "Name one commit that exists, not a range, a tree or a file." });
}
