/** The example of docs/review-loop.md is run as it stands there. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { format } from "node:util";
import { expect, test, vi } from "vitest";

test("RL-TE-01, RL-LE-17: the page's whole run prints what the page shows: it passes, and without the cold read it does not", async () => {
  const page = readFileSync(new URL("../../../../docs/review-loop.md", import.meta.url), "utf8");
  const [, code, shown] = /^## A whole run\n[^]*?```ts\n([^]*?)```\n[^]*?```text\n([^]*?)```/m.exec(page) ?? [];
  const folder = mkdtempSync(path.join(tmpdir(), "loopwright-page-"));
  const log = vi.spyOn(console, "log").mockImplementation(() => undefined);
  try {
    const file = path.join(folder, "whole-run.ts");
    writeFileSync(file, code ?? "");
    await import(pathToFileURL(file).href);
    expect(log.mock.calls.map((args: unknown[]) => `${format(...args)}\n`).join("")).toBe(shown);
  } finally {
    log.mockRestore();
    rmSync(folder, { recursive: true, force: true });
  }
});
