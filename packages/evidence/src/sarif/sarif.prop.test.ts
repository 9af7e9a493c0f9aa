import { copyPlain } from "@loopwright/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EvidenceError } from "../evidence-error.js";
import { pathProblem } from "../repo-path.js";
import { duplicateKey } from "../text/duplicate-key.js";
import { sarifFacts, sarifVerdict } from "./facts.js";
import { sarifFindings } from "./findings.js";
import { logOf, resultOf, runOf } from "./log.fixture.js";
import { readSarif, type ReadSarifOptions, type SarifLog } from "./read-sarif.js";

/** Reads what may be refused, but only by the declared error. */
function attempt(input: string | Uint8Array, options?: ReadSarifOptions): SarifLog | null {
  try {
    return readSarif(input, options);
  } catch (thrown) {
    if (thrown instanceof EvidenceError && /^sarif-(invalid|version|too-large)$/.test(thrown.code)) return null;
    throw thrown;
  }
}

const word = fc.oneof(fc.constantFrom("error", "warning", "note", "none", "pass", "open", "review", "fail", "absent", "new", "accepted", "rejected", "r", "", "/", "..", "a", "{0}{{"), fc.string());
const uri = fc.oneof(
  fc.array(fc.constantFrom("..", ".", "", "a", "b c", "%2e%2e", "%2F", "%5c", "\\", ".git", "%2Egit", "C:", "c%3a", "file:", "file:///", "//", "root", "x", "%", "%00", "#", "?", "é"), { maxLength: 7 }).chain((parts) => fc.constantFrom("/", "").map((glue) => parts.join(glue))),
  fc.webUrl(),
  fc.string(),
);
const location = fc.record({ uri, uriBaseId: fc.constantFrom("A", "B", "C", "D"), index: fc.integer({ min: -2, max: 3 }) }, { requiredKeys: [] });
const region = fc.record({ startLine: fc.oneof(fc.integer({ min: -2, max: 9 }), fc.double(), word), endLine: fc.integer({ min: -2, max: 9 }), endColumn: fc.nat(2), charOffset: fc.nat() }, { requiredKeys: [] });
const result = fc.record(
  {
    ruleId: word, ruleIndex: fc.integer({ min: -2, max: 3 }), rule: fc.record({ id: word, index: fc.nat(2), toolComponent: fc.record({ index: fc.nat(2) }) }, { requiredKeys: [] }),
    kind: word, level: word, baselineState: word, message: fc.record({ text: word, id: word, arguments: fc.array(word, { maxLength: 2 }) }, { requiredKeys: [] }),
    suppressions: fc.array(fc.record({ status: word, justification: word }, { requiredKeys: [] }), { maxLength: 2 }),
    locations: fc.array(fc.record({ physicalLocation: fc.record({ artifactLocation: location, region }, { requiredKeys: [] }) }, { requiredKeys: [] }), { maxLength: 3 }),
    partialFingerprints: fc.dictionary(fc.string(), word, { maxKeys: 2 }), provenance: fc.record({ invocationIndex: fc.integer({ min: -1, max: 1 }) }),
  },
  { requiredKeys: [] },
);
const rules = fc.array(fc.record({ id: word, defaultConfiguration: fc.record({ level: word }, { requiredKeys: [] }) }, { requiredKeys: [] }), { maxLength: 3 });
const notifications = fc.array(fc.record({ level: word, message: fc.record({ text: word }) }, { requiredKeys: [] }), { maxLength: 2 });
const run = fc.record(
  {
    tool: fc.record({ driver: fc.record({ name: word, rules }, { requiredKeys: ["name"] }), extensions: fc.array(fc.record({ rules }), { maxLength: 2 }) }, { requiredKeys: ["driver"] }),
    results: fc.array(result, { maxLength: 5 }), artifacts: fc.array(fc.record({ location }), { maxLength: 3 }),
    originalUriBaseIds: fc.dictionary(fc.constantFrom("A", "B", "C"), location),
    invocations: fc.array(fc.record({ executionSuccessful: fc.boolean(), toolExecutionNotifications: notifications }, { requiredKeys: [] }), { maxLength: 2 }),
  },
  { requiredKeys: ["tool"] },
);
const root = fc.constantFrom(undefined, "/root/x", "/", "C:\\root", "file:///root");
const log = fc.array(run, { maxLength: 3 }).map((runs) => ({ version: "2.1.0", runs }));

