/** Suffixes of every terminal: disclosures in one canonical order, none of them waived by a cap (RL-TE-17, RL-TE-19). */
import type { Suffix } from "../token/token.js";
import { anchorRecord, inScope, strongCategories } from "./anchors.js";
import { effectiveForm } from "./delivery-form.js";
import { fold } from "./folded-text.js";
import { gradeFinding } from "./grade.js";
import { isPinned } from "./pinned-reference.js";
import { proseText } from "./prose-texts.js";
import { validRegistrations } from "./resolution.js";
import type { RunView } from "./run-view.js";
import { reviewerFamily, slotVerdicts } from "./slot-verdict.js";

/** The suffixes of a terminal token at round k. */
export function suffixesFor(view: RunView, k: number): readonly Suffix[] {
  const texts = [
    isDriftCovered(view, k) ? null : "narrative-drift/forward-fragility: not-covered",
    isWeaklyReconciled(view, k) ? "weak-reconciliation: not-covered" : null,
    isMechanicUnbuilt(view, k) ? "mechanic: not-built" : null,
    thirdSlot(view, k),
    view.at(inScope, k).length === 0 ? "in-scope: empty/pure-proposal" : null,
    view.run.fence.raised ? null : "scope-fence: not raised",
  ];
  const pinned = view.at(externalReferences, k);
  const registered = view.at(validRegistrations, k).length;
  return [
    ...notes(texts),
    ...view.at(missingExperts, k).map((domain) => ({ kind: "expert-unavailable", domain }) as const),
    ...notes([pinned > 0 ? `external-refs: ${pinned} pinned, not inlined` : null]),
    ...formSuffix(view, k),
    ...notes([registered > 0 ? `residual-floor: ${registered} registered` : null]),
  ];
}

function notes(texts: readonly (string | null)[]): readonly Suffix[] {
  return texts.flatMap((text) => (text === null ? [] : [{ kind: "note", text }]));
}

/** The form suffix, which halts carry too (D38): a form that licensed a downgrade of this run. */
export function formSuffix(view: RunView, k: number): readonly Suffix[] {
  for (let round = k; round >= 1; round--) {
    if (view.at(hasFormLicence, round)) return notes([`form: ${view.at(effectiveForm, round)}`]);
  }
  return [];
}

/** Whether the delivery form alone lowered a finding of round k. */
export function hasFormLicence(view: RunView, k: number): boolean {
  return view.triage(k).some((row) => row.findings.some((finding) => gradeFinding(view, k, row, finding).formLicensed));
}

/** Both risks need a custom invariant that ran in this round (RL-AN-13). */
function isDriftCovered(view: RunView, k: number): boolean {
  const traced = (view.round(k)?.anchors ?? []).filter((anchor) => anchor.form === "invariant" && anchorRecord(view, k, anchor) !== null);
  return (["drift", "fragility"] as const).every((risk) => traced.some(({ covers }) => covers?.includes(risk) === true));
}

/** Some category in scope has only a weak anchor, or rules were run by whoever wrote them (RL-AN-10, RL-AN-11). */
function isWeaklyReconciled(view: RunView, k: number): boolean {
  const strong = view.at(strongCategories, k);
  return view.at(inScope, k).some((category) => !strong.has(category)) || view.upTo(k).some(({ implementAndRun }) => implementAndRun === "ran");
}

/** Rules of something not built yet that no round ran, unless this round says that none can be run (RL-AN-12). */
function isMechanicUnbuilt(view: RunView, k: number): boolean {
  const stated = view.upTo(k).map(({ implementAndRun }) => implementAndRun);
  return view.run.notYetBuilt && stated.at(-1) !== "n/a" && !stated.includes("ran");
}

function thirdSlot(view: RunView, k: number): string | null {
  if (view.at(slotVerdicts, k).IR.verdict === "not-run") return "third-slot: not-run";
  return view.at(reviewerFamily, k) === "same-family" ? "third-slot: same-family" : null;
}

/** Domains whose expert was not to be had in some round, by first appearance (RL-AU-06). */
export function missingExperts(view: RunView, k: number): readonly string[] {
  const augments = view.upTo(k).flatMap((round) => round.augments);
  return [...new Set(augments.filter(({ unavailable }) => unavailable !== undefined).map(({ domain }) => domain))];
}

/** Distinct pinned quotes of the run that still stand in the text of round k (RL-LE-10, D41). */
export function externalReferences(view: RunView, k: number): number {
  const quotes = new Set<string>();
  for (let round = 1; round <= k; round++) {
    for (const { disposition, findings } of view.triage(round)) {
      if (disposition.kind !== "external-reference" || !isPinned(disposition.ref)) continue;
      for (const { laneKind, unfollowable, quotes: raw } of findings) {
        if (laneKind === "legibility" && unfollowable !== undefined) for (const quote of raw) quotes.add(fold(quote));
      }
    }
  }
  quotes.delete("");
  const files = Object.keys(view.round(k)?.texts ?? {});
  return [...quotes].filter((quote) => files.some((file) => proseText(view, k, file)?.folded.includes(quote) === true)).length;
}
