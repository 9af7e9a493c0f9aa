/**
 * What voids a pass beyond the gate's clauses (RL-PR-20): the decision's own reading of the evidence a pass-class token needs.
 * The auditor asks the same of the stored run without sharing a line of this.
 */
import type { SpotAudit } from "../facts/round-facts.js";
import { anchorRecord } from "./anchors.js";
import { hasColdRead, isColdReadOk, unfollowableOpen } from "./cold-read.js";
import { isAnswered, isText, isVerbatim } from "./evidence-text.js";
import { lastFixRounds, recomputeNet } from "./net.js";
import { isAnchored, reconciliation } from "./reconciliation.js";
import { regression } from "./regression.js";
import { pendingScopeRows } from "./resolution.js";
import { isFloorValid } from "./residual-floor.js";
import { rowStates } from "./row-state.js";
import type { RunView } from "./run-view.js";
import { EXPERTS, isTierVerified, SLOTS, slotVerdicts } from "./slot-verdict.js";

/** What voids a pass, by the code under which the predicates name it. */
export type VoidingCode =
  | "triage-missing" | "return-not-pasted" | "expert-not-run" | "slot-rejects" | "table-missing" | "row-unresolved" | "not-reconciled"
  | "cold-read-not-ok" | "empty-table-on-code" | "mechanic-disposition-missing" | "search-not-pasted" | "augment-not-pasted"
  | "skip-without-search" | "scope-pending" | "cold-read-missing" | "unfollowable-open" | "row-incomplete" | "spot-audit-missing"
  | "net-unmeasurable" | "anchor-untraced" | "tier-unverified" | "floor-invalid" | "second-continuation";

/** One thing that voids a pass, and the slot, row or name it is about. */
export type VoidingHit = { readonly code: VoidingCode; readonly at: string | null };

/** What one test finds: the slots, rows or names it is about; `null` for the round itself. */
type Test = (view: RunView, k: number) => readonly (string | null)[];

const when = (holds: boolean): readonly null[] => (holds ? [null] : []);

/** In the order of the predicates that name them. */
const TESTS: readonly (readonly [VoidingCode, Test])[] = /* @__PURE__ */ Object.freeze([
  ["triage-missing", (view, k) => when((view.round(k)?.triage ?? null) === null)],
  ["return-not-pasted", unpastedSlots],
  ["expert-not-run", (view, k) => EXPERTS.filter((slot) => view.at(slotVerdicts, k)[slot].verdict === "not-run")],
  ["slot-rejects", (view, k) => SLOTS.filter((slot) => view.at(slotVerdicts, k)[slot].verdict === "CHANGES-REQUESTED")],
  ["table-missing", (view, k) => when((view.round(k)?.table ?? null) === null)],
  ["row-unresolved", (view, k) => view.at(rowStates, k).flatMap(({ row, state }) => (state === "unresolved" ? [row.id] : []))],
  ["not-reconciled", (view, k) => when((view.run.hasCode || view.at(rowStates, k).length > 0) && !view.at(reconciliation, k).ok)],
  ["cold-read-not-ok", (view, k) => when(isTableless(view, k) && !view.run.hasCode && !(view.at(isColdReadOk, k) && view.at(isAnchored, k)))],
  ["empty-table-on-code", (view, k) => when(isTableless(view, k) && view.run.hasCode)],
  ["mechanic-disposition-missing", (view, k) => when(view.run.notYetBuilt && (view.round(k)?.implementAndRun ?? null) === null)],
  ["search-not-pasted", unsearchedDomains],
  ["augment-not-pasted", unpastedAugments],
  ["skip-without-search", (view) => when(isSkipUnsearched(view))],
  ["scope-pending", (view, k) => view.at(pendingScopeRows, k).map(({ id }) => id)],
  ["cold-read-missing", (view, k) => when(view.run.hasProse && !view.at(hasColdRead, k))],
  ["unfollowable-open", (view, k) => when(view.run.hasProse && view.at(unfollowableOpen, k) > 0)],
  ["row-incomplete", (view, k) => view.at(regression, k).incomplete],
  ["spot-audit-missing", (view, k) => when(isUnaudited(view, k))],
  ["net-unmeasurable", (view, k) => when(view.at(lastFixRounds, k).some((round) => !view.at(recomputeNet, round).measurable))],
  ["anchor-untraced", untracedAnchors],
  ["tier-unverified", unverifiedTiers],
  ["floor-invalid", invalidFloors],
  ["second-continuation", ({ run }) => when(run.continuationsStarted > 1)],
]);

