/** Recurrence: whether an induced row comes back to what an earlier induced row already named (§17.13, D21). */
import { linesOf, type Location } from "@loopwright/core";
import type { RaisedFinding, TriageRow } from "../facts/triage-facts.js";
import { isProseFile } from "./file-kind.js";
import { fold, quoteFragments, type Lines } from "./folded-text.js";
import { hasCommonLine, isWholeFile, landedFileOf, moveOver } from "./hunk-lines.js";
import { proseText } from "./prose-texts.js";
import { nativeIds } from "./requirement-ids.js";
import type { RunView } from "./run-view.js";
import { sectionAt } from "./sections.js";

/** Shorter names contain each other by accident; the length itself is arbitrary (D21). */
const MIN_CONTAINED = 12;

/** Whether a row of round k names what a row of the earlier round j named. */
export function isRecurring(view: RunView, j: number, older: TriageRow, k: number, row: TriageRow): boolean {
  if (hasCommonId(older, row) || hasCommonName(older, row)) return true;
  const haveIds = nativeIds(view, older).length > 0 && nativeIds(view, row).length > 0;
  const olds = older.findings.flatMap(({ locs }) => locs);
  const locs = row.findings.flatMap((finding) => finding.locs);
  if (olds.length === 0 || locs.length === 0) return true; // nothing to tell them apart by
  if (!haveIds && locs.some(({ file }) => isProseFile(file)) && hasCommonQuote(older, row)) return true;
  return olds.some((old) => locs.some((loc) => isSamePlace(view, j, old, k, loc, haveIds)));
}

function hasCommonId(older: TriageRow, row: TriageRow): boolean {
  const ids = new Set(older.findings.flatMap(({ requirementIds }) => requirementIds));
  return row.findings.some(({ requirementIds }) => requirementIds.some((id) => ids.has(id)));
}

function hasCommonName(older: TriageRow, row: TriageRow): boolean {
  const names = namesOf(row);
  return namesOf(older).some((old) => names.some((name) => isSameName(old, name)));
}

function namesOf({ findings }: TriageRow): readonly string[] {
  return findings.map(({ namedRequirement }: RaisedFinding) => fold(namedRequirement ?? "")).filter((name) => name !== "");
}

function isSameName(left: string, right: string): boolean {
  if (left === right) return true;
  const [short, long] = left.length <= right.length ? [left, right] : [right, left];
  return short.length >= MIN_CONTAINED && long.includes(short);
}

function hasCommonQuote(older: TriageRow, row: TriageRow): boolean {
  const quotes = new Set(older.findings.flatMap((finding) => finding.quotes.flatMap(quoteFragments)));
  return row.findings.some((finding) => finding.quotes.flatMap(quoteFragments).some((quote) => quotes.has(quote)));
}

function isSamePlace(view: RunView, j: number, old: Location, k: number, loc: Location, haveIds: boolean): boolean {
  const moved = moveForward(view, j, old, k);
  if (!moved.files.includes(loc.file)) return false;
  if (isProseFile(loc.file)) return !haveIds && isSameSection(view, j, old, k, loc);
  const span = linesOf(loc);
  // No coordinates on either side: assumed to be the same place.
  return moved.span === null || span === null || hasCommonLine(moved.span, span);
}

/** The same heading; a section that cannot be told recurs. */
function isSameSection(view: RunView, j: number, old: Location, k: number, loc: Location): boolean {
  const left = titleOf(view, j, old);
  const right = titleOf(view, k, loc);
  return left === null || right === null || left === right;
}

function titleOf(view: RunView, k: number, { file, line, section }: Location): string | null {
  if (section !== undefined) return fold(section);
  const text = proseText(view, k, file);
  return text === null || line === undefined ? null : (sectionAt(text.sections, line)?.title ?? null);
}

/** Carries a place of round j into the coordinates of round k, over every diff in between. A rename leaves both names. */
function moveForward(view: RunView, j: number, loc: Location, k: number): { readonly files: readonly string[]; readonly span: Lines | null } {
  let file = loc.file;
  const files = [file];
  let span = linesOf(loc);
  for (let round = j; round < k; round++) {
    const found = landedFileOf(view.round(round)?.landed?.files ?? [], file);
    if (found === null) continue;
    if (isWholeFile(found.file)) span = null;
    else if (span !== null) span = moveOver(found.file.hunks ?? [], span);
    if (found.isOldName) files.push((file = found.file.path));
  }
  return { files, span };
}
