import { parseDiff, type Hunk } from "@loopwright/evidence";
import { describe, expect, it } from "vitest";
import { byId, codeOf, CONTEXT, CYCLE, cycleContext, finding, LINES, ledgerOf, round, take } from "../cycle.fixture.js";
import type { LedgerContext } from "../context.js";
import type { Ledger } from "../value/ledger.js";
import { isHunkInside } from "./anchor-lines.js";
import { applyCheckDiff } from "./check-diff.js";
import { commitChanges, type FixCommit } from "./commit.js";
import { isTestPath } from "./path-kinds.js";

const TRAILERS = "Review-Fix: F-001\nReview-Cause: c\nReview-Change: d\nReview-Risk: e\n";
const ID = "0123456789abcdef0123456789abcdef01234567";
const text = (lines: readonly string[]): string => `${lines.join("\n")}\n`;
const hunk = (oldStart: number, oldCount: number, newStart: number, newCount: number): Hunk => ({ oldStart, oldCount, newStart, newCount });

/** Anchors F-001 [5,8] and F-002 [20,22] of src/a.ts. */
const base = take(null, [finding({ anchor: { file: "src/a.ts", region: [5, 8] } }), finding({ claim: "second", anchor: { file: "src/a.ts", region: [20, 22] } })]).ledger;

interface Edit {
  readonly path?: string;
  readonly hunks?: readonly (Hunk | null)[];
  readonly message?: string;
  readonly before?: readonly string[];
  readonly after?: readonly string[] | null;
  readonly finding?: string;
  readonly changes?: FixCommit["changes"];
}

function check(edit: Edit, ledger: Ledger = base, context: LedgerContext = CONTEXT) {
  const { path = "src/a.ts", hunks = [hunk(5, 1, 5, 1)], message = TRAILERS, before = LINES, after = LINES } = edit;
  const changes = edit.changes ?? hunks.map((one) => ({ path, hunk: one }));
  const commit: FixCommit = { id: ID, message: `subject\n\n${message}`, changes, before: () => text(before), after: () => (after === null ? null : text(after)) };
  return applyCheckDiff(ledger, { finding: edit.finding ?? "F-001", commit, cycleDirectory: CYCLE }, context);
}

const ok = { in_scope: true, license_ok: true, violations: [], trailer_findings: [], license_needed: [] };

describe("which finding", () => {
  it("LG-CD-1: with the check off the full shape comes back and nothing is read", () => {
    const off = cycleContext({ config: { scopeCheck: false } });
    const { result, ledger } = check({ finding: "F-999" }, base, off);
    expect(result).toEqual({ ...ok, skipped: expect.any(String) as string });
    expect(ledger).toBe(base);
  });

  it.each([
    ["fixed", {}, "check-diff-settled"],
    ["rejected", {}, "check-diff-settled"],
    ["deferred", {}, "check-diff-settled"],
    ["disputed", { relitigates: "F-002" }, "check-diff-settled"],
    ["disputed", {}, "no problem"],
    ["not-fixed", {}, "no problem"],
  ] as const)("LG-CD-2: a %s finding (%j): %s", (status, over, code) => {
    const ledger = { ...base, findings: [{ ...byId(base, "F-001"), status, ...over }, byId(base, "F-002")] };
    expect(codeOf(() => check({}, ledger))).toBe(code);
    expect(codeOf(() => check({ finding: "F-009" }, ledger))).toBe("unknown-finding");
  });
});

