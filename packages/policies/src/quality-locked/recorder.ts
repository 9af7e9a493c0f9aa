/**
 * Where a quality-locked loop writes down what happened, before it goes on (QL-ACT-4, QL-HIST-3, QL-AUTO-1, QL-CAP-2).
 *
 * Invariants of every recorder:
 * 1. A promise that resolves means: it stands. A loop does not go on after one that rejects.
 * 2. Writing the same thing twice writes it once: a loop that was interrupted writes again.
 */
import type { HistoryItem } from "./manifest.js";
import type { LockedMode } from "./mode.js";

/** The approval that starts a loop, when autonomy picks it (QL-AUTO-1). */
export interface AutonomyPick {
  readonly phase: string;
  readonly decision: string;
  readonly reason: string;
  /** What set the modes that left no other option: by mode, its source. */
  readonly flag_sources: { readonly [mode: string]: string };
}

/** Where records go. */
export interface LockedRecorder {
  /** Appends the record of an iteration. */
  append(item: HistoryItem): Promise<void> | void;
  /** Puts a person's answer, `item.user_choice`, onto the last record, which is `item` without it. */
  answer(item: HistoryItem): Promise<void> | void;
  /** Logs the pick, in the manifest and in the decision log. */
  pick(pick: AutonomyPick): Promise<void> | void;
  /** Logs that the mode changed for the rest of the workflow. */
  mode(mode: LockedMode): Promise<void> | void;
}

/** A recorder that keeps what it got in memory: for hosts with a store of their own, and for tests. */
export interface MemoryRecorder extends LockedRecorder {
  readonly items: readonly HistoryItem[];
  readonly picks: readonly AutonomyPick[];
  readonly modes: readonly LockedMode[];
}

/** Makes a recorder in memory. */
export function memoryRecorder(): MemoryRecorder {
  const items: HistoryItem[] = [];
  const picks: AutonomyPick[] = [];
  const modes: LockedMode[] = [];
  return {
    items,
    picks,
    modes,
    append: (item) => {
      const last = items.at(-1);
      const isWritten = last === item || (item.iteration > 1 && last !== undefined && isSameIteration(last, item));
      if (!isWritten) items.push(item); // A first iteration may be that of a new loop.
    },
    answer: (item) => void items.splice(-1, 1, item),
    pick: (pick) => void picks.push(pick),
    mode: (mode) => void modes.push(mode),
  };
}

/** Whether two records are of one iteration of one loop; what a person answered to it does not matter. */
export function isSameIteration(left: HistoryItem, right: HistoryItem): boolean {
  return left.checkpoint === right.checkpoint && left.iteration === right.iteration;
}
