import { describe, expect, test } from "vitest";
import { UsageMeter, usableUsage } from "./usage-meter.js";

const thrower = (name: string): object => Object.defineProperty({}, name, { enumerable: true, get: () => { throw new Error("no"); } });

describe("usableUsage", () => {
  test("keeps the usable numbers, and only those", () => {
    expect(usableUsage({ inputTokens: 5, outputTokens: 0, costUsd: 0.5, details: { cached: 3 } })).toEqual({ inputTokens: 5, outputTokens: 0, costUsd: 0.5 });
    expect(usableUsage({ inputTokens: 5, outputTokens: "7", costUsd: -1 })).toEqual({ inputTokens: 5 });
    expect(Object.isFrozen(usableUsage({ inputTokens: 5 }))).toBe(true);
  });

  test.each<[string, unknown]>([
    ["nothing", undefined],
    ["null", null],
    ["a number", 100],
    ["a word", "100 tokens"],
    ["an empty record", {}],
    ["a list", [100, 20]],
    ["words", { inputTokens: "100", outputTokens: "20", costUsd: "$1" }],
    ["NaN", { inputTokens: Number.NaN }],
    ["Infinity", { outputTokens: Infinity }],
    ["negative numbers", { inputTokens: -1, outputTokens: -0.001, costUsd: -5 }],
    ["numbers that cannot be summed", { inputTokens: 1e308, costUsd: Number.MAX_VALUE }],
    ["bigints", { inputTokens: 100n }],
    ["other names", { input_tokens: 100, prompt_tokens: 5 }],
    ["a getter that throws", thrower("inputTokens")],
    ["another getter that throws", thrower("costUsd")],
    ["a revoked proxy", (() => { const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return proxy; })()],
  ])("is null for %s, and never throws", (_name, reported) => {
    expect(usableUsage(reported)).toBeNull();
  });

  test("reads each field once: a getter that changes its mind is taken at its first word", () => {
    let reads = 0;
    const shifting = { get inputTokens() { return reads++ === 0 ? 5 : Number.NaN; } };
    expect(usableUsage(shifting)).toEqual({ inputTokens: 5 });
    expect(reads).toBe(1);
  });
});

describe("UsageMeter", () => {
  test("QU-USE-01: counts each started call in its role; repairs and failures besides", () => {
    const meter = new UsageMeter();
    meter.started("writer", false);
    meter.ended("writer", { inputTokens: 100, outputTokens: 20 }, 0.01, false);
    meter.started("reviewer", false);
    meter.ended("reviewer", { inputTokens: 10, outputTokens: 2 }, 0.02, false);
    meter.started("reviewer", true);
    meter.ended("reviewer", { inputTokens: 11, outputTokens: 3 }, 0.03, true);
    const { costUsd, byRole, ...rest } = meter.totals();
    expect(rest).toEqual({ calls: 3, repairCalls: 1, failedCalls: 1, inputTokens: 121, outputTokens: 25, callsWithoutUsage: 0, callsWithoutCost: 0, complete: true });
    expect(costUsd).toBeCloseTo(0.06, 12);
    expect(byRole["writer"]).toEqual({ calls: 1, repairCalls: 0, failedCalls: 0, inputTokens: 100, outputTokens: 20, costUsd: 0.01 });
    expect(byRole["reviewer"]).toMatchObject({ calls: 2, repairCalls: 1, failedCalls: 1, inputTokens: 21, outputTokens: 5 });
  });

  test("G23: answers of a fallback are counted by whose they were, over a suspension, and not mentioned where there were none", () => {
    const meter = new UsageMeter();
    for (const role of ["writer", "reviewer"]) {
      meter.started(role, false);
      meter.ended(role, null, null, false);
    }
    expect(JSON.stringify(meter.totals())).not.toContain("fallbacks");
    meter.fellBack("reviewer", { id: "B", family: "x" });
    const resumed = new UsageMeter(meter.totals());
    resumed.fellBack("reviewer", { id: "B" });
    for (const label of [{}, { id: "" }, thrower("id"), "B"]) resumed.fellBack("reviewer", label as { readonly id?: string });
    expect(resumed.totals().byRole["reviewer"]).toMatchObject({ calls: 1, fallbacks: { B: 2, unnamed: 4 } });
    expect(resumed.totals().byRole["writer"]).not.toHaveProperty("fallbacks");
    expect(meter.totals().byRole["reviewer"]?.fallbacks).toEqual({ B: 1 });
  });

  test("QU-USE-02: case H08: a call that reports nothing is counted as such; its cost may still be known, or not", () => {
    const meter = new UsageMeter();
    for (const [usage, costUsd] of [[null, null], [null, 0], [{ inputTokens: 5 }, null], [{ costUsd: 1 }, 1]] as const) {
      meter.started("writer", false);
      meter.ended("writer", usage, costUsd, false);
    }
    expect(meter.totals()).toMatchObject({ calls: 4, inputTokens: 5, outputTokens: 0, costUsd: 1, callsWithoutUsage: 2, callsWithoutCost: 2, complete: false });
  });

  test("totals of a call that is still open: started, not ended", () => {
    const meter = new UsageMeter();
    meter.started("writer", false);
    expect(meter.totals()).toMatchObject({ calls: 1, failedCalls: 0, callsWithoutUsage: 0, complete: true });
  });

  test("totals are a frozen copy, and plain", () => {
    const meter = new UsageMeter();
    meter.started("writer", false);
    const before = meter.totals();
    meter.started("writer", false);
    expect(before.calls).toBe(1);
    expect([Object.isFrozen(before), Object.isFrozen(before.byRole), Object.isFrozen(before.byRole["writer"])]).toEqual([true, true, true]);
    expect(JSON.parse(JSON.stringify(before))).toEqual(before);
  });

  test("nothing was spent before the first call", () => {
    expect(new UsageMeter().totals()).toEqual({ calls: 0, repairCalls: 0, failedCalls: 0, inputTokens: 0, outputTokens: 0, costUsd: 0, callsWithoutUsage: 0, callsWithoutCost: 0, complete: true, byRole: {} });
  });
});
