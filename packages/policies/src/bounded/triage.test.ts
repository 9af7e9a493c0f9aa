import { describe, expect, test } from "vitest";
import { ADVISORY_CLASSES, BLOCKING_CLASSES, EVIDENCE_KINDS, type RawFinding, type LaneId, type ReviewOutput } from "./bounded-finding.js";
import { EMPTY_LEDGER, entriesIn, freeName, type BoundedLedger } from "./bounded-ledger.js";
import { openCheckLog, recordCheck, currentChecks } from "./checks.js";
import { isSameDefect, leadingRemediation } from "./dedup.js";
import { isResolved, rejectionOf, type EvidenceBase } from "./evidence-rules.js";
import { evidence, finding, playScenario, type ScriptedFinding } from "./scenario.fixture.js";
import { indexSurface } from "./target.js";
import { absorb, needsArbitration, needsVerdict, triage, verdictWithoutVerifier, type FindingVerdict, type LaneOutput } from "./triage.js";

const log = [["test", "fail"], ["lint", "pass"], ["old", "fail"]].reduce(
  (all, [id = "", status]) => recordCheck(all, id, "baseline", { status: status as "pass" | "fail", signature: "s" }, id === "old" ? { status: "fail", signature: "s" } : { status: "pass" }),
  openCheckLog(["test", "lint", "old"].map((id) => ({ id, command: id, required: false }))),
);
const base: EvidenceBase = {
  kind: "pr", surface: indexSurface(["a.ts", "b.ts"], "pr"), checks: new Map(currentChecks(log).map((line) => [line.id, line])), requirements: new Set(["R1"]),
  textAt: ({ file }) => (file === "a.ts" ? "const a = 1;" : null),
};
const raw = (id: string, over: ScriptedFinding["over"] = {}, adv = false): RawFinding => finding({ id, adv, over });
const output = (findings: readonly RawFinding[], more: Partial<ReviewOutput> = {}): ReviewOutput => ({ findings, resolutions: [], disputes: [], ...more });
const from = (lane: LaneId, ...findings: RawFinding[]): LaneOutput => ({ lane, output: output(findings) });
const take = (outputs: readonly LaneOutput[], ledger: BoundedLedger = EMPTY_LEDGER, verdict: FindingVerdict = "verified"): BoundedLedger => absorb(ledger, triage(ledger, outputs, base), () => verdict);
const states = (ledger: BoundedLedger): readonly string[] => ledger.entries.map(({ id, state }) => `${id}:${state}`);

