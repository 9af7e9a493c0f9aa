/** The table in the documentation is the table in the code. `UPDATE_DOCS=1 vitest run` writes it. */
import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { qualityTable } from "./index.js";

const page = new URL("../../../../docs/quality-loop.md", import.meta.url);
const START = "<!-- table: generated from qualityTable -->\n";
const END = "<!-- /table -->";

test("docs/quality-loop.md shows the table as it is", () => {
  const text = readFileSync(page, "utf8");
  const [before, rest] = text.split(START);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error("docs/quality-loop.md has lost its table markers");
  const current = `${before}${START}${qualityTable.toMarkdown()}${END}${after}`;
  if (process.env["UPDATE_DOCS"] === "1") writeFileSync(page, current);
  expect(readFileSync(page, "utf8")).toBe(current);
});
