import { describe, expect, it } from "vitest";
import { anchorReader, citationReader } from "./context.js";
import { codeOf, CYCLE, DOCUMENTS, finding, cycleContext, take } from "./cycle.fixture.js";

describe("anchors", () => {
  const read = (text: string | Uint8Array, region: unknown = [1, 1]) => anchorReader(new Map([["f", text]]))("f", region);

  it("LG-FP-2, LG-FP-1: a fingerprint is the SHA-1 of the words", () => {
    expect(read("line 1\nline 2\nline 3\nline 4\n", [1, 4]).fingerprint).toBe("c03a650093e69a662610f321d882548b5a59435d");
    expect(read("\ta b\n  c\td e  ", [1, 2]).fingerprint).toBe("8795a3b65131dc1070d0f4b79f4d26c9a669409e");
  });

  it("LG-FP-3: lines are those of version control", () => {
    expect(read("a\fb\nc").lineCount).toBe(2);
    expect(read("a\r\nb\r\n").lineCount).toBe(2);
    expect(read("a\rb\u2028c\n").lineCount).toBe(1);
  });

  it("LG-FP-4, LG-SEC-9: an end behind the file is cut, in what is stored too; anything else is refused", () => {
    expect(read("x\n".repeat(20), [18, 40]).region).toEqual([18, 20]);
    for (const region of ["14", ["1", "4"], [1.5, 2], [1, 2, 3], [1], null, { 0: 1, 1: 2 }, [true, 2], [NaN, 1], [1, 2 ** 60]]) {
      expect(codeOf(() => read("x\ny\n", region))).toBe("anchor-region-malformed");
    }
    for (const region of [[0, 1], [2, 1], [3, 3], [-1, 2]]) expect(codeOf(() => read("x\ny\n", region))).toBe("anchor-region-out-of-range");
    expect(codeOf(() => read("", [1, 1]))).toBe("anchor-region-out-of-range");
  });

  it("LG-FP-5: a byte order mark counts, and bytes that are no UTF-8 stay different", () => {
    expect(read("\uFEFFa").fingerprint).not.toBe(read("a").fingerprint);
    expect(read(Uint8Array.from([0xff])).fingerprint).not.toBe(read(Uint8Array.from([0xfe])).fingerprint);
    expect(read(new TextEncoder().encode("é")).fingerprint).toBe(read("é").fingerprint);
    expect(codeOf(() => anchorReader(new Map())("gone", [1, 1]))).toBe("anchor-file-missing");
  });

  it.each(["../../etc/passwd", "/etc/passwd", "C:/x", "a\\b", "a//b", "./a", "a/./b", "", ".git/config", "a/.GIT/x", "a\u0000b", "a\nb", "x".repeat(1025), "a\ud800"])(
    "LG-SEC-7, LG-SEC-8: %j is never asked for",
    (file) => {
      const asked: string[] = [];
      const reader = anchorReader((path) => {
        asked.push(path);
        return "x";
      });
      expect(codeOf(() => reader(file, [1, 1]))).toBe("anchor-path-unsafe");
      expect(asked).toEqual([]);
    },
  );

  it("LG-SEC-29: all findings of one file come from one reading of it", () => {
    let readings = 0;
    const anchors = anchorReader(() => {
      readings += 1;
      return `version ${readings}\n`.repeat(3);
    });
    const at = (line: number) => finding({ claim: `claim ${line}`, anchor: { file: "f", region: [line, line] } });
    const { ledger } = take(null, [at(1), at(2), at(3)], cycleContext({ anchors }));
    expect(readings).toBe(1);
    expect(new Set(ledger.findings.map(({ anchor }) => anchor.fingerprint)).size).toBe(1);
  });
});

describe("citations", () => {
  const cite = citationReader(DOCUMENTS, { cycleDirectory: CYCLE });

  it.each([
    ["spec §4.2", "resolved"],
    ["plan T3", "resolved"],
    ["spec P7", "resolved"],
    ["constitution api.3", "resolved"],
    ["§4.2", "resolved"],
    ["adr §4.2", "resolved"],
    ["constitution §4.2", "unresolved"],
    ["spec §77.7", "unresolved"],
  ])("LG-CITE-2: %s is %s", (cited, expected) => {
    expect(cite(cited)).toBe(expected);
  });

  it("LG-CITE-3: without documents there is no answer", () => {
    expect(citationReader([], { cycleDirectory: CYCLE })("spec §4.2")).toBe("no-source");
    expect(citationReader([[`${CYCLE}/notes.md`, "§4.2"]], { cycleDirectory: CYCLE })("spec §4.2")).toBe("no-source");
  });

  it("LG-SEC-20: what a tool wrote confirms nothing", () => {
    const logs = ["decisions.md", "cleanup.md", "manifest.md"].map((name) => [`${CYCLE}/${name}`, "adr review-loop"] as const);
    expect(citationReader(logs, { cycleDirectory: CYCLE })("adr review-loop")).toBe("no-source");
    const marked = [[`${CYCLE}/notes.md`, "# Notes [machine-written by loopwright]\nadr review-loop"], [`${CYCLE}/adr-1.md`, "x"]] as const;
    expect(citationReader(marked, { cycleDirectory: CYCLE })("adr review-loop")).toBe("unresolved");
  });
});
