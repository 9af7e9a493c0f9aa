/** Real processes, killed at random moments. `npm run sweeps -- journal-file` does thousands of rounds of the same. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { killContenders, killWriters } from "./kill-loop.fixture.js";

let folder = "";
let script = "";

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "loopwright-journal-kill-"));
  script = path.join(folder, "journal-process.mjs");
  await build({ entryPoints: [path.join(import.meta.dirname, "journal-process.fixture.ts")], outfile: script, bundle: true, format: "esm", platform: "node", target: "node22", tsconfigRaw: {}, logLevel: "silent" });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The same moments at every run, as far as the machine allows. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

test("G11: jsonl-journal.ts 1: a writer that is killed at any moment loses nothing that was kept, and leaves nothing half", { timeout: 120_000 }, async () => {
  const report = await killWriters({ script, folder: mkdtempSync(path.join(folder, "writers-")), rounds: 14, random: seeded(20_261) });
  expect(report.problems).toEqual([]);
  expect(report.kills).toBeGreaterThan(4);
  expect(report.takeovers).toBeGreaterThan(2);
});

test("G11: journal-lock.ts 3, 4: of those who contend for a dead owner's lock exactly one wins, whoever is killed meanwhile", { timeout: 120_000 }, async () => {
  const report = await killContenders({ script, folder: mkdtempSync(path.join(folder, "contenders-")), rounds: 8, random: seeded(77) });
  expect(report.problems).toEqual([]);
  expect(report.takeovers).toBeGreaterThan(3);
});
