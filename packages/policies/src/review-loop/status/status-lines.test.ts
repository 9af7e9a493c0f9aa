import { describe, expect, test } from "vitest";
import { formatStatusBlock, lineText, missingLines, OWED_LINES, parseStatusBlock, SKIP } from "./status-block.js";
import { parseAnchorsLine, parseContinuationLine, parseFenceLine, parseLegibilityLine, parseRegressionLine, parseSimplicityLine, parseSlotsLine, parseSpotAuditLine } from "./status-lines.js";

describe("RL-SB-02: the regression line", () => {
  test.each([
    ["12 of 345", { n: 12, m: 345 }],
    ["12 of 345 (triage)", { n: 12, m: 345 }],
    ["n/a (no prior fix)", "n/a"],
    ["x 1 of 2", null], ["1 of 2x", null], ["1 of", null], ["", null], ["1234567890 of 1", null],
  ] as const)("%j", (line, read) => {
    expect(parseRegressionLine(line)).toEqual(read);
  });
});

describe("RL-SB-02: the slots line", () => {
  const cr = "CR=APPROVE [registered]";
  const rc = "RC=not-run(return not pasted) [local: a/b.md]";
  const ir = "IR=CHANGES-REQUESTED [same-family]";

  test("each slot with its verdict and tier", () => {
    const read = { CR: { verdict: "APPROVE", tier: "registered" }, RC: { verdict: "not-run(return not pasted)", tier: "local: a/b.md" }, IR: { verdict: "CHANGES-REQUESTED", tier: "same-family" } };
    expect(parseSlotsLine([cr, rc, ir].join(" | "))).toEqual(read);
  });

  test.each([
    [[cr, rc, ir, cr]], [[cr, rc, ir, "x"]], [[rc, ir]], [[cr, ir]], [[cr, rc]], [[cr, rc, cr]], [[cr, ir, cr]], [[rc, ir, rc]], [["x", rc, ir]], [[cr, "x", ir]], [[cr, rc, "x"]],
    [[`x${cr}`, rc, ir]], [[`${cr}x`, rc, ir]], [[cr.replace("APPROVE", "FINE"), rc, ir]], [[]],
  ])("%j is none", (parts) => {
    expect(parseSlotsLine(parts.join(" | "))).toBeNull();
  });
});

describe("RL-SB-02: the simplicity line", () => {
  test.each([
    ["net +18 lines this round / +42 cumulative | lean | over-eng: 10 open", { net: { lines: 18, words: 0 }, cumulative: { lines: 42, words: 0 }, lens: "lean", open: 10 }],
    ["net -3 words this round / +12 cumulative | not-run | over-eng: 0 open", { net: { lines: 0, words: -3 }, cumulative: { lines: 0, words: 12 }, lens: "not-run", open: 0 }],
    ["net +1 lines, -2 words this round / -3 lines, +4 words cumulative | lean | over-eng: 1 open", { net: { lines: 1, words: -2 }, cumulative: { lines: -3, words: 4 }, lens: "lean", open: 1 }],
  ])("%j", (line, read) => {
    expect(parseSimplicityLine(line)).toEqual(read);
  });

  const measured = "net +1 lines this round / +2 cumulative";
  test.each([
    "", "x", measured, `${measured} | lean`, `${measured} | lean | x`, `${measured} | lean | over-eng: 1 open | x`, `x | lean | over-eng: 1 open`,
    `x${measured} | lean | over-eng: 1 open`, `${measured}x | lean | over-eng: 1 open`, `${measured} | lean | x over-eng: 1 open`, `${measured} | lean | over-eng: 1 open x`,
    "net 1 lines this round / +2 cumulative | lean | over-eng: 1 open", "net x+1 lines this round / +2 cumulative | lean | over-eng: 1 open",
    "net +1 linesx this round / +2 lines cumulative | lean | over-eng: 1 open", "net +1 lines this round / 2 cumulative | lean | over-eng: 1 open",
    "net +1 lines this round / +2 words, +3 cumulative | lean | over-eng: 1 open", "net +1 lines this round / +2x cumulative | lean | over-eng: 1 open",
  ])("%j is none", (line) => {
    expect(parseSimplicityLine(line)).toBeNull();
  });
});

