import { describe, expect, it } from "vitest";
import { fixIds, parseCollateral, parseTrailers } from "./trailers.js";

describe("trailers", () => {
  it("LG-CD-4: lines at the start of a line, anywhere, case-sensitive, in order; other keys are ignored", () => {
    const message = "Review-Fix: F-001\n\nbody\n Review-Cause: indented\nreview-cause: lower\nReview-Cause:  why \r\nReview-Fix: F-002\nReview-Note: x\nReview-Fix2: x\nReview-Change: a: b\u2028c\nReview-License ";
    expect(parseTrailers(message)).toEqual({ Fix: ["F-001", "F-002"], Cause: ["why"], Change: ["a: b\u2028c"] });
  });

  it("LG-CD-4: an empty value is missing and takes no other line", () => {
    expect(parseTrailers("Review-Cause:\nReview-Change: x\nReview-Risk:   \n")).toEqual({ Change: ["x"] });
    expect(parseTrailers("Review-Cause:")).toEqual({});
  });

  it("LG-CD-4: the prefix is a project's, and is a word", () => {
    expect(parseTrailers("Fix-It-Fix: x\nLoop2-Fix: F-001\n", { prefix: "Loop2" })).toEqual({ Fix: ["F-001"] });
    for (const prefix of ["", "2x", "a-b", "a b"]) expect(() => parseTrailers("", { prefix })).toThrow(expect.objectContaining({ code: "trailer-prefix" }) as Error);
  });

  it("LG-SEC-13, LG-SEC-14: too long a message and too many trailers are refused, never cut", () => {
    const tooLarge = expect.objectContaining({ code: "message-too-large" }) as Error;
    expect(() => parseTrailers("x".repeat(1_048_577))).toThrow(tooLarge);
    expect(() => parseTrailers("Review-Fix: F-001\n".repeat(201))).toThrow(tooLarge);
    expect(parseTrailers("Review-Fix: F-001\n".repeat(200)).Fix).toHaveLength(200);
  });

  it("LG-CD-5: ids stand between blanks, commas and semicolons, whole, once each", () => {
    expect(fixIds(["F-001, F-002;F-1000", "F-002 F-3x xF-4 F- F-001."])).toEqual(["F-001", "F-002", "F-1000"]);
  });
});

describe("collateral", () => {
  it.each([
    ["src/a.ts:88-95 (shared helper)", { path: "src/a.ts", region: [88, 95], reason: "(shared helper)" }],
    ["src/a.ts:88 x", { path: "src/a.ts", region: [88, 88], reason: "x" }],
    ["src/a.ts", { path: "src/a.ts", region: null, reason: "" }],
    ["src/a.ts  new file", { path: "src/a.ts", region: null, reason: "new file" }],
    ['"my docs/a.md":2-3 why', { path: "my docs/a.md", region: [2, 3], reason: "why" }],
    ['"my docs/a.md" why', { path: "my docs/a.md", region: null, reason: "why" }],
    ["a:b.ts:4 x", { path: "a:b.ts", region: [4, 4], reason: "x" }],
    ["a.ts:x-y z", { path: "a.ts:x-y", region: null, reason: "z" }],
    ['"open', null],
    ['"a"b c', null],
    [":4", null],
    ["  ", null],
  ])("LG-CD-8: %j", (value, expected) => {
    expect(parseCollateral(value)).toEqual(expected);
  });
});
