/**
 * What several calls inside one call spent together.
 *
 * Invariants:
 * 1. Every part counts, also of a call that failed, was aborted or reported late (G14, H09).
 * 2. A sum with an unknown part is unknown, not smaller: the field is absent, and the parts stand in `details` (H08).
 * 3. One part alone passes unchanged.
 */
import type { Json, TokenPrices, Usage } from "@loopwright/core";

const FIELDS = ["inputTokens", "outputTokens", "costUsd"] as const;

/** Usage by part, in the order in which the parts started. */
export class UsageSum {
  readonly #parts: (Usage | null)[] = [];
  readonly #onChange: (sum: Usage) => void;

  /** @param onChange is told the sum whenever it changes, such as `request.reportUsage`. */
  constructor(onChange: (sum: Usage) => void) {
    this.#onChange = onChange;
  }

  /** Opens a part; the returned function says what it spent so far and may be called again. */
  open(): (usage: unknown) => void {
    const index = this.#parts.push(null) - 1;
    if (index > 0) this.#changed();
    return (usage) => {
      if (!isUsage(usage)) return;
      this.#parts[index] = usage;
      this.#changed();
    };
  }

  get parts(): readonly (Usage | null)[] {
    return this.#parts;
  }

  /** The sum so far; `undefined` where no part is known. */
  sum(): Usage | undefined {
    return sumUsage(this.#parts);
  }

  #changed(): void {
    const sum = this.sum();
    if (sum !== undefined) this.#onChange(sum);
  }
}

/** Sums parts; `null` is a part of which nothing is known. */
export function sumUsage(parts: readonly (Usage | null)[]): Usage | undefined {
  if (parts.length === 1) return parts[0] ?? undefined;
  if (parts.every((part) => part === null)) return undefined;
  const sums: { inputTokens?: number; outputTokens?: number; costUsd?: number } = {};
  for (const field of FIELDS) {
    const values = parts.map((part) => part?.[field]);
    if (values.every(isAmount)) sums[field] = values.reduce((sum, value) => sum + value, 0);
  }
  return { ...sums, details: { parts: parts as readonly Json[] } }; // usage is plain data
}

/** The same usage with its cost, where the prices of its agent say it. */
export function priced(usage: Usage, prices: TokenPrices | "reported" | undefined): Usage {
  if (isAmount(usage.costUsd) || prices === undefined || prices === "reported") return usage;
  const cost = part(prices.inputUsdPerMillionTokens, usage.inputTokens) + part(prices.outputUsdPerMillionTokens, usage.outputTokens);
  return isAmount(cost) ? { ...usage, costUsd: cost / 1_000_000 } : usage;
}

/** What is free is free in any number; `NaN` = unknown. */
function part(price: number, tokens: number | undefined): number {
  return price === 0 ? 0 : price * (tokens ?? Number.NaN);
}

function isAmount(value: unknown): value is number {
  return typeof value === "number" && value >= 0 && Number.isFinite(value);
}

function isUsage(value: unknown): value is Usage {
  return typeof value === "object" && value !== null;
}
