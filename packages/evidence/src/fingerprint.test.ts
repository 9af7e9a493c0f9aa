import { describe, expect, it } from "vitest";
import { EMPTY_FINGERPRINT, fingerprintLines, fingerprintOfText, isLineRegion, normalizeRegion } from "./fingerprint.js";
import { pathProblem } from "./repo-path.js";

describe("fingerprints", () => {
  it.each([
    ["", "da39a3ee5e6b4b0d3255bfef95601890afd80709"],
    ["a b c d e", "8795a3b65131dc1070d0f4b79f4d26c9a669409e"],
    ["line 1\nline 2\nline 3\nline 4", "c03a650093e69a662610f321d882548b5a59435d"],
    ["café x", "a0090328ec8932606a2c84dd132f230463ea9f2d"],
  ])("LG-FP-2: %j", (text, sha1) => {
    expect(fingerprintOfText(text)).toBe(sha1);
  });

  it("LG-FP-1: words and one blank between them; a byte order mark is no white space", () => {
    expect(normalizeRegion("  a\n\t b\u3000c ")).toBe("a b c");
    expect(normalizeRegion("\uFEFFa")).toBe("\uFEFFa");
    expect(fingerprintOfText("é")).not.toBe(fingerprintOfText("e\u0301"));
  });

  it("LG-FP-4: regions start in the file and are cut to it", () => {
    const lines = ["a", "b", "c"];
    expect(fingerprintLines(lines, [2, 9])).toEqual({ region: [2, 3], fingerprint: fingerprintOfText("b c"), isEmpty: false });
    expect(fingerprintLines(lines, [4, 4])).toBeNull();
    expect(fingerprintLines(["", " "], [1, 2])).toEqual({ region: [1, 2], fingerprint: EMPTY_FINGERPRINT, isEmpty: true });
    expect([[1, 1], [1, 2, 3], [2, 1], [0, 1], ["1", 2], [1.5, 2], "12", null].map(isLineRegion)).toEqual([true, false, false, false, false, false, false, false]);
  });
});

describe("paths", () => {
  it("LG-SEC-7: paths inside a repository are fine, whatever their letters", () => {
    for (const path of ["src/a.ts", "my docs/a b.md", "日本/é.ts", ".github/x.yml", "a..b/c", ".gitignore", "x".repeat(1024)]) expect(pathProblem(path)).toBeNull();
    for (const path of ["../a", "a/../b", "/a", "c:\\a", "\\\\host\\a", "a//b", "a/", ".git/x", "a\u0085", "é".repeat(513), 5, null]) expect(pathProblem(path)).not.toBeNull();
  });
});
