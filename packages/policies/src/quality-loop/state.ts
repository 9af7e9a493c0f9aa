/** The state of a quality loop: plain data, never changed in place. */
import type { FailureKind } from "@loopwright/core";
import type { Violation } from "./discipline.js";
import type { QualityRequest } from "./request.js";

/** The step that gave nothing usable. Kinds beyond the catalogue's are those of the runner (`budget`, `truncated`, …). */
export interface QualityFailure {
  readonly at: "draft" | "review" | "revise";
  readonly version: number;
  readonly callId: string | null;
  readonly kind: FailureKind;
  readonly message: string;
  readonly problems?: readonly string[];
}

/** One valid decision about one version. */
export interface ReviewRecord {
  readonly version: number;
  readonly draft: string;
  readonly rawApproved: boolean;
  readonly rawFeedback: readonly string[];
  readonly approved: boolean;
  /** The actionable items (QU-STOP-03). */
  readonly feedback: readonly string[];
  readonly previousFeedback: readonly string[];
  readonly repairs: number;
  readonly callId: string;
}

/** Where a quality loop stands. */
export interface QualityState {
  readonly request: QualityRequest;
  /** The latest text that was produced; `null` before there is one. */
  readonly draft: string | null;
  /** The version of `draft`; 0 before there is one. */
  readonly version: number;
  /** A valid answer that no decision has taken up yet. */
  readonly pending: ReviewRecord | null;
  readonly failure: QualityFailure | null;
  readonly reviewsStarted: number;
  readonly history: readonly ReviewRecord[];
  readonly violations: readonly Violation[];
}
