/** Digests. Numbers are the invariants at the head of digest.ts. */
import { createHash } from "node:crypto";
import { afterEach, describe, expect, it, vi } from "vitest";
import { canonicalJson, digestOf, platformSha256Hex, sha256Hex } from "./digest.js";
import { portableSha256Hex } from "./portable-sha256.js";
import type { Json } from "./json.js";

const VECTORS: readonly (readonly [string, string])[] = [
  ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
  ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
  ["abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"],
  ["a".repeat(1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"],
];

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

describe("sha256Hex", () => {
  it.each(VECTORS)("1: knows the published vectors (%#)", (text, hex) => {
    expect(sha256Hex(text)).toBe(hex);
    expect(portableSha256Hex(text)).toBe(hex);
    expect(platformSha256Hex()?.(text)).toBe(hex);
  });

  it("1: both paths treat a lone surrogate alike", () => {
    expect(portableSha256Hex("a\ud800b")).toBe(sha256Hex("a\ud800b"));
    expect(portableSha256Hex("a\ud800b")).toBe(sha256Hex("a\ufffdb"));
  });

  it.each([
    ["without process", undefined],
    ["without getBuiltinModule", {}],
    ["without node:crypto", { getBuiltinModule: () => undefined }],
    ["with a crypto that cannot hash at once", { getBuiltinModule: () => ({}) }],
  ])("1: runs %s", async (_name, process) => {
    vi.stubGlobal("process", process);
    vi.resetModules();
    const fresh = await import("./digest.js");
    expect(fresh.platformSha256Hex()).toBeNull();
    expect(() => fresh.sha256Hex("abc")).toThrow(expect.objectContaining({ code: "sha256-not-loaded" }));
    await fresh.loadSha256();
    expect(fresh.loadSha256()).toBeNull();
    expect(fresh.sha256Hex("abc")).toBe(VECTORS[1]![1]);
  });

  it("4: looks for the platform only when it first hashes", async () => {
    const { process } = globalThis;
    const getBuiltinModule = vi.fn((id: string) => process.getBuiltinModule(id));
    vi.stubGlobal("process", { getBuiltinModule });
    vi.resetModules();
    const fresh = await import("./digest.js");
    expect(getBuiltinModule).not.toHaveBeenCalled();
    fresh.sha256Hex("a");
    fresh.sha256Hex("b");
    expect(getBuiltinModule).toHaveBeenCalledTimes(1);
  });
});

describe("canonicalJson", () => {
  it("sorts keys by code unit at every depth and writes no blanks", () => {
    expect(canonicalJson({ b: [1, { d: 1, c: null }], a: "x", "10": 1, "9": 2 })).toBe('{"10":1,"9":2,"a":"x","b":[1,{"c":null,"d":1}]}');
  });

  it("writes the RFC 8785 example", () => {
    const value = {
      numbers: [333333333.3333333, 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: '\u20ac$\u000F\u000aA\'\u0042\u0022\u005c\\"/',
      literals: [null, true, false],
    };
    expect(canonicalJson(value)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
  });

  it("writes an own __proto__ key as data", () => {
    expect(canonicalJson(JSON.parse('{"__proto__":1,"a":2}') as Json)).toBe('{"__proto__":1,"a":2}');
  });
});

describe("digestOf", () => {
  it("2: a text hashes as its UTF-8 bytes, as sha256sum does", () => {
    const text = "Grüße, 世界 👋\n";
    expect(digestOf(text)).toBe(`sha256:${createHash("sha256").update(Buffer.from(text, "utf8")).digest("hex")}`);
  });

  it("1: equal values have equal digests, whatever the order of their keys", () => {
    expect(digestOf({ a: 1, b: { c: 2, d: 3 } })).toBe(digestOf({ b: { d: 3, c: 2 }, a: 1 }));
    expect(digestOf([1, 2])).not.toBe(digestOf([2, 1]));
  });

  it("3: a text and a value that is written like it differ", () => {
    expect(digestOf('{"a":1}')).not.toBe(digestOf({ a: 1 }));
    expect(digestOf("null")).not.toBe(digestOf(null));
    expect(digestOf("1")).not.toBe(digestOf(1));
    expect(digestOf(["a"])).not.toBe(digestOf('["a"]'));
    expect(digestOf(' {"a":1}')).not.toBe(digestOf({ a: 1 }));
  });

  it("3: texts that UTF-8 cannot tell apart differ", () => {
    const digests = ["a\ud800", "a\ud801", "a\udc00", "a\ufffd", '"a\\ud800"'].map(digestOf);
    expect(new Set(digests).size).toBe(digests.length);
  });

  it("looks like sha256: and 64 hex digits", () => {
    for (const value of ["", null, {}, [], 0]) expect(digestOf(value)).toMatch(/^sha256:[0-9a-f]{64}$/);
  });
});
