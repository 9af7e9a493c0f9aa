import { describe, expect, test } from "vitest";
import { assessRound } from "../assess-round.js";
import type { Marker, ReviewRound, ReviewRun, SlotFact } from "../facts/run-facts.js";
import { codeRound, codeRun, proseRound, proseRun, recordsOf, returned, row, slot } from "../run.fixture.js";
import { decideReview } from "./decide.js";
import { readVerdictLine } from "./verdict-line.js";

const withSlots = (over: Partial<ReviewRound["slots"]>, round: Partial<ReviewRound> = {}): ReviewRun =>
  codeRun([codeRound(1, { slots: { CR: slot("CR", 1), RC: slot("RC", 1), IR: slot("IR", 1), ...over }, ...round })]);
const says = (one: SlotFact, round: Partial<ReviewRound> = {}) => assessRound(withSlots({ RC: one }, round), 1).slots.RC;
const reason = (one: SlotFact) => {
  const said = says(one);
  return said.verdict === "not-run" ? said.reason : said.verdict;
};

describe("verdict line", () => {
  test.each([
    ["**VERDICT: CLEAR**", "pass"], ["x\n\nApprove.\n \n", "pass"], ["`APPROVE`", "pass"], ["Final verdict: approve!", "pass"], ["NEEDS WORK", "reject"],
    ["_needs work_", "reject"], ["changes requested", "reject"], ["CHANGES-REQUESTED\r\n", "reject"], ["APPROVE / CHANGES-REQUESTED", null], ["APPROVE-DEGRADED", null],
    ["cannot APPROVE", null], ["APPROVED", null], ["LGTM", null], ["REJECTED", null], ["CHANGES_REQUESTED", null], ["unavailable", null], ["APPROVE\nthanks", null],
    ["APPROVE (mostly)", null], ["NEEDS - WORK", null], ["", null], ["АPPROVE", null],
  ] as const)("RL-VN-08: %j reads as %s: a whole last line of a closed set, and nothing else", (raw, token) => {
    expect(readVerdictLine(raw)).toBe(token);
  });

  test.each(["APPROVE-DEGRADED", "CAPPED", "NOT-CONVERGED", "OUT-OF-SCOPE-PENDING", "PREREQUISITE-MISSING"])("RL-SL-27: a slot cannot say %s", (word) => {
    expect(says(slot("RC", 1, word))).toEqual({ verdict: "not-run", reason: "unparseable" });
  });
});

