import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { citationToken, resolvesCitation } from "./citation.js";
import { changedLines } from "./diff/changed-lines.js";
import { diffReader } from "./diff/diff-reader.js";
import { parseDiff } from "./diff/parse-diff.js";
import { EvidenceError } from "./evidence-error.js";
import { normalizeRegion } from "./fingerprint.js";
import { platformSha1Hex, portableSha1Hex } from "./sha1.js";
import { oneLine } from "./text/one-line.js";
import { splitLines } from "./text/lines.js";
import { parseCollateral, parseTrailers } from "./trailers.js";

const MiB = 1_048_576;

/** A change of a file: how many lines stay before it, go, and come. */
const edits = fc.array(fc.record({ keep: fc.nat(4), drop: fc.nat(3), add: fc.nat(3) }).filter(({ drop, add }) => drop + add > 0), { minLength: 1, maxLength: 8 });
const body = fc.constantFrom("x", "++ b/tests/F-001", "-- a/x", "@@ -1 +1 @@", "diff --git a/x b/x", "\u2028diff --git a/y b/y", "", "\\ No newline");

/** Milliseconds of work that a call takes; not by the clock, because the machine may have other work. */
function timeOf(call: () => unknown): number {
  const start = process.cpuUsage();
  try {
    call();
  } catch (thrown) {
    if (!(thrown instanceof EvidenceError)) throw thrown;
  }
  return process.cpuUsage(start).user / 1000;
}

describe("laws", () => {
  it("LG-FP-2: the platform's SHA-1 and the portable one agree", () => {
    const platform = platformSha1Hex();
    expect(platform).not.toBeNull();
    fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => portableSha1Hex(text) === platform?.(text)));
  });

  it("LG-FP-1: normalising is idempotent, and re-wrapping does not matter", () => {
    const blank = fc.constantFrom(" ", "\n", "\t", "\r\n", "\u3000", "\u0085");
    const words = fc.array(fc.string({ minLength: 1 }).filter((word) => normalizeRegion(word) === word && !word.includes(" ")), { maxLength: 9 });
    fc.assert(fc.property(words, blank, blank, (list, one, other) => normalizeRegion(list.join(one)) === normalizeRegion(list.join(other))));
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => normalizeRegion(normalizeRegion(text)) === normalizeRegion(text)));
  });

  it("LG-SEC-19: one line is one line, is stable, and holds no control character", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const line = oneLine(text);
        // eslint-disable-next-line no-control-regex -- that there is none is the law
        return oneLine(line) === line && !/[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e]/.test(line);
      }),
    );
  });

  it("LG-SEC-4, LG-CD-9: any body, with or without imitations, gives exactly the changes that were made", () => {
    fc.assert(
      fc.property(edits, body, fc.boolean(), (list, line, hasContext) => {
        let old = 1;
        let now = 1;
        const expected: number[][] = [];
        const parts: string[] = [];
        for (const { keep, drop, add } of list) {
          const context = hasContext ? keep + 1 : 0;
          const [oldStart, newStart] = [old + keep + 1, now + keep + 1];
          const [firstOld, firstNew] = [oldStart - context, newStart - context];
          const range = (first: number, count: number): string => `${count === 0 ? first - 1 : first},${count}`;
          parts.push(`@@ -${range(firstOld, drop + context)} +${range(firstNew, add + context)} @@`);
          const repeat = (mark: string, count: number): string[] => Array.from({ length: count }, () => mark + line);
          parts.push(...repeat(" ", context), ...repeat("-", drop), ...repeat("+", add));
          expected.push([drop === 0 ? oldStart - 1 : oldStart, drop, add === 0 ? newStart - 1 : newStart, add]);
          old = oldStart + drop;
          now = newStart + add;
        }
        const [file] = parseDiff(`diff --git a/f b/f\n--- a/f\n+++ b/f\n${parts.join("\n")}\n`);
        expect(file?.hunks.map(({ oldStart, oldCount, newStart, newCount }) => [oldStart, oldCount, newStart, newCount])).toEqual(expected);
        expect(file?.newPath).toBe("f");
      }),
    );
  });

  it("LG-SEC-4, LG-SEC-13: however a diff is cut into pieces, it reads the same or is refused the same", () => {
    const line = fc.constantFrom(
      "diff --git a/f b/f", "diff --git a/g b/g", "--- a/f", "+++ b/f", "@@ -1 +1,2 @@", "@@ -0,0 +1 @@", "-a", "+b", "+", "", " c", "\\ No newline at end of file", "GIT binary patch", "literal 3", "new file mode 100644",
    );
    const outcome = (call: () => unknown): unknown => {
      try {
        return call();
      } catch (thrown) {
        if (thrown instanceof EvidenceError) return thrown.message;
        throw thrown;
      }
    };
    const whole = "diff --git a/f b/f\n--- a/f\n+++ b/f\n@@ -1 +1,2 @@\n-a\n+b\n+\n";
    fc.assert(
      fc.property(fc.boolean(), fc.array(line, { maxLength: 12 }), fc.array(fc.nat(200), { maxLength: 6 }), (startsWhole, list, cuts) => {
        const bytes = new TextEncoder().encode(`${startsWhole ? whole : ""}${list.join("\n")}`);
        const pieces = (): unknown => {
          const reader = diffReader();
          const places = [0, ...cuts.map((cut) => Math.min(cut, bytes.length)).sort((left, right) => left - right), bytes.length];
          for (let index = 1; index < places.length; index++) reader.push(bytes.slice(places[index - 1], places[index]));
          return reader.end();
        };
        expect(outcome(pieces)).toEqual(outcome(() => parseDiff(bytes)));
      }),
      { numRuns: 500 },
    );
  });

  it("LG-SEC-34: no text ends in another error than the one declared", () => {
    const text = fc.oneof(fc.string({ unit: "binary" }), fc.array(fc.constantFrom("diff --git a/f b/f\n", "--- a/f\n", "+++ b/f\n", "@@ -1 +1 @@\n", "-a\n", "+b\n", "\\\n", "rename from \n", '--- "a/\\9"\n', "+++ /dev/null\n")).map((lines) => lines.join("")));
    fc.assert(fc.property(text, (input) => void timeOf(() => [parseDiff(input), parseTrailers(input), parseCollateral(input), citationToken(input), resolvesCitation(input, [input])])), { numRuns: 500 });
  });
});

