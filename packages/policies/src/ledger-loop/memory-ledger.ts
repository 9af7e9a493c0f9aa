/**
 * A ledger in memory: for hosts that keep it elsewhere, and for tests. The operations are the pure ones.
 *
 * Invariant: a refusal changes nothing, but for purchases that a refused close used up (LG-DIS-7).
 */
import { ledgerContext, type LedgerContext, type LedgerContextOptions } from "../ledger/context.js";
import { recordUserChoice } from "../ledger/dispatch/questions.js";
import { applyIntake } from "../ledger/intake/intake.js";
import { applyAttachWitness } from "../ledger/operations/attach-witness.js";
import { applyCloseRound } from "../ledger/operations/close-round.js";
import { applyDispositionBatch } from "../ledger/operations/disposition.js";
import { applyOpenInstance } from "../ledger/operations/open-instance.js";
import { applyCannotReproduce, applyVerify } from "../ledger/operations/verify.js";
import { applyCheckDiff, skippedCheck } from "../ledger/scope/check-diff.js";
import { newLedger, type Ledger } from "../ledger/value/ledger.js";
import type { LoopLedger, LoopStored } from "./ports.js";

/** Options of {@link memoryLedger}. */
export interface MemoryLedgerOptions {
  /** Put together anew for each operation, so that anchors are read as files are then. */
  readonly context: () => LedgerContextOptions;
  /** Directory of the cycle. Default `.review/work/cycle`. */
  readonly cycleDirectory?: string;
  /** Today in UTC, `YYYY-MM-DD`. Default: the system's clock. */
  readonly today?: () => string;
}

/** A ledger in memory, and what a store would have appended to its side files. */
export interface MemoryLedger extends LoopLedger {
  readonly exitLines: readonly string[];
  readonly tickets: readonly string[];
}

/** Makes a ledger in memory. */
export function memoryLedger({ context: options, cycleDirectory = ".review/work/cycle", today = utcToday }: MemoryLedgerOptions): MemoryLedger {
  let ledger: Ledger = newLedger(cycleDirectory.slice(cycleDirectory.lastIndexOf("/") + 1));
  const exitLines: string[] = [];
  const tickets: string[] = [];
  const change = async <R>(reduce: (context: LedgerContext) => { readonly ledger: Ledger; readonly report: R; readonly warnings?: readonly string[] }): Promise<LoopStored<R>> => {
    const reduced = reduce(ledgerContext(options()));
    ledger = reduced.ledger;
    return { ...stored(reduced.report), warnings: reduced.warnings ?? [] };
  };
  return {
    place: { cycleDirectory },
    exitLines,
    tickets,
    read: () => ledger,
    config: () => ({ config: ledgerContext(options()).config, warnings: [] }),
    openInstance: (input) => change((context) => applyOpenInstance(ledger, input, context)),
    intake: (input) => change((context) => applyIntake(ledger, input, context)),
    verify: (input) => change((context) => applyVerify(ledger, input, context)),
    cannotReproduce: (input) => change((context) => applyCannotReproduce(ledger, input, context)),
    attachWitness: (input) => change((context) => applyAttachWitness(ledger, input, context)),
    dispositionBatch: (input) => change((context) => applyDispositionBatch(ledger, { at: today(), ...input }, context)),
    userChoice: (choice) => change(() => ({ ledger: recordUserChoice(ledger, choice), report: null })),
    closeRound: async (input) => {
      const closed = applyCloseRound(ledger, { ...input, today: today() }, ledgerContext(options()));
      ledger = closed.ledger;
      if (!closed.ok) throw closed.problem;
      if (closed.ticket !== null) tickets.push(closed.ticket);
      if (closed.exitLine !== null) exitLines.push(closed.exitLine);
      const { decision, verdict, unverified, warnings } = closed;
      return { ...stored({ decision, verdict, unverified }), warnings };
    },
    checkDiff: async ({ finding, round = null, commit }) => {
      const context = ledgerContext(options());
      const skipped = skippedCheck(context);
      if (skipped !== null) return stored({ result: skipped, problem: null });
      const checked = applyCheckDiff(ledger, { finding, round, cycleDirectory, commit: await commit() }, context);
      ledger = checked.ledger;
      return { ...stored({ result: checked.result, problem: checked.problem }), warnings: checked.warnings };
    },
  };
}

function stored<R>(report: R): LoopStored<R> {
  return { report, configWarnings: [], warnings: [] };
}

function utcToday(): string {
  return new Date().toISOString().slice(0, 10);
}