describe("scope", () => {
  it("LG-CD-5, LG-CD-6: every finding that Fix names and that is under repair widens the scope", () => {
    const both = [hunk(5, 1, 5, 1), hunk(21, 1, 21, 1)];
    expect(check({ hunks: both, message: TRAILERS.replace("F-001", "F-001, F-002") }).result).toMatchObject({ ...ok, scope_ids: ["F-001", "F-002"] });
    expect(check({ hunks: both }).result).toMatchObject({ in_scope: false, violations: [{ file: "src/a.ts", region: [21, 21], old_region: [21, 21] }] });
    const rejected = { ...base, findings: [byId(base, "F-001"), { ...byId(base, "F-002"), status: "rejected" as const }] };
    const { result } = check({ hunks: both, message: TRAILERS.replace("F-001", "F-001;F-002 F-001") }, rejected);
    expect(result).toMatchObject({ in_scope: false, scope_ids: ["F-001"], trailer_findings: [`commit ${ID.slice(0, 12)} Review-Fix names settled finding(s): F-002 (rejected) — scope not widened`] });
  });

  it.each([
    [hunk(3, 0, 4, 1), false],
    [hunk(4, 0, 5, 1), true],
    [hunk(5, 0, 6, 1), true],
    [hunk(8, 0, 9, 9), true],
    [hunk(9, 0, 10, 1), false],
    [hunk(5, 4, 5, 90), true],
    [hunk(8, 2, 8, 2), false],
    [hunk(4, 2, 4, 2), false],
    [hunk(6, 2, 5, 0), true],
  ])("LG-CD-10: %j inside [5, 8]: %s", (one, expected) => {
    expect(isHunkInside(one, [5, 8])).toBe(expected);
    expect(check({ hunks: [one] }).result.in_scope).toBe(expected);
  });

  it("LG-CD-10: an insertion at the top of the file lies in an anchor that starts there", () => {
    expect(isHunkInside(hunk(0, 0, 1, 2), [1, 4])).toBe(true);
  });

  it("LG-CD-11: where lines were inserted above, the anchor is found again by its text", () => {
    const shifted = [...Array.from({ length: 10 }, (_, index) => `new ${index}`), ...LINES];
    const inside = check({ before: shifted, after: shifted, hunks: [hunk(15, 4, 15, 4)] });
    expect(inside.result).toMatchObject({ in_scope: true, relocated: ["F-001"] });
    expect(check({ before: shifted, after: shifted, hunks: [hunk(5, 4, 5, 4)] }).result.in_scope).toBe(false);
    const twice = [...shifted, ...LINES.slice(4, 8)];
    expect(check({ before: twice, after: twice, hunks: [hunk(5, 4, 5, 4)] }).result.in_scope).toBe(true);
    expect(check({ hunks: [hunk(5, 4, 5, 4)] }).result).not.toHaveProperty("relocated");
  });

  it("LG-CD-8: collateral takes lines of the version before, one line, a whole file, and quoted paths", () => {
    const at = (collateral: string, edit: Edit) => check({ ...edit, message: `${TRAILERS}Review-Collateral: ${collateral}\n` }).result;
    const other = { path: "src/b.ts", hunks: [hunk(7, 2, 7, 2)] };
    expect(at("src/b.ts:7-8 (shared helper)", other)).toMatchObject(ok);
    expect(at("src/b.ts:7 (shared helper)", other).in_scope).toBe(false);
    expect(at("src/b.ts:7 helper", { ...other, hunks: [hunk(7, 1, 7, 3)] }).in_scope).toBe(true);
    expect(at("src/b.ts:7-8 helper", { ...other, hunks: [hunk(6, 0, 7, 1)] }).in_scope).toBe(true);
    expect(at("src/b.ts helper", other)).toMatchObject({ in_scope: true, collateral_whole_file: ["src/b.ts"] });
    expect(at('"my docs/a b.md":7-8 helper', { ...other, path: "my docs/a b.md" }).in_scope).toBe(true);
    expect(at("src/b.ts:7-8", other)).toMatchObject({ in_scope: true, trailer_findings: [expect.stringMatching(/missing reason$/)] });
  });

  it("LG-CD-9, LG-SEC-5: a touched path without hunks is one change of the whole file", () => {
    const files = parseDiff("diff --git a/src/b.ts b/src/b.ts\nold mode 100644\nnew mode 100755\n");
    const changes = commitChanges(files, ["src/b.ts", "vendor/sub"]);
    expect(changes).toEqual([{ path: "src/b.ts", hunk: null }, { path: "vendor/sub", hunk: null }]);
    expect(check({ changes }).result.violations.map(({ file }) => file)).toEqual(["src/b.ts", "vendor/sub"]);
    expect(check({ changes: changes.slice(0, 1), message: `${TRAILERS}Review-Collateral: src/b.ts mode\n` }).result.in_scope).toBe(true);
    expect(check({ changes: changes.slice(0, 1), message: `${TRAILERS}Review-Collateral: src/b.ts:1-40 mode\n` }).result.in_scope).toBe(false);
    expect(check({ changes: [{ path: "src/a.ts", hunk: null }] }).result.in_scope).toBe(false);
  });

  it("LG-CD-9: a rename is a deletion and an addition; an edit with a mode change is both", () => {
    const renamed = parseDiff("diff --git a/src/a.ts b/src/n.ts\nsimilarity index 90%\nrename from src/a.ts\nrename to src/n.ts\n--- a/src/a.ts\n+++ b/src/n.ts\n@@ -5 +5 @@\n-x\n+y\n");
    expect(commitChanges(renamed)).toEqual([{ path: "src/a.ts", hunk: null }, { path: "src/n.ts", hunk: null }]);
    const both = parseDiff("diff --git a/f b/f\nold mode 100644\nnew mode 100755\n--- a/f\n+++ b/f\n@@ -5 +5 @@\n-x\n+y\n");
    expect(commitChanges(both)).toEqual([{ path: "f", hunk: hunk(5, 1, 5, 1) }, { path: "f", hunk: null }]);
  });

  it("LG-SEC-4: a line that imitates a header frees no other change", () => {
    const diff = "diff --git a/src/a.ts b/src/a.ts\n--- a/src/a.ts\n+++ b/src/a.ts\n@@ -5,0 +6,1 @@\n+++ b/tests/review/F-001\n@@ -30 +31 @@\n-x\n+y\n";
    const { result } = check({ changes: commitChanges(parseDiff(diff)) });
    expect(result.violations).toEqual([{ file: "src/a.ts", region: [31, 31], old_region: [30, 30] }]);
  });
});

