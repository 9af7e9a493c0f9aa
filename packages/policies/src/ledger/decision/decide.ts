/**
 * The decision of a round: computed from entries, history and knobs, and from nothing that anybody says (LG-CLOSE-2).
 *
 * Invariants:
 * 1. Pure and linear in the ledger; lists keep ledger order (LG-DEC-6).
 * 2. Whatever the table answers can be explained from `facts` alone.
 */
import type { TableDecision } from "@loopwright/core";
import { ledgerSeverity } from "@loopwright/core";
import type { LedgerConfig } from "../config/config.js";
import { ALL_IMPROVEMENTS, type Improvements } from "../improvements.js";
import { refuse } from "../problem.js";
import { hasDisposition, isBought, isLiveDispute, isOpen, pendingAction, weightOf } from "../value/entry.js";
import type { Ledger, LedgerAction, LedgerEntry, SeverityCounts } from "../value/ledger.js";
import { nextRound, roundsOfInstance } from "../value/rounds.js";
import { actionOf, ledgerTable, type LedgerFacts, type LedgerToken } from "./ledger-table.js";
import { recordedWeights, stallsOf } from "./stalls.js";

/** Knobs that a decision reads. */
export type DecisionKnobs = Pick<LedgerConfig, "majorBudget" | "iterationCap" | "escalateAfterStalls" | "disputedDisposition">;

export type { LedgerFacts } from "./ledger-table.js";

/** What a ledger comes to, in the keys of the machine output (LG-DEC-6). */
export interface LedgerDecision {
  /** All open entries, pending ones included. */
  readonly counts: SeverityCounts;
  /** Weight of what drives the loop. */
  readonly weight: number;
  readonly open_ids: readonly string[];
  readonly fix_now: readonly string[];
  /** Live disputes that nobody decided about. */
  readonly disputed_pending: readonly string[];
  /** What a person has to decide before a stop (LG-DIS-5). */
  readonly dispositions_required: readonly string[];
  readonly stalled: boolean;
  readonly cap_reached: boolean;
  readonly action: LedgerAction;
  readonly iteration: number;
}

/** A decision with what it was read from. */
export interface LedgerVerdict {
  readonly decision: LedgerDecision;
  readonly token: LedgerToken;
  readonly row: TableDecision<LedgerToken>;
  readonly facts: LedgerFacts;
}

/**
 * Decides about a ledger as it stands, at the round given or at the next one.
 * @throws LedgerProblem `malformed-ledger` for an open entry whose severity is none.
 */
export function decideLedger(ledger: Ledger, knobs: DecisionKnobs, options: { readonly round?: number; readonly improvements?: Improvements } = {}): LedgerVerdict {
  const { round = nextRound(ledger), improvements = ALL_IMPROVEMENTS } = options;
  const sets = setsOf(ledger, knobs);
  const weight = weightOf(sets.blockingCounts);
  const stalls = stallsOf(recordedWeights(roundsOfInstance(ledger), improvements), weight, improvements);
  const facts = factsOf(sets, { isStalled: stalls >= knobs.escalateAfterStalls, isCapReached: round >= knobs.iterationCap }, knobs);
  const row = ledgerTable.decide(facts);
  const decision: LedgerDecision = {
    counts: sets.counts,
    weight,
    open_ids: sets.open.map(idOf),
    fix_now: sets.bought.map(idOf),
    disputed_pending: sets.undecidedDisputes.map(idOf),
    dispositions_required: [...sets.undecidedOpen, ...sets.undecidedDisputes].map(idOf),
    stalled: facts.isStalled,
    cap_reached: facts.isCapReached,
    action: actionOf(row.token),
    iteration: round,
  };
  return { decision, token: row.token, row, facts };
}

interface Sets {
  readonly open: readonly LedgerEntry[];
  readonly disputes: readonly LedgerEntry[];
  readonly bought: readonly LedgerEntry[];
  readonly undecidedOpen: readonly LedgerEntry[];
  readonly undecidedDisputes: readonly LedgerEntry[];
  readonly counts: SeverityCounts;
  readonly blockingCounts: SeverityCounts;
}

/** The sets of LG-DEC-1. */
function setsOf({ findings }: Ledger, knobs: DecisionKnobs): Sets {
  const open = findings.filter(isOpen);
  const blocking = open.filter((entry) => pendingAction(entry) === null);
  const disputes = knobs.disputedDisposition ? findings.filter(isLiveDispute) : [];
  const isUndecided = (entry: LedgerEntry): boolean => !hasDisposition(entry);
  return {
    open,
    disputes,
    bought: [...blocking, ...disputes].filter(isBought),
    undecidedOpen: open.filter(isUndecided),
    undecidedDisputes: disputes.filter(isUndecided),
    counts: countsOf(open),
    blockingCounts: countsOf(blocking),
  };
}

function countsOf(entries: readonly LedgerEntry[]): SeverityCounts {
  const counts = { critical: 0, major: 0, substantive: 0, cosmetic: 0 };
  for (const { id, severity } of entries) {
    if (!ledgerSeverity.is(severity)) {
      refuse("malformed-ledger", `findings.${id}.severity`, `${id} is open and its severity is ${JSON.stringify(severity)}`, "Restore the ledger from version control; it is not repaired.");
    }
    counts[severity] += 1;
  }
  return counts;
}

function factsOf(sets: Sets, tests: { readonly isStalled: boolean; readonly isCapReached: boolean }, { majorBudget }: DecisionKnobs): LedgerFacts {
  return {
    open: sets.open.length,
    liveDisputes: sets.disputes.length,
    bought: sets.bought.length,
    ...tests,
    criticals: sets.blockingCounts.critical,
    majorsOverBudget: Math.max(0, sets.blockingCounts.major - majorBudget),
    undecided: sets.undecidedOpen.length + sets.undecidedDisputes.length,
  };
}

function idOf({ id }: LedgerEntry): string {
  return id;
}
