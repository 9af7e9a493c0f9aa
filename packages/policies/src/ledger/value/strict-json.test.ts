import { describe, expect, it } from "vitest";
import { codeOf } from "../cycle.fixture.js";
import { parseStrictJson } from "./strict-json.js";

const read = (text: string) => parseStrictJson(text, { name: "findings", code: "payload-invalid", maxBytes: 1000, maxDepth: 3 });

describe("LG-LOAD-4, LG-SEC-13, LG-SEC-16, LG-SEC-17: strict JSON", () => {
  it.each([
    [String.raw`{"a":"x\"y","b":"\\"}`, { a: 'x"y', b: "\\" }],
    [String.raw`{"a\"":1,"a":2,"b\\":3}`, { 'a"': 1, a: 2, "b\\": 3 }],
    [`["a","a",{"a":"a"},{"a":0}]`, ["a", "a", { a: "a" }, { a: 0 }]],
    [`[0,-1,1e3,-9007199254740991]`, [0, -1, 1000, -9007199254740991]],
    [`[[[1]]]`, [[[1]]]],
  ])("%s is read", (text, value) => {
    expect(read(text)).toEqual(value);
  });

  it.each([
    [String.raw`{"a\"":1,"a\"":2}`], [String.raw`{"b":{"a":1,"\u0061":2}}`], ["[9007199254740993]"], ["[-9007199254740993]"], ["[[[[1]]]]"], [String.raw`["\\\u0000"]`], ['{"__proto__":1}'], ['["a"'],
  ])("%s is refused", (text) => {
    expect(codeOf(() => read(text))).toBe("payload-invalid");
  });
});