describe("kinds of paths", () => {
  it.each([`${CYCLE}/review-ledger.json`, `${CYCLE}/decisions.md`, `${CYCLE}/cleanup.md`, `${CYCLE}/manifest.md`])("LG-CD-12, LG-CD-13: %s is bookkeeping", (path) => {
    expect(check({ path }).result.in_scope).toBe(true);
  });

  it.each([".review/config.yml", ".review/constitution.md", `${CYCLE}/spec.md`, ".review/work/other/review-ledger.json"])("LG-CD-13, LG-SEC-21: %s is a file like any other", (path) => {
    expect(check({ path }).result.violations.map(({ file }) => file)).toEqual([path]);
  });

  it("LG-CD-7, LG-SEC-21: a commit that touches the ledger is told so, last of all", () => {
    expect(check({ path: `${CYCLE}/review-ledger.json`, message: "" }).result.trailer_findings).toEqual([
      `commit ${ID.slice(0, 12)} is missing trailer(s): Review-Fix, Review-Cause, Review-Change, Review-Risk`,
      `commit ${ID.slice(0, 12)}: ledger touched`,
    ]);
  });

  it.each([
    ["tests/review/F-001.test.ts", true],
    ["tests/review/F-001-sentinel.ts", true],
    ["tests/review/F-001/case.ts", true],
    ["tests/review/F-001", true],
    ["tests/review/F-0019.ts", false],
    ["tests/review/F-001x.ts", false],
    ["tests/review/F-002.ts", false],
    ["tests/review/x.test.ts", true],
  ])("LG-CD-14, LG-SEC-22: %s is a witness of F-001: %s", (path, isWitness) => {
    expect(check({ path }).result.license_ok).toBe(isWitness);
  });

  it("LG-CD-14, LG-SEC-23: a witness reference frees only a test", () => {
    const with_ = (witness: object) => ({ ...base, findings: [{ ...byId(base, "F-001"), witness: witness as never }] });
    expect(check({ path: "src/b.ts" }, with_({ kind: "test", ref: "src/b.ts", status: "red" })).result.in_scope).toBe(false);
    expect(check({ path: "spec/a.spec.ts" }, with_({ kind: "test", ref: "spec/a.spec.ts::case", status: "red" })).result.license_ok).toBe(true);
    expect(check({ path: "spec/a.spec.ts" }, with_({ kind: "repro", ref: "spec/a.spec.ts", status: "red" })).result.license_ok).toBe(false);
  });

  it.each([
    ["lib/sum_test.rs", true], ["ui/menu.spec.tsx", true], ["test/run.ts", true], ["a/__tests__/b.ts", true], ["a.test.ts", true], ["tests/x", true],
    ["latest/run.ts", false], ["src/protest.ts", false], ["Tests/x.ts", false], ["src/test.ts", false], ["testing/x.ts", false],
  ])("LG-CD-15: %s is a test: %s", (path, expected) => {
    expect(isTestPath(path)).toBe(expected);
  });

  it("LG-CD-15: a project may say itself what a test is", () => {
    const own = cycleContext({ names: { isTestPath: (path) => path.endsWith(".check") } });
    expect(check({ path: "src/a.check" }, base, own).result.license_needed).toEqual(["src/a.check"]);
  });

  it("LG-CD-12: neither collateral nor an anchor excuses a changed test", () => {
    const anchored = take(null, [finding({ anchor: { file: "src/a.ts", region: [5, 8] } })]).ledger;
    const inTest = { ...anchored, findings: [{ ...byId(anchored, "F-001"), anchor: { ...byId(anchored, "F-001").anchor, file: "tests/a_test.ts" } }] };
    expect(check({ path: "tests/a_test.ts" }, inTest).result).toMatchObject({ license_ok: false, in_scope: true });
    expect(check({ path: "tests/a_test.ts", message: `${TRAILERS}Review-Collateral: tests/a_test.ts why\n` }).result.license_ok).toBe(false);
  });
});

