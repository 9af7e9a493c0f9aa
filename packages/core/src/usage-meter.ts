/** Sums what a run spends, by role (QU-USE-01, QU-USE-02), and counts whose answers were a fallback's (G23). */
import type { AgentLabel } from "./agent.js";
import { isAmount } from "./budget.js";
import { copyPlain } from "./plain.js";
import type { RoleUsage, RunUsage, Usage } from "./usage.js";

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

interface RoleTotals {
  calls: number;
  repairCalls: number;
  failedCalls: number;
  inputTokens: number;
  outputTokens: number;
  costUsd: number;
}

/** Running totals; {@link UsageMeter.totals} gives a frozen copy. */
export class UsageMeter {
  readonly #byRole = new Map<string, RoleTotals>();
  /** By role and by the fallback's id. */
  readonly #fallbacks = new Map<string, Map<string, number>>();
  #callsWithoutUsage = 0;
  #callsWithoutCost = 0;

  constructor(earlier?: RunUsage) {
    if (earlier === undefined) return;
    for (const [role, { fallbacks = {}, ...totals }] of Object.entries(earlier.byRole)) {
      this.#byRole.set(role, { ...totals });
      for (const [agent, calls] of Object.entries(fallbacks)) this.#count(role, agent, calls);
    }
    this.#callsWithoutUsage = earlier.callsWithoutUsage;
    this.#callsWithoutCost = earlier.callsWithoutCost;
  }

  started(role: string, isRepair: boolean): void {
    const totals = this.#of(role);
    totals.calls++;
    if (isRepair) totals.repairCalls++;
  }

  /** Adds what a call reported; `costUsd` is `null` where it is unknown. */
  ended(role: string, usage: Usage | null, costUsd: number | null, hasFailed: boolean): void {
    const totals = this.#of(role);
    if (hasFailed) totals.failedCalls++;
    if (usage === null) this.#callsWithoutUsage++;
    else {
      totals.inputTokens += usage.inputTokens ?? 0;
      totals.outputTokens += usage.outputTokens ?? 0;
    }
    if (costUsd === null) this.#callsWithoutCost++;
    else totals.costUsd += costUsd;
  }

  /** Counts a call whose end nobody saw. */
  lost(role: string, isRepair: boolean): void {
    this.started(role, isRepair);
    this.ended(role, null, null, true);
  }

  /** Counts an answer that was a fallback's. Takes what a foreign agent says of it. */
  fellBack(role: string, answeredBy: AgentLabel): void {
    this.#count(role, labelOf(answeredBy), 1);
  }

  totals(): RunUsage {
    const sum: RoleTotals = { calls: 0, repairCalls: 0, failedCalls: 0, inputTokens: 0, outputTokens: 0, costUsd: 0 };
    for (const totals of this.#byRole.values()) {
      for (const name of Object.keys(sum) as (keyof RoleTotals)[]) sum[name] += totals[name];
    }
    return copyPlain({
      ...sum,
      callsWithoutUsage: this.#callsWithoutUsage,
      callsWithoutCost: this.#callsWithoutCost,
      complete: this.#callsWithoutUsage === 0,
      byRole: this.#fallbacks.size === 0 ? Object.fromEntries(this.#byRole) : Object.fromEntries([...this.#byRole].map(([role, totals]) => [role, this.#disclosed(role, totals)])),
    }) as unknown as RunUsage; // A frozen copy of exactly this shape.
  }

  #count(role: string, agent: string, calls: number): void {
    const counts = this.#fallbacks.get(role) ?? new Map<string, number>();
    this.#fallbacks.set(role, counts.set(agent, (counts.get(agent) ?? 0) + calls));
  }

  #disclosed(role: string, totals: RoleTotals): RoleUsage {
    const counts = this.#fallbacks.get(role);
    return counts === undefined ? totals : { ...totals, fallbacks: Object.fromEntries(counts) };
  }

  #of(role: string): RoleTotals {
    let totals = this.#byRole.get(role);
    if (totals === undefined) {
      totals = { calls: 0, repairCalls: 0, failedCalls: 0, inputTokens: 0, outputTokens: 0, costUsd: 0 };
      this.#byRole.set(role, totals);
    }
    return totals;
  }
}

/** The id of who answered, `"unnamed"` where it has none. Never throws, whatever was said. */
export function labelOf(label: AgentLabel): string {
  try {
    const { id } = label;
    return typeof id === "string" && id !== "" ? id : "unnamed";
  } catch {
    return "unnamed"; // A getter threw.
  }
}

/** The usable numbers of a reported usage; `null` when nothing is usable. Never throws, whatever was reported. */
export function usableUsage(reported: unknown): Usage | null {
  const { inputTokens, outputTokens, costUsd } = fieldsOf(reported);
  if (!isAmount(inputTokens) && !isAmount(outputTokens) && !isAmount(costUsd)) return null;
  const usable: Mutable<Usage> = {};
  if (isAmount(inputTokens)) usable.inputTokens = inputTokens;
  if (isAmount(outputTokens)) usable.outputTokens = outputTokens;
  if (isAmount(costUsd)) usable.costUsd = costUsd;
  return Object.freeze(usable);
}

function fieldsOf(reported: unknown): Usage {
  try {
    const { inputTokens, outputTokens, costUsd } = (reported ?? {}) as Usage;
    return { inputTokens, outputTokens, costUsd } as Usage;
  } catch {
    return {}; // A getter threw.
  }
}
