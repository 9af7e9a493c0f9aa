/** Everything that a decision about a round rests on, computed from the run and stored nowhere (§17.1). */
import type { ReviewSeverity } from "@loopwright/core";
import { inScope, strongCategories } from "./decide/anchors.js";
import { closableGaps, type ClosableGap } from "./decide/closable-gaps.js";
import { viewOf } from "./decide/decide.js";
import { degradeReasons } from "./decide/degradation.js";
import { effectiveForm } from "./decide/delivery-form.js";
import { severities } from "./decide/grade.js";
import { recomputeNet, type Net } from "./decide/net.js";
import { passGate, type PassGate } from "./decide/pass-gate.js";
import { reconciliation, type Reconciliation } from "./decide/reconciliation.js";
import { regression, regressionStreak, type Regression } from "./decide/regression.js";
import { resolutions } from "./decide/resolution.js";
import { rowStates } from "./decide/row-state.js";
import { slotVerdicts, type SlotVerdict } from "./decide/slot-verdict.js";
import { voidingHits, type VoidingHit } from "./decide/voiding.js";
import type { Category, RowState } from "./facts/round-facts.js";
import type { Form, ReviewRun, Slot } from "./facts/run-facts.js";

/** What round k amounts to. Keys of the records are ids of rows. */
export type RoundAssessment = {
  readonly slots: { readonly [S in Slot]: SlotVerdict };
  readonly form: Form;
  readonly severities: { readonly [row: string]: ReviewSeverity };
  readonly resolved: { readonly [row: string]: boolean };
  readonly rowStates: { readonly [row: string]: RowState };
  readonly grades: readonly { readonly category: Category; readonly grade: "strong" | "weak" }[];
  readonly reconciliation: Reconciliation;
  readonly regression: Regression;
  /** Rounds in a row, ending here, that regressed. */
  readonly streak: number;
  readonly net: Net;
  readonly gate: PassGate;
  readonly voiding: readonly VoidingHit[];
  readonly degradeReasons: readonly string[];
  readonly closableGaps: readonly ClosableGap[];
};

/**
 * Computes it.
 * @throws LoopwrightError `run-facts-invalid`, `round-unknown`
 */
export function assessRound(run: ReviewRun, k: number): RoundAssessment {
  const view = viewOf(run, k);
  const strong = view.at(strongCategories, k);
  return {
    slots: view.at(slotVerdicts, k),
    form: view.at(effectiveForm, k),
    severities: Object.fromEntries(view.at(severities, k)),
    resolved: Object.fromEntries(view.at(resolutions, k)),
    rowStates: Object.fromEntries(view.at(rowStates, k).map(({ row, state }) => [row.id, state])),
    grades: view.at(inScope, k).map((category) => ({ category, grade: strong.has(category) ? "strong" : "weak" })),
    reconciliation: view.at(reconciliation, k),
    regression: view.at(regression, k),
    streak: view.at(regressionStreak, k),
    net: view.at(recomputeNet, k),
    gate: view.at(passGate, k),
    voiding: view.at(voidingHits, k),
    degradeReasons: view.at(degradeReasons, k),
    closableGaps: view.at(closableGaps, k),
  };
}
