import type { Agent } from "@loopwright/agents";
import { runLoop } from "@loopwright/core";
import { qualityLoop } from "@loopwright/policies/quality-loop";
import { tool } from "@openai/agents";
import { z } from "zod";

/** A quality loop as a tool of an OpenAI agent: whatever happens inside is a result that the model can read. */
export const qualityLoopTool = (agents: { readonly writer: Agent; readonly reviewer: Agent }) =>
  tool({
    name: "write_and_review",
    description: "Writes a text and has it reviewed until it is approved.",
    parameters: z.object({ request: z.string() }),
    execute: async ({ request }, _context, details) => {
      const { status, token, report } = await runLoop(qualityLoop(), { agents, input: { request }, signal: details?.signal }).result;
      return { status, token, draft: report?.draft ?? null, remaining: report?.remainingFeedback ?? null };
    },
  });
