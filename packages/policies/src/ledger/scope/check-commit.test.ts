/** The check on commits of real repositories: what a commit could do to pass unseen, and does not. */
import { execFileSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fingerprintOfText } from "@loopwright/evidence";
import { openRepository } from "@loopwright/evidence/git";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { CONTEXT, CYCLE, cycleContext, FILES, finding, LINES, take, byId, TODAY } from "../cycle.fixture.js";
import { emptyRepository, type TreeFile } from "../repository.fixture.js";
import { applyCloseRound } from "../operations/close-round.js";
import { applyVerify } from "../operations/verify.js";
import type { Ledger } from "../value/ledger.js";
import { checkCommit, type CheckCommitInput } from "./check-commit.js";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

type Tree = { readonly [path: string]: TreeFile };

const TRAILERS = "Review-Fix: F-001\nReview-Cause: c\nReview-Change: d\nReview-Risk: e\n";
const MESSAGE = `fix\n\n${TRAILERS}`;
const BASE: Tree = { ...Object.fromEntries(FILES), "bin.png": Uint8Array.from([0, 1, 2, 10]), "my file.ts": "one\ntwo\n", "tests/a_test.py": "a\n" };

const TEXT_FILE = "x\n";

/** `src/a.ts` with some lines replaced. */
const edited = (lines: { readonly [line: number]: string }): string => LINES.map((line, index) => `${lines[index + 1] ?? line}\n`).join("");
const INSIDE = { 6: "fixed" };

/** Anchors F-001 [5, 8] and F-002 [20, 22] of src/a.ts. */
const base = take(null, [finding({ anchor: { file: "src/a.ts", region: [5, 8] } }), finding({ claim: "second", anchor: { file: "src/a.ts", region: [20, 22] } })]).ledger;

const repository = emptyRepository();
let count = 0;

/** Commits a tree on top of the base, as a branch of its own; gives the branch. */
function commit(changes: { readonly [path: string]: TreeFile | null }, message = MESSAGE, before: Tree = BASE): string {
  const branch = `b${++count}`;
  const after = Object.entries({ ...before, ...changes }).filter((entry): entry is [string, TreeFile] => entry[1] !== null);
  repository.write([[branch, [{ files: before, message: "base\n" }, { files: Object.fromEntries(after), message }]]]);
  return branch;
}

async function check(revision: string, over: Partial<CheckCommitInput> = {}, ledger: Ledger = base, context = CONTEXT) {
  return checkCommit(ledger, { finding: "F-001", revision, cycleDirectory: CYCLE, ...over }, context, await openRepository(repository.root));
}

const filesOf = (result: { readonly violations: readonly { readonly file: string }[] }): readonly string[] => result.violations.map(({ file }) => file);

beforeAll(() => repository.write([["main", [{ files: BASE, message: "base\n" }]]]));
afterAll(() => repository.remove());

