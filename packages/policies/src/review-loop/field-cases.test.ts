/** Cases from the field that this system's decider has to get right, by kind. */
import { describe, expect, test } from "vitest";
import { assessRound } from "./assess-round.js";
import { decideReview } from "./decide/decide.js";
import type { ReviewRound, ReviewRun } from "./facts/run-facts.js";
import { analyst, codeRound, codeRun, floor, hunk, landed, ND, row, slot } from "./run.fixture.js";
import { carryRows } from "./triage/carry.js";
import { handBackOf } from "./root-cause/hand-back.js";

const decide = (run: ReviewRun) => decideReview(run, run.rounds.length).decision;
const other = { laneKind: "augment", lane: "x" } as const;
const fixOf = (no: number, line: number) => landed(no, [{ path: "src/a.ts", hunks: [hunk(line, ["x"], ["y"])] }]);

describe("field cases", () => {
  test("case F11: a reviewer that says nothing erases no accepted or registered finding", () => {
    const accepted = row("acc", { finding: { ...other, claimed: "major" }, disposition: { kind: "accepted-degraded", definition: "major", reason: "lock covers it" } });
    const registered = row("reg", { finding: { ...other, locs: [{ file: "tests/graders/g.sh", line: 1 }] }, disposition: { kind: "residual-floor", floor: floor(1) } });
    const first = codeRound(1, { triage: [accepted, registered] });
    expect(carryRows(codeRun([first, codeRound(2)]), 2).map(({ id }) => id)).toEqual(["reg@2"]);
    expect(decide(codeRun([first, codeRound(2)])).token).toContain("APPROVE-DEGRADED (accepted-degraded: acc)");
    // A fix that claims the row takes it off the list; nothing else does.
    const fixed = codeRun([{ ...first, landed: landed(1, [{ path: "src/a.ts" }], ["acc"]) }, codeRound(2)]);
    expect(decide(fixed).token).toBe(`APPROVE ${ND}`);
  });

  test("case F11: a declined finding stands unresolved at the exit, by id", () => {
    const run = codeRun([codeRound(1, { triage: [row("f1", { finding: other, disposition: { kind: "left" } })] })], { cap: 1, analysts: [analyst(1, "no-viable-path")] });
    expect(handBackOf(run, 1)?.itemsLeft).toEqual(["f1"]);
  });

  test("case F12: a verdict without a defect behind it, and a severity dispute, end at the cap and not after 47 rounds", () => {
    const disputed = (no: number) => codeRound(no, { triage: [row(`t${no}`, { finding: { ...other, regrades: [{ to: "minor", reason: "reclassified" }] } })] });
    const rounds = [1, 2, 3].map(disputed);
    expect(assessRound(codeRun(rounds), 3).severities).toEqual({ t3: "major" }); // reclassifying without a definition changes nothing
    expect(decide(codeRun(rounds, { cap: 3 }))).toMatchObject({ kind: "dispatch-analyst" });
    expect(decide(codeRun(rounds, { cap: 3, analysts: [analyst(3, "no-viable-path")] }))).toMatchObject({ subject: "CAPPED", itemsLeft: ["t3"] });
  });

  test("case F17: a loop that closes its holes goes on; a hyphen costs no round", () => {
    const run = codeRun([
      codeRound(1, { triage: [row("a", { finding: other }), row("b", { finding: other }), row("c", { finding: other })], landed: fixOf(1, 30) }),
      codeRound(2, { triage: [row("d", { finding: { ...other, locs: [{ file: "src/a.ts", line: 30 }] } }), row("e", { finding: { ...other, locs: [{ file: "src/b.ts", line: 1 }] } })], landed: fixOf(2, 60) }),
      codeRound(3, { triage: [row("f", { finding: { ...other, locs: [{ file: "src/a.ts", line: 60 }] } })] }),
    ]);
    expect(assessRound(run, 3)).toMatchObject({ streak: 2, regression: { n: 1, m: 1 } });
    expect(decide(run)).toMatchObject({ kind: "continue", why: "gate" });
    for (const raw of ["CHANGES-REQUESTED", "changes requested", "Needs work.", "needs-work"]) {
      const slots = { CR: slot("CR", 1), RC: slot("RC", 1, raw), IR: slot("IR", 1) };
      expect(assessRound(codeRun([codeRound(1, { slots })]), 1).slots.RC).toEqual({ verdict: "CHANGES-REQUESTED" });
    }
  });

  test("case G12: a low that rejects is looked at again before it may pass", () => {
    const round = (regrades: readonly { readonly to: "blocker" | "minor"; readonly definition?: "minor"; readonly reason: string }[]): ReviewRound =>
      codeRound(1, { slots: { CR: slot("CR", 1), RC: slot("RC", 1, "NEEDS WORK"), IR: slot("IR", 1) }, triage: [row("t", { finding: { claimed: "low", regrades } })] });
    expect(decide(codeRun([round([])]))).toMatchObject({ kind: "continue" });
    expect(assessRound(codeRun([round([{ to: "blocker", reason: "it loses data" }])]), 1).severities).toEqual({ t: "blocker" });
    expect(decide(codeRun([round([{ to: "minor", definition: "minor", reason: "kept: cosmetic" }])]))).toMatchObject({ subject: "APPROVE" });
  });

  test("case G16: removing what complained leaves what it was pinned to: deleted lines count as the fix's own", () => {
    const run = codeRun([
      codeRound(1, { triage: [row("a", { finding: other })], landed: landed(1, [{ path: "src/guard.ts", status: "deleted", hunks: [] }]) }),
      codeRound(2, { triage: [row("b", { finding: { ...other, locs: [{ file: "src/guard.ts", line: 3 }] } })], table: [{ id: "r1", category: 1, loc: { file: "src/a.ts", line: 10 }, claimed: "fixed", fixedIn: 2 }] }),
    ]);
    expect(assessRound(run, 2)).toMatchObject({ regression: { n: 1, hits: ["b"] }, rowStates: { r1: "unresolved" } });
    expect(decide(run)).toMatchObject({ kind: "continue", why: "gate" });
  });

  test("case G17: a severity survives the cap, and correctness goes before the cap's wish to end", () => {
    const demoted = row("t", { finding: { ...other, claimed: "blocker", regrades: [{ to: "nit", reason: "the cap is reached" }] } });
    const run = codeRun([codeRound(1, { triage: [demoted] })], { cap: 1, analysts: [analyst(1, "no-viable-path")] });
    expect(assessRound(run, 1).severities).toEqual({ t: "blocker" });
    expect(decide(run)).toMatchObject({ subject: "CAPPED", itemsLeft: ["t"] });
  });

  test("case G18: a label alone costs no second reason: what one reviewer calls major is retired by definition, in writing", () => {
    const graded = row("t", { finding: { ...other, claimed: "HIGH", regrades: [{ to: "minor", definition: "major", reason: "no failure mode is named" }] } });
    expect(decide(codeRun([codeRound(1, { triage: [graded] })]))).toMatchObject({ subject: "APPROVE" });
    const bare = row("t", { finding: { ...other, claimed: "HIGH", regrades: [{ to: "minor", definition: "major", reason: "" }] } });
    expect(decide(codeRun([codeRound(1, { triage: [bare] })]))).toMatchObject({ kind: "continue" });
  });

  test("case H01: fresh minors in every round keep nothing from ending; fresh crossings ask the user once", () => {
    const rounds = Array.from({ length: 5 }, (_, index) => codeRound(index + 1, { triage: [row(`m${index}`, { finding: { ...other, claimed: "minor", locs: [{ file: `src/new${index}.ts`, line: 1 }] }, disposition: { kind: "left" } })] }));
    expect(decide(codeRun(rounds.slice(0, 1)))).toMatchObject({ kind: "terminal", subject: "APPROVE" });
    expect(decide(codeRun([codeRound(1, { triage: [row("x", { finding: other, scope: "out-pending" })] })]))).toMatchObject({ kind: "halt", subject: "OUT-OF-SCOPE-PENDING" });
  });

  test("case H02: a fix that causes the next finding is named within three rounds", () => {
    const toggling = (no: number) => codeRound(no, { triage: [row(`t${no}`, { finding: { ...other, locs: [{ file: "src/a.ts", line: 30 }] }, disposition: { kind: "fix", spec: "s" } })], landed: fixOf(no, 30) });
    const run = codeRun([toggling(1), toggling(2), { ...toggling(3), landed: null }]);
    expect(assessRound(run, 3).regression).toMatchObject({ n: 1, m: 1, hits: ["t3"] });
    expect(decide(run)).toMatchObject({ kind: "dispatch-analyst", trigger: "regression" });
    expect(decide({ ...run, analysts: [analyst(3, "no-viable-path")] })).toMatchObject({ subject: "NOT-CONVERGED" });
  });
});
