import { describe, expect, test } from "vitest";
import { assessRound } from "../assess-round.js";
import type { ReviewRun } from "../facts/run-facts.js";
import type { FloorEvidence, RowDisposition, TriageRow } from "../facts/triage-facts.js";
import { codeRound, codeRun, finding, floor, landed, row } from "../run.fixture.js";
import { decideReview } from "./decide.js";
import { fileRole } from "./file-kind.js";

const resolved = (one: TriageRow, over: Partial<ReviewRun> = {}) => assessRound(codeRun([codeRound(1, { triage: [one] })], over), 1).resolved[one.id];
const accepted = (over: object = {}): RowDisposition => ({ kind: "accepted-degraded", definition: "major", reason: "no wrong result", ...over });
const instrument = { locs: [{ file: "tests/graders/g.sh", line: 41 }] };
const registered = (evidence: FloorEvidence, over: Partial<TriageRow> = {}) => row("t", { finding: instrument, disposition: { kind: "residual-floor", floor: evidence }, ...over });

describe("resolution", () => {
  test("RL-VN-11: minors are resolved; a serious row only by what names its own severity's definition", () => {
    expect(resolved(row("t", { finding: { claimed: "nit" } }))).toBe(true);
    expect(resolved(row("t", { disposition: accepted() }))).toBe(true);
    expect(resolved(row("t", { disposition: accepted({ definition: "blocker" }) }))).toBe(false);
    expect(resolved(row("t", { disposition: accepted({ reason: " " }) }))).toBe(false);
    expect(resolved(row("t", { disposition: { kind: "not-applicable", definition: "major", reason: "generated file" } }))).toBe(true);
    expect(resolved(row("t", { disposition: { kind: "not-applicable", reason: "generated file" } }))).toBe(false);
    const pinned: RowDisposition = { kind: "external-reference", ref: { name: "x", version: "1", digest: "d" } };
    expect(resolved(row("t", { finding: { laneKind: "slot" }, disposition: pinned }))).toBe(false);
  });

  test("RL-VN-11: a fix of this round is not resolved yet; the round after it proves it", () => {
    expect(resolved(row("t", { disposition: { kind: "fix", spec: "s" } }))).toBe(false);
    expect(resolved(row("t", { disposition: { kind: "fixed" } }))).toBe(false);
  });

  test("RL-VN-12: one unresolved serious row rejects the round under three approvals, minors do not", () => {
    const gate = (claimed: string) => assessRound(codeRun([codeRound(1, { triage: [row("t", { finding: { laneKind: "anchor", claimed } })] })]), 1).gate;
    expect(gate("major")).toEqual({ ok: false, failed: ["3-nothing-unresolved"] });
    expect(gate("minor")).toEqual({ ok: true, failed: [] });
  });

  test("RL-TR-04: a serious row that is left stays unresolved", () => {
    expect(resolved(row("t", { disposition: { kind: "left" } }))).toBe(false);
  });

  test("RL-SF-14, RL-SF-16: nothing resolves a row that waits for the user", () => {
    expect(resolved(row("t", { scope: "out-pending", disposition: accepted() }))).toBe(false);
    const run = codeRun([codeRound(1, { triage: [row("t", { scope: "out-pending", disposition: accepted() })] })]);
    for (let tick = 0; tick < 5; tick++) expect(decideReview(run, 1).decision.token).toBe("OUT-OF-SCOPE-PENDING (1 left)");
  });

  test("RL-SF-15: a decline holds only in the user's own words, and stays a degradation", () => {
    const declined = (over: object) => row("t", { scope: "out-declined", disposition: accepted({ definition: undefined, ...over }) });
    const clean = (one: TriageRow) => JSON.parse(JSON.stringify(one)) as TriageRow;
    expect(resolved(clean(declined({ userDeclined: "leave it" })))).toBe(true);
    expect(resolved(clean(declined({ userDeclined: "whatever" })))).toBe(false);
    expect(resolved(row("t", { scope: "out-declined", disposition: { kind: "not-applicable", definition: "major", reason: "harmless", userDeclined: "leave it" } as RowDisposition }))).toBe(false);
    const run = codeRun([codeRound(1, { triage: [clean(declined({ userDeclined: "leave it" }))] })]);
    expect(decideReview(run, 1).decision).toMatchObject({ subject: "APPROVE-DEGRADED" });
  });

  test("RL-SF-17: without a raised fence the scope of a row means nothing", () => {
    const fence = { raised: false, skip: { command: "grep", hits: 0 } };
    expect(resolved(row("t", { scope: "out-pending", disposition: accepted() }), { fence })).toBe(true);
    expect(decideReview(codeRun([codeRound(1, { triage: [row("t", { scope: "out-pending" })] })], { fence }), 1).decision.kind).toBe("continue");
  });
});

