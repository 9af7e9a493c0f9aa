import fc from "fast-check";
import type { Nodes } from "mdast";
import { visit } from "unist-util-visit";
import { describe, expect, test, vi } from "vitest";
import { inspect, parseMarkdown } from "./inspect.ts";
import { mend } from "./mend.ts";
import { mendDocument } from "./jobs.ts";
import { RULES, ruleOf } from "./ruleset.ts";
import type { RuleId } from "./ruleset.ts";

vi.setConfig({ testTimeout: 60_000 }); // The first use of the linters loads them, on a busy machine slowly.

const ALL = RULES.map((rule) => rule.id);
const FIXABLE = ALL.filter((id) => ruleOf(id).fix !== "none");

const examples: readonly (readonly [RuleId, before: string, after: string])[] = [
  ["retext:repeated-words", "Paris in the\nthe spring.\n", "Paris in the spring.\n"],
  ["retext:indefinite-article", "It takes an minute.\n", "It takes a minute.\n"],
  ["retext:contractions", "It doesnt wait.\n", "It doesn't wait.\n"],
  ["retext:redundant-acronyms", "Take it from the ATM machine.\n", "Take it from the ATM.\n"],
  ["textlint:terminology", "Written in Javascript on OS X.\n", "Written in JavaScript on macOS.\n"],
  ["remark-lint:no-literal-urls", "See https://example.com/a_b_c now.\n", "See <https://example.com/a_b_c> now.\n"],
  ["remark-lint:no-literal-urls", "See www.example.com now.\n", "See [www.example.com](http://www.example.com) now.\n"],
  ["remark-lint:heading-style", "One `two` snake_case_name\n===\n\nThree\n---\n", "# One `two` snake_case_name\n\n## Three\n"],
  ["remark-lint:no-heading-content-indent", "##   One   ##\n", "## One\n"],
  ["remark-lint:emphasis-marker", "Be *very* _sure of a_b_.\n", "Be *very* *sure of a_b*.\n"],
  ["remark-lint:no-shortcut-reference-link", "See [guide].\n\n[guide]: /a\n", "See [guide][].\n\n[guide]: /a\n"],
  ["remark-lint:no-shortcut-reference-image", "![guide]\n\n[guide]: /a.png\n", "![guide][]\n\n[guide]: /a.png\n"],
  ["remark-lint:no-blockquote-without-marker", "> One\ntwo\n", "> One\n> two\n"],
  ["remark-lint:list-item-bullet-indent", "One\n\n  * two\n    more\n", "One\n\n* two\n  more\n"],
  ["remark-lint:list-item-indent", "*   one\n    two\n\n    ```\n      code\n    ```\n    *   deep\n        down\n", "* one\n  two\n\n  ```\n    code\n  ```\n  * deep\n    down\n"],
  ["remark-lint:list-item-indent", "> *   one\n>     two\n", "> * one\n>   two\n"],
  ["remark-lint:ordered-list-marker-style", "1) one\n2) two\n", "1. one\n2. two\n"],
  ["remark-lint:hard-break-spaces", "One     \ntwo\n", "One  \ntwo\n"],
  ["remark-lint:final-newline", "One\r\n\r\ntwo", "One\r\n\r\ntwo\r\n"],
];

test.for(examples)("%s: %j", async ([rule, before, after]) => {
  expect(await mend(before, [rule])).toBe(after);
  expect((await inspect(after)).filter((flaw) => flaw.rule === rule)).toEqual([]);
});

test("every rule with a fix has an example", () => {
  expect([...new Set(examples.map(([rule]) => rule))].sort()).toEqual([...FIXABLE].sort());
});

test("only the rules that are named are touched", async () => {
  expect(await mend("The the Javascript doesnt *x* _y_", ["textlint:terminology"])).toBe("The the JavaScript doesnt *x* _y_");
  expect(await mend("The the", [])).toBe("The the");
});

test("a rule without a fix changes nothing", async () => {
  const text = "# One\n\n### Three\n\n[a][b]\n";
  expect(await mend(text, ["remark-lint:heading-increment", "remark-lint:no-undefined-references"])).toBe(text);
});

describe("a fix that would change what the document says is not made", () => {
  test("a heading that is linked to keeps its anchor", async () => {
    const text = "# The the guide\n\nSee [above](#the-the-guide).\n";
    expect(await mend(text, ["retext:repeated-words"])).toBe(text);
    expect(await mend("# The the guide\n", ["retext:repeated-words"])).toBe("# The guide\n");
  });

  test("a label keeps what it refers to", async () => {
    const text = "See [NodeJS][] first.\n\n[NodeJS]: /a\n";
    expect(await mend(text, ["textlint:terminology"])).toBe(text);
  });

  test("two lists do not become one, and the other fixes are still made", async () => {
    const before = "1. one\n\n1) two\n\nText.\n\n1) three\n";
    expect(await mend(before, ["remark-lint:ordered-list-marker-style"])).toBe("1. one\n\n1) two\n\nText.\n\n1. three\n");
  });
});

test("a byte order mark, Windows line endings and a missing last newline are kept", async () => {
  expect(await mendDocument("\uFEFFIn the the end.\r\n\r\n* a\r\n* b", ["retext:repeated-words"])).toBe("\uFEFFIn the end.\r\n\r\n* a\r\n* b");
});

/** Blocks that no fix may change, and flawed blocks around them. */
const closed = fc.constantFrom(
  "```js\nconst the = 'the the javascript'   \n```",
  "~~~\n*   doesnt\n~~~",
  "    indented the the code",
  "<div>\n  the the javascript\n</div>",
  "| the the | b |\n| --- | --- |\n| javascript | `x` |",
  "<!-- the the -->",
  "> quoted the the javascript",
);
const flawed = fc.constantFrom(
  "Paris in the the spring.",
  "It doesnt run on Javascript or nodejs, see https://example.com/a_b.",
  "Title\n=====",
  "##   Two",
  "*   one\n    two\n    *   three",
  "1) one\n2) two",
  "> one\ntwo",
  "Be *very* _sure_ `the the`.",
  "One    \ntwo",
  "[a][b] and [c]\n\n[c]: /c",
  "#### Deep",
);
const documents = fc
  .tuple(fc.boolean(), fc.array(fc.oneof(closed, flawed), { minLength: 1, maxLength: 8 }), fc.constantFrom("\n", "\r\n"), fc.boolean())
  .map(([hasFrontMatter, blocks, newline, endsWithNewline]) =>
    `${hasFrontMatter ? "---\ntitle: the the javascript\n---\n\n" : ""}${blocks.join("\n\n")}${endsWithNewline ? "\n" : ""}`.replaceAll("\n", newline),
  );

function closedNodesOf(text: string): string[] {
  const found: string[] = [];
  visit(parseMarkdown(text), (node: Nodes) => {
    if (["code", "inlineCode", "html", "yaml", "definition", "table"].includes(node.type) && node.position !== undefined) {
      found.push(node.type === "code" ? `code ${(node as { value: string }).value}` : text.slice(node.position.start.offset, node.position.end.offset));
    }
  });
  return found;
}

test("fixing never changes code, front matter, HTML, tables or definitions, and fixing twice changes nothing more", async () => {
  await fc.assert(
    fc.asyncProperty(documents, async (text) => {
      const mended = await mend(text, ALL);
      expect(closedNodesOf(mended)).toEqual(closedNodesOf(text));
      expect(await mend(mended, ALL)).toBe(mended);
      if (text.includes("\r\n")) expect(mended.replaceAll("\r\n", "")).not.toContain("\n");
    }),
    { numRuns: 40 },
  );
}, 60_000);
