/** The triage list as text, whole (RL-TR-02), and what the user is told about it (RL-TR-15). */
import { formatLocation } from "@loopwright/core";
import { viewOf } from "../decide/decide.js";
import { gradeFinding, severities } from "../decide/grade.js";
import { resolutions } from "../decide/resolution.js";
import type { RunView } from "../decide/run-view.js";
import type { ReviewRun } from "../facts/run-facts.js";
import type { RowDisposition, TriageRow } from "../facts/triage-facts.js";
import { lineText } from "../status/status-block.js";
import { preRewriteText } from "./attach.js";

/** The list of round k for the transcript: severity, place, disposition, scope, sources, quotes, and the text before a rewrite. */
export function renderTriage(run: ReviewRun, k: number): string {
  const view = viewOf(run, k);
  const rows = view.triage(k).map((row) => rowText(view, k, row));
  return rows.length === 0 ? "no findings" : rows.join("\n");
}

function rowText(view: RunView, k: number, row: TriageRow): string {
  const severity = view.at(severities, k).get(row.id) ?? "major";
  const places = row.findings.flatMap(({ locs }) => locs.map(formatLocation)).join(", ");
  const sources = row.findings.map((finding) => sourceText(view, k, row, finding)).join(", ");
  const quotes = row.findings.flatMap((finding) => finding.quotes).map((quote) => `"${lineText(quote)}"`);
  const before = preRewriteText(view.run, k, row.id);
  return [
    `${row.id} | ${severity} | ${places === "" ? "no place" : places} | ${dispositionText(row.disposition)} | ${row.scope} | ${sources}`,
    ...(quotes.length === 0 ? [] : [`  quotes: ${quotes.join(", ")}`]),
    ...(row.restatement === undefined ? [] : [`  restates: "${lineText(row.restatement.preQuote)}"`]),
    ...(before === null ? [] : [`  before the rewrite (${before.from}): "${lineText(before.text)}"`]),
  ].join("\n");
}

/** Raw and normalised grade stand side by side (RL-VN-03). */
function sourceText(view: RunView, k: number, row: TriageRow, finding: TriageRow["findings"][number]): string {
  const { severity, voidDemotion, formLicensed } = gradeFinding(view, k, row, finding);
  const notes = `${voidDemotion ? ", void demotion" : ""}${formLicensed ? ", form licence" : ""}`;
  return `${lineText(finding.lane)} (${finding.laneKind}, ${finding.id}: ${finding.claimed === null ? "no label" : lineText(finding.claimed)} → ${severity}${notes})`;
}

function dispositionText(disposition: RowDisposition): string {
  switch (disposition.kind) {
    case "accepted-degraded":
    case "not-applicable":
      return `${disposition.kind} (${disposition.definition ?? "no definition"}: ${lineText(disposition.reason)})`;
    case "residual-floor":
      return `residual-floor (${lineText(disposition.floor.artifact)}, ${lineText(disposition.floor.record)})`;
    case "external-reference":
      return `external-reference (${lineText(disposition.ref.name)})`;
    case "fix":
      return `fix (${lineText(disposition.spec)})`;
    default:
      return disposition.kind;
  }
}

/** What becomes of each row of round k, by id, for the user: no row is left out. */
export type TriageReport = { readonly fixed: readonly string[]; readonly retired: readonly string[]; readonly skipped: readonly string[]; readonly open: readonly string[] };

/** Sorts the rows of round k by what happens to them. */
export function triageReport(run: ReviewRun, k: number): TriageReport {
  const view = viewOf(run, k);
  const resolved = view.at(resolutions, k);
  const groups = { fixed: [] as string[], retired: [] as string[], skipped: [] as string[], open: [] as string[] };
  for (const row of view.triage(k)) {
    const { kind } = row.disposition;
    if (kind === "fix" || kind === "fixed") groups.fixed.push(row.id);
    else if (resolved.get(row.id) !== true) groups.open.push(row.id);
    else if (kind === "left" || kind === "pending") groups.skipped.push(row.id);
    else groups.retired.push(row.id);
  }
  return groups;
}
