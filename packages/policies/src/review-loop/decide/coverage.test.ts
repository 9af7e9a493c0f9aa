import { describe, expect, test } from "vitest";
import { assessRound } from "../assess-round.js";
import type { AnchorFact, EnumRow } from "../facts/round-facts.js";
import type { ReviewRound, ReviewRun } from "../facts/run-facts.js";
import { anchor, codeRound, codeRun, coldRead, floor, landed, proseRound, proseRun, recordsOf, returned, row, safe } from "../run.fixture.js";
import { decideReview } from "./decide.js";

const round = (over: Partial<ReviewRound>, run: Partial<ReviewRun> = {}) => assessRound(codeRun([codeRound(1, over)], run), 1);
const state = (over: Partial<EnumRow>, rest: Partial<ReviewRound> = {}) => round({ table: [safe("r1", over)], ...rest }).rowStates["r1"];

describe("row states", () => {
  test("RL-EN-17: a claim without its evidence is unresolved, which never satisfies the gate", () => {
    expect(state({})).toBe("verified-safe");
    expect(state({ claimed: null })).toBe("unresolved");
    expect(state({ claimed: "unresolved" })).toBe("unresolved");
    expect(round({ table: [safe("r1", { claimed: null })] }).gate.failed).toContain("1-rows-terminal");
  });

  test("RL-EN-18: verified-safe needs inputs, observation, claim, agreement, and no audit that says otherwise", () => {
    const evidence = { inputs: ["empty"], observed: "refused", claim: "refused", matches: true };
    expect(state({ evidence: { ...evidence, inputs: [] } })).toBe("unresolved");
    expect(state({ evidence: { ...evidence, observed: "" } })).toBe("unresolved");
    expect(state({ evidence: { ...evidence, claim: " " } })).toBe("unresolved");
    expect(state({ evidence: { ...evidence, matches: false } })).toBe("unresolved");
  });

  test("RL-EN-23: a spot audit that contradicts the claim voids the row", () => {
    const spotAudits = [{ row: "r1", record: "sp1", input: "empty", observed: "crashed", claim: "refused", matches: false }];
    expect(state({}, { spotAudits })).toBe("unresolved");
  });

  test("RL-EN-19: fixed points at a round whose diff exists", () => {
    const run = codeRun([codeRound(1, { landed: landed(1, [{ path: "a.ts" }]) }), codeRound(2, { table: [safe("r1", { claimed: "fixed", fixedIn: 1 }), safe("r2", { claimed: "fixed", fixedIn: 2 }), safe("r3", { claimed: "fixed" }), safe("r4", { claimed: "fixed", fixedIn: 3 })] })]);
    expect(assessRound(run, 2).rowStates).toEqual({ r1: "fixed", r2: "unresolved", r3: "unresolved", r4: "unresolved" });
  });

  test("RL-EN-20: accepted-degraded names a definition and a resolved row; registered a registration that holds", () => {
    const reason = { definition: "minor", text: "documented" } as const;
    expect(state({ claimed: "accepted-degraded", reason })).toBe("accepted-degraded");
    expect(state({ claimed: "accepted-degraded", reason: { text: "documented" } })).toBe("unresolved");
    expect(state({ claimed: "accepted-degraded", reason, triageRow: "t" }, { triage: [row("t")] })).toBe("unresolved");
    expect(state({ claimed: "accepted-degraded", reason, triageRow: "t" }, { triage: [row("t", { finding: { claimed: "minor" } })] })).toBe("accepted-degraded");
    const registration = (isEmitted: boolean) => ({ triage: [row("t", { finding: { locs: [{ file: "tests/graders/g.sh", line: 1 }] }, disposition: { kind: "residual-floor", floor: floor(1, { honestProducerCanEmit: isEmitted }) } })] });
    expect(state({ claimed: "registered", triageRow: "t" }, registration(false))).toBe("registered");
    expect(state({ claimed: "registered", triageRow: "t" }, registration(true))).toBe("unresolved");
    expect(state({ claimed: "registered" })).toBe("unresolved");
  });

  test("RL-EN-09: where the contract is silent a row is a finding: fixed or accepted as minor, never safe, never bare", () => {
    const triage = [row("t", { finding: { claimed: "minor" } })];
    const silent = (over: Partial<EnumRow>) => state({ contractSilent: true, triageRow: "t", ...over }, { triage });
    expect(silent({})).toBe("unresolved");
    expect(silent({ claimed: "accepted-degraded", reason: { definition: "minor", text: "nobody depends on it" } })).toBe("accepted-degraded");
    expect(silent({ claimed: "accepted-degraded", reason: { definition: "major", text: "nobody depends on it" } })).toBe("unresolved");
    expect(state({ contractSilent: true, claimed: "accepted-degraded", reason: { definition: "minor", text: "x" } })).toBe("unresolved");
  });
});

