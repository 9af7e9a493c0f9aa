/** What predicates find. */

/** How a hit is cured: by writing the record again from the facts, or not at all for a pass (section 14: R and V). */
export type HitClass = "record" | "void";

/** Codes of the sixteen predicates, by what cures them. */
export const HIT_CLASSES = /* @__PURE__ */ Object.freeze({
  "status-missing": "record",
  "triage-missing": "void",
  "triage-not-pasted": "record",
  "return-not-pasted": "void",
  "expert-not-run": "void",
  "slot-rejects": "void",
  "third-slot-undisclosed": "record",
  "family-undisclosed": "record",
  "no-terminal-subject": "void",
  "table-missing": "void",
  "row-unresolved": "void",
  "not-reconciled": "void",
  "cold-read-not-ok": "void",
  "weak-undisclosed": "record",
  "degradation-hidden": "record",
  "empty-table-on-code": "void",
  "drift-undisclosed": "record",
  "mechanic-disposition-missing": "void",
  "mechanic-undisclosed": "record",
  "augment-line-missing": "record",
  "search-not-pasted": "void",
  "augment-not-pasted": "void",
  "expert-undisclosed": "record",
  "fence-line-missing": "record",
  "skip-without-search": "void",
  "fence-undisclosed": "record",
  "scope-pending": "void",
  "form-void": "record",
  "form-undisclosed": "record",
  "legibility-line-missing": "record",
  "cold-read-missing": "void",
  "unfollowable-open": "void",
  "landed-line-missing": "record",
  "regression-line-missing": "record",
  "row-incomplete": "void",
  "regression-count": "record",
  "not-converged-owed": "record",
  "not-converged-not-owed": "void",
  "continuation-echo-missing": "record",
  "spot-audit-missing": "void",
  "spot-audit-line-missing": "record",
  "simplicity-line-missing": "record",
  "net-unmeasurable": "void",
  "net-mismatch": "record",
  "bloat-undisclosed": "record",
  "anchor-untraced": "void",
  "tier-unverified": "void",
  "floor-invalid": "void",
  "floor-line-missing": "record",
  "floor-undisclosed": "record",
  "bare-hand-back": "void",
  "second-continuation": "void",
} as const satisfies { readonly [code: string]: HitClass });

/** The name of a finding of a predicate. */
export type HitCode = keyof typeof HIT_CLASSES;

/** One finding of one predicate. */
export type Hit = {
  /** 1 to 16. */
  readonly predicate: number;
  readonly code: HitCode;
  /** The slot, row, domain or anchor it is about; `null` for the round. */
  readonly at: string | null;
  readonly class: HitClass;
};
