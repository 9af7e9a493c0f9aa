/** Borders of intake: what a warning says, when one is due, and what a stronger sighting takes along. */
import { describe, expect, it } from "vitest";
import { anchorReader } from "../context.js";
import { byId, codeOf, CONTEXT, cycleContext, finding, ledgerOf, round, take } from "../cycle.fixture.js";
import type { LedgerEntry } from "../value/ledger.js";
import { applyIntake } from "./intake.js";

const none = { kind: "none", ref: null, status: "n/a" };

describe("LG-SEC-9: a wide anchor", () => {
  const files = new Map([401, 400, 51, 50, 900].map((lines) => [`f${lines}`, Array.from({ length: lines }, (_, index) => `line ${index}\n`).join("")]));
  const wide = cycleContext({ anchors: anchorReader(files) });

  it.each([
    ["f900", [1, 401], 401, 900], ["f900", [500, 900], 401, 900], ["f51", [1, 51], 51, 51], ["f400", [1, 400], 400, 400],
    ["f900", [1, 400], null, 900], ["f900", [500, 899], null, 900], ["f50", [1, 50], null, 50], ["f51", [2, 51], null, 51], ["f51", [1, 50], null, 51],
  ] as const)("in %s %j", (file, region, width, lines) => {
    const { warnings = [] } = take(null, [finding(), finding({ anchor: { file, region } })].slice(1), wide).report;
    expect(warnings).toEqual(width === null ? [] : [`finding #0: its anchor covers ${width} of the ${lines} lines of ${file}`]);
  });
});

it.each([[null, undefined], ["", undefined], ["security", undefined], ["vibes", ['finding #0: unknown pass "vibes"']]])("LG-INT-2: pass %j", (pass, warnings) => {
  expect(take(null, [finding({ pass })]).report.warnings).toEqual(warnings);
});

it("LG-FILE-1: a cycle that nobody named has a name", () => {
  expect(applyIntake(null, { findings: [], artifact: "code" }, CONTEXT).ledger.slug).toBe("cycle");
});

it("LG-SEC-14: as many findings as the limit says, and not one more", () => {
  const small = cycleContext({ limits: { findingsPerIntake: 2 } });
  expect(take(null, [finding(), finding({ claim: "b" })], small).report.new).toHaveLength(2);
  expect(codeOf(() => take(null, [finding(), finding({ claim: "b" }), finding({ claim: "c" })], small))).toBe("limit-exceeded");
});

it.each([
  ["a stop", [{ instance: "code" }, round(1, {}, { result: "STOP_CAP" })], ["instance-already-stopped"]],
  ["a round that goes on", [{ instance: "code" }, round(1, { major: 1 })], undefined],
  ["an escalation", [{ instance: "code" }, round(1, { major: 1 }, { result: "ESCALATE" })], undefined],
  ["a stop of another instance", [{ instance: "spec" }, round(1, {}, { result: "STOP_CLEAN" }), { instance: "code" }], undefined],
  ["a stop without instances", [round(1, {}, { result: "STOP_CLEAN" })], undefined],
] as const)("LG-INST-6: after %s", (_, history, warnings) => {
  expect(take(ledgerOf([], history), [finding()]).report.warnings).toEqual(warnings);
});

describe("LG-INT-7: a stronger sighting", () => {
  const weak = take(null, [finding({ severity: "substantive", witness: none })]).ledger;
  const seenAgain = (over: Partial<LedgerEntry>, sighting: object) => {
    const before = { ...weak, findings: [{ ...byId(weak, "F-001"), ...over }] };
    return byId(take(before, [finding({ severity: "critical", ...sighting })]).ledger, "F-001");
  };

  it.each<[string, Partial<LedgerEntry>, object, object, boolean]>([
    ["brings its citation", {}, { cited_rule: "spec §4.2" }, { severity: "critical", cited_rule: "spec §4.2" }, false],
    ["brings one that does not resolve, and says so", {}, { cited_rule: "spec §9.9" }, { severity: "critical", cited_rule: "spec §9.9" }, true],
    ["keeps a citation that resolves", { cited_rule: "T3" }, { cited_rule: "spec §9.9" }, { severity: "critical", cited_rule: "T3" }, false],
    ["replaces one that did not resolve", { cited_rule: "spec §8", citation_unresolved: true }, { cited_rule: "spec §4.2" }, { severity: "critical", cited_rule: "spec §4.2" }, false],
    ["without a citation leaves one that did not resolve", { cited_rule: "spec §8", citation_unresolved: true }, {}, { severity: "critical", cited_rule: "spec §8" }, true],
    ["without a citation adds none", {}, {}, { severity: "critical", cited_rule: null }, false],
    ["opens what a tool had put off", { disposition: { action: "defer", ticket: "T", by: "tool" } }, {}, { disposition: null }, false],
    ["leaves what a person decided", { disposition: { action: "defer", ticket: "T", by: "human" } }, {}, { disposition: { action: "defer", ticket: "T", by: "human" } }, false],
    ["leaves a bought round", { disposition: "fix-now" }, {}, { severity: "critical", disposition: "fix-now" }, false],
    ["leaves a rejection by a tool", { disposition: { action: "reject", reason: "r", by: "tool" } }, {}, { disposition: { action: "reject", reason: "r", by: "tool" } }, false],
  ])("%s", (_, over, sighting, expected, isUnresolved) => {
    const after = seenAgain(over, sighting);
    expect(after).toMatchObject({ raised_count: 2, ...expected });
    expect(after.citation_unresolved).toBe(isUnresolved ? true : undefined);
  });

  it("changes nothing of a dispute but its count", () => {
    const dispute = { ...byId(weak, "F-001"), status: "disputed" as const };
    const { ledger, report } = take({ ...weak, findings: [dispute] }, [finding({ severity: "critical" })]);
    expect(report).toMatchObject({ merged: ["F-001"] });
    expect(report.upgraded).toBeUndefined();
    expect(byId(ledger, "F-001")).toEqual({ ...dispute, raised_count: 2 });
  });
});
