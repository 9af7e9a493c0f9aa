/**
 * A round: suite and gates, Phase A, Phase B, close (LG-PH-1, LG-FIX-6, LG-CLOSE).
 *
 * Invariants:
 * 1. The round is closed before the table is read, so that what the run says is what the ledger holds.
 * 2. A round without whole evidence is not closed as clean: it stays open, and a person is asked (G4).
 * 3. The version that was reviewed last is one that a reviewer was shown whole, or as the change since such a one (F10).
 */
import { oneLine } from "@loopwright/evidence";
import { LEDGER_LIMITS } from "../ledger/config/names.js";
import { decideLedger } from "../ledger/decision/decide.js";
import { isMarker } from "../ledger/value/ledger.js";
import { nextRound, roundsOfInstance } from "../ledger/value/rounds.js";
import { shortened } from "../ledger/value/text-field.js";
import { begin, readConfig } from "./open.js";
import type { LedgerLoopSettings } from "./options.js";
import { isAboutToStop, phaseA } from "./phase-a.js";
import { phaseB } from "./phase-b.js";
import type { CheckOutcome } from "./ports.js";
import type { LoopState } from "./state.js";
import { lookAtVersion } from "./version.js";
import { atWork, Work, type LoopContext } from "./work.js";

/** Runs one round. */
export function review(ctx: LoopContext, state: LoopState, settings: LedgerLoopSettings): Promise<LoopState> {
  const work = new Work(ctx, { ...state, evidence: "complete", problem: null, verdict: null, choice: "none", tool: null, isFixerDown: false, unverified: [] }, settings);
  return atWork(work, async () => {
    if (work.state.start !== null) return begin(work); // What refused at first has been mended; the version is new, so a review follows.
    const before = work.state.version;
    await readConfig(work);
    await lookAtVersion(work);
    if (work.state.version !== before) return; // Somebody changed it meanwhile: the runner reviews again, what is there now.
    await work.readLedger();
    const round = nextRound(work.state.ledger);
    await runChecks(work, round);
    await phaseA(work, round, false);
    await phaseB(work, round);
    if (isAboutToStop(work.state, work)) await phaseA(work, round, true);
    await close(work, round);
    // What a packet left out is still to be shown: the next one begins where the last whole one ended (F10).
    if (work.state.omitted.length === 0) work.set({ reviewedHead: work.state.head });
  });
}

/** The whole suite and the gates, bounded by whoever runs them; a red one is evidence like any other (LG-FIX-6). */
async function runChecks(work: Work, round: number): Promise<void> {
  const { checks } = work.settings.ports;
  const suite = await work.must("suite", ({ signal }) => checks.suite({ signal }));
  const gates = await work.must("gates", ({ signal }) => checks.gates({ signal }));
  work.ctx.emit({ type: "suite.run", ledgerRound: round, suite: suite.status, gates: gates.status });
  work.set({ suite, gates });
  if (suite.status !== "passed" || gates.status !== "passed") work.set({ evidence: "suite-red", problem: `suite ${suite.status}: ${suite.evidence}; gates ${gates.status}: ${gates.evidence}` });
}

/** Closes the round, or says what a person has to decide first (LG-CLOSE-4, LG-PH-3). */
export async function close(work: Work, round: number): Promise<void> {
  const { ledger } = work.settings.ports;
  const { config, evidence, suite, gates, claimed } = work.state;
  const preview = decideLedger(work.state.ledger, config, { round });
  if (preview.decision.action === "STOP_CLEAN" && evidence !== "complete") {
    work.set({ verdict: { facts: preview.facts, decision: preview.decision } });
    return;
  }
  const closed = await work.tryChange("close-round", () => ledger.closeRound({ round, suiteEvidence: evidenceOf(suite), gatesEvidence: evidenceOf(gates), claimed }));
  await work.readLedger();
  if (closed.ok) {
    const { decision, verdict, unverified } = closed.value;
    work.ctx.emit({ type: "round.closed", ledgerRound: round, action: decision.action, weight: decision.weight });
    work.set({ verdict: { facts: verdict.facts, decision }, unverified, claimed: [] });
    return;
  }
  if (closed.problem.code !== "dispositions-required") work.halt({ tool: closed.problem });
  const { facts, decision } = decideLedger(work.state.ledger, config, { round }); // What a refused close used up is in the ledger.
  work.ctx.emit({ type: "round.undecided", ledgerRound: round, action: decision.action, required: decision.dispositions_required });
  work.set({ verdict: { facts, decision } });
}

/** What the round keeps of a check: one line that a ledger takes, whatever a command printed (LG-SEC-14, LG-SEC-16). */
function evidenceOf(outcome: CheckOutcome | null): string | null {
  return outcome === null ? null : shortened(oneLine(`${outcome.status}: ${outcome.evidence}`.toWellFormed()), LEDGER_LIMITS.textChars);
}

/** Number of the round that was closed last; 0 where none was. */
export function lastRound({ ledger }: LoopState): number {
  const last = ledger.history.at(-1);
  return last === undefined || isMarker(last) ? 0 : roundsOfInstance(ledger).length;
}
