/** What refusals say, and where the borders of each reading lie. */
import { describe, expect, it } from "vitest";
import { changedLines } from "./diff/changed-lines.js";
import { parseDiff } from "./diff/parse-diff.js";
import { EvidenceError } from "./evidence-error.js";
import { MAX_PATH_BYTES, pathProblem } from "./repo-path.js";
import { characterBefore, startsIgnoringCase } from "./text/letters.js";
import { oneLine } from "./text/one-line.js";
import { parseCollateral, parseTrailers } from "./trailers.js";

/** What an act throws, as plain data. */
function refusal(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    if (error instanceof EvidenceError) return error.toJSON();
    throw error;
  }
  return "nothing was thrown";
}

const said = (code: string, path: string, message: string, hint: string) => ({ name: "EvidenceError", code, path, message, hint });

describe("diffs", () => {
  const ofGit = "diff --git a/x b/x\n--- a/x\n+++ b/x\n";
  const hint = "Pass git's own output, unchanged; content that imitates headers is refused.";

  it.each([
    [1, "a line stands where only a header may", "nonsense\n"],
    [4, "a line stands where only a header may", `${ofGit}@ -1 +1 @@\n`],
    [7, "a line stands where only a header may", `${ofGit}@@ -1 +1 @@\n-a\n+b\nindex 1..2\n`],
    [1, "a new name without an old one", "+++ b/x\n"],
    [6, "a new name without an old one", `${ofGit}@@ -1 +0,0 @@\n-a\n+++ b/x\n`],
    [6, "a file name stands where only a hunk may", `${ofGit}@@ -1 +0,0 @@\n-a\n--- a/x\n`],
    [2, "a file name that cannot be read", "diff --git a/x b/x\n--- \"a/x\n"],
    [2, "a file name that cannot be read", "diff --git a/x b/x\n--- \n"],
    [2, "a file name that cannot be read", "diff --git a/x b/y\nrename from \"x\n"],
    [2, "a file name without its prefix a/", "diff --git a/x b/x\n--- x\n"],
    [3, "a file name without its prefix b/", "diff --git a/x b/x\n--- a/x\n+++ a/x\n"],
    [4, "a hunk header that cannot be read", `${ofGit}@@ -1 +x @@\n`],
    [1, "a hunk without its file", "@@ -1 +1 @@\n-a\n+b\n"],
    [2, "a hunk without its file", "diff --git a/x b/x\n@@ -1 +1 @@\n-a\n+b\n"],
    [3, "a hunk without its file", "diff --git a/x b/x\n--- a/x\n@@ -1 +1 @@\n-a\n+b\n"],
    [4, "a hunk that ends too early", `${ofGit}@@ -1,2 +1 @@\n`],
    [6, "a hunk that ends too early", `${ofGit}@@ -1,2 +1 @@\n-a\ndiff --git a/y b/y\n`],
    [5, "a hunk that does not fit its header", `${ofGit}@@ -1,2 +0,0 @@\n+a\n`],
    [5, "a hunk that does not fit its header", `${ofGit}@@ -0,0 +1,2 @@\n-a\n`],
    [1, "a file whose name cannot be told", "diff --git a/x b/y\n"],
    [1, "a file whose name cannot be told", "diff --git ax bx\n"],
    [1, "a file whose name cannot be told", "diff --git a/x-b/x\n"],
    [3, "a file whose name cannot be told", "--- /dev/null\n+++ /dev/null\n\n"],
    [1, "a file whose name cannot be told", "--- a/x\n"],
  ])("LG-SEC-15: G20: line %i: %s", (line, what, diff) => {
    expect(refusal(() => parseDiff(diff))).toEqual(said("diff-malformed", "diff", `line ${line} of the diff: ${what}`, hint));
  });

  it("LG-SEC-15: G20: a combined diff and one that is too large", () => {
    const combined = said("diff-combined", "diff", "line 1 of the diff: a combined diff", "Check the single commits of the merge.");
    for (const head of ["diff --cc x", "diff --combined x", "@@@ -1 -1 +1 @@@"]) expect(refusal(() => parseDiff(`${head}\n`))).toEqual(combined);
    expect(refusal(() => parseDiff("\n\n\n", { maxBytes: 2 }))).toEqual(said("diff-too-large", "diff", "the diff has more than 2 bytes", "Check smaller commits; nothing is cut."));
    expect(parseDiff("\n\n", { maxBytes: 2 })).toEqual([]);
  });

  it("LG-SEC-6: line ends of either kind, quoted names and names with tabs behind them", () => {
    const crlf = parseDiff("diff --git a/x b/x\r\n--- a/x\r\n+++ b/x\r\n@@ -1 +1 @@\r\n-a\r\n+b\r\n\r\n");
    expect(crlf).toMatchObject([{ oldPath: "x", newPath: "x", hunks: [{ oldStart: 1, oldCount: 1, newStart: 1, newCount: 1 }] }]);
    expect(parseDiff("diff --git a/x b/x\r\nnew mode 100755\r\n")).toMatchObject([{ oldPath: "x", newPath: "x", isModeChange: true, hunks: [] }]);
    expect(parseDiff('diff --git "a/\\303\\244" "b/\\303\\244"\nnew mode 100755\n')).toMatchObject([{ oldPath: "ä", newPath: "ä" }]);
    expect(parseDiff('--- "a/t\\tb"\r\n+++ b/y\t2026\n@@ -1 +1 @@\n-a\n+b\n')).toMatchObject([{ oldPath: "t\tb", newPath: "y" }]);
    expect(parseDiff("--- x\n+++ y\n@@ -1 +1 @@\n-a\n+b\n--- p\n+++ q\n@@ -1 +1 @@\n-a\n+b\n").map(({ oldPath, newPath }) => [oldPath, newPath])).toEqual([["x", "y"], ["p", "q"]]);
  });

  it("LG-SEC-5: what follows a binary patch is read again from the next file on", () => {
    const diff = "diff --git a/i b/i\nindex 1..2\nGIT binary patch\nliteral 3\nzzz\n\ndiff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\noops\n";
    expect(refusal(() => parseDiff(diff))).toMatchObject({ message: "line 13 of the diff: a line stands where only a header may" });
    expect(parseDiff(diff.replace("oops\n", ""))).toMatchObject([{ newPath: "i", isBinary: true }, { newPath: "x", isBinary: false }]);
  });
});

