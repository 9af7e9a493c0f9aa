import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LoopwrightError } from "@loopwright/core";
import { check, checkAsJson } from "./check.js";
import { classify, classifyDetailed } from "./classify.js";
import { appendHistory, parseHistory, type HistoryItem } from "./manifest.js";
import { readAnswer, CAP_MENU } from "./prompts.js";

const label = fc.constantFrom("CRITICAL", "MAJOR", "major", "MINOR-substantive", "MINOR-cosmetic", "MINOR", "minor-cosmetic", "VERDICT");
const line = fc.oneof(
  fc.tuple(label, fc.constantFrom(":", " :", "", " (2):"), fc.constantFrom("", " none", " x", " - a, - b", " None.", " [a, -b]")).map((parts) => parts.join("")),
  fc.constantFrom("", " ", "- a", "* b", "1. c", "prose", "### MAJOR", "**MINOR-cosmetic:**", "- MAJOR: x", "\u001f", "• z"),
  fc.string({ unit: "grapheme", maxLength: 12 }),
);
const text = fc.tuple(fc.array(line, { maxLength: 14 }), fc.constantFrom("\n", "\r\n", "\u2028", "\r")).map(([lines, end]) => lines.join(end));
const whole = fc.nat({ max: 9 });
const counts = fc.record({ critical: whole, major: whole, substantive: whole, cosmetic: whole });
const item: fc.Arbitrary<HistoryItem> = fc.record(
  {
    checkpoint: fc.oneof(fc.constantFrom("spec", "true", "a b", "no", "fix-plan"), fc.string({ unit: "grapheme" })),
    iteration: fc.integer({ min: 1, max: 12 }),
    counts,
    result: fc.constantFrom("PASS" as const, "REVISE" as const, "CAP_REACHED" as const, "ESCALATE" as const),
    user_choice: fc.string({ unit: "binary" }),
  },
  { requiredKeys: ["checkpoint", "iteration", "counts", "result"] },
);

describe("laws", () => {
  test("QL-CLS-14: the other names of the labels change nothing but bare-minor", () => {
    fc.assert(
      fc.property(text, (review) => {
        const renamed = review.replaceAll(/major/gi, "WARNING").replaceAll(/minor-/gi, "SUGGESTION-");
        const [before, after] = [classifyDetailed(review), classifyDetailed(renamed)];
        expect(after.counts).toEqual(before.counts);
        const others = ({ diagnostics }: typeof before) => diagnostics.filter(({ code }) => code !== "bare-minor");
        expect(others(after)).toEqual(others(before));
      }),
      { numRuns: 500 },
    );
  });

  test("QL-FM-2, G19: same input, same bytes", () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 12 }), fc.array(counts.map((one) => ({ counts: one })), { maxLength: 5 }), (reviewText, iteration, history) => {
        const once = JSON.stringify(check({ reviewText, iteration, history }));
        expect(JSON.stringify(check({ reviewText, iteration, history: structuredClone(history) }))).toBe(once);
        expect(classify(reviewText)).toEqual(classifyDetailed(reviewText).counts);
      }),
    );
  });

  test("QL-HIST-4: whatever is appended is read back", () => {
    fc.assert(
      fc.property(fc.array(item, { maxLength: 5 }), fc.constantFrom("", "a: 1\n", "a: 1", "a:\n  - b\n\n"), (items, before) => {
        const manifest = items.reduce<string>(appendHistory, before);
        expect(parseHistory(manifest)).toEqual(items);
        expect(manifest.startsWith(before)).toBe(true);
      }),
    );
  });

  test("G20: no arbitrary JSON causes an untyped error", () => {
    const typed = (act: () => unknown): void => {
      try {
        act();
      } catch (error) {
        expect(error).toBeInstanceOf(LoopwrightError);
      }
    };
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), fc.string({ unit: "binary" }), (first, second, words) => {
        typed(() => check({ reviewText: first as string, iteration: second as number, history: first, machineCounts: second as object }));
        typed(() => check({ reviewText: words, iteration: 1, history: second }));
        typed(() => checkAsJson({ reviewText: words, iteration: 1, historyJson: JSON.stringify(first) }));
        typed(() => parseHistory(`quality_locked_history:\n${words}`));
        typed(() => readAnswer(CAP_MENU, words));
      }),
    );
  });

  test("QL-CLS-1, G17: a megabyte of adversarial text takes linear time", () => {
    const size = 1_000_000;
    const hostile = ["[", " ", ", ", "CRITICAL:", "\n", "CRITICAL: [,-", "MAJOR (", "# \n", "- MAJOR\n"];
    const started = performance.now();
    for (const piece of hostile) {
      classifyDetailed(piece.repeat(size / piece.length));
      classifyDetailed(`CRITICAL: ${piece.repeat(size / piece.length)}x`);
    }
    parseHistory(`quality_locked_history:\n${" ".repeat(size)}`);
    expect(performance.now() - started).toBeLessThan(60_000);
  }, 90_000);
});
