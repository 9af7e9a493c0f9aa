/** Counts of findings by severity, and what they weigh (QL-BAR-1, LG-DEC-2). */
import { ledgerSeverity, type LedgerSeverity } from "@loopwright/core";

/** How many findings there are of each severity; a type alias, so that it is `Json`. */
export type Counts = { readonly [S in LedgerSeverity]: number };

/** Counts from outside: what is missing counts 0, other keys do not matter. */
export type PartialCounts = { readonly [S in LedgerSeverity]?: number | undefined } & { readonly [key: string]: unknown };

/** What one finding of a severity weighs. */
export const SEVERITY_WEIGHTS: Counts = /* @__PURE__ */ Object.freeze({ critical: 8, major: 3, substantive: 1, cosmetic: 0 });

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

/** 8 for each critical, 3 for each major, 1 for each substantive finding, nothing for a cosmetic one. */
export function weightOf(counts: PartialCounts): number {
  const four = fourCounts(counts);
  return ledgerSeverity.levels.reduce((sum, severity) => sum + SEVERITY_WEIGHTS[severity] * four[severity], 0);
}
