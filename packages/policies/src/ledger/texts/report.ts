/**
 * The ledger for a person, as text, and for a program, as data (LG-RPT). Reads only.
 *
 * Invariants:
 * 1. Each finding has two or three lines; whatever it quotes stays on its line, with control characters visible (LG-SEC-19).
 * 2. Text and data say the same.
 */
import { ledgerSeverity } from "@loopwright/core";
import { oneLine } from "@loopwright/evidence";
import { ALL_IMPROVEMENTS, type Improvements } from "../improvements.js";
import { isLiveDispute, isSet, pendingAction } from "../value/entry.js";
import { isMarker, type HistoryItem, type Ledger, type LedgerEntry } from "../value/ledger.js";
import { ledgerWarnings } from "./ledger-warnings.js";

/** One finding, as the report shows it. */
export interface ReportedFinding {
  readonly id: string;
  readonly severity: string;
  readonly status: string;
  readonly claim: string;
  /** Why severity and reported severity differ; `null` where they do not. */
  readonly note: string | null;
  /** `file:start-end`. */
  readonly anchor: string;
  /** Kind, and what it refers to. */
  readonly witness: string;
  readonly disposition: string | null;
  /** Why it is disputed; `null` where it is not. */
  readonly dispute: string | null;
}

/** A report as data (LG-RPT-2). */
export interface LedgerReport {
  readonly slug: string;
  readonly findings: readonly ReportedFinding[];
  /** `1:CONTINUE`, `[plan]`, in order. */
  readonly trail: readonly string[];
  /** What a reader should know beside it. */
  readonly warnings: readonly string[];
}

/** The report as data. `slug` names a ledger that does not name itself. */
export function reportData(ledger: Ledger, options: { readonly slug?: string; readonly improvements?: Improvements } = {}): LedgerReport {
  const { slug = "", improvements = ALL_IMPROVEMENTS } = options;
  return {
    slug: isSet(ledger.slug) ? (ledger.slug ?? "") : slug,
    findings: ledger.findings.map((entry) => reportedFinding(entry, improvements)),
    trail: ledger.history.map(trailItem),
    warnings: ledgerWarnings(ledger),
  };
}

/** The report as text (LG-RPT-1). */
export function reportText(ledger: Ledger, options: { readonly slug?: string; readonly improvements?: Improvements } = {}): string {
  const { slug, findings, trail, warnings } = reportData(ledger, options);
  const body = findings.length === 0 ? ["no findings recorded"] : findings.flatMap(linesOf);
  const isPlain = options.improvements !== undefined;
  return [
    `review ledger — ${oneLine(slug)}`,
    "",
    ...body,
    ...(trail.length === 0 ? [] : ["", `rounds: ${trail.map((item) => oneLine(item)).join(" → ")}`]),
    ...(isPlain ? [] : warnings.map((warning) => `warning: ${oneLine(warning)}`)),
  ].join("\n");
}

function linesOf(finding: ReportedFinding): readonly string[] {
  const { id, severity, status, claim, note, anchor, witness, disposition, dispute } = finding;
  const head = `${oneLine(id)}  ${oneLine(severity).padEnd(11)} ${oneLine(status).padEnd(10)} ${oneLine(claim)}`;
  const place = `       anchor ${oneLine(anchor)}  witness ${oneLine(witness)}`;
  return [
    note === null ? head : `${head} (${note})`,
    disposition === null ? place : `${place}  disposition ${disposition}`,
    ...(dispute === null ? [] : [`       ${oneLine(dispute)}`]),
  ];
}

function reportedFinding(entry: LedgerEntry, improvements: Improvements): ReportedFinding {
  const { id, severity, status, claim, anchor, witness } = entry;
  const kind = witness?.kind ?? "none";
  return {
    id,
    severity,
    status,
    claim,
    note: severityNote(entry, improvements),
    anchor: `${anchor.file}:${String(anchor.region[0])}-${String(anchor.region[1])}`,
    witness: isSet(witness?.ref) ? `${kind} (${witness?.ref ?? ""})` : kind,
    disposition: entry.disposition === "fix-now" ? "fix-now" : pendingAction(entry),
    dispute: disputeOf(entry),
  };
}

/** Why the severity is not the reported one: capped for want of evidence (LG-INT-5), or raised by it (LG-INT-7). */
function severityNote({ severity, severity_as_reported: reported, citation_unresolved: isUnresolved }: LedgerEntry, improvements: Improvements): string | null {
  if (reported === undefined || reported === severity) return null;
  if (improvements.has("LG-INT-7") && ledgerSeverity.compare(severity, reported) < 0) return `reported ${reported}, raised by stronger evidence`;
  return `reported ${reported}, capped: ${isUnresolved === true ? "citation did not resolve" : "no citation"}, no witness`;
}

function disputeOf(entry: LedgerEntry): string | null {
  if (isSet(entry.relitigates)) return `relitigates ${entry.relitigates ?? ""} (fingerprint unchanged — the guard, not a live dispute)`;
  const last = isLiveDispute(entry) ? entry.verifications?.at(-1) : undefined;
  return last === undefined ? null : `disputed@${last.iteration}: ${last.evidence}`;
}

function trailItem(item: HistoryItem): string {
  return isMarker(item) ? `[${item.instance}]` : `${item.iteration}:${item.result}`;
}
