import { describe, expect, it } from "vitest";
import { changedLines } from "./changed-lines.js";
import { parseHunkHeader } from "./hunk.js";
import { parseDiff } from "./parse-diff.js";

const head = (path: string) => `diff --git a/${path} b/${path}\nindex 1..2 100644\n--- a/${path}\n+++ b/${path}\n`;
const hunks = (diff: string | Uint8Array) => parseDiff(diff).flatMap(({ hunks: list }) => list.map(({ oldStart, oldCount, newStart, newCount }) => [oldStart, oldCount, newStart, newCount]));
const codeOf = (diff: string | Uint8Array): string => {
  try {
    parseDiff(diff);
    return "fine";
  } catch (thrown) {
    return (thrown as { readonly code: string }).code;
  }
};

describe("hunks", () => {
  it.each([
    ["@@ -12,0 +13,2 @@", [12, 0, 13, 2]],
    ["@@ -1 +1 @@ context", [1, 1, 1, 1]],
    ["@@ -0,0 +1 @@", [0, 0, 1, 1]],
    ["@@ -00153,02 +16,4 @@", [153, 2, 16, 4]],
  ])("LG-CD-9: %s", (line, numbers) => {
    expect(Object.values(parseHunkHeader(line) ?? {})).toEqual(numbers);
  });

  it.each(["@@ -1, +2 @@", "@@@ -1 -1 +1 @@@", " @@ -1 +1 @@", "@@ -1 +1 @", "@@ +1 -1 @@", "@@ -x +1 @@", "@@ -1 +99999999999999999999 @@", ""])("LG-CD-9: %j is none", (line) => {
    expect(parseHunkHeader(line)).toBeNull();
  });

  it("LG-CD-9: context falls away: a diff with it reads like one without", () => {
    const context = `${head("f")}@@ -1,9 +1,9 @@\n a\n-b\n+B\n c\n+x\n d\n-e\n f\n g\n-h\n-i\n+hi\n+j\n`;
    expect(hunks(context)).toEqual([[2, 1, 2, 1], [3, 0, 4, 1], [5, 1, 5, 0], [8, 2, 8, 2]]);
    expect(hunks(`${head("f")}@@ -2 +2 @@\n-b\n+B\n@@ -3,0 +4 @@\n+x\n@@ -5 +5,0 @@\n-e\n@@ -8,2 +8,2 @@\n-h\n-i\n+hi\n+j\n`)).toEqual(hunks(context));
  });

  it("LG-CD-9: no newline at the end, CRLF and empty context lines", () => {
    expect(hunks(`${head("f")}@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n`)).toEqual([[1, 1, 1, 1]]);
    expect(hunks(`${head("f")}@@ -1,2 +1,3 @@\n-a\r\n+b\r\n\n+c\r\n`)).toEqual([[1, 1, 1, 1], [2, 0, 3, 1]]);
  });
});

describe("files", () => {
  const files = (diff: string) => parseDiff(diff).map(({ oldPath, newPath }) => [oldPath, newPath]);

  it("LG-SEC-5: binary, mode, rename, copy, new, deleted and empty files are listed, with hunks or without", () => {
    const diff = [
      "diff --git a/bin b/bin\nindex 1..2 100644\nBinary files a/bin and b/bin differ\n",
      "diff --git a/my mode b/my mode\nold mode 100644\nnew mode 100755\n",
      "diff --git a/old name b/new name\nsimilarity index 100%\nrename from old name\nrename to new name\n",
      "diff --git a/c b/d\nsimilarity index 100%\ncopy from c\ncopy to d\n",
      "diff --git a/new b/new\nnew file mode 100644\nindex 0..e69de29\n",
      "diff --git a/gone b/gone\ndeleted file mode 100644\nindex 1..0\n--- a/gone\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n",
      "diff --git a/patch b/patch\nindex 1..2 100644\nGIT binary patch\nliteral 3\nKcmZQzWMT#Y01f~L\n\nliteral 2\nJcmZQz0096100IC2\n\n",
      "diff --git a/sub b/sub\nindex 1..2 160000\n--- a/sub\n+++ b/sub\n@@ -1 +1 @@\n-Subproject commit 1\n+Subproject commit 2\n",
    ].join("");
    expect(files(diff)).toEqual([["bin", "bin"], ["my mode", "my mode"], ["old name", "new name"], ["c", "d"], [null, "new"], ["gone", null], ["patch", "patch"], ["sub", "sub"]]);
    expect(parseDiff(diff).map(({ isBinary, isModeChange }) => [isBinary, isModeChange])).toEqual([[true, false], [false, true], [false, false], [false, false], [false, false], [false, false], [true, false], [false, false]]);
  });

  it("LG-SEC-6: names come as they are spelled: blanks, quotes, octal bytes, and bytes that are no UTF-8", () => {
    const named = (field: string, tab = "") => files(`diff --git x y\n--- ${field.replace("b/", "a/")}${tab}\n+++ ${field}${tab}\n@@ -1 +1 @@\n-a\n+b\n`)[0]?.[1];
    expect(named("b/src/my file.ts", "\t")).toBe("src/my file.ts");
    expect(named(String.raw`"b/src/\303\251.ts"`)).toBe("src/é.ts");
    expect(named(String.raw`"b/a\"b\\c\td"`)).toBe('a"b\\c\td');
    expect(named(String.raw`"b/\377x"`)).toBe("\\xffx");
    expect(files(`diff --git "a/\\303\\251" "b/\\303\\251"\nold mode 100644\nnew mode 100755\n`)).toEqual([["é", "é"]]);
  });

  it("LG-CD-9: a diff that is not git's is read by its two name lines", () => {
    expect(files("--- src/a.ts\t2026-01-01\n+++ src/a.ts\t2026-01-02\n@@ -1 +1 @@\n-a\n+b\n--- b/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n")).toEqual([["src/a.ts", "src/a.ts"], ["b/x", "x"]]);
  });
});

