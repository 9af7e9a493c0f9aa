import { describe, expect, test } from "vitest";
import { LoopwrightError, messageOf } from "./errors.js";

describe("G20: LoopwrightError", () => {
  test("says what, where, and how to mend it; also as JSON", () => {
    const cause = new Error("below");
    const error = new LoopwrightError("some-code", "something is wrong", { path: "limits.calls", hint: "Do this.", cause });
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ name: "LoopwrightError", code: "some-code", message: "something is wrong", path: "limits.calls", hint: "Do this.", cause });
    expect(JSON.parse(JSON.stringify(error))).toEqual({ name: "LoopwrightError", code: "some-code", message: "something is wrong", path: "limits.calls", hint: "Do this." });
    expect(error.stack).toContain("errors.test");
  });

  test("path and hint are null where there is none, and no cause is made up", () => {
    const error = new LoopwrightError("c", "m");
    expect([error.path, error.hint, "cause" in error]).toEqual([null, null, false]);
  });
});

describe("messageOf", () => {
  test.each<[unknown, string]>([
    [new Error("boom"), "boom"],
    ["boom", "boom"],
    [undefined, "undefined"],
    [null, "null"],
    [Symbol("s"), "Symbol(s)"],
    [7n, "7"],
    [Object.assign(new Error(), { message: { nested: true } }), "[object Object]"],
    [Object.create(null), "an unprintable value was thrown"],
    [{ toString: () => { throw new Error(); } }, "an unprintable value was thrown"],
    [Object.defineProperty(new Error(), "message", { get: () => { throw new Error(); } }), "an unprintable value was thrown"],
    [new Proxy({}, { get: () => { throw new Error(); }, getPrototypeOf: () => { throw new Error(); } }), "an unprintable value was thrown"],
  ])("is always a string and never throws (%#)", (thrown, message) => {
    expect(messageOf(thrown)).toBe(message);
  });
});

test("G20: an error printed as text keeps its hint", () => {
  expect(String(new LoopwrightError("code", "It is wrong.", { hint: "Mend it." }))).toBe("LoopwrightError: It is wrong. (Mend it.)");
  expect(String(new LoopwrightError("code", "It is wrong."))).toBe("LoopwrightError: It is wrong.");
});
