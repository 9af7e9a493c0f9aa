/** The laws of locations. Numbers are the invariants at the head of location.ts. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatLocation, isLocation, isOverlapping, parseLocation, type Location } from "./location.js";

const name = fc.string({ unit: fc.constantFrom("a", "B", "-", ".", "/", "1", " ", "ü", "[", "]"), minLength: 1 }).filter((text) => text.trim() === text);
const location: fc.Arbitrary<Location> = fc
  .record({ file: name, section: fc.option(name), line: fc.option(fc.integer({ min: 1, max: 30 })), length: fc.option(fc.integer({ min: 1, max: 5 })) })
  .map(({ file, section, line, length }) => ({
    file,
    ...(section === null ? {} : { section }),
    ...(line === null ? {} : { line }),
    ...(line === null || length === null ? {} : { endLine: line + length }),
  }));

describe("parseLocation", () => {
  it("1, 2: reads what formatLocation writes, and nothing that is no location", () => {
    fc.assert(fc.property(location, (value) => {
      expect(parseLocation(formatLocation(value), { sections: true })).toEqual(value);
    }));
    fc.assert(fc.property(fc.string({ unit: "binary" }), fc.boolean(), (text, sections) => {
      const read = parseLocation(text, { sections });
      if (read !== null) expect([isLocation(read), formatLocation(read)]).toEqual([true, text.replace(/:(\d+)-\1$/, ":$1")]);
    }));
  });
});

describe("isOverlapping", () => {
  it("3: is symmetric, and everything overlaps itself and its whole file", () => {
    fc.assert(fc.property(location, location, (left, right) => {
      expect(isOverlapping(left, right)).toBe(isOverlapping(right, left));
      expect(isOverlapping(left, left)).toBe(true);
      expect(isOverlapping(left, { file: left.file })).toBe(true);
    }));
  });
});
