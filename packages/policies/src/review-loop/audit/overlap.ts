/** Predicate 12's intersection: the serious rows of a round with what the round before it landed (RL-TE-20, §17.6). */
import type { Location } from "@loopwright/core";
import type { Hunk, Landed, LandedFile } from "../facts/landed-facts.js";
import type { TriageRow } from "../facts/triage-facts.js";
import { gather, noted, type AuditCase } from "./evidence-book.js";
import { normalise, Page, pieces, type Span } from "./page.js";
import { isFloorGood, isSerious, weightOf } from "./weigh.js";

/** What a recount gives. */
export type Recount = { readonly induced: readonly TriageRow[]; readonly unclear: readonly string[]; readonly serious: number; readonly isApplicable: boolean };

type Answer = "yes" | "no" | "unclear";

/** Counts round j again. */
export function recount(at: AuditCase, j: number): Recount {
  return noted(at, `recount ${j}`, () => {
    const serious = (at.run.rounds[j - 1]?.triage ?? []).filter((row) => isSerious(weightOf(at, j, row)));
    const landed = at.run.rounds[j - 2]?.landed ?? null;
    const induced: TriageRow[] = [];
    const unclear: string[] = [];
    for (const row of landed === null ? [] : serious) {
      if (row.disposition.kind === "residual-floor" && isFloorGood(at, j, row, row.disposition.floor)) continue;
      const answer = landed === null ? "no" : touches(at, j, row, landed);
      if (answer !== "no") induced.push(row);
      if (answer === "unclear") unclear.push(row.id);
    }
    return { induced, unclear, serious: serious.length, isApplicable: landed !== null };
  });
}

function touches(at: AuditCase, j: number, row: TriageRow, { files }: Landed): Answer {
  const places = gather(row.findings, (finding) => finding.locs);
  const answers = new Set(places.map((place) => touchesPlace(at, j, row, place, files)));
  if (places.length === 0) return "unclear";
  return answers.has("yes") ? "yes" : answers.has("unclear") ? "unclear" : "no";
}

function touchesPlace(at: AuditCase, j: number, row: TriageRow, place: Location, files: readonly LandedFile[]): Answer {
  const file = files.find(({ path }) => path === place.file);
  if (file === undefined) return files.some(({ oldPath }) => oldPath === place.file) ? "yes" : "no";
  if (file.hunks === null || file.status === "binary" || file.status === "deleted") return "yes";
  if (isProse(place.file)) return touchesProse(at, j, row, place, file, file.hunks);
  const { line, endLine = line } = place;
  if (line === undefined || endLine === undefined) return "yes";
  return file.hunks.some((hunk) => crosses(reach(hunk), { from: line, to: endLine })) ? "yes" : "no";
}

/** Prose by its ending. */
export function isProse(file: string): boolean {
  return ["md", "mdx", "markdown", "rst", "adoc", "txt"].some((ending) => file.toLowerCase().endsWith(`.${ending}`));
}

function reach({ newStart, newLines }: Hunk): Span {
  return { from: newStart, to: newStart + Math.max(newLines, 2) - 1 - (newLines === 1 ? 1 : 0) };
}

const crosses = (a: Span, b: Span): boolean => Math.max(a.from, b.from) <= Math.min(a.to, b.to);

/** The page of a file as round j reviewed it. */
export function pageOf(at: AuditCase, j: number, file: string): Page | null {
  return noted(at, `page ${j} ${file}`, () => {
    const texts = at.run.rounds[j - 1]?.texts;
    const text = texts !== undefined && Object.hasOwn(texts, file) ? texts[file] : undefined;
    return text === undefined ? null : new Page(text);
  });
}

function touchesProse(at: AuditCase, j: number, row: TriageRow, place: Location, file: LandedFile, hunks: readonly Hunk[]): Answer {
  const now = pageOf(at, j, place.file);
  const kept = pageOf(at, j - 1, file.oldPath ?? file.path) ?? (file.status === "added" ? new Page("") : null);
  const typed = kept === null && row.preRewriteQuote !== undefined && normalise(row.preRewriteQuote) !== "" ? new Page(row.preRewriteQuote) : null;
  const before = kept ?? typed;
  /** The old words under a heading; a typed excerpt has no headings worth asking for. */
  const oldWords = (title: string | undefined): string | null => {
    if (before === null) return null;
    if (typed !== null) return before.words;
    return title === undefined ? null : before.under(title);
  };
  const promise = normalise(row.restatement?.preQuote ?? "");
  if (promise.length >= 12 && before !== null) {
    const title = place.section ?? (now !== null && place.line !== undefined ? now.titleAt(place.line) : undefined);
    if ((oldWords(title) ?? before.words).includes(promise)) return "no";
  }
  const ids = knownIds(at, row, [now?.lines ?? [], before?.lines ?? [], ...hunks.flatMap(({ added, removed }) => [added, removed])].flat());
  if (ids.length > 0) {
    const answers = ids.map((id) => touchesId(id, hunks, now, before));
    return answers.includes("yes") ? "yes" : answers.includes("unclear") ? "unclear" : "no";
  }
  const quoted = gather(row.findings, (finding) => finding.quotes).flatMap(pieces);
  if (quoted.length === 0) return touchesLines(place, hunks, now, before, oldWords);
  const answers = quoted.map((piece) => touchesQuote(piece, place, hunks, now, before, oldWords));
  if (answers.includes("yes")) return "yes";
  return answers.includes("unclear") || !answers.includes("no") ? "unclear" : "no";
}

