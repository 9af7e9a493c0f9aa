/** A coding agent on the command line judges what a function writes. */
import { fileURLToPath } from "node:url";
import { commandAgent, functionAgent } from "@loopwright/agents";
import { runLoop } from "@loopwright/core";
import { qualityLoop } from "@loopwright/policies/quality-loop";

const writer = functionAgent(
  ({ input }) => {
    const { draft, feedback = [] } = input as { draft?: string; feedback?: string[] };
    return draft === undefined ? "1. Ship the new version." : `${draft}\n2. Rollback: the owner restores the last version. (${feedback.length} item taken up)`;
  },
  { id: "writer" },
);

// Leave `command` out to ask the real program. The preset knows its arguments, where the answer stands and how it tells
// what it spent; the request goes to its standard input, and no shell is involved.
const reviewer = commandAgent({ preset: "claude-code", id: "reviewer", command: fileURLToPath(new URL("stand-in.ts", import.meta.url)) });

const result = await runLoop(qualityLoop(), { agents: { writer, reviewer }, input: { request: "A deploy plan." }, limits: { callTimeoutMs: 60_000 } }).result;

console.log(`${result.status}: ${result.token} after ${result.rounds} reviews`);
console.log(result.report?.draft ?? "");
console.log(`the reviewer reported ${result.usage.byRole["reviewer"]?.costUsd.toFixed(3) ?? "nothing"} USD`);
process.exitCode = result.status === "passed" ? 0 : 1;
