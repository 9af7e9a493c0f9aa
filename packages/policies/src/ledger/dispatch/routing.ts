/** Which model does what (LG-RTE-1). No saving may be claimed from it. */
import type { LedgerConfig } from "../config/config.js";

/** Steps of a round that ask a model. */
export type ModelStep = "checklist" | "phase-a" | "final-judgement" | "fix";

/** `cheap` for checklists and Phase A where the knob says so; the one judgement over all findings stays on the default model. */
export function modelFor(step: ModelStep, { reviewModel }: Pick<LedgerConfig, "reviewModel">): "default" | "cheap" {
  return reviewModel === "cheap" && (step === "checklist" || step === "phase-a") ? "cheap" : "default";
}
