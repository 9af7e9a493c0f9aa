/**
 * Quorum: one verdict out of the votes of a declared roster (G23, F07).
 *
 * Invariants:
 * 1. What counts is distinct voters of the roster, never votes: approving twice is approving once (F07).
 * 2. Roster and rule are checked when the review is opened, before anyone votes (F07).
 * 3. Only a valid verdict counts. `unavailable` is no vote; approving and rejecting one version is none either (G4).
 * 4. A vote counts for one version only: asked about another, it is stale (G5, F09, H12).
 * 5. The order of votes does not matter (G19), and no vote vanishes: one that does not count is listed with the reason.
 */
import { LoopwrightError } from "./errors.js";
import { Verdict } from "./verdict.js";

/** How many of the roster must approve. `"majority"` is more than half of the roster, whoever voted. */
export type QuorumRule = "all" | "majority" | { readonly atLeast: number };

/** One vote. */
export type Vote = {
  readonly voter: string;
  readonly verdict: Verdict;
  /** Digest of the version that was judged. */
  readonly version?: string;
};

/** A vote that does not count, and why. */
export type IgnoredVote = {
  readonly vote: Vote;
  readonly reason: "not-on-roster" | "stale" | "no-version" | "no-verdict";
};

/** How the review is counted beyond the rule. */
export interface QuorumOptions {
  /** One valid rejection rejects, whatever the others say. Default `false`: it only withholds its voter's approval. */
  readonly veto?: boolean;
}

/** What the votes amount to. All names are of the roster and in its order. */
export type QuorumTally = {
  /** `unavailable` until enough approve, or so many reject that not enough can. */
  readonly verdict: Verdict;
  /** Approvals that the rule asks for. */
  readonly needed: number;
  /** While the verdict is `unavailable`: how many approvals are missing, and whose valid vote could still bring them. */
  readonly pending: { readonly approvals: number; readonly from: readonly string[] } | null;
  readonly approvers: readonly string[];
  readonly rejecters: readonly string[];
  /** Those who voted without a valid verdict: unavailable, or for and against the same version. */
  readonly unavailable: readonly string[];
  readonly ignored: readonly IgnoredVote[];
};

/** A review that is open for votes. */
export interface Quorum {
  readonly roster: readonly string[];
  readonly needed: number;
  /** Counts votes. With `version`, only votes for exactly that version count. */
  tally(votes: Iterable<Vote>, options?: { readonly version?: string }): QuorumTally;
}

/**
 * Opens a review.
 * @throws LoopwrightError `quorum-roster` (empty, blank or repeated names) or `quorum-rule` (unknown, or out of reach).
 */
export function defineQuorum(roster: readonly string[], rule: QuorumRule, options: QuorumOptions = {}): Quorum {
  const names = checkRoster(roster);
  const needed = checkRule(rule, names.length);
  const veto = options.veto === true;
  return Object.freeze({
    roster: names,
    needed,
    tally: (votes: Iterable<Vote>, { version }: { readonly version?: string } = {}) => {
      const ignored: IgnoredVote[] = [];
      const verdicts = new Map(names.map((name) => [name, new Set<Verdict>()]));
      for (const vote of votes) {
        const reason = whyIgnored(vote, verdicts, version);
        if (reason === null) verdicts.get(vote.voter)?.add(vote.verdict);
        else ignored.push(Object.freeze({ vote, reason }));
      }
      return Object.freeze({ ...count(verdicts, needed, veto), ignored: Object.freeze(ignored) });
    },
  });
}

/** {@link defineQuorum} and `tally` in one, for votes that are all there. */
export function quorum(
  review: QuorumOptions & { readonly roster: readonly string[]; readonly rule: QuorumRule; readonly votes: Iterable<Vote>; readonly version?: string },
): QuorumTally {
  const { roster, rule, votes, version } = review;
  return defineQuorum(roster, rule, review).tally(votes, version === undefined ? {} : { version });
}

function whyIgnored(vote: Vote, roster: ReadonlyMap<string, unknown>, version: string | undefined): IgnoredVote["reason"] | null {
  if (!roster.has(vote.voter)) return "not-on-roster";
  if (!Verdict.is(vote.verdict)) return "no-verdict";
  if (version === undefined || vote.version === version) return null;
  return vote.version === undefined ? "no-version" : "stale";
}

function count(verdicts: ReadonlyMap<string, ReadonlySet<Verdict>>, needed: number, veto: boolean): Omit<QuorumTally, "ignored"> {
  const approvers: string[] = [];
  const rejecters: string[] = [];
  const unavailable: string[] = [];
  const open: string[] = [];
  for (const [name, given] of verdicts) {
    const [approved, rejected] = [given.has("approved"), given.has("rejected")];
    if (approved !== rejected) {
      (approved ? approvers : rejecters).push(name);
      continue;
    }
    open.push(name);
    if (given.size > 0) unavailable.push(name);
  }
  const canApprove = !(veto && rejecters.length > 0) && verdicts.size - rejecters.length >= needed;
  const verdict = !canApprove ? "rejected" : approvers.length >= needed ? "approved" : "unavailable";
  const pending = verdict === "unavailable" ? Object.freeze({ approvals: needed - approvers.length, from: Object.freeze(open) }) : null;
  return {
    verdict,
    needed,
    pending,
    approvers: Object.freeze(approvers),
    rejecters: Object.freeze(rejecters),
    unavailable: Object.freeze(unavailable),
  };
}

function checkRoster(roster: readonly string[]): readonly string[] {
  if (!Array.isArray(roster) || roster.length === 0) {
    fail("quorum-roster", "roster", "the roster is no list, or an empty one", "Name at least one reviewer: a quorum of nobody approves nothing.");
  }
  const names: readonly string[] = Object.freeze(Array.from<string>(roster));
  const seen = new Set<string>();
  for (const [place, name] of names.entries()) {
    if (typeof name !== "string" || name.trim() === "") fail("quorum-roster", `roster[${place}]`, "a name is blank", "Name every reviewer.");
    if (seen.size === seen.add(name).size) fail("quorum-roster", `roster[${place}]`, `"${name}" stands twice`, "Each reviewer has one vote.");
  }
  return names;
}

function checkRule(rule: QuorumRule, size: number): number {
  if (rule === "all") return size;
  if (rule === "majority") return Math.floor(size / 2) + 1;
  // The cast: the rule may come from outside; whatever it is, only an integer in range gets through.
  const atLeast = (rule as Partial<{ atLeast: number }> | null | undefined)?.atLeast;
  if (atLeast === undefined) fail("quorum-rule", "rule", `unknown rule ${typeof rule === "string" ? `"${String(rule)}"` : "of another shape"}`, 'Use "all", "majority" or { atLeast: n }.');
  if (!Number.isInteger(atLeast) || atLeast < 1 || atLeast > size) {
    fail("quorum-rule", "rule.atLeast", `${String(atLeast)} is not an integer from 1 to ${size}`, "Ask for no more approvals than there are reviewers.");
  }
  return atLeast;
}

function fail(code: "quorum-roster" | "quorum-rule", path: string, message: string, hint: string): never {
  throw new LoopwrightError(code, message, { path, hint });
}
