/** The laws of digests. Numbers are the invariants at the head of digest.ts. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson, digestOf, platformSha256Hex } from "./digest.js";
import { portableSha256Hex } from "./portable-sha256.js";
import type { Json } from "./json.js";
import { copyPlain } from "./plain.js";

/** Any string of UTF-16 code units, lone surrogates included. */
const text = fc.string({ unit: fc.nat(0xffff).map((unit) => String.fromCharCode(unit)) });
const json = fc.jsonValue().map((value) => copyPlain(value));

function shuffled(value: Json): Json {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(shuffled);
  return Object.fromEntries(Object.entries(value).reverse().map(([key, part]) => [key, shuffled(part)]));
}

describe("sha256Hex", () => {
  it("1: the platform's hash and the portable one agree on any text and any bytes", () => {
    const platform = platformSha256Hex()!;
    fc.assert(fc.property(text, (data) => portableSha256Hex(data) === platform(data)), { numRuns: 500 });
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (data) => portableSha256Hex(data) === platform(data)), { numRuns: 500 });
  });
});

describe("canonicalJson", () => {
  it("reads back as the same value and does not depend on the order of keys", () => {
    fc.assert(fc.property(json, (value) => {
      expect(JSON.parse(canonicalJson(value))).toEqual(value);
      expect(canonicalJson(shuffled(value))).toBe(canonicalJson(value));
    }));
  });
});

describe("digestOf", () => {
  it("1, 3: digests are equal exactly where the content is", () => {
    const artifact = fc.oneof(json, text, json.map((value) => canonicalJson(value)));
    fc.assert(fc.property(artifact, artifact, (left, right) => {
      const same = typeof left === typeof right && canonicalJson(left) === canonicalJson(right);
      expect(digestOf(left) === digestOf(right)).toBe(same);
    }), { numRuns: 500 });
  });
});
