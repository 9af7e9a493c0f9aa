/** What a ledger loop established. */
import type { DecisionRecord, DispositionEntry } from "@loopwright/core";
import type { LedgerDecision } from "../ledger/decision/decide.js";
import { reportData, reportText, type LedgerReport } from "../ledger/texts/report.js";
import type { Ledger, LedgerEntry } from "../ledger/value/ledger.js";
import type { FixRecord, LeftOutFinding, LoopState, TakenFindings, ToolProblem } from "./state.js";

/** What a ledger loop established; `token` is that of the run's result. */
export interface LedgerLoopReport {
  readonly token: string;
  readonly checkpoint: string;
  /** The ledger as it was last read. */
  readonly ledger: Ledger;
  /** The same as text, and as data. */
  readonly text: string;
  readonly data: LedgerReport;
  /** What the last round came to; `null` where none was decided. */
  readonly decision: LedgerDecision | null;
  /** Exactly one disposition for each finding (G9). */
  readonly account: readonly DispositionEntry[];
  readonly fixes: readonly FixRecord[];
  readonly taken: readonly TakenFindings[];
  readonly leftOut: readonly LeftOutFinding[];
  /** Paths that the last packet did not show. */
  readonly omitted: readonly string[];
  /** Entries that the last round should have verified and did not (LG-PH-3). */
  readonly unverified: readonly string[];
  readonly tool: ToolProblem | null;
  readonly problem: string | null;
  readonly answer: string | null;
  readonly warnings: readonly string[];
}

/** Puts the report together; pure. */
export function ledgerLoopReportOf(state: LoopState, { token }: Pick<DecisionRecord, "token">): LedgerLoopReport {
  const { checkpoint, ledger, verdict, fixes, taken, leftOut, omitted, unverified, tool, problem, answer, warnings } = state;
  return {
    token, checkpoint, ledger, text: reportText(ledger), data: reportData(ledger), decision: verdict?.decision ?? null, account: ledger.findings.map(accountOf),
    fixes, taken, leftOut, omitted, unverified, tool, problem, answer, warnings,
  };
}

/** What became of an entry, in the words that all policies share. */
function accountOf({ id, status, disposition, relitigates, verifications }: LedgerEntry): DispositionEntry {
  if (status === "fixed") return { finding: id, disposition: { kind: "fixed", round: verifications?.at(-1)?.iteration ?? 1 } };
  const decided = typeof disposition === "object" && disposition !== null ? disposition : null;
  if (status === "deferred") return { finding: id, disposition: { kind: "deferred", reason: decided?.action === "defer" ? decided.ticket : "deferred" } };
  if (status === "rejected") return { finding: id, disposition: { kind: "rejected", reason: decided?.action === "reject" ? decided.reason : "rejected" } };
  if (status === "disputed" && relitigates !== undefined) return { finding: id, disposition: { kind: "dropped", reason: `repeats ${relitigates}, which is settled (LG-REL-1)` } };
  if (status === "disputed") return { finding: id, disposition: { kind: "unverified", reason: verifications?.at(-1)?.evidence ?? "in dispute" } };
  return { finding: id, disposition: { kind: "unresolved", reason: `${status}${decided === null ? "" : `, ${decided.action} pending`}` } };
}
