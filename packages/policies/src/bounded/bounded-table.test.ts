import { analyzeTable } from "@loopwright/testing";
import { tableMatchers } from "@loopwright/testing/vitest";
import { describe, expect, test } from "vitest";
import { boundedFacts, boundedTable, decideBounded, NEXT_ACTIONS, rowName, type BoundedFacts, type BoundedToken } from "./bounded-table.js";
import { gate, isCoverageComplete, statusesOf, type RemoteObservations } from "./gate.js";
import { openCheckLog } from "./checks.js";
import { playScenario } from "./scenario.fixture.js";

/** Calls with every combination of the declared domains, one record at a time. */
function everyCombination(visit: (facts: BoundedFacts) => void): number {
  const names = boundedFacts.names;
  const facts: { [name: string]: unknown } = {};
  let visited = 0;
  const fill = (at: number): void => {
    const name = names[at];
    if (name === undefined) {
      visited++;
      return visit(facts as unknown as BoundedFacts);
    }
    for (const value of boundedFacts.domains[name].values) {
      facts[name] = value;
      fill(at + 1);
    }
  };
  fill(0);
  return visited;
}

/** Of all, those that can occur. */
const possible: BoundedFacts[] = [];
const tally = { total: 0, passes: 0, gateAndTableDisagree: 0, rows: new Set<string>() };
tally.total = everyCombination((facts) => {
  const { row, token } = decideBounded(facts);
  tally.rows.add(row);
  if (token === "review-clean") tally.passes++;
  if ((token === "review-clean") !== (gate(facts) === "yes")) tally.gateAndTableDisagree++;
  if (boundedFacts.possible(facts)) possible.push({ ...facts });
});

const clean: BoundedFacts = {
  phase: "triaged", mode: "review-and-fix", authorityViolation: false, aborted: false, intakeComplete: true, surfaceEmpty: false, targetDrifted: false, scopeExceeded: false,
  openBlockers: 0, unconfirmedBlockers: 0, requiredFailed: 0, requiredNotRun: 0, coverageComplete: true, fixerFailed: false, loopsUsed: 0, loopsMax: 2, newEvidence: true,
};
const rowOf = (more: Partial<BoundedFacts>): string => {
  const { row, token } = decideBounded({ ...clean, ...more });
  return `${row} ${token ?? "-"}`;
};

expect.extend(tableMatchers);

