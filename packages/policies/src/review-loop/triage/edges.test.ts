/** Borders of triage: what is refused, merged, carried, attached and said, each beside a twin that is not. */
import { describe, expect, test } from "vitest";
import type { RaisedFinding, RowDisposition, TriageRow } from "../facts/triage-facts.js";
import { codeRound, codeRun, finding, floor, landed, PROSE, proseRound, proseRun, row } from "../run.fixture.js";
import { preRewriteText } from "./attach.js";
import { carryRows } from "./carry.js";
import { intakeProblems } from "./intake.js";
import { mergeRows, proposeMerges } from "./merge.js";
import { renderTriage, triageReport } from "./render.js";

const instrument = { locs: [{ file: "tests/graders/g.sh", line: 41 }] };
const spot = (file: string, line: number) => ({ file, line });

describe("intake", () => {
  const problems = (one: TriageRow, isRaised = true) => intakeProblems(codeRun([codeRound(1, { triage: [one] })], { fence: { raised: isRaised } }), 1).map(({ code }) => code);
  const fix: RowDisposition = { kind: "fix", spec: "s" };
  const declined = (over: object) => row("t", { scope: "out-declined", disposition: { kind: "accepted-degraded", reason: "r", ...over } });
  test.each<readonly [string, TriageRow, readonly string[]]>([
    ["left while pending", row("t", { scope: "out-pending", disposition: { kind: "left" } }), []], ["small, fixed while pending", row("t", { scope: "out-pending", disposition: fix, finding: { claimed: "nit" } }), []],
    ["declined in the user's words", declined({ userDeclined: "leave it" }), []], ["declined in blanks", declined({ userDeclined: " " }), ["declined-without-words"]], ["declined in other words", declined({ userDeclined: "go" }), ["declined-without-words"]], ["declined, and left", row("t", { scope: "out-declined", disposition: { kind: "left" } }), ["declined-without-words"]],
    ["declined, not applicable", row("t", { scope: "out-declined", disposition: { kind: "not-applicable", reason: "r", userDeclined: "leave it" } }), ["declined-without-words"]], ["declined, and small", row("t", { scope: "out-declined", finding: { claimed: "nit" } }), []], ["in scope", row("t"), []],
    ["a reader's minor, fixed", row("t", { finding: { laneKind: "legibility" }, disposition: fix }), ["report-only-fix"]], ["a slot's minor, fixed", row("t", { finding: { claimed: "minor" }, disposition: fix }), []], ["a lens's minor, left", row("t", { finding: { laneKind: "simplicity" }, disposition: { kind: "left" } }), []],
    ["a lens's and a slot's minor, fixed", row("t", { findings: [finding({ laneKind: "simplicity" }), finding({ claimed: "minor" })], disposition: fix }), []], ["two lenses' minors, fixed", row("t", { findings: [finding({ laneKind: "simplicity" }), finding({ laneKind: "legibility" })], disposition: fix }), ["report-only-fix"]],
    ["a registered major", row("t", { finding: instrument, disposition: { kind: "residual-floor", floor: floor() } }), []],
  ])("RL-TR-03, RL-TR-05, RL-TR-17, RL-SF-15: %s", (_what, one, expected) => {
    expect(problems(one)).toEqual(expected);
  });

  test("RL-SF-17: without a fence there is nothing to decline", () => {
    expect(problems(row("t", { scope: "out-declined" }), false)).toEqual([]);
  });
});

