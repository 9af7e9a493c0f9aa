/** Lines and hunks: which lines a landed file owns, and where a span moved to (D16, D21). */
import type { Hunk, LandedFile } from "../facts/landed-facts.js";
import type { Lines } from "./folded-text.js";

/** The lines that a hunk owns after the fix; a cut owns the two lines around it (D16). */
export function ownedLines({ newStart, newLines }: Hunk): Lines {
  return newLines > 0 ? { start: newStart, end: newStart + newLines - 1 } : { start: newStart, end: newStart + 1 };
}

/** The lines that a hunk added; `null` for a cut. */
export function addedLines(hunk: Hunk): Lines | null {
  return hunk.newLines > 0 ? ownedLines(hunk) : null;
}

/** Whether two spans share a line. */
export function hasCommonLine(left: Lines, right: Lines): boolean {
  return left.start <= right.end && right.start <= left.end;
}

/** Whether a fix touched the whole of a file as far as anyone can tell (D15, D16). */
export function isWholeFile({ hunks, status }: LandedFile): boolean {
  return hunks === null || status === "deleted" || status === "binary";
}

/** The landed file that a path names, and whether it names it by the path it had before. */
export function landedFileOf(files: readonly LandedFile[], path: string): { readonly file: LandedFile; readonly isOldName: boolean } | null {
  const current = files.find((file) => file.path === path);
  if (current !== undefined) return { file: current, isOldName: false };
  const former = files.find((file) => file.oldPath === path);
  return former === undefined ? null : { file: former, isOldName: true };
}

/** Moves a span over one landed file; a line inside a replaced hunk becomes the hunk's new span. */
export function moveOver(hunks: readonly Hunk[], span: Lines): Lines {
  return { start: movedLine(hunks, span.start).start, end: movedLine(hunks, span.end).end };
}

function movedLine(hunks: readonly Hunk[], line: number): Lines {
  let shift = 0;
  for (const hunk of hunks) {
    const { oldStart, oldLines, newLines } = hunk;
    const last = oldLines > 0 ? oldStart + oldLines - 1 : oldStart;
    if (oldLines > 0 && oldStart <= line && line <= last) return ownedLines(hunk);
    if (last < line) shift += newLines - oldLines;
  }
  return { start: line + shift, end: line + shift };
}
