import { LoopwrightError } from "@loopwright/core";

/** Codes of a configuration that cannot run (BD-FAIL-01). */
export type BoundedConfigCode =
  | "fixer-missing" | "duplicate-check" | "duplicate-requirement" | "unknown-waived-check" | "budget-unknown" | "timeout-range";

/** A configuration that cannot run; thrown before the first event. */
export class BoundedConfigError extends LoopwrightError<BoundedConfigCode> {
  override readonly name = "BoundedConfigError";
}
