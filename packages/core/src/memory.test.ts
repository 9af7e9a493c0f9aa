import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const ROUNDS = 10_000;
const RUNS = 10_000;

let directory = "";
let script = "";

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), "loopwright-memory-"));
  script = path.join(directory, "memory.mjs");
  await build({ entryPoints: [path.join(import.meta.dirname, "memory.fixture.ts")], outfile: script, bundle: true, format: "esm", platform: "node", target: "node22", tsconfigRaw: {}, logLevel: "silent" });
});

afterAll(() => rm(directory, { recursive: true, force: true }));

async function measure(nodeFlags: readonly string[], ...parameters: readonly string[]): Promise<{ readonly [name: string]: unknown }> {
  const { stdout } = await promisify(execFile)(process.execPath, [...nodeFlags, script, ...parameters], { timeout: 100_000 });
  return JSON.parse(stdout) as { readonly [name: string]: unknown };
}

describe("memory", () => {
  test.each(["long", "seen"])("case H13, G13: 10,000 rounds with drafts of 10 KB fit into a heap of 64 MB (%s)", { timeout: 120_000 }, async (mode) => {
    expect(await measure(["--max-old-space-size=64"], mode, String(ROUNDS))).toEqual({ rounds: ROUNDS, token: "done", report: 10_240, heard: expect.any(Number) as number, next: "events.dropped" });
  });

  test("case H13: 10,000 runs at once take at most 200 MB", { timeout: 120_000 }, async () => {
    // A small nursery, so that the figure is what runs hold and not how lazily this V8 collects.
    const { runs, growthMb } = await measure(["--expose-gc", "--max-semi-space-size=4"], "many", String(RUNS));
    expect(runs).toBe(RUNS);
    expect(growthMb).toBeLessThanOrEqual(200);
  });
});
