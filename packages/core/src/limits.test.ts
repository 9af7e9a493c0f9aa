/** Limits. Numbers are the invariants at the head of limits.ts. */
import { describe, expect, test } from "vitest";
import { checkDeclared, checkLimits, tighter, type RunLimits } from "./limits.js";

const prices = { inputUsdPerMillionTokens: 1, outputUsdPerMillionTokens: 2 };

function refusal(code: string, path: string) {
  return expect.objectContaining({ name: "LoopwrightError", code, path, hint: expect.stringMatching(/\S/) as string, message: expect.stringContaining(path) as string }) as Error;
}

describe("G1: G14: 1: limits that do not bound are refused", () => {
  const never = [0, -1, 1.5, Number.NaN, Infinity, -Infinity, "3", null, true, 3n, {}];
  const cases: readonly [keyof RunLimits, string, readonly unknown[]][] = [
    ["rounds", "max-rounds-range", never],
    ["calls", "calls-range", never],
    ["tokens", "tokens-range", never],
    ["costUsd", "cost-range", [0, -1, Number.NaN, Infinity, "3", null, true, 3n, {}]],
    ["callTimeoutMs", "timeout-range", [0, -1, 1.5, Number.NaN, Infinity, "3", true, 2 ** 31]],
    ["runTimeoutMs", "timeout-range", [0, -1, 1.5, Number.NaN, Infinity, "3", true, 2 ** 31]],
  ];
  test.each(cases.flatMap(([name, code, values]) => values.map((value) => [name, code, value] as const)))("limits.%s: %s for %s", (name, code, value) => {
    expect(() => checkLimits({ [name]: value })).toThrow(refusal(code, `limits.${name}`));
  });

  test.each([-1, Number.NaN, Infinity, "1", null, undefined])("a fallback price of %s", (price) => {
    expect(() => checkLimits({ fallbackPrices: { ...prices, inputUsdPerMillionTokens: price as never } })).toThrow(refusal("cost-range", "limits.fallbackPrices.inputUsdPerMillionTokens"));
    expect(() => checkLimits({ fallbackPrices: { ...prices, outputUsdPerMillionTokens: price as never } })).toThrow(refusal("cost-range", "limits.fallbackPrices.outputUsdPerMillionTokens"));
  });

  test.each([null, "free", 0])("fallback prices that are %s", (given) => {
    expect(() => checkLimits({ fallbackPrices: given as never })).toThrow(refusal("cost-range", "limits.fallbackPrices.inputUsdPerMillionTokens"));
  });

  test.each(["maxRounds", "cost", "timeoutMs", "constructor"])("case F15: a limit that does not exist (%s) is refused, never ignored", (name) => {
    expect(() => checkLimits({ [name]: 3 })).toThrow(expect.objectContaining({ code: "limit-unknown", path: `limits.${name}`, hint: expect.stringContaining("rounds") as string }) as Error);
  });

  test("a word is shown as a word", () => {
    expect(() => checkLimits({ rounds: "3" as never })).toThrow('not "3"');
    expect(() => checkLimits({ costUsd: "3" as never })).toThrow('not "3"');
  });
});

test("large, absent and, for times, null limits are fine", () => {
  for (const limits of [
    {},
    { rounds: 1_000_000, calls: Number.MAX_SAFE_INTEGER, tokens: 1, costUsd: 1e-9, fallbackPrices: { inputUsdPerMillionTokens: 0, outputUsdPerMillionTokens: 0.5 } },
    { callTimeoutMs: null, runTimeoutMs: null },
    { rounds: undefined, calls: undefined, tokens: undefined, costUsd: undefined, fallbackPrices: undefined, callTimeoutMs: undefined, runTimeoutMs: undefined },
    { callTimeoutMs: 1, runTimeoutMs: 2 ** 31 - 1 },
  ]) {
    expect(() => checkLimits(limits)).not.toThrow();
  }
});

describe("G14: what an agent declares is checked: a negative need would widen the budget", () => {
  test.each([-1, Number.NaN, Infinity, "1", null])("limits of %s", (value) => {
    for (const [name, code] of [["maxInputTokens", "tokens-range"], ["maxOutputTokens", "tokens-range"], ["maxCostUsd", "cost-range"]] as const) {
      expect(() => checkDeclared("agents.writer", { limits: { [name]: value } })).toThrow(refusal(code, `agents.writer.limits.${name}`));
    }
  });

  test.each([-1, Number.NaN, Infinity, "1", null, undefined])("prices of %s", (value) => {
    expect(() => checkDeclared("agents.writer", { prices: { ...prices, outputUsdPerMillionTokens: value as never } })).toThrow(refusal("cost-range", "agents.writer.prices.outputUsdPerMillionTokens"));
  });

  test.each([null, "free", 3])("prices that are %s", (given) => {
    expect(() => checkDeclared("a", { prices: given as never })).toThrow(refusal("cost-range", "a.prices.inputUsdPerMillionTokens"));
  });

  test("zero, absent and reported are fine", () => {
    for (const agent of [{}, { prices: "reported" as const }, { prices: { inputUsdPerMillionTokens: 0, outputUsdPerMillionTokens: 0 } }, { limits: {} }, { limits: { maxInputTokens: 0, maxOutputTokens: 10, maxCostUsd: 0 } }]) {
      expect(() => checkDeclared("a", agent)).not.toThrow();
    }
  });
});

test("tighter: the smaller of two bounds, either of which may be missing", () => {
  expect([tighter(1, 2), tighter(2, 1), tighter(null, 2), tighter(2, undefined), tighter(null, null), tighter(undefined, null)]).toEqual([1, 1, 2, 2, null, null]);
});