describe("anchors", () => {
  const grade = (one: Partial<AnchorFact>, rest: Partial<ReviewRound> = {}, run: Partial<ReviewRun> = {}) => round({ anchors: [anchor(1, one)], ...rest }, run).grades[0]?.grade;

  test("RL-AN-05: strong is what ran in this round and looked at every point of the checklist", () => {
    expect(grade({})).toBe("strong");
    expect(grade({ covered: [{ file: "src/a.ts", line: 11 }] })).toBe("weak");
    expect(grade({ covered: [] })).toBe("weak");
    expect(grade({ categories: [2] })).toBe("weak");
    expect(grade({ record: "gone" })).toBe("weak");
    expect(grade({ record: "quiet" }, {}, { toolRecords: [...recordsOf(1), { id: "quiet", seq: 105, round: 1, args: "grep", output: " ", writes: [] }] })).toBe("weak");
  });

  test("RL-AN-06: without checklist points under a category nothing is strong there", () => {
    expect(grade({}, { checklist: { points: [], scope: "s" } })).toBe("weak");
    expect(grade({}, { checklist: null })).toBe("weak");
  });

  test("RL-AN-08, RL-PR-15: a record of another round is stale", () => {
    const run = codeRun([codeRound(1), codeRound(2, { anchors: [anchor(1)] })]);
    expect(assessRound(run, 2).grades).toEqual([{ category: 1, grade: "weak" }]);
    expect(assessRound(run, 2).voiding).toContainEqual({ code: "anchor-untraced", at: "a" });
  });

  test("RL-AN-04: an anchor that ran after a slot had answered is weak", () => {
    const late = { id: "late", seq: 111, round: 1, args: "grep", output: "src/a.ts:10", writes: [] };
    expect(grade({ record: "late" }, {}, { toolRecords: [...recordsOf(1), late] })).toBe("weak");
  });

  test("RL-EN-02: scope is the union of table, checklist and anchors", () => {
    const found = round({ table: [safe("r1", { category: 3 })], checklist: { points: [{ category: 1, loc: { file: "src/a.ts", line: 10 } }], scope: "s" }, anchors: [anchor(1, { categories: [5] })] });
    expect(found.grades.map(({ category }) => category)).toEqual([1, 3, 5]);
  });

  test("RL-AN-10: the checklist alone is a weak anchor, enough to pass with its suffix", () => {
    expect(decideReview(codeRun([codeRound(1, { anchors: [] })]), 1).decision.token).toContain("APPROVE [narrative-drift/forward-fragility: not-covered] [weak-reconciliation: not-covered]");
  });

  test("RL-AN-11: rules that were run by their author leave the weak suffix on every later token", () => {
    const token = decideReview(codeRun([codeRound(1, { implementAndRun: "ran" }), codeRound(2)], { notYetBuilt: false }), 2).decision.token;
    expect(token).toContain("[weak-reconciliation: not-covered]");
  });

  test("RL-AN-12: of what is not built yet each round says whether its rules were run", () => {
    const built = (...said: ReviewRound["implementAndRun"][]) => decideReview(codeRun(said.map((implementAndRun, index) => codeRound(index + 1, { implementAndRun })), { notYetBuilt: true }), said.length).decision;
    expect(built("not-run").token).toContain("[mechanic: not-built]");
    expect(built("n/a").token).not.toContain("mechanic");
    expect(built("ran", "not-run").token).not.toContain("mechanic");
    expect(built(null)).toMatchObject({ kind: "continue", why: "gate" });
  });

  test("RL-AN-13: only a custom invariant of this round that covers both risks lifts the drift suffix", () => {
    const token = (one: Partial<AnchorFact>) => decideReview(codeRun([codeRound(1, { anchors: [anchor(1, one)] })]), 1).decision.token ?? "";
    expect(token({ form: "invariant", covers: ["drift", "fragility"] })).toBe("APPROVE");
    expect(token({ form: "invariant", covers: ["drift"] })).toContain("not-covered");
    expect(token({ form: "static", covers: ["drift", "fragility"] })).toContain("not-covered");
  });
});

