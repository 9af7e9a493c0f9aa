/** `npm run mutation [-- NAME…]`: mutation testing of these targets, of all without a name, one after the other. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { targetOf, targets } from "./targets.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const stryker = fileURLToPath(new URL("../node_modules/@stryker-mutator/core/bin/stryker.js", import.meta.url));
const config = fileURLToPath(new URL("../stryker.config.mjs", import.meta.url));

const named = process.argv.slice(2);
const names = named.length > 0 ? named : Object.keys(targets);
for (const name of names) targetOf(name);

for (const name of names) {
  console.log(`\n${name}`);
  const env = { ...process.env, MUTATION_TARGET: name, REVIEW_LOOP_RUNS: process.env["REVIEW_LOOP_RUNS"] ?? "40" };
  const { status } = spawnSync(process.execPath, [stryker, "run", config], { cwd: root, env, stdio: "inherit" });
  if (status !== 0) process.exitCode = 1;
}
