/** The converging exception (RL-TE-15, D21): two rounds of regression go on while the loop is closing its own holes. */
import { isRecurring } from "./recurrence.js";
import { inducedRows, regression, regressionStreak } from "./regression.js";
import type { RunView } from "./run-view.js";

/** How often a run may use the exception. */
export const MAX_CONVERGING = 2;

/** Whether round k, second of a streak, may go on: fewer serious rows than the round before, and nothing recurs. */
export function isConverging(view: RunView, k: number): boolean {
  if (view.at(regressionStreak, k) !== 2) return false;
  if (view.at(regression, k).m >= view.at(regression, k - 1).m) return false;
  if (view.at(convergingUses, k - 1) >= MAX_CONVERGING) return false;
  return !hasRecurrence(view, k);
}

/** Rounds from 1 to k that used the exception. */
export function convergingUses(view: RunView, k: number): number {
  if (k < 1) return 0;
  return view.at(convergingUses, k - 1) + (view.at(isConverging, k) ? 1 : 0);
}

function hasRecurrence(view: RunView, k: number): boolean {
  const rows = view.at(inducedRows, k);
  return view.upTo(k - 1).some((_, index) => {
    const j = index + 1;
    return view.at(inducedRows, j).some(({ row: older }) => rows.some(({ row }) => isRecurring(view, j, older, k, row)));
  });
}

/** Whether round k owes `NOT-CONVERGED`: two regressing rounds in a row without the exception (row 3 of RL-TE-05). */
export function isNotConvergedOwed(view: RunView, k: number): boolean {
  return view.at(regressionStreak, k) >= 2 && !view.at(isConverging, k);
}
