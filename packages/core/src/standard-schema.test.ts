import { describe, expect, test } from "vitest";
import { z } from "zod";
import { isStandardSchema, problemsOfIssues } from "./standard-schema.js";

describe("isStandardSchema", () => {
  test("knows objects and functions that implement it", () => {
    const standard = { version: 1, vendor: "x", validate: () => ({ value: 1 }) };
    expect([z.string(), { "~standard": standard }, Object.assign(() => undefined, { "~standard": standard })].every(isStandardSchema)).toBe(true);
  });

  test.each([[null], [undefined], ["~standard"], [1], [{}], [() => undefined], [{ "~standard": null }], [{ "~standard": {} }], [{ "~standard": { validate: true } }], [{ validate: () => true }]])("does not take %s for one", (value) => {
    expect(isStandardSchema(value)).toBe(false);
  });
});

describe("problemsOfIssues", () => {
  test("renders paths of names, indices, symbols and path segments", () => {
    expect(
      problemsOfIssues([
        { message: "whole" },
        { message: "none", path: undefined },
        { message: "empty", path: [] },
        { message: "deep", path: ["items", 0, "file"] },
        { message: "segments", path: [{ key: "items" }, { key: 2 }] },
        { message: "symbol", path: [Symbol("s")] },
      ]),
    ).toEqual(["$: whole", "$: none", "$: empty", "$.items[0].file: deep", "$.items[2]: segments", "$.Symbol(s): symbol"]);
  });
});