describe("the table", () => {
  test("BD-GATE-01: BD-INV-03: T1–T17 are total, and every row decides, by the runner's signals and by the facts alone", () => {
    for (const runnerRows of ["by-signal", "by-when"] as const) {
      expect(boundedTable).toBeTotal({ runnerRows });
      expect(boundedTable).toHaveNoUnreachableRows({ runnerRows });
    }
    const { covered, early, undeclaredReads } = analyzeTable(boundedTable);
    expect(covered).toMatchObject({ declared: tally.total, possible: possible.length });
    // In a run the runner's signal speaks for that fact.
    expect(covered.facts.flatMap(({ fact, isRead }) => (isRead ? [] : [fact]))).toEqual(["aborted"]);
    expect(undeclaredReads).toEqual([]);
    expect(early?.rows.map(rowName)).toEqual(["T1", "T2", "T3", "T4", "T5", "T6", "T7", "T14", "T15"]);
  });

  test("BD-AUTH-07: a breach of authority must stand above the abort, and the abort above all else", () => {
    const { afterReview, early } = analyzeTable(boundedTable);
    const above = (below: string, pairs = afterReview.orderMatters) => pairs.filter((pair) => pair.below.token === below).map(({ decides }) => decides.token);
    expect(above("aborted")).toEqual(["authority-violation"]);
    expect(above("aborted", early?.orderMatters)).toEqual(["authority-violation"]);
    for (const pair of afterReview.orderMatters) if (pair.below.token === "review-clean") expect(pair.decides.token).not.toBe("repair");
  });

  test("BD-GATE-01: BD-INV-03: over all combinations one row holds, and yes is exactly review-clean", () => {
    expect(tally.total).toBe(2 * 2 * 2 ** 6 * 2 ** 4 * 2 * 2 * 4 * 4 * 2);
    expect(tally.rows.size).toBe(17);
    expect(tally.gateAndTableDisagree).toBe(0);
    expect(tally.passes).toBeGreaterThan(0);
  });

  test("BD-GATE-01: every row is reached by combinations that can occur", () => {
    expect(new Set(possible.map((facts) => decideBounded(facts).row)).size).toBe(17);
  });

  test("G4: BD-INV-03: no pass with anything missing or broken", () => {
    for (const facts of possible.filter((one) => decideBounded(one).token === "review-clean")) {
      expect(facts).toMatchObject({
        phase: "triaged", openBlockers: 0, unconfirmedBlockers: 0, requiredFailed: 0, requiredNotRun: 0, coverageComplete: true,
        authorityViolation: false, aborted: false, intakeComplete: true, surfaceEmpty: false, targetDrifted: false, scopeExceeded: false,
      });
    }
  });

  test("BD-REP-07: BD-GATE-01: what reviewClean can be beside each token", () => {
    const seen = new Map<string, Set<string>>();
    for (const facts of possible) {
      const { token } = decideBounded(facts);
      if (token !== null) seen.set(token, (seen.get(token) ?? new Set()).add(gate(facts)));
    }
    const both = ["indeterminate", "no"];
    expect(Object.fromEntries([...seen].map(([token, values]) => [token, [...values].sort()]))).toEqual({
      "authority-violation": both, aborted: both, "intake-incomplete": ["indeterminate"], "empty-target": ["indeterminate"], "target-drifted": both, "authority-needed": ["no"],
      "check-failing": ["no"], "check-not-run": ["indeterminate"], "blocker-unconfirmed": ["indeterminate"], "coverage-incomplete": ["indeterminate"], "review-clean": ["yes"],
      "review-only-blockers": ["no"], "fixer-failed": ["no"], "no-new-evidence": ["no"], "repair-ceiling": ["no"],
    });
    expect(Object.keys(NEXT_ACTIONS).sort()).toEqual([...seen.keys()].sort());
  });

  test.each([
    [{}, "T12 review-clean"],
    [{ authorityViolation: true, aborted: true, targetDrifted: true }, "T1 authority-violation"],
    [{ aborted: true, intakeComplete: false }, "T2 aborted"],
    [{ intakeComplete: false, surfaceEmpty: true }, "T3 intake-incomplete"],
    [{ surfaceEmpty: true, targetDrifted: true }, "T4 empty-target"],
    [{ targetDrifted: true, scopeExceeded: true, openBlockers: 1 }, "T5 target-drifted"],
    [{ scopeExceeded: true, openBlockers: 1, fixerFailed: true }, "T6 authority-needed"],
    [{ phase: "intake" }, "T7 -"],
    [{ requiredFailed: 1, requiredNotRun: 1, unconfirmedBlockers: 1 }, "T8 check-failing"],
    [{ requiredNotRun: 1, unconfirmedBlockers: 1, coverageComplete: false }, "T9 check-not-run"],
    [{ unconfirmedBlockers: 1, coverageComplete: false }, "T10 blocker-unconfirmed"],
    [{ coverageComplete: false }, "T11 coverage-incomplete"],
    [{ openBlockers: 1, mode: "review-only", loopsMax: 0 }, "T13 review-only-blockers"],
    [{ openBlockers: 1, loopsUsed: 2, newEvidence: false, fixerFailed: true }, "T14 fixer-failed"],
    [{ openBlockers: 1, loopsUsed: 2, newEvidence: false }, "T15 no-new-evidence"],
    [{ openBlockers: 1, loopsUsed: 2 }, "T16 repair-ceiling"],
    [{ openBlockers: 9, loopsUsed: 1 }, "T17 -"],
    [{ openBlockers: 1, newEvidence: false }, "T17 -"],
  ] as const)("BD-CEIL-01: BD-EVID-03: %o holds in %s", (more, expected) => {
    expect(rowOf(more)).toBe(expected);
  });

  test("BD-TGT-04: an empty surface is neither clean nor a reason to look elsewhere", () => {
    expect(gate({ ...clean, phase: "intake", surfaceEmpty: true })).toBe("indeterminate");
    expect(rowOf({ phase: "intake", surfaceEmpty: true, coverageComplete: false })).toBe("T4 empty-target");
  });

  test("BD-CEIL-01: G1: at most three repairs, then a token", () => {
    for (const facts of possible) {
      if (decideBounded(facts).row !== "T17") continue;
      expect(facts.loopsUsed).toBeLessThan(facts.loopsMax);
      expect(facts.mode).toBe("review-and-fix");
    }
  });

  test("G2: before a review only early rows count, and none of them passes or repairs", () => {
    const early = boundedTable.rows.flatMap((row, index) => (row.early === true ? [`${rowName(index)} ${row.kind}`] : []));
    expect(early).toEqual(["T1 stop", "T3 stop", "T4 stop", "T5 stop", "T6 stop", "T7 continue", "T14 stop", "T15 stop"]);
    const signals = { aborted: true, runTimedOut: false, budgetRefused: false };
    expect(boundedTable.decideAt({ ...clean, phase: "intake", authorityViolation: true }, { early: true, signals })?.token).toBe("authority-violation");
    expect(boundedTable.decideAt({ ...clean, phase: "intake" }, { early: true, signals })?.token).toBe("aborted");
    expect(boundedTable.decideAt({ ...clean, openBlockers: 1, loopsUsed: 2 }, { early: true })).toBeNull();
  });

  test("BD-REP-07: each token has one next action", () => {
    const codes: { [T in BoundedToken]: string } = {
      "authority-violation": "inspect-unauthorized-change", aborted: "rerun", "intake-incomplete": "supply-target", "empty-target": "select-target",
      "target-drifted": "rerun-on-current-revision", "authority-needed": "grant-or-decline-scope", "check-failing": "resolve-unowned-check", "check-not-run": "run-required-check",
      "blocker-unconfirmed": "confirm-or-refute-finding", "coverage-incomplete": "rerun-missing-lane", "review-clean": "none", "review-only-blockers": "authorize-repair",
      "fixer-failed": "repair-by-hand", "no-new-evidence": "decide-on-blocker", "repair-ceiling": "decide-on-blocker",
    };
    expect(Object.fromEntries(Object.entries(NEXT_ACTIONS).map(([token, { code }]) => [token, code]))).toEqual(codes);
  });
});