describe("reconciliation", () => {
  const reconciled = (over: Partial<ReviewRound>, run: Partial<ReviewRun> = {}) => round(over, run).reconciliation;
  const point = (line: number) => ({ category: 1, loc: { file: "src/a.ts", line } }) as const;

  test("RL-EN-12: an anchor's point that no row accounts for is an omission", () => {
    const found = reconciled({ checklist: { points: [point(10), point(20)], scope: "s" } });
    expect(found).toMatchObject({ ok: false, omissions: [{ loc: { line: 20 } }] });
    expect(round({ checklist: { points: [point(10), point(20)], scope: "s" } }).gate.failed).toEqual(["2-reconciled"]);
  });

  test("RL-EN-13: a row that nobody else knows is unverified until a record confirms its line", () => {
    const table = [safe(), safe("r2", { loc: { file: "x.ts", line: 99 } })];
    expect(reconciled({ table }).unverified.map(({ id }) => id)).toEqual(["r2"]);
    const confirmed = [safe(), safe("r2", { loc: { file: "x.ts", line: 99 }, confirmedBy: "g" })];
    const record = (output: string) => ({ toolRecords: [...recordsOf(1), { id: "g", seq: 190, round: 1, args: "grep", output, writes: [] }] });
    expect(reconciled({ table: confirmed }, record("x.ts:99: if")).ok).toBe(true);
    expect(reconciled({ table: confirmed }, record("x.ts:98: if")).ok).toBe(false);
  });

  test("RL-EN-14: under a strong anchor each point has exactly one row of its own", () => {
    const points = [point(10), point(20)];
    const strong = { checklist: { points, scope: "s" }, anchors: [anchor(1, { covered: points.map(({ loc }) => loc) })] };
    expect(reconciled({ ...strong, table: [safe(), safe("r2", { loc: { file: "src/a.ts", line: 20 } })] }).ok).toBe(true);
    expect(reconciled({ ...strong, table: [safe("all", { merged: points.map(({ loc }) => loc) })] }).omissions).toHaveLength(2);
    expect(reconciled({ ...strong, table: [safe(), safe("again"), safe("r2", { loc: { file: "src/a.ts", line: 20 } })] }).omissions).toHaveLength(1);
  });

  test("RL-EN-15: under a weak anchor a merged row stands for its members, visibly", () => {
    const merged = safe("all", { merged: [{ file: "src/a.ts", line: 20 }] });
    expect(reconciled({ table: [merged], anchors: [], checklist: { points: [point(10), point(20)], scope: "s" } })).toMatchObject({ ok: true, declaredIncomplete: true });
  });

  test("RL-EN-16: without any anchor there is nothing to compare with", () => {
    expect(reconciled({ checklist: null, anchors: [] })).toMatchObject({ ok: false, hasAnchor: false });
  });

  test("RL-EN-24, RL-EN-25: an empty table satisfies nothing on code, and on prose only with a cold read", () => {
    expect(round({ table: [], spotAudits: [] }).gate.failed).toContain("1-rows-terminal");
    expect(assessRound(proseRun([proseRound(1)]), 1).gate.ok).toBe(true);
    expect(assessRound(proseRun([proseRound(1, { coldRead: null })]), 1).gate.failed).toEqual(["1-2-cold-read"]);
  });
});

