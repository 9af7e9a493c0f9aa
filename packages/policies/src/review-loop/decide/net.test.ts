import { describe, expect, test } from "vitest";
import { assessRound } from "../assess-round.js";
import type { Landed, LandedFile } from "../facts/landed-facts.js";
import { codeRound, codeRun, hunk, landed } from "../run.fixture.js";
import { countWords } from "./net.js";

const net = (...files: (Partial<LandedFile> & { readonly path: string })[]) => assessRound(codeRun([codeRound(1, { landed: landed(1, files) })]), 1).net;

describe("net", () => {
  test("RL-SI-10: lines of code, words of prose, tests included, binaries nothing", () => {
    expect(net({ path: "a.ts", hunks: [hunk(1, ["a"], ["a", "b", "c", "d"])] })).toEqual({ lines: 3, words: 0, measurable: true });
    expect(net({ path: "a.test.ts", hunks: [hunk(1, ["a", "b"], [])] })).toEqual({ lines: -2, words: 0, measurable: true });
    expect(net({ path: "p.md", hunks: [hunk(1, ["one two"], ["one two three 日本語"])] })).toEqual({ lines: 0, words: 4, measurable: true });
    expect(net({ path: "a.png", status: "binary", added: 9 })).toEqual({ lines: 0, words: 0, measurable: true });
    expect(assessRound(codeRun([codeRound(1)]), 1).net).toEqual({ lines: 0, words: 0, measurable: true });
  });

  test("RL-EV-09: counts measure code, never prose", () => {
    expect(net({ path: "a.ts", hunks: null, added: 5, removed: 2 })).toEqual({ lines: 3, words: 0, measurable: true });
    expect(net({ path: "p.md", hunks: null, added: 5, removed: 2 })).toMatchObject({ measurable: false });
  });

  test("RL-SI-10: every CJK character is a word", () => {
    expect(countWords(["日本語 text", "한국 and more"])).toBe(8);
    expect(countWords(["", "  "])).toBe(0);
  });
});

describe("bloat", () => {
  const lines = (no: number, amount: number): Landed => landed(no, [{ path: "a.ts", hunks: [hunk(1, Array.from({ length: Math.max(-amount, 0) }, () => "x"), Array.from({ length: Math.max(amount, 0) }, () => "x"))] }]);
  const words = (no: number): Landed => landed(no, [{ path: "p.md", hunks: [hunk(1, [], ["two words"])] }]);
  const reasons = (...fixes: readonly (Landed | null)[]) => assessRound(codeRun([...fixes.map((fix, index) => codeRound(index + 1, { landed: fix })), codeRound(fixes.length + 1)]), fixes.length + 1).degradeReasons;

  test("RL-SI-11: the two latest fixes both grew; a round without a fix between them does not clear it", () => {
    expect(reasons(lines(1, 10), lines(2, 10))).toEqual(["bloat: +20 lines over 2 rounds"]);
    expect(reasons(lines(1, 10), null, lines(3, 5))).toEqual(["bloat: +15 lines over 2 rounds"]);
    expect(reasons(lines(1, 10), lines(2, -4))).toEqual([]);
    expect(reasons(lines(1, 10), lines(2, 10), lines(3, -1))).toEqual([]);
    expect(reasons(lines(1, 10))).toEqual([]);
  });

  test("RL-SI-11: growth is compared within one unit", () => {
    expect(reasons(lines(1, 10), words(2))).toEqual([]);
    expect(reasons(words(1), words(2))).toEqual(["bloat: +4 words over 2 rounds"]);
  });

  test("RL-SI-09: what the lens would remove is no operand", () => {
    expect(reasons(lines(1, 200), lines(2, 200))).toEqual(["bloat: +400 lines over 2 rounds"]);
  });
});