describe("what a finding needs", () => {
  test("BD-FIND-01: place, class, failure, remedy, evidence, in this order", () => {
    for (const [field, reason] of [["location", "missing:location"], ["failureMode", "missing:failureMode"], ["remediation", "missing:remediation"]] as const) {
      expect(rejectionOf(raw("f", { [field]: " \t" }), base)).toBe(reason);
    }
    expect(rejectionOf(raw("f", { evidence: [] }), base)).toBe("no-evidence");
    expect(rejectionOf(raw("f", { evidence: [], remediation: "" }), base)).toBe("missing:remediation");
    expect(rejectionOf({ ...raw("f"), classification: "" as never }, base)).toBe("missing:classification");
    expect(rejectionOf(raw("f"), base)).toBeNull();
  });

  test("BD-FIND-02: evidence points at something that is there", () => {
    const holds = (one: Parameters<typeof evidence>[0]) => isResolved(evidence(one), base);
    expect(holds({ kind: "check", ref: "test" })).toBe(true);
    expect(holds({ kind: "check", ref: "nope" })).toBe(false);
    expect(holds({ kind: "requirement", ref: "R1" })).toBe(true);
    expect(holds({ kind: "requirement", ref: "R9" })).toBe(false);
    expect(holds({ kind: "location", ref: "a.ts:1", quote: "a = 1" })).toBe(true);
    expect(holds({ kind: "location", ref: "a.ts:1", quote: "a = 2" })).toBe(false);
    expect(holds({ kind: "location", ref: "c.ts" })).toBe(false);
    expect(holds({ kind: "location", ref: "somewhere in <file>" })).toBe(false);
    expect(holds({ kind: "command", ref: "node t.js" })).toBe(true);
    expect(holds({ kind: "command", ref: "node t.js", exitCode: null })).toBe(false);
    expect(holds({ kind: "command", ref: "node t.js", output: null })).toBe(false);
    expect(holds({ kind: "reasoning", ref: "", steps: ["one", "two"] })).toBe(true);
    expect(holds({ kind: "reasoning", ref: "", steps: ["one", " "] })).toBe(false);
    expect(holds({ kind: "reasoning", ref: "" })).toBe(false);
    expect(rejectionOf(raw("f", { evidence: [{ kind: "requirement", ref: "R9" }] }), base)).toBe("evidence-unresolved");
    expect(rejectionOf(raw("f", { evidence: [{ kind: "requirement", ref: "R9" }, { kind: "requirement", ref: "R1" }] }), base)).toBeNull();
  });

  test("BD-FIND-03: a claim that rests on passing checks is contradicted", () => {
    expect(rejectionOf(raw("f", { evidence: [{ kind: "check", ref: "lint" }] }), base)).toBe("evidence-contradicted");
    expect(rejectionOf(raw("f", { evidence: [{ kind: "check", ref: "test" }] }), base)).toBeNull();
    expect(rejectionOf(raw("f", { evidence: [{ kind: "check", ref: "lint" }, { kind: "location", ref: "a.ts" }] }), base)).toBeNull();
  });

  test("BD-FIND-04: BD-BASE-07: place or cause lies in the frozen surface", () => {
    const at = (location: string, causeLocation: string | null = null) => rejectionOf(raw("f", { location, causeLocation, evidence: [{ kind: "requirement", ref: "R1" }] }), base);
    expect(at("b.ts:3-9")).toBeNull();
    expect(at("z.ts")).toBe("out-of-frozen-scope");
    expect(at("z.ts", "a.ts:1")).toBeNull();
    expect(at("z.ts", "y.ts")).toBe("out-of-frozen-scope");
    expect(at("the parser")).toBe("out-of-frozen-scope");
    expect(at("<file>:<line>")).toBe("out-of-frozen-scope");
  });

  test("BD-FIND-04: in a plan a place is a section, and the whole plan overlaps any of it", () => {
    const surface = indexSurface(["plan.md#Rollback", "notes.md"], "plan");
    expect(surface.hasLocation("plan.md#Rollback")).toBe(true);
    expect(surface.hasLocation("plan.md#Rollback:3")).toBe(true);
    expect(surface.hasLocation("plan.md#Deploy")).toBe(false);
    expect(surface.hasLocation("plan.md")).toBe(true);
    expect(surface.hasLocation("notes.md#Any")).toBe(true);
    expect(surface.hasPlace("plan.md")).toBe(false);
    expect(surface.hasPlace("notes.md#Any")).toBe(true);
    expect(indexSurface(["a#b.ts"], "pr").hasLocation("a#b.ts:4")).toBe(true);
  });

  test("BD-FIND-08: BD-DEDUP-04: case G18: agreement and confidence are no evidence, silence clears nothing", () => {
    const loud = raw("f", { evidence: [] });
    expect(take([from("correctness", loud), from("risk", loud)]).rejected.map(({ id, lane, reason }) => `${lane}/${id}:${reason}`)).toEqual(["correctness/f:no-evidence", "risk/f:no-evidence"]);
    expect(states(take([from("correctness", raw("f")), from("risk")]))).toEqual(["f:open"]);
    const open = take([from("correctness", raw("f"))]);
    expect(states(take([from("correctness"), from("risk")], open))).toEqual(["f:open"]);
    expect(states(take([from("correctness", raw("f", { confidence: "low" }))]))).toEqual(["f:open"]);
  });

  test("BD-FIND-09: every rejection is listed with its reason", () => {
    const { report } = playScenario({ lanes: { correctness: [{ findings: [{ id: "x", over: { evidence: [] } }, { id: "y", over: { verdict: "refuted" } }] }] } });
    expect(report.findings.rejected).toEqual([{ id: "x", lane: "correctness", reason: "no-evidence" }, { id: "y", lane: "correctness", reason: "refuted" }]);
  });
});

