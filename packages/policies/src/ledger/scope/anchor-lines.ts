/**
 * Where an anchor lies in the version that a commit changed (LG-CD-10, LG-CD-11).
 *
 * Invariants:
 * 1. The recorded lines count where they still have the recorded text; else the one place that has it; else the recorded
 *    lines again.
 * 2. Looking for that place costs at most {@link MAX_RELOCATION_LINES} lines of hashing; beyond it nothing is relocated.
 */
import { decodeFile, fingerprintLines, splitLines, type Hunk, type LineRegion } from "@loopwright/evidence";
import type { LedgerEntry } from "../value/ledger.js";

/** Lines that the search for one anchor may hash. */
export const MAX_RELOCATION_LINES = 2_000_000;

/** Lines of a file that may be changed. */
export interface ScopeLines {
  readonly id: string;
  readonly file: string;
  readonly region: LineRegion;
  /** Whether the region is not the recorded one. */
  readonly isRelocated: boolean;
}

/** The lines of an entry's anchor before a commit. */
export function anchorLines({ id, anchor }: LedgerEntry, before: (path: string) => string | Uint8Array | null): ScopeLines {
  const { file, region, fingerprint } = anchor;
  const recorded = { id, file, region, isRelocated: false };
  const content = before(file);
  if (content === null) return recorded;
  const lines = splitLines(decodeFile(content));
  if (fingerprintLines(lines, region)?.fingerprint === fingerprint) return recorded;
  const found = onlyPlaceOf(lines, region[1] - region[0] + 1, fingerprint);
  return found === null ? recorded : { id, file, region: found, isRelocated: true };
}

/** The only window of so many lines that has the fingerprint; `null` for none, several, or too long a search. */
function onlyPlaceOf(lines: readonly string[], height: number, fingerprint: string): LineRegion | null {
  const last = lines.length - height + 1;
  if (last < 1 || last * height > MAX_RELOCATION_LINES) return null;
  let found: LineRegion | null = null;
  for (let start = 1; start <= last; start++) {
    const region: LineRegion = [start, start + height - 1];
    if (fingerprintLines(lines, region)?.fingerprint !== fingerprint) continue;
    if (found !== null) return null;
    found = region;
  }
  return found;
}

/** Whether a hunk lies in a region: its old lines do, or, for a pure insertion, it stands right before or in it (LG-CD-10). */
export function isHunkInside({ oldStart, oldCount }: Hunk, [start, end]: LineRegion, options: { readonly isStrict?: boolean } = {}): boolean {
  if (oldCount > 0) return start <= oldStart && oldStart + oldCount - 1 <= end;
  return (options.isStrict === true ? start : start - 1) <= oldStart && oldStart <= end;
}
