/** Real processes, real files, real SIGKILLs. `npm run sweeps -- processes` kills at every write of every world. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { crashProcesses } from "./sweep/crash-processes.fixture.js";

let folder = "";
let script = "";

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "loopwright-crash-"));
  script = path.join(folder, "crash-process.mjs");
  await build({ entryPoints: [path.join(import.meta.dirname, "sweep", "crash-process.fixture.ts")], outfile: script, bundle: true, format: "esm", platform: "node", target: "node22", logLevel: "silent" });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(["a question", "compaction"])("G11: a process that is killed at a write to its journal goes on as if nothing had happened: %s", { timeout: 120_000 }, async (world) => {
  const report = await crashProcesses({ script, folder, world, isChosen: (write) => write % 29 === 3 });
  expect(report.problems).toEqual([]);
  expect(report.kills).toBe(report.cases);
  expect(report.cases).toBeGreaterThan(1);
});

test("G11: killed again while it goes on", { timeout: 120_000 }, async () => {
  const report = await crashProcesses({ script, folder, world: "three lanes, one at a time", isChosen: (write) => write % 24 === 4, twice: true });
  expect(report.problems).toEqual([]);
  expect(report.kills).toBeGreaterThan(report.cases);
});
