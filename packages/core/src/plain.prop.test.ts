/** The laws of plain data over any JSON value. Numbers are the invariants at the head of plain.ts. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { copyPlain } from "./plain.js";

function isDeeplyFrozen(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return true;
  return Object.isFrozen(value) && Object.values(value).every(isDeeplyFrozen);
}

/** Any JSON value, `__proto__` and other odd keys included. */
const json = fc.oneof(fc.jsonValue({ maxDepth: 6 }), fc.json({ maxDepth: 5 }).map((text) => JSON.parse(text) as unknown));

describe("copyPlain", () => {
  it("1: equals the JSON round trip", () => {
    fc.assert(fc.property(json, (value) => {
      const copy = copyPlain(value);
      expect(copy).toStrictEqual(JSON.parse(JSON.stringify(value)));
      expect(JSON.stringify(copy)).toBe(JSON.stringify(value));
    }));
  });

  it("1: is frozen to the leaves and does not touch its source", () => {
    fc.assert(fc.property(json, (value) => {
      const before = JSON.stringify(value);
      expect(isDeeplyFrozen(copyPlain(value))).toBe(true);
      expect(JSON.stringify(value)).toBe(before);
      if (typeof value === "object" && value !== null) expect(Object.isFrozen(value)).toBe(false);
    }));
  });

  it("2: what it takes, JSON does not change; what JSON would change, it refuses", () => {
    fc.assert(fc.property(fc.anything({ withDate: true, withMap: true, withSparseArray: true, withBigInt: true }), (value) => {
      let copy: unknown;
      try {
        copy = copyPlain(value);
      } catch (error) {
        expect(error).toMatchObject({ code: "not-plain" });
        return;
      }
      expect(copy).toStrictEqual(JSON.parse(JSON.stringify(value)));
    }), { numRuns: 500 });
  });

  it("3: copying a copy changes nothing", () => {
    fc.assert(fc.property(json, (value) => {
      const copy = copyPlain(value);
      expect(copyPlain(copy)).toBe(copy);
    }));
  });
});
