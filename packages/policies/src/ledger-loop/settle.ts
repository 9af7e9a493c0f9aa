/** A person's answer goes into the ledger, and the round is closed again (LG-DEC-8, LG-DEC-9). Nobody is called. */
import { nextRound } from "../ledger/value/rounds.js";
import type { LedgerLoopSettings } from "./options.js";
import { close } from "./review.js";
import type { LoopState } from "./state.js";
import { atWork, Work, type LoopContext } from "./work.js";

/** Stores what is owed. Repeating it changes nothing: a later decision overwrites an earlier one (LG-DIS-1). */
export function applyDispositionsAndClose(ctx: LoopContext, state: LoopState, settings: LedgerLoopSettings): Promise<LoopState> {
  const work = new Work(ctx, state, settings);
  return atWork(work, async () => {
    const { ledger } = settings.ports;
    const { owed } = state;
    if (owed === null) return;
    if (owed.kind === "escalation") {
      await work.change("user-choice", () => ledger.userChoice(owed.choice), "reissue");
      if (owed.fixNow.length > 0) await work.change("fix-now", () => ledger.dispositionBatch({ ids: owed.fixNow, action: "fix-now", by: "human" }), "reissue");
      await work.readLedger();
    } else {
      for (const decision of owed.decisions) await work.change("disposition", () => ledger.dispositionBatch({ ...decision, by: "human" }), "reissue");
      await work.readLedger();
      await close(work, nextRound(work.state.ledger));
    }
    work.set({ owed: null });
  });
}