describe("licences and trailers", () => {
  const licensed = (license: string, context = CONTEXT) => check({ path: "tests/new_test.ts", hunks: [hunk(0, 0, 1, 2), hunk(9, 1, 12, 1)], message: `${TRAILERS}${license}` }, base, context).result;

  it("LG-CD-16: any touched test needs a licence, each path once", () => {
    expect(licensed("")).toMatchObject({ license_ok: false, in_scope: true, license_needed: ["tests/new_test.ts"] });
    expect(check({}).result.license_ok).toBe(true);
  });

  it("LG-CD-17, LG-SEC-24: a licence names a clause that exists, unless there is nothing to look it up in", () => {
    expect(licensed("Review-License: spec §4.2\n").license_ok).toBe(true);
    expect(licensed("Review-License: lol\n").license_ok).toBe(false);
    expect(licensed("Review-License: lol\nReview-License: spec §4.2\n").license_ok).toBe(true);
    expect(licensed("Review-License: lol\n", cycleContext({ config: { licenseCheck: false } })).license_ok).toBe(true);
    expect(licensed("Review-License: lol\n", cycleContext({ citations: () => "no-source" })).license_ok).toBe(true);
  });

  it("LG-CD-17: a licence that there is nothing to look up in counts aloud", () => {
    const warned = (message: string, citations: "no-source" | "unresolved", path = "tests/a_test.py", config = {}) =>
      check({ path, message: `${TRAILERS}${message}` }, base, cycleContext({ citations: (cited) => (cited === "spec §4.2" ? "resolved" : citations), config })).warnings;
    expect(warned("Review-License: lol\n", "no-source")).toEqual(['license-unchecked: there is no document to look up "lol" in']);
    expect(warned("Review-License: lol\n", "unresolved")).toEqual([]);
    expect(warned("Review-License: lol\nReview-License: spec §4.2\n", "no-source")).toEqual([]);
    expect(warned("Review-License: lol\n", "no-source", "src/a.ts")).toEqual([]);
    expect(warned("Review-License: lol\n", "no-source", "tests/a_test.py", { licenseCheck: false })).toEqual([]);
  });

  it.each([
    ["", ["is missing trailer(s): Review-Fix, Review-Cause, Review-Change, Review-Risk"]],
    ["Review-Fix: F-001\nReview-Cause:\nReview-Change: d\nReview-Risk: e\n", ["is missing trailer(s): Review-Cause"]],
    [TRAILERS.replace("F-001", "F-002"), ["Review-Fix names F-002, not F-001"]],
    [TRAILERS.replace("F-001", "F-001 F-077"), ["Review-Fix names unknown finding(s): F-077"]],
    [TRAILERS.replace("F-001", "the cache"), ["Review-Fix carries no finding ID ('the cache')"]],
    [TRAILERS.replace("F-001", "it's \"x\"\\"), ["Review-Fix carries no finding ID ('it\\'s \"x\"\\\\')"]],
    [TRAILERS.replace("F-001", "F-001x"), ["Review-Fix carries no finding ID ('F-001x')"]],
  ])("LG-CD-4, LG-CD-5, LG-CD-7: %j is advice only", (message, advice) => {
    const { result } = check({ message });
    expect(result.trailer_findings).toEqual(advice.map((words) => `commit ${ID.slice(0, 12)} ${words}`));
    expect(result).toMatchObject({ in_scope: true, license_ok: true });
  });
});

