/** The laws of budgets, against a model that keeps every call in a list. Numbers are the invariants at the head of budget.ts. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Agent } from "./agent.js";
import { Budget, type Reservation } from "./budget.js";
import type { RunLimits } from "./limits.js";

interface Entry {
  readonly reservation: Reservation;
  /** What the agent declared, and what is counted now. */
  readonly declared: { readonly tokens: number; readonly costUsd: number };
  tokens: number;
  costUsd: number;
  isOpen: boolean;
}

// Amounts are multiples of 1/64, so that sums are exact and the model needs no tolerance.
const amount = fc.integer({ min: 0, max: 64 }).map((n) => n / 64);
const tokens = fc.integer({ min: 0, max: 50 });

const limits: fc.Arbitrary<RunLimits> = fc.record(
  { calls: fc.integer({ min: 1, max: 12 }), tokens: fc.integer({ min: 1, max: 200 }), costUsd: fc.integer({ min: 1, max: 256 }).map((n) => n / 64) },
  { requiredKeys: [] },
);

const agent: fc.Arbitrary<Agent> = fc
  .record({ maxInputTokens: tokens, maxOutputTokens: tokens, maxCostUsd: amount }, { requiredKeys: [] })
  .map((declared) => ({ limits: declared, prices: "reported", call: async () => ({}) }));

type Step =
  | { readonly do: "reserve"; readonly agent: Agent }
  | { readonly do: "settle"; readonly which: number; readonly tokens: number | null; readonly costUsd: number | null }
  | { readonly do: "release"; readonly which: number }
  | { readonly do: "resume" };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant("reserve" as const), agent }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("settle" as const), which: fc.nat(), tokens: fc.option(tokens), costUsd: fc.option(amount) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("release" as const), which: fc.nat() }) },
  { weight: 1, arbitrary: fc.constant({ do: "resume" as const }) },
);

function sum(entries: readonly Entry[], name: "tokens" | "costUsd"): number {
  return entries.reduce((total, entry) => total + entry[name], 0);
}

/** Plays the steps on a budget and on the list at once, and compares them after every one. */
function play(bounds: RunLimits, steps: readonly Step[], look: (entries: readonly Entry[]) => void): void {
  let budget = new Budget(bounds);
  const isBounded = Object.keys(bounds).length > 0;
  const entries: Entry[] = [];
  const unknown = { tokens: false, costUsd: false };
  for (const one of steps) {
    const open = entries.filter((entry) => entry.isOpen);
    if (one.do === "reserve") {
      const { maxInputTokens = 0, maxOutputTokens = 0, maxCostUsd = 0 } = one.agent.limits ?? {};
      const declared = { tokens: maxInputTokens + maxOutputTokens, costUsd: maxCostUsd };
      const leaves = (name: "tokens" | "costUsd"): boolean => {
        const limit = bounds[name];
        if (limit === undefined) return true;
        if (unknown[name]) return false;
        return declared[name] > 0 ? sum(entries, name) + declared[name] <= limit : sum(entries, name) < limit;
      };
      const expected = entries.length >= (bounds.calls ?? Infinity) ? "calls" : !leaves("tokens") ? "tokens" : !leaves("costUsd") ? "costUsd" : null;
      const reservation = budget.reserve(one.agent);
      if (typeof reservation === "string") expect(reservation).toBe(expected);
      else {
        expect(expected).toBeNull();
        expect(reservation).toEqual(isBounded ? declared : { tokens: 0, costUsd: 0 });
        entries.push({ reservation, declared, ...reservation, isOpen: true });
      }
    } else if (one.do === "resume") {
      budget = new Budget(bounds, JSON.parse(JSON.stringify(budget.state())) as ReturnType<Budget["state"]>);
    } else if (open.length > 0) {
      const entry = open[one.which % open.length] as Entry;
      if (one.do === "release") {
        budget.release(entry.reservation);
        entries.splice(entries.indexOf(entry), 1);
      } else {
        budget.settle(entry.reservation, one.tokens, one.costUsd);
        unknown.tokens ||= one.tokens === null && entry.reservation.tokens === 0;
        unknown.costUsd ||= one.costUsd === null && entry.reservation.costUsd === 0;
        entry.tokens = one.tokens ?? entry.tokens;
        entry.costUsd = one.costUsd ?? entry.costUsd;
        entry.isOpen = false;
      }
    }
    expect(budget.state()).toEqual({
      calls: entries.length,
      tokens: sum(entries, "tokens"),
      costUsd: sum(entries, "costUsd"),
      isCostUnknown: unknown.costUsd,
      areTokensUnknown: unknown.tokens,
    });
    look(entries);
  }
}

describe("G14", () => {
  test("1, 2, 3: grants, refuses and counts as the list does, whatever is settled, released or resumed when", () => {
    fc.assert(
      fc.property(limits, fc.array(step, { maxLength: 40 }), (bounds, steps) => play(bounds, steps, () => undefined)),
      { numRuns: 500 },
    );
  });

  test("1: calls never exceed their limit", () => {
    fc.assert(
      fc.property(limits, fc.array(step, { maxLength: 40 }), (bounds, steps) =>
        play(bounds, steps, (entries) => expect(entries.length).toBeLessThanOrEqual(bounds.calls ?? Infinity)),
      ),
    );
  });

  test("1: as long as calls keep to what they declare, no limit is ever exceeded", () => {
    const kept = fc.array(step, { maxLength: 40 }).map((steps) =>
      steps.map((one) => {
        if (one.do !== "reserve") return one;
        const limits = { maxInputTokens: 1 + (one.agent.limits?.maxInputTokens ?? 0), maxOutputTokens: 0, maxCostUsd: 1 / 64 + (one.agent.limits?.maxCostUsd ?? 0) };
        return { ...one, agent: { ...one.agent, limits } };
      }),
    );
    fc.assert(
      fc.property(limits, kept, (bounds, steps) => {
        const honest = steps.map((one) => (one.do === "settle" ? { ...one, tokens: one.tokens === null ? null : 0, costUsd: one.costUsd === null ? null : 0 } : one));
        play(bounds, honest, (entries) => {
          expect(sum(entries, "tokens")).toBeLessThanOrEqual(bounds.tokens ?? Infinity);
          expect(sum(entries, "costUsd")).toBeLessThanOrEqual(bounds.costUsd ?? Infinity);
        });
      }),
    );
  });

  test("1: one call at a time, overshoot is what the last call used beyond its declaration", () => {
    const call = fc.record({ agent, tokens, costUsd: amount });
    fc.assert(
      fc.property(limits, fc.array(call, { maxLength: 30 }), (bounds, calls) => {
        const budget = new Budget(bounds);
        for (const one of calls) {
          const reserved = budget.reserve(one.agent);
          if (typeof reserved === "string") continue;
          budget.settle(reserved, one.tokens, one.costUsd);
          const { maxInputTokens = 0, maxOutputTokens = 0, maxCostUsd = 0 } = one.agent.limits ?? {};
          const { tokens: used, costUsd: spent } = budget.state();
          expect(used).toBeLessThanOrEqual((bounds.tokens ?? Infinity) + Math.max(0, one.tokens - (maxInputTokens + maxOutputTokens)));
          expect(spent).toBeLessThanOrEqual((bounds.costUsd ?? Infinity) + Math.max(0, one.costUsd - maxCostUsd));
        }
      }),
    );
  });
});
