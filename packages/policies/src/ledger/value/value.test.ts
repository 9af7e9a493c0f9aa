import { describe, expect, it } from "vitest";
import { codeOf, entry, ledgerOf, open, round } from "../cycle.fixture.js";
import { claimStem } from "./claim-stem.js";
import type { Ledger } from "./ledger.js";
import { newLedger } from "./ledger.js";
import { parseLedger, serialiseLedger } from "./parse-ledger.js";
import { parseStrictJson } from "./strict-json.js";

const valid = ledgerOf([...open("major"), { id: "F-002", status: "disputed", relitigates: "F-001" }], [{ instance: "code" }, round(1, { major: 1 })]);
const parse = (value: unknown) => parseLedger(typeof value === "string" ? value : JSON.stringify(value));
const with_ = (over: object, at: "ledger" | "finding" | "round" = "ledger"): unknown => {
  if (at === "ledger") return { ...valid, ...over };
  if (at === "finding") return { ...valid, findings: [{ ...valid.findings[0], ...over }, valid.findings[1]] };
  return { ...valid, history: [{ ...valid.history[1], ...over }] };
};

describe("files", () => {
  it("LG-FILE-1: two blanks, a final newline, unknown keys kept, and raw or escaped characters alike", () => {
    const text = serialiseLedger({ ...valid, note: { kept: [1] } } as Ledger);
    expect(text).toMatch(/^\{\n {2}"version": 1,\n/);
    expect(text.endsWith("}\n")).toBe(true);
    expect(serialiseLedger(parse(text))).toBe(text);
    expect(parse(text)).toMatchObject({ note: { kept: [1] } });
    expect(newLedger("20261130-auth")).toEqual({ version: 1, slug: "20261130-auth", findings: [], history: [], next_id: 1 });
    expect(parse(String.raw`{"slug":"n\u00e4me","findings":[],"history":[],"next_id":1}`)).toEqual(parse('{"slug":"näme","findings":[],"history":[],"next_id":1}'));
  });

  it("LG-FILE-3, LG-FILE-4: rounds may lack weight and purchases; every disposition of the format is read", () => {
    for (const disposition of [null, "fix-now", { action: "defer", ticket: "T" }, { action: "reject", reason: "R", by: "human", at: "2026-01-02" }]) {
      expect(parse(with_({ disposition }, "finding")).findings[0]?.disposition).toEqual(disposition);
    }
    expect(parse({ ...valid, history: [round(1, {}, { weight: 0, fix_now: ["F-001"] }), { instance: "qa", reason: "x" }] }).history).toHaveLength(2);
  });

  it("LG-LOAD-1: what is read is a frozen value; nothing is repaired", () => {
    const ledger = parse(valid);
    expect(Object.isFrozen(ledger.findings[0])).toBe(true);
    expect(codeOf(() => parse('{"version": 1, "findings": ['))).toBe("malformed-ledger");
  });

  it.each([[3], ["text"], [null], [[]], [{ history: [] }], [{ findings: [] }], [{ findings: [4], history: [] }], [{ findings: [{ id: "F-001" }], history: [] }], [with_({ status: "wontfix" }, "finding")]])(
    "LG-LOAD-2, LG-FILE-5: %j is no ledger",
    (value) => {
      expect(codeOf(() => parse(JSON.stringify(value)))).toBe("malformed-ledger");
    },
  );

  it.each([
    ["version", with_({ version: 99 })],
    ["findings", with_({ findings: {} })],
    ["history", with_({ history: "rounds" })],
    ["history item", with_({ history: ["instance"] })],
    ["round number", with_({ iteration: "1" }, "round")],
    ["counts", with_({ counts: { critical: 0 } }, "round")],
    ["result", with_({ result: "DONE" }, "round")],
    ["weight", with_({ weight: -1 }, "round")],
    ["marker key", with_({ history: [{ instance: "qa", extra: 1 }] })],
    ["severity", with_({ severity: "huge" }, "finding")],
    ["reported severity", with_({ severity_as_reported: "huge" }, "finding")],
    ["artifact", with_({ artifact: "poem" }, "finding")],
    ["anchor", with_({ anchor: { file: "a" } }, "finding")],
    ["region order", with_({ anchor: { ...valid.findings[0]?.anchor, region: [4, 1] } }, "finding")],
    ["region kind", with_({ anchor: { ...valid.findings[0]?.anchor, region: ["1", "4"] } }, "finding")],
    ["witness", with_({ witness: { kind: "vibes", ref: null, status: "red" } }, "finding")],
    ["claim", with_({ claim: "" }, "finding")],
    ["disposition", with_({ disposition: { action: "defer" } }, "finding")],
    ["verifications", with_({ verifications: [{ iteration: 1, verdict: "MAYBE", evidence: "x" }] }, "finding")],
    ["relitigates", with_({ relitigates: "F-009" }, "finding")],
    ["id", with_({ id: "X-1" }, "finding")],
    ["id twice", with_({ id: "F-002" }, "finding")],
    ["next_id missing", with_({ next_id: undefined })],
    ["next_id", with_({ next_id: 2 })],
  ])("LG-LOAD-3, LG-SEC-18: a wrong %s is refused at load", (_, value) => {
    expect(codeOf(() => parse(value))).toBe("malformed-ledger");
  });

  it("LG-LOAD-3: optional keys may be missing", () => {
    const { id, severity, anchor, claim, status } = entry({ id: "F-001" });
    expect(parse({ findings: [{ id, severity, anchor, claim, status }], history: [], next_id: 2 }).findings).toHaveLength(1);
  });
});

describe("strict JSON", () => {
  const read = (input: string | Uint8Array, over = {}) => parseStrictJson(input, { name: "f", code: "payload-invalid", maxBytes: 10_000, maxDepth: 64, ...over });

  it.each([
    ["a byte order mark", "\uFEFF[]"],
    ["bytes that are no UTF-8", Uint8Array.from([0x22, 0xff, 0x22])],
    ["NUL", String.raw`["a\u0000"]`],
    ["a lone surrogate", String.raw`["\ud800"]`],
    ["a key twice", '{"findings": [], "findings": [1]}'],
    ["a key twice, escaped", String.raw`{"a": 1, "\u0061": 2}`],
    ["__proto__", '{"__proto__": {"x": 1}}'],
    ["constructor", '[{"a": {"constructor": 1}}]'],
    ["a number beyond the safe ones", "[9007199254740993]"],
    ["an endless number", "[1e999]"],
    ["no JSON", "{not json"],
  ])("LG-LOAD-4, LG-SEC-16, LG-SEC-17: %s is refused", (_, input) => {
    expect(codeOf(() => read(input))).toBe("payload-invalid");
  });

  it("LG-LOAD-4, LG-SEC-13: size and nesting have limits, and depth never exhausts the stack", () => {
    expect(codeOf(() => read(`["${"x".repeat(10_000)}"]`))).toBe("limit-exceeded");
    expect(codeOf(() => read("[".repeat(65) + "]".repeat(65)))).toBe("payload-invalid");
    expect(codeOf(() => read("[".repeat(100_000), { maxBytes: 1e6 }))).toBe("payload-invalid");
    expect(codeOf(() => parseLedger("[".repeat(100_000)))).toBe("malformed-ledger");
    expect(codeOf(() => parseLedger(`{"x":"${"y".repeat(100)}"}`, { limits: { ...{ findingsPerIntake: 1, findingsPerLedger: 1, textChars: 1, refChars: 1, payloadBytes: 1, jsonDepth: 64 }, ledgerBytes: 50 } }))).toBe("limit-exceeded");
  });

  it("LG-SEC-17: the same key in two objects is fine, and what is good is read as it is", () => {
    const text = String.raw`{"a": [{"k": -1.5e3}, {"k": "\"{,}[]: \\"}], "b": {"k": null, "c": [true, {}]}}`;
    expect(read(text)).toEqual(JSON.parse(text));
  });
});

describe("stems", () => {
  it.each([
    ["Cache KEY ignores the tenant (again)!", "cache key ignores the tenant again"],
    ["Ａ１ ｂ", "a1 b"],
    ["日本語 だけ", "日本語 だけ"],
    ["", ""],
    ["…!?", ""],
  ])("LG-FP-7: %j is %j", (claim, stem) => {
    expect(claimStem(claim)).toBe(stem);
  });
});
