import { createStep, createWorkflow } from "@mastra/core/workflows";
import { z } from "zod";
import { instantWork, type Peer } from "./peer.ts";

async function run(rounds: number): Promise<number> {
  const { write, review } = instantWork(rounds);
  const state = z.object({ draft: z.string(), feedback: z.array(z.string()), approved: z.boolean(), rounds: z.number() });
  const round = createStep({
    id: "round",
    inputSchema: state,
    outputSchema: state,
    execute: async ({ inputData }) => {
      const draft = await write(inputData.feedback);
      return { draft, ...(await review(draft)), rounds: inputData.rounds + 1 };
    },
  });
  const workflow = createWorkflow({ id: "loop", inputSchema: state, outputSchema: state })
    .dountil(round, async ({ inputData }) => inputData.approved)
    .commit();
  const started = await workflow.createRun();
  const result = await started.start({ inputData: { draft: "", feedback: [], approved: false, rounds: 0 } });
  if (result.status !== "success") throw new Error(`Mastra: ${result.status}`);
  return result.result.rounds;
}

export const mastra: Peer = { name: "Mastra dountil", imports: 'export { createStep, createWorkflow } from "@mastra/core/workflows";', run };
