import { countBySeverity, isLocation, ledgerSeverity } from "@loopwright/core";
import { describe, expect, it } from "vitest";
import { sarifFacts, sarifVerdict } from "./facts.js";
import { sarifFindings } from "./findings.js";
import { at, logOf, resultOf, runOf } from "./log.fixture.js";
import { readSarif } from "./read-sarif.js";

const problems = (run: object) => readSarif(logOf(run)).problems;
const invocation = (over: object) => ({ invocations: [{ executionSuccessful: true, ...over }] });

describe("completeness", () => {
  it("G4: a log without a run knows nothing", () => {
    for (const runs of [[], null, undefined]) {
      const log = readSarif(JSON.stringify({ version: "2.1.0", runs }));
      expect(log).toMatchObject({ isComplete: false, problems: ["the log has no run"] });
      expect(sarifVerdict(log)).toBe("unavailable");
    }
  });

  it("G4: absent results are not an empty list of them", () => {
    for (const results of [undefined, null]) expect(problems(runOf(results))).toEqual(["run 0: it has no results, not even an empty list: the analysis did not begin"]);
    expect(problems(runOf([]))).toEqual([]);
  });

  it.each([
    [{ executionSuccessful: false }, "invocation 0 failed"],
    [{ executionSuccessful: null }, "invocation 0 does not say that it succeeded"],
    [{ processStartFailureMessage: "no such\nfile" }, "invocation 0 did not start: no such file"],
    [{ toolExecutionNotifications: [{ level: "error", message: { text: "rule {0} threw", arguments: ["r"] } }] }, "invocation 0 reports an error of the tool: rule r threw"],
    [{ toolConfigurationNotifications: [{ level: "error" }] }, "invocation 0 reports an error of the tool"],
    [{ toolExecutionNotifications: [{ level: "fatal", message: { text: "x" } }] }, "invocation 0 reports an error of the tool: x"],
    [{ toolExecutionNotifications: [{ descriptor: { index: 0 }, message: { id: "m" } }] }, "invocation 0 reports an error of the tool: by default"],
    [{ toolExecutionNotifications: [{ descriptor: { id: "n2" } }], notificationConfigurationOverrides: [{ descriptor: { index: 1 }, configuration: { level: "error" } }] }, "invocation 0 reports an error of the tool"],
  ])("G4: %j means that results may be missing", (over, reason) => {
    const notifications = [{ id: "n1", defaultConfiguration: { level: "error" }, messageStrings: { m: { text: "by default" } } }, { id: "n2" }];
    expect(problems(runOf([], invocation(over), { notifications }))).toEqual([`run 0: ${reason}`]);
  });

  it.each([
    [{}], [{ exitCode: 1 }], [{ toolExecutionNotifications: [{ level: "warning" }, { level: "note" }, { level: "none" }, {}] }], [{ toolConfigurationNotifications: [{ descriptor: { id: "n" } }] }], [{ toolExecutionNotifications: null }],
    [{ toolExecutionNotifications: [{ level: "note", descriptor: { index: 0 } }] }],
  ])("%j says nothing of the kind", (over) => {
    expect(problems(runOf([], invocation(over), { notifications: [{ id: "n1", defaultConfiguration: { level: "error" } }] }))).toEqual([]);
  });

  it("G4: every invocation counts, and that of a conversion", () => {
    expect(problems(runOf([], { invocations: [{ executionSuccessful: true }, { executionSuccessful: false }] }))).toEqual(["run 0: invocation 1 failed"]);
    expect(problems(runOf([], { conversion: { tool: {}, invocation: { executionSuccessful: false } } }))).toEqual(["run 0: the conversion failed"]);
    expect(problems(runOf([], { invocations: [], conversion: { tool: {} } }))).toEqual([]);
  });

  it("G4: what a verdict needs may not lie in another file; places may", () => {
    for (const part of ["results", "invocations", "extensions"]) {
      expect(problems(runOf([], { externalPropertyFileReferences: { [part]: [{ location: { uri: "x" } }] } }))).toEqual([`run 0: its ${part} lie in another file`]);
      expect(problems(runOf([], { externalPropertyFileReferences: { [part]: [] } }))).toEqual([]);
    }
    for (const part of ["driver", "conversion"]) expect(problems(runOf([], { externalPropertyFileReferences: { [part]: { guid: "x" } } }))).toEqual([`run 0: its ${part} lie in another file`]);
    expect(problems(runOf([], { externalPropertyFileReferences: { artifacts: [{ location: { uri: "x" } }] } }))).toEqual([]);
    const outside = (results: unknown) => readSarif(JSON.stringify({ version: "2.1.0", runs: [runOf([])], inlineExternalProperties: [{ results }] })).problems;
    expect(outside([resultOf()])).toEqual(["the log has results outside of its runs"]);
    expect(outside([])).toEqual([]);
  });

  it("G4: one incomplete run makes the log incomplete", () => {
    const log = readSarif(logOf(runOf([]), runOf(null)));
    expect(log).toMatchObject({ isComplete: false, runs: [{ isComplete: true }, { isComplete: false }] });
    expect(log.problems).toEqual([expect.stringMatching(/^run 1: /)]);
  });

  it("LG-SEC-19: a text of the log stands in a problem on one line, and a long one says how long it is", () => {
    const [problem] = problems(runOf([], invocation({ processStartFailureMessage: `a\n# b\u202e${"x".repeat(5000)}` })));
    expect(problem).toMatch(/^run 0: invocation 0 did not start: a # b\\u\{202e\}x+… \(5006 characters\)$/);
    expect(problem?.length).toBeLessThan(400);
  });
});

describe("facts", () => {
  const results = [resultOf({ level: "error" }), resultOf({ level: "error" }), resultOf(), resultOf({ level: "note" }), resultOf({ level: "none" }), resultOf({ kind: "open" }), resultOf({ kind: "review" }), resultOf({ kind: "pass" }), resultOf({ suppressions: [{ kind: "external" }] }), resultOf({ baselineState: "absent" })];

  it("a complete log has counts", () => {
    const counts = { error: 2, warning: 1, note: 1, none: 1, undecided: 2, suppressed: 1 };
    expect(sarifFacts(readSarif(logOf(runOf(results))))).toEqual({ isComplete: true, counts, atLeast: counts });
  });

  it("G4: an incomplete log has none, only what is there at least", () => {
    const facts = sarifFacts(readSarif(logOf(runOf(results), runOf(null))));
    expect(facts).toMatchObject({ isComplete: false, counts: null, atLeast: { error: 2 } });
    // @ts-expect-error -- a zero cannot be read without asking for completeness
    expect(() => facts.counts.error).toThrow(TypeError);
  });
});

describe("verdicts", () => {
  const verdict = (list: unknown, over: object = {}, options?: Parameters<typeof sarifVerdict>[1]) => sarifVerdict(readSarif(logOf(runOf(list, over))), options);
  const failed = { invocations: [{ executionSuccessful: false }] };

  it("approved: a complete log without a finding that blocks", () => {
    expect(verdict([])).toBe("approved");
    expect(verdict([resultOf(), resultOf({ level: "note" }), resultOf({ kind: "pass" }), resultOf({ level: "error", suppressions: [{}] }), resultOf({ level: "error", baselineState: "absent" })])).toBe("approved");
  });

  it("rejected: a finding that blocks, also in an incomplete log, and by default also one without severity", () => {
    expect(verdict([resultOf({ level: "error" })])).toBe("rejected");
    expect(verdict([resultOf({ level: "none" })])).toBe("rejected");
    expect(verdict([resultOf({ level: "error" })], failed)).toBe("rejected");
    expect(verdict([resultOf()], {}, { blocking: ["error", "warning"] })).toBe("rejected");
    expect(verdict([resultOf({ level: "error" })], {}, { blocking: [] })).toBe("approved");
  });

  it("G4: unavailable: an incomplete log, or a result that nobody judged", () => {
    expect(verdict([], failed)).toBe("unavailable");
    expect(verdict([resultOf()], failed)).toBe("unavailable");
    expect(verdict(null)).toBe("unavailable");
    for (const kind of ["open", "review"]) expect(verdict([resultOf({ kind })])).toBe("unavailable");
    expect(verdict([resultOf({ kind: "open", suppressions: [{}] })])).toBe("approved");
  });
});

describe("findings", () => {
  const log = readSarif(
    logOf(
      runOf([
        resultOf({ level: "error", locations: [at({ uri: "a.ts" }, { startLine: 2 }), at({ uri: "../b" }), at({ uri: "c.ts" })], partialFingerprints: { p: "1" }, fingerprints: { f: "2" } }),
        resultOf({ kind: "pass" }),
        { message: { text: "No rule." } },
      ]),
    ),
  );

  it("RL-VN-03: they have the shape that policies share, the level verbatim, and the tool as their source", () => {
    expect(sarifFindings(log)).toEqual([
      {
        id: "sarif-0-0", severity: "major", severityAsReported: "error", locations: [{ file: "a.ts", line: 2 }, { file: "c.ts" }], claim: "A problem.",
        evidence: [{ kind: "analyser", ref: "lint: r" }, { kind: "fingerprint", ref: "f=2" }, { kind: "fingerprint", ref: "p=1" }], sources: [{ role: "analyser", lane: "lint" }], round: 1,
      },
      { id: "sarif-0-2", severity: "minor", severityAsReported: null, locations: [], claim: "No rule.", evidence: [{ kind: "analyser", ref: "lint" }], sources: [{ role: "analyser", lane: "lint" }], round: 1 },
    ]);
    expect(sarifFindings(log)[0]?.locations.every(isLocation)).toBe(true);
    expect(Object.isFrozen(sarifFindings(log)[0])).toBe(true);
  });

  it("RL-VN-01, RL-VN-02: severities come from a table, the default one or the caller's; what has none is major", () => {
    const levels = readSarif(logOf(runOf(["error", "warning", "note", "none"].map((level) => resultOf({ level })))));
    expect(sarifFindings(levels).map(({ severity }) => severity)).toEqual(["major", "minor", "nit", "major"]);
    const graded = sarifFindings(levels, { severities: { error: "critical", warning: "major", note: "cosmetic", none: "major" }, round: 3, role: "scan", id: ({ index }) => `F${index}` });
    expect(countBySeverity(graded, ledgerSeverity)).toEqual({ critical: 1, major: 2, substantive: 0, cosmetic: 1 });
    expect(graded[3]).toMatchObject({ id: "F3", round: 3, sources: [{ role: "scan", lane: "lint" }] });
  });
});
