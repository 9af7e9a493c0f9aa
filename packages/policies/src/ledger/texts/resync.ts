/**
 * Side files made again from the ledger (LG-CLOSE-6): what a close could not append, and nothing twice.
 *
 * Invariants:
 * 1. Idempotent: appending the result and asking again gives nothing.
 * 2. The ledger is the truth; a line that stands in a log is never changed.
 */
import type { LedgerContext } from "../context.js";
import { isMarker, type Ledger, type RoundRecord } from "../value/ledger.js";
import { exitLine, ticketText } from "./side-files.js";

/** Texts of the side files; `""` where there is none. */
export interface SideFileTexts {
  readonly exitLog: string;
  readonly deferralFile: string;
}

/** What is to be appended to each; `null` for nothing. */
export interface MissingLines {
  readonly exitLine: string | null;
  readonly ticket: string | null;
}

/** Lines that the side files lack. What they say about dispositions is what holds now. */
export function missingLines(ledger: Ledger, texts: SideFileTexts, today: string, context: LedgerContext): MissingLines {
  const lines: string[] = [];
  const found = countLines(texts.exitLog);
  for (const record of ledger.history) {
    if (isMarker(record) || record.result === "CONTINUE") continue;
    const line = lineOf(ledger, record, today, context);
    const key = keyOf(line);
    const left = found.get(key) ?? 0;
    if (left > 0) found.set(key, left - 1);
    else lines.push(line);
  }
  const deferred = ledger.findings.filter(({ id, status }) => status === "deferred" && !`\n${texts.deferralFile}`.includes(`\n- ${id} [`));
  const round = ledger.history.findLast((item): item is RoundRecord => !isMarker(item))?.iteration ?? 1;
  return { exitLine: lines.length === 0 ? null : lines.join(""), ticket: deferred.length === 0 ? null : ticketText(ledger, deferred, { round, today }, context) };
}

function lineOf(ledger: Ledger, { result, iteration, counts }: RoundRecord, today: string, { names }: LedgerContext): string {
  return exitLine(ledger, { action: result, iteration, counts }, today, names);
}

/** What identifies an exit: action, cycle, round and open counts. */
function keyOf(line: string): string {
  const start = line.indexOf("review-loop ");
  const end = line.indexOf(" disputed=");
  return start < 0 || end < start ? "" : line.slice(start, end);
}

function countLines(log: string): Map<string, number> {
  const found = new Map<string, number>();
  for (const line of log.split("\n")) {
    const key = keyOf(line);
    if (key !== "") found.set(key, (found.get(key) ?? 0) + 1);
  }
  return found;
}