describe("changed lines", () => {
  const hunk = (newStart: number, newCount: number) => ({ oldStart: 1, oldCount: 0, newStart, newCount });
  const runs = (...hunks: readonly (readonly [number, number])[]) => changedLines([{ oldPath: "f", newPath: "f", hunks: hunks.map(([start, count]) => hunk(start, count)) }], "new").runs("f");

  it("LG-CD-9: runs are in order and none is adjacent to the next, whatever order they come in", () => {
    expect(runs([1, 2], [3, 1])).toEqual([[1, 3]]);
    expect(runs([1, 2], [4, 1])).toEqual([[1, 2], [4, 4]]);
    expect(runs([4, 1], [1, 2])).toEqual([[1, 2], [4, 4]]);
    expect(runs([1, 9], [2, 1])).toEqual([[1, 9]]);
    expect(runs([9, 1], [1, 1], [5, 1])).toEqual([[1, 1], [5, 5], [9, 9]]);
    expect(runs()).toEqual([]);
    expect(changedLines([], "new").touches("f")).toBe(false);
    expect(changedLines([], "new").runs("f")).toEqual([]);
  });

  it("LG-CD-9: two entries of one file are one", () => {
    const file = (start: number) => ({ oldPath: "f", newPath: "f", hunks: [hunk(start, 1)] });
    expect(changedLines([file(5), file(1)], "new").runs("f")).toEqual([[1, 1], [5, 5]]);
  });
});

describe("paths", () => {
  it.each([
    ["", "not a path"], [7, "not a path"], [null, "not a path"],
    ["a\ud800b", "not well-formed Unicode"],
    ["a".repeat(MAX_PATH_BYTES + 1), "longer than 1024 bytes"], ["ä".repeat(513), "longer than 1024 bytes"], ["€".repeat(342), "longer than 1024 bytes"],
    ["a\u0007", "has a control character"], ["a\u2028b", "has a control character"],
    ["a\\b", "has a backslash"],
    ["/a", "is absolute"], ["c:a", "is absolute"], ["Z:", "is absolute"],
    ["a//b", "has an empty, `.` or `..` segment"], ["./a", "has an empty, `.` or `..` segment"], ["a/..", "has an empty, `.` or `..` segment"], ["a/", "has an empty, `.` or `..` segment"],
    [".git/config", "lies inside the version control directory"], ["a/.GIT", "lies inside the version control directory"],
    ["a".repeat(MAX_PATH_BYTES), null], ["ä".repeat(512), null], ["a/b c:d.ts", null], ["ab:c", null], [".github/x", null], ["...", null], ["1:a", null],
  ])("LG-SEC-7: %j: %s", (path, problem) => {
    expect(pathProblem(path)).toBe(problem);
  });
});

