/** Real processes, real files, real SIGKILLs. `npm run sweeps -- processes` kills at every write of every world. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { hasEnded } from "@loopwright/core/process";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { assertSweep } from "./index.js";
import { processSweep } from "./processes.js";
import { offspringOf } from "./sweep/offspring.js";
import { ORDERS } from "./sweep/process-orders.js";

// A busy machine takes its time for processes.
vi.setConfig({ testTimeout: 120_000 });

let folder = "";
let script = "";

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "loopwright-crash-"));
  script = path.join(folder, "swept-process.mjs");
  await build({ entryPoints: [path.join(import.meta.dirname, "sweep", "swept-process.fixture.ts")], outfile: script, bundle: true, format: "esm", platform: "node", target: "node22", logLevel: "silent" });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("G11: a process that is killed at a write to its journal goes on in another as if nothing had happened", () => {
  test("with lanes, steps, compaction and a question", async () => {
    const report = await processSweep({ script, args: ["compaction"], sample: 2 });
    assertSweep(report);
    expect(report.cases).toBeGreaterThan(0);
    expect(report.cases + report.skipped).toBe(2 * report.places["writes"]!);
    expect(report.places["compactions"]).toBeGreaterThan(1);
    // Each case is killed at a write, and where a person is to answer; so is the undisturbed one.
    expect(report.kills).toBeGreaterThanOrEqual(2 * report.cases + 1);
  });

  test("killed again while it goes on", async () => {
    const told: number[] = [];
    const report = await processSweep({ script, args: ["three lanes, one at a time"], depth: 2, sample: 3, concurrency: 2, onCase: (cases) => told.push(cases) });
    assertSweep(report);
    expect(report.kills).toBeGreaterThan(report.cases);
    expect(told).toHaveLength(report.cases + 1);
  });
});

describe("a process sweep finds", () => {
  test("an effect outside steps, a file beside the journal, and a process that decides otherwise than the one before", async () => {
    const { violations } = await processSweep({ script, args: ["one lane", "everything"], only: "process 0 after write 9" });
    const found = violations.map(({ at, kind, message }) => `${at}: ${kind}: ${message}`);
    expect(found).toContain("no crash: repeated: r1/review/lane-0/panel/p0 ran 2 times, and was started 1 times");
    expect(found).toContain("process 0 after write 9: left-behind: beside the journal: note");
    expect(found).toContainEqual(expect.stringMatching(/^process 0 after write 9: decisions: process 1 decided .*draft-failed/));
    expect(found).toContainEqual(expect.stringMatching(/^process 0 after write 9: result: result.status is "stopped" instead of "passed"/));
  });

  test("a process that does not end, and one that does not start", async () => {
    const lingering = await processSweep({ script, args: ["a cap", "a timer left behind"], promptMs: 1_500 });
    expect(lingering.violations).toEqual([expect.objectContaining({ at: "no crash", kind: "hangs" })]);
    const failing = await processSweep({ script, args: ["a cap", "does not start"] });
    expect(failing.violations).toEqual([expect.objectContaining({ at: "no crash", kind: "threw", message: expect.stringContaining("does not start") as string })]);
  });
});

describe.runIf(process.platform === "linux")("what a process of a sweep has started", () => {
  test("is waited for", async () => {
    const note = path.join(folder, "pid");
    assertSweep(await processSweep({ script, args: ["a cap", "a process that ends later", note], sample: 0 }));
    expect(hasEnded(Number(readFileSync(note, "utf8")), null)).toBe(true);
  });

  test("is found by the case that it belongs to", async () => {
    const child = spawn(process.execPath, ["-e", "setTimeout(() => {}, 60_000)"], { env: { ...process.env, [ORDERS]: JSON.stringify({ folder: "/case/1" }) }, stdio: "ignore" });
    try {
      await vi.waitFor(() => expect(offspringOf("/case/1")).toEqual([expect.stringMatching(new RegExp(`^${child.pid} .*setTimeout`)) as string]), { timeout: 20_000 });
      expect(offspringOf("/case/11")).toEqual([]);
      expect(offspringOf("/case")).toEqual([]);
    } finally {
      child.kill("SIGKILL");
    }
    await once(child, "exit");
    expect(offspringOf("/case/1")).toEqual([]);
  });
});

test("a process sweep needs a number of cases at once, and its program a sweep", async () => {
  await expect(processSweep({ script, concurrency: 0 })).rejects.toMatchObject({ code: "option-invalid", path: "concurrency" });
});
