/**
 * Dispositions: what became of each finding, and the law that nothing is lost (G9).
 *
 * Invariants:
 * 1. In a report every finding has exactly one disposition. Silence is not one: a finding that nobody mentions again is
 *    `unresolved` (F11, H03).
 * 2. Whatever was set aside says why: every kind but `fixed` and `merged` carries a reason that is not blank.
 * 3. What a cap cut off is `unresolved`, never `rejected` (F20).
 * 4. A merged finding leads, over any number of steps, to one that is not merged.
 */

/** What became of a finding. `reason` is one sentence, a rule id, a ticket. */
export type Disposition =
  /** Gone, as a later look confirmed in `round` (RL-VN-11, BD-RERV-05, LG-VER-2). */
  | { readonly kind: "fixed"; readonly round: number }
  /** The same defect as finding `into`, which carries it on (BD-DEDUP-01, LG-INT-6). */
  | { readonly kind: "merged"; readonly into: string }
  | { readonly kind: ReasonedKind; readonly reason: string };

type ReasonedKind =
  /** Nobody showed it gone: left at a cap, declined by the fixer, not mentioned again. Open. */
  | "unresolved"
  /** Neither confirmed nor refuted (BD-FIND-07, F06). Open. */
  | "unverified"
  /** Reported, blocks nothing, nobody acts on it (BD-CLASS-02, RL-TR-05). */
  | "advisory"
  /** Ordinary work after the loop; the reason names the ticket (LG-DIS-2, H01). */
  | "deferred"
  /** Judged and refused (LG-DIS-2, BD-FIND-06 `refuted`). */
  | "rejected"
  /** True and left in on purpose (RL-VN-11, RL-SF-15). */
  | "accepted-degraded"
  /** True of something else than what is under review (RL-VN-11). */
  | "not-applicable"
  /** Entered in a register of known remainders (RL-TR-09). */
  | "registered"
  /** Well-formed, and removed by a rule that the reason names (RL-SL-12, BD-FIND-04). */
  | "dropped"
  /** Not well-formed: a required part was missing or unreadable (BD-FIND-01, F05). */
  | "invalid";

/** The name of a disposition. */
export type DispositionKind = Disposition["kind"];

/** The kinds of dispositions, {@link Disposition.is} and {@link Disposition.isOpen}. */
export const Disposition = /* @__PURE__ */ Object.freeze({
  kinds: /* @__PURE__ */ Object.freeze([
    "fixed", "merged", "unresolved", "unverified", "advisory", "deferred", "rejected", "accepted-degraded", "not-applicable",
    "registered", "dropped", "invalid",
  ] as const satisfies readonly DispositionKind[]),
  /** Whether a value from outside is a disposition, with all that its kind needs. */
  is: (value: unknown): value is Disposition => {
    if (typeof value !== "object" || value === null) return false;
    // The cast: each property is checked before it is believed.
    const { kind, round, into, reason } = value as { readonly [key: string]: unknown };
    if (kind === "fixed") return Number.isSafeInteger(round) && Number(round) >= 1;
    if (kind === "merged") return isText(into);
    return (Disposition.kinds as readonly unknown[]).includes(kind) && isText(reason);
  },
  /** Whether the finding still stands: no pass may leave a blocking finding so (BD-INV-03, RL-VN-12). */
  isOpen: (disposition: Disposition): boolean => disposition.kind === "unresolved" || disposition.kind === "unverified",
});

/** One entry of an account: what became of the finding named. A policy may use dispositions of its own. */
export type DispositionEntry<D extends { readonly kind: string } = Disposition> = {
  readonly finding: string;
  readonly disposition: D;
};

/** A breach of G9, by finding id. */
export type AccountProblem =
  | { readonly kind: "id-reused" | "no-disposition" | "several-dispositions" | "unknown-finding" | "blank-reason"; readonly finding: string }
  | { readonly kind: "merged-into-unknown" | "merged-in-circle"; readonly finding: string; readonly into: string };

/**
 * Accounts for every finding that entered a run (G9): each has exactly one disposition, every reason says something, and
 * every merge leads to a finding that remains. An empty list means that nothing was lost. Linear in the input.
 */
export function accountFor<D extends { readonly kind: string } = Disposition>(
  findings: Iterable<{ readonly id: string }>,
  entries: Iterable<DispositionEntry<D>>,
): readonly AccountProblem[] {
  const problems: AccountProblem[] = [];
  const account = new Map<string, D | null>();
  for (const { id } of findings) {
    if (account.has(id)) problems.push({ kind: "id-reused", finding: id });
    account.set(id, null);
  }
  for (const { finding, disposition } of entries) {
    const known = account.get(finding);
    if (known === undefined) problems.push({ kind: "unknown-finding", finding });
    else if (known !== null) problems.push({ kind: "several-dispositions", finding });
    else account.set(finding, disposition);
  }
  const targets = new Map<string, string>();
  for (const [finding, disposition] of account) {
    if (disposition === null) problems.push({ kind: "no-disposition", finding });
    else if ("reason" in disposition && !isText(disposition.reason)) problems.push({ kind: "blank-reason", finding });
    else if ("into" in disposition && typeof disposition.into === "string") targets.set(finding, disposition.into);
  }
  return [...problems, ...mergeProblems(targets, account)];
}

function mergeProblems(targets: ReadonlyMap<string, string>, account: ReadonlyMap<string, unknown>): AccountProblem[] {
  const problems: AccountProblem[] = [];
  /** Whether the merges that start at a finding run in a circle; `null` while they are walked. */
  const circling = new Map<string, boolean | null>();
  for (const [finding, into] of targets) {
    if (!account.has(into)) problems.push({ kind: "merged-into-unknown", finding, into });
    const path: string[] = [];
    let next: string | undefined = finding;
    while (next !== undefined && !circling.has(next)) {
      path.push(next);
      circling.set(next, null);
      next = targets.get(next);
    }
    const isCircle = next !== undefined && circling.get(next) !== false;
    for (const step of path) circling.set(step, isCircle);
    if (circling.get(finding) === true) problems.push({ kind: "merged-in-circle", finding, into });
  }
  return problems;
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}
