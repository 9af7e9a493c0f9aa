import { describe, expect, test } from "vitest";
import { decideReview } from "../decide/decide.js";
import type { AnalystReturn, ReviewRun } from "../facts/run-facts.js";
import { analyst, codeRound, codeRun, landed, hunk, ND, recordsOf, returned, row } from "../run.fixture.js";
import { completionCondition } from "../completion-condition.js";
import { readAnalystReturn } from "./analyst-return.js";
import { handBackOf, overrideHandBack } from "./hand-back.js";

const MENU = "OPTION: accept | COST: a known defect\nOPTION: raise the cap | COST: two rounds";
const FIX = `I looked at R2 and R3.\nVERDICT: structural-fix\nAPPROACH: one owner for the lock\nACCEPTANCE: the test of R2 passes\nDIFFERS-FROM: both patches moved the check\n${MENU}`;

describe("the adviser's return", () => {
  test("RL-TE-10: one verdict, its payload, and a menu of two to four options with costs", () => {
    expect(readAnalystReturn(FIX)).toEqual({ verdict: "structural-fix", conforming: true, problems: [], options: [{ text: "accept", cost: "a known defect" }, { text: "raise the cap", cost: "two rounds" }] });
    expect(readAnalystReturn(`**VERDICT:** residual-floor\nCLAUSE-A: grader\nCLAUSE-B: trials 5\n${MENU}`)).toMatchObject({ verdict: "residual-floor", conforming: true });
    expect(readAnalystReturn(`VERDICT: No-Viable-Path\nWHY-NO-FIX: x\nWHY-NO-FLOOR: y\n${MENU}`)).toMatchObject({ verdict: "no-viable-path", conforming: true });
  });

  test.each([
    ["two verdicts", `${FIX}\nVERDICT: structural-fix`], ["an unknown verdict", FIX.replace("structural-fix", "patch-again")], ["no acceptance criteria", FIX.replace("ACCEPTANCE", "NOTE")],
    ["nothing that differs", FIX.replace("DIFFERS-FROM: both patches moved the check", "DIFFERS-FROM:")], ["one option", FIX.replace("\nOPTION: raise the cap | COST: two rounds", "")],
    ["five options", `${FIX}\n${MENU}\nOPTION: x | COST: y`], ["an option without a cost", FIX.replace(" | COST: two rounds", "")], ["prose", "I think VERDICT: structural-fix is best"], ["nothing", ""],
  ])("RL-TE-10: a return with %s is off the contract", (_what, raw) => {
    expect(readAnalystReturn(raw)).toMatchObject({ verdict: null, conforming: false });
  });
});

/** At the cap with one open major. */
const capped = (analysts: readonly AnalystReturn[] = [], over: Partial<ReviewRun> = {}): ReviewRun => codeRun([codeRound(1, { triage: [row("t", { finding: { laneKind: "augment" } })] })], { cap: 1, analysts, ...over });
const decision = (run: ReviewRun) => decideReview(run, run.rounds.length).decision;