describe("merging", () => {
  const at = (id: string, ...locs: RaisedFinding["locs"]) => finding({ id, locs });
  test("RL-TR-01: one shared place of several is enough, and each pair is proposed once", () => {
    const findings = [at("1", spot("a.ts", 1), spot("b.ts", 1)), at("2", spot("b.ts", 1), spot("a.ts", 1)), at("3", spot("a.ts", 2), spot("c.ts", 9)), at("4", spot("c.ts", 9), spot("a.ts", 7))];
    expect(proposeMerges(findings)).toEqual([["1", "2"], ["3", "4"]]);
    expect(proposeMerges([at("1", spot("a.ts", 1), spot("a.ts", 2))])).toEqual([]);
    const into = row("a", { findings: [at("1", spot("a.ts", 9)), at("2", spot("a.ts", 1), spot("b.ts", 4))] });
    expect(mergeRows(into, row("b", { findings: [at("3", spot("z.ts", 1)), at("2", spot("b.ts", 4), spot("y.ts", 1))] }))?.findings.map(({ id }) => id)).toEqual(["1", "2", "3"]);
  });
});

describe("carrying", () => {
  const locs = [spot("tests/graders/g.sh", 41), spot("tests/graders/h.sh", 5)];
  const registered = row("reg", { finding: { id: "f", locs }, disposition: { kind: "residual-floor", floor: floor(1) } });
  const carried = (files: readonly { readonly path: string; readonly status?: "deleted" }[], ...triage: TriageRow[]) => carryRows(codeRun([codeRound(1, { triage: [registered], landed: files.length === 0 ? null : landed(1, files) }), codeRound(2, { triage })]), 2).map(({ id }) => id);
  test("RL-TR-10: gone is every file deleted, and raised again is any place", () => {
    const [g, h] = [{ path: "tests/graders/g.sh", status: "deleted" }, { path: "tests/graders/h.sh", status: "deleted" }] as const;
    expect([carried([]), carried([g]), carried([g, h]), carried([{ path: "tests/graders/g.sh" }, { path: "tests/graders/h.sh" }]), carried([{ path: "x", status: "deleted" }])]).toEqual([["reg@2"], ["reg@2"], [], ["reg@2"], ["reg@2"]]);
    const again = row("n", { findings: [finding({ locs: [spot("x.ts", 1)] }), finding({ locs: [spot("y.ts", 1), spot("tests/graders/h.sh", 5)] })] });
    expect([carried([], again), carried([], row("n", { finding: { locs: [spot("tests/graders/h.sh", 6)] } }))]).toEqual([[], ["reg@2"]]);
  });
});