describe("RL-SB-02: the fence line", () => {
  test.each([
    ["agreed scope anchored | form: demo | out-of-scope findings: 12", { raised: true, form: "demo", outOfScope: 12 }],
    ["agreed scope anchored", { raised: true, form: null, outOfScope: 0 }],
    [`${SKIP["Scope fence"]} | search: - | form: prototype ("x") | out-of-scope findings: 3`, { raised: false, form: "prototype", outOfScope: 3 }],
    ["agreed scope anchored | xform: demo | x out-of-scope findings: 1", { raised: true, form: null, outOfScope: 0 }],
    ["agreed scope anchored | form: demos | out-of-scope findings: 1 x", { raised: true, form: null, outOfScope: 0 }],
    ["scope anchored | form: demo | out-of-scope findings: 1", null],
    ["", null],
  ] as const)("%j", (line, read) => {
    expect(parseFenceLine(line)).toEqual(read);
  });
});

describe("RL-SB-02: the legibility line", () => {
  test.each([
    ["unfollowable 12", 12], ["clean", 0], ["not-run", "not-run"], [SKIP.Legibility ?? "", "no-prose"],
    ["x unfollowable 1", null], ["unfollowable 1 x", null], ["unfollowable", null], ["", null],
  ] as const)("%j", (line, read) => {
    expect(parseLegibilityLine(line)).toBe(read);
  });
});

describe("RL-SB-02: the spot-audit line", () => {
  test.each([
    ["row r1 | re-ran exit 1 | observed 1 vs claim 0", { row: "r1", input: "exit 1", observed: "1", claim: "0" }],
    [SKIP["Spot-audit"] ?? "", "none"],
    ["", null], ["row r1", null], ["row r1 | re-ran x", null], ["raw r1 | re-ran x | observed 1 vs claim 0", null], ["row r1 | ran x | observed 1 vs claim 0", null],
    ["row r1 | re-ran x | saw 1 vs claim 0", null], ["row r1 | re-ran x | observed 1 vs claim 0 | x", null], ["row r1 | re-ran x | observed 1", null],
  ] as const)("%j", (line, read) => {
    expect(parseSpotAuditLine(line)).toEqual(read);
  });
});

describe("RL-SB-02, RL-TE-12: the continuation line", () => {
  test.each([
    ["(i), R3–R4", { mode: "i", first: 3, last: 4 }], ["(ii), R12–R15", { mode: "ii", first: 12, last: 15 }],
    ["x(i), R3–R4", null], ["(i), R3–R4x", null], ["(iii), R3–R4", null], ["", null],
  ] as const)("%j", (line, read) => {
    expect(parseContinuationLine(line)).toEqual(read);
  });
});

describe("RL-SB-02: the anchors line", () => {
  test.each([
    ["①weak③strong(static an1)", { grades: [{ category: 1, anchor: null }, { category: 3, anchor: "static an1" }], implementAndRun: null }],
    [`${SKIP.Anchors} [implement-and-run: not-run]`, { grades: [], implementAndRun: "not-run" }],
    [SKIP.Anchors ?? "", { grades: [], implementAndRun: null }],
    ["①weak②", null], ["①weakx", null], ["x①weak", null], ["x\n①weak", null], ["①weak [implement-and-run: a] x", null], ["", null],
  ])("%j", (line, read) => {
    expect(parseAnchorsLine(line)).toEqual(read);
  });
});

describe("RL-SB-01: the block", () => {
  test.each([
    ["  a \t\n b  ", "a b"], ["a|b||c", "a/b//c"], ["", "-"], [" \n ", "-"],
  ])("foreign text %j fits a line as %j", (text, line) => {
    expect(lineText(text)).toBe(line);
  });

  test.each(["Slots: a ", "Slots:  a", "Slots: ", "Slots:", "Slots", "slots: a", "x: a", ": a", "", "Slots: a\n", "Slots: a\nSlots: b", "Augment: a\nSlots: b"])("%j is no block", (text) => {
    expect(parseStatusBlock(text)).toBeNull();
  });

  test("lines may be left out, and a body may hold the separator", () => {
    expect(parseStatusBlock("Slots: a: b\nLanded: c")).toEqual({ Slots: "a: b", Landed: "c" });
    expect(formatStatusBlock({ Landed: "c", Slots: "a: b" })).toBe("Slots: a: b\nLanded: c");
  });

  test("a line that says nothing is missing, and so is one that is absent; the continuation is not owed", () => {
    const whole = Object.fromEntries(OWED_LINES.map((name) => [name, "x"]));
    expect(missingLines(whole)).toEqual([]);
    expect(missingLines({ ...whole, Slots: " \t", Landed: "" })).toEqual(["Slots", "Landed"]);
    expect(missingLines({})).toEqual(OWED_LINES);
  });
});
