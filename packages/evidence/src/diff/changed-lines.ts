/**
 * Changed lines as sets, for asking whether a place lies in a change.
 *
 * Invariants:
 * 1. Building is linear in the hunks when they come in order, as diffs print them; asking takes a binary search.
 * 2. A pure insertion has no old lines and a pure deletion no new ones: neither touches a line on that side.
 */
import type { DiffFile } from "./diff-reader.js";
import type { Hunk } from "./hunk.js";

/** Which side of a change is meant: the version before it, or the one after it. */
export type DiffSide = "old" | "new";

/** Lines of some files. */
export interface ChangedLines {
  /** Whether some line of the region is among them; no region asks about any line of the file. */
  touches(path: string, region?: readonly [start: number, end: number]): boolean;
  /** The runs of a file, in order, none adjacent to the next. */
  runs(path: string): readonly (readonly [start: number, end: number])[];
  readonly paths: readonly string[];
}

type Run = readonly [start: number, end: number];

/** The lines that a diff takes away (`old`) or puts in (`new`), by the path on that side. */
export function changedLines(files: Iterable<Pick<DiffFile, "oldPath" | "newPath" | "hunks">>, side: DiffSide): ChangedLines {
  const found = new Map<string, Run[]>();
  for (const file of files) {
    const path = side === "old" ? file.oldPath : file.newPath;
    if (path === null) continue;
    const runs = found.get(path) ?? [];
    if (runs.length === 0) found.set(path, runs);
    for (const hunk of file.hunks) {
      const run = runOf(hunk, side);
      if (run !== null) runs.push(run);
    }
  }
  const merged = new Map([...found].map(([path, runs]) => [path, mergeRuns(runs)] as const));
  return {
    touches: (path, region) => {
      const runs = merged.get(path) ?? [];
      return region === undefined ? runs.length > 0 : isTouched(runs, region);
    },
    runs: (path) => merged.get(path) ?? [],
    paths: [...merged.keys()],
  };
}

function runOf(hunk: Hunk, side: DiffSide): Run | null {
  const [start, count] = side === "old" ? [hunk.oldStart, hunk.oldCount] : [hunk.newStart, hunk.newCount];
  return count === 0 ? null : [start, start + count - 1];
}

function mergeRuns(runs: readonly Run[]): readonly Run[] {
  const isSorted = runs.every((run, index) => index === 0 || run[0] >= (runs[index - 1] as Run)[0]);
  const sorted = isSorted ? runs : [...runs].sort((left, right) => left[0] - right[0]);
  const merged: [number, number][] = [];
  for (const [start, end] of sorted) {
    const last = merged.at(-1);
    if (last !== undefined && start <= last[1] + 1) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
}

function isTouched(runs: readonly Run[], [start, end]: readonly [start: number, end: number]): boolean {
  let low = 0;
  let high = runs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((runs[middle] as Run)[1] < start) low = middle + 1;
    else high = middle;
  }
  const run = runs[low];
  return run !== undefined && run[0] <= end;
}