describe("the gate", () => {
  test("BD-GATE-02: never yes while a required check has not run", () => {
    expect(gate({ ...clean, requiredNotRun: 1 })).toBe("indeterminate");
  });
  test("BD-GATE-03: red is red, whoever caused it, unless waived", () => {
    expect(gate({ ...clean, requiredFailed: 1 })).toBe("no");
    const checks = { test: { base: "fail", seq: ["fail"] } };
    expect(playScenario({ checks }).report.statuses.reviewClean).toBe("no");
    expect(playScenario({ checks, waivedChecks: ["test"] }).report.statuses.reviewClean).toBe("yes");
  });
  test("BD-GATE-04: case F10: coverage needs every lane, and at least one look or decisive evidence", () => {
    const of = (firstPass: boolean[], rereviews: boolean[] = [], decisive = false) => isCoverageComplete({ firstPass, rereviews, decisive });
    expect(of([true, true])).toBe(true);
    expect(of([true, false])).toBe(false);
    expect(of([true], [false])).toBe(false);
    expect(of([true], [true, true])).toBe(true);
    expect(of([])).toBe(false);
    expect(of([], [], true)).toBe(true);
    expect(of([false], [], true)).toBe(false);
  });
  test("BD-GATE-05: case F02: opinions and optional checks do not hold the gate", () => {
    expect(playScenario({ lanes: { correctness: [{ findings: [{ id: "n1", adv: true }, { id: "n2", adv: true }] }] } }).report).toMatchObject({ token: "review-clean", repairLoopsUsed: 0 });
  });
});

describe("the statuses", () => {
  const log = openCheckLog([]);
  const at = "2030-01-01T00:00:00Z";
  const remote: RemoteObservations = {
    prCi: { value: "green", source: "host", observedAt: at }, committed: { value: "yes", source: "host", observedAt: at }, merged: { value: "no", source: "host", observedAt: at },
    deployed: { value: "yes", source: "host", observedAt: at }, productionVerified: { value: "no", source: "host", observedAt: at },
  };

  test("BD-STAT-01: always all six", () => {
    expect(Object.keys(statusesOf(clean, log, "plan", null))).toEqual(["localVerification", "reviewClean", "prCi", "committedMerged", "deployed", "productionVerified"]);
  });
  test("BD-STAT-02: BD-STAT-05: the last four come from observations only, and prCi from a pull request's", () => {
    expect(statusesOf(clean, log, "pr", remote)).toMatchObject({ prCi: "green", committedMerged: { committed: "yes", merged: "no" }, deployed: "yes", productionVerified: "no" });
    expect(statusesOf(clean, log, "pr", null)).toMatchObject({ prCi: "not-checked", committedMerged: { committed: "not-checked", merged: "not-checked" }, deployed: "not-checked", productionVerified: "not-checked" });
    for (const kind of ["plan", "local-diff"] as const) expect(statusesOf(clean, log, kind, remote).prCi).toBe("not-applicable");
    const edited = playScenario({ lanes: { correctness: [{ findings: [{ id: "f1" }] }, { resolutions: { f1: "fixed" } }] }, fixer: [{ diff: ["a.ts"] }] }).report;
    expect(edited.edits).toHaveLength(1);
    expect(edited.statuses.committedMerged.committed).toBe("not-checked");
  });
  test("BD-STAT-04: the review and the remote do not touch one another", () => {
    expect(statusesOf({ ...clean, openBlockers: 1 }, log, "pr", remote)).toMatchObject({ reviewClean: "no", prCi: "green" });
    expect(playScenario({ remote: { prCi: "failing" } }).report).toMatchObject({ token: "review-clean", statuses: { prCi: "failing" } });
  });
  test("BD-STAT-06: a good plan is not a built thing", () => {
    const { statuses, token } = playScenario({ kind: "plan", surface: ["plan.md#a"] }).report;
    expect([token, statuses.deployed, statuses.productionVerified, statuses.committedMerged.committed]).toEqual(["review-clean", "not-checked", "not-checked", "not-checked"]);
  });
});
