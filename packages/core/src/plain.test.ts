/** Plain data: what is copied, what is refused and where. Numbers are the invariants at the head of plain.ts. */
import vm from "node:vm";
import { describe, expect, it } from "vitest";
import { LoopwrightError } from "./errors.js";
import { copyPlain, deepFreeze, isPlainObject, MAX_PLAIN_DEPTH } from "./plain.js";

function refusal(value: unknown, options?: { path?: string }): LoopwrightError {
  try {
    copyPlain(value, options);
  } catch (error) {
    if (error instanceof LoopwrightError) return error as LoopwrightError;
    throw error;
  }
  throw new Error("was not refused");
}

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { in: value };
  return value;
}

const cyclic: { self?: unknown; list: unknown[] } = { list: [] };
cyclic.self = cyclic;
const cyclicDeep = { a: [{ b: {} as Record<string, unknown> }] };
cyclicDeep.a[0]!.b["up"] = cyclicDeep.a;
class Custom {
  value = 1;
}
class List extends Array {}
const named = Object.assign([1, 2], { extra: 1 });
describe("copyPlain", () => {
  it("copies and freezes to the leaves, and leaves the source alone", () => {
    const source = { a: [1, "x", null, true, { b: [] }], c: {} };
    const copy = copyPlain(source) as typeof source;
    expect(copy).toEqual(source);
    expect(copy).not.toBe(source);
    expect(Object.isFrozen(copy) && Object.isFrozen(copy.a) && Object.isFrozen(copy.a[4])).toBe(true);
    expect(Object.isFrozen(source) || Object.isFrozen(source.a)).toBe(false);
    source.a.push(2);
    expect(copy.a).toHaveLength(5);
  });

  it.each([
    ["undefined", undefined, "$"],
    ["undefined in an object", { a: { b: undefined } }, "$.a.b"],
    ["undefined in an array", { a: [1, { b: 2 }, undefined] }, "$.a[2]"],
    ["a function", { a: [1, 2, { b: () => 1 }] }, "$.a[2].b"],
    ["toJSON", { toJSON: () => 1 }, "$.toJSON"],
    ["a symbol", [Symbol("s")], "$[0]"],
    ["a bigint", { a: 1n }, "$.a"],
    ["NaN", { a: { b: 1 }, c: Number.NaN }, "$.c"],
    ["Infinity", [Infinity], "$[0]"],
    ["-Infinity", [-Infinity], "$[0]"],
    ["a Date", { at: new Date(0) }, "$.at"],
    ["a Map", new Map(), "$"],
    ["a RegExp", [/x/], "$[0]"],
    ["an Error", { e: new Error("x") }, "$.e"],
    ["a class instance", { a: new Custom() }, "$.a"],
    ["a boxed string", ["a", Object("b")], "$[1]"],
    ["a typed array", new Uint8Array(2), "$"],
    ["an object over another", Object.create({ a: 1 }), "$"],
    ["a cycle at once", cyclic, "$.self"],
    ["a cycle further down", cyclicDeep, "$.a[0].b.up"],
    ["a hole", [1, , 3], "$[1]"],
    ["a trailing hole", new Array(1), "$[0]"],
    ["a named property of an array", { a: named }, "$.a"],
    ["a match array", /b/.exec("abc"), "$"],
    ["an odd key", { "a b": { 'c"d': undefined } }, '$["a b"]["c\\"d"]'],
  ])("QU-REQ-01: refuses %s and says where", (_name, value, path) => {
    const error = refusal(value);
    expect(error.code).toBe("not-plain");
    expect(error.path).toBe(path);
    expect(error.message).toContain(path);
    expect(error.hint).toBeTruthy();
  });

  it("2: reads each property once and leaves out what JSON cannot see", () => {
    let runs = 0;
    const source = Object.defineProperty({ [Symbol("s")]: 1 }, "a", { get: () => ++runs, enumerable: true });
    expect(copyPlain(source)).toEqual({ a: 1 });
    expect(runs).toBe(1);
    expect(copyPlain(List.from([1, 2]))).toEqual([1, 2]);
  });

  it("names the path it was given", () => {
    expect(refusal({ a: undefined }, { path: "input.request" }).path).toBe("input.request.a");
    expect(refusal(undefined, { path: "input" }).message).toBe("input is not plain JSON data: undefined");
  });

  it("turns what a proxy throws into a refusal", () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    expect(refusal({ a: proxy }).path).toBe("$.a");
    const trap = new Proxy({}, { ownKeys: () => { throw new RangeError("no"); } });
    expect(refusal([trap]).cause).toBeInstanceOf(RangeError);
  });

  it("takes objects without prototype and those of other realms", () => {
    const bare = Object.assign(Object.create(null) as object, { a: 1 });
    expect(copyPlain(bare)).toEqual({ a: 1 });
    const foreign = vm.runInNewContext("({ a: [{ b: 1 }], c: 'x' })") as unknown;
    const copy = copyPlain(foreign);
    expect(copy).toEqual({ a: [{ b: 1 }], c: "x" });
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
    expect(refusal(vm.runInNewContext("[new Date()]")).path).toBe("$[0]");
    expect(refusal(vm.runInNewContext("new (class Object2 { })()")).path).toBe("$");
  });

  it("copies a __proto__ key as data", () => {
    const source = JSON.parse('{"__proto__": {"polluted": true}, "constructor": 1}') as unknown;
    const copy = copyPlain(source) as Record<string, unknown>;
    expect(JSON.stringify(copy)).toBe(JSON.stringify(source));
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
    expect(copy["polluted"]).toBeUndefined();
    expect(Object.isFrozen(copy)).toBe(true);
  });

  it("1: turns -0 into 0, as JSON does", () => {
    expect(Object.is((copyPlain({ a: -0 }) as { a: number }).a, 0)).toBe(true);
  });

  it("3: returns its own results, and parts of them, as they are", () => {
    const copy = copyPlain({ a: { b: [1] } }) as { a: { b: number[] } };
    expect(copyPlain(copy)).toBe(copy);
    expect(copyPlain(copy.a.b)).toBe(copy.a.b);
    expect((copyPlain({ around: copy.a }) as { around: unknown }).around).toBe(copy.a);
    const frozenByOthers = Object.freeze({ a: [1] });
    expect(copyPlain(frozenByOthers)).not.toBe(frozenByOthers);
  });

  it("4: refuses what is nested too deep", () => {
    expect(copyPlain(nested(MAX_PLAIN_DEPTH))).toBeDefined();
    expect(refusal(nested(MAX_PLAIN_DEPTH + 1)).message).toContain("deeper than 200");
    expect(refusal(nested(100_000)).code).toBe("not-plain");
  });

  it("4: refuses what holds too many parts, also where they are shared", () => {
    const shared = { x: 1 };
    expect(copyPlain([shared, shared])).toEqual([{ x: 1 }, { x: 1 }]);
    let dag: unknown = { leaf: true };
    for (let level = 0; level < 150; level++) dag = [dag, dag];
    expect(refusal(dag).message).toContain("more than");
  }, 60_000);
});