type OldWords = (title: string | undefined) => string | null;

function touchesQuote(piece: string, place: Location, hunks: readonly Hunk[], now: Page | null, before: Page | null, oldWords: OldWords): Answer | "nowhere" {
  const found = now?.find(piece) ?? [];
  if (now !== null && found.length > 0) {
    const section = place.section === undefined ? undefined : now.section(place.section, place.line);
    const inside = section === undefined ? [] : found.filter((span) => crosses(span, section));
    const hit = (inside.length > 0 ? inside : found).find((span) => hunks.some((hunk) => hunk.newLines > 0 && crosses(span, { from: hunk.newStart, to: hunk.newStart + hunk.newLines - 1 })));
    if (hit === undefined) return "no";
    if (before === null) return "unclear";
    return (oldWords(section?.title ?? now.titleAt(hit.from) ?? place.section) ?? "").includes(piece) ? "no" : "yes";
  }
  const side = (which: "added" | "removed"): string => normalise(gather(hunks, (hunk) => hunk[which]).join("\n"));
  if (now === null && side("added").includes(piece)) {
    if (before === null) return "unclear";
    return before.words.includes(piece) ? "no" : "yes";
  }
  if (side("removed").includes(piece)) return "yes";
  return now !== null && before !== null && before.words.includes(piece) ? "yes" : "nowhere";
}

function touchesLines(place: Location, hunks: readonly Hunk[], now: Page | null, before: Page | null, oldWords: OldWords): Answer {
  if (place.line === undefined) return "unclear";
  const last = place.endLine ?? place.line;
  const lines: number[] = [];
  for (const hunk of hunks) {
    const { from, to } = reach(hunk);
    for (let line = Math.max(from, place.line); line <= Math.min(to, last); line++) lines.push(line);
  }
  if (lines.length === 0) return "no";
  if (now === null || before === null) return "unclear";
  const answers = lines.map((line) => {
    const words = normalise(now.lines[line - 1] ?? "");
    if (words === "") return "unclear";
    return (oldWords(now.titleAt(line) ?? place.section) ?? "").includes(words) ? "no" : "yes";
  });
  return answers.includes("yes") ? "yes" : answers.includes("unclear") ? "unclear" : "no";
}

/** A row's ids that are ids of the artifact. */
export function artifactIds({ run }: AuditCase, row: TriageRow): readonly string[] {
  if (run.idPattern === null) return [];
  const pattern = new RegExp(run.idPattern);
  return gather(row.findings, (finding) => finding.requirementIds).filter((id) => id.length > 0 && id.length <= 80 && pattern.test(id));
}

function knownIds(at: AuditCase, row: TriageRow, lines: readonly string[]): readonly string[] {
  return artifactIds(at, row).filter((id) => lines.some((line) => names(line, id)));
}

/** Whether a line names an id as a whole word of letters, digits, `_` and `-`. */
function names(line: string, id: string): boolean {
  const parts = line.split(id);
  return parts.slice(1).some((after, index) => !/[\p{L}\p{N}_-]$/u.test(parts[index] ?? "") && !/^[\p{L}\p{N}_-]/u.test(after) && !isGlued(parts, index));
}

/** Between two ids without anything between them neither stands alone. */
function isGlued(parts: readonly string[], index: number): boolean {
  const isBefore = index > 0 && parts[index] === "";
  const isAfter = index + 2 < parts.length && parts[index + 1] === "";
  return isBefore || isAfter;
}

function touchesId(id: string, hunks: readonly Hunk[], now: Page | null, before: Page | null): Answer {
  const blocks = now?.blocks.filter((block) => block.lines.some((line) => names(line, id))) ?? [];
  if (blocks.length === 0) return hunks.some(({ added, removed }) => [...added, ...removed].some((line) => names(line, id))) ? "yes" : "no";
  const changed = blocks.filter((block) => hunks.some((hunk) => crosses(reach(hunk), block)));
  if (changed.length === 0) return "no";
  if (before === null) return "unclear";
  const old = before.blocks.filter((block) => block.lines.some((line) => names(line, id))).map(({ lines }) => normalise(lines.join("\n")));
  return changed.every(({ lines }) => old.includes(normalise(lines.join("\n")))) ? "no" : "yes";
}
