/** The pass gate (RL-TE-01): every clause is asked, and three approvals are none of them (RL-TE-04). */
import { isColdReadOk } from "./cold-read.js";
import { seriousRows } from "./grade.js";
import { isAnchored, reconciliation } from "./reconciliation.js";
import { resolutions } from "./resolution.js";
import { rowStates } from "./row-state.js";
import type { RunView } from "./run-view.js";
import { EXPERTS, SLOTS, slotVerdicts } from "./slot-verdict.js";

/** The clauses, in the order in which they are named when they fail (§17.13). */
export type GateClause =
  | "experts-returned" | "no-slot-rejects" | "triage-present" | "1-rows-terminal" | "2-reconciled" | "1-2-cold-read"
  | "3-nothing-unresolved" | "4-no-fix";

/** The clauses alone; the decision also wants no voiding hit (RL-PR-20). */
export type PassGate = { readonly ok: boolean; readonly failed: readonly GateClause[] };

const CLAUSES: readonly (readonly [GateClause, (view: RunView, k: number) => boolean])[] = /* @__PURE__ */ Object.freeze([
  ["experts-returned", (view, k) => EXPERTS.every((slot) => view.at(slotVerdicts, k)[slot].verdict !== "not-run")],
  ["no-slot-rejects", (view, k) => SLOTS.every((slot) => view.at(slotVerdicts, k)[slot].verdict !== "CHANGES-REQUESTED")],
  ["triage-present", (view, k) => (view.round(k)?.triage ?? null) !== null],
  ["1-rows-terminal", (view, k) => isReadInstead(view, k) || areRowsTerminal(view, k)],
  ["2-reconciled", (view, k) => isReadInstead(view, k) || view.at(reconciliation, k).ok],
  ["1-2-cold-read", isColdReadEnough],
  ["3-nothing-unresolved", (view, k) => view.at(seriousRows, k).every(({ id }) => view.at(resolutions, k).get(id) === true)],
  ["4-no-fix", hasNoFix],
]);

/** Asks every clause about round k. */
export function passGate(view: RunView, k: number): PassGate {
  const failed = CLAUSES.flatMap(([clause, holds]) => (holds(view, k) ? [] : [clause]));
  return { ok: failed.length === 0, failed };
}

/** Where there is no code and the table is empty, the cold read stands for clauses 1 and 2 (RL-LE-17, RL-EN-24). */
function isReadInstead(view: RunView, k: number): boolean {
  return !view.run.hasCode && view.round(k)?.table?.length === 0;
}

/** Where there is no code the cold read is asked too; standing in for the table, it still wants the checklist, produced empty. */
function isColdReadEnough(view: RunView, k: number): boolean {
  if (view.run.hasCode) return true;
  return view.at(isColdReadOk, k) && (!isReadInstead(view, k) || view.at(isAnchored, k));
}

/** An empty table on code is an enumeration that was not done (RL-EN-25). */
function areRowsTerminal(view: RunView, k: number): boolean {
  const states = view.at(rowStates, k);
  return states.length > 0 && states.every(({ state }) => state !== "unresolved");
}

/** RL-TE-02: a fix is only ever proven by the round after it. */
function hasNoFix(view: RunView, k: number): boolean {
  const isFix = (kind: string): boolean => kind === "fix" || kind === "fixed";
  return view.round(k)?.landed === null && view.triage(k).every(({ disposition }) => !isFix(disposition.kind));
}
