/** What the whole run owes, recomputed round by round: divergence, growth, degradations, disclosures. */
import type { Location } from "@loopwright/core";
import type { LandedFile } from "../facts/landed-facts.js";
import type { TriageRow } from "../facts/triage-facts.js";
import { scopeOf, isAnchorTraced, isStrong, provenState } from "./coverage.js";
import { gather, isOnRecord, noted, type AuditCase } from "./evidence-book.js";
import { artifactIds, isProse, pageOf, recount } from "./overlap.js";
import { normalise, pieces } from "./page.js";
import { isFloorGood, isPinnedRow, isRetired, isSerious, weigh, weightOf } from "./weigh.js";

/** Whether round j owes `NOT-CONVERGED`. */
export function owes(at: AuditCase, j: number): boolean {
  return noted(at, `owes ${j}`, () => streak(at, j) >= 2 && !closesItsHoles(at, j));
}

function streak(at: AuditCase, j: number): number {
  return j < 1 || recount(at, j).induced.length === 0 ? 0 : 1 + streak(at, j - 1);
}

/** The converging exception, used twice at most. */
function closesItsHoles(at: AuditCase, j: number): boolean {
  return noted(at, `closing ${j}`, () => {
    if (streak(at, j) !== 2 || recount(at, j).serious >= recount(at, j - 1).serious) return false;
    let uses = 0;
    for (let earlier = 1; earlier < j; earlier++) if (closesItsHoles(at, earlier)) uses++;
    if (uses >= 2) return false;
    for (let earlier = 1; earlier < j; earlier++) {
      for (const old of recount(at, earlier).induced) if (recount(at, j).induced.some((row) => comesBack(at, earlier, old, j, row))) return false;
    }
    return true;
  });
}

function comesBack(at: AuditCase, i: number, old: TriageRow, j: number, row: TriageRow): boolean {
  const all = <T>(one: TriageRow, pick: (finding: TriageRow["findings"][number]) => readonly T[]): readonly T[] => gather(one.findings, pick);
  const ids = all(old, (finding) => finding.requirementIds);
  if (all(row, (finding) => finding.requirementIds).some((id) => ids.includes(id))) return true;
  const named = (one: TriageRow): readonly string[] => all(one, (finding) => [normalise(finding.namedRequirement ?? "")]).filter((name) => name !== "");
  const isAlike = (a: string, b: string): boolean => a === b || (Math.min(a.length, b.length) >= 12 && (a.includes(b) || b.includes(a)));
  if (named(old).some((a) => named(row).some((b) => isAlike(a, b)))) return true;
  const before = all(old, (finding) => finding.locs);
  const after = all(row, (finding) => finding.locs);
  if (before.length === 0 || after.length === 0) return true;
  const byIds = artifactIds(at, old).length > 0 && artifactIds(at, row).length > 0;
  const quotes = all(old, (finding) => finding.quotes.flatMap(pieces));
  if (!byIds && after.some(({ file }) => isProse(file)) && all(row, (finding) => finding.quotes.flatMap(pieces)).some((piece) => quotes.includes(piece))) return true;
  return before.some((from) => after.some((to) => isSameSpot(at, i, from, j, to, byIds)));
}

function isSameSpot(at: AuditCase, i: number, from: Location, j: number, to: Location, byIds: boolean): boolean {
  let names = [from.file];
  let lines = from.line === undefined ? null : ([from.line, from.endLine ?? from.line] as const);
  for (const { landed } of at.run.rounds.slice(i - 1, j - 1)) {
    const current = names.at(-1);
    const file = landed?.files.find(({ path }) => path === current) ?? landed?.files.find(({ oldPath }) => oldPath === current);
    if (file === undefined) continue;
    if (file.hunks === null || file.status === "deleted" || file.status === "binary") lines = null;
    else if (lines !== null) lines = [shift(file.hunks, lines[0])[0], shift(file.hunks, lines[1])[1]];
    if (file.path !== current) names = [...names, file.path];
  }
  if (!names.includes(to.file)) return false;
  if (isProse(to.file)) {
    const under = (round: number, { file, line, section }: Location): string | undefined =>
      section !== undefined ? normalise(section) : line === undefined ? undefined : pageOf(at, round, file)?.titleAt(line);
    const [a, b] = [under(i, from), under(j, to)];
    return !byIds && (a === undefined || b === undefined || a === b);
  }
  if (lines === null || to.line === undefined) return true;
  return lines[0] <= (to.endLine ?? to.line) && to.line <= lines[1];
}

function shift(hunks: NonNullable<LandedFile["hunks"]>, line: number): readonly [number, number] {
  const inside = hunks.find((hunk) => hunk.oldLines > 0 && line >= hunk.oldStart && line < hunk.oldStart + hunk.oldLines);
  if (inside !== undefined) return [inside.newStart, inside.newStart + (inside.newLines === 0 ? 1 : inside.newLines - 1)];
  const above = hunks.filter((hunk) => hunk.oldStart + Math.max(hunk.oldLines, 1) - 1 < line);
  const moved = line + above.reduce((sum, hunk) => sum + hunk.newLines - hunk.oldLines, 0);
  return [moved, moved];
}

