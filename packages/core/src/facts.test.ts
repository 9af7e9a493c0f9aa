/** Facts. Numbers are the invariants at the head of facts.ts. */
import { describe, expect, test } from "vitest";
import { LoopwrightError } from "./errors.js";
import { count, defineFacts, flag, oneOf, type FactDomain } from "./facts.js";

const facts = defineFacts({
  verdict: oneOf("approved", "rejected", "unavailable"),
  isStuck: flag(),
  round: count({ upTo: 3 }),
});
const good = Object.freeze({ verdict: "approved", isStuck: false, round: 1 });

function thrownBy(run: () => unknown): LoopwrightError {
  try {
    run();
  } catch (thrown) {
    if (thrown instanceof LoopwrightError) return thrown as LoopwrightError;
  }
  throw new Error("nothing was thrown that teaches");
}

describe("domains", () => {
  test("1: list what analysis covers, in declared order, and say what they expect", () => {
    expect(oneOf("b", "a", null).values).toEqual(["b", "a", null]);
    expect(oneOf("b", 2, null).expected).toBe('one of "b", 2, null');
    expect(flag().values).toEqual([false, true]);
    expect(count({ upTo: 3 }).values).toEqual([0, 1, 2, 3]);
    expect([oneOf("a").kind, flag().kind, count({ upTo: 1 }).kind]).toEqual(["one-of", "flag", "count"]);
  });

  test("1: are frozen, and do not follow the list they were made from", () => {
    const list: [string, ...string[]] = ["a", "b"];
    const domain = oneOf(...list);
    list.push("c");
    expect(domain.accepts("c")).toBe(false);
    for (const one of [domain, flag(), count({ upTo: 1 })]) expect([Object.isFrozen(one), Object.isFrozen(one.values)]).toEqual([true, true]);
  });

  test("3: count bounds what is enumerated, not what a run may report", () => {
    const { accepts } = count({ upTo: 3 });
    for (const value of [0, 3, 4, 1e9, Number.MAX_SAFE_INTEGER, -0]) expect(accepts(value)).toBe(true);
    for (const value of [-1, 0.5, Number.NaN, Infinity, Number.MAX_SAFE_INTEGER + 1, "1", 1n, null, undefined, true]) expect(accepts(value)).toBe(false);
  });

  test("G4: 2: no domain takes one value for another: types and case count", () => {
    const { accepts } = oneOf("true", 1, null);
    for (const value of ["true", 1, null]) expect(accepts(value)).toBe(true);
    for (const value of [true, "1", "TRUE", " true", undefined, "null", 0, Number.NaN, {}, ["true"]]) expect(accepts(value)).toBe(false);
    for (const value of ["true", 0, 1, null, undefined]) expect(flag().accepts(value)).toBe(false);
  });

  test.each([
    ["no value", () => oneOf(...([] as never as [string]))],
    ["a value twice", () => oneOf("a", "b", "a")],
    ["0 and -0", () => oneOf(0, -0)],
    ["NaN", () => oneOf(Number.NaN)],
    ["Infinity", () => oneOf(1, Infinity)],
    ["an object", () => oneOf({} as never)],
    ["undefined", () => oneOf("a", undefined as never)],
  ])("G20: oneOf refuses %s", (_name, run) => {
    expect(thrownBy(run)).toMatchObject({ code: "facts-domain", hint: expect.any(String) as string });
  });

  test.each([0, -1, 1.5, Number.NaN, Infinity, 10_001, "3" as never])("G20: count refuses upTo %s", (upTo) => {
    expect(thrownBy(() => count({ upTo }))).toMatchObject({ code: "facts-domain", path: "upTo", hint: expect.any(String) as string });
  });

  test("count takes the largest domain it allows", () => {
    expect(count({ upTo: 10_000 }).values.length).toBe(10_001);
  });
});

describe("defineFacts", () => {
  test("1: is a frozen value that does not follow its source", () => {
    const domains: { [fact: string]: FactDomain } = { a: flag() };
    const own = defineFacts(domains);
    domains["b"] = flag();
    expect(own.names).toEqual(["a"]);
    expect(own.problems({ a: true })).toEqual([]);
    expect([Object.isFrozen(own), Object.isFrozen(own.domains), Object.isFrozen(own.names)]).toEqual([true, true, true]);
  });

  test("G20: refuses a declaration without facts", () => {
    expect(thrownBy(() => defineFacts({}))).toMatchObject({ code: "facts-empty", hint: expect.any(String) as string });
  });

  test.each([["a name", "flag"], ["null", null], ["a list", ["a", "b"]], ["the function itself", flag]])("G20: refuses %s for a domain, and says which fact it is", (_name, domain) => {
    expect(thrownBy(() => defineFacts({ good: flag(), isStuck: domain as never }))).toMatchObject({ code: "facts-domain", path: "isStuck", hint: expect.any(String) as string });
  });

  test("possible is true of everything unless the declaration rules a combination out", () => {
    expect(facts.possible({ ...good, verdict: "approved" })).toBe(true);
    const ruled = defineFacts({ a: flag(), b: flag() }, { possible: (f) => !(f.a && f.b) });
    expect([ruled.possible({ a: true, b: false }), ruled.possible({ a: true, b: true })]).toEqual([true, false]);
  });
});