describe("what is recorded", () => {
  it("LG-CD-18: violations and unlicensed tests as major findings, advice as substantive ones, in that order", () => {
    const changes = [{ path: "src/b.ts", hunk: hunk(8, 2, 8, 1) }, { path: "tests/a_test.ts", hunk: hunk(1, 1, 1, 1) }];
    const { ledger, result, problem } = check({ changes, message: "" });
    expect(problem).toBeNull();
    expect(result.machine_ids).toEqual(["F-003", "F-004", "F-005"]);
    const [violation, test, advice] = ledger.findings.slice(2);
    expect(violation).toMatchObject({
      severity: "major", status: "open", pass: "regression-surface", cited_rule: null, anchor: { file: "src/b.ts", region: [8, 8] },
      claim: `fix commit ${ID.slice(0, 12)} for F-001 touched src/b.ts:8-8, outside the finding's anchor ∪ collateral ∪ witness scope`,
      witness: { kind: "repro", ref: `git show ${ID.slice(0, 12)} -- src/b.ts`, status: "n/a" },
    });
    expect(test).toMatchObject({ severity: "major", anchor: { file: "tests/a_test.ts" } });
    expect(advice).toMatchObject({ severity: "substantive", anchor: { file: "src/a.ts", region: [5, 8] }, witness: { ref: `git show -s --format=%B ${ID.slice(0, 12)}` } });
  });

  it("LG-CD-18: a second run records nothing twice, and a later round puts advice off", () => {
    const first = check({ hunks: [hunk(30, 1, 30, 1)], message: "" });
    const again = check({ hunks: [hunk(30, 1, 30, 1)], message: "" }, first.ledger);
    expect(again.ledger.findings).toHaveLength(first.ledger.findings.length);
    expect(byId(again.ledger, "F-003").raised_count).toBe(2);
    const later = check({ message: "" }, { ...base, history: [round(1, { major: 2 })] });
    expect(byId(later.ledger, "F-003")).toMatchObject({ first_seen: 2, disposition: { action: "defer" } });
  });

  it("LG-CD-19: a file that was deleted or emptied is anchored in its text before, and still reported", () => {
    for (const after of [null, []]) {
      const { result, problem, ledger } = check({ path: "src/b.ts", hunks: [hunk(1, 40, 0, 0)], after });
      expect(result).toMatchObject({ in_scope: false, violations: [{ file: "src/b.ts", region: [1, 1], old_region: [1, 40] }] });
      expect(problem).toBeNull();
      expect(byId(ledger, "F-003").anchor.file).toBe("src/b.ts");
    }
    const full = cycleContext({ limits: { findingsPerLedger: 2 } });
    const refused = check({ hunks: [hunk(30, 1, 30, 1)] }, base, full);
    expect(refused).toMatchObject({ result: { in_scope: false }, problem: { code: "limit-exceeded" }, ledger: base });
  });

  it("LG-SEC-29: what is hashed is the committed text, not what stands on the disk", () => {
    const committed = LINES.map((line) => `${line}, committed`);
    const { ledger } = check({ hunks: [hunk(30, 1, 30, 1)], after: committed });
    const onDisk = take(null, [finding({ anchor: { file: "src/a.ts", region: [30, 30] } })]).ledger;
    expect(byId(ledger, "F-003").anchor.fingerprint).not.toBe(byId(onDisk, "F-001").anchor.fingerprint);
  });
});
