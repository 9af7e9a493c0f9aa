import { runLoop } from "@loopwright/core";
import { reviewPolicy } from "../review-policy.ts";
import { instantWork, type Peer } from "./peer.ts";

/** With validation, budget, versions and a listener that sees every event. */
async function run(rounds: number): Promise<number> {
  const { write, review } = instantWork(rounds);
  let feedback: readonly string[] = [];
  const started = runLoop(reviewPolicy, {
    agents: {
      writer: { id: "writer", call: async () => ({ text: await write(feedback) }) },
      reviewer: {
        id: "reviewer",
        call: async ({ input }) => {
          const structured = await review((input as { readonly draft: string }).draft);
          feedback = structured.feedback;
          return { structured };
        },
      },
    },
    input: { request: "x" },
  });
  started.on("*", () => undefined);
  const result = await started.result;
  if (result.status !== "passed") throw new Error(`Loopwright: ${result.status}`);
  return result.rounds;
}

export const loopwright: Peer = {
  name: "Loopwright",
  imports: 'export { always, count, defineFacts, definePolicy, oneOf, runLoop, structuredRole, terminationTable, textRole } from "@loopwright/core";',
  run,
};