/** Growth of one round: code lines, prose words, and whether it could be measured. */
export function growth(at: AuditCase, j: number): { readonly lines: number; readonly words: number; readonly isMeasured: boolean } {
  let lines = 0;
  let words = 0;
  let isMeasured = true;
  for (const file of at.run.rounds[j - 1]?.landed?.files ?? []) {
    if (file.status === "binary") continue;
    if (!isProse(file.path)) lines += file.hunks === null ? file.added - file.removed : file.hunks.reduce((sum, hunk) => sum + hunk.newLines - hunk.oldLines, 0);
    else if (file.hunks === null) isMeasured = false;
    else words += file.hunks.reduce((sum, hunk) => sum + wordCount(hunk.added.join("\n")) - wordCount(hunk.removed.join("\n")), 0);
  }
  return { lines, words, isMeasured };
}

function wordCount(text: string): number {
  const spread = text.replace(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu, " \u4e00 ");
  return spread.split(/\s+/).filter((word) => word !== "").length;
}

/** The two latest rounds with a fix. */
export function latestFixes({ run, k }: AuditCase): readonly number[] {
  return run.rounds.slice(0, k).filter(({ landed }) => landed !== null).slice(-2).map(({ no }) => no);
}

/** Whether both of the latest two fixes grew the same unit. */
export function isBloated(at: AuditCase): boolean {
  const grown = latestFixes(at).map((j) => growth(at, j));
  return grown.length === 2 && (grown.every(({ lines }) => lines > 0) || grown.every(({ words }) => words > 0));
}

/** Whether anything broken was accepted: in triage and not closed since, or in the table of this round. */
export function hasAccepted(at: AuditCase): boolean {
  const rounds = at.run.rounds.slice(0, at.k);
  const isClosed = (id: string, from: number): boolean => rounds.slice(from - 1).some(({ landed }) => landed?.closes.includes(id) === true);
  const isAccepted = rounds.some(({ no, triage }) =>
    (triage ?? []).some((row) => row.disposition.kind === "accepted-degraded" && isRetired(at, no, row) && !isClosed(row.id, no)));
  return isAccepted || (at.round.table ?? []).some((row) => provenState(at, row) === "accepted-degraded");
}

/** Registrations of this round that hold. */
export function registeredRows(at: AuditCase): readonly TriageRow[] {
  return (at.round.triage ?? []).filter((row) => row.disposition.kind === "residual-floor" && isSerious(weightOf(at, at.k, row)) && isFloorGood(at, at.k, row, row.disposition.floor));
}

/** Whether a category in scope has no strong anchor, or rules were run by whoever wrote them. */
export function isWeak(at: AuditCase): boolean {
  return scopeOf(at).some((category) => !isStrong(at, category)) || at.run.rounds.slice(0, at.k).some((round) => round.implementAndRun === "ran");
}

/** Whether the drift/fragility disclosure is owed. */
export function owesDrift(at: AuditCase): boolean {
  const covered = at.round.anchors.filter((anchor) => anchor.form === "invariant" && isAnchorTraced(at, anchor)).flatMap(({ covers }) => covers ?? []);
  return !(covered.includes("drift") && covered.includes("fragility"));
}

/** Whether rules of something not built yet were never run. */
export function owesMechanic({ run, k, round }: AuditCase): boolean {
  return run.notYetBuilt && round.implementAndRun !== "n/a" && run.rounds.slice(0, k).every(({ implementAndRun }) => implementAndRun !== "ran");
}

/** The form that licensed a downgrade, latest first; `null` where none did. */
export function licensedBy(at: AuditCase): boolean {
  return at.run.rounds.slice(0, at.k).some(({ no, triage }) => (triage ?? []).some((row) => row.findings.some((finding) => weigh(at.run, no, row, finding).licensed)));
}

/** Pinned quotes that still stand in this round's texts. */
export function pinnedQuotes(at: AuditCase): number {
  const quotes = new Set<string>();
  for (const { triage } of at.run.rounds.slice(0, at.k)) {
    for (const row of triage ?? []) {
      if (!isPinnedRow(row)) continue;
      for (const finding of row.findings) if (finding.laneKind === "legibility" && finding.unfollowable !== undefined) finding.quotes.forEach((quote) => quotes.add(normalise(quote)));
    }
  }
  const pages = Object.keys(at.round.texts).map((file) => pageOf(at, at.k, file)?.words ?? "");
  return [...quotes].filter((quote) => quote !== "" && pages.some((page) => page.includes(quote))).length;
}

/** Whether the adviser answered on record, late enough, or twice off the contract. */
export function isRootCauseShown({ run, k }: AuditCase): boolean {
  const trigger = run.rounds[run.analysts.reduce((first, { triggerRound }) => Math.min(first, triggerRound), k) - 1];
  const since = Object.values(trigger?.slots ?? {}).flatMap(({ returns }) => returns).reduce((last, { seq }) => Math.max(last, seq), -1);
  const shown = run.analysts.filter(({ ret }) => isOnRecord(ret) && ret.seq > since);
  return shown.some(({ conforming, verdict }) => conforming && verdict !== null) || shown.filter(({ label }) => label === "not-run(analyst-offspec)").length >= 2;
}
