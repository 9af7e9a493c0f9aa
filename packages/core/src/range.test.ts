import { describe, expect, test } from "vitest";
import { MAX_TIMER_MS } from "./clock.js";
import { checkTimeout, checkWhole, shown } from "./range.js";

const wrong = [0, -1, 1.5, Number.NaN, Infinity, -Infinity, 2 ** 53, "3", "", null, undefined, true, 3n, [3], {}, Object.create(null), Symbol("3")] as const;

describe("G1: checkWhole", () => {
  test.each(wrong.map((value) => [value]))("refuses %s", (value) => {
    expect(() => checkWhole("some-range", "maxRounds", value, "Do this.")).toThrow(expect.objectContaining({ code: "some-range", path: "maxRounds", hint: "Do this.", message: `maxRounds must be a whole number from 1, not ${shown(value)}` }) as Error);
  });

  test.each([1, 2, 1_000_000, Number.MAX_SAFE_INTEGER])("takes %s: large is allowed", (value) => {
    expect(() => checkWhole("c", "p", value, "h")).not.toThrow();
  });
});

describe("checkTimeout", () => {
  test.each([...wrong, MAX_TIMER_MS + 1].map((value) => [value]))("refuses %s", (value) => {
    expect(() => checkTimeout("limits.callTimeoutMs", value)).toThrow(expect.objectContaining({ code: "timeout-range", path: "limits.callTimeoutMs", hint: expect.any(String) as string }) as Error);
  });

  test.each([1, 300_000, MAX_TIMER_MS])("takes %s", (value) => {
    expect(() => checkTimeout("p", value)).not.toThrow();
  });
});

test("G20: a message shows a word as a word", () => {
  expect([shown("3"), shown(3), shown(undefined), shown(Object.create(null))]).toEqual(['"3"', "3", "undefined", "an unprintable value was thrown"]);
});
