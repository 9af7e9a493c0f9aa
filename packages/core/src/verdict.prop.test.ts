/** The laws of the verdict vocabulary. Numbers are the invariants at the head of verdict.ts. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { normalizeVerdict, VERDICT_WORDS } from "./verdict.js";

const words = [...VERDICT_WORDS.approved, ...VERDICT_WORDS.rejected];
const known = fc.constantFrom(...words);
/** A known word in any case, with any separators and any white space around it. */
const spelled = fc
  .tuple(known, fc.infiniteStream(fc.boolean()), fc.constantFrom("-", "_", " ", "  ", " - "), fc.constantFrom("", " ", "\n", "\t "), fc.constantFrom("", " ", "\r\n"))
  .map(([word, upper, separator, before, after]) => {
    const letters = [...word].map((letter) => (upper.next().value ? letter.toUpperCase() : letter)).join("");
    return { word, text: before + letters.replaceAll("-", separator) + after };
  });
const anything = fc.string({ unit: "grapheme", minLength: 1 });

describe("normalizeVerdict", () => {
  it("2: reads a known word in any spelling", () => {
    fc.assert(fc.property(spelled, ({ word, text }) => {
      expect(normalizeVerdict(text).verdict).toBe(VERDICT_WORDS.approved.includes(word) ? "approved" : "rejected");
    }));
  });

  it("2: a word more, before or after, is never an approval", () => {
    fc.assert(fc.property(spelled, fc.oneof(anything, known), fc.boolean(), ({ text }, extra, isFirst) => {
      fc.pre(extra.trim() !== "" && /[^-_ \t\r\n]/.test(extra));
      expect(normalizeVerdict(isFirst ? `${extra} ${text}` : `${text} ${extra}`).verdict).not.toBe("approved");
    }), { numRuns: 500 });
  });

  it("2: a character more inside a known word is never an approval", () => {
    fc.assert(fc.property(known, fc.nat(), fc.string({ unit: "binary", minLength: 1, maxLength: 1 }), (word, place, extra) => {
      const at = 1 + (place % (word.length - 1));
      const text = word.slice(0, at) + extra + word.slice(at);
      fc.pre(!words.includes(text.toLowerCase().replace(/[-_ ]+/g, "-")));
      expect(normalizeVerdict(text).verdict).toBe("unavailable");
    }), { numRuns: 500 });
  });

  it("2: any text outside the table is unavailable, and nothing throws", () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.string({ unit: "binary" }), fc.lorem()), (text) => {
      const folded = text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, "").toLowerCase().replace(/[-_ ]+/g, "-");
      fc.pre(!words.includes(folded) && folded !== "unavailable");
      expect(normalizeVerdict(text)).toEqual({ verdict: "unavailable", word: text, known: false });
    }));
    fc.assert(fc.property(fc.anything(), (value) => {
      if (typeof value !== "string") expect(normalizeVerdict(value)).toEqual({ verdict: "unavailable", word: null, known: false });
    }));
  });
});
