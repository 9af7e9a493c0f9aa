import { describe, expect, test } from "vitest";
import { classify, classifyDetailed } from "./classify.js";
import type { DiagnosticCode } from "./diagnostics.js";

/** Counts as "critical,major,substantive,cosmetic". */
const counts = (...lines: string[]): string => Object.values(classify(lines.join("\n"))).join(",");
const diagnostics = (...lines: string[]): string[] => classifyDetailed(lines.join("\n")).diagnostics.map(({ code, line }) => `${code}@${line}`);
const codes = (...lines: string[]): DiagnosticCode[] => classifyDetailed(lines.join("\n")).diagnostics.map(({ code }) => code);

describe("classify", () => {
  test("QL-CLS-1: no text gives four zeros in the scale's order", () => {
    for (const text of ["", null, undefined]) expect(JSON.stringify(classify(text))).toBe('{"critical":0,"major":0,"substantive":0,"cosmetic":0}');
    expect(counts("CRITICAL:", "- a", "- b", "MAJOR:", "- c", "MINOR-substantive:", "- d")).toBe("2,1,1,0");
  });

  test("QL-CLS-2: a header is matched on the trimmed line, with white space of the explicit set around its parts", () => {
    expect(counts("  minor-SUBSTANTIVE : x")).toBe("0,0,1,0");
    expect(counts("\u001c\u0085\u3000CRITICAL\u00a0:\u2003none\u001f")).toBe("0,0,0,0");
    expect(counts("\ufeffCRITICAL: x")).toBe("0,0,0,0");
    expect(counts("MAJOR:", "\t \u2022 a", "* b", "- c", "-d", "-\u00a0e")).toBe("0,3,0,0");
    expect(counts("MAJOR:", "- ")).toBe("0,1,0,0");
  });

  test("QL-CLS-2: every line end of the wide set breaks a line, CRLF once", () => {
    for (const end of ["\n", "\r", "\r\n", "\u000b", "\f", "\u001c", "\u001d", "\u001e", "\u0085", "\u2028", "\u2029"]) {
      expect(classify(`MAJOR:${end}- a${end}- b${end}`)).toMatchObject({ major: 2 });
    }
    expect(classify("MAJOR:\u001f- a")).toMatchObject({ major: 1 });
  });

  test("QL-CLS-3: seven labels, four severities", () => {
    expect(counts("WARNING:", "- a", "MAJOR:", "- b")).toBe("0,2,0,0");
    const text = ["CRITICAL", "MAJOR", "WARNING", "MINOR-substantive", "SUGGESTION-substantive", "MINOR-cosmetic", "SUGGESTION-cosmetic"];
    expect(counts(...text.map((label) => `${label}: x`))).toBe("1,2,2,2");
  });

  test("QL-CLS-3: a bare MINOR neither opens nor closes a section, and decorated labels are no headers", () => {
    expect(counts("CRITICAL:", "- a", "MINOR:", "- b")).toBe("2,0,0,0");
    for (const line of ["**CRITICAL:**", "### CRITICAL:", "- CRITICAL:", "CRITICAL (2):", "BLOCKER:"]) expect(counts(line, "- a")).toBe("0,0,0,0");
  });

  test("QL-CLS-3: look-alike letters count as a label, so that no finding is lost, and not where ASCII is asked for", () => {
    expect(classify("CRıTİCAL: x")).toMatchObject({ critical: 1 });
    expect(classify("ſuggestion-coſmetic: x")).toMatchObject({ cosmetic: 1 });
    expect(classify("CRıTICAL: x", { labelCase: "ascii" })).toMatchObject({ critical: 0 });
    expect(classify("cRiTICAL: x", { labelCase: "ascii" })).toMatchObject({ critical: 1 });
  });

  test("QL-CLS-4: a header ends the open section; repeated labels add up", () => {
    expect(counts("CRITICAL: a", "MAJOR: x", "CRITICAL: b", "- c")).toBe("3,1,0,0");
  });

  test("QL-CLS-5: a zero-token leaves no section open, inner blanks do", () => {
    for (const zero of ["None", "[NONE]", "[]", " 0 "]) expect(counts(`CRITICAL: ${zero}`, "- x")).toBe("0,0,0,0");
    expect(counts("CRITICAL: [ None ]", "- x")).toBe("1,0,0,0");
  });

  test("QL-CLS-6: an empty rest opens a section without items", () => {
    expect(counts("MAJOR:", "- a", "- b")).toBe("0,2,0,0");
    expect(counts("MAJOR:")).toBe("0,0,0,0");
  });

  test.each([
    ["- a, - b", 2], ["[a, b]", 1], ["[- a, - b]", 2], ["[a, -b]", 2], ["* a, * b", 1], ["- None", 1], ["[None] extra", 1], ["[[None]]", 0],
    ["-", 1], ["[a,\u001f-b,-c]", 3], ["[- , - , - ]", 1], ["- a - b", 1], ["[]]", 0], ["• a,-,-b", 2], ["[a,,-b]", 2], ["[,]", 1],
  ])("QL-CLS-7: the list `%s` on the header's line holds %i", (rest, items) => {
    expect(classify(`CRITICAL: ${rest}`)).toMatchObject({ critical: items });
  });

  test("QL-CLS-8: other text counts one and leaves the section open", () => {
    expect(counts("CRITICAL: foo", "- a", "- b")).toBe("3,0,0,0");
    for (const text of ["None.", "N/A", "None found", "0 findings"]) expect(counts(`CRITICAL: ${text}`)).toBe("1,0,0,0");
  });

  test("QL-CLS-9: a bullet counts whatever its depth or text; dashes, numbers and bare hyphens do not", () => {
    expect(counts("MAJOR:", "- parent", "    - child", "- None")).toBe("0,3,0,0");
    expect(counts("MAJOR:", "– a", "— b", "-x", "1. c")).toBe("0,0,0,0");
  });

  test("QL-CLS-10: a blank line closes the section, prose does not", () => {
    expect(counts("CRITICAL:", "", "- a")).toBe("0,0,0,0");
    expect(counts("CRITICAL: a", "prose", "- b")).toBe("2,0,0,0");
    expect(counts("CRITICAL: a", " \u001f", "- b")).toBe("1,0,0,0");
  });

  test("QL-CLS-11: G3: verdict words have no effect and close nothing", () => {
    expect(counts("CRITICAL: none", "VERDICT: FAIL", "GATE: BLOCKED", "RESULT: 3 critical")).toBe("0,0,0,0");
    expect(counts("CRITICAL:", "VERDICT: PASS", "- a")).toBe("1,0,0,0");
  });
});

