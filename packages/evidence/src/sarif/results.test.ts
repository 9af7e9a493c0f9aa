import { describe, expect, it } from "vitest";
import type { EvidenceError } from "../evidence-error.js";
import { logOf, readOne, resultOf, runOf } from "./log.fixture.js";
import { readSarif } from "./read-sarif.js";

const rule = (id: string, level?: string) => ({ id, ...(level === undefined ? {} : { defaultConfiguration: { level } }) });

describe("levels", () => {
  it.each(["error", "warning", "note", "none"])("RL-VN-01: a result says %s by itself", (level) => {
    expect(readOne(resultOf({ level }), {}, { rules: [rule("r", "error")] })).toMatchObject({ level, levelAsReported: level, remarks: [] });
  });

  it("what a result does not say is looked up: its rule by index, by guid, by id, else it is a warning", () => {
    const rules = [rule("a", "note"), { ...rule("b", "error"), guid: "AB" }, { id: "c" }, { id: "d", defaultConfiguration: {} }];
    const level = (result: object) => readOne({ message: { text: "m" }, ...result }, {}, { rules }).level;
    expect(level({ ruleId: "a", ruleIndex: 0 })).toBe("note");
    expect(level({ ruleIndex: 1 })).toBe("error");
    expect(level({ rule: { index: 1 } })).toBe("error");
    expect(level({ rule: { guid: "ab" } })).toBe("error");
    expect(level({ rule: { id: "b" } })).toBe("error");
    expect(level({ ruleId: "a" })).toBe("note");
    expect(level({ ruleId: "a/part" })).toBe("note");
    expect(level({ ruleId: "a/part/of", ruleIndex: 0 })).toBe("note");
    for (const result of [{ ruleId: "ab" }, { ruleId: "c" }, { ruleId: "d" }, { ruleId: "x" }, {}, { ruleIndex: 9 }, { ruleIndex: -1 }, { rule: { guid: "no" } }]) expect(level(result)).toBe("warning");
    expect(level({ ruleId: `a${"/p".repeat(8)}` })).toBe("note");
    expect(level({ ruleId: `a${"/p".repeat(9)}` })).toBe("warning");
    expect(readOne({ message: { text: "m" }, ruleIndex: 1 }, {}, { rules }).ruleId).toBe("b");
    expect(readOne({ message: { text: "m" } }, {}, { rules })).toMatchObject({ ruleId: null, levelAsReported: null });
  });

  it("an index that points at another rule than the one named does not count, nor an id that two rules have", () => {
    const rules = [rule("harmless", "note"), rule("r", "error"), rule("twice", "note"), rule("twice", "error")];
    expect(readOne(resultOf({ ruleIndex: 0 }), {}, { rules })).toMatchObject({ ruleId: "r", level: "error" });
    expect(readOne(resultOf({ ruleId: "twice" }), {}, { rules }).level).toBe("warning");
    for (const ruleId of ["twice", "twice/part", "twice/"]) expect(readOne(resultOf({ ruleId, ruleIndex: 3 }), {}, { rules }).level).toBe("error");
    for (const ruleId of ["twicer", "twicer/part", "part/twice", "wrong/twice", "twic"]) expect(readOne(resultOf({ ruleId, ruleIndex: 3 }), {}, { rules }).level).toBe("warning");
    expect(readOne(resultOf({ ruleId: "r", rule: { index: 0, guid: "g" } }), {}, { rules: [{ ...rule("harmless", "note"), guid: "g" }, rule("r", "error")] }).level).toBe("error");
  });

  it("rules of extensions: by index or guid of the component, or by an id that the driver has not", () => {
    const tool = { driver: { name: "lint", rules: [rule("r", "note")] }, extensions: [{ name: "x", rules: [rule("q", "note")] }, { name: "y", guid: "YY", rules: [rule("r", "error"), rule("only", "error")] }] };
    const level = (result: object) => readOne({ message: { text: "m" }, ...result }, { tool }).level;
    expect(level({ ruleId: "r" })).toBe("note");
    expect(level({ ruleId: "r", rule: { toolComponent: { index: 1 } } })).toBe("error");
    expect(level({ rule: { index: 0, toolComponent: { index: 1 } } })).toBe("error");
    expect(level({ ruleIndex: 0, rule: { toolComponent: { guid: "yy" } } })).toBe("error");
    expect(level({ ruleId: "only" })).toBe("error");
    expect(level({ ruleId: "only", rule: { toolComponent: { index: 0 } } })).toBe("warning");
    const both = { driver: { name: "lint" }, extensions: [{ name: "x", rules: [rule("r", "note")] }, { name: "y", rules: [rule("r", "error")] }] };
    expect(readOne(resultOf(), { tool: both }).level).toBe("warning");
    for (const toolComponent of [{ index: 7 }, { guid: "zz" }]) expect(level({ ruleId: "r", rule: { index: 0, toolComponent } })).toBe("warning");
    for (const toolComponent of [{}, { name: "x" }, { index: -1 }]) expect(level({ ruleId: "r", rule: { index: 0, toolComponent } })).toBe("note");
  });

  it("an override of the invocation that a result names comes before the rule's default, not before the result's own", () => {
    const invocations = [
      { executionSuccessful: true },
      { executionSuccessful: true, ruleConfigurationOverrides: [{ descriptor: { index: 1 }, configuration: { enabled: true } }, { descriptor: { index: 0 }, configuration: { level: "error" } }, { descriptor: { id: "r" }, configuration: { level: "none" } }, { descriptor: { id: "t" }, configuration: { level: "error" } }] },
      { executionSuccessful: true, ruleConfigurationOverrides: [{}, { configuration: { level: "error" } }, { descriptor: { index: 0 } }, { descriptor: { id: "none" }, configuration: { level: "error" } }] },
    ];
    const level = (result: object) => readOne(resultOf(result), { invocations }, { rules: [rule("r", "note"), rule("s", "note"), rule("t", "note")] }).level;
    expect(level({ provenance: { invocationIndex: 1 } })).toBe("error");
    expect(level({ provenance: { invocationIndex: 1 }, level: "warning" })).toBe("warning");
    expect(level({ provenance: { invocationIndex: 1 }, ruleId: "s" })).toBe("note");
    expect(level({ provenance: { invocationIndex: 1 }, ruleId: "t" })).toBe("error");
    for (const provenance of [null, {}, { invocationIndex: -1 }, { invocationIndex: 0 }, { invocationIndex: 2 }, { invocationIndex: 5 }]) expect(level({ provenance })).toBe("note");
  });

  it("case F03: a word that is no level counts as an error, verbatim beside it, wherever it stands", () => {
    expect(readOne(resultOf({ level: "notice" }))).toMatchObject({ level: "error", levelAsReported: "notice", remarks: ['the level "notice" is none of the format'] });
    expect(readOne(resultOf({ level: "Error" })).remarks).toHaveLength(1);
    expect(readOne(resultOf(), {}, { rules: [rule("r", "low")] })).toMatchObject({ level: "error", levelAsReported: null, remarks: ['the level "low" is none of the format'] });
  });
});

