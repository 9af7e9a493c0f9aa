/**
 * The verdict of one review, and the closed tables that read foreign words for it.
 *
 * Invariants:
 * 1. There are three verdicts. `unavailable` is not a kind of rejection: there was no evidence (G4).
 * 2. Only a whole word of a closed table approves (F04, H04); anything unknown, prose included, is `unavailable`.
 * 3. No value is coerced: the string `"true"` is no approval, and neither is any other truthy value (QU-STR-02).
 */
import { wordTable } from "./word-table.js";

/** What a review says about the version it saw. */
export type Verdict = "approved" | "rejected" | "unavailable";

/** The verdicts by name, and {@link Verdict.is}. */
export const Verdict = /* @__PURE__ */ Object.freeze({
  approved: "approved",
  rejected: "rejected",
  unavailable: "unavailable",
  is: (value: unknown): value is Verdict => value === "approved" || value === "rejected" || value === "unavailable",
});

/** A word as it was given and what it means; both are kept, so that an auditor sees what was overwritten (RL-VN-03). */
export type VerdictReading = {
  readonly verdict: Verdict;
  /** Verbatim; `null` where no string was given. */
  readonly word: string | null;
  /** Whether the word stands in the table. An unknown word is `unavailable`. */
  readonly known: boolean;
};

/** Foreign words by verdict, in lower case with `-` between their parts. */
export interface VerdictWords {
  readonly approved: readonly string[];
  readonly rejected: readonly string[];
}

/**
 * The words of {@link normalizeVerdict}. They are those of
 * - GitHub (`APPROVE`, `APPROVED`, `REQUEST_CHANGES`, `CHANGES_REQUESTED`; `COMMENTED`, `DISMISSED` and `PENDING` judge nothing),
 * - GitLab (`approved`, `requested_changes`; `unapproved` and `reviewed` judge nothing),
 * - Bitbucket (`APPROVED`, `CHANGES_REQUESTED`, `NEEDS_WORK`), Azure DevOps (`approved`, `rejected`), Phabricator
 *   (`accepted`, `needs-revision`), Prow and Chromium (`lgtm`),
 * - common judge prompts (`pass`, `fail`, `needs_improvement`, `accept`, `reject`, `revise`, `block`),
 * - the review-loop catalogue (`CLEAR`, `NEEDS WORK`, RL-VN-08).
 *
 * Qualified words such as `approved with suggestions` stay outside: what they qualify is not known.
 */
export const VERDICT_WORDS: VerdictWords = /* @__PURE__ */ Object.freeze({
  approved: /* @__PURE__ */ Object.freeze(["approve", "approved", "accept", "accepted", "pass", "passed", "lgtm", "clear"]),
  rejected: /* @__PURE__ */ Object.freeze([
    "reject", "rejected", "request-changes", "requested-changes", "changes-requested", "needs-work", "needs-revision",
    "needs-improvement", "revise", "block", "blocked", "fail", "failed",
  ]),
});

/**
 * A reader for a closed set of words of one's own, such as the four of RL-VN-08. The reader takes one word, the content of a
 * dedicated field or line; finding that place is the policy's grammar (G20).
 */
export function verdictReader(words: VerdictWords): (word: unknown) => VerdictReading {
  const lookUp = wordTable<Verdict>({ approved: words.approved, rejected: words.rejected, unavailable: ["unavailable"] });
  return (word) => {
    const verdict = lookUp(word);
    return Object.freeze({
      verdict: verdict ?? "unavailable",
      word: typeof word === "string" ? word : null,
      known: verdict !== undefined,
    });
  };
}

/**
 * Reads a foreign verdict word by the closed table {@link VERDICT_WORDS}: a whole word, case and separators aside.
 * Never throws; whatever is not in the table is `unavailable` and not `known` (G4, F03).
 */
export const normalizeVerdict: (word: unknown) => VerdictReading = /* @__PURE__ */ verdictReader(VERDICT_WORDS);

/** The verdict of a structured `approved` field: `true` and `false` mean what they say, everything else is `unavailable`. */
export function verdictOfFlag(approved: unknown): Verdict {
  if (approved === true) return "approved";
  return approved === false ? "rejected" : "unavailable";
}