describe("classifyDetailed", () => {
  test("QL-CLS-12: no label anywhere", () => {
    expect(diagnostics("looks great!")).toEqual(["no-header@1"]);
    expect(diagnostics()).toEqual(["no-header@1"]);
    expect(diagnostics("CRITICAL: none", "MAJOR: none")).toEqual([]);
  });

  test("QL-CLS-12: orphan bullets stand behind a section that a blank line closed empty", () => {
    expect(diagnostics("CRITICAL:", "", "- SQL injection", "- more")).toEqual(["orphan-bullets@3"]);
    expect(diagnostics("CRITICAL: [ ]", "", "prose", "* x", "MAJOR:", "", "- y")).toEqual(["orphan-bullets@4", "orphan-bullets@7"]);
    expect(diagnostics("CRITICAL: a", "", "- b")).toEqual([]);
    expect(diagnostics("CRITICAL: none", "", "- b")).toEqual([]);
    expect(diagnostics("CRITICAL:", "", "MAJOR:", "- b")).toEqual([]);
  });

  test("QL-CLS-12: numbered items in a section that has none", () => {
    expect(diagnostics("CRITICAL:", "1. a", "2) b", "MAJOR:", " 1) c")).toEqual(["numbered-items@2", "numbered-items@5"]);
    expect(diagnostics("CRITICAL:", "- a", "1. detail")).toEqual([]);
    expect(diagnostics("CRITICAL: none", "1. a")).toEqual([]);
  });

  test.each(["**CRITICAL:**", "### CRITICAL:", "- CRITICAL: x", "CRITICAL (2):", "**MAJOR** (3): x", "## Warning", "__Minor-cosmetic__", "> CRITICAL: x",
    "1. MAJOR: x", "| CRITICAL: x |", "CRITICAL：x", "`MAJOR`:", "#### **SUGGESTION-substantive**"])("QL-CLS-12: `%s` is a decorated header", (line) => {
    expect(codes("MAJOR: none", line)).toEqual(["decorated-header"]);
  });

  test.each(["\ufeff", "\u200b", "\u2060", "\u200e", "\u00ad", "\u001b[1m", "\u001b]8;;x\u0007", "\u0000", "\ufe0f", "🔴 ", " \u200b \ufeff ", "\u200b".repeat(500)])(
    "QL-CLS-12: a label behind %j counts nothing and is a decorated header", (before) => {
      expect(counts(`${before}CRITICAL:`, "- sql injection", "MAJOR: none")).toBe("0,0,0,0");
      expect(diagnostics(`${before}CRITICAL:`, "- sql injection", "MAJOR: none")).toEqual(["decorated-header@1"]);
    });

  test("QL-CLS-12: so is a label with unseen characters within or behind it, in a terminal's style, or with another hyphen", () => {
    for (const line of ["CRIT\u00adICAL: x", "CRITICAL\u200b: x", "\u001b[1mCRITICAL\u001b[0m", "\u001b[31mCRITICAL\u001b[0m: x", "MINOR\u2011substantive: x"]) {
      expect(codes("MAJOR: none", line), JSON.stringify(line)).toEqual(["decorated-header"]);
    }
  });

  test.each(["– login is broken", "— x", "―x", "−x", "-x", "-\u00a0x", "+ x", "● x", "*\tx", "\u200b- x", "\ufeff1. x"])("QL-CLS-9, QL-CLS-12: `%s` is an item that does not count and does not pass", (item) => {
    expect(counts("CRITICAL:", item, item)).toBe("0,0,0,0");
    expect(diagnostics("CRITICAL:", item, item, "MAJOR: none")).toEqual(["numbered-items@2"]);
    expect(codes("CRITICAL:", "- a", item)).toEqual([]);
    expect(codes("CRITICAL: none", item)).toEqual([]);
  });

  test.each(["---", "* * *", "\u200b", "```", "VERDICT: PASS", "gate : open", "None found.", "(none)", "*None*", "no critical issues identified", "No substantive issues were found in this review."])("QL-CLS-11, QL-CLS-12: `%s` is no item", (line) => {
    expect(codes("CRITICAL:", line, "MAJOR: none")).toEqual([]);
  });

  test.each(["prose", "*emphasis*", "SQL injection in the login query", "No input is validated"])("QL-CLS-12, QL-CLS-13: `%s` under an empty label is an item that does not count and does not pass", (prose) => {
    expect(counts("CRITICAL:", prose, "MAJOR: none")).toBe("0,0,0,0");
    for (const label of ["CRITICAL", "MAJOR", "MINOR-substantive"]) expect(diagnostics(`${label}:`, prose, "MAJOR: none")).toEqual(["numbered-items@2"]);
    expect(diagnostics("MAJOR: none", "CRITICAL:", prose)).toEqual(["numbered-items@3"]);
    expect(diagnostics("CRITICAL:", prose, "", "prose", "MAJOR: none")).toEqual(["numbered-items@2", "orphan-bullets@4"]);
    // Introduces items, stands behind one, or is about nothing that blocks.
    expect(codes("CRITICAL:", prose, "- a")).toEqual([]);
    expect(codes("CRITICAL: a", prose)).toEqual([]);
    expect(codes("CRITICAL: none", prose)).toEqual([]);
    expect(codes("MINOR-cosmetic:", prose)).toEqual([]);
  });

  test("QL-CLS-12, QL-CLS-13: prose that a blank line cuts off from an empty label is lost like bullets are", () => {
    expect(diagnostics("CRITICAL:", "", "The login is open.", "MAJOR: none")).toEqual(["orphan-bullets@3"]);
    expect(diagnostics("MAJOR: none", "CRITICAL:", "", "The login is open.")).toEqual(["orphan-bullets@4"]);
    expect(diagnostics("CRITICAL:", "", "None found.", "MAJOR:", "", "- a")).toEqual(["orphan-bullets@6"]);
    // A word about the whole stands at the end.
    expect(diagnostics("CRITICAL: none", "MINOR-substantive:", "", "Solid work.")).toEqual([]);
    expect(diagnostics("CRITICAL: none", "", "Solid work.")).toEqual([]);
    expect(diagnostics("CRITICAL:", "- a", "", "Solid work.", "MAJOR: none")).toEqual([]);
  });

  test.each(["MINOR substantive: x", "Minor  Substantive:", "SUGGESTION_substantive: x", "MINOR (substantive): x", "MINOR/cosmetic: x", "**MINOR substantive**",
    "[CRITICAL] the login is open", "(MAJOR) x", "- [CRITICAL] x", "**[WARNING]** x", "CRITICAL - the login is open", "CRITICAL – x", "CRITICAL- x", "Critical issues:",
    "MAJOR findings (2):", "Critical issues: the login is open", "### Critical issues", "### CRITICAL: none", "| CRITICAL | the login is open |", "| **Critical** | 2 |"])("QL-CLS-12, QL-CLS-13: `%s` is a label in a dress that the grammar does not know", (line) => {
    expect(counts("MAJOR: none", line)).toBe("0,0,0,0");
    expect(codes("MAJOR: none", line)).toEqual(["decorated-header"]);
  });

  test.each(["MINOR substantively: x", "minor, substantive words", "[critical path] x", "(major: none)", "Major-version bump", "Critical issues were looked for", "| CRITICAL | 0 |", "| Critical | None |",
    "Critical issues: none", "Critical findings: None found.", "**Critical issues:** none", "MAJOR findings: 0", "CRITICAL - none", "[CRITICAL] none", "[MAJOR]: 0", "MINOR substantive: none", "CRITICAL – None identified.",
    "| CRITICAL | MAJOR |", "| Critical | --- |", "| MAJOR | Count |", "| CRITICAL |"])("QL-CLS-12: `%s` says nothing", (line) => {
    expect(codes("MAJOR: none", line)).toEqual([]);
  });

  test("QL-CLS-12, QL-CLS-13: a label without its colon right above items is a header that does not count", () => {
    for (const item of ["- a", "* a", "1. a", "– a"]) expect(diagnostics("MAJOR: none", "", "CRITICAL", item), item).toEqual(["decorated-header@3"]);
    expect(diagnostics("MAJOR: none", "", "CRITICAL", "", "- a")).toEqual(["decorated-header@3"]);
    expect(diagnostics("MAJOR: none", "", "CRITICAL", "words", "- a")).toEqual([]);
    expect(codes("CRITICAL:", "MAJOR", "- a")).toEqual([]); // it counts, as a critical
  });

  test.each(["- Critical path is untested", "Critical: x", "CRITICALLY: x", "the CRITICAL: x", "## Criticality", "Major", "- MAJORITY: x"])(
    "QL-CLS-12: `%s` is none", (line) => {
      expect(codes("MAJOR: none", line)).toEqual([]);
    });

  test("QL-CLS-12: bare halves and words for nothing", () => {
    expect(diagnostics("MAJOR: none", "minor :", "SUGGESTION: x")).toEqual(["bare-minor@2", "bare-minor@3"]);
    const near = ["None.", "N/A", "None found", "0 findings", "No issues!", "nothing to report", "no critical issues found"];
    for (const text of near) expect(codes(`CRITICAL: ${text}`)).toEqual(["near-zero"]);
    for (const text of ["No tests cover the parser", "none of the callers check it", "- None"]) expect(codes(`CRITICAL: ${text}`)).toEqual([]);
  });
});
