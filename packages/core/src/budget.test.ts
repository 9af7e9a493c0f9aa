/** Budgets. Numbers are the invariants at the head of budget.ts. */
import { describe, expect, test } from "vitest";
import type { Agent, AgentDescription } from "./agent.js";
import { Budget, costAt, costOf, isAmount, pricesOf, type Reservation } from "./budget.js";
import type { RunLimits } from "./limits.js";

const prices = { inputUsdPerMillionTokens: 1, outputUsdPerMillionTokens: 10 };
const free = { inputUsdPerMillionTokens: 0, outputUsdPerMillionTokens: 0 };

function agent(description: AgentDescription = {}): Agent {
  return { ...description, call: async () => ({}) };
}

function granted(reservation: Reservation | string): Reservation {
  if (typeof reservation === "string") throw new Error(`refused: ${reservation}`);
  return reservation;
}

/** How many calls one after another a budget grants, each settled as said. */
function callsUntilRefused(limits: RunLimits, one: Agent, tokens: number | null, costUsd: number | null): readonly [number, string] {
  const budget = new Budget(limits);
  for (let calls = 0; calls < 1_000; calls++) {
    const reserved = budget.reserve(one);
    if (typeof reserved === "string") return [calls, reserved];
    budget.settle(reserved, tokens, costUsd);
  }
  return [1_000, "never"];
}

describe("G14: 1: nothing starts that does not fit", () => {
  test("calls: exactly as many as the limit says", () => {
    for (const calls of [1, 2, 7]) expect(callsUntilRefused({ calls }, agent(), null, null)).toEqual([calls, "calls"]);
  });

  test("tokens: a declared need fits whole or not at all, also while others are in flight", () => {
    const budget = new Budget({ tokens: 100 });
    const one = agent({ limits: { maxInputTokens: 30, maxOutputTokens: 20 } });
    const [first, second] = [granted(budget.reserve(one)), granted(budget.reserve(one))];
    expect(budget.reserve(one)).toBe("tokens");
    expect(budget.state()).toMatchObject({ calls: 2, tokens: 100 });
    budget.settle(first, 1, null);
    expect(budget.reserve(one)).toBe("tokens");
    budget.settle(second, 49, null);
    expect(budget.reserve(one)).toEqual({ tokens: 50, costUsd: 0 });
  });

  test("tokens: an undeclared need fits while anything is left", () => {
    expect(callsUntilRefused({ tokens: 100 }, agent(), 40, 0)).toEqual([3, "tokens"]);
    expect(callsUntilRefused({ tokens: 100 }, agent(), 50, 0)).toEqual([2, "tokens"]);
  });

  test("cost: reserved as declared, or from prices and declared tokens", () => {
    const declared = new Budget({ costUsd: 1 }).reserve(agent({ prices, limits: { maxInputTokens: 10, maxOutputTokens: 10, maxCostUsd: 0.25 } }));
    expect(declared).toEqual({ tokens: 20, costUsd: 0.25 });
    const computed = new Budget({ costUsd: 1 }).reserve(agent({ prices, limits: { maxInputTokens: 1_000, maxOutputTokens: 500 } }));
    expect(computed).toEqual({ tokens: 1_500, costUsd: 0.006 });
    const fallback = new Budget({ costUsd: 1, fallbackPrices: prices }).reserve(agent({ limits: { maxInputTokens: 1_000, maxOutputTokens: 500 } }));
    expect(fallback).toEqual({ tokens: 1_500, costUsd: 0.006 });
    expect(new Budget({ costUsd: 0.005 }).reserve(agent({ prices, limits: { maxInputTokens: 1_000, maxOutputTokens: 500 } }))).toBe("costUsd");
  });

  test("cost: what fits exactly fits, whatever binary fractions make of it", () => {
    for (const [limit, each, calls] of [[0.3, 0.1, 3], [0.7, 0.1, 7], [1, 0.1, 10], [0.6, 0.2, 3], [1e-9, 1e-10, 10]] as const) {
      expect(callsUntilRefused({ costUsd: limit }, agent({ prices: "reported", limits: { maxCostUsd: each } }), null, each)).toEqual([calls, "costUsd"]);
      expect(callsUntilRefused({ costUsd: limit }, agent({ prices: "reported" }), null, each)).toEqual([calls, "costUsd"]);
    }
  });

  test("a refusal reserves nothing, in no dimension", () => {
    const budget = new Budget({ calls: 5, tokens: 100, costUsd: 1 });
    const before = budget.state();
    expect(budget.reserve(agent({ prices, limits: { maxInputTokens: 50, maxOutputTokens: 40, maxCostUsd: 2 } }))).toBe("costUsd");
    expect(budget.reserve(agent({ limits: { maxInputTokens: 101 } }))).toBe("tokens");
    expect(budget.state()).toEqual(before);
  });

  test("without limits nothing is refused; spend is still counted, for a resume", () => {
    const budget = new Budget({});
    const reserved = granted(budget.reserve(agent({ limits: { maxInputTokens: 1e9, maxCostUsd: 1e9 } })));
    expect(reserved).toEqual({ tokens: 0, costUsd: 0 });
    budget.settle(reserved, 7, 0.5);
    expect(budget.state()).toEqual({ calls: 1, tokens: 7, costUsd: 0.5, isCostUnknown: false, areTokensUnknown: false });
  });
});