describe("G4: 2: problems", () => {
  test("has none for a record that fits, in whatever order, without a prototype, frozen, or over the enumerated count", () => {
    for (const record of [good, { round: 1, isStuck: true, verdict: "rejected" }, Object.assign(Object.create(null), good), { ...good, round: 99 }, { ...good, round: -0 }]) {
      expect(facts.problems(record)).toEqual([]);
    }
  });

  test.each<[string, unknown, readonly string[]]>([
    ["no record", null, ["facts: not a record"]],
    ["undefined", undefined, ["facts: not a record"]],
    ["a word", "approved", ["facts: not a record"]],
    ["a function", () => good, ["facts: not a record"]],
    ["an empty record", {}, ["verdict: missing", "isStuck: missing", "round: missing"]],
    ["a list", [], ["verdict: missing", "isStuck: missing", "round: missing"]],
    ["a missing fact", { verdict: "approved", round: 1 }, ["isStuck: missing"]],
    ["undefined", { ...good, isStuck: undefined }, ["isStuck: missing"]],
    ["null", { ...good, isStuck: null }, ["isStuck: not true or false"]],
    ["a truthy word", { ...good, isStuck: "false" }, ["isStuck: not true or false"]],
    ["a word outside the list", { ...good, verdict: "aproved" }, ['verdict: not one of "approved", "rejected", "unavailable"']],
    ["NaN", { ...good, round: Number.NaN }, ["round: not a whole number from 0"]],
    ["a negative count", { ...good, round: -1 }, ["round: not a whole number from 0"]],
    ["a fraction", { ...good, round: 1.5 }, ["round: not a whole number from 0"]],
    ["Infinity", { ...good, round: Infinity }, ["round: not a whole number from 0"]],
    ["an undeclared fact", { ...good, extra: 1 }, ["extra: not declared"]],
    ["an undeclared undefined", { ...good, extra: undefined }, ["extra: not declared"]],
    ["an undeclared fact for a missing one", { verdict: "approved", round: 1, stuck: true }, ["isStuck: missing", "stuck: not declared"]],
    ["several at once", { verdict: 1, isStuck: 0, round: "1", x: 1, y: 2 }, [
      'verdict: not one of "approved", "rejected", "unavailable"',
      "isStuck: not true or false",
      "round: not a whole number from 0",
      "x: not declared",
      "y: not declared",
    ]],
  ])("names %s", (_name, record, expected) => {
    expect(facts.problems(record)).toEqual(expected);
  });

  test("does not count what is inherited: nobody reported it", () => {
    expect(facts.problems(Object.create(good))).toEqual(["verdict: missing", "isStuck: missing", "round: missing"]);
    const mixed = Object.assign(Object.create({ isStuck: false }) as object, { verdict: "approved", round: 1, extra: true });
    expect(facts.problems(mixed)).toEqual(["isStuck: missing", "extra: not declared"]);
    expect(facts.problems(Object.assign(Object.create({ extra: 1 }) as object, good))).toEqual([]);
  });

  test("takes `__proto__` and the names of Object.prototype as names like any other", () => {
    expect(facts.problems(JSON.parse('{"verdict":"approved","isStuck":false,"round":1,"__proto__":true}'))).toEqual(["__proto__: not declared"]);
    const odd = defineFacts(JSON.parse('{"constructor":0,"__proto__":0,"toString":0}', (key, value: unknown) => (key === "" ? value : flag())) as { readonly [fact: string]: FactDomain });
    expect(odd.names).toEqual(["constructor", "__proto__", "toString"]);
    expect(odd.problems({})).toEqual(["constructor: missing", "__proto__: missing", "toString: missing"]);
    expect(odd.problems(JSON.parse('{"constructor":true,"__proto__":false,"toString":true}'))).toEqual([]);
  });

  test("reads each fact once and changes nothing", () => {
    let reads = 0;
    const counting = new Proxy({ ...good }, {
      get: (target, name, receiver) => {
        reads++;
        return Reflect.get(target, name, receiver) as unknown;
      },
      set: () => false,
    });
    expect(facts.problems(counting)).toEqual([]);
    expect(reads).toBe(3);
  });
});
