/** Budgets: finite by table, chosen once, never changed (BD-BUD-01..04, BD-AUTH-08). */
import type { Risk, Size } from "./risk.js";
import type { Mode } from "./target.js";

export type BudgetName = "economy" | "standard" | "strict";

/** Ceilings: distinct lane slots, reviewers at one time, repair loops. */
export type Limits = { readonly reviewers: number; readonly concurrent: number; readonly repairLoops: number };

/** The ceilings by name (BD-BUD-01). */
export const BUDGETS: { readonly [B in BudgetName]: Limits } = /* @__PURE__ */ Object.freeze({
  economy: /* @__PURE__ */ Object.freeze({ reviewers: 1, concurrent: 1, repairLoops: 1 }),
  standard: /* @__PURE__ */ Object.freeze({ reviewers: 2, concurrent: 2, repairLoops: 2 }),
  strict: /* @__PURE__ */ Object.freeze({ reviewers: 3, concurrent: 2, repairLoops: 3 }),
});

export type BudgetSource = "explicit" | "high-risk-broad" | "trivial-decisive" | "default";

/** A budget in force. */
export type Budget = { readonly configured: BudgetName; readonly source: BudgetSource; readonly limits: Limits };

/** Delegated calls at most: every lane once, and once more in each loop. */
export function mostDelegatedCalls({ reviewers, repairLoops }: Limits): number {
  return reviewers * (1 + repairLoops);
}

/** The limits of a budget in a mode: without edits there is no loop (BD-AUTH-08). */
export function limitsFor(name: BudgetName, mode: Mode): Limits {
  const limits = BUDGETS[name];
  return mode === "review-only" ? { ...limits, repairLoops: 0 } : limits;
}

/** The budget before anything is known of the surface. */
export function initialBudget(explicit: BudgetName | undefined, mode: Mode): Budget {
  return explicit === undefined
    ? { configured: "standard", source: "default", limits: limitsFor("standard", mode) }
    : { configured: explicit, source: "explicit", limits: limitsFor(explicit, mode) };
}

/** Chooses the budget (BD-BUD-02); the cheap and the costly tier both need a reason. */
export function chooseBudget(input: {
  readonly explicit?: BudgetName | undefined;
  readonly risk: Risk;
  readonly size: Size;
  readonly decisive: boolean;
  readonly mode: Mode;
}): Budget {
  const { explicit, risk, size, decisive, mode } = input;
  if (explicit !== undefined) return initialBudget(explicit, mode);
  if (risk === "high" && size === "large") return { configured: "strict", source: "high-risk-broad", limits: limitsFor("strict", mode) };
  if (risk === "low" && size === "trivial" && decisive) return { configured: "economy", source: "trivial-decisive", limits: limitsFor("economy", mode) };
  return initialBudget(undefined, mode);
}

/** What thrift costs, said aloud (BD-BUD-04). */
export function budgetCoverage(budget: Budget, risk: Risk): readonly string[] {
  return budget.configured === "economy" && risk === "high" ? ["high-risk-under-economy"] : [];
}
