import { generateText, stepCountIs, tool } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { z } from "zod";
import { instantWork, type Peer } from "./peer.ts";

const usage = { inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 }, outputTokens: { total: 1, text: 1, reasoning: 0 } };

/** One step of the tool loop is a round: the scripted model asks for one tool that writes and has it reviewed. */
async function run(rounds: number): Promise<number> {
  const { write, review } = instantWork(rounds);
  let done = 0;
  let feedback: readonly string[] = [];
  const model = new MockLanguageModelV3({
    doGenerate: async () => ({
      content: [{ type: "tool-call", toolCallId: `t${done}`, toolName: "round", input: "{}" }],
      finishReason: { unified: "tool-calls", raw: "tool-calls" },
      usage,
      warnings: [],
    }),
  });
  let isApproved = false;
  const round = tool({
    inputSchema: z.object({}),
    execute: async () => {
      const judged = await review(await write(feedback));
      done += 1;
      feedback = judged.feedback;
      isApproved = judged.approved;
      return judged;
    },
  });
  await generateText({ model, prompt: "x", tools: { round }, stopWhen: [stepCountIs(rounds + 1), () => isApproved] });
  return done;
}

export const aiSdk: Peer = { name: "AI SDK tool loop", imports: 'export { generateText, stepCountIs, tool } from "ai";', run };
