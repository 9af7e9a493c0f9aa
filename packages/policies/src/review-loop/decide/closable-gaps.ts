/** Coverage gaps that one more round could close (RL-TE-16, D27): each remedy is tried once. */
import { inScope, strongCategories } from "./anchors.js";
import type { RunView } from "./run-view.js";
import { reviewerFamily, slotVerdicts } from "./slot-verdict.js";

/** A gap by name (§17.13). */
export type ClosableGap = "third-slot" | "third-slot-family" | `anchor:${1 | 2 | 3 | 4 | 5}`;

/** A silent independent reviewer is asked in this many rounds at most. */
const MAX_THIRD_SLOT_TRIES = 2;

/** The gaps of round k that are still worth a round. */
export function closableGaps(view: RunView, k: number): readonly ClosableGap[] {
  const gaps: ClosableGap[] = [];
  const rounds = view.upTo(k);
  const { verdict } = view.at(slotVerdicts, k).IR;
  if (verdict === "not-run") {
    if (rounds.length < MAX_THIRD_SLOT_TRIES) gaps.push("third-slot");
  } else if (view.at(reviewerFamily, k) === "same-family" && view.run.crossFamilyAvailable && !hasTriedOtherFamily(view, k)) {
    gaps.push("third-slot-family");
  }
  const strong = view.at(strongCategories, k);
  const tried = new Set(rounds.flatMap(({ anchors }) => anchors.map(({ id }) => id)));
  for (const category of view.at(inScope, k)) {
    const isUntried = view.run.anchorForms.some(({ id, categories }) => categories.includes(category) && !tried.has(id));
    if (!strong.has(category) && isUntried) gaps.push(`anchor:${category}`);
  }
  return gaps;
}

function hasTriedOtherFamily(view: RunView, k: number): boolean {
  return view.upTo(k).some((_, index) => view.at(reviewerFamily, index + 1) === "cross-family");
}
