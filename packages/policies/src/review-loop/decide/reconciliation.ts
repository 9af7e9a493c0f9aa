/** Reconciliation of the failure table with its anchors, both ways (RL-EN-12..16). */
import { isOverlapping, type Location } from "@loopwright/core";
import type { Category, EnumRow } from "../facts/round-facts.js";
import { anchorPoints, placeOf, strongCategories, type AnchorPoint } from "./anchors.js";
import { hasMention } from "./evidence-text.js";
import type { RunView } from "./run-view.js";

/** What comparing table and anchors gives. */
export type Reconciliation = {
  readonly ok: boolean;
  readonly hasAnchor: boolean;
  /** Points that no row accounts for; under a strong anchor also those that two rows claim (RL-EN-12, RL-EN-14). */
  readonly omissions: readonly AnchorPoint[];
  /** Rows that neither diff, anchor nor a record knows (RL-EN-13). */
  readonly unverified: readonly EnumRow[];
  /** Some row stands for several points under a weak anchor (RL-EN-15). */
  readonly declaredIncomplete: boolean;
};

/** Reconciles round k. */
export function reconciliation(view: RunView, k: number): Reconciliation {
  const round = view.round(k);
  const table = round?.table ?? [];
  const points = view.at(anchorPoints, k);
  const strong = view.at(strongCategories, k);
  const hasAnchor = view.at(isAnchored, k);
  const byFile = groupByFile(table);
  const omissions = points.filter((point) => !isAccountedFor(point, byFile.get(point.loc.file) ?? [], strong));
  const pointFiles = new Map<string, AnchorPoint[]>();
  for (const point of points) pointFiles.set(point.loc.file, [...(pointFiles.get(point.loc.file) ?? []), point]);
  const unverified = table.filter((row) => !isKnownRow(view, k, row, pointFiles));
  const declaredIncomplete = table.some(({ merged, category }) => merged !== undefined && merged.length > 0 && !strong.has(category));
  return { ok: hasAnchor && omissions.length === 0 && unverified.length === 0, hasAnchor, omissions, unverified, declaredIncomplete };
}

/** Whether there is anything to compare with: the checklist, without which no other anchor is accepted either (RL-EN-16, RL-AN-05). */
export function isAnchored(view: RunView, k: number): boolean {
  return (view.round(k)?.checklist ?? null) !== null;
}

/** Rows by every file they or their merged members name. */
function groupByFile(table: readonly EnumRow[]): ReadonlyMap<string, readonly EnumRow[]> {
  const byFile = new Map<string, EnumRow[]>();
  for (const row of table) {
    for (const file of new Set([row.loc.file, ...(row.merged ?? []).map((loc) => loc.file)])) {
      const rows = byFile.get(file);
      if (rows === undefined) byFile.set(file, [row]);
      else rows.push(row);
    }
  }
  return byFile;
}

/** Strong points want exactly one row each, and a merged row is none; weak ones are content with a merged row. */
function isAccountedFor({ categories, loc }: AnchorPoint, rows: readonly EnumRow[], strong: ReadonlyMap<Category, unknown>): boolean {
  const candidates = rows.filter(({ category }) => categories.includes(category));
  const isPinned = categories.length === 1 && categories.every((category) => strong.has(category));
  if (isPinned) return candidates.filter((row) => !isMerged(row) && placeOf(row.loc) === placeOf(loc)).length === 1;
  return candidates.some((row) => [row.loc, ...(row.merged ?? [])].some((place) => isOverlapping(place, loc)));
}

function isMerged({ merged }: EnumRow): boolean {
  return merged !== undefined && merged.length > 0;
}

function isKnownRow(view: RunView, k: number, row: EnumRow, points: ReadonlyMap<string, readonly AnchorPoint[]>): boolean {
  const { loc } = row;
  if (view.round(k)?.diff.some(({ file, start, end }) => isOverlapping({ file, line: start, endLine: end }, loc)) === true) return true;
  if (points.get(loc.file)?.some((point) => isOverlapping(point.loc, loc)) === true) return true;
  return hasMention(view.record(row.confirmedBy), citation(loc));
}

function citation({ file, line }: Location): string {
  return line === undefined ? file : `${file}:${line}`;
}