describe("time", () => {
  it.each([
    ["blanks in a trailer", () => parseTrailers(`Review-Fix: ${" ".repeat(MiB - 20)}x`)],
    ["blanks before a key", () => parseTrailers("Review-Fix:\n".repeat(150) + " ".repeat(MiB / 2))],
    ["a hunk header of digits", () => parseDiff(`diff --git a/f b/f\n--- a/f\n+++ b/f\n@@ -${"1".repeat(MiB)} +1 @@\n`)],
    ["one line", () => parseDiff("x".repeat(MiB))],
    ["names of backslashes", () => parseDiff(`diff --git "a/${"\\\\".repeat(MiB / 2)}" "b/x"\n`)],
    ["a citation that nearly matches everywhere", () => resolvesCitation(`spec ${"a".repeat(500)}b`, ["a".repeat(MiB)])],
    ["a citation behind letters only", () => resolvesCitation("spec aa", ["a".repeat(MiB)])],
    ["collateral of blanks", () => parseCollateral(`a:1${" ".repeat(MiB)}`)],
    ["collateral of digits", () => parseCollateral(`a:${"1".repeat(MiB)}`)],
    ["collateral of colons", () => parseCollateral(":1-".repeat(MiB / 3))],
    ["carriage returns", () => splitLines("\r".repeat(MiB))],
    ["line ends", () => oneLine("\n\u2028".repeat(MiB / 2))],
  ])("LG-SEC-15: a megabyte of %s is read in linear time", (_, call) => {
    expect(Math.min(timeOf(call), timeOf(call))).toBeLessThan(1000); // quadratic would take minutes
  });

  it("LG-SEC-15: a diff of many lines and hunks is read in time that grows with it", () => {
    const diff = (count: number) => new TextEncoder().encode(`diff --git a/f b/f\n--- a/f\n+++ b/f\n${Array.from({ length: count }, (_, index) => `@@ -${index * 3 + 1} +${index * 3 + 1} @@\n-${"x".repeat(60)}\n+${"y".repeat(60)}\n`).join("")}`);
    const small = diff(4000);
    const large = diff(32_000);
    parseDiff(small);
    const base = Math.min(timeOf(() => parseDiff(small)), timeOf(() => parseDiff(small)));
    expect(timeOf(() => parseDiff(large))).toBeLessThan(8 * 8 * Math.max(base, 10));
  });

  it("LG-SEC-15: 100,000 places against 100,000 hunks", () => {
    const hunks = Array.from({ length: 100_000 }, (_, index) => ({ oldStart: index * 3 + 1, oldCount: 1, newStart: index * 3 + 1, newCount: 1 }));
    let touched = 0;
    const time = timeOf(() => {
      const lines = changedLines([{ oldPath: "f", newPath: "f", hunks }], "new");
      for (let index = 0; index < 100_000; index++) if (lines.touches("f", [index * 3 + 1 + (index % 2), index * 3 + 1 + (index % 2)])) touched++;
    });
    expect(touched).toBe(50_000);
    expect(time).toBeLessThan(1000);
  });
});
