/**
 * Finds which rows decide where one row holds.
 *
 * Invariants:
 * 1. Of each different outcome there is one combination of values, and it can occur.
 * 2. What has been decided by a row is not told apart further by the rows below it.
 */
import { BROKEN, FALSE, TRUE, type Diagrams } from "./decision-diagram.js";

/** Values by variable, as indexes; a variable that makes no difference is missing. */
export type Choice = ReadonlyMap<number, number>;

/** What holds together. */
export interface Overlaps {
  /** Per row above (by its place in the list): where it decides and the target holds. `null`: no row above holds. */
  readonly holds: ReadonlyMap<number | null, Choice>;
  /** Where no row above holds and the target is broken. */
  readonly broken: Choice | null;
}

interface State {
  readonly possible: number;
  readonly target: number;
  /** Place and node of the rows above that may still hold, up to the first that does. */
  readonly above: readonly (readonly [place: number, node: number])[];
}

/** Looks at all possible combinations in which the target holds or is broken. */
export function searchOverlaps(diagrams: Diagrams, possible: number, above: readonly number[], target: number): Overlaps {
  const holds = new Map<number | null, Choice>();
  let broken: Choice | null = null;
  const seen = new Set<string>();
  const choice = new Map<number, number>();

  const visit = (state: State): void => {
    if (state.possible === FALSE || state.target === FALSE || state.above[0]?.[1] === BROKEN) return;
    const key = `${state.possible},${state.target},${state.above.join()}`;
    if (seen.has(key)) return;
    seen.add(key);
    const variable = Math.min(diagrams.variableOf(state.possible), diagrams.variableOf(state.target), ...state.above.map(([, node]) => diagrams.variableOf(node)));
    if (variable === Infinity) {
      const place = state.above[0]?.[0] ?? null;
      if (state.target === TRUE) holds.set(place, holds.get(place) ?? new Map(choice));
      else if (place === null) broken ??= new Map(choice);
      return;
    }
    for (let value = 0; value < diagrams.sizeOf(variable); value++) {
      diagrams.spend(state.above.length + 2);
      choice.set(variable, value);
      visit({
        possible: diagrams.at(state.possible, variable, value),
        target: diagrams.at(state.target, variable, value),
        above: stillOpen(state.above.map(([place, node]) => [place, diagrams.at(node, variable, value)])),
      });
    }
    choice.delete(variable);
  };

  visit({ possible, target, above: stillOpen(above.map((node, place) => [place, node])) });
  return { holds, broken };
}

/** Without the rows that do not hold, and without what stands below the first that surely decides. */
function stillOpen(above: State["above"]): State["above"] {
  const open = above.filter(([, node]) => node !== FALSE);
  const decided = open.findIndex(([, node]) => node === TRUE || node === BROKEN);
  return decided === -1 ? open : open.slice(0, decided + 1);
}
