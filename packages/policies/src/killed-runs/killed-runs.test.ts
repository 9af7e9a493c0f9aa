/** Real processes that are really killed, over commands that really run. `npm run sweeps -- killed-runs` kills at every write. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { assertSweep } from "@loopwright/testing";
import { processSweep } from "@loopwright/testing/processes";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test, vi } from "vitest";

// A busy machine takes its time for processes.
vi.setConfig({ testTimeout: 120_000 });

let folder = "";
let script = "";

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "loopwright-killed-"));
  script = path.join(folder, "killed-run.mjs");
  await build({ entryPoints: [path.join(import.meta.dirname, "killed-run.fixture.ts")], outfile: script, bundle: true, format: "esm", platform: "node", target: "node22", logLevel: "silent" });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  ["a quality loop", "approved in round 3, with an invalid answer and a repair"],
  ["commands and a question", "commands, three reviewers and a question"],
])("G11: G16: a loop whose process is killed at a write goes on in another, and repeats no call and no check that had ended: %s", async (_what, world) => {
  const report = await processSweep({ script, args: [world], sample: 2 });
  assertSweep(report);
  expect(report.cases).toBeGreaterThan(0);
  expect(report.kills).toBeGreaterThanOrEqual(report.cases);
});
