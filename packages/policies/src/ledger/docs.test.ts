import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { describeDomain, KNOB_NAMES, KNOBS } from "./config/config.js";
import { LEDGER_LIMITS } from "./config/names.js";
import { ledgerTable } from "./decision/ledger-table.js";

const page = new URL("../../../../docs/ledger.md", import.meta.url);

const rows = (head: readonly string[], lines: readonly (readonly string[])[]): string =>
  [head, head.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

const PARTS: { readonly [name: string]: string } = {
  table: ledgerTable.toMarkdown().trimEnd(),
  knobs: rows(
    ["key", "values", "default", "floor", "what it brings"],
    KNOB_NAMES.map((name) => KNOBS[name]).map((knob) => [`\`${knob.key}\``, describeDomain(knob.domain), `\`${String(knob.default)}\``, knob.isFloor ? "yes" : "", knob.why]),
  ),
  limits: rows(["limit", "default"], Object.entries(LEDGER_LIMITS).map(([name, value]) => [`\`${name}\``, String(value)])),
};

describe("docs/ledger.md", () => {
  it("holds the table, the knobs and the limits as the code has them (UPDATE_DOCS=1 writes them)", () => {
    const text = readFileSync(page, "utf8");
    const fresh = text.replaceAll(/<!-- generated: (\w+) -->\n[^]*?<!-- \/generated -->/g, (_, name: string) => `<!-- generated: ${name} -->\n${PARTS[name] ?? "?"}\n<!-- /generated -->`);
    if (process.env["UPDATE_DOCS"] === "1") writeFileSync(page, fresh);
    else expect(text).toBe(fresh);
  });
});
