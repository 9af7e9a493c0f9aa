/**
 * Severities: closed, ordered scales, and the exact tables that read foreign labels for them.
 *
 * Invariants:
 * 1. A scale is a total order, strongest first; a finding has exactly one severity of one scale (RL-VN-01).
 * 2. A foreign label counts only as a whole word of the scale's table.
 * 3. What a missing or unknown label means is named by the scale, never guessed: a severity, or a refusal.
 */
import { wordTable } from "./word-table.js";

/** A label as it was given and what it means; both are kept (RL-VN-03, LG-FILE-2 `severity_as_reported`). */
export type SeverityReading<Severity extends string> = {
  /** `null`: the scale refuses unknown labels. */
  readonly severity: Severity | null;
  /** Verbatim; `null` where no string was given. */
  readonly word: string | null;
  readonly known: boolean;
};

/** How a scale is declared. */
export interface SeverityScaleSpec<Severity extends string> {
  /** Strongest first. */
  readonly levels: readonly [Severity, ...Severity[]];
  /** The weakest severity that blocks; it and all above it do. */
  readonly blocksFrom: Severity;
  /** What a missing or unknown label means; `null` refuses it. */
  readonly unknown: Severity | null;
  /** Foreign labels by severity, in lower case with `-` between their parts. Each severity is its own label anyway. */
  readonly words?: { readonly [S in Severity]?: readonly string[] };
}

/** An ordered closed set of severities. */
export interface SeverityScale<Severity extends string> {
  /** Strongest first. */
  readonly levels: readonly Severity[];
  /** The levels that block, strongest first. */
  readonly blocking: readonly Severity[];
  /** Whether the value is a severity of this scale, letter by letter. */
  is(value: unknown): value is Severity;
  /** Reads a label from outside; never throws. */
  read(word: unknown): SeverityReading<Severity>;
  isBlocking(severity: Severity): boolean;
  /** Whether `severity` is as strong as `least` or stronger. */
  isAtLeast(severity: Severity, least: Severity): boolean;
  /** For sorting, strongest first. */
  compare(left: Severity, right: Severity): number;
  /** The strongest of the given ones (RL-TR-01, LG-INT-7); `null` for none. */
  strongest(severities: Iterable<Severity>): Severity | null;
}

/** Declares a scale. */
export function defineSeverityScale<const Severity extends string>(spec: SeverityScaleSpec<Severity>): SeverityScale<Severity> {
  const levels: readonly Severity[] = Object.freeze([...spec.levels]);
  const ranks = new Map(levels.map((level, rank) => [level, rank]));
  // A value that is no level (possible only past the types) ranks above all of them: it blocks rather than slips through.
  const rank = (severity: Severity): number => ranks.get(severity) ?? -1;
  const isAtLeast = (severity: Severity, least: Severity): boolean => rank(severity) <= rank(least);
  // The cast: built from the levels, one entry for each.
  const words = Object.fromEntries(levels.map((level) => [level, [level, ...(spec.words?.[level] ?? [])]])) as { [S in Severity]: string[] };
  const lookUp = wordTable<Severity>(words);
  return Object.freeze({
    levels,
    blocking: Object.freeze(levels.filter((level) => isAtLeast(level, spec.blocksFrom))),
    is: (value: unknown): value is Severity => ranks.has(value as Severity), // a look-up by value: any type may be asked for
    read: (word: unknown) => {
      const severity = lookUp(word);
      return Object.freeze({
        severity: severity ?? spec.unknown,
        word: typeof word === "string" ? word : null,
        known: severity !== undefined,
      });
    },
    isBlocking: (severity: Severity) => isAtLeast(severity, spec.blocksFrom),
    isAtLeast,
    compare: (left: Severity, right: Severity) => rank(left) - rank(right),
    strongest: (severities: Iterable<Severity>) => {
      let best: Severity | null = null;
      for (const severity of severities) if (best === null || rank(severity) < rank(best)) best = severity;
      return best;
    },
  });
}

/** Severities of the review loop (RL-VN-01). */
export type ReviewSeverity = "blocker" | "major" | "minor" | "nit";

/**
 * The review loop's scale: blocker and major are serious. Foreign labels map upward, and a missing or unknown one is
 * `major`, because a missing label must not hide a serious defect (RL-VN-02).
 */
export const reviewSeverity: SeverityScale<ReviewSeverity> = /* @__PURE__ */ defineSeverityScale<ReviewSeverity>({
  levels: ["blocker", "major", "minor", "nit"],
  blocksFrom: "major",
  unknown: "major",
  words: { blocker: ["critical", "p0"], major: ["high", "serious", "medium"], minor: ["low"], nit: ["style"] },
});

/** Severities of the ledger and of the quality-locked loop. */
export type LedgerSeverity = "critical" | "major" | "substantive" | "cosmetic";

/** The ledger's scale: critical and major block. Intake takes its labels letter by letter, so it asks `is`, not `read` (LG-INT-2). */
export const ledgerSeverity: SeverityScale<LedgerSeverity> = /* @__PURE__ */ defineSeverityScale<LedgerSeverity>({
  levels: ["critical", "major", "substantive", "cosmetic"],
  blocksFrom: "major",
  unknown: null,
});

/** Classifications of the bounded loop. */
export type BoundedSeverity = "blocking" | "advisory";

/** The bounded loop's two classes; its schema admits nothing else (BD-FIND-10). */
export const boundedSeverity: SeverityScale<BoundedSeverity> = /* @__PURE__ */ defineSeverityScale<BoundedSeverity>({
  levels: ["blocking", "advisory"],
  blocksFrom: "blocking",
  unknown: null,
});