describe("deepFreeze", () => {
  it("freezes arrays and plain objects in place and leaves the rest alone", () => {
    const error = new Error("x");
    const when = new Date(0);
    const value = { list: [{ a: undefined }], error, when, run: () => 1 };
    expect(deepFreeze(value)).toBe(value);
    expect(Object.isFrozen(value) && Object.isFrozen(value.list) && Object.isFrozen(value.list[0])).toBe(true);
    expect(Object.isFrozen(error) || Object.isFrozen(when) || Object.isFrozen(value.run)).toBe(false);
  });

  it("survives cycles, depth and frozen parents", () => {
    const loop: { me?: unknown } = {};
    loop.me = loop;
    expect(Object.isFrozen(deepFreeze(loop))).toBe(true);
    expect(Object.isFrozen(deepFreeze(nested(100_000)))).toBe(true);
    const inner = { a: 1 };
    deepFreeze(Object.freeze([inner]));
    expect(Object.isFrozen(inner)).toBe(true);
  });

  it("does not make a value count as copied", () => {
    const frozen = deepFreeze({ a: undefined });
    expect(refusal(frozen).path).toBe("$.a");
  });
});

describe("isPlainObject", () => {
  it.each([
    [{}, true],
    [Object.create(null), true],
    [vm.runInNewContext("({})"), true],
    [[], false],
    [null, false],
    [new Date(), false],
    [new Custom(), false],
    [Object.create({}), false],
    ["x", false],
    [() => 1, false],
  ])("%#", (value, expected) => expect(isPlainObject(value)).toBe(expected));
});
