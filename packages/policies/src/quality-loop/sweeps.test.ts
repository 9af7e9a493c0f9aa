/** All places and all pairs of crashes: `npm run sweeps`. */
import { abortSweep, assertSweep, crashSweep } from "@loopwright/testing";
import { expect, test, vi } from "vitest";
import { qualityLoop } from "./index.js";
import { QUALITY_WORLDS, qualityAgents, qualityOptions, withoutSpend } from "./sweep-worlds.fixture.js";

// A busy machine takes its time for files and processes.
vi.setConfig({ testTimeout: 60_000 });

const worlds = Object.entries(QUALITY_WORLDS).map(([name, world]) => [name, () => ({ policy: qualityLoop(qualityOptions(world)), agents: qualityAgents(world), input: { request: "R" }, withoutSpend })] as const);

test.each(worlds)("G11: a quality loop that crashes at any write goes on as if nothing had happened: %s", { timeout: 60_000 }, async (_name, scenario) => {
  expect(assertSweep(await crashSweep({ scenario, sample: 30 })).cases).toBeGreaterThan(5);
});

test.each(worlds)("G10: a quality loop that is aborted anywhere settles with what was reviewed, and starts nothing more: %s", { timeout: 60_000 }, async (_name, scenario) => {
  expect(assertSweep(await abortSweep({ scenario, sample: 30 })).cases).toBeGreaterThan(5);
});