describe("refusals", () => {
  it("LG-SEC-4: what stands in a body is never a header", () => {
    const spoof = `${head("src/a.ts")}@@ -1,0 +2,3 @@\n+++ b/tests/review/F-001\n+diff --git a/x b/x\n+@@ -9 +9 @@\n@@ -30 +33 @@\n-x\u2028diff --git a/y b/y\n+y\n`;
    expect(parseDiff(spoof)).toMatchObject([{ newPath: "src/a.ts", hunks: [{ newStart: 2, newCount: 3 }, { oldStart: 30 }] }]);
    const deleted = `${head("src/a.ts")}@@ -1,2 +1,2 @@\n--- a/x\n-- y\n+++ b/x\n+z\n`;
    expect(parseDiff(deleted)).toMatchObject([{ newPath: "src/a.ts", hunks: [{ oldCount: 2, newCount: 2 }] }]);
  });

  it.each([
    ["a body that is too short", `${head("f")}@@ -1,2 +1,2 @@\n-a\n+b\n`],
    ["a body that is too long", `${head("f")}@@ -1 +1 @@\n-a\n+b\n+c\n`],
    ["a header inside a body", `${head("f")}@@ -1,2 +1,2 @@\n-a\ndiff --git a/x b/x\n`],
    ["more of one side than counted", `${head("f")}@@ -1 +1,2 @@\n-a\n-b\n+c\n+d\n`],
    ["a hunk without a file", "@@ -1 +1 @@\n-a\n+b\n"],
    ["a hunk header that is none", `${head("f")}@@ -1 @@\n`],
    ["a name inside a file", `${head("f")}@@ -1 +1 @@\n-a\n+b\n--- a/x\n+++ b/x\n`],
    ["a name without prefix", "diff --git a/f b/f\n--- f\n+++ f\n@@ -1 +1 @@\n-a\n+b\n"],
    ["a quoted name that is not whole", 'diff --git x y\n--- "a/f\n+++ b/f\n'],
    ["names that cannot be told apart", "diff --git a/x b/y\n"],
    ["prose", "I changed a few things.\n"],
  ])("LG-SEC-4: %s", (_, diff) => {
    expect(codeOf(diff)).toBe("diff-malformed");
  });

  it("LG-SEC-2: combined diffs are refused, whose changes they would hide", () => {
    expect(codeOf("diff --cc src/a.ts\nindex 1,2..3\n--- a/src/a.ts\n+++ b/src/a.ts\n@@@ -1,1 -1,1 +1,1 @@@\n")).toBe("diff-combined");
    expect(codeOf("diff --combined a\n")).toBe("diff-combined");
    expect(codeOf(`${head("f")}@@@ -1 -1 +1 @@@\n`)).toBe("diff-combined");
  });

  it("LG-SEC-13: a diff beyond its limit is refused, never cut", () => {
    expect(codeOf(new Uint8Array(67_108_865))).toBe("diff-too-large");
    expect(() => parseDiff("x".repeat(11), { maxBytes: 10 })).toThrow(/10/);
  });

  it("LG-SEC-16: bytes that are no UTF-8 are read as bytes", () => {
    const bytes = Uint8Array.from([...new TextEncoder().encode(`${head("f")}@@ -1 +1 @@\n-`), 0xff, 0x0a, 0x2b, 0xfe, 0x0a]);
    expect(hunks(bytes)).toEqual([[1, 1, 1, 1]]);
  });
});

describe("changed lines", () => {
  const files = parseDiff(`${head("f")}@@ -1,2 +1 @@\n-a\n-b\n+c\n@@ -9,0 +9,2 @@\n+d\n+e\n@@ -12 +13,0 @@\n-g\ndiff --git a/gone b/gone\ndeleted file mode 100644\n--- a/gone\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n`);

  it("LG-CD-9: each side has its own lines; insertions have no old ones, deletions no new ones", () => {
    expect(changedLines(files, "old").runs("f")).toEqual([[1, 2], [12, 12]]);
    expect(changedLines(files, "new").runs("f")).toEqual([[1, 1], [9, 10]]);
    expect(changedLines(files, "old").paths).toEqual(["f", "gone"]);
    expect(changedLines(files, "new").paths).toEqual(["f"]);
  });

  it("LG-CD-9: a place is touched when a line of it is", () => {
    const lines = changedLines(files, "new");
    expect([[2, 8], [1, 1], [8, 9], [10, 99], [11, 99]].map((region) => lines.touches("f", region as [number, number]))).toEqual([false, true, true, true, false]);
    expect([lines.touches("f"), lines.touches("gone"), lines.touches("x", [1, 9])]).toEqual([true, false, false]);
  });
});
