import { EvidenceError, type Hunk } from "@loopwright/evidence";
import { describe, expect, it } from "vitest";
import { byId, CONTEXT, CYCLE, finding, LINES, TEXT, take } from "../cycle.fixture.js";
import { applyCheckDiff } from "./check-diff.js";
import type { FixCommit } from "./commit.js";

const TRAILERS = "Review-Fix: F-001\nReview-Cause: c\nReview-Change: d\nReview-Risk: e\n";
const base = take(null, [finding({ anchor: { file: "src/a.ts", region: [5, 8] } })]).ledger;
type Text = ReturnType<FixCommit["after"]>;

function check(changes: FixCommit["changes"], read: { readonly before?: () => Text; readonly after?: () => Text } = {}, message = TRAILERS) {
  const { before = () => TEXT, after = () => TEXT } = read;
  return applyCheckDiff(base, { finding: "F-001", commit: { id: "0".repeat(40), message, changes, before, after }, cycleDirectory: CYCLE }, CONTEXT);
}

describe("LG-CD-9, LG-CD-18: a change of a whole file", () => {
  it.each<[string, { readonly before?: () => Text; readonly after?: () => Text }, number]>([
    ["of its committed text", { after: () => "a\nb\nc\n", before: () => "a\n" }, 3],
    ["of bytes", { after: () => new TextEncoder().encode("a\nb\n") }, 2],
    ["of the text before it, where it is gone", { after: () => null, before: () => "a\nb\n" }, 2],
    ["at least 1, where it is empty", { after: () => "", before: () => "" }, 1],
    ["at least 1, where it is empty and was not", { after: () => "", before: () => "a\nb\n" }, 1],
  ])("has the lines %s", (_, read, lines) => {
    const { result, problem, ledger } = check([{ path: "src/b.ts", hunk: null }], read);
    expect(result).toMatchObject({ in_scope: false, violations: [{ file: "src/b.ts", region: [1, lines], old_region: [1, lines] }], machine_ids: ["F-002"] });
    expect(problem).toBeNull();
    expect(byId(ledger, "F-002").anchor).toMatchObject({ file: "src/b.ts", region: [1, lines] });
  });

  it("of one that there is no text of is a violation all the same, recorded at the anchor of the fixed finding, and why is said", () => {
    const { result, problem, ledger } = check([{ path: "src/b.ts", hunk: null }], { after: () => null, before: () => null });
    expect(result).toMatchObject({ in_scope: false, violations: [{ file: "src/b.ts", region: [1, 1], old_region: [1, 1] }] });
    expect(result.machine_ids).toEqual(["F-002"]);
    expect(problem).toMatchObject({ code: "anchor-file-missing" });
    expect(byId(ledger, "F-002")).toMatchObject({ severity: "major", anchor: byId(base, "F-001").anchor });
  });

  it.each([
    [{ path: "src/big.ts", hint: "Split it." }, { path: "src/big.ts", hint: "Split it." }],
    [{}, { path: "commit", hint: "Its findings stand at the anchor of the fixed one." }],
  ])("LG-CD-19: a text that cannot be read (%j) is a violation all the same", (details, told) => {
    const unreadable = new EvidenceError("file-too-large", "the text is too large", details);
    const { result, problem, ledger } = check([{ path: "src/b.ts", hunk: null }], { after: () => { throw unreadable; } });
    expect(result).toMatchObject({ in_scope: false, violations: [{ file: "src/b.ts", region: [1, 1], old_region: [1, 1] }] });
    expect(problem).toMatchObject({ code: "anchor-file-unreadable", ...told, cause: unreadable });
    expect(problem?.message).toContain("the text is too large");
    expect(byId(ledger, "F-002")).toMatchObject({ severity: "major", anchor: byId(base, "F-001").anchor });
  });

  it("LG-CD-19: any other fault of a reader is thrown again", () => {
    const broken = () => { throw new RangeError("broken"); };
    expect(() => check([{ path: "src/b.ts", hunk: null }], { after: broken })).toThrow(RangeError);
    const hunk: Hunk = { oldStart: 1, oldCount: 1, newStart: 1, newCount: 1 };
    expect(() => check([{ path: "src/b.ts", hunk }], { after: broken })).toThrow(RangeError);
  });
});

describe("LG-CD-8, LG-CD-12: what is declared", () => {
  const hunk = (line: number): Hunk => ({ oldStart: line, oldCount: 1, newStart: line, newCount: 1 });
  const collateral = (value: string) => `${TRAILERS}Review-Collateral: ${value}\n`;

  it("a whole file covers every change of it, and stands in the result; lines cover only theirs, and do not", () => {
    const whole = check([{ path: "src/b.ts", hunk: null }, { path: "src/b.ts", hunk: hunk(LINES.length) }], {}, collateral("src/b.ts why"));
    expect(whole.result).toMatchObject({ in_scope: true, violations: [], collateral_whole_file: ["src/b.ts"] });
    expect(whole.ledger).toBe(base);
    const lines = check([{ path: "src/b.ts", hunk: hunk(3) }, { path: "src/b.ts", hunk: hunk(9) }, { path: "src/b.ts", hunk: null }], {}, collateral("src/b.ts:3-4 why"));
    expect(lines.result).toMatchObject({ in_scope: false, violations: [{ region: [9, 9] }, { region: [1, 40] }] });
    expect(lines.result.collateral_whole_file).toBeUndefined();
  });

  it("several anchors and declarations of one file each count", () => {
    const { result } = check([3, 6, 12, 20].map((line) => ({ path: "src/a.ts", hunk: hunk(line) })), {}, `${collateral("src/a.ts:3 x")}Review-Collateral: src/a.ts:12-13 y\n`);
    expect(result).toMatchObject({ in_scope: false, violations: [{ region: [20, 20] }] });
  });
});
