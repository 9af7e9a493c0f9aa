/**
 * Limits of one run (G14). None holds unless the caller passes it, except the round limit (G1).
 *
 * Invariants:
 * 1. Every limit is checked before the first event; `0`, negative, fractional, `NaN` and `Infinity` are refused.
 * 2. An unknown price is unknown, never 0: a cost limit over an agent without a price refuses to start (H08).
 */
import type { AgentDescription, TokenPrices } from "./agent.js";
import { LoopwrightError } from "./errors.js";
import { checkTimeout, checkWhole, shown } from "./range.js";

/** What a caller may bound. */
export interface RunLimits {
  /** Reviews at most; the smaller of this and the policy's own `maxRounds` holds. */
  readonly rounds?: number | undefined;
  /** Calls at most, repairs included. */
  readonly calls?: number | undefined;
  /** Input plus output tokens at most. */
  readonly tokens?: number | undefined;
  /** US dollars at most. Needs a price for every agent, or `fallbackPrices`. */
  readonly costUsd?: number | undefined;
  /** Prices for agents that declare none; without them a cost limit refuses to start. */
  readonly fallbackPrices?: TokenPrices | undefined;
  /** Time limit of each call; the smaller of this and the policy's own holds. `null` = none. */
  readonly callTimeoutMs?: number | null | undefined;
  /** Time limit of the whole run. `null` = none. */
  readonly runTimeoutMs?: number | null | undefined;
}

const KNOWN = ["rounds", "calls", "tokens", "costUsd", "fallbackPrices", "callTimeoutMs", "runTimeoutMs"];

/** Refuses limits that do not bound. */
export function checkLimits(limits: RunLimits): void {
  for (const name of Object.keys(limits)) {
    if (!KNOWN.includes(name)) {
      throw new LoopwrightError("limit-unknown", `there is no limit "${name}"`, { path: `limits.${name}`, hint: `Use ${KNOWN.join(", ")}.` });
    }
  }
  const hint = "Leave a limit out where there is none; large numbers are allowed.";
  if (limits.rounds !== undefined) checkWhole("max-rounds-range", "limits.rounds", limits.rounds, hint);
  if (limits.calls !== undefined) checkWhole("calls-range", "limits.calls", limits.calls, hint);
  if (limits.tokens !== undefined) checkWhole("tokens-range", "limits.tokens", limits.tokens, hint);
  if (limits.costUsd !== undefined) checkAmount("limits.costUsd", limits.costUsd, false);
  if (limits.fallbackPrices !== undefined) checkPrices("limits.fallbackPrices", limits.fallbackPrices);
  if (limits.callTimeoutMs != null) checkTimeout("limits.callTimeoutMs", limits.callTimeoutMs);
  if (limits.runTimeoutMs != null) checkTimeout("limits.runTimeoutMs", limits.runTimeoutMs);
}

/** Refuses prices and limits of an agent that are not finite and non-negative: a negative one would widen the budget. */
export function checkDeclared(path: string, { prices, limits }: AgentDescription): void {
  if (prices !== undefined && prices !== "reported") checkPrices(`${path}.prices`, prices);
  for (const name of ["maxInputTokens", "maxOutputTokens", "maxCostUsd"] as const) {
    const declared = limits?.[name];
    if (declared !== undefined) checkAmount(`${path}.limits.${name}`, declared, true, name === "maxCostUsd" ? "cost-range" : "tokens-range");
  }
}

function checkPrices(path: string, prices: TokenPrices | null): void {
  checkAmount(`${path}.inputUsdPerMillionTokens`, prices?.inputUsdPerMillionTokens, true);
  checkAmount(`${path}.outputUsdPerMillionTokens`, prices?.outputUsdPerMillionTokens, true);
}

function checkAmount(path: string, value: unknown, mayBeZero: boolean, code: "cost-range" | "tokens-range" = "cost-range"): void {
  if (typeof value === "number" && Number.isFinite(value) && (mayBeZero ? value >= 0 : value > 0)) return;
  throw new LoopwrightError(code, `${path} must be a finite ${mayBeZero ? "non-negative" : "positive"} number, not ${shown(value)}`, {
    path,
    hint: code === "cost-range" ? "Amounts are US dollars." : "Leave it out where nothing is known.",
  });
}

/** The smaller of two optional bounds; `null` where neither holds. */
export function tighter(first: number | null | undefined, second: number | null | undefined): number | null {
  if (first == null) return second ?? null;
  return second == null ? first : Math.min(first, second);
}
