import { readFile } from "node:fs/promises";
import { expect, test, vi } from "vitest";
import { inspect } from "./inspect.ts";
import { RULES } from "./ruleset.ts";

vi.setConfig({ testTimeout: 60_000 }); // The first use of the linters loads them, on a busy machine slowly.

const rulesBrokenBy = async (text: string): Promise<string[]> => [...new Set((await inspect(text)).map((flaw) => flaw.rule))].sort();

/** One text per rule that breaks this rule and no other. */
const BROKEN: { readonly [rule: string]: string } = {
  "remark-lint:no-undefined-references": "See [the guide][guide].\n",
  "remark-lint:no-empty-url": "See [the guide]().\n",
  "remark-lint:no-duplicate-definitions": "See [the guide][guide].\n\n[guide]: /a\n\n[guide]: /b\n",
  "remark-lint:no-unused-definitions": "No link.\n\n[guide]: /a\n",
  "remark-lint:heading-increment": "# One\n\n### Three\n",
  "remark-lint:no-duplicate-headings-in-section": "# One\n\n## Two\n\n## Two\n",
  "retext:repeated-words": "Paris in the the spring.\n",
  "retext:indefinite-article": "It takes an minute.\n",
  "retext:contractions": "It doesnt wait.\n",
  "retext:redundant-acronyms": "Take it from the ATM machine.\n",
  "textlint:terminology": "Written in Javascript.\n",
  "remark-lint:no-literal-urls": "See https://example.com/guide for more.\n",
  "remark-lint:heading-style": "One\n===\n",
  "remark-lint:no-heading-content-indent": "#  One\n",
  "remark-lint:emphasis-marker": "Be *very* _sure_.\n",
  "remark-lint:no-shortcut-reference-link": "See [guide].\n\n[guide]: /a\n",
  "remark-lint:no-shortcut-reference-image": "![guide]\n\n[guide]: /a.png\n",
  "remark-lint:no-blockquote-without-marker": "> One\ntwo\n",
  "remark-lint:list-item-bullet-indent": "One\n\n * two\n",
  "remark-lint:list-item-indent": "*   one\n",
  "remark-lint:ordered-list-marker-style": "1) one\n",
  "remark-lint:hard-break-spaces": "One   \ntwo\n",
  "remark-lint:final-newline": "One",
};

const FOUND_HERE = RULES.map((rule) => rule.id).filter((id) => id !== "document:kept"); // kept.test.ts

test.for(FOUND_HERE)("%s is found, and nothing else is", async (rule) => {
  expect(await rulesBrokenBy(BROKEN[rule] ?? "")).toEqual([rule]);
});

test("case G11: comments in the document switch no rule off", async () => {
  expect(await rulesBrokenBy("<!--lint disable-->\n\n<!-- textlint-disable -->\n\nIn the the Javascript file.\n")).toEqual([
    "retext:repeated-words",
    "textlint:terminology",
  ]);
});

test("wording is looked for in running prose only", async () => {
  const text = [
    "---\ntitle: the the javascript\n---\n",
    "`the the javascript` and <b title='the the'>bold</b>.\n",
    "```\nthe the javascript doesnt\n```\n",
    "> the the javascript, as they said\n",
    "| the the |\n| --- |\n| javascript |\n",
    "[a][]\n\n[a]: /javascript 'the the'\n",
  ].join("\n");
  expect(await rulesBrokenBy(text)).toEqual([]);
});

test("names inside paths, handles and file names are left alone", async () => {
  expect(await rulesBrokenBy("Ask @github or look into docs/api and ./javascript/ or package.json or api.github.com then.\n")).toEqual([]);
});

test("a clear placeholder breaks no rule", async () => {
  expect(await rulesBrokenBy("Released on [DATE] by [NAME], see [LINK TO THE NOTES].\n")).toEqual([]);
});

test("places are those of the file, also with Windows line endings", async () => {
  const [flaw] = await inspect("One.\r\n\r\nTwo the the three.\r\n");
  expect(flaw).toMatchObject({ rule: "retext:repeated-words", line: 3, column: 5, actual: "the the", expected: "the" });
});

test("the shipped release notes need the fixers of all three linters", async () => {
  const release = await inspect(await readFile(new URL("../documents/release-notes.md", import.meta.url), "utf8"));
  const fixes = new Set(release.map((flaw) => RULES.find((rule) => rule.id === flaw.rule)?.fix));
  expect([...fixes].sort()).toEqual(["stringify", "suggestion", "textlint"]);
});
