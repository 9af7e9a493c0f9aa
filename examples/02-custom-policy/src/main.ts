/** Generates code until its tests pass. The coder plays a script here; put any agent in its place. */
import { scriptedAgent } from "@loopwright/agents";
import { runLoop, worstCase } from "@loopwright/core";
import { codeUntilGreen } from "./code-until-green.ts";
import { runTests } from "./run-tests.ts";

const coder = scriptedAgent(
  [
    "export const median = (values) => values.sort()[Math.floor(values.length / 2)];",
    "export const median = (values) => { const v = values.sort((a, b) => a - b), m = v.length >> 1; return v.length % 2 ? v[m] : (v[m - 1] + v[m]) / 2; };",
    "export const median = (values) => { const v = [...values].sort((a, b) => a - b), m = v.length >> 1; return v.length % 2 ? v[m] : (v[m - 1] + v[m]) / 2; };",
  ],
  { id: "coder" },
);

const policy = codeUntilGreen(runTests);
console.log(`at most ${worstCase(policy).calls} calls, ${worstCase(policy).rounds} test runs`);

const run = runLoop(policy, { agents: { coder }, input: { task: "median(values) of a list of numbers" }, limits: { runTimeoutMs: 60_000 } });
run.on("decision.made", ({ round, token, facts }) => console.log(`attempt ${round}: tests ${facts["tests"]} → ${token}`));
const result = await run.result;

console.log(`${result.status}: ${result.token ?? result.error.message}`);
if (result.decision !== null) console.log(policy.table.explain(result.decision.facts).toString());
process.exitCode = result.status === "passed" ? 0 : 1;
