/**
 * The exhaustive sweeps, which CI only samples: every crash, every pair of crashes, every abort, and thousands of real
 * processes that are killed. Prints what was done; fails if anything was found.
 *
 * `npm run sweeps -- crash quality` runs the named ones only. `SWEEP_ROUNDS` and `SWEEP_SEED` change the random ones.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { qualityLoop } from "@loopwright/policies/quality-loop";
import { abortSweep, crashSweep, type SweepReport } from "@loopwright/testing";
import { build } from "esbuild";
import { killContenders, killWriters, type KillReport } from "../packages/core/src/jsonl-journal/kill-loop.fixture.ts";
import { QUALITY_WORLDS, qualityAgents, qualityOptions, withoutSpend } from "../packages/policies/src/quality-loop/sweep-worlds.fixture.ts";
import { crashProcesses } from "../packages/testing/src/sweep/crash-processes.fixture.ts";
import { sweptWorld, WORLDS } from "../packages/testing/src/sweep/scenarios.fixture.ts";
import { root } from "./workspace.ts";

const SEED = Number(process.env["SWEEP_SEED"] ?? 20_261);
/** Rounds of each sweep that kills at random. */
const ROUNDS = Number(process.env["SWEEP_ROUNDS"] ?? 1500);

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
function seeded(): () => number {
  let state = SEED;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

let problems = 0;

function tell(sweep: string, world: string, done: string, found: readonly string[]): void {
  problems += found.length;
  console.log(`${sweep.padEnd(14)} ${world.padEnd(58)} ${done}${found.length === 0 ? "" : `  ${found.length} PROBLEMS`}`);
  for (const problem of found.slice(0, 10)) console.error(`    ${problem}`);
}

function tellSweep(sweep: string, world: string, { cases, skipped, places, violations }: SweepReport): void {
  const counts = Object.entries(places).map(([kind, count]) => `${count} ${kind}`).join(", ");
  tell(sweep, world, `${cases} cases${skipped === 0 ? "" : ` (${skipped} skipped)`} over ${counts}`, violations.map(({ at, kind, message }) => `${at}: ${kind}: ${message}`));
}

function tellKills(sweep: string, { rounds, kills, takeovers, tornTails, problems: found }: KillReport): void {
  tell(sweep, "", `${rounds} rounds, ${kills} kills, ${takeovers} takeovers, ${tornTails} torn tails`, found);
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
  async quality() {
    for (const [name, scenario] of qualityWorlds) {
      tellSweep("quality crash", name, await crashSweep({ scenario, depth: 2 }));
      tellSweep("quality abort", name, await abortSweep({ scenario }));
    }
  },
  async "journal-file"() {
    const script = await bundle("packages/core/src/jsonl-journal/journal-process.fixture.ts");
    tellKills("journal-file", await killWriters({ script, folder: place("writers"), rounds: ROUNDS, random: seeded() }));
  },
  async contenders() {
    const script = await bundle("packages/core/src/jsonl-journal/journal-process.fixture.ts");
    tellKills("contenders", await killContenders({ script, folder: place("contenders"), rounds: ROUNDS, random: seeded() }));
  },
  async processes() {
    const script = await bundle("packages/testing/src/sweep/crash-process.fixture.ts");
    for (const twice of [false, true]) {
      for (const world of Object.keys(WORLDS)) {
        const report = await crashProcesses({ script, folder: place(`${world}${twice ? " twice" : ""}`), world, twice });
        tell("processes", `${world}${twice ? ", killed again" : ""}`, `${report.cases} cases over ${report.writes} writes, ${report.kills} kills`, report.problems);
      }
    }
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
console.log(problems === 0 ? "no problem found" : `${problems} problems found`);
if (problems > 0) process.exitCode = 1;
