/**
 * Lines that a closed round appends to the side files of its cycle (LG-EXIT, LG-TKT). Text only: whoever holds the disk
 * appends them, and can make them again from the ledger at any time (LG-CLOSE-6).
 *
 * Invariants:
 * 1. One exit is one line, whatever stands in the names it quotes (LG-SEC-19).
 * 2. The numbers are those before sealing; disputes and dispositions are those after it (LG-EXIT-1).
 */
import { oneLine } from "@loopwright/evidence";
import type { LedgerNames } from "../config/names.js";
import type { LedgerContext } from "../context.js";
import type { LedgerDecision } from "../decision/decide.js";
import { isSet, pendingAction } from "../value/entry.js";
import { isMarker, type Ledger, type LedgerEntry } from "../value/ledger.js";

/** The line that ends an instance (LG-EXIT-1). */
export function exitLine(sealed: Ledger, { action, iteration, counts }: Pick<LedgerDecision, "action" | "iteration" | "counts">, today: string, { toolName }: Pick<LedgerNames, "toolName">): string {
  const disputed = sealed.findings.filter(({ status }) => status === "disputed").length;
  const open = `${counts.critical}/${counts.major}/${counts.substantive}/${counts.cosmetic}`;
  const slug = oneLine(sealed.slug ?? "");
  return `- [${today}] review-loop ${action}: ${slug} iter=${iteration} open=${open} disputed=${disputed} dispositions=${dispositions(sealed)} [auto-logged by ${oneLine(toolName)}]\n`;
}

/** `F-001:defer,F-002:reject`, or `none`. */
function dispositions({ findings }: Ledger): string {
  const decided = findings.flatMap((entry) => {
    const action = entry.disposition === "fix-now" ? "fix-now" : pendingAction(entry);
    return action === null ? [] : [`${entry.id}:${action}`];
  });
  return decided.length === 0 ? "none" : decided.join(",");
}

/** First line of a deferral file. */
export function ticketTitle({ toolName }: Pick<LedgerNames, "toolName">): string {
  return `# Cleanup — deferred review findings [machine-written by ${oneLine(toolName)}]\n`;
}

/** The section of one close (LG-TKT-1). */
export function ticketText(
  sealed: Ledger,
  deferred: readonly LedgerEntry[],
  { round, today }: { readonly round: number; readonly today: string },
  { names, improvements }: LedgerContext,
): string {
  const isRich = improvements.has("LG-TKT-1");
  const checkpoint = isRich ? sealed.history.findLast(isMarker)?.instance : undefined;
  const heading = `## sealed at round ${round} — ${today}${checkpoint === undefined ? "" : ` — ${oneLine(checkpoint)}`}`;
  const lines = deferred.flatMap((entry) => {
    const { anchor, severity, claim, exit_criteria: exit } = entry;
    const place = `${oneLine(anchor.file)}:${anchor.region[0]}-${anchor.region[1]}`;
    const ticket = isRich ? foreignTicket(entry, names) : null;
    return [
      `- ${entry.id} [${severity}] ${oneLine(claim)} (${place})${ticket === null ? "" : ` → ${oneLine(ticket)}`}`,
      ...(isSet(exit) ? [`  - exit: ${oneLine(exit ?? "")}`] : []),
    ];
  });
  return `\n${heading}\n${lines.join("\n")}\n`;
}

/** The ticket, where the work is kept elsewhere than in the deferral file. */
function foreignTicket({ disposition }: LedgerEntry, { deferralFile }: LedgerNames): string | null {
  if (typeof disposition !== "object" || disposition?.action !== "defer") return null;
  return disposition.ticket === deferralFile ? null : disposition.ticket;
}
