import { isDeepStrictEqual } from "node:util";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { describeDifferences, differences } from "./differences.js";

const values = fc.jsonValue({ maxDepth: 3 });

test("differences.ts 1: there is no difference exactly between equal values", () => {
  fc.assert(
    fc.property(values, values, (one, other) => {
      expect(differences(one, other, "$").length === 0).toBe(isDeepStrictEqual(one, other));
      expect(differences(one, structuredClone(one), "$")).toEqual([]);
    }),
  );
});

test("every difference can be put into words", () => {
  fc.assert(
    fc.property(values, values, (one, other) => {
      const found = differences(one, other, "$");
      expect(describeDifferences(found).split("\n")).toHaveLength(Math.max(1, 3 * found.length));
    }),
  );
});
