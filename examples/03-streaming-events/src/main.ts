/** Shows a run while it happens: `for await` over the run gives its events, `result` how it ended. */
import { scriptedAgent } from "@loopwright/agents";
import { runLoop } from "@loopwright/core";
import { qualityLoop } from "@loopwright/policies/quality-loop";
import { eventTree } from "./event-tree.ts";

const writer = scriptedAgent(["A short draft.", "A longer draft, with the missing part."], { id: "writer" });
const reviewer = scriptedAgent(
  [{ structured: { approved: false, feedback: ["Add the missing part"] } }, { structured: { approved: true, feedback: [] } }],
  { id: "reviewer" },
);

const run = runLoop(qualityLoop(), { agents: { writer, reviewer }, input: { request: "A draft with all its parts." } });
const show = eventTree();
for await (const event of run) console.log(show(event));

const result = await run.result;
process.exitCode = result.status === "passed" ? 0 : 1;
