/** Anchors: the independent point lists that the failure table is compared with (RL-AN-*, RL-EN-02). */
import type { Location } from "@loopwright/core";
import type { ToolRecord } from "../facts/return-facts.js";
import type { AnchorFact, Category } from "../facts/round-facts.js";
import { isText } from "./evidence-text.js";
import type { RunView } from "./run-view.js";
import { SLOTS } from "./slot-verdict.js";

/** The categories of RL-EN-01, in order. */
export const CATEGORIES: readonly Category[] = /* @__PURE__ */ Object.freeze([1, 2, 3, 4, 5] as const);

/** A place that the table has to account for, and the categories it may be accounted for under. */
export type AnchorPoint = { readonly categories: readonly Category[]; readonly loc: Location };

/** Categories in scope in round k: of table, checklist and anchors; an anchor more or less changes nothing else (RL-EN-02). */
export function inScope(view: RunView, k: number): readonly Category[] {
  const round = view.round(k);
  const found = new Set<Category>([
    ...(round?.table ?? []).map(({ category }) => category),
    ...(round?.checklist?.points ?? []).map(({ category }) => category),
    ...(round?.anchors ?? []).filter(({ covered }) => covered.length > 0).flatMap(({ categories }) => categories),
  ]);
  return CATEGORIES.filter((category) => found.has(category));
}

/** The tool record of an anchor, if it was run in round k and said something (RL-AN-08). */
export function anchorRecord(view: RunView, k: number, anchor: AnchorFact): ToolRecord | null {
  const record = view.record(anchor.record);
  return record !== undefined && record.round === view.round(k)?.no && isText(record.output) ? record : null;
}

/** The categories of round k that a strong anchor covers; all others in scope are weak (RL-AN-05, RL-AN-06). */
export function strongCategories(view: RunView, k: number): ReadonlyMap<Category, AnchorFact> {
  const strong = new Map<Category, AnchorFact>();
  for (const anchor of view.round(k)?.anchors ?? []) {
    const record = anchorRecord(view, k, anchor);
    if (record === null || !isBeforeReturns(view, k, record)) continue;
    for (const category of anchor.categories) {
      if (!strong.has(category) && isListCovered(view, k, anchor, category)) strong.set(category, anchor);
    }
  }
  return strong;
}

/** An anchor that ran after a slot had answered could have been shaped by the answer (RL-AN-04). */
function isBeforeReturns(view: RunView, k: number, { seq }: ToolRecord): boolean {
  const slots = view.round(k)?.slots;
  return slots === undefined || SLOTS.every((slot) => slots[slot].returns.every((ret) => seq < ret.seq));
}

/** Whether the checklist names points of a category and the anchor looked at every one of them. */
function isListCovered(view: RunView, k: number, { covered }: AnchorFact, category: Category): boolean {
  const points = (view.round(k)?.checklist?.points ?? []).filter((point) => point.category === category);
  const places = new Set(covered.map(placeOf));
  return points.length > 0 && points.every(({ loc }) => places.has(placeOf(loc)));
}

/** `file:line`, by which places of anchors, checklists and tables are the same. */
export function placeOf({ file, line }: Location): string {
  return `${file}:${line ?? ""}`;
}

/** Every point that an anchor or the checklist of round k names. */
export function anchorPoints(view: RunView, k: number): readonly AnchorPoint[] {
  const round = view.round(k);
  const points = new Map<string, AnchorPoint>();
  const add = (point: AnchorPoint): void => void points.set(`${point.categories.join()} ${placeOf(point.loc)}`, point);
  for (const { category, loc } of round?.checklist?.points ?? []) add({ categories: [category], loc });
  for (const { categories, covered } of round?.anchors ?? []) for (const loc of covered) add({ categories, loc });
  return [...points.values()];
}