/** Everything that voids a pass at round k. */
export function voidingHits(view: RunView, k: number): readonly VoidingHit[] {
  return TESTS.flatMap(([code, find]) => find(view, k).map((at) => ({ code, at })));
}

function isTableless(view: RunView, k: number): boolean {
  return view.round(k)?.table?.length === 0;
}

/** Slots that answered, but not into the transcript (RL-PR-01). */
function unpastedSlots(view: RunView, k: number): readonly string[] {
  return SLOTS.filter((slot) => {
    const ret = view.round(k)?.slots[slot].returns.at(-1);
    return ret !== undefined && isAnswered(ret) && !isVerbatim(ret);
  });
}

/** Experts said to be missing without the search that shows it (RL-AU-06). */
function unsearchedDomains(view: RunView, k: number): readonly string[] {
  const augments = view.round(k)?.augments ?? [];
  return augments.filter(({ unavailable }) => unavailable !== undefined && !isText(unavailable.command)).map(({ domain }) => domain);
}

/** Specialists credited with a finding whose return nobody can read (RL-AU-09). */
function unpastedAugments(view: RunView, k: number): readonly string[] {
  const credited = (view.round(k)?.augments ?? []).filter(({ finding }) => finding === true);
  return credited.filter(({ ret }) => ret === undefined || !isAnswered(ret) || !isVerbatim(ret)).map(({ name }) => name);
}

/** A fence that was skipped without looking for a requirement (RL-SF-05). */
function isSkipUnsearched({ run: { fence } }: RunView): boolean {
  if (fence.raised) return false;
  const { skip } = fence;
  return skip === undefined || !isText(skip.command) || (skip.hits > 0 && !isText(skip.whyNone));
}

/** Whether some row claims to be safe and no row that does was re-run (RL-PR-13). */
function isUnaudited(view: RunView, k: number): boolean {
  const round = view.round(k);
  const claimed = new Set((round?.table ?? []).filter((row) => row.claimed === "verified-safe").map(({ id }) => id));
  if (claimed.size === 0) return false;
  const isAudit = ({ row, record, input, observed, claim }: SpotAudit): boolean =>
    claimed.has(row) && view.record(record) !== undefined && [input, observed, claim].every(isText);
  return round?.spotAudits.some(isAudit) !== true;
}

/** Anchors that did not run in this round (RL-PR-15). */
function untracedAnchors(view: RunView, k: number): readonly string[] {
  return (view.round(k)?.anchors ?? []).filter((anchor) => anchorRecord(view, k, anchor) === null).map(({ id }) => id);
}

/** Required experts under a persona nobody can trace (RL-PR-15). */
function unverifiedTiers(view: RunView, k: number): readonly string[] {
  const round = view.round(k);
  return round === undefined ? [] : EXPERTS.filter((slot) => !isTierVerified(view, round, slot));
}

/** Registrations, and acceptances for unreachability, that do not hold (RL-PR-16). */
function invalidFloors(view: RunView, k: number): readonly string[] {
  const invalid = view.triage(k).filter((row) => {
    const { disposition } = row;
    if (disposition.kind === "residual-floor") return !isFloorValid(view, k, row, disposition.floor);
    const isClaimed = (disposition.kind === "accepted-degraded" || disposition.kind === "not-applicable") && disposition.claimsUnreachable === true;
    return isClaimed && (disposition.floor === undefined || !isFloorValid(view, k, row, disposition.floor));
  });
  return invalid.map(({ id }) => id);
}