describe("standing", () => {
  it.each([
    ["pass", "pass"], ["informational", "informational"], ["notApplicable", "not-applicable"], ["open", "open"], ["review", "review"],
  ])("G9: a result of kind %s is no finding, and is not lost", (kind, why) => {
    expect(readOne(resultOf({ kind, level: "error" }))).toMatchObject({ why, level: "none", levelAsReported: "error", message: "A problem.", justification: null, remarks: [] });
  });

  it("a result of kind fail, or of none, is a finding; case F03: so is one of a kind that nobody knows", () => {
    for (const kind of ["fail", undefined, null]) expect(readOne(resultOf({ kind }))).toMatchObject({ level: "warning", remarks: [] });
    expect(readOne(resultOf({ kind: "Pass" }))).toMatchObject({ level: "warning", remarks: ['the kind "Pass" is none of the format'] });
    expect(readOne(resultOf({ kind: "Pass" })).why).toBeNull();
  });

  const suppressed = (...suppressions: object[]) => readOne(resultOf({ level: "error", suppressions: suppressions.map((one) => ({ kind: "external", ...one })) }));
  it("a suppressed result is set aside with its reasons and the level that it had", () => {
    expect(suppressed({})).toMatchObject({ why: "suppressed", level: "error", justification: null, remarks: [] });
    expect(suppressed({ status: "accepted", justification: " generated " }, { justification: " " }, { justification: "old" })).toMatchObject({ why: "suppressed", justification: "generated\nold" });
  });

  it("G4: a suppression that is rejected, under review or unreadable lets the finding stand, whatever else there is", () => {
    expect(suppressed({ status: "rejected" })).toMatchObject({ level: "error", remarks: ["a suppression is rejected"] });
    expect(suppressed({ status: "underReview" }).remarks).toEqual(["a suppression is under review"]);
    expect(suppressed({ status: "ACCEPTED" }).remarks).toEqual(['the suppression status "ACCEPTED" is none of the format']);
    for (const status of ["rejected", "underReview", "yes"]) for (const list of [[{ status }], [{}, { status }], [{ status }, { status: "accepted" }]]) expect(suppressed(...list).why).toBeNull();
    for (const suppressions of [[], null]) expect(readOne(resultOf({ suppressions })).why).toBeNull();
  });

  it("what the analyser left open is settled by a suppression; what passed is not suppressed", () => {
    const suppressions = [{ kind: "inSource" }];
    for (const kind of ["open", "review"]) expect(readOne(resultOf({ kind, suppressions })).why).toBe("suppressed");
    for (const [kind, why] of [["pass", "pass"], ["informational", "informational"], ["notApplicable", "not-applicable"]]) expect(readOne(resultOf({ kind, suppressions }))).toMatchObject({ why, justification: null });
  });

  it("a result that this version does not have is no finding; a baseline state that nobody knows changes nothing", () => {
    expect(readOne(resultOf({ baselineState: "absent", level: "error" }))).toMatchObject({ why: "absent", level: "error", baselineState: "absent" });
    expect(readOne(resultOf({ baselineState: "absent", kind: "open" })).why).toBe("absent");
    for (const baselineState of ["new", "unchanged", "updated"]) expect(readOne(resultOf({ baselineState }))).toMatchObject({ baselineState, remarks: [] });
    expect(readOne(resultOf({ baselineState: "gone" })).remarks).toEqual(['the baseline state "gone" is none of the format']);
    expect(readOne(resultOf({ baselineState: "gone" })).why).toBeNull();
  });
});

