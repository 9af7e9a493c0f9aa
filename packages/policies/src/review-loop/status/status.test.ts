import { describe, expect, test } from "vitest";
import { decideReview } from "../decide/decide.js";
import type { ReviewRound, ReviewRun } from "../facts/run-facts.js";
import { anchor, codeRound, codeRun, coldRead, finding, floor, hunk, landed, proseRound, proseRun, row, slot } from "../run.fixture.js";
import { randomRun } from "../random-run.fixture.js";
import { renderStatus } from "./render-status.js";
import { formatStatusBlock, LINE_NAMES, missingLines, parseStatusBlock, SKIP } from "./status-block.js";
import { parseAnchorsLine, parseContinuationLine, parseFenceLine, parseLegibilityLine, parseRegressionLine, parseSimplicityLine, parseSlotsLine, parseSpotAuditLine } from "./status-lines.js";

const status = (over: Partial<ReviewRound> = {}, run: Partial<ReviewRun> = {}) => renderStatus(codeRun([codeRound(1, over)], run), 1);

describe("the block", () => {
  test("RL-SB-01: every line, in order, rendered from facts", () => {
    const block = status();
    expect(Object.keys(block)).toEqual(LINE_NAMES.filter((name) => name !== "Continuation"));
    expect(missingLines(block)).toEqual([]);
    expect(block["Residual-floor"]).toBe("none");
    expect(formatStatusBlock(block).split("\n").map((line) => line.slice(0, line.indexOf(":")))).toEqual(LINE_NAMES.slice(0, -1));
  });

  test("RL-SB-01: the continuation echoes on its rounds and on no other", () => {
    const continuation = { mode: "i", trigger: "cap", triggerRound: 1, first: 1, last: 2 } as const;
    const run = codeRun([codeRound(1), codeRound(2), codeRound(3)], { continuation, continuationsStarted: 1 });
    expect([1, 2, 3].map((k) => renderStatus(run, k).Continuation)).toEqual(["(i), R1–R2", "(i), R1–R2", undefined]);
    expect(parseContinuationLine("(i), R1–R2")).toEqual({ mode: "i", first: 1, last: 2 });
    expect(parseContinuationLine("(iii), R1–R2")).toBeNull();
  });

  test("RL-SB-01: the block reads back as it was written, over random runs", () => {
    for (let seed = 1; seed <= 150; seed++) {
      const { run, k } = randomRun(seed);
      const block = renderStatus(run, k);
      expect(parseStatusBlock(formatStatusBlock(block))).toEqual(block);
      expect(parseSlotsLine(block.Slots ?? "")).not.toBeNull();
      expect(parseSimplicityLine(block.Simplicity ?? "")).not.toBeNull();
      expect(parseFenceLine(block["Scope fence"] ?? "")).not.toBeNull();
      expect(parseAnchorsLine(block.Anchors ?? "")).not.toBeNull();
      expect(parseRegressionLine(block.Regression ?? "")).not.toBeNull();
      expect(parseLegibilityLine(block.Legibility ?? "")).not.toBeNull();
    }
  });

  test.each(["", "Slots: a\nSlots: b", "Augment: none\nSlots: a", "Nonsense: a", "Slots:a", "Slots: ", "Slots: a\n"])("RL-SB-01: %j is no status block", (text) => {
    expect(parseStatusBlock(text)).toBeNull();
  });
});

