import { describe, expect, it } from "vitest";
import { EvidenceError } from "../evidence-error.js";
import { logOf, resultOf, runOf } from "./log.fixture.js";
import { readSarif, type ReadSarifOptions } from "./read-sarif.js";

/** What a refused log is refused for. */
function refusal(input: string | Uint8Array, options?: ReadSarifOptions): { code: string; path: string | null; message: string } {
  try {
    readSarif(input, options);
  } catch (thrown) {
    if (!(thrown instanceof EvidenceError)) throw thrown;
    expect(thrown.hint).toMatch(/\.$/);
    return { code: thrown.code, path: thrown.path, message: thrown.message };
  }
  throw new Error("the log was read");
}

const bytes = (...parts: (string | number[])[]) => new Uint8Array(parts.flatMap((part) => (typeof part === "string" ? [...new TextEncoder().encode(part)] : part)));
const run = (results: unknown) => runOf(results);

describe("logs", () => {
  it("a log without results is complete, frozen plain data", () => {
    const log = readSarif(logOf(runOf([], {}, { version: "1.2", semanticVersion: "1.2.3" }), run([])));
    expect(log).toEqual({
      isComplete: true, problems: [], findings: [], others: [],
      runs: [
        { tool: { name: "lint", version: "1.2.3" }, isComplete: true, problems: [], resultCount: 0 },
        { tool: { name: "lint", version: null }, isComplete: true, problems: [], resultCount: 0 },
      ],
    });
    expect(Object.isFrozen(log) && Object.isFrozen(log.runs) && Object.isFrozen(log.runs[0]?.tool)).toBe(true);
  });

  it("G9: results keep the order of the log and say where they stand in it", () => {
    const log = readSarif(logOf(run([resultOf({ message: { text: "a" } }), resultOf({ kind: "pass", message: { text: "b" } }), resultOf({ message: { text: "c" } })]), run([resultOf({ message: { text: "d" } })])));
    expect(log.findings.map(({ run: number, index, message }) => [number, index, message])).toEqual([[0, 0, "a"], [0, 2, "c"], [1, 0, "d"]]);
    expect(log.others.map(({ run: number, index, message, why }) => [number, index, message, why])).toEqual([[0, 1, "b", "pass"]]);
    expect(log.runs.map(({ resultCount }) => resultCount)).toEqual([3, 1]);
  });

  it("LG-SEC-16: bytes are UTF-8, with a byte order mark or without", () => {
    const text = logOf(run([resultOf({ message: { text: "schön" } })]));
    for (const input of [text, `\uFEFF${text}`, bytes(text), bytes([0xef, 0xbb, 0xbf], text)]) expect(readSarif(input).findings[0]?.message).toBe("schön");
    expect(refusal(bytes(text.slice(0, -1), [0xff], "}"))).toEqual({ code: "sarif-invalid", path: "log", message: "the log is not UTF-8" });
    expect(refusal(`\uFEFF\uFEFF${text}`).message).toBe("the log is not JSON");
  });
});

