/** The cold read: whether one reader with nothing but the read-set could follow the text (RL-LE-06, RL-LE-15..17). */
import { isAnswered, isVerbatim } from "./evidence-text.js";
import { resolutions } from "./resolution.js";
import type { RunView } from "./run-view.js";

/** Rules of round k that a reader could not follow and that no resolved row accounts for; an unlinked one is open. */
export function unfollowableOpen(view: RunView, k: number): number {
  const resolved = view.at(resolutions, k);
  const items = view.round(k)?.coldRead?.q5 ?? [];
  return items.filter(({ triageRow }) => triageRow === undefined || resolved.get(triageRow) !== true).length;
}

/** Whether the reader ran cold and the return stands word for word. */
export function hasColdRead(view: RunView, k: number): boolean {
  const read = view.round(k)?.coldRead ?? null;
  return read !== null && !read.warm && isAnswered(read.ret) && isVerbatim(read.ret);
}

/** The cold read as the gate's substitute for enumeration: cold, verbatim, nothing open, every coined term disposed. */
export function isColdReadOk(view: RunView, k: number): boolean {
  if (!view.at(hasColdRead, k) || view.at(unfollowableOpen, k) > 0) return false;
  const terms = view.round(k)?.coldRead?.q4 ?? [];
  return terms.every(({ triageRow }) => {
    const row = view.triageRow(k, triageRow);
    return row !== undefined && row.disposition.kind !== "pending";
  });
}
