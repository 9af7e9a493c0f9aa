/** The configuration of a bounded loop, checked whole before anything runs (BD-FAIL-01, BD-AUTH-06). */
import { MAX_TIMER_MS } from "@loopwright/core";
import { BUDGETS, type BudgetName } from "./budget.js";
import type { CheckSpec } from "./checks.js";
import { BoundedConfigError, type BoundedConfigCode } from "./config-error.js";
import type { Requirement } from "./frozen-scope.js";
import type { Mode } from "./target.js";

/** The time limit of a call unless said otherwise (BD-FAIL-03). */
export const DEFAULT_BOUNDED_TIMEOUT_MS = 600_000;

/** As much of a configuration as can be wrong. */
export interface BoundedSettings {
  readonly mode: Mode;
  readonly hasFixer: boolean;
  readonly checks: readonly CheckSpec[];
  readonly requirements: readonly Requirement[];
  readonly waivedChecks?: readonly string[] | undefined;
  readonly budget?: BudgetName | undefined;
  /** `null`: none. */
  readonly callTimeoutMs?: number | null | undefined;
}

/**
 * Checks a configuration.
 * @throws BoundedConfigError with the first fault.
 */
export function checkBoundedSettings(settings: BoundedSettings): void {
  const { mode, hasFixer, checks, requirements, waivedChecks = [], budget, callTimeoutMs } = settings;
  if (mode === "review-and-fix" && !hasFixer) refuse("fixer-missing", "fixer", "the mode is review-and-fix, and there is no fixer", "Give a fixer, or review only.");
  const known = refuseRepeated("duplicate-check", "checks", checks.map(({ id }) => id));
  refuseRepeated("duplicate-requirement", "requirements", requirements.map(({ id }) => id));
  waivedChecks.forEach((id, index) => {
    if (!known.has(id)) refuse("unknown-waived-check", `waivedChecks[${index}]`, `no check has the id ${JSON.stringify(id)}`, "Waive a check by its id.");
  });
  if (budget !== undefined && !Object.hasOwn(BUDGETS, budget)) refuse("budget-unknown", "budget", `there is no budget ${JSON.stringify(budget)}`, "Use economy, standard or strict.");
  const isTimeout = callTimeoutMs == null || (Number.isInteger(callTimeoutMs) && callTimeoutMs >= 1 && callTimeoutMs <= MAX_TIMER_MS);
  if (!isTimeout) refuse("timeout-range", "callTimeoutMs", `callTimeoutMs must be a whole number from 1 to ${MAX_TIMER_MS}, or null`, "Leave it out for the default.");
}

function refuseRepeated(code: BoundedConfigCode, path: string, ids: readonly string[]): ReadonlySet<string> {
  const known = new Set<string>();
  ids.forEach((id, index) => {
    if (known.has(id)) refuse(code, `${path}[${index}].id`, `the id ${JSON.stringify(id)} stands twice`, "Give each its own id.");
    known.add(id);
  });
  return known;
}

function refuse(code: BoundedConfigCode, path: string, message: string, hint: string): never {
  throw new BoundedConfigError(code, message, { path, hint });
}