describe("text", () => {
  type Finding = Partial<RaisedFinding>;
  const before = (one: Finding, over: Partial<TriageRow> = {}, path = "p.md", texts: { readonly [file: string]: string } = { [path]: PROSE }) =>
    preRewriteText(proseRun([proseRound(1, { texts, landed: landed(1, [{ path: "x.md", oldPath: "y.md" }, { path: "p.md", ...(path === "p.md" ? {} : { oldPath: path, status: "renamed" }) }]) }), proseRound(2, { texts: { "p.md": PROSE }, triage: [row("t", { finding: one, ...over })] })]), 2, "t");
  const LOCK = "# Lock\nThe lock is held by one driver.";
  const whole = PROSE.trimEnd();
  test("RL-TR-12: the section is that of the name, or around the line, or the whole; under the file's former name too", () => {
    expect(before({ locs: [{ file: "p.md", line: 5 }] })).toEqual({ text: LOCK, from: "stored" });
    expect(before({ locs: [{ file: "p.md", section: "Lock", line: 1 }] })).toEqual({ text: LOCK, from: "stored" });
    expect([before({ locs: [{ file: "p.md" }] }), before({ locs: [{ file: "p.md", line: 99 }] }), before({ locs: [{ file: "p.md", section: "Gone" }] })]).toEqual(Array.from({ length: 3 }, () => ({ text: whole, from: "stored" })));
    expect(before({ locs: [{ file: "p.md", section: "Lock" }] }, {}, "old.md")).toEqual({ text: LOCK, from: "stored" });
    expect(before({ locs: [{ file: "q.md", line: 1 }, { file: "p.md", section: "Lock" }] })).toEqual({ text: LOCK, from: "stored" });
    expect(before({ locs: [{ file: "p.ts", line: 1 }] }, {}, "p.ts")).toBeNull();
    expect([before({ locs: [] }, { preRewriteQuote: " " }), before({ locs: [] }, { preRewriteQuote: " x" })]).toEqual([null, { text: " x", from: "typed" }]);
    expect(preRewriteText(codeRun([codeRound(1)]), 1, "gone")).toBeNull();
    expect(preRewriteText(proseRun([proseRound(1, { triage: [row("t", { finding: { locs: [{ file: "p.md" }] } })] })]), 1, "t")).toBeNull();
    const unstored = proseRun([proseRound(1), proseRound(2, { texts: {}, triage: [row("t", { finding: { locs: [{ file: "p.md", line: 5 }] } })] })]);
    expect(preRewriteText(unstored, 2, "t")).toEqual({ text: whole, from: "stored" });
  });

  const line = (one: TriageRow, run = {}) => renderTriage(codeRun([codeRound(1, { triage: [one] })], run), 1);
  const as = (disposition: RowDisposition) => line(row("t", { finding: { id: "f" }, disposition })).split(" | ")[3];
  test("RL-TR-02: each disposition says what it rests on", () => {
    expect(as({ kind: "accepted-degraded", definition: "major", reason: "r\n1" })).toBe("accepted-degraded (major: r 1)");
    expect(as({ kind: "not-applicable", reason: "r" })).toBe("not-applicable (no definition: r)");
    expect(as({ kind: "residual-floor", floor: floor() })).toBe("residual-floor (eval/trials.yaml, in1)");
    expect(as({ kind: "external-reference", ref: { name: "spec" } })).toBe("external-reference (spec)");
    expect([as({ kind: "fix", spec: "s" }), as({ kind: "fixed" }), as({ kind: "left" }), as({ kind: "pending" })]).toEqual(["fix (s)", "fixed", "left", "pending"]);
  });

  test("RL-TR-02, RL-VN-03: every finding, place and quote, raw label and grade, void demotions and licences", () => {
    const findings = [
      finding({ id: "f1", lane: "CR", claimed: null, locs: [], quotes: ["a", "b\nc"] }),
      finding({ id: "f2", claimed: "blocker", locs: [spot("a.ts", 1), spot("b.ts", 2)], regrades: [{ to: "nit", reason: "r" }] }),
      finding({ id: "f3", claimed: "high", locs: [], addsUnrequestedGuardrail: true }),
    ];
    const demo = { forms: [{ form: "demo", quote: "a demo only", fromRound: 1 }] };
    expect(line(row("t", { findings, restatement: { preQuote: "so it\nwas" } }), demo)).toBe(
      't | blocker | a.ts:1, b.ts:2 | pending | in | CR (slot, f1: no label → major), RC (slot, f2: blocker → blocker, void demotion), RC (slot, f3: high → minor, form licence)\n  quotes: "a", "b c"\n  restates: "so it was"',
    );
    expect(line(row("t", { finding: { id: "f", locs: [] }, scope: "out-pending" }))).toBe("t | major | no place | pending | out-pending | RC (slot, f: major → major)");
    expect(renderTriage(codeRun([codeRound(1, { triage: [row("a", { finding: { id: "f" } }), row("b", { finding: { id: "g" } })] })]), 1).split("\n")).toHaveLength(2);
  });

  test("RL-TR-15: what is fixed already is fixed, and what nobody decided is skipped when it is small", () => {
    const rows = [row("fixed", { disposition: { kind: "fixed" } }), row("small", { finding: { claimed: "nit" } }), row("waits"), row("na", { disposition: { kind: "not-applicable", definition: "major", reason: "r" } })];
    expect(triageReport(codeRun([codeRound(1, { triage: rows })]), 1)).toEqual({ fixed: ["fixed"], retired: ["na"], skipped: ["small"], open: ["waits"] });
  });
});