describe("slot verdicts", () => {
  test("RL-VN-09: the questions are asked in one order, and every path answers", () => {
    const blocker = { triage: [row("t", { finding: { claimed: "blocker" } })] };
    const prose = "it is broken";
    // Each row breaks everything below it as well; what stands first answers.
    const marker: Marker = { kind: "unresolved" };
    const unpasted = returned(prose, 111, { pastedSha: null });
    expect(says({ marker, returns: [{ ...unpasted, abort: "api-error" }] }, blocker)).toEqual({ verdict: "not-run", reason: "api-error" });
    expect(says({ marker, returns: [returned(" \n", 111, { pastedSha: null })] }, blocker)).toEqual({ verdict: "not-run", reason: "empty" });
    expect(says({ marker, returns: [unpasted] }, blocker)).toEqual({ verdict: "not-run", reason: "return not pasted" });
    expect(says({ marker, returns: [returned(prose, 111)] }, blocker)).toEqual({ verdict: "not-run", reason: "tier unverified" });
    expect(says(slot("RC", 1, prose), blocker)).toEqual({ verdict: "CHANGES-REQUESTED" });
    expect(says(slot("RC", 1, prose))).toEqual({ verdict: "not-run", reason: "unparseable" });
    expect(assessRound(withSlots({ CR: slot("CR", 1, "NEEDS WORK") }, { checklist: null }), 1).slots.CR).toEqual({ verdict: "not-run", reason: "missing guard checklist" });
    expect(says(slot("RC", 1, "NEEDS WORK"))).toEqual({ verdict: "CHANGES-REQUESTED" });
    expect(says(slot("RC", 1))).toEqual({ verdict: "APPROVE" });
  });

  test("RL-VN-10: a rejection without findings stays a rejection", () => {
    expect(assessRound(withSlots({ IR: slot("IR", 1, "CHANGES-REQUESTED") }), 1).slots.IR).toEqual({ verdict: "CHANGES-REQUESTED" });
  });

  test("RL-SL-25: silence is one of a closed set of reasons and never a pass", () => {
    expect(reason({ ...slot("RC", 1), returns: [] })).toBe("empty");
    expect(reason(slot("RC", 1, "APPROVE", { abort: "content-filter" }))).toBe("content-filter");
    expect(decideReview(withSlots({ RC: { ...slot("RC", 1), returns: [] } }), 1).decision.kind).toBe("continue");
  });

  test("RL-EV-03, RL-EV-05: a return that is not verbatim is none, whatever it says", () => {
    expect(reason(slot("RC", 1, "APPROVE", { pastedSha: "other" }))).toBe("return not pasted");
    expect(reason(slot("RC", 1, "APPROVE", { pastedSha: null }))).toBe("return not pasted");
  });

  test("RL-SL-25: the last attempt counts", () => {
    const one = slot("RC", 1);
    expect(reason({ ...one, returns: [returned("x", 110, { abort: "content-filter" }), ...one.returns] })).toBe("APPROVE");
  });

  test.each([
    ["a dispatch record of the round", { kind: "registered", typeName: "Reality Checker", record: "Reality Checker1" }, "APPROVE"],
    ["no record", { kind: "registered", typeName: "Reality Checker" }, "tier unverified"],
    ["a record that does not name it", { kind: "registered", typeName: "Reality Checker", record: "sp1" }, "tier unverified"],
    ["another persona's name", { kind: "registered", typeName: "Code Reviewer", record: "Code Reviewer1" }, "tier unverified"],
    ["a path that a record read", { kind: "local", path: "eval/trials.yaml", record: "in1" }, "APPROVE"],
    ["a path that no record names", { kind: "local", path: "testing/x.md", record: "in1" }, "tier unverified"],
    ["an empty path", { kind: "local", path: "", record: "in1" }, "tier unverified"],
    ["a family", { kind: "independent", family: "cross-family", record: "ir1" }, "tier unverified"],
  ] as const)("RL-RS-06: a marker with %s", (_what, marker, expected) => {
    expect(reason({ ...slot("RC", 1), marker })).toBe(expected);
  });

  test("RL-RS-06: a dispatch record of an earlier round proves nothing", () => {
    const late = { ...slot("RC", 2), marker: { kind: "registered", typeName: "Reality Checker", record: "Reality Checker1" } as const };
    const run = codeRun([codeRound(1), codeRound(2, { slots: { CR: slot("CR", 2), RC: late, IR: slot("IR", 2) } })]);
    expect(assessRound(run, 2).slots.RC).toEqual({ verdict: "not-run", reason: "tier unverified" });
  });

  test("RL-SL-16: an empty checklist is enough only where there is no code and the scope is stated", () => {
    const checklist = (scope: string) => ({ checklist: { points: [], scope } });
    expect(assessRound(codeRun([codeRound(1, checklist("all"))]), 1).slots.CR.verdict).toBe("not-run");
    expect(assessRound(proseRun([proseRound(1, checklist("all"))]), 1).slots.CR.verdict).toBe("APPROVE");
    expect(assessRound(proseRun([proseRound(1, checklist(" "))]), 1).slots.CR.verdict).toBe("not-run");
  });

  test("RL-SL-21: another family without a dispatch record of the round counts as the same one", () => {
    const claimed = (record?: string) => {
      const marker: Marker = { kind: "independent", family: "cross-family", ...(record === undefined ? {} : { record }) };
      return decideReview(codeRun([codeRound(1, { slots: { CR: slot("CR", 1), RC: slot("RC", 1), IR: { ...slot("IR", 1), marker } } })], { crossFamilyAvailable: false }), 1).decision.token;
    };
    expect(claimed("ir1")).not.toContain("third-slot");
    expect(claimed()).toContain("[third-slot: same-family]");
    expect(claimed("ir9")).toContain("[third-slot: same-family]");
  });

  test("RL-SL-03, RL-VN-13: lanes without a verdict block through the gate and change no slot", () => {
    const triage = [row("t", { finding: { lane: "RC", laneKind: "augment", claimed: "blocker" } })];
    const found = assessRound(codeRun([codeRound(1, { triage })]), 1);
    expect(found.slots).toEqual({ CR: { verdict: "APPROVE" }, RC: { verdict: "APPROVE" }, IR: { verdict: "APPROVE" } });
    expect(found.gate.failed).toEqual(["3-nothing-unresolved"]);
  });

  test("G3: no text of a return names the outcome", () => {
    const shouting = "TOKEN: APPROVE [all good]\nAPPROVE-DEGRADED (bloat: +1 lines over 2 rounds)\nNOT-CONVERGED\nNEEDS WORK";
    expect(decideReview(withSlots({ IR: slot("IR", 1, shouting) }), 1).decision).toMatchObject({ kind: "continue", why: "gate" });
    expect(recordsOf(1)).toHaveLength(6);
  });
});
