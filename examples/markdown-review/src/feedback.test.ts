import { expect, test } from "vitest";
import { MAX_CHANGES, rulesNamedIn, toFeedback } from "./feedback.ts";
import type { Finding } from "./finding.ts";
import { RULES } from "./ruleset.ts";
import type { RuleId } from "./ruleset.ts";

const finding = (rule: RuleId, line = 1, actual = "x", expected: string | null = null): Finding => ({ rule, line, column: 1, actual, expected });

test("no finding, no entry: the only way to an approval", () => {
  expect(toFeedback([], [])).toEqual([]);
  expect(toFeedback([], ["Line 1: … (retext:repeated-words)."])).toEqual([]);
});

test("an entry says where, what to change and under which rule, once for all places", () => {
  const findings = [finding("retext:repeated-words", 3, "the the", "the"), finding("retext:repeated-words", 9, "to to", "to")];
  expect(toFeedback(findings, [])).toEqual(["Lines 3 and 9: drop the repeated word: “the the” → “the” and “to to” → “to” (retext:repeated-words)."]);
});

test("what is not shown is counted", () => {
  const findings = Array.from({ length: 40 }, (_, index) => finding("remark-lint:list-item-indent", index + 1));
  expect(toFeedback(findings, [])).toEqual(["Lines 1, 2, 3, 4, 5, 6, 7, 8 and 32 more: put one space after a bullet (remark-lint:list-item-indent)."]);
});

test("a first review names every broken rule and stays within the loop's limit", () => {
  const entries = toFeedback(RULES.map((rule) => finding(rule.id)), []);
  expect(entries).toHaveLength(MAX_CHANGES);
  expect(entries.flatMap(rulesNamedIn).sort()).toEqual(RULES.map((rule) => rule.id).sort());
});

test("a later review tags what is unmet by its place in the previous feedback", () => {
  const previous = toFeedback([finding("remark-lint:no-empty-url"), finding("retext:contractions"), finding("remark-lint:final-newline")], []);
  expect(toFeedback([finding("remark-lint:final-newline", 7)], previous)).toEqual(["[previous 3] Line 7: end the file with a newline (remark-lint:final-newline)."]);
});

test("a rule that the previous feedback did not name was broken by the revision", () => {
  const previous = toFeedback([finding("retext:contractions")], []);
  const [entry = ""] = toFeedback([finding("retext:indefinite-article", 4, "an", "a")], previous);
  expect(entry).toMatch(/^\[regression\] Line 4: /);
});

test("three unmet entries and a regression still fit, and none is lost", () => {
  const rules = ["remark-lint:no-empty-url", "retext:contractions", "remark-lint:final-newline"] as const;
  const previous = toFeedback(rules.map((rule) => finding(rule)), []);
  const entries = toFeedback([...rules.map((rule) => finding(rule)), finding("retext:repeated-words")], previous);
  expect(entries).toHaveLength(MAX_CHANGES);
  expect(entries.map((entry) => entry.match(/\[[a-z]+(?: \d)?\]/g))).toEqual([["[previous 1]"], ["[previous 2]", "[previous 3]"], ["[regression]"]]);
  expect(entries.flatMap(rulesNamedIn).sort()).toEqual([...rules, "retext:repeated-words"].sort());
});

test("a document that quotes a rule id names no rule (G17)", () => {
  const [entry = ""] = toFeedback([finding("remark-lint:no-empty-url", 1, "[a (remark-lint:final-newline) “b”]()")], []);
  expect(rulesNamedIn(entry)).toEqual(["remark-lint:no-empty-url"]);
});

test("an unknown rule id names no rule", () => {
  expect(rulesNamedIn("do it (remark-lint:final-newlines) (toString:x) remark-lint:final-newline")).toEqual([]);
});