describe("the lines", () => {
  test("RL-SB-02: slots with normalised verdicts, tiers, and the third one's family", () => {
    const line = status({ slots: { CR: slot("CR", 1), RC: slot("RC", 1, "hm"), IR: slot("IR", 1, "NEEDS WORK") } }).Slots ?? "";
    expect(line).toBe("CR=APPROVE [registered] | RC=not-run(unparseable) [registered] | IR=CHANGES-REQUESTED [cross-family]");
    expect(parseSlotsLine(line)?.RC).toEqual({ verdict: "not-run(unparseable)", tier: "registered" });
    expect(parseSlotsLine("CR=APPROVE [registered]")).toBeNull();
  });

  test("RL-SB-02: a strong anchor names its form and record, and what was said about running the rules stands behind", () => {
    const line = status({ implementAndRun: "ran" }, { notYetBuilt: true }).Anchors ?? "";
    expect(line).toBe("①strong(static an1) [implement-and-run: ran (weak)]");
    expect(parseAnchorsLine(line)).toEqual({ grades: [{ category: 1, anchor: "static an1" }], implementAndRun: "ran (weak)" });
    expect(status({ anchors: [anchor(1, { covered: [] })] }).Anchors).toBe("①weak");
    expect(parseAnchorsLine("①strong")).toBeNull();
  });

  test("RL-SB-02: net is measured; a lens that did not run says so instead of a number", () => {
    const run = codeRun([codeRound(1, { landed: landed(1, [{ path: "src/a.ts", hunks: [hunk(1, ["a"], ["a", "b", "c"])] }]) }), codeRound(2, { triage: [row("s", { finding: { laneKind: "simplicity", claimed: "minor" } })], landed: landed(2, [{ path: "src/a.ts", hunks: [hunk(1, ["a"], [])] }]) })]);
    expect(renderStatus(run, 2).Simplicity).toBe("net -1 lines this round / +1 cumulative | not-run | over-eng: 1 open");
    expect(renderStatus(run, 2, { lens: { kind: "would-remove", cumulative: 140 } }).Simplicity).toBe("net -1 lines this round / +1 cumulative | would-remove: -140 cumulative | over-eng: 1 open");
    expect(parseSimplicityLine(renderStatus(run, 2, { lens: { kind: "lean" } }).Simplicity ?? "")).toEqual({ net: { lines: -1, words: 0 }, cumulative: { lines: 1, words: 0 }, lens: "lean", open: 1 });
  });

  test("RL-SB-02, RL-SF-10: the fence line shows the sentence that gives the form, and the question that drew it out", () => {
    const forms = [{ form: "demo", quote: "this is a demo", fromRound: 1, elicitedBy: { question: "who will run this?", leading: false } }] as const;
    const line = status({ triage: [row("o", { scope: "out-declined", finding: { claimed: "minor" } })] }, { forms })["Scope fence"] ?? "";
    expect(line).toBe('agreed scope anchored | form: demo ("this is a demo"; asked: "who will run this?") | out-of-scope findings: 1');
    expect(parseFenceLine(line)).toEqual({ raised: true, form: "demo", outOfScope: 1 });
    expect(status()["Scope fence"]).toContain("form: production (default)");
  });

  test("RL-SB-02: regression, audit, floor and augments", () => {
    const at = { locs: [{ file: "tests/graders/g.sh", line: 41 }], laneKind: "augment", lane: "x" } as const;
    const rounds = [
      codeRound(1, { landed: landed(1, [{ path: "src/a.ts", hunks: [hunk(30, ["x"], ["y"])] }]) }),
      codeRound(2, { triage: [row("t", { finding: { laneKind: "augment" } }), row("reg", { finding: at, disposition: { kind: "residual-floor", floor: floor(2) } })], augments: [{ name: "auditor", domain: "evm" }, { name: "none", domain: "tax", unavailable: { command: "grep tax", candidates: 0 } }] }),
    ];
    const block = renderStatus(codeRun(rounds), 2, { augments: { auditor: { axis: "method", tier: "registered" } } });
    expect(block.Regression).toBe("1 of 2 (triage blocker/major ∩ R1 Landed) | hits: src/a.ts:30");
    expect(parseRegressionLine(block.Regression ?? "")).toEqual({ n: 1, m: 2 });
    expect(parseRegressionLine("2 of 7 …")).toEqual({ n: 2, m: 7 });
    expect(parseRegressionLine("2 of seven")).toBeNull();
    expect(block["Spot-audit"]).toBe("row r1 | re-ran empty | observed refused vs claim refused");
    expect(parseSpotAuditLine(block["Spot-audit"] ?? "")).toEqual({ row: "r1", input: "empty", observed: "refused", claim: "refused" });
    expect(block["Residual-floor"]).toBe("tests/graders/g.sh:41 (a: instrument | b: eval/trials.yaml in in2)");
    expect(block.Augment).toBe("+auditor(method:evm)[registered] tax: expert unavailable (0 candidates by grep tax)");
  });

  test("RL-SB-03: the exact skip strings", () => {
    const block = renderStatus(proseRun([proseRound(1)], { hasProse: false, fence: { raised: false, skip: { command: "grep", hits: 0 } } }), 1);
    for (const name of ["Anchors", "Simplicity", "Legibility", "Spot-audit", "Landed", "Regression", "Residual-floor"] as const) expect(block[name]).toBe(SKIP[name]);
    expect(block["Scope fence"]).toBe("no full requirement context, skip | search: grep (0 hits) | form: production (default) | out-of-scope findings: 0");
    expect(SKIP).toMatchObject({ Landed: "n/a (no fix dispatched)", Regression: "n/a (no prior fix)", "Residual-floor": "none" });
  });

  test("RL-SB-04: a skip string stands only where its fact holds", () => {
    const run = codeRun([codeRound(1, { landed: landed(1, []) }), codeRound(2, { spotAudits: [] })], { hasProse: true });
    expect(renderStatus(run, 1).Landed).toBe("no file changed");
    const block = renderStatus(run, 2);
    expect(block.Regression).toBe("0 of 0 (triage blocker/major ∩ R1 Landed)");
    expect(block["Spot-audit"]).toBe("not-run");
    expect(block.Legibility).toBe("not-run");
    expect(renderStatus(proseRun([proseRound(1, { coldRead: coldRead(1, { q5: [{ quote: "x" }] }) })]), 1).Legibility).toBe("unfollowable 1");
    expect(renderStatus(proseRun([proseRound(1)]), 1).Legibility).toBe("clean");
  });

  test("RL-SB-05: a token stands on the ending or halting round only", () => {
    expect(decideReview(codeRun([codeRound(1, { triage: [row("t")] })]), 1).decision.token).toBeNull();
    expect(decideReview(codeRun([codeRound(1)]), 1).decision.token).not.toBeNull();
    expect(decideReview(codeRun([codeRound(1, { unresolvedLanes: ["RC"] })]), 1).decision.token).toBe("PREREQUISITE-MISSING (RC — see README)");
  });

  test("RL-SB-09: prose that landed is shown as text, code as counts", () => {
    const fix = landed(1, [{ path: "p.md", hunks: [hunk(2, ["Retries stop after two tries."], ["Retries stop after three tries."])] }, { path: "src/a.ts", hunks: [hunk(1, ["a"], ["a", "b"])] }, { path: "q.md", hunks: null }]);
    expect(renderStatus(proseRun([proseRound(1, { landed: fix })]), 1).Landed).toBe('p.md §retry -"Retries stop after two tries." +"Retries stop after three tries.", src/a.ts | 3 +2/-1, q.md (text not stored)');
    expect(finding().lane).toBe("RC");
  });
});
