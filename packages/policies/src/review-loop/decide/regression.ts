/** Regression (RL-TE-20): the serious rows of a round that the fix before it made; recomputed, never read as a number. */
import type { TriageRow } from "../facts/triage-facts.js";
import { isFixInduced } from "./fix-induced.js";
import { seriousRows } from "./grade.js";
import { validRegistrations } from "./resolution.js";
import type { RunView } from "./run-view.js";

/** `n` of `m`: induced rows of all serious ones. Valid registrations stay in `m` alone (D20). */
export type Regression = {
  readonly n: number;
  readonly m: number;
  /** Ids of the induced rows, incomplete ones included (RL-TR-13). */
  readonly hits: readonly string[];
  /** Ids of the rows that lack an operand; the round stays open (RL-TR-13). */
  readonly incomplete: readonly string[];
  /** False where round k−1 landed nothing. */
  readonly applicable: boolean;
};

/** The regression of round k. */
export function regression(view: RunView, k: number): Regression {
  const serious = view.at(seriousRows, k);
  const induced = view.at(inducedRows, k);
  const hits = induced.map(({ row }) => row.id);
  return {
    n: hits.length,
    m: serious.length,
    hits,
    incomplete: induced.filter(({ isIncomplete }) => isIncomplete).map(({ row }) => row.id),
    applicable: landedBefore(view, k) !== null,
  };
}

/** The rows behind the hits of round k. */
export function inducedRows(view: RunView, k: number): readonly { readonly row: TriageRow; readonly isIncomplete: boolean }[] {
  const landed = landedBefore(view, k);
  if (landed === null) return [];
  const registered = new Set(view.at(validRegistrations, k));
  return view.at(seriousRows, k).flatMap((row) => {
    if (registered.has(row)) return [];
    const answer = isFixInduced(view, k, row, landed);
    return answer === "not-induced" ? [] : [{ row, isIncomplete: answer === "incomplete" }];
  });
}

function landedBefore(view: RunView, k: number) {
  return view.round(k - 1)?.landed ?? null;
}

/** How many rounds in a row, ending at k, regressed (§17.9). */
export function regressionStreak(view: RunView, k: number): number {
  let streak = 0;
  while (k - streak >= 1 && view.at(regression, k - streak).n >= 1) streak++;
  return streak;
}
