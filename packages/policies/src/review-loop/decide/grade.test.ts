import { describe, expect, test } from "vitest";
import { assessRound } from "../assess-round.js";
import type { ReviewRun } from "../facts/run-facts.js";
import type { PinnedRef, RaisedFinding, Regrade } from "../facts/triage-facts.js";
import { codeRound, codeRun, finding, row, slot } from "../run.fixture.js";
import { viewOf } from "./decide.js";
import { gradeFinding } from "./grade.js";

const demo: Partial<ReviewRun> = { forms: [{ form: "demo", quote: "this is a demo", fromRound: 1 }] };

/** The grade of one finding in round 1. */
function grade(over: Partial<RaisedFinding>, run: Partial<ReviewRun> = {}) {
  const one = row("t", { finding: over });
  const view = viewOf(codeRun([codeRound(1, { triage: [one] })], run), 1);
  return gradeFinding(view, 1, one, one.findings[0] ?? finding());
}

const regrade = (to: Regrade["to"], over: Partial<Regrade> = {}): Regrade => ({ to, reason: "no wrong result: the value is unused", ...over });

describe("grading", () => {
  test("RL-VN-01: a finding has exactly one severity, and a row its strongest finding's", () => {
    const merged = { ...row("t", { finding: { claimed: "minor" } }), findings: [finding({ claimed: "minor" }), finding({ claimed: "blocker" }), finding({ claimed: "nit" })] };
    expect(assessRound(codeRun([codeRound(1, { triage: [merged] })]), 1).severities).toEqual({ t: "blocker" });
  });

  test.each([
    ["critical", "blocker"], ["P0", "blocker"], ["high", "major"], ["serious", "major"], ["Medium", "major"], ["low", "minor"], ["style", "nit"],
    ["warning", "major"], ["blocker!", "major"], ["", "major"], [null, "major"],
  ] as const)("RL-VN-02: the label %j means %s, and an unknown one hides nothing", (claimed, severity) => {
    expect(grade({ claimed })).toMatchObject({ label: severity, severity });
  });

  test("RL-VN-03: raw label and normalised grade stand side by side, and neither token nor label binds", () => {
    expect(grade({ claimed: "minor", regrades: [regrade("blocker")] })).toMatchObject({ label: "minor", severity: "blocker" });
    const run = codeRun([codeRound(1, { triage: [row("t", { finding: { claimed: "minor", regrades: [regrade("blocker")] } })] })]);
    expect(assessRound(run, 1).slots.RC).toEqual({ verdict: "CHANGES-REQUESTED" }); // it said APPROVE
  });

  test("RL-VN-04: a promotion always holds; a rejection of nothing but minors wants each re-examined", () => {
    expect(grade({ claimed: "nit", regrades: [regrade("blocker", { reason: "" })] }).severity).toBe("blocker");
    const rejecting = (regrades: readonly Regrade[]) => {
      const triage = [row("t", { finding: { claimed: "minor", regrades } })];
      return assessRound(codeRun([codeRound(1, { triage, slots: { CR: slot("CR", 1), RC: slot("RC", 1, "NEEDS WORK"), IR: slot("IR", 1) } })]), 1).slots.RC.verdict;
    };
    expect(rejecting([])).toBe("CHANGES-REQUESTED");
    expect(rejecting([regrade("minor", { reason: "kept" })])).toBe("CHANGES-REQUESTED");
    expect(rejecting([regrade("minor", { reason: "kept", definition: "minor" })])).toBe("APPROVE");
    // With a serious finding beside it that a rule retired, the rejection had its reason and lost it.
    const retired = row("s", { disposition: { kind: "accepted-degraded", definition: "major", reason: "documented" } });
    const both = codeRound(1, { triage: [retired, row("t", { finding: { claimed: "minor" } })], slots: { CR: slot("CR", 1), RC: slot("RC", 1, "NEEDS WORK"), IR: slot("IR", 1) } });
    expect(assessRound(codeRun([both]), 1).slots.RC.verdict).toBe("APPROVE");
  });

  test("RL-VN-05: a demotion holds only with the definition that the grade misapplies, and a reason", () => {
    expect(grade({ claimed: "blocker", regrades: [regrade("minor", { definition: "blocker" })] })).toMatchObject({ severity: "minor", voidDemotion: false });
    expect(grade({ claimed: "blocker", regrades: [regrade("minor")] })).toMatchObject({ severity: "blocker", voidDemotion: true });
    expect(grade({ claimed: "blocker", regrades: [regrade("minor", { definition: "major" })] })).toMatchObject({ severity: "blocker", voidDemotion: true });
    expect(grade({ claimed: "blocker", regrades: [regrade("minor", { definition: "blocker", reason: " " })] }).voidDemotion).toBe(true);
    // In sequence: the second step argues with the grade that the first one left.
    const steps = [regrade("major", { definition: "blocker" }), regrade("nit", { definition: "blocker" })];
    expect(grade({ claimed: "blocker", regrades: steps })).toMatchObject({ severity: "major", voidDemotion: true });
  });

  test("RL-VN-06: a demo licenses away a guardrail that nobody asked for, after every re-grade", () => {
    expect(grade({ addsUnrequestedGuardrail: true }, demo)).toMatchObject({ severity: "minor", formLicensed: true });
    expect(grade({ claimed: "minor", addsUnrequestedGuardrail: true, regrades: [regrade("blocker")] }, demo).severity).toBe("minor");
    expect(grade({ addsUnrequestedGuardrail: true })).toMatchObject({ severity: "major", formLicensed: false });
    expect(grade({ claimed: "minor", addsUnrequestedGuardrail: true }, demo)).toMatchObject({ severity: "minor", formLicensed: false });
  });

  test("RL-VN-07: what can be exploited now keeps its grade at every form", () => {
    expect(grade({ claimed: "blocker", addsUnrequestedGuardrail: true, exploitableNow: true }, demo)).toMatchObject({ severity: "blocker", formLicensed: false });
  });

  test("RL-SI-08: the simplicity lens reports minors; a promotion stops at major and says what breaks", () => {
    const lens = { laneKind: "simplicity", claimed: "blocker" } as const;
    expect(grade(lens).severity).toBe("minor");
    expect(grade({ ...lens, regrades: [regrade("major")] }).severity).toBe("minor");
    expect(grade({ ...lens, bloatBreaks: "the contract of load()", regrades: [regrade("major")] }).severity).toBe("major");
    expect(grade({ ...lens, bloatBreaks: "the contract of load()", regrades: [regrade("blocker")] }).severity).toBe("minor");
  });

  test("RL-TR-05, RL-LE-13: the legibility lens reports minors and cannot be promoted", () => {
    expect(grade({ laneKind: "legibility", claimed: "blocker", regrades: [regrade("major")] }).severity).toBe("minor");
  });

  test("RL-LE-07, RL-LE-12: an unfollowable rule is a major until the reader's own quote says how it was misread", () => {
    const unfollowable = { laneKind: "legibility", unfollowable: "local", claimed: "nit", quotes: ["within the window"] } as const;
    const down = regrade("minor", { definition: "major", quote: "within the window", whyReaderWrong: "the window stands in the table" });
    expect(grade(unfollowable).severity).toBe("major");
    expect(grade({ ...unfollowable, regrades: [down] }).severity).toBe("minor");
    expect(grade({ ...unfollowable, regrades: [{ ...down, quote: "in the window" }] }).severity).toBe("major");
    expect(grade({ ...unfollowable, regrades: [regrade("minor", { definition: "major" })] }).severity).toBe("major");
  });

  test("RL-LE-08, RL-LE-09: an external rule counts unless its reference is pinned", () => {
    const external = (ref: PinnedRef) => {
      const one = row("t", { finding: { laneKind: "legibility", unfollowable: "external" }, disposition: { kind: "external-reference", ref } });
      return assessRound(codeRun([codeRound(1, { triage: [one] })]), 1).severities["t"];
    };
    expect(external({ name: "spec/x.md", version: "1", digest: "d" })).toBe("minor");
    expect(external({ name: "spec/x.md", version: "1" })).toBe("major");
    expect(external({ name: "host search", ownershipPinned: true, versionless: true })).toBe("minor");
    expect(external({ name: " ", ownershipPinned: true, versionless: true })).toBe("major");
  });

  test("RL-EN-23: a failed spot audit is a major at least", () => {
    expect(grade({ laneKind: "audit", claimed: "nit" }).severity).toBe("major");
    expect(grade({ laneKind: "audit", claimed: "blocker" }).severity).toBe("blocker");
  });
});

