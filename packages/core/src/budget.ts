/**
 * Reserve and settle (G14).
 *
 * Invariants:
 * 1. Nothing starts that does not fit: calls, declared tokens and declared cost are reserved before a call.
 * 2. Every reservation is settled exactly once, also after failure and abort; unknown spend settles at what was reserved.
 * 3. Unknown spend is never 0: it ends further reservations under the limit it belongs to, because the bound can no
 *    longer be shown. Only a call that declared what it may use is bounded without a report.
 */
import type { Agent, AgentPrices, TokenPrices } from "./agent.js";
import type { RunLimits } from "./limits.js";
import type { Usage } from "./usage.js";

/** The limits that a budget keeps. */
export type BudgetLimit = "calls" | "tokens" | "costUsd";

/** What a call has reserved. */
export interface Reservation {
  readonly tokens: number;
  readonly costUsd: number;
}

/** What a budget has granted and spent, for snapshots. */
export interface BudgetState {
  readonly calls: number;
  readonly tokens: number;
  readonly costUsd: number;
  readonly isCostUnknown: boolean;
  readonly areTokensUnknown: boolean;
}

const NOTHING: Reservation = Object.freeze({ tokens: 0, costUsd: 0 });
const NO_SPEND: BudgetState = Object.freeze({ calls: 0, tokens: 0, costUsd: 0, isCostUnknown: false, areTokensUnknown: false });

/** The budget of one run. */
export class Budget {
  readonly #limits: RunLimits;
  readonly #isLimited: boolean;
  #calls: number;
  #tokens: number;
  #costUsd: number;
  #isCostUnknown: boolean;
  #areTokensUnknown: boolean;

  constructor(limits: RunLimits, spent: BudgetState = NO_SPEND) {
    this.#limits = limits;
    this.#isLimited = limits.calls !== undefined || limits.tokens !== undefined || limits.costUsd !== undefined;
    this.#calls = spent.calls;
    this.#tokens = spent.tokens;
    this.#costUsd = spent.costUsd;
    this.#isCostUnknown = spent.isCostUnknown;
    this.#areTokensUnknown = spent.areTokensUnknown;
  }

  /** Reserves one call of an agent; the name of the limit it does not fit into, otherwise. */
  reserve(agent: Agent): Reservation | BudgetLimit {
    if (!this.#isLimited) {
      this.#calls++;
      return NOTHING;
    }
    const { calls, tokens, costUsd } = this.#limits;
    const need = needOf(agent, this.#limits.fallbackPrices);
    if (calls !== undefined && this.#calls + 1 > calls) return "calls";
    if (tokens !== undefined && (this.#areTokensUnknown || !fits(this.#tokens, need.tokens, tokens))) return "tokens";
    if (costUsd !== undefined && (this.#isCostUnknown || !fits(this.#costUsd, need.costUsd, costUsd))) return "costUsd";
    this.#calls++;
    this.#tokens += need.tokens;
    this.#costUsd += need.costUsd;
    return need;
  }

  /** Takes over a reservation that was made before, by another process: it counts, whatever the limits are now. */
  adopt(reservation: Reservation): Reservation {
    this.#calls++;
    this.#tokens += reservation.tokens;
    this.#costUsd += reservation.costUsd;
    return reservation;
  }

  /** What {@link reserve} would have given for an agent. */
  needOf(agent: Agent): Reservation {
    return this.#isLimited ? needOf(agent, this.#limits.fallbackPrices) : NOTHING;
  }

  /** Gives back a reservation whose call never started. */
  release(reservation: Reservation): void {
    this.#calls--;
    this.#tokens -= reservation.tokens;
    this.#costUsd -= reservation.costUsd;
  }

  /** Replaces what was reserved by what was spent; `null` = unknown, which settles at the reservation. */
  settle(reservation: Reservation, tokens: number | null, costUsd: number | null): void {
    if (tokens !== null) this.#tokens += tokens - reservation.tokens;
    else if (reservation.tokens === 0) this.#areTokensUnknown = true;
    if (costUsd !== null) this.#costUsd += costUsd - reservation.costUsd;
    else if (reservation.costUsd === 0) this.#isCostUnknown = true;
  }

  state(): BudgetState {
    return {
      calls: this.#calls,
      tokens: this.#tokens,
      costUsd: this.#costUsd,
      isCostUnknown: this.#isCostUnknown,
      areTokensUnknown: this.#areTokensUnknown,
    };
  }
}

/** What sums of decimal fractions may be off by, as a part of the limit. */
const ROUNDING = 1e-12;

/** A declared need fits as a whole; an undeclared one fits while anything is left. */
function fits(spent: number, need: number, limit: number): boolean {
  return need > 0 ? spent + need <= limit * (1 + ROUNDING) : spent < limit * (1 - ROUNDING);
}

function needOf(agent: Agent, fallback: TokenPrices | undefined): Reservation {
  const { maxInputTokens = 0, maxOutputTokens = 0, maxCostUsd } = agent.limits ?? {};
  return { tokens: maxInputTokens + maxOutputTokens, costUsd: maxCostUsd ?? costAt(pricesOf(agent.prices, fallback), maxInputTokens, maxOutputTokens) ?? 0 };
}

/** The cost of a call: reported, or computed from prices; `null` = unknown (H08). */
export function costOf(usage: Usage | null, agent: Agent, fallback: TokenPrices | undefined): number | null {
  return isAmount(usage?.costUsd) ? usage.costUsd : costAt(pricesOf(agent.prices, fallback), usage?.inputTokens, usage?.outputTokens);
}

/** The tokens of a call; `null` = unknown. */
export function tokensOf(usage: Usage | null): number | null {
  if (usage === null || (usage.inputTokens === undefined && usage.outputTokens === undefined)) return null;
  return (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0);
}

/** What prices apply to an agent; `null` = none is known. */
export function pricesOf(declared: AgentPrices | undefined, fallback: TokenPrices | undefined): TokenPrices | null {
  if (declared !== undefined && declared !== "reported") return declared;
  return declared === "reported" ? null : (fallback ?? null);
}

/** The cost of so many tokens; `null` where a price or a number of tokens that have a price is unknown. */
export function costAt(prices: TokenPrices | null, inputTokens: number | undefined, outputTokens: number | undefined): number | null {
  if (prices === null) return null;
  const sum = part(prices.inputUsdPerMillionTokens, inputTokens) + part(prices.outputUsdPerMillionTokens, outputTokens);
  return isAmount(sum) ? sum / 1_000_000 : null;
}

/** What is free is free in any number; `NaN` = unknown. */
function part(price: number, tokens: number | undefined): number {
  return price === 0 ? 0 : price * (tokens ?? Number.NaN);
}

/** Whether a reported number counts: not negative, and no larger than what can be summed (QU-USE-02). */
export function isAmount(value: unknown): value is number {
  return typeof value === "number" && value >= 0 && value <= Number.MAX_SAFE_INTEGER;
}