describe("G14: 2: reserved, then settled or given back", () => {
  const one = agent({ prices, limits: { maxInputTokens: 60, maxOutputTokens: 0, maxCostUsd: 0.6 } });

  test("what was not spent is free again", () => {
    const budget = new Budget({ tokens: 100, costUsd: 1 });
    const reserved = granted(budget.reserve(one));
    expect(budget.reserve(one)).toBe("tokens");
    budget.settle(reserved, 10, 0.1);
    expect(budget.reserve(one)).toEqual(reserved);
  });

  test("unknown spend settles at what was reserved: the call may have used it", () => {
    const budget = new Budget({ tokens: 100, costUsd: 1 });
    budget.settle(granted(budget.reserve(one)), null, null);
    expect(budget.state()).toEqual({ calls: 1, tokens: 60, costUsd: 0.6, isCostUnknown: false, areTokensUnknown: false });
    expect(budget.reserve(one)).toBe("tokens");
  });

  test("a call that used more than it declared is counted in full", () => {
    const budget = new Budget({ tokens: 100 });
    budget.settle(granted(budget.reserve(one)), 500, null);
    expect(budget.state().tokens).toBe(500);
    expect(budget.reserve(agent())).toBe("tokens");
  });

  test("G8: a reservation whose call never started is given back whole", () => {
    const budget = new Budget({ calls: 1, tokens: 100, costUsd: 1 });
    const before = budget.state();
    budget.release(granted(budget.reserve(one)));
    expect(budget.state()).toEqual(before);
    expect(budget.reserve(one)).not.toBe("calls");
  });
});

