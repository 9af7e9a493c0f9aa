import { describe, expect, test } from "vitest";
import { assessRound } from "../assess-round.js";
import { decideReview } from "../decide/decide.js";
import { readReviewRun } from "../facts/read-run.js";
import { codeRound, codeRun, finding, floor, hunk, landed, PROSE, proseRound, proseRun, row } from "../run.fixture.js";
import { preRewriteText } from "./attach.js";
import { carryRows } from "./carry.js";
import { intakeProblems, owedFixes } from "./intake.js";
import { mergeRows, proposeMerges } from "./merge.js";
import { renderTriage, triageReport } from "./render.js";
import { rowHistory } from "./row-history.js";

const instrument = { locs: [{ file: "tests/graders/g.sh", line: 41 }] };

describe("merging", () => {
  test("RL-TR-01: one row for a spot: the strongest severity, every finding, place and quote", () => {
    const minor = row("a", { finding: { id: "f-a", lane: "CR", claimed: "minor", quotes: ["q1"], locs: [{ file: "a.ts", line: 3 }] } });
    const blocker = row("b", { finding: { id: "f-b", claimed: "blocker", quotes: ["q2"], locs: [{ file: "a.ts", line: 1, endLine: 4 }] } });
    const merged = mergeRows(minor, blocker);
    expect(merged?.findings.map(({ id }) => id)).toEqual(["f-a", "f-b"]);
    expect(assessRound(codeRun([codeRound(1, { triage: merged === null ? [] : [merged] })]), 1).severities).toEqual({ a: "blocker" });
  });

  test("RL-TR-01: without a shared place nothing merges", () => {
    expect(mergeRows(row("a", { finding: { locs: [{ file: "a.ts", line: 3 }] } }), row("b", { finding: { locs: [{ file: "a.ts", line: 4 }] } }))).toBeNull();
    const findings = [finding({ id: "1", locs: [{ file: "a.ts", line: 3 }] }), finding({ id: "2", locs: [{ file: "b.ts", line: 3 }] }), finding({ id: "3", locs: [{ file: "a.ts" }] })];
    expect(proposeMerges(findings)).toEqual([["1", "3"]]);
  });
});

describe("intake", () => {
  const problems = (...rows: ReturnType<typeof row>[]) => intakeProblems(codeRun([codeRound(1, { triage: rows })]), 1).map(({ row: id, code }) => `${code} ${id}`);

  test("RL-TR-03: scope is settled before a row is registered, accepted or fixed", () => {
    const pending = { scope: "out-pending" } as const;
    expect(problems(row("t", { ...pending, disposition: { kind: "fix", spec: "s" } }))).toEqual(["disposed-while-pending t"]);
    expect(problems(row("t", { ...pending, finding: instrument, disposition: { kind: "residual-floor", floor: floor() } }))).toEqual(["disposed-while-pending t"]);
    expect(problems(row("t", pending))).toEqual([]);
  });

  test("RL-TR-05: what the lenses find is reported, never sent to the fixer", () => {
    expect(problems(row("t", { finding: { laneKind: "simplicity" }, disposition: { kind: "fix", spec: "s" } }))).toEqual(["report-only-fix t"]);
    expect(problems(row("t", { finding: { laneKind: "legibility", unfollowable: "local" }, disposition: { kind: "fix", spec: "s" } }))).toEqual([]);
  });

  test("RL-TR-13: a prose row without operands keeps the round open", () => {
    const run = proseRun([proseRound(1, { landed: landed(1, [{ path: "p.md", hunks: [hunk(2, ["x"], ["y"])] }]) }), proseRound(2, { triage: [row("t", { finding: { locs: [{ file: "p.md" }] } })] })]);
    expect(intakeProblems(run, 2)).toEqual([{ row: "t", code: "row-incomplete" }]);
  });

  test("RL-TR-14: an id stands once in a run", () => {
    const run = codeRun([codeRound(1, { triage: [row("t")] }), codeRound(2, { triage: [row("t")] })]);
    expect(() => readReviewRun(run)).toThrow(expect.objectContaining({ code: "run-facts-invalid" }));
    expect(() => readReviewRun(codeRun([codeRound(1, { triage: [row("t"), row("t", { finding: { claimed: "minor" } })] })]))).toThrow(expect.objectContaining({ code: "run-facts-invalid" }));
  });

  test("RL-TR-14: the same defect raised again is a new row that is linked to the old one, backwards only", () => {
    const rounds = (links: readonly (string | undefined)[]) =>
      codeRun(links.map((sameAs, index) => codeRound(index + 1, { triage: [row(`t${index + 1}`, sameAs === undefined ? {} : { sameAs })] })));
    const run = rounds([undefined, "t1", undefined, "t2"]);
    expect(rowHistory(run, "t4")).toEqual(["t2", "t1"]);
    expect(rowHistory(run, "t3")).toEqual([]);
    expect(rowHistory(run, "t9")).toEqual([]);
    for (const [links, path] of [[[undefined, "t9"], "run.rounds[1].triage[0].sameAs"], [["t1"], "run.rounds[0].triage[0].sameAs"], [["t2", undefined], "run.rounds[0].triage[0].sameAs"]] as const) {
      expect(() => readReviewRun(rounds(links))).toThrow(expect.objectContaining({ code: "run-facts-invalid", path, message: `${path} is not the id of a triage row of an earlier round` }));
    }
  });

  test("RL-TR-17: only a serious row is registered", () => {
    expect(problems(row("t", { finding: { ...instrument, claimed: "nit" }, disposition: { kind: "residual-floor", floor: floor() } }))).toEqual(["floor-on-minor t"]);
  });

  test("RL-SF-15: a decline without the user's words is refused", () => {
    expect(problems(row("t", { scope: "out-declined", disposition: { kind: "accepted-degraded", reason: "r", userDeclined: "never said" } }))).toEqual(["declined-without-words t"]);
  });

  test("RL-TR-04: what has to be fixed is every serious row in scope that no rule retires", () => {
    const rows = [row("a"), row("b", { disposition: { kind: "accepted-degraded", definition: "major", reason: "r" } }), row("c", { scope: "out-pending" }), row("d", { finding: { claimed: "nit" } })];
    expect(owedFixes(codeRun([codeRound(1, { triage: rows })]), 1)).toEqual(["a"]);
  });
});

