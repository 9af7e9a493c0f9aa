/** The state of a quality-locked loop: plain data, never changed in place. */
import type { JsonObject } from "@loopwright/core";
import type { Snapshot } from "@loopwright/evidence/workspace";
import type { Counts } from "./counts.js";
import type { Diagnostic } from "./diagnostics.js";
import type { LockedFacts } from "./locked-table.js";
import type { HistoryItem } from "./manifest.js";
import type { LockedMode } from "./mode.js";
import type { ChoiceEffect } from "./prompts.js";

/** One review as it came: nothing of what a reviewer said is lost (G9). */
export type LockedReview = {
  readonly iteration: number;
  /** Verbatim; `""` where an answer came without usable text. */
  readonly text: string;
  /** Why the text is not there, where it is not. */
  readonly problem: string | null;
  readonly counts: Counts;
  readonly diagnostics: readonly Diagnostic[];
};

/** A finding that no reviewer made: a fix outside the writable scope (QL-ACTN-2). */
export type MachineFinding = { readonly iteration: number; readonly severity: "critical"; readonly claim: string };

/** Where a quality-locked loop stands. */
export type LockedState = {
  readonly checkpoint: string;
  /** The text under review, or what is reviewed in the workspace. */
  readonly artifact: string;
  readonly context: JsonObject;
  /** The workspace as it is; `null` without one. */
  readonly snapshot: Snapshot | null;
  readonly mode: LockedMode;
  /** Of the last review; 0 before there is one. */
  readonly iteration: number;
  /** Facts of the last review, as the decider knows them; `null` while there is none. */
  readonly facts: LockedFacts | null;
  /** Records of this loop, oldest first. */
  readonly records: readonly HistoryItem[];
  readonly reviews: readonly LockedReview[];
  readonly machineFindings: readonly MachineFinding[];
  /** What is not on disk yet: the last record, or what a person answered to it. */
  readonly owed: "none" | "record" | "choice";
  readonly reviewer: "answered" | "unavailable" | "wrote";
  readonly fixer: "ok" | "failed";
  readonly world: "ok" | "record-failed" | "workspace-failed";
  readonly choice: ChoiceEffect | "acknowledged" | "none";
  /** Why there was no review, or no fix, or no record. */
  readonly problem: string | null;
  readonly isSelfReviewed: boolean;
  readonly selfReview: string | null;
};