describe("cold read", () => {
  const failed = (over: Partial<ReviewRound>) => assessRound(proseRun([proseRound(1, over)]), 1).gate.failed;
  const q5 = (triageRow?: string) => coldRead(1, { q5: [{ quote: "within the window", ...(triageRow === undefined ? {} : { triageRow }) }] });
  const reader = { laneKind: "legibility", lane: "reader", unfollowable: "local", locs: [{ file: "p.md", line: 2 }], quotes: ["within the window"] } as const;

  test("RL-LE-03, RL-LE-06: a warm reader, or one whose return is not verbatim, is no cold read", () => {
    expect(failed({ coldRead: coldRead(1, { warm: true }) })).toEqual(["1-2-cold-read"]);
    expect(failed({ coldRead: coldRead(1, { ret: returned("ok", 120, { pastedSha: null }) }) })).toEqual(["1-2-cold-read"]);
  });

  test("RL-LE-15, RL-LE-16: an item of question 5 is open until its row is resolved; an unlinked one is open", () => {
    expect(failed({ coldRead: q5() })).toContain("1-2-cold-read");
    expect(failed({ coldRead: q5("t"), triage: [row("t", { finding: reader })] })).toContain("1-2-cold-read");
    expect(failed({ coldRead: q5("t"), triage: [row("t", { finding: reader, disposition: { kind: "external-reference", ref: { name: "x", version: "1", digest: "d" } } })] })).toEqual([]);
  });

  test("RL-LE-11: a coined term needs a decision before prose passes", () => {
    const q4 = coldRead(1, { q4: [{ term: "lane", triageRow: "t" }] });
    expect(failed({ coldRead: q4, triage: [row("t", { finding: { claimed: "minor" } })] })).toEqual(["1-2-cold-read"]);
    expect(failed({ coldRead: q4, triage: [row("t", { finding: { claimed: "minor" }, disposition: { kind: "left" } })] })).toEqual([]);
  });

  test("RL-LE-17: with a table the clauses 1 and 2 hold beside the cold read; with code and prose its absence voids the pass", () => {
    expect(failed({ table: [safe("r1", { claimed: null })], checklist: { points: [{ category: 1, loc: { file: "src/a.ts", line: 10 } }], scope: "s" } })).toContain("1-rows-terminal");
    const mixed = codeRun([codeRound(1)], { hasProse: true });
    expect(assessRound(mixed, 1).gate.ok).toBe(true);
    expect(decideReview(mixed, 1).decision).toMatchObject({ kind: "continue", why: "gate" });
  });

  test("RL-LE-10: pinned references are counted by distinct quote while they stand in the text", () => {
    const pinned = (id: string, quote: string) => row(id, { finding: { ...reader, quotes: [quote] }, disposition: { kind: "external-reference", ref: { name: "x", version: "1", digest: "d" } } });
    const triage = [pinned("a", "Retries stop after two tries."), pinned("b", "retries stop after TWO tries."), pinned("c", "a rule that is gone")];
    const run = proseRun([proseRound(1, { triage }), proseRound(2)]);
    expect(decideReview(run, 2).decision.token).toContain("[external-refs: 1 pinned, not inlined]");
  });
});

describe("pass gate", () => {
  test("RL-TE-01: every clause is asked, and named in order when it fails", () => {
    const broken = codeRound(1, {
      slots: { CR: { marker: { kind: "unresolved" }, returns: [] }, RC: { marker: { kind: "unresolved" }, returns: [] }, IR: { ...codeRound(1).slots.IR, returns: [returned("NEEDS WORK", 112)] } },
      table: null, checklist: null, triage: null, landed: landed(1, []), coldRead: null,
    });
    expect(assessRound(codeRun([broken], { hasCode: false, hasProse: true }), 1).gate).toEqual({
      ok: false,
      failed: ["experts-returned", "no-slot-rejects", "triage-present", "1-rows-terminal", "2-reconciled", "1-2-cold-read", "4-no-fix"],
    });
  });

  test("RL-TE-02: no fix in this round, direct edits included", () => {
    expect(round({ landed: landed(1, []) }).gate.failed).toEqual(["4-no-fix"]);
    expect(round({ triage: [row("t", { finding: { claimed: "minor" }, disposition: { kind: "fix", spec: "s" } })] }).gate.failed).toEqual(["4-no-fix"]);
    expect(round({ triage: [row("t", { finding: { claimed: "minor" }, disposition: { kind: "fixed" } })] }).gate.failed).toEqual(["4-no-fix"]);
  });

  test("RL-TE-04: three approvals are no sufficient condition", () => {
    expect(round({ triage: [row("t", { finding: { laneKind: "bot" } })] })).toMatchObject({ slots: { CR: { verdict: "APPROVE" }, RC: { verdict: "APPROVE" }, IR: { verdict: "APPROVE" } }, gate: { ok: false } });
  });
});
