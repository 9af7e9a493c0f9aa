/** A model calls a loop as its tool: progress is streamed, and whatever happens inside is a result it can read. */
import { functionAgent } from "@loopwright/agents";
import { asTool, type LoopToolOutput } from "@loopwright/agents/as-tool";
import { qualityLoop } from "@loopwright/policies/quality-loop";
import { isStepCount, streamText } from "ai";
import { z } from "zod";
import { model } from "./model.ts";

const writer = functionAgent(({ purpose }) => (purpose === "draft" ? "1. Ship it." : "1. Ship it.\n2. Rollback: the owner restores the last version."), { id: "writer" });
const reviewer = functionAgent(
  ({ input }) => {
    const feedback = (input as { draft: string }).draft.includes("Rollback") ? [] : ["Add a rollback step."];
    return { structured: { approved: feedback.length === 0, feedback } };
  },
  { id: "reviewer" },
);

const writeAndReview = asTool(qualityLoop(), {
  description: "Writes a text and has it reviewed until it is approved.",
  inputSchema: z.object({ request: z.string() }),
  agents: { writer, reviewer },
});

const answer = streamText({ model, prompt: "Get me a deploy plan.", tools: { writeAndReview }, stopWhen: isStepCount(3) });
for await (const part of answer.stream) {
  if (part.type !== "tool-result") continue;
  const output = part.output as LoopToolOutput;
  if (output.status === "running") console.log(`round ${output.round}: ${output.event} ${output.role ?? output.token ?? ""}`);
  else if (part.preliminary !== true) console.log(`result: ${output.status}`);
}
console.log(await answer.text);