describe("carrying", () => {
  const registered = row("reg", { finding: { id: "f", ...instrument, laneKind: "anchor" }, disposition: { kind: "residual-floor", floor: floor(1) } });

  test("RL-TR-10: a registration that nobody raises again comes back and is tested anew", () => {
    const run = codeRun([codeRound(1, { triage: [registered] }), codeRound(2)]);
    const carried = carryRows(run, 2);
    expect(carried).toMatchObject([{ id: "reg@2", findings: [{ id: "f@2", laneKind: "carry" }] }]);
    expect(decideReview(codeRun([codeRound(1, { triage: [registered] }), codeRound(2, { triage: carried })]), 2).decision.token).toContain("[residual-floor: 1 registered]");
    // The evidence went stale in between: what is carried is no verdict.
    const changed = codeRun([codeRound(1, { triage: [registered], landed: landed(1, [{ path: "eval/trials.yaml" }]) }), codeRound(2, { triage: carried })]);
    expect(assessRound(changed, 2).resolved).toEqual({ "reg@2": false });
  });

  test("RL-TR-10: one that is raised again, never held, or whose file is gone is not carried", () => {
    expect(carryRows(codeRun([codeRound(1, { triage: [registered] }), codeRound(2, { triage: [row("x", { finding: instrument })] })]), 2)).toEqual([]);
    expect(carryRows(codeRun([codeRound(1, { triage: [{ ...registered, disposition: { kind: "residual-floor", floor: floor(1, { honestProducerCanEmit: true }) } }] }), codeRound(2)]), 2)).toEqual([]);
    expect(carryRows(codeRun([codeRound(1, { triage: [registered], landed: landed(1, [{ path: "tests/graders/g.sh", status: "deleted" }]) }), codeRound(2)]), 2)).toEqual([]);
  });
});

describe("text", () => {
  const prose = (over: object = {}, texts: { readonly [file: string]: string } = { "p.md": PROSE }) =>
    proseRun([proseRound(1, { texts, landed: landed(1, [{ path: "p.md", hunks: [hunk(2, ["x"], ["y"])] }]) }), proseRound(2, { triage: [row("t", { finding: { locs: [{ file: "p.md", section: "Lock" }], quotes: ["one driver"] }, ...over })] })]);

  test("RL-TR-12: the section's stored text before the fix is attached; a typed one only where none is stored", () => {
    expect(preRewriteText(prose({ preRewriteQuote: "typed" }), 2, "t")).toEqual({ text: "# Lock\nThe lock is held by one driver.", from: "stored" });
    expect(preRewriteText(prose({ preRewriteQuote: "typed" }, {}), 2, "t")).toEqual({ text: "typed", from: "typed" });
    expect(preRewriteText(prose({}, {}), 2, "t")).toBeNull();
  });

  test("RL-TR-02: the list is rendered whole: severity, place, disposition, scope, sources, quotes, the text before", () => {
    expect(renderTriage(prose({ finding: { id: "f", claimed: "Medium", locs: [{ file: "p.md", section: "Lock" }], quotes: ["one driver"] } }), 2)).toBe(
      't | major | p.md#Lock | pending | in | RC (slot, f: Medium → major)\n  quotes: "one driver"\n  before the rewrite (stored): "# Lock The lock is held by one driver."',
    );
    expect(renderTriage(codeRun([codeRound(1)]), 1)).toBe("no findings");
  });

  test("RL-TR-15: the user hears of every row: fixed, retired, skipped or open", () => {
    const rows = [
      row("fix", { disposition: { kind: "fix", spec: "s" } }), row("nit", { finding: { claimed: "nit" }, disposition: { kind: "left" } }),
      row("acc", { disposition: { kind: "accepted-degraded", definition: "major", reason: "r" } }), row("open", { disposition: { kind: "left" } }),
    ];
    expect(triageReport(codeRun([codeRound(1, { triage: rows })]), 1)).toEqual({ fixed: ["fix"], retired: ["acc"], skipped: ["nit"], open: ["open"] });
  });
});
