/** How prose is read, asked of the decider and of the auditor: neither shares a line with the other, so both have to know. */
import { describe, expect, test } from "vitest";
import { isProse } from "./audit/overlap.js";
import { normalise, Page, pieces } from "./audit/page.js";
import { isProseFile } from "./decide/file-kind.js";
import { fold, quoteFragments } from "./decide/folded-text.js";
import { ProseText } from "./decide/prose-texts.js";
import { sectionAt, sectionNamed } from "./decide/sections.js";

describe("words", () => {
  test.each([
    ["  *Two*  _tries_ `or` > # | less ", "two tries or less"],
    ["\u2018a\u2019 \u201ab\u201b c\u2032", "'a' 'b' c'"],
    ["\u201ca\u201d \u201eb\u201f c\u2033 \u00abd\u00bb", '"a" "b" c" "d"'],
    ["ONE\ttwo\n three\r\n", "one two three"],
    ["**", ""],
    [" \t ", ""],
  ])("RL-TR-12: %j is compared as %j", (text, words) => {
    expect([fold(text), normalise(text)]).toEqual([words, words]);
  });

  test.each([
    ["one ... two", ["one", "two"]], ["one.....Two", ["one", "two"]], ["one\u2026two\u2026", ["one", "two"]], ["one .. two", ["one .. two"]],
    ["...", []], ["* ... |", []], ["a.b", ["a.b"]],
  ])("RL-TR-13: the quote %j has the parts %j", (quote, parts) => {
    expect([quoteFragments(quote), pieces(quote)]).toEqual([parts, parts]);
  });

  test.each([
    ["p.md", true], ["P.MD", true], ["a/b.mdx", true], ["x.markdown", true], ["x.rst", true], ["x.adoc", true], ["x.txt", true],
    ["x.ts", false], ["x.md.ts", false], ["xmd", false], ["notes.mdown", false], ["x.txt/a", false],
  ])("RL-TE-20: whether %s is prose: %s", (file, answer) => {
    expect([isProseFile(file), isProse(file)]).toEqual([answer, answer]);
  });
});

describe("lines", () => {
  test.each([
    ["a\nb\n", ["a", "b"]], ["a\r\nb\rc", ["a", "b", "c"]], ["a\n\n", ["a", ""]], ["", []], ["\n", [""]], ["a", ["a"]],
  ])("RL-TR-12: %j is read as the lines %j", (text, lines) => {
    expect([new ProseText(text).lines, new Page(text).lines]).toEqual([lines, lines]);
  });

  const text = "\nOne two\n\n*three* two\n**\nfour one two\n";
  test.each([
    ["one", ["2-2", "6-6"]], ["two", ["2-2", "4-4", "6-6"]], ["two three", ["2-4"]], ["two four one", ["4-6"]], ["one two three two four one two", ["2-6"]],
    ["o", ["2-2", "2-2", "4-4", "6-6", "6-6", "6-6"]], ["five", []], ["three  two", []], ["one two", ["2-2", "6-6"]],
  ])("RL-TR-12: %j stands on the lines %j", (fragment, places) => {
    expect(new ProseText(text).linesOf(fragment).map(({ start, end }) => `${start}-${end}`)).toEqual(places);
    expect(new Page(text).find(fragment).map(({ from, to }) => `${from}-${to}`)).toEqual(places);
  });

  /** Longer than what is searched for by the platform, and full of beginnings of itself. */
  const long = `${"ab".repeat(40)}c`;
  test.each([
    ["itself", long, ["1-1"]], ["a false start before it", `ab${long}`, ["1-1"]], ["twice", `${long}\n${long}`, ["1-1", "2-2"]],
    ["twice without a blank", `x${long}${long}`, ["1-1", "1-1"]], ["all but its end", `${"ab".repeat(90)}`, []], ["its end after a break", `${"ab".repeat(40)} c`, []],
    ["a mixed run", `${"ab".repeat(39)}ac${long}`, ["1-1"]],
  ])("RL-TR-12: a long quote is found in %s", (_what, all, places) => {
    expect(new ProseText(all).linesOf(long).map(({ start, end }) => `${start}-${end}`)).toEqual(places);
    expect(new Page(all).find(long).map(({ from, to }) => `${from}-${to}`)).toEqual(places);
  });

  test.each([
    ["that overlaps itself", "aab".repeat(25), `${"aab".repeat(26)}`, ["1-1"]],
    ["whose beginnings nest", `${"aa".repeat(33)}b`, `${"a".repeat(70)}b`, ["1-1"]],
    ["with two borders", `${"aabaaab".repeat(10)}x`, `${"aabaaab".repeat(9)}aabaaabaabaaab${"aabaaab".repeat(10)}x`, ["1-1"]],
  ])("RL-TR-12: a long quote %s is found once", (_what, quote, all, places) => {
    expect(new ProseText(all).linesOf(quote).map(({ start, end }) => `${start}-${end}`)).toEqual(places);
    expect(new Page(all).find(quote).map(({ from, to }) => `${from}-${to}`)).toEqual(places);
  });
});

