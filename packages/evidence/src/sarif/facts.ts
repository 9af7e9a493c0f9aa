/**
 * What a policy decides by.
 *
 * Invariants:
 * 1. There are counts only of a complete log: an incomplete one has `counts: null`, so that nobody reads a zero in it (G4).
 * 2. A blocking finding rejects, however incomplete the log; only a complete log without results that nobody judged approves.
 */
import type { Verdict } from "@loopwright/core";
import type { SarifLevel } from "./level.js";
import type { SarifLog } from "./read-sarif.js";

/** How many results a log has. A type alias, so that it is `Json`. */
export type SarifCounts = {
  /** Findings of each level. */
  readonly [L in SarifLevel]: number;
} & {
  /** Results that the analyser leaves to others to judge. */
  readonly undecided: number;
  readonly suppressed: number;
};

/** Counts of a complete log, or what is known of an incomplete one. */
export type SarifFacts =
  | { readonly isComplete: true; readonly counts: SarifCounts; readonly atLeast: SarifCounts }
  | { readonly isComplete: false; readonly counts: null; readonly atLeast: SarifCounts };

/** The facts of a log; `atLeast` are the counts of what was read. */
export function sarifFacts(log: SarifLog): SarifFacts {
  const atLeast = Object.freeze({
    ...countLevels(log),
    undecided: log.others.filter(({ why }) => why === "open" || why === "review").length,
    suppressed: log.others.filter(({ why }) => why === "suppressed").length,
  });
  return Object.freeze(log.isComplete ? { isComplete: true, counts: atLeast, atLeast } : { isComplete: false, counts: null, atLeast });
}

/** Levels that reject by default: errors, and findings whose severity is not given. */
export const SARIF_BLOCKING: readonly SarifLevel[] = /* @__PURE__ */ Object.freeze<SarifLevel[]>(["error", "none"]);

/** The verdict of an analyser; `blocking` are the levels of findings that reject, {@link SARIF_BLOCKING} by default. */
export function sarifVerdict(log: SarifLog, { blocking = SARIF_BLOCKING }: { readonly blocking?: readonly SarifLevel[] } = {}): Verdict {
  const { counts, atLeast } = sarifFacts(log);
  if (blocking.some((level) => atLeast[level] > 0)) return "rejected";
  return counts === null || counts.undecided > 0 ? "unavailable" : "approved";
}

function countLevels({ findings }: SarifLog): { readonly [L in SarifLevel]: number } {
  const counts = { error: 0, warning: 0, note: 0, none: 0 };
  for (const { level } of findings) counts[level] += 1;
  return counts;
}