describe("the root-cause step", () => {
  test("RL-TE-09: no hand-back without an adviser, save for a tainted catalog", () => {
    expect(decision(capped())).toEqual({ kind: "dispatch-analyst", attempt: 1, trigger: "cap", token: null });
    const written = { toolRecords: [...recordsOf(1), { id: "w", seq: 190, round: 1, args: "clone", output: "", writes: ["/home/u/.agents"] }] };
    expect(decision(capped([], written)).token).toBe(`CAPPED (catalog self-installed) ${ND}`);
  });

  test("RL-TE-11: off the contract it is asked once more, then handed back with both returns", () => {
    expect(decision(capped([analyst(1, null)]))).toMatchObject({ kind: "dispatch-analyst", attempt: 2 });
    const twice = capped([analyst(1, null), analyst(1, null)]);
    expect(decision(twice)).toMatchObject({ subject: "CAPPED", itemsLeft: ["t"] });
    expect(handBackOf(twice, 1)?.analyses.map(({ label }) => label)).toEqual(["not-run(analyst-offspec)", "not-run(analyst-offspec)"]);
  });

  test("RL-TE-11: an analysis that is not verbatim, or older than what it is about, is none", () => {
    expect(decision(capped([analyst(1, "structural-fix", { ret: returned("x", 160, { pastedSha: null }) })]))).toMatchObject({ kind: "dispatch-analyst", attempt: 2 });
    expect(decision(capped([analyst(1, "structural-fix", { ret: returned("x", 105) })]))).toMatchObject({ kind: "dispatch-analyst", attempt: 2 });
  });

  test("RL-TE-12: a structural fix takes this round's fix phase, a registration the next triage; once, and over the cap", () => {
    expect(decision(capped([analyst(1, "structural-fix")]))).toEqual({ kind: "start-continuation", mode: "i", trigger: "cap", first: 1, last: 2, token: null });
    expect(decision(capped([analyst(1, "residual-floor")]))).toEqual({ kind: "start-continuation", mode: "ii", trigger: "cap", first: 2, last: 2, token: null });
    expect(decision(capped([analyst(1, "structural-fix")], { continuationsStarted: 1 }))).toMatchObject({ kind: "terminal", subject: "CAPPED" });
  });

  const after = (trigger: "cap" | "regression", over: object, fixed = false): ReviewRun => {
    const first = codeRound(1, { triage: [row("t", { finding: { laneKind: "augment" } })], landed: fixed ? landed(1, [{ path: "src/a.ts", hunks: [hunk(30, ["x"], ["y"])] }]) : null });
    const continuation = { mode: "i", trigger, triggerRound: 1, first: 1, last: 2 } as const;
    return codeRun([first, codeRound(2, over)], { cap: 1, analysts: [analyst(1, "structural-fix")], continuation, continuationsStarted: 1 });
  };

  test("RL-TE-13: the final round passes whole or ends in its trigger's terminal; no second continuation", () => {
    const open = { triage: [row("u", { finding: { laneKind: "augment", locs: [{ file: "src/z.ts", line: 1 }] } })] };
    expect(decision(after("cap", {}))).toMatchObject({ subject: "APPROVE" });
    expect(decision(after("cap", open))).toMatchObject({ subject: "CAPPED" });
    expect(decision(after("regression", open))).toMatchObject({ subject: "NOT-CONVERGED" });
    expect(decision(after("cap", { triage: [row("u", { finding: { laneKind: "augment" } })] }, true))).toMatchObject({ subject: "CAPPED", itemsLeft: ["u"] });
    expect(decision(after("cap", { unresolvedLanes: ["RC"] }))).toMatchObject({ kind: "halt" });
  });

  test("RL-TE-14: a hand-back lists every item by id; if none is open, what failed", () => {
    expect(decision(capped([analyst(1, "no-viable-path")]))).toMatchObject({ itemsLeft: ["t"] });
    const unaudited = codeRun([codeRound(1, { spotAudits: [] })], { cap: 1, analysts: [analyst(1, "no-viable-path")] });
    expect(decision(unaudited)).toMatchObject({ token: `CAPPED (cap-reached; 1 items left) ${ND}`, itemsLeft: ["spot-audit-missing"] });
    expect(handBackOf(unaudited, 1)).toMatchObject({ analyses: [{ raw: "VERDICT: no-viable-path", label: "conforming" }] });
    expect(handBackOf(codeRun([codeRound(1)]), 1)).toBeNull();
  });

  test("RL-TE-21: a user's own sentence starts a new run that names the old one; nothing else does", () => {
    const run = capped([analyst(1, "no-viable-path")]);
    expect(overrideHandBack(run, 1, { runId: "run-1", sentence: "ship it" })).toEqual({
      continues: "run-1", sentence: "ship it", cap: 1, accepted: [], registered: [], rounds: [], analysts: [], continuation: null, continuationsStarted: 0,
    });
    expect(() => overrideHandBack(run, 1, { runId: "run-1", sentence: "go on" })).toThrow(expect.objectContaining({ code: "override-unworded" }));
    expect(() => overrideHandBack(codeRun([codeRound(1)]), 1, { runId: "run-1", sentence: "ship it" })).toThrow(expect.objectContaining({ code: "override-misplaced" }));
  });
});

test("RL-PR-23: the completion condition names every ending, both halts, and a cap only where there is one", () => {
  const text = completionCondition({ cap: null });
  for (const word of ["APPROVE", "APPROVE-DEGRADED", "CLEAR", "CAPPED", "NOT-CONVERGED", "OUT-OF-SCOPE-PENDING", "PREREQUISITE-MISSING"]) expect(text).toContain(`\`${word}\``);
  expect(text).not.toContain("After round");
  expect(completionCondition({ cap: 10 })).toContain("After round 10");
});
