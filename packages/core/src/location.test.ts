/** Locations. Numbers are the invariants at the head of location.ts. */
import { describe, expect, it } from "vitest";
import { formatLocation, isLocation, isOverlapping, linesOf, parseLocation, type Location } from "./location.js";

describe("parseLocation", () => {
  it.each<[string, Location]>([
    ["a.ts", { file: "a.ts" }],
    ["a.ts:1", { file: "a.ts", line: 1 }],
    ["src/auth/a.ts:12-20", { file: "src/auth/a.ts", line: 12, endLine: 20 }],
    ["a.ts:7-7", { file: "a.ts", line: 7, endLine: 7 }],
    ["C:\\src\\a.ts:12-20", { file: "C:\\src\\a.ts", line: 12, endLine: 20 }],
    ["C:/src/a.ts:3", { file: "C:/src/a.ts", line: 3 }],
    ["\\\\server\\share\\a.ts:3", { file: "\\\\server\\share\\a.ts", line: 3 }],
    ["Makefile", { file: "Makefile" }],
    ["my file (2).md:4", { file: "my file (2).md", line: 4 }],
    ["app/[slug]/page.tsx:9", { file: "app/[slug]/page.tsx", line: 9 }],
    ["@types/x-1-2.d.ts:5-6", { file: "@types/x-1-2.d.ts", line: 5, endLine: 6 }],
    ["docs/ünïcödé/世界.md:2", { file: "docs/ünïcödé/世界.md", line: 2 }],
    ["c#/x.cs:2", { file: "c#/x.cs", line: 2 }],
    ["-rf:1", { file: "-rf", line: 1 }],
    ["12:3", { file: "12", line: 3 }],
  ])("2: reads %j", (text, location) => expect(parseLocation(text)).toEqual(location));

  it.each([
    "", " ", ":", ":12", "a.ts:", "a.ts:0", "a.ts:01", "a.ts:-1", "a.ts:1-", "a.ts:1-0", "a.ts:20-12", "a.ts:12-20-30", "a.ts:1.5", "a.ts:1e3",
    "a.ts:L12", "a.ts:12–20", "a.ts:12:5", "a.ts:12,20", "a.ts: 12", "a.ts:12 ", " a.ts:12", "a.ts:１２", "a.ts:line", "a.ts:12-end", "C:", "C:a.ts",
    "https://example.org/a.ts", "a.ts:9007199254740993", "a\nb.ts:1", "a.ts:1\n", "a\u0000.ts", "a\u2028.ts", "a|b.ts:1",
  ])("2: %j is no location", (text) => expect(parseLocation(text)).toBeNull());

  it.each(["file:line", "<file>:<line>", "<path>", "path/to/file:<n>", "severity|one-sentence claim|file:line", "file:line-line"])(
    "case F05: the echoed template %j is no location",
    (text) => expect(parseLocation(text)).toBeNull(),
  );

  it("BD-TGT-01: reads sections of a plan only where they are asked for", () => {
    expect(parseLocation("plan.md#Step 3: roll back", { sections: true })).toEqual({ file: "plan.md", section: "Step 3: roll back" });
    expect(parseLocation("plan.md#Rollback:40-41", { sections: true })).toEqual({ file: "plan.md", section: "Rollback", line: 40, endLine: 41 });
    expect(parseLocation("plan.md#", { sections: true })).toBeNull();
    expect(parseLocation("#Rollback", { sections: true })).toBeNull();
    expect(parseLocation("plan.md#Rollback")).toEqual({ file: "plan.md#Rollback" });
  });

  it("G17: is linear on megabytes of anything", () => {
    const started = performance.now();
    for (const unit of [":1", "1-", "C:\\", "#", " ", "a", "0"]) parseLocation(unit.repeat(500_000), { sections: true });
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});

describe("formatLocation", () => {
  it.each(["a.ts", "a.ts:1", "a.ts:12-20", "C:\\src\\a.ts:3", "plan.md#Rollback", "plan.md#Rollback:4-5"])("writes %j as it was read", (text) => {
    expect(formatLocation(parseLocation(text, { sections: true })!)).toBe(text);
  });

  it("writes a run of one line as that line", () => {
    expect(formatLocation({ file: "a.ts", line: 7, endLine: 7 })).toBe("a.ts:7");
  });
});

describe("isLocation", () => {
  it.each([
    [{ file: "a" }, true],
    [{ file: "a", line: 1 }, true],
    [{ file: "a", line: 1, endLine: 2 }, true],
    [{ file: "a", section: "S", extra: 1 }, true],
    [{}, false],
    [{ file: "" }, false],
    [{ file: " " }, false],
    [{ file: 1 }, false],
    [{ file: "a", line: 0 }, false],
    [{ file: "a", line: "1" }, false],
    [{ file: "a", line: 1.5 }, false],
    [{ file: "a", line: Number.NaN }, false],
    [{ file: "a", line: 2, endLine: 1 }, false],
    [{ file: "a", endLine: 1 }, false],
    [{ file: "a", line: null }, false],
    [{ file: "a", section: "" }, false],
    [{ file: "a", section: null }, false],
    [null, false],
    ["a:1", false],
    [[], false],
  ])("1: %j", (value, expected) => expect(isLocation(value)).toBe(expected));
});

describe("isOverlapping", () => {
  const overlap = (left: string, right: string): boolean =>
    isOverlapping(parseLocation(left, { sections: true })!, parseLocation(right, { sections: true })!);

  it.each([
    ["a.ts:1-5", "a.ts:5-9", true],
    ["a.ts:1-5", "a.ts:6-9", false],
    ["a.ts:3", "a.ts:1-5", true],
    ["a.ts:3", "a.ts:4", false],
    ["a.ts:3", "b.ts:3", false],
    ["a.ts", "a.ts:99", true],
    ["a.ts", "a.ts", true],
    ["a.ts", "A.ts", false],
    ["p.md#X", "p.md#X", true],
    ["p.md#X", "p.md#Y", false],
    ["p.md#X", "p.md", true],
    ["p.md#X", "p.md:40", true],
    ["p.md#X:40", "p.md#Y", false],
    ["p.md#X:40", "p.md#Y:40", true],
  ])("3: %j and %j: %j", (left, right, expected) => {
    expect(overlap(left, right)).toBe(expected);
    expect(overlap(right, left)).toBe(expected);
  });
});

describe("linesOf", () => {
  it("gives both ends", () => {
    expect(linesOf({ file: "a", line: 3 })).toEqual({ start: 3, end: 3 });
    expect(linesOf({ file: "a", line: 3, endLine: 5 })).toEqual({ start: 3, end: 5 });
    expect(linesOf({ file: "a" })).toBeNull();
  });
});