describe("refusals", () => {
  it.each([
    ["", "the log is not JSON"], ["{", "the log is not JSON"], ["{} {}", "the log is not JSON"], ["null", "the log is not an object"], ["[]", "the log is not an object"], ['"2.1.0"', "the log is not an object"],
  ])("G20: %j is refused", (input, message) => {
    expect(refusal(input)).toEqual({ code: "sarif-invalid", path: "log", message });
  });

  it.each([
    [{}, "the log names no version"], [{ version: "2.0.0", runs: [] }, 'the log is in version "2.0.0"'], [{ version: "2.1.0-rtm.5" }, 'the log is in version "2.1.0-rtm.5"'], [{ version: null }, "the log names no version"],
  ])("G20: %j is in another version", (log, message) => {
    expect(refusal(JSON.stringify(log))).toEqual({ code: "sarif-version", path: "version", message });
  });

  const withResult = (result: unknown) => logOf(run([resultOf(), result]));
  it.each([
    [JSON.stringify({ version: 2.1 }), "version", "a text"],
    [JSON.stringify({ version: "2.1.0", runs: {} }), "runs", "a list"],
    [logOf(run([]), 5), "runs[1]", "an object"],
    [logOf({ tool: [] }), "runs[0].tool", "an object"],
    [logOf({ tool: { driver: { name: 7 } } }), "runs[0].tool.driver.name", "a text"],
    [logOf(run({})), "runs[0].results", "a list"],
    [logOf(run("none")), "runs[0].results", "a list"],
    [withResult(null), "runs[0].results[1]", "an object"],
    [withResult([]), "runs[0].results[1]", "an object"],
    [withResult({ message: "text" }), "runs[0].results[1].message", "an object"],
    [withResult({ message: { text: 5 } }), "runs[0].results[1].message.text", "a text"],
    [withResult({ message: { text: "a", arguments: ["a", 1] } }), "runs[0].results[1].message.arguments[1]", "a text"],
    [withResult({ kind: true }), "runs[0].results[1].kind", "a text"],
    [withResult({ level: 1 }), "runs[0].results[1].level", "a text"],
    [withResult({ ruleIndex: 0.5 }), "runs[0].results[1].ruleIndex", "a whole number"],
    [withResult({ rule: { id: {} } }), "runs[0].results[1].rule.id", "a text"],
    [withResult({ suppressions: {} }), "runs[0].results[1].suppressions", "a list"],
    [withResult({ suppressions: [1] }), "runs[0].results[1].suppressions[0]", "an object"],
    [withResult({ fingerprints: { "a/v1": 1 } }), "runs[0].results[1].fingerprints.a/v1", "a text"],
    [logOf(runOf([], { invocations: [{ executionSuccessful: "yes" }] })), "runs[0].invocations[0].executionSuccessful", "true or false"],
  ])("G20: a value of another type is refused with its path: %#", (input, path, wanted) => {
    expect(refusal(input)).toEqual({ code: "sarif-invalid", path, message: `${path} is not ${wanted}` });
  });

  it.each([[{ results: [] }, "runs[0].tool"], [{ tool: {} }, "runs[0].tool.driver"], [{ tool: { driver: { version: "1" } } }, "runs[0].tool.driver.name"]])("G20: a run without its tool is refused: %j", (one, path) => {
    expect(refusal(logOf(one))).toEqual({ code: "sarif-invalid", path, message: `${path} is missing` });
  });

  it.each([
    ['{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"a"}},"results":[{"message":{"text":"x"}}],"results":[]}]}', "runs[0].results"],
    ['{"version":"2.1.0","runs":[],"r\\u0075ns":[]}', "runs"],
    ['{"version":"2.1.0","runs":[],"p":[1,{"a":[]},{"b c":{"d":1,"e":"\\"}","d":2}}]}', 'p[2]["b c"].d'],
    ['{"version":"2.1.0","runs":[],"p":{"\\\\":1,"\\\\":2}}', 'p["\\\\"]'],
    ['{"a b":{"c":[],"c":[]}}', '["a b"].c'],
  ])("LG-SEC-16: a key given twice is refused, since readers differ in which one counts: %#", (input, path) => {
    expect(refusal(input)).toEqual({ code: "sarif-invalid", path, message: `the log has the key ${path} twice` });
  });

  it("LG-SEC-16: the same key in different objects is no key given twice", () => {
    const one = { tool: { driver: { name: "a", properties: { a: { a: [{ a: 1 }, { a: '","a":' }], "": {}, "\\": "\\" } } } }, results: [] };
    expect(readSarif(logOf(one, one)).isComplete).toBe(true);
  });

  it("LG-SEC-13: limits are exact, and nothing is cut", () => {
    const text = logOf(run([resultOf({ message: { text: "€" } }), resultOf()]), run([resultOf()]));
    const size = bytes(text).length;
    for (const input of [text, bytes(text)]) {
      expect(readSarif(input, { maxBytes: size, maxResults: 3 }).findings).toHaveLength(3);
      expect(refusal(input, { maxBytes: size - 1 })).toEqual({ code: "sarif-too-large", path: "log", message: `the log has more than ${size - 1} bytes` });
    }
    expect(refusal(text, { maxResults: 2 })).toEqual({ code: "sarif-too-large", path: "runs[1].results", message: "the log has more than 2 results" });
    expect(refusal(text, { maxBytes: 20 }).code).toBe("sarif-too-large");
    expect(refusal(text, { maxBytes: 1 }).code).toBe("sarif-too-large");
    expect(readSarif(logOf(run([resultOf()])), { maxResults: 1 }).findings).toHaveLength(1);
  });

  it.each([
    [{ maxBytes: 0 }, "maxBytes"], [{ maxBytes: 1.5 }, "maxBytes"], [{ maxResults: -1 }, "maxResults"], [{ maxResults: Number.NaN }, "maxResults"],
    [{ root: "" }, "root"], [{ root: "a/b" }, "root"], [{ root: "/a/../b" }, "root"], [{ root: "https://a/b" }, "root"], [{ root: "file://host/a" }, "root"], [{ root: "file:a" }, "root"], [{ root: "file:///%zz" }, "root"],
  ])("G20: the option %j is refused before the log is looked at", (options, path) => {
    expect(refusal("no log", options)).toMatchObject({ code: "option-invalid", path });
  });

  it("LG-SEC-15: neither depth nor names of prototypes do harm", () => {
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    expect(readSarif(`{"version":"2.1.0","properties":${deep},"runs":[{"tool":{"driver":{"name":"a"}},"results":[]}]}`).isComplete).toBe(true);
    const odd = readSarif('{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"a"}},"results":[{"message":{"id":"constructor"},"fingerprints":{"__proto__":"x"},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"a","uriBaseId":"__proto__"}}}]}]}]}').findings[0];
    expect(odd).toMatchObject({ message: "The analyser gives no message.", places: [{ location: { file: "a" } }] });
    expect(Object.getOwnPropertyDescriptor(odd?.fingerprints, "__proto__")?.value).toBe("x");
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });
});
