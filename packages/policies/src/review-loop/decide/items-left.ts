/** What a hand-back leaves behind, by id (RL-TE-14, D31). */
import { passGate } from "./pass-gate.js";
import { unresolvedRows } from "./resolution.js";
import { rowStates } from "./row-state.js";
import type { RunView } from "./run-view.js";
import { voidingHits } from "./voiding.js";

/** Unresolved triage rows, then unresolved table rows not behind one of them; else what failed, so that it is never nothing. */
export function itemsLeft(view: RunView, k: number): readonly string[] {
  const rows = view.at(unresolvedRows, k).map(({ id }) => id);
  const linked = new Set(rows);
  const states = view.at(rowStates, k).filter(({ row, state }) => state === "unresolved" && (row.triageRow === undefined || !linked.has(row.triageRow)));
  const items = [...rows, ...states.map(({ row }) => row.id)];
  return items.length > 0 ? items : [...view.at(passGate, k).failed, ...view.at(voidingHits, k).map(({ code, at }) => (at === null ? code : `${code}: ${at}`))];
}
