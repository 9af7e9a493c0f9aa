// Stryker's options for one target; `src/main.ts` starts it, in the repository's root.
import { fileURLToPath } from "node:url";
import { targetOf } from "./src/targets.ts";

const name = process.env.MUTATION_TARGET;
const target = targetOf(name);

/** @type {import("@stryker-mutator/api/core").PartialStrykerOptions} */
export default {
  plugins: [fileURLToPath(new URL("src/direct-runner.ts", import.meta.url))],
  testRunner: "direct",
  mutate: [...target.mutate],
  coverageAnalysis: "perTest",
  // Code that only runs at load would need a process for each mutant. Tables, whose rows are functions, do not.
  ignoreStatic: true,
  incremental: true,
  incrementalFile: `mutation/reports/${name}.incremental.json`,
  reporters: ["json", "progress-append-only", "clear-text"],
  jsonReporter: { fileName: `mutation/reports/${name}.json` },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false, reportMutants: false },
  tempDirName: `mutation/.stryker-tmp/${name}`,
  ignorePatterns: ["/api", "/benchmarks", "/examples", "/integrations", "/mutation", "dist", ".cache", ".turbo"],
  concurrency: Number(process.env.MUTATION_CONCURRENCY ?? "1"),
  disableTypeChecks: true,
  timeoutMS: 6_000,
  timeoutFactor: 2,
  dryRunTimeoutMinutes: 20,
};
