/** Rounds of the current instance and the number of the next one (LG-INST-3, LG-INST-5). */
import { refuse } from "../problem.js";
import { isMarker, type Ledger, type RoundRecord } from "./ledger.js";

/** Rounds after the last marker; all of them where there is none (LG-INST-3). */
export function roundsOfInstance({ history }: Ledger): readonly RoundRecord[] {
  const rounds: RoundRecord[] = [];
  for (let index = history.length - 1; index >= 0; index--) {
    const item = history[index];
    if (item === undefined) continue;
    if (isMarker(item)) break;
    rounds.push(item);
  }
  return rounds.reverse();
}

/** The round that comes next in this instance. */
export function nextRound(ledger: Ledger): number {
  return roundsOfInstance(ledger).length + 1;
}

/** Whether any checkpoint was opened in this ledger. */
export function hasMarkers({ history }: Ledger): boolean {
  return history.some(isMarker);
}

/**
 * The round of an operation: the derived one. A number from outside must agree once there is a marker; without one it
 * counts, and disagreeing is only worth a warning (LG-INST-5, LG-CLOSE-1, LG-LATE-2).
 */
export function roundOf(ledger: Ledger, given: number | null | undefined): { readonly round: number; readonly warnings: readonly string[] } {
  const derived = nextRound(ledger);
  if (given === null || given === undefined || given === derived) return { round: derived, warnings: [] };
  if (!Number.isSafeInteger(given) || given < 1) {
    refuse("iteration-mismatch", "iteration", `${JSON.stringify(given)} is no round number`, `Leave it out, or pass ${derived}.`);
  }
  if (hasMarkers(ledger)) {
    refuse("iteration-mismatch", "iteration", `round ${given} was given, but this instance's next round is ${derived}`, `Leave it out, or pass ${derived}.`);
  }
  return { round: given, warnings: [`round-number: ${given} was given, ${derived} would be next`] };
}
