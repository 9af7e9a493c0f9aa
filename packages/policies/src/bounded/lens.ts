/** What each lane is asked (BD-PKT-07, BD-PKT-08): one lane, one question, all behind the same head. */
import type { LaneSlot, LensId } from "./lanes.js";

/** The head of every lens. */
export const LENS_HEAD =
  "Report only; change nothing. For each finding give its place, the failure it causes, the evidence, and the smallest change that would credibly remove it. To find nothing is a good answer.";

/** The question of each lens. */
export const LENSES: { readonly [L in LensId]: string } = /* @__PURE__ */ Object.freeze({
  correctness: "Does the change do what the requirements say, break nothing that worked, and have tests that would notice?",
  risk: "Can the change be abused, lose or expose data, fail under load or partial failure, or break those who depend on its interface?",
  architecture: "Does the change create a structural fault that will make a stated requirement fail? Taste is not a fault.",
  "plan-feasibility": "Can each step be done with what exists, in this order, with every prerequisite in hand?",
  "plan-acceptance":
    "Can each promised outcome be observed and checked by a named step, what risk is left unguarded, and is there a way back or a control for every step of weight that cannot be undone?",
  "final-pass": "Knowing the risks of this area, what defect would you regret having missed?",
  arbitration: "Two sides disagree about one finding. Which does the evidence support, or neither?",
});

/** The text of a slot: the head, then its questions. */
export function lensOf({ lenses }: LaneSlot): string {
  return [LENS_HEAD, ...lenses.map((lens) => LENSES[lens])].join("\n");
}