describe("laws", () => {
  it("LG-SEC-34: no text, no bytes and no JSON end in another error than the declared ones", () => {
    fc.assert(fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.json(), fc.uint8Array()), (input) => void attempt(input)));
    fc.assert(fc.property(fc.jsonValue(), (runs) => void attempt(JSON.stringify({ version: "2.1.0", runs }))));
  });

  it("LG-SEC-34: nor does a log in which any one value was replaced by any other", () => {
    const spoil = fc.tuple(run, fc.nat(), fc.jsonValue()).map(([one, at, value]) => {
      let left = at % Math.max(1, JSON.stringify(one).length);
      return JSON.stringify({ version: "2.1.0", runs: [one] }, (_, part: unknown) => (left-- === 0 ? value : part));
    });
    fc.assert(fc.property(spoil, (input) => void attempt(input)), { numRuns: 500 });
  });

  it("G9: every result is in findings or others exactly once, and counts are those of the findings", () => {
    fc.assert(
      fc.property(log, root, (value, base) => {
        const read = readSarif(JSON.stringify(value), { root: base });
        const places = [...read.findings, ...read.others].map(({ run: number, index }) => `${number}/${index}`).sort();
        expect(places).toEqual(value.runs.flatMap(({ results = [] }, number) => results.map((__, index) => `${number}/${index}`)).sort());
        const { error, warning, note, none } = sarifFacts(read).atLeast;
        expect(error + warning + note + none).toBe(read.findings.length);
        expect(sarifFindings(read).map(({ claim }) => claim)).toEqual(read.findings.map(({ message }) => message));
        expect(read.findings.every(({ message }) => message.trim() !== "")).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it("LG-SEC-7: no path leads outside, and lines are in order, whatever the log says", () => {
    fc.assert(
      fc.property(fc.array(location, { minLength: 1 }), fc.dictionary(fc.constantFrom("A", "B", "C"), location), fc.array(fc.record({ location })), region, root, (list, originalUriBaseIds, artifacts, lines, base) => {
        const results = list.map((artifactLocation) => resultOf({ locations: [{ physicalLocation: { artifactLocation, region: lines } }] }));
        for (const finding of readSarif(logOf(runOf(results, { originalUriBaseIds, artifacts })), { root: base }).findings) {
          for (const place of finding.places) {
            if (place.location === null) expect(place.problem).not.toBe("");
            else expect(pathProblem(place.location.file)).toBeNull();
            if (place.location?.endLine !== undefined) expect(place.location.endLine).toBeGreaterThan(place.location.line ?? Number.NaN);
          }
        }
      }),
      { numRuns: 1000 },
    );
  });

  it("G4: a log approves only if it is complete; one failed invocation or one run without results takes that away", () => {
    fc.assert(
      fc.property(log, (value) => {
        const read = readSarif(JSON.stringify(value));
        expect(read.isComplete).toBe(read.problems.length === 0 && read.runs.length > 0 && read.runs.every(({ isComplete }) => isComplete));
        if (sarifVerdict(read) === "approved") expect(read).toMatchObject({ isComplete: true });
        for (const more of [runOf([], { invocations: [{ executionSuccessful: false }] }), runOf(null)]) expect(sarifVerdict(readSarif(JSON.stringify({ ...value, runs: [...value.runs, more] })))).not.toBe("approved");
      }),
    );
  });

  it("G19: what was read is plain data, frozen, and the same from bytes, with a mark, and indented", () => {
    fc.assert(
      fc.property(log, root, (value, base) => {
        const text = JSON.stringify(value);
        const read = readSarif(text, { root: base });
        expect(copyPlain(read)).toEqual(read);
        expect(Object.isFrozen(read.findings)).toBe(true);
        for (const same of [new TextEncoder().encode(text.isWellFormed() ? text : "null"), `\uFEFF${JSON.stringify(value, null, 1)}`]) if (text.isWellFormed()) expect(readSarif(same, { root: base })).toEqual(read);
      }),
    );
  });

  it("LG-SEC-16: a key is twice in an object exactly if the object that is read has fewer keys than the text", () => {
    const key = fc.constantFrom("a", "b", '"', "\\", "\u0000", "é");
    const { value } = fc.letrec<{ value: { text: string; isRepeated: boolean } }>((tie) => ({
      value: fc.oneof(
        { depthSize: "small" },
        fc.oneof(fc.string(), fc.integer(), fc.constant(null)).map((leaf) => ({ text: JSON.stringify(leaf), isRepeated: false })),
        fc.array(tie("value"), { maxLength: 3 }).map((list) => ({ text: `[${list.map(({ text }) => text).join(" ,")}]`, isRepeated: list.some(({ isRepeated }) => isRepeated) })),
        fc.array(fc.tuple(key, tie("value")), { maxLength: 3 }).map((list) => ({ text: `{${list.map(([name, { text }]) => `${JSON.stringify(name)} : ${text}`).join(",\n")}}`, isRepeated: new Set(list.map(([name]) => name)).size < list.length || list.some(([, { isRepeated }]) => isRepeated) })),
      ),
    }));
    fc.assert(fc.property(value, ({ text, isRepeated }) => (duplicateKey(text) !== null) === isRepeated), { numRuns: 500 });
  });
});

describe("time", () => {
  /** Milliseconds of work; not by the clock, because the machine may have other work. */
  const timeOf = (call: () => unknown): number => {
    const start = process.cpuUsage();
    call();
    return process.cpuUsage(start).user / 1000;
  };
  const many = (count: number, one: (index: number) => object) => Array.from({ length: count }, (_, index) => one(index));
  const placed = (artifactLocation: object) => resultOf({ locations: many(10, () => ({ physicalLocation: { artifactLocation } })) });
  const MiB = 1_048_576;

  it.each<[string, () => string]>([
    ["a chain of bases that every result enters elsewhere", () => logOf(runOf(many(10_000, (index) => placed({ uri: "f", uriBaseId: `b${index}` })), { originalUriBaseIds: Object.fromEntries(many(50_000, (index) => ({ uri: "", uriBaseId: `b${index + 1}` })).map((base, index) => [`b${index}`, base])) }))],
    ["a long base before every file", () => logOf(runOf(many(10_000, (index) => placed({ uri: `f${index}`, uriBaseId: "b" })), { originalUriBaseIds: { b: { uri: "a/".repeat(500) } } }))],
    ["one long URI for every result", () => logOf(runOf(many(10_000, () => placed({ index: 0 })), { artifacts: [{ location: { uri: "a/".repeat(MiB / 2) } }] }))],
    ["one long message for every result", () => logOf(runOf(many(10_000, () => resultOf({ message: { id: "m" } })), {}, { globalMessageStrings: { m: { text: " ".repeat(MiB) } } }))],
    ["one long id for every result", () => logOf(runOf(many(10_000, () => ({ ruleIndex: 0 })), {}, { rules: [{ id: "i/".repeat(MiB / 2), defaultConfiguration: { level: "l".repeat(MiB) }, fullDescription: { text: "d".repeat(MiB) } }] }))],
    ["one long text for every notification", () => logOf(runOf([], { invocations: [{ toolExecutionNotifications: many(10_000, () => ({ level: "error", message: { id: "m" } })) }] }, { globalMessageStrings: { m: { text: "\n".repeat(MiB) } } }))],
    ["backslashes and quotes", () => logOf(runOf([resultOf({ message: { text: '\\"'.repeat(MiB) } })]))],
    ["braces", () => logOf(runOf([resultOf({ message: { text: "{".repeat(MiB), arguments: ["a"] } })]))],
  ])("LG-SEC-15: %s: read in linear time", (_, make) => {
    const input = make();
    expect(timeOf(() => readSarif(input))).toBeLessThan(10_000); // quadratic would take many minutes
  });
});
