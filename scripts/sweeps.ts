/**
 * The exhaustive sweeps, which CI only samples: every crash, every pair of crashes, every abort, and thousands of real
 * processes that are killed. Prints what was done and, at last, how many runs and violations there were; fails if there were any.
 *
 * `npm run sweeps -- crash quality` runs the named ones only. `SWEEP_ROUNDS` and `SWEEP_SEED` change the random ones,
 * `SWEEP_JOBS` how many processes are swept at once.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import path from "node:path";
import { qualityLoop } from "@loopwright/policies/quality-loop";
import { abortSweep, crashSweep, type SweepReport } from "@loopwright/testing";
import { processSweep, type ProcessSweepOptions } from "@loopwright/testing/processes";
import { build } from "esbuild";
import { killContenders, killWriters, type KillLoopOptions, type KillReport } from "../packages/core/src/jsonl-journal/kill-loop.fixture.ts";
import { PANEL_WORLDS } from "../packages/policies/src/killed-runs/world-names.fixture.ts";
import { QUALITY_WORLDS, qualityAgents, qualityOptions, withoutSpend } from "../packages/policies/src/quality-loop/sweep-worlds.fixture.ts";
import { sweptWorld, WORLDS } from "../packages/testing/src/sweep/scenarios.fixture.ts";
import { root } from "./workspace.ts";

const SEED = Number(process.env["SWEEP_SEED"] ?? 20_261);
/** Rounds of each sweep that kills at random. */
const ROUNDS = Number(process.env["SWEEP_ROUNDS"] ?? 1500);
const JOBS = Number(process.env["SWEEP_JOBS"] ?? availableParallelism());

/** Worlds whose runs are killed at every pair of writes; there are twenty times as many as writes. */
const KILLED_TWICE = ["a cap", "a question"];
/** Pairs of writes at which the other ones are killed. */
const PAIRS = 60;

const folder = mkdtempSync(path.join(tmpdir(), "loopwright-sweeps-"));
const worlds = Object.entries(WORLDS).map(([name, options]) => [name, () => sweptWorld(options)] as const);
const qualityWorlds = Object.entries(QUALITY_WORLDS).map(([name, world]) => [name, () => ({ policy: qualityLoop(qualityOptions(world)), agents: qualityAgents(world), input: { request: "R" }, withoutSpend })] as const);

async function bundle(source: string): Promise<string> {
  const script = path.join(folder, `${path.basename(source, ".fixture.ts")}.mjs`);
  await build({ entryPoints: [path.join(root, source)], outfile: script, bundle: true, format: "esm", platform: "node", target: "node22", logLevel: "silent" });
  return script;
}

function place(name: string): string {
  const made = path.join(folder, name);
  mkdirSync(made);
  return made;
}

/** The same numbers for the same seed. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

let violations = 0;
let runs = 0;

function tell(sweep: string, world: string, done: string, found: readonly string[]): void {
  violations += found.length;
  console.log(`${sweep.padEnd(16)} ${world.padEnd(58)} ${done}${found.length === 0 ? "" : `  ${found.length} VIOLATIONS`}`);
  for (const one of found.slice(0, 10)) console.error(`    ${one}`);
}

function tellSweep(sweep: string, world: string, { cases, skipped, places, violations: found }: SweepReport, more = ""): void {
  runs += cases;
  const counts = Object.entries(places).map(([kind, count]) => `${count} ${kind}`).join(", ");
  tell(sweep, world, `${cases} cases${skipped === 0 ? "" : ` (${skipped} skipped)`} over ${counts}${more}`, found.map(({ at, kind, message }) => `${at}: ${kind}: ${message}`));
}

/** One part for each job, each with files and a seed of its own. */
async function tellKills(sweep: string, kill: (options: KillLoopOptions) => Promise<KillReport>): Promise<void> {
  const script = await bundle("packages/core/src/jsonl-journal/journal-process.fixture.ts");
  const reports = await Promise.all(Array.from({ length: JOBS }, (_, job) => kill({ script, folder: place(`${sweep}-${job}`), rounds: Math.ceil(ROUNDS / JOBS), random: seeded(SEED + job) })));
  const sum = (of: (report: KillReport) => number): number => reports.reduce((total, report) => total + of(report), 0);
  runs += sum(({ rounds }) => rounds);
  tell(sweep, "", `${sum(({ rounds }) => rounds)} rounds, ${sum(({ kills }) => kills)} kills, ${sum(({ takeovers }) => takeovers)} takeovers, ${sum(({ tornTails }) => tornTails)} torn tails`, reports.flatMap(({ problems }) => problems));
}

/** Says every few seconds how far it is. */
async function tellProcesses(sweep: string, world: string, options: ProcessSweepOptions): Promise<void> {
  let told = performance.now();
  const onCase = (cases: number): void => {
    if (performance.now() - told < 15_000) return;
    told = performance.now();
    console.log(`  … ${world}: ${cases} cases`);
  };
  const report = await processSweep({ ...options, args: [world], concurrency: JOBS, seed: SEED, onCase });
  tellSweep(sweep, world, report, `; ${report.started} processes, ${report.kills} of them killed`);
}

const sweeps: { readonly [name: string]: () => Promise<void> } = {
  async crash() {
    for (const [name, scenario] of worlds) tellSweep("crash", name, await crashSweep({ scenario }));
  },
  async "double-crash"() {
    for (const [name, scenario] of worlds) tellSweep("double-crash", name, await crashSweep({ scenario, depth: 2 }));
  },
  async abort() {
    for (const [name, scenario] of worlds) tellSweep("abort", name, await abortSweep({ scenario }));
  },
  async "abort-crash"() {
    for (const [name, scenario] of worlds) tellSweep("abort-crash", name, await abortSweep({ scenario, crashes: true }));
  },
  async quality() {
    for (const [name, scenario] of qualityWorlds) {
      tellSweep("quality crash", name, await crashSweep({ scenario, depth: 2 }));
      tellSweep("quality abort", name, await abortSweep({ scenario, crashes: true }));
    }
  },
  async "journal-file"() {
    await tellKills("journal-file", killWriters);
  },
  async contenders() {
    await tellKills("contenders", killContenders);
  },
  async processes() {
    const script = await bundle("packages/testing/src/sweep/swept-process.fixture.ts");
    for (const world of Object.keys(WORLDS)) await tellProcesses("processes", world, { script });
  },
  async "killed-runs"() {
    const script = await bundle("packages/policies/src/killed-runs/killed-run.fixture.ts");
    for (const world of [...Object.keys(QUALITY_WORLDS), ...Object.keys(PANEL_WORLDS)]) await tellProcesses("killed-runs", world, { script });
  },
  async "killed-twice"() {
    const script = await bundle("packages/testing/src/sweep/swept-process.fixture.ts");
    for (const world of Object.keys(WORLDS)) await tellProcesses("killed-twice", world, { script, depth: 2, ...(!KILLED_TWICE.includes(world) && { sample: PAIRS }) });
  },
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(sweeps, name));
if (unknown.length > 0) throw new Error(`No such sweep: ${unknown.join(", ")}. There are ${Object.keys(sweeps).join(", ")}.`);

try {
  for (const [name, sweep] of Object.entries(sweeps)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const start = performance.now();
    await sweep();
    console.log(`── ${name}: ${((performance.now() - start) / 1000).toFixed(1)} s\n`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(`${runs} runs, ${violations} violations`);
if (violations > 0) process.exitCode = 1;