describe("residual floor", () => {
  test.each([
    ["tests/graders/g.sh", "instrument"], ["checkers/a.py", "instrument"], ["scripts/run-grader.sh", "instrument"], ["tests/__fixtures__/a.json", "instrument"],
    ["src/fixtures/a.json", "instrument"], ["cassettes/a.yaml", "instrument"], ["evals/a.toml", "instrument"], ["eval.yaml", "instrument"], ["Eval/B.YML", "instrument"],
    [".github/workflows/api-contract.yml", "instrument"], [".github/workflows/ci.yml", "production"], ["Makefile", "ambiguous"], ["tests/graders/Makefile", "ambiguous"],
    ["fixtures/gen-fixtures.ts", "ambiguous"], ["tools/generate_fixtures.py", "ambiguous"], ["Dockerfile", "ambiguous"], ["package.json", "ambiguous"],
    ["tests/login.test.ts", "production"], ["src/a.ts", "production"], ["evals/readme.md", "production"],
  ] as const)("RL-TR-06: %s is %s, by a table that no run can add to", (file, role) => {
    expect(fileRole(file)).toBe(role);
  });

  test.each([
    ["src/type-checker.ts", "production"], ["src/checkers/a.ts", "production"], ["packages/core/src/graders/a.sh", "production"], ["lib/grader.py", "production"],
    ["internal/checker/main.go", "production"], ["tests/graders/g.sh", "instrument"], ["graders/lib/g.sh", "instrument"], ["tests\\graders\\g.sh", "instrument"],
  ] as const)("RL-TR-16: %s is %s: in shipped source the words grader and checker make no instrument", (file, role) => {
    expect(fileRole(file)).toBe(role);
  });

  test("RL-TR-06: every place of the row has a line in an instrument", () => {
    expect(resolved(registered(floor()))).toBe(true);
    expect(resolved(registered(floor(), { findings: [finding(instrument), finding()] }))).toBe(false);
    expect(resolved(registered(floor(), { findings: [finding({ locs: [{ file: "tests/graders/g.sh" }] })] }))).toBe(false);
    expect(resolved(registered(floor(), { findings: [finding({ locs: [] })] }))).toBe(false);
  });

  test("RL-TR-07: the proof names its source, holds the quote, and is later than the last change to what it describes", () => {
    expect(resolved(registered(floor(1, { artifact: "eval/other.yaml" })))).toBe(false);
    expect(resolved(registered(floor(1, { quote: "trials: 50" })))).toBe(false);
    expect(resolved(registered(floor(1, { quote: "" })))).toBe(false);
    expect(resolved(registered(floor(1, { record: "gone" })))).toBe(false);
    const stale = (changed: string, record: number) => {
      const rounds = [codeRound(1, { landed: landed(1, [{ path: changed }]) }), codeRound(2, { triage: [registered(floor(record, { characterises: ["src/a.ts"] }))] })];
      return assessRound(codeRun(rounds), 2).resolved["t"];
    };
    expect(stale("src/a.ts", 1)).toBe(false);
    expect(stale("eval/trials.yaml", 1)).toBe(false);
    expect(stale("src/b.ts", 1)).toBe(true);
    expect(stale("src/a.ts", 2)).toBe(true);
  });

  test("RL-TR-08: what an honest producer can emit is no floor", () => {
    expect(resolved(registered(floor(1, { honestProducerCanEmit: true })))).toBe(false);
  });

  test("RL-TR-09: a registered row shows in subject and suffix", () => {
    const { decision } = decideReview(codeRun([codeRound(1, { triage: [registered(floor())] })]), 1);
    expect(decision.token).toContain("APPROVE-DEGRADED (residual-floor: 1) ");
    expect(decision.token).toContain("[residual-floor: 1 registered]");
  });

  test("RL-TR-11: an acceptance for unreachability needs the same two clauses", () => {
    const unreachable = (evidence?: FloorEvidence) => row("t", { finding: instrument, disposition: accepted({ claimsUnreachable: true, ...(evidence === undefined ? {} : { floor: evidence }) }) });
    expect(resolved(unreachable(floor()))).toBe(true);
    expect(resolved(unreachable())).toBe(false);
    expect(resolved(unreachable(floor(1, { quote: "nothing" })))).toBe(false);
  });
});
