/** Stuck loops: three prior iterations with the same number of serious findings (QL-STK-1, QL-STK-2). */
import { fourCounts, type PartialCounts } from "./counts.js";

/** How many prior records must agree. */
export const STUCK_WINDOW = 3;

/** A prior record as far as this rule reads it; counts that are missing are 0. */
export type PriorRecord = { readonly counts?: PartialCounts | null | undefined; readonly [key: string]: unknown };

/**
 * Whether the last three prior records have the same number of critical and major findings, and any at all. The current
 * iteration is not part of the window, so this is first true at iteration 4.
 */
export function isStuck(history: readonly PriorRecord[]): boolean {
  const [first, ...others] = history.slice(-STUCK_WINDOW).map(seriousOf);
  return first !== undefined && first > 0 && others.length === STUCK_WINDOW - 1 && others.every((serious) => serious === first);
}

function seriousOf(record: PriorRecord): number {
  const { critical, major } = fourCounts(record.counts ?? {});
  return critical + major;
}