describe("which commit", () => {
  it("LG-SEC-1: a revision that is an option reaches no git and writes no file", async () => {
    const target = join(repository.root, "written");
    await expect(check(`--output=${target}`)).rejects.toMatchObject({ name: "EvidenceError", code: "revision-unsafe" });
    expect(existsSync(target)).toBe(false);
  });

  it("LG-SEC-2, LG-CD-3: a merge, a tree and a range are refused, which would show no change", async () => {
    const [left, right] = [commit({ "src/b.ts": "x\n" }), commit({ "src/c.ts": "x\n" })];
    const merge = repository.git("commit-tree", `${left}^{tree}`, "-p", left, "-p", right, "-m", MESSAGE);
    await expect(check(merge)).rejects.toMatchObject({ code: "commit-merge", hint: "Name the individual fix commits." });
    await expect(check(`${left}^{tree}`)).rejects.toMatchObject({ code: "revision-unknown" });
    await expect(check(`main..${left}`)).rejects.toMatchObject({ code: "revision-unknown" });
  });

  it("LG-CD-1, LG-CD-2: with the check off, or for a finding that is settled, no commit is read", async () => {
    const reader = { readCommit: () => Promise.reject(new Error("read")) };
    const input = { finding: "F-001", revision: "HEAD", cycleDirectory: CYCLE };
    expect((await checkCommit(base, input, cycleContext({ config: { scopeCheck: false } }), reader)).result).toHaveProperty("skipped");
    const settled = { ...base, findings: [{ ...byId(base, "F-001"), status: "fixed" as const }, byId(base, "F-002")] };
    await expect(checkCommit(settled, input, CONTEXT, reader)).rejects.toMatchObject({ code: "check-diff-settled" });
    await expect(checkCommit(base, input, CONTEXT, reader)).rejects.toThrow("read");
  });

  it("LG-INST-5, LG-CLOSE-1: a round that is not the next one is refused where nothing was found too, and warned of without a marker", async () => {
    const [inside, outside] = [commit({ "src/a.ts": edited(INSIDE) }), commit({ "src/b.ts": "x\n" })];
    const marked: Ledger = { ...base, history: [{ instance: "code" }] };
    for (const revision of [inside, outside]) {
      const { problem, ledger, result } = await check(revision, { round: 4 }, marked);
      expect(problem).toMatchObject({ code: "iteration-mismatch" });
      expect(ledger).toBe(marked);
      expect(result.in_scope).toBe(revision === inside);
      expect((await check(revision, { round: 1 }, marked)).problem).toBeNull();
      expect(await check(revision, { round: 4 })).toMatchObject({ problem: null, warnings: ["round-number: 4 was given, 1 would be next"] });
      expect((await check(revision, { round: 0 })).problem).toMatchObject({ code: "iteration-mismatch" });
      expect((await check(revision)).warnings).toEqual([]);
    }
  });

  it("LG-CD-3: an abort is passed on", async () => {
    const reason = new Error("enough");
    const input = { finding: "F-001", revision: "main", cycleDirectory: CYCLE };
    await expect(checkCommit(base, input, CONTEXT, await openRepository(repository.root), { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});

describe("what may not pass", () => {
  it("V22, LG-CD-10: an edit inside the anchor passes, one outside does not, unless it is declared", async () => {
    expect((await check(commit({ "src/a.ts": edited(INSIDE) }))).result).toMatchObject({ in_scope: true, license_ok: true, trailer_findings: [] });
    const outside = { "src/a.ts": edited({ ...INSIDE, 30: "other" }) };
    const { result, ledger } = await check(commit(outside));
    expect(result).toMatchObject({ in_scope: false, violations: [{ file: "src/a.ts", region: [30, 30], old_region: [30, 30] }], machine_ids: ["F-003"] });
    expect(byId(ledger, "F-003")).toMatchObject({ severity: "major", anchor: { file: "src/a.ts", region: [30, 30], fingerprint: fingerprintOfText("other") } });
    expect((await check(commit(outside, `${MESSAGE}Review-Collateral: src/a.ts:30 why\n`))).result.in_scope).toBe(true);
  });

  it("V23, LG-CD-6: a cluster is in scope when Fix names all of it", async () => {
    const both = { "src/a.ts": edited({ ...INSIDE, 21: "second" }) };
    expect((await check(commit(both, MESSAGE.replace("F-001", "F-001 F-002")))).result.in_scope).toBe(true);
    expect((await check(commit(both))).result.in_scope).toBe(false);
  });

  it("V24, LG-CD-16, LG-SEC-24: an existing test needs a licence that resolves; a witness needs none", async () => {
    const test = { "src/a.ts": edited(INSIDE), "tests/a_test.py": "b\n" };
    expect((await check(commit(test))).result).toMatchObject({ license_ok: false, license_needed: ["tests/a_test.py"] });
    expect((await check(commit(test, `${MESSAGE}Review-License: lol\n`))).result.license_ok).toBe(false);
    expect((await check(commit(test, `${MESSAGE}Review-License: spec §4.2\n`))).result.license_ok).toBe(true);
    expect((await check(commit({ "src/a.ts": edited(INSIDE), "tests/review/F-001.test.ts": "x\n" }))).result).toMatchObject({ in_scope: true, license_ok: true });
  });

  it("LG-SEC-3: a replaced commit, attributes and drivers hide nothing", async () => {
    const outside = commit({ "src/a.ts": edited({ ...INSIDE, 30: "other" }), ".gitattributes": "src/* -diff\n*.ts diff=x\n" }, `${MESSAGE}Review-Collateral: .gitattributes why\n`);
    const empty = repository.git("commit-tree", `${outside}~1^{tree}`, "-p", `${outside}~1`, "-m", MESSAGE);
    repository.git("replace", repository.git("rev-parse", outside), empty);
    repository.git("config", "diff.x.textconv", "true");
    repository.git("config", "diff.x.command", "true");
    writeFileSync(join(repository.root, ".git/info/attributes"), "* -diff\n");
    try {
      expect(filesOf((await check(outside)).result)).toEqual(["src/a.ts"]);
    } finally {
      repository.git("replace", "-d", repository.git("rev-parse", outside));
    }
  });

  it("LG-SEC-4: lines that imitate headers free no edit far below them", async () => {
    for (const line of ["++ b/tests/review/F-001", "\u2028diff --git a/tests/review/F-001 b/tests/review/F-001", "x\rdiff --git a/tests/review/F-001 b/tests/review/F-001", "@@ -1 +1 @@"]) {
      const { result } = await check(commit({ "src/a.ts": edited({ 6: line, 30: "other" }) }));
      expect(result, JSON.stringify(line)).toMatchObject({ in_scope: false, violations: [{ file: "src/a.ts", region: [30, 30] }] });
    }
  });

  it.each<[what: string, changes: { readonly [path: string]: TreeFile | null }, violated: readonly string[]]>([
    ["an executable bit", { "src/b.ts": { mode: "100755", content: FILES.get("src/b.ts") ?? "" } }, ["src/b.ts"]],
    ["a pure rename", { "src/b.ts": null, "src/n.ts": FILES.get("src/b.ts") ?? "" }, ["src/b.ts", "src/n.ts"]],
    ["a binary edit", { "bin.png": Uint8Array.from([0, 1, 3, 10]) }, ["bin.png"]],
    ["a new empty file", { "src/empty.ts": "" }, ["src/empty.ts"]],
    ["a new submodule", { "vendor/sub": { mode: "160000", content: "1234567890123456789012345678901234567890" } }, ["vendor/sub"]],
    ["a link in place of a file", { "src/b.ts": { mode: "120000", content: "/etc/passwd" } }, ["src/b.ts"]],
    ["a deleted file", { "src/b.ts": null }, ["src/b.ts"]],
    ["a deleted empty file", { "src/nil.ts": null }, ["src/nil.ts"]],
  ])("LG-SEC-5, LG-CD-9, LG-CD-18: %s is a violation and is recorded", async (_, changes, violated) => {
    const { result, problem, ledger } = await check(commit({ "src/a.ts": edited(INSIDE), ...changes }, MESSAGE, { ...BASE, "src/nil.ts": "" }));
    expect(problem).toBeNull();
    expect(filesOf(result)).toEqual(violated);
    expect(ledger.findings.slice(2).map(({ anchor, severity }) => [anchor.file, severity])).toEqual([...new Set(violated)].map((file) => [file, "major"]));
  });

  it("LG-SEC-5: the executable bit of the anchored file is no edit of its lines; bare collateral frees it", async () => {
    const changes = { "src/a.ts": { mode: "100755", content: edited(INSIDE) } };
    expect(filesOf((await check(commit(changes))).result)).toEqual(["src/a.ts"]);
    expect((await check(commit(changes, `${MESSAGE}Review-Collateral: src/a.ts a script now\n`))).result.in_scope).toBe(true);
  });

  it("LG-SEC-5: what puts a link or a submodule in place of the anchored file, or moves one, is no edit of lines", async () => {
    const whole = take(null, [finding({ anchor: { file: "src/a.ts", region: [1, LINES.length] } })]).ledger;
    const link = { mode: "120000", content: "b.ts" };
    const submodule = (digit: string): TreeFile => ({ mode: "160000", content: digit.repeat(40) });
    const collateral = (place: string): string => `${MESSAGE}Review-Collateral: ${place} why\n`;
    for (const file of [link, submodule("1")]) {
      expect((await check(commit({ "src/a.ts": file }), {}, whole)).result.violations).toEqual([{ file: "src/a.ts", region: [1, 1], old_region: [1, 1] }]);
      expect((await check(commit({ "src/a.ts": file }, collateral("src/a.ts:1-40")), {}, whole)).result.in_scope).toBe(false);
      expect((await check(commit({ "src/a.ts": file }, collateral("src/a.ts")), {}, whole)).result.in_scope).toBe(true);
    }
    for (const [before, after] of [[link, { ...link, content: "c.ts" }], [submodule("1"), submodule("2")], [link, TEXT_FILE]] as const) {
      const base = { ...BASE, "src/s": before };
      expect(filesOf((await check(commit({ "src/s": after }, collateral("src/s:1"), base))).result)).toEqual(["src/s"]);
      expect((await check(commit({ "src/s": after }, collateral("src/s"), base))).result.in_scope).toBe(true);
    }
  });

  it("LG-SEC-6: names with blanks and other letters are named as they are", async () => {
    const { result, problem } = await check(commit({ "my file.ts": "one\n2\n", "src/é.ts": "x\n", 'q"uote.ts': "x\n" }));
    expect(problem).toBeNull();
    expect(filesOf(result)).toEqual(["my file.ts", 'q"uote.ts', "src/é.ts"]);
    expect((await check(commit({ "my file.ts": "one\n2\n" }, `${MESSAGE}Review-Collateral: "my file.ts":2 why\n`))).result.in_scope).toBe(true);
  });

  it("LG-SEC-21, LG-CD-13: settings, documents and another cycle's ledger are files like any other; this ledger is told apart", async () => {
    const changes = { ".review/config.yml": "scope_check: false\n", [`${CYCLE}/spec.md`]: "x\n", [`${CYCLE}/review-ledger.json`]: "{}\n", ".review/work/other/review-ledger.json": "{}\n" };
    const { result } = await check(commit(changes));
    expect(filesOf(result)).toEqual([".review/config.yml", `${CYCLE}/spec.md`, ".review/work/other/review-ledger.json"]);
    expect(result.trailer_findings).toEqual([expect.stringMatching(/ledger touched$/)]);
  });

  it("LG-SEC-22, LG-SEC-23: a witness is the finding's own test and nothing else", async () => {
    const { result } = await check(commit({ "tests/review/F-0019.ts": "x\n" }));
    expect(result).toMatchObject({ license_ok: false, license_needed: ["tests/review/F-0019.ts"] });
    const named = { ...base, findings: [{ ...byId(base, "F-001"), witness: { kind: "test" as const, ref: "src/b.ts", status: "red" as const } }, byId(base, "F-002")] };
    expect(filesOf((await check(commit({ "src/b.ts": "x\n" }), {}, named)).result)).toEqual(["src/b.ts"]);
  });
});

describe("which text", () => {
  it("LG-SEC-29: machine findings hold the text of the commit, whatever the work tree holds", async () => {
    const branch = commit({ "src/a.ts": edited({ 30: "committed" }) });
    execFileSync("mkdir", ["-p", join(repository.root, "src")]);
    writeFileSync(join(repository.root, "src/a.ts"), edited({ 30: "dirty" }));
    const { ledger } = await check(branch);
    expect(byId(ledger, "F-003").anchor.fingerprint).toBe(fingerprintOfText("committed"));
  });

  it("LG-SEC-29: for a deletion it is the text before", async () => {
    const { ledger } = await check(commit({ "src/b.ts": null }));
    expect(byId(ledger, "F-003").anchor).toMatchObject({ file: "src/b.ts", region: [1, 1], fingerprint: fingerprintOfText(LINES[0] ?? "") });
  });

  it("LG-CD-11: an anchor that earlier commits moved is found in the parent, not in the work tree", async () => {
    const moved = `${"new\n".repeat(10)}${edited({})}`;
    const fixed = moved.replace("line 6 of it", "fixed");
    const { result } = await check(commit({ "src/a.ts": fixed }, MESSAGE, { ...BASE, "src/a.ts": moved }));
    expect(result).toMatchObject({ in_scope: true, relocated: ["F-001"] });
  });

  it("LG-CD-3: a first commit is all additions", async () => {
    repository.write([["first", [{ files: { "src/a.ts": edited({}) }, message: MESSAGE }]]]);
    expect((await check("first")).result.violations).toEqual([{ file: "src/a.ts", region: [1, 40], old_region: [0, 0] }]);
  });
});

describe("what cannot be recorded where it is", () => {
  it.each(["a\nb", "a\\b", "C:foo", `${"d/".repeat(700)}x`])("LG-CD-18, LG-CD-19, LG-SEC-7: a violation whose name no finding may have (%j) stands at the fixed finding's anchor, and the others where they are", async (path) => {
    const { result, problem, ledger } = await check(commit({ [path]: "x\n", "src/b.ts": "x\n" }));
    expect(filesOf(result).toSorted()).toEqual([path, "src/b.ts"].toSorted());
    expect(problem).toMatchObject({ code: "anchor-path-unsafe" });
    expect(result.machine_ids).toEqual(["F-003", "F-004"]);
    expect(ledger.findings.slice(2).map(({ anchor, severity, status }) => `${severity} ${status} ${anchor.file}:${anchor.region.join("-")}`).toSorted()).toEqual([
      "major open src/a.ts:5-8", "major open src/b.ts:1-1",
    ]);
  });

  it("LG-CD-18, LG-SEC-14: neither a long name nor many changes keep a violation out of the ledger", async () => {
    const long = `src/${"n".repeat(200)}/${"n".repeat(200)}/${"n".repeat(200)}.ts`;
    const { ledger, problem } = await check(commit({ [long]: "x\n" }));
    expect(problem).toBeNull();
    expect(byId(ledger, "F-003")).toMatchObject({ severity: "major", anchor: { file: long }, witness: { ref: expect.stringMatching(/^git show [0-9a-f]{12}$/) as string } });
    const many = await check(commit(Object.fromEntries(Array.from({ length: 501 }, (_, index) => [`new/${index}.ts`, `text ${index}\n`]))));
    expect(many.problem).toBeNull();
    expect(many.result.machine_ids).toHaveLength(501);
    expect(many.ledger.findings).toHaveLength(503);
  });

  it("LG-CD-18, LG-CD-19: a round does not stop clean over such a violation when the fix is verified", async () => {
    const { ledger } = await check(commit({ "a\nb": "x\n" }));
    const results = ["F-001", "F-002"].map((id) => ({ id, verdict: "FIXED", evidence: "green" }));
    const { ledger: verified } = applyVerify(ledger, { results }, CONTEXT);
    const closed = applyCloseRound(verified, { suiteEvidence: "12 passed", today: TODAY }, CONTEXT);
    expect(closed.ledger.history.at(-1)).toMatchObject({ result: "CONTINUE" });
  });

  it("LG-CD-19, LG-SEC-13: and where a text is larger than may be read", async () => {
    const reader = await openRepository(repository.root, { maxFileBytes: 2000 });
    const branch = commit({ "src/large.ts": "x\n".repeat(2000) });
    const { result, problem, ledger } = await checkCommit(base, { finding: "F-001", revision: branch, cycleDirectory: CYCLE }, CONTEXT, reader);
    expect(filesOf(result)).toEqual(["src/large.ts"]);
    expect(problem).toMatchObject({ code: "anchor-file-unreadable", message: expect.stringMatching(/2000 bytes/) as string });
    expect(byId(ledger, "F-003")).toMatchObject({ severity: "major", status: "open", claim: expect.stringContaining("src/large.ts") as string, anchor: { file: "src/a.ts" } });
  });
});
