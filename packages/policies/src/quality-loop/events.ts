import type { FailureKind } from "@loopwright/core";

/** What a review came to. */
export type ReviewDecision = "approve" | "revise" | "stop-no-feedback" | "stop-cap";

/** The loop's own events, beside the runner's (QU §4). */
export type QualityEvent =
  | { readonly type: "draft.produced"; readonly version: number; readonly chars: number }
  | { readonly type: "draft.rejected"; readonly version: number; readonly kind: FailureKind }
  | {
      readonly type: "review.invalid";
      readonly version: number;
      readonly repair: number;
      readonly kind: FailureKind;
      readonly problems: readonly string[];
    }
  | {
      readonly type: "review.decided";
      readonly version: number;
      readonly rawApproved: boolean;
      readonly approved: boolean;
      /** Number of actionable items. */
      readonly items: number;
      readonly decision: ReviewDecision;
    }
  | { readonly type: "violation.recorded"; readonly version: number; readonly code: string; readonly itemIndex: number | null };
