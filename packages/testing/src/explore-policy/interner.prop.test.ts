import * as fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalJson, copyPlain, digestOf, type Json } from "@loopwright/core";
import { Interner } from "./interner.js";

const json = fc.jsonValue({ maxDepth: 3 }).map((value) => copyPlain(value));

test("interner.ts 2: equal content, equal number, whatever the order of keys; other content, another number", () => {
  const interner = new Interner();
  fc.assert(
    fc.property(json, json, (first, second) => {
      expect(interner.written(first) === interner.written(second)).toBe(canonicalJson(first) === canonicalJson(second));
      expect(interner.written(turned(first))).toBe(interner.written(first));
    }),
  );
});

test("texts of any length are told apart, and from what looks like them", () => {
  const interner = new Interner();
  const long = "x".repeat(100);
  const values: readonly Json[] = ["", "0", 0, null, true, "t", "s1:a", "a", long, `${long}!`, ["a,b"], ["a", "b"], { a: "b" }, ["a:b"], {}, [], { "1:a=s1:b,": "c" }];
  expect(new Set(values.map((value) => interner.written(copyPlain(value)))).size).toBe(values.length);
});

test("artifacts have their digest, and none has none", () => {
  const interner = new Interner();
  const [text, same, record] = [interner.artifact("draft"), interner.artifact("draft"), interner.artifact(copyPlain({ a: 1 }))];
  expect(same).toBe(text);
  expect(record).not.toBe(text);
  expect([interner.digestOf(text), interner.digestOf(record)]).toEqual([digestOf("draft"), digestOf({ a: 1 })]);
  expect([interner.artifact(null), interner.digestOf(0), interner.artifactOf(text)]).toEqual([0, null, "draft"]);
});

/** The same content with its keys the other way round. */
function turned(value: Json): Json {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return copyPlain(value.map((part: Json) => turned(part)));
  return copyPlain(Object.fromEntries(Object.entries(value).reverse().map(([key, part]) => [key, turned(part)])));
}