describe("classes", () => {
  test("BD-CLASS-01: nine classes block", () => {
    expect(BLOCKING_CLASSES).toHaveLength(9);
    for (const name of BLOCKING_CLASSES) expect(states(take([from("correctness", raw("f", { class: name }))]))).toEqual(["f:open"]);
  });
  test("BD-CLASS-02: five classes never do", () => {
    expect(ADVISORY_CLASSES).toHaveLength(5);
    for (const name of ADVISORY_CLASSES) expect(states(take([from("correctness", raw("f", { class: name }))]))).toEqual(["f:advisory"]);
  });
  test("BD-FIND-05: case G12: what is advisory, and what was made so, which is noted", () => {
    const ledger = take([from("correctness", raw("a", {}, true), raw("b", { class: "might-be-slow", location: "b.ts", evidence: [{ kind: "requirement", ref: "R1" }] }), raw("c", { attribution: "pre-existing" }), raw("d", { class: "editorial" }), raw("e", { attribution: "unknown" }))]);
    expect(states(ledger)).toEqual(["a:advisory", "b:advisory", "c:advisory", "d:advisory", "e:open"]);
    expect(ledger.entries.map(({ classification }) => classification)).toEqual(["advisory", "advisory", "advisory", "advisory", "blocking"]);
    expect(ledger.notes).toEqual(["downgraded:b", "pre-existing:c", "downgraded:d"]);
  });
  test("BD-CLASS-03: case H01: advisories start no loop and never reach the fixer", () => {
    const { report, fixPackets } = playScenario({ lanes: { correctness: [{ findings: [{ id: "f1" }, { id: "n1", adv: true }] }, { findings: [{ id: "n2", adv: true }], resolutions: { f1: "fixed" } }] }, fixer: [{ diff: ["a.ts"] }] });
    expect(report).toMatchObject({ token: "review-clean", repairLoopsUsed: 1 });
    expect(report.findings.advisories.map(({ id }) => id)).toEqual(["n1", "n2"]);
    expect(fixPackets.map(({ blockers }) => blockers.map(({ id }) => id))).toEqual([["f1"]]);
    expect(fixPackets.map((packet) => Object.keys(packet))).toEqual([["blockers", "scope", "baseline", "constraints"]]);
  });
});

