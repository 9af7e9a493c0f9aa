/**
 * A fix round: finding by finding, witness first, one commit each, checked by the controller (LG-FIX).
 *
 * Invariants:
 * 1. Everything here belongs to the next round of the ledger (LG-INST-5).
 * 2. No code is changed for a finding before its witness was seen red by the controller, except where the missing test is
 *    the fix (LG-FIX-2).
 * 3. Every commit that came is checked, whatever the fixer says of it, and whether or not it says anything (LG-FIX-5).
 * 4. A finding that could not be fixed stays open; none is skipped in silence.
 */
import { fixWorklist } from "../ledger/dispatch/worklists.js";
import { hasDisposition, isLiveDispute, isOpen } from "../ledger/value/entry.js";
import type { LedgerEntry } from "../ledger/value/ledger.js";
import { nextRound } from "../ledger/value/rounds.js";
import { fixOne } from "./fix-one.js";
import { readConfig } from "./open.js";
import type { LedgerLoopSettings } from "./options.js";
import type { FixRecord, LoopState } from "./state.js";
import { lookAtVersion } from "./version.js";
import { atWork, Work, type LoopContext } from "./work.js";

/** Fixes what the last round left to fix. */
export function fixRound(ctx: LoopContext, state: LoopState, settings: LedgerLoopSettings): Promise<LoopState> {
  const work = new Work(ctx, { ...state, choice: "none" }, settings);
  return atWork(work, async () => {
    await readConfig(work);
    await work.readLedger();
    const round = nextRound(work.state.ledger);
    const { owed } = fixWorklist(work.state.ledger, work.state.config);
    const records: FixRecord[] = [];
    for (const { id } of owed.slice(0, settings.maxFixes)) {
      const entry = work.state.ledger.findings.find((one) => one.id === id);
      if (entry === undefined || work.state.claimed.includes(id)) continue; // An earlier commit of this round closes it, too.
      const record = await fixOrWait(work, entry, round);
      records.push(record);
      work.set({ fixes: [...work.state.fixes, record] });
      work.ctx.emit({ type: "fix.ended", finding: id, outcome: record.outcome });
      await work.readLedger();
    }
    await lookAtVersion(work);
    work.set({ isFixerDown: records.length > 0 && records.every(({ outcome }) => outcome === "failed") });
  });
}

/** No fix commit for a finding while the spec finding it waits for is undecided (LG-FIX-8). */
async function fixOrWait(work: Work, entry: LedgerEntry, round: number): Promise<FixRecord> {
  const { waiting, ledger } = work.state;
  const spec = Object.hasOwn(waiting, entry.id) ? ledger.findings.find(({ id }) => id === waiting[entry.id]) : undefined;
  const isUndecided = spec !== undefined && (isOpen(spec) || isLiveDispute(spec)) && !hasDisposition(spec);
  if (!isUndecided) return fixOne(work, entry, round);
  return { round, finding: entry.id, outcome: "waits-for-spec", commits: [], detail: `${spec.id} is undecided` };
}
