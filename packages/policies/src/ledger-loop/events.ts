import type { LedgerAction } from "../ledger/value/ledger.js";
import type { FixRecord } from "./state.js";

/** The loop's own events, beside the runner's: ids and sizes, no content. */
export type LedgerLoopEvent =
  | { readonly type: "suite.run"; readonly ledgerRound: number; readonly suite: string; readonly gates: string }
  | { readonly type: "witness.run"; readonly finding: string; readonly status: "red" | "green" | "not-run" }
  | { readonly type: "findings.verified"; readonly ledgerRound: number; readonly ids: readonly string[] }
  | { readonly type: "findings.taken"; readonly ledgerRound: number; readonly new: readonly string[]; readonly merged: readonly string[]; readonly disputed: readonly string[]; readonly capped: readonly string[] }
  | { readonly type: "findings.unreadable"; readonly repair: number; readonly code: string }
  | { readonly type: "review.discarded"; readonly paths: number }
  | { readonly type: "fix.ended"; readonly finding: string; readonly outcome: FixRecord["outcome"] }
  | { readonly type: "commit.checked"; readonly finding: string; readonly commit: string; readonly inScope: boolean; readonly licenseOk: boolean; readonly machineIds: readonly string[] }
  | { readonly type: "round.closed"; readonly ledgerRound: number; readonly action: LedgerAction; readonly weight: number }
  | { readonly type: "round.undecided"; readonly ledgerRound: number; readonly action: LedgerAction; readonly required: readonly string[] };
