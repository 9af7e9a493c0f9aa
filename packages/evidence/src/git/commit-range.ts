/**
 * The commits between two, so that each can be checked (LG-SEC-2).
 *
 * Invariant: they are one line, each the only child of the one before it. A side branch or a merge would bring in changes
 * that no single commit of the list shows.
 */
import { EvidenceError } from "../evidence-error.js";
import { isObjectId, resolveCommit } from "./revision.js";
import type { Git } from "./run-git.js";

/** Longest range. */
export const MAX_RANGE_COMMITS = 10_000;

/**
 * Full ids of the commits after `from`, up to and with `to`, oldest first; none where both are the same.
 * @throws EvidenceError `revision-unsafe`, `revision-unknown`, `range-not-linear`.
 */
export async function listCommits(git: Git, range: { readonly from: string; readonly to: string }, signal?: AbortSignal): Promise<readonly string[]> {
  const from = await resolveCommit(git, range.from, signal);
  const to = await resolveCommit(git, range.to, signal);
  const args = ["rev-list", "--parents", "--topo-order", "--reverse", `--max-count=${MAX_RANGE_COMMITS + 1}`, "--end-of-options", to, `^${from}`];
  const { stdout } = await git.run(args, { maxBytes: 67_108_864, signal });
  const lines = new TextDecoder().decode(stdout).split("\n").slice(0, -1);
  if (lines.length > MAX_RANGE_COMMITS) return notLinear(`there are more than ${MAX_RANGE_COMMITS} commits`);
  const ids: string[] = [];
  let last = from;
  for (const line of lines) {
    const [id = "", ...parents] = line.split(" ");
    if (!isObjectId(id) || parents.length !== 1 || parents[0] !== last) return notLinear(`${id} does not follow ${last} alone`);
    ids.push(id);
    last = id;
  }
  return last === to ? ids : notLinear(`${to} does not come after ${from}`);
}

function notLinear(why: string): never {
  throw new EvidenceError("range-not-linear", `the commits are not one line: ${why}`, { path: "range", hint: "Name a start that all of them follow, without merges." });
}
