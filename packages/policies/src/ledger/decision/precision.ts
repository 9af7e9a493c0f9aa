/**
 * How much of what each round raised turned out to be right (case G02). Pure bookkeeping: no verdict reads it, because a
 * round that was refuted whole leaves nothing open, and ends by its own table.
 */
import type { Ledger, LedgerEntry } from "../value/ledger.js";

/** One round's findings, by what became of them. Repeats of what was settled are nobody's new finding. */
export type RoundPrecision = {
  /** Round of first intake; 0 where the ledger does not say. */
  readonly round: number;
  readonly raised: number;
  /** Rejected. */
  readonly refuted: number;
  /** Fixed or deferred: true, whether mended or not. */
  readonly upheld: number;
  /** Neither yet. */
  readonly undecided: number;
  /** Share of upheld among the settled ones; `null` while none is settled. */
  readonly precision: number | null;
};

/** Precision by round, oldest first. */
export function precisionByRound(ledger: Ledger): readonly RoundPrecision[] {
  const rounds = new Map<number, LedgerEntry[]>();
  for (const entry of ledger.findings) {
    if (entry.relitigates !== undefined) continue;
    const round = entry.first_seen ?? 0;
    const sofar = rounds.get(round);
    if (sofar === undefined) rounds.set(round, [entry]);
    else sofar.push(entry);
  }
  return [...rounds].sort(([a], [b]) => a - b).map(([round, entries]) => tally(round, entries));
}

function tally(round: number, entries: readonly LedgerEntry[]): RoundPrecision {
  const count = (...statuses: readonly LedgerEntry["status"][]): number => entries.filter(({ status }) => statuses.includes(status)).length;
  const refuted = count("rejected");
  const upheld = count("fixed", "deferred");
  const settled = refuted + upheld;
  return { round, raised: entries.length, refuted, upheld, undecided: entries.length - settled, precision: settled === 0 ? null : upheld / settled };
}
