import type { DiffFile, Hunk } from "@loopwright/evidence";
import { describe, expect, it } from "vitest";
import { CONTEXT, entry } from "../cycle.fixture.js";
import { commitChanges, type CommitChange } from "./commit.js";
import { machineFindings } from "./machine-findings.js";

const hunk = (oldStart: number, oldCount: number, newStart: number, newCount: number): Hunk => ({ oldStart, oldCount, newStart, newCount });
const none = { in_scope: true, license_ok: true, violations: [], trailer_findings: [], license_needed: [] };
const invoked = entry({ id: "F-007", anchor: { file: "src/a.ts", region: [5, 8], fingerprint: "0".repeat(40) } });

describe("LG-CD-18: what a check raises", () => {
  it("each finding word for word: violations, then unlicensed tests, then trailers", () => {
    const result = { ...none, in_scope: false, license_ok: false, violations: [{ file: "src/b\n.ts", region: [3, 4], old_region: [3, 3] }] as const, license_needed: ["t.test.ts"], trailer_findings: ["no cause"] };
    expect(machineFindings("abc", invoked, result, [{ path: "x", hunk: hunk(1, 1, 90, 1) }, { path: "t.test.ts", hunk: hunk(2, 1, 2, 5) }], CONTEXT)).toEqual([
      {
        pass: "regression-surface", severity: "major", claim: "fix commit abc for F-007 touched src/b .ts:3-4, outside the finding's anchor ∪ collateral ∪ witness scope", anchor: { file: "src/b\n.ts", region: [3, 4] },
        witness: { kind: "repro", ref: "git show abc", status: "n/a" }, exit_criteria: "the change is reverted, licensed as collateral, or raised as its own finding",
      },
      {
        pass: "regression-surface", severity: "major", claim: "fix commit abc for F-007 changed the test t.test.ts without a licence", anchor: { file: "t.test.ts", region: [2, 6] },
        witness: { kind: "repro", ref: "git show abc -- t.test.ts", status: "n/a" }, exit_criteria: "the change is reverted, or licensed by the clause that asks for it",
      },
      {
        pass: "regression-surface", severity: "substantive", claim: "no cause", anchor: { file: "src/a.ts", region: [5, 8] },
        witness: { kind: "repro", ref: "git show -s --format=%B abc", status: "n/a" }, exit_criteria: CONTEXT.names.trailerContract,
      },
    ]);
  });

  it.each<[string, readonly CommitChange[], readonly [number, number]]>([
    ["its first change", [{ path: "t", hunk: hunk(1, 1, 4, 3) }, { path: "t", hunk: hunk(9, 1, 12, 1) }], [4, 6]],
    ["a cut at the top", [{ path: "t", hunk: hunk(1, 3, 0, 0) }], [1, 1]],
    ["one line", [{ path: "t", hunk: hunk(1, 1, 7, 1) }], [7, 7]],
    ["the whole file", [{ path: "t", hunk: null }], [1, 1]],
    ["no change of it", [{ path: "u", hunk: hunk(1, 1, 7, 1) }], [1, 1]],
  ])("an unlicensed test is anchored at %s", (_, changes, region) => {
    expect(machineFindings("abc", invoked, { ...none, license_ok: false, license_needed: ["t"] }, changes, CONTEXT)).toMatchObject([{ anchor: { file: "t", region } }]);
  });

  it("a licensed test raises nothing", () => {
    expect(machineFindings("abc", invoked, { ...none, license_needed: ["t"] }, [{ path: "t", hunk: null }], CONTEXT)).toEqual([]);
  });
});

describe("LG-CD-9: the changes of a diff", () => {
  const file: DiffFile = { oldPath: "a", newPath: "a", isBinary: false, isModeChange: false, hunks: [hunk(1, 1, 1, 1)] };

  it.each<[string, Partial<DiffFile>, readonly string[], readonly CommitChange[]]>([
    ["an edit", {}, [], [{ path: "a", hunk: hunk(1, 1, 1, 1) }]],
    ["a rename is a deletion and an addition", { newPath: "b" }, [], [{ path: "a", hunk: null }, { path: "b", hunk: null }]],
    ["a new file", { oldPath: null, newPath: "b" }, [], [{ path: "b", hunk: hunk(1, 1, 1, 1) }]],
    ["a deleted file", { newPath: null }, [], [{ path: "a", hunk: hunk(1, 1, 1, 1) }]],
    ["an edit with a new mode", { isModeChange: true }, [], [{ path: "a", hunk: hunk(1, 1, 1, 1) }, { path: "a", hunk: null }]],
    ["a new mode alone", { hunks: [], isModeChange: true }, [], [{ path: "a", hunk: null }]],
    ["a path that the diff does not show", {}, ["a", "bin"], [{ path: "a", hunk: hunk(1, 1, 1, 1) }, { path: "bin", hunk: null }]],
  ])("%s", (_, over, paths, expected) => {
    expect(commitChanges([{ ...file, ...over }], paths)).toEqual(expected);
  });
});
