import { describe, expect, test } from "vitest";
import { describeDifferences, differences } from "./differences.js";

const paths = (expected: unknown, received: unknown) => differences(expected, received, "$").map(({ path }) => path);

describe("differences", () => {
  test("differences.ts 1: equal values have none, whatever the key order", () => {
    expect(paths({ a: [1, { b: null }], c: "x" }, { c: "x", a: [1, { b: null }] })).toEqual([]);
    expect(paths(Number.NaN, Number.NaN)).toEqual([]);
    expect(paths({ a: undefined }, {})).toEqual([]);
  });

  test("differences.ts 1: unequal values always have some", () => {
    expect(paths({ a: 1 }, { a: "1" })).toEqual(["$.a"]);
    expect(paths({ a: 1 }, { a: 1, b: 2 })).toEqual(["$.b"]);
    expect(paths({ a: 1, b: 2 }, { a: 1 })).toEqual(["$.b"]);
    expect(paths([], {})).toEqual(["$"]);
    expect(paths(null, undefined)).toEqual(["$"]);
    expect(paths({ toString: 1 }, {})).toEqual(["$.toString"]);
  });

  test("differences.ts 3: each names its own path", () => {
    expect(paths({ list: [{ x: 1 }, { x: 2 }] }, { list: [{ x: 1 }, { x: 3 }, 4] })).toEqual(["$.list[1].x", "$.list[2]"]);
  });

  test("differences.ts 2: a regular expression stands for what it finds, also with a sticky state", () => {
    const pattern = /placeholder/g;
    expect(paths({ a: pattern }, { a: "use a placeholder" })).toEqual([]);
    expect(paths({ a: pattern }, { a: "use a placeholder" })).toEqual([]);
    expect(paths({ a: pattern }, { a: "invent it" })).toEqual(["$.a"]);
    expect(paths({ a: pattern }, { a: 1 })).toEqual(["$.a"]);
  });
});

describe("in words", () => {
  test("one block per difference", () => {
    expect(describeDifferences(differences({ draft: "D1" }, { draft: "D2", extra: [1] }, "input"))).toBe(
      ["  input.draft", '    expected "D1"', '    received "D2"', "  input.extra", "    expected nothing", "    received [1]"].join("\n"),
    );
  });

  test("long texts are shown from shortly before the place where they part", () => {
    const text = describeDifferences(differences(`${"a".repeat(5000)}X`, `${"a".repeat(5000)}Y`, "draft"));
    expect(text).toContain(`expected "…${"a".repeat(20)}X"`);
    expect(text).toContain(`received "…${"a".repeat(20)}Y"`);
    expect(text.length).toBeLessThan(200);
  });
});