/** `title start-end` of each section. */
const SECTIONS: readonly (readonly [string, string, readonly string[]])[] = [
  ["no heading", "a\nb\n", [" 1-2"]],
  ["a heading first", "# A\na\n", ["a 1-2"]],
  ["text before a heading", "x\n# A\na\n", [" 1-1", "a 2-3"]],
  ["levels", "# A\na\n## B\nb\n### C\nc\n## D\nd\n# E\n", ["a 1-8", "b 3-6", "c 5-6", "d 7-8", "e 9-9"]],
  ["a deeper level before a higher one", "### C\nc\n# A\n## B\n", ["c 1-2", "a 3-4", "b 4-4"]],
  ["level six ends at six", "###### A\n###### B\n##### C\n", ["a 1-1", "b 2-2", "c 3-3"]],
  ["seven marks", "####### A\n", [" 1-1"]],
  ["marks without a blank", "#A\n", [" 1-1"]],
  ["marks alone", "a\n#\nb\n", [" 1-1", " 2-3"]],
  ["a tab after the mark", "#\tA\n", ["a 1-1"]],
  ["three blanks before it", "   # A\n", ["a 1-1"]],
  ["four blanks before it", "    # A\n", [" 1-1"]],
  ["a mark inside a line", "x # A\n", [" 1-1"]],
  ["equals signs", "= A\na\n== B\nb\n", ["a 1-4", "b 3-4"]],
  ["an indented equals sign", " = A\n", [" 1-1"]],
  ["equals signs and a tab", "==\tB\n", ["b 1-1"]],
  ["equals signs alone", "x\n\n= \n", [" 1-3"]],
  ["seven equals signs", "x\n\n======= A\n", [" 1-3"]],
  ["equals signs inside a line", "x = A\n", [" 1-1"]],
  ["fences", "```\n# A\n```\n# B\n~~~\n# C\n~~~\n# D\n", [" 1-3", "b 4-7", "d 8-8"]],
  ["an indented fence", "   ```\n# A\n", [" 1-2"]],
  ["a fence too deep", "    ```\n# A\n", [" 1-1", "a 2-2"]],
  ["two marks are no fence", "``\n# A\n", [" 1-1", "a 2-2"]],
  ["a fence inside a line", "x ```\n# A\n", [" 1-1", "a 2-2"]],
  ["a fence with a name", "````ts\n# A\n````\n# B\n", [" 1-3", "b 4-4"]],
  ["underlines", "A\n===\na\n\nB\n---\nb\n\nC\n~~~~\nc\n", ["a 1-11", "b 5-11"]],
  ["other underlines", "A\n^^^\n\nB\n\"\"\"\n", ["a 1-3", "b 4-5"]],
  ["underlines of two levels", "A\n---\nB\n===\nC\n---\n", ["a 1-2", "b 3-6", "c 5-6"]],
  ["two signs are no underline", "A\n==\n", [" 1-2"]],
  ["mixed signs", "A\n=-=\n", [" 1-2"]],
  ["an indented underline", "A\n   === \t\n", ["a 1-2"]],
  ["an underline too deep", "A\n    ===\n", [" 1-2"]],
  ["an underline with words", "A\n=== x\n", [" 1-1", "x 2-2"]],
  ["words before the signs", "A\nx ===\n", [" 1-2"]],
  ["a line below nothing", "---\na\n", [" 1-2"]],
  ["a line below a blank", "a\n  \n---\n", [" 1-3"]],
  ["a line below a table row", "| a |\n---\n", [" 1-2"]],
  ["a line below a heading", "# A\n---\n", ["a 1-2"]],
  ["a line below a line", "A\n---\n---\n", ["a 1-3"]],
  ["a title with blanks around", "  A b  \n---\n", ["a b 1-2"]],
];

