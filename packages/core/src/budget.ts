/**
 * Reserve and settle (G14).
 *
 * Invariants:
 * 1. Nothing starts that does not fit: calls, declared tokens and declared cost are reserved before a call.
 * 2. Every reservation is settled exactly once, also after failure and abort; unknown spend settles at what was reserved.
 * 3. Unknown cost is never 0: under a cost limit it ends further reservations, because the bound can no longer be shown.
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
}

const NOTHING: Reservation = Object.freeze({ tokens: 0, costUsd: 0 });

/** The budget of one run. */
export class Budget {
  readonly #limits: RunLimits;
  readonly #isLimited: boolean;
  #calls: number;
  #tokens: number;
  #costUsd: number;
  #isCostUnknown: boolean;

  constructor(limits: RunLimits, spent: BudgetState = { calls: 0, tokens: 0, costUsd: 0, isCostUnknown: false }) {
    this.#limits = limits;
    this.#isLimited = limits.calls !== undefined || limits.tokens !== undefined || limits.costUsd !== undefined;
    this.#calls = spent.calls;
    this.#tokens = spent.tokens;
    this.#costUsd = spent.costUsd;
    this.#isCostUnknown = spent.isCostUnknown;
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
    if (tokens !== undefined && !fits(this.#tokens, need.tokens, tokens)) return "tokens";
    if (costUsd !== undefined && (this.#isCostUnknown || !fits(this.#costUsd, need.costUsd, costUsd))) return "costUsd";
    this.#calls++;
    this.#tokens += need.tokens;
    this.#costUsd += need.costUsd;
    return need;
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
    if (costUsd !== null) this.#costUsd += costUsd - reservation.costUsd;
    else if (reservation.costUsd === 0 && this.#limits.costUsd !== undefined) this.#isCostUnknown = true;
  }

  state(): BudgetState {
    return { calls: this.#calls, tokens: this.#tokens, costUsd: this.#costUsd, isCostUnknown: this.#isCostUnknown };
  }
}

/** A declared need fits as a whole; an undeclared one fits while anything is left. */
function fits(spent: number, need: number, limit: number): boolean {
  return need > 0 ? spent + need <= limit : spent < limit;
}

function needOf(agent: Agent, fallback: TokenPrices | undefined): Reservation {
  const { maxInputTokens = 0, maxOutputTokens = 0, maxCostUsd } = agent.limits ?? {};
  const prices = pricesOf(agent.prices, fallback);
  const priced = prices === null ? 0 : cost(prices, maxInputTokens, maxOutputTokens);
  return { tokens: maxInputTokens + maxOutputTokens, costUsd: maxCostUsd ?? priced };
}

/** The cost of a call: reported, or computed from prices; `null` = unknown (H08). */
export function costOf(usage: Usage | null, agent: Agent, fallback: TokenPrices | undefined): number | null {
  if (usage === null) return null;
  if (isAmount(usage.costUsd)) return usage.costUsd;
  const prices = pricesOf(agent.prices, fallback);
  if (prices === null || !isAmount(usage.inputTokens) || !isAmount(usage.outputTokens)) return null;
  return cost(prices, usage.inputTokens, usage.outputTokens);
}

function pricesOf(declared: AgentPrices | undefined, fallback: TokenPrices | undefined): TokenPrices | null {
  if (declared !== undefined && declared !== "reported") return declared;
  return declared === "reported" ? null : (fallback ?? null);
}

function cost(prices: TokenPrices, inputTokens: number, outputTokens: number): number {
  return (prices.inputUsdPerMillionTokens * inputTokens + prices.outputUsdPerMillionTokens * outputTokens) / 1_000_000;
}

/** Whether a reported number counts: finite and not negative (QU-USE-02). */
export function isAmount(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}