describe("delivery form", () => {
  const form = (forms: ReviewRun["forms"], k = 1) => assessRound(codeRun([codeRound(1), codeRound(2)], { forms }), k).form;
  const said = { form: "demo", quote: "a demo only", fromRound: 1 } as const;

  test("RL-SF-07: production, unless a sentence that the user really said names the form", () => {
    expect(form([])).toBe("production");
    expect(form([said])).toBe("demo");
    expect(form([{ ...said, quote: "only a demo" }])).toBe("production");
    expect(form([{ ...said, quote: "leave it" }])).toBe("production");
    expect(form([{ ...said, form: "prototype" }])).toBe("production");
  });

  test("RL-SF-09: a sentence of round 1 applies from round 2 on", () => {
    expect([1, 2].map((k) => form([{ ...said, fromRound: 2 }], k))).toEqual(["production", "demo"]);
  });

  test("RL-SF-10: a question that suggests its answer voids the quote, and so does a missing one", () => {
    const asked = (question: string, leading = false) => form([{ ...said, elicitedBy: { question, leading } }]);
    expect(asked("who will run this?")).toBe("demo");
    expect(asked("is this just a demo?")).toBe("production");
    expect(asked("this is a demo, right?")).toBe("production");
    expect(asked("what is it for?", true)).toBe("production");
    expect(asked(" ")).toBe("production");
  });

  test("RL-SF-11: a void form opens every downgrade that it licensed again", () => {
    const triage = [row("t", { finding: { addsUnrequestedGuardrail: true } })];
    const severity = (quote: string) => assessRound(codeRun([codeRound(1, { triage })], { forms: [{ ...said, quote }] }), 1).severities["t"];
    expect([severity("a demo only"), severity("a demo, said nobody")]).toEqual(["minor", "major"]);
  });
});
