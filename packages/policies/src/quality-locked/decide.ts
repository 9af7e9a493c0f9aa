/** The pure decision from counts, iteration and prior records (QL-DEC-1..2). It knows no text: see `check` for that. */
import { isClean, type PartialCounts } from "./counts.js";
import { lockedTable, type LockedAction } from "./locked-table.js";
import { isStuck, type PriorRecord } from "./stuck.js";

/** What a decision reads. */
export interface DecideInput<C extends PartialCounts = PartialCounts> {
  /** Of the current iteration. */
  readonly counts: C;
  readonly iteration: number;
  /** Prior records of this loop, oldest first; the current one is not among them (QL-STK-2). */
  readonly history: readonly PriorRecord[];
}

/** What was decided; snake_case, as it is printed. */
export type LockedDecision<C extends PartialCounts = PartialCounts> = {
  /** As given. */
  readonly counts: C;
  readonly is_clean: boolean;
  readonly cap_reached: boolean;
  /** Whether the loop is stuck; only told where it matters, so `false` beside PASS and REVISE (QL-DEC-2). */
  readonly stuck: boolean;
  readonly action: LockedAction;
};

/**
 * Decides. Clean passes, whatever the iteration; then the cap; then stuck; else revise.
 * @throws LoopwrightError `facts-invalid` for an iteration that is no whole number from 0.
 */
export function decide<C extends PartialCounts>({ counts, iteration, history }: DecideInput<C>): LockedDecision<C> {
  const stuck = isStuck(history);
  const clean = isClean(counts);
  const { token } = lockedTable.decide({ isClean: clean, isUnparseable: false, iteration, isStuck: stuck, isContinueChosen: false });
  // The cast: an UNPARSEABLE row needs `isUnparseable`.
  return flagged(counts, clean, stuck, token as LockedAction);
}

/** Puts the flags beside an action. */
export function flagged<C extends PartialCounts>(counts: C, clean: boolean, stuck: boolean, action: LockedAction): LockedDecision<C> {
  const isCap = action === "CAP_REACHED";
  return { counts, is_clean: clean, cap_reached: isCap, stuck: stuck && (isCap || action === "ESCALATE"), action };
}
