import { LoopwrightError } from "@loopwright/core";
import { describe, expect, test } from "vitest";
import { assessRound } from "../assess-round.js";
import { auditRun } from "../audit/audit-run.js";
import { decideReview } from "../decide/decide.js";
import { readVerdictLine } from "../decide/verdict-line.js";
import { Dice, randomRun } from "../random-run.fixture.js";
import { readAnalystReturn } from "../root-cause/analyst-return.js";
import { codeRound, codeRun } from "../run.fixture.js";
import { renderStatus } from "../status/render-status.js";
import { parseStatusBlock } from "../status/status-block.js";
import { parseToken } from "../token/token.js";
import { renderTriage } from "../triage/render.js";
import { readReviewRun } from "./read-run.js";
import type { ReviewRun } from "./run-facts.js";

const ODD: readonly unknown[] = [null, undefined, true, 0, -1, 1.5, NaN, Infinity, "", "x", "__proto__", [], {}, [null], { kind: "fix" }, { kind: "__proto__" }, () => 1, new Date(0), 10n, Symbol("s")];

/** A copy with one place, chosen at random, replaced by something odd. */
function broken(value: unknown, dice: Dice): unknown {
  if (typeof value !== "object" || value === null || dice.isHit(0.08)) return dice.pick(ODD);
  const keys = Object.keys(value);
  if (keys.length === 0) return dice.pick(ODD);
  const key = dice.pick(keys);
  const part = broken((value as { readonly [key: string]: unknown })[key], dice);
  if (Array.isArray(value)) return value.map((item: unknown, index) => (String(index) === key ? part : item));
  return { ...value, [key]: part };
}

/** Whether a call answers or refuses with an error of ours. */
function isTyped(call: () => unknown): boolean {
  try {
    call();
    return true;
  } catch (error) {
    return error instanceof LoopwrightError;
  }
}

describe("facts from outside", () => {
  test("G20: whatever the JSON, there is an answer or a typed error that names a path", () => {
    const dice = new Dice(11);
    const bad: unknown[] = [];
    for (let index = 0; index < 600; index++) {
      const { run, k } = randomRun(1 + (index % 60));
      const given = broken(run, dice) as ReviewRun;
      const calls = [() => decideReview(given, k), () => auditRun(given, k, "APPROVE"), () => renderStatus(given, k), () => renderTriage(given, k), () => assessRound(given, k)];
      if (!calls.every(isTyped)) bad.push(given);
    }
    expect(bad).toEqual([]);
  }, 120_000);

  test.each(ODD.map((value) => [typeof value === "object" ? JSON.stringify(value) : String(value as string), value] as const))("G20: %s is no run", (_name, value) => {
    expect(() => readReviewRun(value)).toThrow(LoopwrightError);
  });

  test("G20: a round that the run lacks is named", () => {
    for (const k of [0, 2, -1, 1.5, NaN]) {
      expect(() => decideReview(codeRun([codeRound(1)]), k)).toThrow(expect.objectContaining({ code: "round-unknown" }));
      expect(() => auditRun(codeRun([codeRound(1)]), k, null)).toThrow(expect.objectContaining({ code: "round-unknown" }));
    }
  });

  test.each(["REQ-\\d+", "^(a+)+$", "^(a|b)*$", "^(a)\\1$", "^(?<n>a)\\k<n>$", "^[$", `^${"a".repeat(300)}$`])("G17: the pattern %s is refused", (idPattern) => {
    expect(() => readReviewRun(codeRun([codeRound(1)], { idPattern }))).toThrow(expect.objectContaining({ code: "run-facts-invalid" }));
  });

  test("G17: sizes are bounded with an explicit error", () => {
    const rounds = Array.from({ length: 1001 }, (_, index) => codeRound(index + 1));
    expect(() => readReviewRun(codeRun(rounds))).toThrow(/1000 rounds at most/);
  });

  test("a run is copied and frozen, and read once", () => {
    const given = codeRun([codeRound(1)]);
    const run = readReviewRun(given);
    expect(run).toEqual(given);
    expect(run).not.toBe(given);
    expect(readReviewRun(run)).toBe(run);
    expect(Object.isFrozen(run.rounds[0]?.slots.CR)).toBe(true);
  });
});

describe("adversarial megabytes", () => {
  const mega = 1_000_000;
  const texts = ["a".repeat(mega), "*".repeat(mega), " ".repeat(mega), "\n".repeat(mega), `${"# h\n".repeat(mega / 4)}`, "VERDICT: ".repeat(mega / 9), "OPTION: | COST:".repeat(mega / 15), "APPROVE ([".repeat(mega / 10), "Slots: ".repeat(mega / 7)];

  test("G17: the readers of texts are linear", () => {
    const start = performance.now();
    for (const text of texts) {
      readVerdictLine(text);
      readAnalystReturn(text);
      parseToken(text);
      parseStatusBlock(text);
    }
    expect(performance.now() - start).toBeLessThan(30_000);
  }, 60_000);

  test("G17: quotes over a megabyte of repetition are found in linear time", () => {
    const start = performance.now();
    for (const [text, quote] of [["a".repeat(mega), `${"a".repeat(19_000)}b`], ["a".repeat(mega), `b${"a".repeat(19_000)}`], ["ab".repeat(mega / 2), "ab".repeat(9000)], ["# h\n".repeat(mega / 16), "h h h"], ["x. ".repeat(mega / 3), `${"x. ".repeat(6000)}y`]] as const) {
      const hunk = { oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, added: [text.slice(0, 1000)], removed: ["old"] };
      const triage = [{ id: "t", scope: "in", disposition: { kind: "pending" }, findings: [{ id: "f", lane: "RC", laneKind: "slot", claimed: "major", locs: [{ file: "p.md", line: 1 }], quotes: [quote], requirementIds: [], regrades: [] }] }] as const;
      const landed = { seq: 150, record: "git", closes: [], files: [{ path: "p.md", status: "modified", hunks: [hunk], added: 1, removed: 1 }] } as const;
      const run = codeRun([codeRound(1, { texts: { "p.md": text }, landed }), codeRound(2, { texts: { "p.md": text }, triage })], { hasProse: true });
      decideReview(run, 2);
      auditRun(run, 2, "APPROVE");
    }
    expect(performance.now() - start).toBeLessThan(60_000);
  }, 120_000);
});
