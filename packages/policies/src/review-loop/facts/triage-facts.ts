/** Triage rows and the findings behind them (catalogue §17.1; RL-TR-*). */
import type { Location, ReviewSeverity } from "@loopwright/core";

/** Lanes by what they may do; only `slot` lanes hold a verdict. */
export type LaneKind = "slot" | "anchor" | "augment" | "simplicity" | "legibility" | "bot" | "carry" | "audit";

/** One step of re-grading (RL-VN-04, RL-VN-05, RL-LE-12). */
export type Regrade = {
  readonly to: ReviewSeverity;
  /** The severity whose definition the grade before this step misapplies. */
  readonly definition?: ReviewSeverity;
  readonly reason: string;
  readonly quote?: string;
  readonly whyReaderWrong?: string;
};

/** One claimed defect as it entered triage. */
export type RaisedFinding = {
  readonly id: string;
  readonly lane: string;
  readonly laneKind: LaneKind;
  /** The label as given; `null` = none. */
  readonly claimed: string | null;
  readonly locs: readonly Location[];
  readonly quotes: readonly string[];
  readonly requirementIds: readonly string[];
  readonly namedRequirement?: string;
  readonly unfollowable?: "local" | "external";
  readonly bloatBreaks?: string;
  readonly addsUnrequestedGuardrail?: boolean;
  readonly exploitableNow?: boolean;
  readonly regrades: readonly Regrade[];
};

/** Why a failing input never occurs in production (RL-TR-07, RL-TR-08). */
export type FloorEvidence = {
  readonly artifact: string;
  readonly characterises: readonly string[];
  /** Id of a tool record. */
  readonly record: string;
  readonly quote: string;
  readonly honestProducerCanEmit: boolean;
};

/** A reference that is pinned instead of inlined (RL-LE-08, RL-LE-09). */
export type PinnedRef = {
  readonly name: string;
  readonly version?: string;
  readonly digest?: string;
  readonly ownershipPinned?: boolean;
  readonly versionless?: boolean;
};

/** What was decided about a row; a fix of this round is not a resolution yet (RL-VN-11). */
export type RowDisposition =
  | { readonly kind: "pending" }
  | { readonly kind: "fix"; readonly spec: string }
  | { readonly kind: "fixed" }
  | { readonly kind: "left" }
  | {
      readonly kind: "accepted-degraded" | "not-applicable";
      readonly definition?: ReviewSeverity;
      readonly reason: string;
      readonly userDeclined?: string;
      readonly claimsUnreachable?: boolean;
      readonly floor?: FloorEvidence;
    }
  | { readonly kind: "residual-floor"; readonly floor: FloorEvidence }
  | { readonly kind: "external-reference"; readonly ref: PinnedRef };

/** One spot and cause; merged findings stay beside each other (RL-TR-01). */
export type TriageRow = {
  readonly id: string;
  readonly findings: readonly RaisedFinding[];
  readonly disposition: RowDisposition;
  readonly scope: "in" | "out-pending" | "out-authorized" | "out-declined";
  /** Typed stand-in for the pre-rewrite text, read only where the stored text is missing (RL-TR-12). */
  readonly preRewriteQuote?: string;
  readonly restatement?: { readonly preQuote: string };
  /** The row of an earlier round that named the same defect (RL-TR-14). */
  readonly sameAs?: string;
};