describe("verdicts", () => {
  const one = (over: ScriptedFinding["over"]) => triage(EMPTY_LEDGER, [from("correctness", raw("f", over))], base).candidates[0]!;

  test("BD-FIND-06: a failing check of the target verifies; otherwise the verifier; without one, evidence that all resolves", () => {
    expect(needsVerdict(one({ evidence: [{ kind: "check", ref: "test" }] }))).toBe(false);
    expect(needsVerdict(one({ evidence: [{ kind: "check", ref: "old" }] }))).toBe(true);
    expect(needsVerdict(one({}))).toBe(true);
    expect(needsVerdict(one({ class: "editorial" }))).toBe(false);
    expect(verdictWithoutVerifier(one({}))).toBe("verified");
    expect(verdictWithoutVerifier(one({ evidence: [{ kind: "location", ref: "a.ts" }, { kind: "requirement", ref: "R9" }] }))).toBe("unconfirmed");
    expect(playScenario({ noVerifier: true, lanes: { correctness: [{ findings: [{ id: "f1", over: { evidence: [{ kind: "location", ref: "a.ts" }, { kind: "requirement", ref: "R9" }] } }] }] } }).report.token).toBe("blocker-unconfirmed");
    expect(states(take([from("correctness", raw("f"))], EMPTY_LEDGER, "refuted"))).toEqual([]);
  });

  test("BD-FIND-07: case F06: an unconfirmed blocker is neither repaired nor passed over", () => {
    const { report, fixPackets } = playScenario({ lanes: { correctness: [{ findings: [{ id: "f1", over: { verdict: "unconfirmed" } }, { id: "f2" }] }, { findings: [], resolutions: { f2: "fixed" } }] }, fixer: [{ diff: ["a.ts"] }] });
    expect(report).toMatchObject({ token: "blocker-unconfirmed", row: "T10", statuses: { reviewClean: "indeterminate" } });
    expect(report.findings.unconfirmed.map(({ id }) => id)).toEqual(["f1"]);
    expect(report.findings.unresolved).toEqual([]);
    expect(fixPackets.map(({ blockers }) => blockers.map(({ id }) => id))).toEqual([["f2"]]);
  });

  test("BD-ARB-01: arbitration is for a conflict, or evidence against what the verifier could not settle", () => {
    const dispute = (contract: string | null, steps = ["one", "two"]) => ({ failureMode: "FM-f ", contract, evidence: [evidence({ kind: "reasoning", ref: "", steps })] });
    const against = (contract: string | null, steps?: string[]) => triage(EMPTY_LEDGER, [from("correctness", raw("f")), { lane: "risk", output: output([], { disputes: [dispute(contract, steps)] }) }], base).candidates[0]!;
    expect(needsArbitration(one({}), "conflict")).toBe(true);
    expect(needsArbitration(one({}), "unconfirmed")).toBe(false);
    expect(needsArbitration(against("fn-f"), "unconfirmed")).toBe(true);
    expect(needsArbitration(against(null), "unconfirmed")).toBe(true);
    expect(needsArbitration(against("other"), "unconfirmed")).toBe(false);
    expect(needsArbitration(against("fn-f", ["one"]), "unconfirmed")).toBe(false);
    expect(needsArbitration(against("fn-f"), "verified")).toBe(false);
    const said = (word: FindingVerdict) => playScenario({ arbitration: { f1: word }, lanes: { correctness: [{ findings: [{ id: "f1", over: { verdict: "conflict" } }] }] } }).report;
    expect(said("unconfirmed").token).toBe("blocker-unconfirmed");
    expect(said("verified")).toMatchObject({ token: "no-new-evidence", delegatedCalls: 2 });
  });

  test("BD-ARB-02: without a free slot the conflict stays unconfirmed, and is said; one arbitration at most", () => {
    const conflict = (id: string) => ({ id, over: { verdict: "conflict" as const } });
    const two = playScenario({ budget: "strict", arbitration: { f1: "refuted", f2: "refuted" }, lanes: { correctness: [{ findings: [conflict("f1"), conflict("f2")] }] } }).report;
    expect(two.lanes.map(({ lane, calls }) => `${lane}:${calls}`)).toEqual(["correctness:1", "arbitration:1"]);
    expect(two.findings.unconfirmed.map(({ id }) => id)).toEqual(["f2"]);
    expect(two.coverageReductions).toEqual(["conflict-unresolved"]);
    expect(absorb(EMPTY_LEDGER, triage(EMPTY_LEDGER, [from("risk", raw("f"))], base), () => "conflict").entries[0]?.state).toBe("unconfirmed");
  });

  test("BD-FAIL-02: after an abort or a breach, only a failing check still verifies", () => {
    const script = { abort: true, checks: { test: { base: "pass", seq: ["fail#t"] } }, lanes: { correctness: [{ findings: [{ id: "f1" }, { id: "f2", over: { evidence: [{ kind: "check" as const, ref: "test" }] } }] }] } };
    const { report } = playScenario(script);
    expect(report).toMatchObject({ token: "aborted", findings: { unconfirmed: [{ id: "f1" }], unresolved: [{ id: "f2" }] } });
    const breach = playScenario({ lanes: { correctness: [{ findings: [{ id: "f1" }], touches: true }] } }).report;
    expect(breach).toMatchObject({ token: "authority-violation", findings: { unconfirmed: [{ id: "f1" }], unresolved: [] } });
  });
});