describe("messages", () => {
  const message = (value: unknown, driver: object = {}) => readOne(resultOf({ message: value }), {}, { ...driver }).message;

  it.each([
    ["plain", [], "plain"], ["{0} and {1}, {0}", ["a", "b"], "a and b, a"], ["{{0}} {{}}", ["a"], "{0} {}"], ["{{{0}}}", ["a"], "{a}"], ["{1} {2}", ["a", "b"], "b {2}"],
    ["{ x } {x} {} { } }{", ["a"], "{ x } {x} {} { } }{"], ["{0}", ["{1}", "b"], "{1}"], ["{00}", ["a"], "a"], ["{9999999999}", ["a"], "{9999999999}"], ["$& {0}", ["$&$1"], "$& $&$1"],
  ])("%j with %j is %j", (text, values, expected) => {
    expect(message({ text, arguments: values })).toBe(expected);
  });

  it("a message by id is that of the rule, else that of its component, with arguments", () => {
    const driver = { rules: [{ id: "r", messageStrings: { m: { text: "rule {0}" } } }], globalMessageStrings: { m: { text: "global m" }, g: { text: "global {0}" } } };
    expect(message({ id: "m", arguments: ["1"] }, driver)).toBe("rule 1");
    expect(message({ id: "g", arguments: ["1"] }, driver)).toBe("global 1");
    expect(message({ text: "own", id: "m" }, driver)).toBe("own");
    const tool = { driver: { name: "lint", ...driver }, extensions: [{ name: "x", rules: [{ id: "q" }], globalMessageStrings: { g: { text: "of x" } } }] };
    expect(readOne({ rule: { index: 0, toolComponent: { index: 0 } }, message: { id: "g" } }, { tool }).message).toBe("of x");
    expect(readOne({ rule: { toolComponent: { index: 0 } }, message: { id: "g" } }, { tool }).message).toBe("of x");
  });

  it("a finding whose message is not to be found says what its rule says, and that its message is missing", () => {
    const described = { rules: [{ id: "r", shortDescription: { text: " " }, fullDescription: { text: "No eval." } }] };
    for (const value of [undefined, null, {}, { id: "none" }, { text: " \n" }, { text: "" }, { markdown: "*m*" }]) {
      expect(readOne(resultOf({ message: value }), {}, described)).toMatchObject({ message: "No eval.", remarks: ["its message is not in the log"] });
      expect(message(value)).toBe("The analyser gives no message.");
    }
    expect(message({}, { rules: [{ id: "r", shortDescription: { text: "Short." }, fullDescription: { text: "Long." } }] })).toBe("Short.");
  });

  it("LG-SEC-13: messages unfold to no more than the limit in all, also with arguments that are empty", () => {
    const bomb = (text: string, value: string, count: number) => logOf(runOf(Array.from({ length: count }, () => resultOf({ message: { id: "m", arguments: [value] } })), {}, { globalMessageStrings: { m: { text } } }));
    for (const input of [bomb("{0}".repeat(2000), "y".repeat(1000), 1), bomb("{0}".repeat(2000), "", 100)]) {
      expect(() => readSarif(input, { maxBytes: 100_000 })).toThrow(expect.objectContaining({ code: "sarif-too-large", path: expect.stringMatching(/^runs\[0\]\.results\[\d+\]\.message\.arguments$/) as string }) as EvidenceError);
    }
    expect(readSarif(bomb("{0}", "y", 1000), { maxBytes: 100_000 }).findings).toHaveLength(1000);
  });
});

describe("identity", () => {
  it("fingerprints are kept as they are, both kinds", () => {
    expect(readOne(resultOf({ fingerprints: { "a/v1": "1" }, partialFingerprints: { "a/v1": "2", b: "" } }))).toMatchObject({ fingerprints: { "a/v1": "1" }, partialFingerprints: { "a/v1": "2", b: "" } });
    expect(readOne(resultOf())).toMatchObject({ fingerprints: {}, partialFingerprints: {} });
  });

  it("where a result names two ids, its own counts", () => {
    expect(readOne(resultOf({ rule: { id: "other" } })).ruleId).toBe("r");
  });
});