describe("sections", () => {
  test.each(SECTIONS)("RL-TE-20: %s", (_what, text, expected) => {
    const { sections } = new ProseText(text);
    expect(sections.map(({ title, start, end }) => `${title} ${start}-${end}`)).toEqual(expected);
    const page = new Page(text);
    const found = sections.map(({ title, start }) => page.section(title, start)).map((one) => (one === undefined ? "none" : `${one.title} ${one.from}-${one.to}`));
    expect(found).toEqual(expected);
    const lines = page.lines.map((_, index) => index + 1);
    expect(lines.map((line) => page.titleAt(line))).toEqual(lines.map((line) => sectionAt(sections, line)?.title));
  });

  const twins = "# A\none\n# B\nb\n# a\ntwo\n";
  test.each([
    ["A", undefined, "1-2"], ["A", 2, "1-2"], ["A", 1, "1-2"], ["A", 5, "5-6"], ["*a*", 6, "5-6"], ["A", 4, "1-2"], ["A", 7, "1-2"], ["A", 0, "1-2"], ["B", 1, "3-4"], ["C", 1, "none"], ["", 1, "none"],
  ])("RL-TE-20: of two sections %j the one around line %s is meant", (name, line, expected) => {
    const decided = sectionNamed(new ProseText(twins).sections, name, line);
    const audited = new Page(twins).section(name, line);
    expect(decided === undefined ? "none" : `${decided.start}-${decided.end}`).toBe(expected);
    expect(audited === undefined ? "none" : `${audited.from}-${audited.to}`).toBe(expected);
  });

  test("RL-TE-20: a line outside of the text stands under nothing, and a heading that is not there holds nothing", () => {
    const page = new Page("x\n# A\na b\nc\n");
    expect([0, 1, 2, 4, 5].map((line) => page.titleAt(line))).toEqual([undefined, "", "a", "a", undefined]);
    expect([page.under("A"), page.under("B"), page.under("")]).toEqual(["a a b c", null, "x"]);
    const { sections } = new ProseText("x\n# A\na b\nc\n");
    expect([0, 1, 2, 4, 5].map((line) => sectionAt(sections, line)?.title)).toEqual([undefined, "", "a", "a", undefined]);
  });
});

describe("blocks", () => {
  test.each([
    ["paragraphs", "a\nb\n\nc\n", ["1-2", "4-4"]],
    ["items", "intro\n- a\n  more\n* b\n+ c\n1. d\n2) e\n", ["1-1", "2-3", "4-4", "5-5", "6-6", "7-7"]],
    ["indented items", "  - a\n\t- b\n", ["1-1", "2-2"]],
    ["a mark without a blank", "a\n-b\n1.c\n", ["1-3"]],
    ["a mark inside a line", "a\nb - c\nd 1. e\n", ["1-3"]],
    ["numbers of nine and ten digits", "a\n123456789. b\n1234567890. c\n", ["1-1", "2-3"]],
    ["table rows", "a\n| b |\n| c |\n  | d |\ne\n", ["1-1", "2-2", "3-3", "4-4", "5-5"]],
    ["a bar inside a line", "a\nb | c\n", ["1-2"]],
    ["headings", "a\n# B\nc\n   ## D\ne\n    # F\n", ["1-1", "2-2", "3-3", "4-4", "5-6"]],
    ["marks that are no heading", "a\n#b\n####### c\nd # e\n", ["1-4"]],
    ["bare marks", "a\n##\nb\n", ["1-1", "2-2", "3-3"]],
    ["blank lines with blanks", "\n  \na\n \t\nb\n", ["3-3", "5-5"]],
    ["nothing", "", []],
  ])("RL-TE-20: %s", (_what, text, expected) => {
    expect(new ProseText(text).blocks.map(({ start, end }) => `${start}-${end}`)).toEqual(expected);
    const { blocks, lines } = new Page(text);
    expect(blocks.map(({ from, to }) => `${from}-${to}`)).toEqual(expected);
    expect(blocks.map((block) => block.lines)).toEqual(blocks.map(({ from, to }) => lines.slice(from - 1, to)));
  });
});
