/** The list of planted bugs in the documentation is the list in the tests. `UPDATE_DOCS=1 vitest run` writes it. */
import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { plantedBugs, plantedTableBugs } from "./planted-bugs.fixture.js";

const page = new URL("../../../../docs/explorer.md", import.meta.url);
const START = "<!-- planted bugs: generated from planted-bugs.fixture.ts -->\n";
const END = "<!-- /planted bugs -->";

test("docs/explorer.md lists every planted bug, its fault and how it is found", () => {
  const text = readFileSync(page, "utf8");
  const [before, rest] = text.split(START);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error("docs/explorer.md has lost its markers");
  const cell = (words: string): string => words.replaceAll("|", "\\|");
  const rows = [...plantedBugs, ...plantedTableBugs].map(({ name, fault, foundBy }, index) => `| ${index + 1} | ${cell(name)} | ${cell(fault)} | ${/^[a-z-]+$/.test(foundBy) ? `\`${foundBy}\`` : cell(foundBy)} |`);
  const current = `${before}${START}| # | bug | fault | found by |\n|---|---|---|---|\n${rows.join("\n")}\n${END}${after}`;
  if (process.env["UPDATE_DOCS"] === "1") writeFileSync(page, current);
  expect(readFileSync(page, "utf8")).toBe(current);
});
