/** What a quality-locked loop established. */
import type { DecisionRecord } from "@loopwright/core";
import type { Counts } from "./counts.js";
import type { LockedAction } from "./locked-table.js";
import type { LockedReview, LockedState, MachineFinding } from "./loop-state.js";
import type { HistoryItem } from "./manifest.js";
import type { LockedMode } from "./mode.js";

/** What a quality-locked loop established; `token` is that of the run's result. */
export interface LockedReport {
  readonly token: string;
  readonly checkpoint: string;
  /** The last record's result; `null` where no review was recorded. */
  readonly action: LockedAction | null;
  /** Reviews recorded in this loop. */
  readonly iterations: number;
  /** What the last record counted; `null` where there is none. */
  readonly counts: Counts | null;
  /** The text as it is now, or what was reviewed in the workspace. */
  readonly artifact: string;
  readonly records: readonly HistoryItem[];
  /** Every review, verbatim (G9). */
  readonly reviews: readonly LockedReview[];
  readonly machineFindings: readonly MachineFinding[];
  /** Off with source `user` after R (QL-CAP-2). */
  readonly mode: LockedMode;
  /** What a person answered to the last question, as it was logged. */
  readonly userChoice: string | null;
  readonly selfReview: string | null;
  /** The record, or the answer on it, that could not be written down. */
  readonly unstored: HistoryItem | null;
  readonly problem: string | null;
}

/** Puts the report together; pure. */
export function lockedReportOf(state: LockedState, { token }: Pick<DecisionRecord, "token">): LockedReport {
  const last = state.records.at(-1) ?? null;
  return {
    token,
    checkpoint: state.checkpoint,
    action: last?.result ?? null,
    iterations: state.records.length,
    counts: last?.counts ?? null,
    artifact: state.artifact,
    records: state.records,
    reviews: state.reviews,
    machineFindings: state.machineFindings,
    mode: state.mode,
    userChoice: last?.user_choice ?? null,
    selfReview: state.selfReview,
    unstored: state.owed === "none" ? null : last,
    problem: state.problem,
  };
}