describe("trailers", () => {
  it("LG-SEC-16: G20: a prefix that is none, and messages that are too large", () => {
    const mend = "Shorten the message; nothing is cut.";
    expect(refusal(() => parseTrailers("", { prefix: "a-b" }))).toEqual(said("trailer-prefix", "prefix", '"a-b" is no trailer prefix', "Use letters and digits, a letter first."));
    expect(refusal(() => parseTrailers("12345", { maxChars: 4 }))).toEqual(said("message-too-large", "message", "the message is longer than 4 characters", mend));
    expect(refusal(() => parseTrailers("Review-Fix: a\nReview-Fix: b", { maxTrailers: 1 }))).toEqual(said("message-too-large", "message", "the message has more than 1 trailers", mend));
    expect(parseTrailers("1234", { maxChars: 4 })).toEqual({});
    expect(parseTrailers("Review-Fix: a", { maxTrailers: 1 })).toEqual({ Fix: ["a"] });
  });

  it("LG-CD-4: a key and its value stand on one line", () => {
    expect(parseTrailers("\nReview-Fix: a")).toEqual({ Fix: ["a"] });
    expect(parseTrailers("Review-Fix\n: a")).toEqual({});
    expect(parseTrailers("Review-Fix:")).toEqual({});
    expect(parseTrailers("Reviewer-Fix: a\nxReview-Fix: b")).toEqual({});
  });

  it("LG-CD-8: a quoted path is closed, and lines end the place", () => {
    expect(parseCollateral('"a b')).toBeNull();
    expect(parseCollateral('""')).toBeNull();
    expect(parseCollateral("a:1-2x why")).toEqual({ path: "a:1-2x", region: null, reason: "why" });
    expect(parseCollateral("a:7")).toEqual({ path: "a", region: [7, 7], reason: "" });
  });
});

describe("characters", () => {
  it("LG-CITE-2: the character before a place is a whole one", () => {
    expect(characterBefore("ab", 0)).toBe("");
    expect(characterBefore("ab", -1)).toBe("");
    expect(characterBefore("ab", 1)).toBe("a");
    expect(characterBefore("😀b", 2)).toBe("😀");
    expect(characterBefore("\udc00b", 1)).toBe("\udc00");
    expect(characterBefore("a\udfffb", 2)).toBe("\udfff");
    expect(characterBefore("😀", 1)).toBe("\ud83d");
    expect(characterBefore("😀\ue000", 3)).toBe("\ue000");
  });

  it("LG-CITE-5: a word is folded letter by letter, and no other character is taken for one", () => {
    expect(startsIgnoringCase("Zig", "zig")).toBe(true);
    expect(startsIgnoringCase("\u212aind", "kind")).toBe(true);
    expect(startsIgnoringCase("zi", "zig")).toBe(false);
    expect(startsIgnoringCase("[ig", "{ig")).toBe(false);
    expect(startsIgnoringCase("!ig", "aig")).toBe(false);
  });

  it("LG-SEC-19: exactly the characters that could reorder or break a line are shown as what they are", () => {
    const escaped = (unit: number) => oneLine(`a${String.fromCharCode(unit)}b`) !== `a${String.fromCharCode(unit)}b`;
    const harmful = Array.from({ length: 0x3000 }, (_, unit) => unit).filter(escaped);
    const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
    expect(harmful).toEqual([...range(0, 8), ...range(0x0a, 0x1f), ...range(0x7f, 0x9f), 0x061c, 0x200e, 0x200f, ...range(0x2028, 0x202e), ...range(0x2066, 0x2069)]);
    expect(oneLine("plain")).toBe("plain");
  });
});