describe("one defect, one entry", () => {
  const same = (left: ScriptedFinding["over"], right: ScriptedFinding["over"]) => isSameDefect(raw("f", left), raw("g", right), "pr");

  test("BD-DEDUP-01: case G10: a shared place or contract, and a shared failure", () => {
    const mode = { failureMode: "Null  deref", contract: null };
    expect(same(mode, { failureMode: "null deref ", contract: null })).toBe(true);
    expect(same({ ...mode, location: "a.ts:1-4" }, { ...mode, location: "a.ts:4-9" })).toBe(true);
    expect(same({ ...mode, location: "a.ts:1-4" }, { ...mode, location: "a.ts:5" })).toBe(false);
    expect(same({ ...mode, location: "a.ts" }, { ...mode, location: "b.ts" })).toBe(false);
    expect(same({ ...mode, location: "a.ts", contract: "load" }, { ...mode, location: "b.ts", contract: "load" })).toBe(true);
    expect(same({ location: "a.ts:10", contract: "load" }, { location: "a.ts:10", contract: "load" })).toBe(true);
    expect(same({ location: "a.ts:10", contract: "load" }, { location: "a.ts:11", contract: "load" })).toBe(false);
    expect(same({ location: "a.ts:10", contract: "load" }, { location: "a.ts:10", contract: "load", class: "security-weakness" })).toBe(false);
    expect(same({ location: "a.ts:10", contract: null }, { location: "a.ts:10", contract: null })).toBe(false);
    const command = (signature: string | null, ref = "t") => ({ evidence: [{ kind: "command" as const, ref, signature }] });
    expect(same(command("E"), command("E"))).toBe(true);
    expect(same(command(null), command(null))).toBe(false);
    expect(same(command("E"), command("F"))).toBe(false);
    expect(same(command("E"), command("E", "u"))).toBe(false);
    expect(same({ ...command("E"), location: "b.ts" }, command("E"))).toBe(false);
    expect(same({ evidence: [{ kind: "location", ref: "a.ts", signature: "E" }] }, { evidence: [{ kind: "location", ref: "a.ts", signature: "E" }] })).toBe(false);
  });

  test("BD-DEDUP-01: first id, all lanes, all evidence once", () => {
    const twice = { failureMode: "m", contract: "c", evidence: [{ kind: "location" as const, ref: "a.ts" }] };
    const ledger = take([from("correctness", raw("f", twice)), from("risk", raw("g", { ...twice, evidence: [...twice.evidence, { kind: "requirement", ref: "R1" }] }))]);
    expect(ledger.entries).toHaveLength(1);
    expect(ledger.entries[0]).toMatchObject({ id: "f", lanes: ["correctness", "risk"] });
    expect(ledger.entries[0]?.evidence.map(({ kind }) => kind)).toEqual(["location", "requirement"]);
    expect(ledger.notes).toEqual(["merged:f<-g"]);
  });

  test("BD-DEDUP-02: the stronger state stays, and the remedy of the strongest evidence leads", () => {
    const shared = { failureMode: "m", contract: "c" };
    expect(states(take([from("correctness", raw("f", { ...shared, class: "editorial" })), from("risk", raw("g", shared))]))).toEqual(["f:open"]);
    const remedies = (...parts: [kind: (typeof EVIDENCE_KINDS)[number], remediation: string][]) =>
      leadingRemediation(parts.map(([kind, remediation]) => ({ evidence: [{ kind }], remediation })) as [{ evidence: { kind: "check" }[]; remediation: string }]);
    EVIDENCE_KINDS.slice(1).forEach((weaker, index) => expect(remedies([weaker, "x"], [EVIDENCE_KINDS[index]!, "longer"])).toBe("longer"));
    expect(remedies(["check", "longer"], ["check", "x"])).toBe("x");
    expect(remedies(["check", "a"], ["check", "b"])).toBe("a");
  });

  test("BD-DEDUP-03: case F11: case H03: a defect that returns is opened again under its id; advisories change nothing", () => {
    const fixed: BoundedLedger = { ...take([from("correctness", raw("f"))]), entries: take([from("correctness", raw("f"))]).entries.map((entry) => ({ ...entry, state: "fixed" as const })) };
    const again = raw("x", { failureMode: "fm-f", contract: "fn-f" });
    expect(states(take([from("risk", again)], fixed))).toEqual(["f:open"]);
    expect(take([from("risk", again)], fixed).entries[0]).toMatchObject({ lanes: ["correctness", "risk"], members: [{ name: "f" }, { name: "x" }] });
    expect(states(take([from("risk", again)], fixed, "unconfirmed"))).toEqual(["f:unconfirmed"]);
    expect(states(take([from("risk", again)], fixed, "refuted"))).toEqual(["f:fixed"]);
    const open = take([from("correctness", raw("f"))]);
    expect(states(take([from("risk", again)], open, "unconfirmed"))).toEqual(["f:open"]);
    expect(states(take([from("risk", { ...again, classification: "advisory" })], open))).toEqual(["f:open"]);
    expect(states(take([from("risk", { ...again, classification: "advisory" })], fixed))).toEqual(["f:fixed"]);
    const unconfirmed = take([from("correctness", raw("f"))], EMPTY_LEDGER, "unconfirmed");
    expect(states(take([from("risk", again)], unconfirmed))).toEqual(["f:open"]);
  });

  test("BD-DEDUP-05: ids are unique: the reviewer's, else with its lane, else with a number", () => {
    const at = (location: string) => raw("f1", { location, evidence: [{ kind: "requirement", ref: "R1" }], failureMode: location, contract: null });
    const ledger = take([from("correctness", at("a.ts:1")), from("risk", at("a.ts:2"), at("a.ts:3"), at("a.ts:4"))]);
    expect(ledger.entries.map(({ id }) => id)).toEqual(["f1", "risk:f1", "risk:f1#2", "risk:f1#3"]);
    expect(freeName("check:test", "risk", new Set())).toBe("risk:check:test");
  });

  test("BD-DEDUP-06: the halves of a proof come together before anyone is asked", () => {
    const shared = { failureMode: "m", contract: "c" };
    const { candidates, rejected } = triage(EMPTY_LEDGER, [from("correctness", raw("f", shared), raw("bad", { ...shared, evidence: [] })), from("risk", raw("g", { ...shared, evidence: [{ kind: "check", ref: "test" }] }))], base);
    expect(candidates).toHaveLength(1);
    expect(candidates[0]).toMatchObject({ id: "f", settled: "verified", isBlocking: true });
    expect(rejected).toHaveLength(1);
  });

  test("BD-DEDUP-06: a report that matches two others joins all three, whatever their order", () => {
    const left = raw("l", { failureMode: "m", contract: null, location: "a.ts:1-3" });
    const right = raw("r", { failureMode: "n", contract: "c", location: "a.ts:9" });
    const bridge = raw("b", { failureMode: "m", contract: "c", location: "a.ts:3-9" });
    for (const order of [[left, right, bridge], [bridge, left, right], [right, bridge, left]]) {
      expect(take([from("correctness", ...order)]).entries.map(({ members }) => members.length)).toEqual([3]);
    }
    expect(take([from("correctness", left, right, bridge)]).notes).toEqual(["merged:l<-b", "merged:l<-r"]);
  });

  test("BD-DEDUP-07: case G09: no packet carries another lane's finding", () => {
    const { packets } = playScenario({ signals: ["payments"], lanes: { correctness: [{ findings: [{ id: "f1", over: { failureMode: "secret-one" } }] }, {}], risk: [{ findings: [{ id: "g1", over: { failureMode: "secret-two" } }] }, {}] }, fixer: [{ diff: ["a.ts"] }] });
    const seen = packets.map((packet) => [packet.lane, JSON.stringify(packet).includes("secret-one"), JSON.stringify(packet).includes("secret-two")]);
    expect(seen).toEqual([["correctness", false, false], ["risk", false, false], ["correctness", true, false], ["risk", false, true]]);
  });
});