describe("G14: case H08: 3: unknown is never 0", () => {
  test("under a cost limit a call of unknown cost is the last", () => {
    expect(callsUntilRefused({ costUsd: 1 }, agent({ prices: "reported" }), 10, null)).toEqual([1, "costUsd"]);
    expect(callsUntilRefused({ tokens: 1_000, calls: 5 }, agent(), 10, null)).toEqual([5, "calls"]);
  });

  test("under a token limit a call of unknown use is the last", () => {
    expect(callsUntilRefused({ tokens: 1_000_000 }, agent(), null, 0)).toEqual([1, "tokens"]);
    expect(callsUntilRefused({ costUsd: 1, calls: 5 }, agent({ prices }), null, 0)).toEqual([5, "calls"]);
    expect(callsUntilRefused({ tokens: 100 }, agent({ limits: { maxInputTokens: 20, maxOutputTokens: 5 } }), null, 0)).toEqual([4, "tokens"]);
  });

  test("what was unknown before a limit was set stays unknown when a run is resumed under one", () => {
    const first = new Budget({});
    first.settle(granted(first.reserve(agent())), null, null);
    const stored = JSON.parse(JSON.stringify(first.state())) as ReturnType<Budget["state"]>;
    expect(new Budget({ costUsd: 1 }, stored).reserve(agent({ prices, limits: { maxCostUsd: 0.1 } }))).toBe("costUsd");
    expect(new Budget({ tokens: 10 }, stored).reserve(agent())).toBe("tokens");
    expect(new Budget({ calls: 2 }, stored).reserve(agent())).toEqual({ tokens: 0, costUsd: 0 });
  });

  test("spend survives a resume, under limits that are wider or tighter", () => {
    const first = new Budget({ calls: 2, tokens: 100 });
    for (const tokens of [30, 40]) first.settle(granted(first.reserve(agent())), tokens, 0.1);
    expect(first.reserve(agent())).toBe("calls");
    const widened = new Budget({ calls: 3, tokens: 100 }, first.state());
    widened.settle(granted(widened.reserve(agent())), 5, 0);
    expect(widened.reserve(agent())).toBe("calls");
    expect(widened.state()).toMatchObject({ calls: 3, tokens: 75 });
    expect(new Budget({ tokens: 70 }, first.state()).reserve(agent())).toBe("tokens");
  });
});

describe("costOf", () => {
  test("reported cost counts before prices; prices count where both directions are known", () => {
    expect(costOf({ costUsd: 0.5, inputTokens: 1e6, outputTokens: 1e6 }, agent({ prices }), undefined)).toBe(0.5);
    expect(costOf({ inputTokens: 1_000, outputTokens: 100 }, agent({ prices }), undefined)).toBeCloseTo(0.002, 12);
    expect(costOf({ inputTokens: 1_000, outputTokens: 100 }, agent(), prices)).toBeCloseTo(0.002, 12);
    expect(costOf({ costUsd: 0 }, agent(), undefined)).toBe(0);
  });

  test("case H08: is null, never 0, where anything that has a price is unknown", () => {
    expect(costOf(null, agent({ prices }), prices)).toBeNull();
    expect(costOf({ inputTokens: 5 }, agent({ prices }), undefined)).toBeNull();
    expect(costOf({ outputTokens: 5 }, agent({ prices }), undefined)).toBeNull();
    expect(costOf({ inputTokens: 5, outputTokens: 5 }, agent(), undefined)).toBeNull();
    expect(costOf({ inputTokens: 5, outputTokens: 5 }, agent({ prices: "reported" }), prices)).toBeNull();
    expect(costOf({ inputTokens: 5, outputTokens: 5 }, agent({ prices: { inputUsdPerMillionTokens: 1e308, outputUsdPerMillionTokens: 1e308 } }), undefined)).toBeNull();
  });

  test("what is free is free, whether it reports anything or not", () => {
    expect(costOf(null, agent({ prices: free }), undefined)).toBe(0);
    expect(costOf({ outputTokens: 100 }, agent({ prices: { inputUsdPerMillionTokens: 0, outputUsdPerMillionTokens: 10 } }), undefined)).toBe(0.001);
    expect(costOf(null, agent(), free)).toBe(0);
    expect(callsUntilRefused({ costUsd: 1, calls: 9 }, agent({ prices: free }), null, costOf(null, agent({ prices: free }), undefined))).toEqual([9, "calls"]);
  });

  test("pricesOf and costAt keep unknown apart from free", () => {
    expect([pricesOf(undefined, undefined), pricesOf("reported", prices), pricesOf(undefined, prices), pricesOf(free, prices)]).toEqual([null, null, prices, free]);
    expect([costAt(null, 1, 1), costAt(prices, undefined, 1), costAt(prices, 1e6, 1e6), costAt(free, undefined, undefined)]).toEqual([null, null, 11, 0]);
  });
});

test("isAmount: what can be summed", () => {
  expect([0, 0.5, 1e9, Number.MAX_SAFE_INTEGER].every(isAmount)).toBe(true);
  expect([-1, Number.NaN, Infinity, 1e308, "1", null, undefined, 1n, {}, [1]].some(isAmount)).toBe(false);
});
