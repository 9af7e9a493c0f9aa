/** Pages under `docs/` whose tables are generated from the code: `UPDATE_DOCS=1` writes them, a test holds them fresh. */
import { readFileSync, writeFileSync } from "node:fs";
import { expect } from "vitest";

/** Compares, or rewrites, the part of `docs/<page>` between `<!-- generated: <name> -->` and `<!-- end -->`. */
export function expectFresh(page: string, name: string, generated: string): void {
  const file = new URL(`../../../../docs/${page}`, import.meta.url);
  const text = readFileSync(file, "utf8");
  const opening = `<!-- generated: ${name} -->\n`;
  const start = text.indexOf(opening) + opening.length;
  const end = text.indexOf("<!-- end -->", start);
  expect(start, `docs/${page} has no place for "${name}"`).toBeGreaterThanOrEqual(opening.length);
  const wanted = `${generated.trim()}\n`;
  if (process.env["UPDATE_DOCS"] === "1") writeFileSync(file, text.slice(0, start) + wanted + text.slice(end));
  else expect(text.slice(start, end), `docs/${page} is stale: run this test with UPDATE_DOCS=1`).toBe(wanted);
}
