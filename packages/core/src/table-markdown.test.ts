import { describe, expect, test } from "vitest";
import { defineFacts, flag } from "./facts.js";
import { always, terminationTable } from "./table.js";

const facts = defineFacts({ isStuck: flag() });
const never = (): boolean => false;

/** Splits a row of a GitHub table into what its cells say: a pipe ends a cell unless a backslash escapes it. */
function cellsOf(line: string): readonly string[] {
  const cells = [""];
  for (let index = 0; index < line.length; index++) {
    const char = line[index] as string;
    if (char === "\\" && /[\\|]/.test(line[index + 1] ?? "")) cells.push(`${cells.pop()}${line[++index]}`);
    else if (char === "|") cells.push("");
    else cells.push(`${cells.pop()}${char}`);
  }
  return cells.slice(1, -1).map((cell) => cell.trim());
}

describe("toMarkdown", () => {
  test("numbers the rows and says kind, where to, when they count, and why", () => {
    const table = terminationTable(facts, [
      { token: "drifted", kind: "stop", early: true, when: (f) => f.isStuck, why: "the draft drifted" },
      { token: "approved", kind: "pass", when: never, why: "approved" },
      { token: "aborted", kind: "stop", when: never },
      { token: "ask", kind: "ask", when: never },
      { token: "revise", kind: "continue", then: "revise", when: always, why: "otherwise" },
    ]);
    expect(table.toMarkdown()).toBe(`| row | token | kind | counts | when |
|---|---|---|---|---|
| 1 | \`drifted\` | stop | every checkpoint | the draft drifted |
| 2 | \`approved\` | pass | after review | approved |
| 3 | \`aborted\` | stop | every checkpoint |  |
| 4 | \`ask\` | ask | after review |  |
| 5 | \`revise\` | continue → revise | after review | otherwise |
`);
  });

  test.each([
    ["pipes", "a | b || c", "a | b || c"],
    ["pipes behind backslashes", String.raw`a \| b \\| c \\\|`, String.raw`a \| b \\| c \\\|`],
    ["line breaks of every kind", "a\nb\r\nc\rd", "a b c d"],
    ["a backslash at the end", "a \\", "a \\"],
    ["what looks like a row", "x |\n|---|\n| 9 | `approved` | pass", "x | |---| | 9 | `approved` | pass"],
    ["Markdown inside a cell, which is kept", "`f.round` ≥ *cap*", "`f.round` ≥ *cap*"],
  ])("a text cannot leave its cell: %s", (_name, why, shown) => {
    const table = terminationTable(facts, [{ token: "end", kind: "stop", when: always, why }]);
    const lines = table.toMarkdown().split("\n");
    expect(lines.length).toBe(4);
    expect(cellsOf(lines[2] as string)).toEqual(["1", "`end`", "stop", "after review", shown]);
  });

  test("nor can a token", () => {
    const table = terminationTable(facts, [{ token: "a|b\nc", kind: "stop", when: always }]);
    expect(cellsOf(table.toMarkdown().split("\n")[2] as string)).toEqual(["1", "`a|b c`", "stop", "after review", ""]);
  });
});
