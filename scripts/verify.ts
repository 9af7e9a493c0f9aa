/**
 * Everything that must hold, in one command: runs every step, goes on after a failure, and ends
 * with the line `N passed, N failed`: the tests, plus one for each other step.
 *
 * `npm run verify -- types tests` runs the named steps only.
 */
import { existsSync, rmSync } from "node:fs";
import path from "node:path";
import { runBeside } from "./run.ts";
import { readJson, root } from "./workspace.ts";

interface Step {
  readonly name: string;
  readonly command: readonly [program: string, ...args: string[]];
  /** The command where no tests were run before it. */
  readonly alone?: Step["command"];
  /** Shown, but cannot fail the whole. */
  readonly isReport?: true;
  /** How many passed and failed, where a step counts for more than one. */
  readonly count?: (ok: boolean) => Tally;
}

interface Tally {
  readonly passed: number;
  readonly failed: number;
}

const testReport = path.join(root, ".cache", "test-report.json");

const script = (name: string, ...args: string[]): Step["command"] => ["npm", "run", "--silent", name, "--", ...args];

/** One stage after another; the steps of a stage run side by side, as many as there are places. */
const stages: readonly (readonly Step[])[] = [
  [
    { name: "lint", command: script("lint") },
    { name: "types", command: script("typecheck") },
    { name: "arrows", command: script("lint:arrows") },
    { name: "build", command: ["node", "scripts/turbo.ts", "build"] },
  ],
  [
    {
      name: "tests",
      command: [
        ...(["vitest", "run", "--config", "vitest.workspace.ts"] as const),
        ...["--reporter=dot", "--reporter=json", `--outputFile.json=${testReport}`],
      ],
      count: countTests,
    },
  ],
  [
    { name: "packages", command: script("check:packages") },
    { name: "declarations", command: script("api:check") },
    { name: "snippets", command: script("check:snippets") },
  ],
  [
    { name: "entries", command: script("check:entries") }, // Packs, as `packages` does: not beside it.
    { name: "examples", command: script("check:examples") },
    { name: "sizes", command: script("check:sizes") },
    { name: "rules", command: script("rules:check", "--report", testReport), alone: script("rules:check") },
    { name: "guarantees", command: script("guarantees:check") },
  ],
  // Late, so that no other step meets the frameworks' packages. A sample: all recipes take their heaviest frameworks.
  [{ name: "integrations", command: ["npm", "run", "--silent", "--prefix", "integrations", "ci"] }],
  [{ name: "cold import", command: ["node", "scripts/cold-import.ts"], isReport: true }],
];

/** Steps that run at the same time. */
const PLACES = 2;

interface TestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
}

/** A run that fails without a failed test (a file that does not load, a type error in a source) fails as one. */
function countTests(ok: boolean): Tally {
  if (!existsSync(testReport)) return { passed: 0, failed: 1 };
  const report = readJson<TestReport>(testReport);
  const failed = ok ? report.numFailedTests : Math.max(1, report.numFailedTests);
  return { passed: report.numPassedTests, failed };
}

interface Performed {
  readonly line: string;
  readonly tally: Tally;
}

async function perform(step: Step): Promise<Performed> {
  const start = performance.now();
  const [program, ...args] = existsSync(testReport) ? step.command : (step.alone ?? step.command);
  const result = await runBeside(program, args);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`\n── ${step.name} ${result.ok ? "ok" : "FAILED"} (${seconds} s)`);
  if (result.output.trim() !== "") console.log(result.output.trimEnd());

  const single = { passed: result.ok ? 1 : 0, failed: result.ok ? 0 : 1 };
  const tally = step.isReport ? { passed: 0, failed: 0 } : (step.count?.(result.ok) ?? single);
  const counts = step.count ? `  ${tally.passed} passed, ${tally.failed} failed` : "";
  const mark = step.isReport ? "report" : tally.failed === 0 ? "ok" : "FAILED";
  return { line: `${step.name.padEnd(13)} ${mark.padEnd(7)} ${seconds.padStart(6)} s${counts}`, tally };
}

/** The steps of one stage; outcomes in declared order. */
async function performStage(steps: readonly Step[]): Promise<Performed[]> {
  const outcomes: Performed[] = [];
  const waiting = [...steps.entries()];
  const place = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) outcomes[next[0]] = await perform(next[1]);
  };
  await Promise.all(Array.from({ length: PLACES }, place));
  return outcomes;
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !stages.flat().some((step) => step.name === name));
if (unknown.length > 0) throw new Error(`No such step: ${unknown.join(", ")}`);

rmSync(testReport, { force: true });
const outcomes: Performed[] = [];
for (const stage of stages) outcomes.push(...(await performStage(stage.filter((step) => wanted.length === 0 || wanted.includes(step.name)))));
const passed = outcomes.reduce((sum, outcome) => sum + outcome.tally.passed, 0);
const failed = outcomes.reduce((sum, outcome) => sum + outcome.tally.failed, 0);

console.log(`\n${outcomes.map((outcome) => outcome.line).join("\n")}\n`);
if (failed > 0) process.exitCode = 1;
console.log(`${passed} passed, ${failed} failed`);
