/** Counts of findings by severity, and what they weigh (QL-BAR-1, LG-DEC-2). */
import type { LedgerSeverity } from "@loopwright/core";
import { weightOf as weightOfFour } from "../ledger/value/entry.js";

/** How many findings there are of each severity; a type alias, so that it is `Json`. */
export type Counts = { readonly [S in LedgerSeverity]: number };

/** Counts from outside: what is missing counts 0, other keys do not matter. */
export type PartialCounts = { readonly [S in LedgerSeverity]?: number | undefined } & { readonly [key: string]: unknown };

/** The four counts and no other key, in the order of the scale. */
export function fourCounts(counts: PartialCounts): Counts {
  return { critical: counts.critical ?? 0, major: counts.major ?? 0, substantive: counts.substantive ?? 0, cosmetic: counts.cosmetic ?? 0 };
}

/** Sum of two counts, key by key. */
export function addCounts(left: Counts, right: Counts): Counts {
  return {
    critical: left.critical + right.critical,
    major: left.major + right.major,
    substantive: left.substantive + right.substantive,
    cosmetic: left.cosmetic + right.cosmetic,
  };
}

/** The clean bar: nothing critical, major or substantive. Cosmetic never matters (QL-BAR-1). */
export function isClean(counts: PartialCounts): boolean {
  const { critical, major, substantive } = fourCounts(counts);
  return critical === 0 && major === 0 && substantive === 0;
}

/** What counts weigh, by the ledger's scale (LG-DEC-2). */
export function weightOf(counts: PartialCounts): number {
  return weightOfFour(fourCounts(counts));
}
