/** A first loop: one function writes, another judges, and a table decides when it is over. */
import { functionAgent } from "@loopwright/agents";
import { runLoop } from "@loopwright/core";
import { qualityLoop } from "@loopwright/policies/quality-loop";

/** Forgets the rollback at first; takes every item of feedback up as a line of its own. */
const writer = functionAgent(
  ({ input }) => {
    const { draft, feedback } = input as { draft?: string; feedback?: string[] };
    if (draft === undefined) return "Deploy plan\n1. Ship the new version.";
    return `${draft}\n${(feedback ?? []).map((item, index) => `${index + 2}. ${item}`).join("\n")}`;
  },
  { id: "writer" },
);

/** Approves a plan that says how to go back. */
const reviewer = functionAgent(
  ({ input }) => {
    const { draft } = input as { draft: string };
    const feedback = draft.includes("rollback") ? [] : ["Add a rollback step with an owner: [OWNER]"];
    return { structured: { approved: feedback.length === 0, feedback } };
  },
  { id: "reviewer" },
);

const run = runLoop(qualityLoop(), {
  agents: { writer, reviewer },
  input: { request: "A deploy plan with a rollback step." },
});
const result = await run.result;

console.log(`${result.status}: ${result.token} after ${result.rounds} reviews\n`);
console.log(result.report?.draft);
process.exitCode = result.status === "passed" ? 0 : 1;
