/** Stalls: rounds in a row that brought no improvement (LG-DEC-4, LG-DEC-5). */
import type { Improvements } from "../improvements.js";
import { weightOf } from "../value/entry.js";
import type { RoundRecord } from "../value/ledger.js";

/** Weights of the closed rounds, oldest first: the recorded weight, or that of all counts where none was recorded. */
export function recordedWeights(rounds: readonly RoundRecord[], improvements: Improvements): readonly number[] {
  return rounds.map(({ weight, counts }) => (improvements.has("LG-DEC-5") && typeof weight === "number" ? weight : weightOf(countsOf(counts))));
}

/** Walking back from the current weight: steps to a weight that is above zero and not below the one before it. */
export function stallsOf(weights: readonly number[], current: number, improvements: Improvements): number {
  const sequence = [...weights, current];
  let stalls = 0;
  for (let index = sequence.length - 1; index > 0; index--) {
    const weight = sequence[index] ?? 0;
    if (weight < (sequence[index - 1] ?? 0) || (weight === 0 && improvements.has("LG-DEC-4"))) break;
    stalls += 1;
  }
  return stalls;
}

/** Counts of a record that may be older than its keys: a missing one is 0. */
function countsOf(counts: Partial<RoundRecord["counts"]> | undefined): RoundRecord["counts"] {
  const { critical = 0, major = 0, substantive = 0, cosmetic = 0 } = counts ?? {};
  return { critical, major, substantive, cosmetic };
}
