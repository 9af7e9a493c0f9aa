import type { Agent } from "@loopwright/agents";
import { runLoop } from "@loopwright/core";
import { qualityLoop } from "@loopwright/policies/quality-loop";
import { createStep } from "@mastra/core/workflows";
import { z } from "zod";

/** A quality loop as a step: the workflow's abort signal ends it, later steps branch on its token. */
export const qualityLoopStep = (agents: { readonly writer: Agent; readonly reviewer: Agent }) =>
  createStep({
    id: "write-and-review",
    inputSchema: z.object({ request: z.string() }),
    outputSchema: z.object({ status: z.string(), token: z.string().nullable(), draft: z.string().nullable() }),
    execute: async ({ inputData, abortSignal }) => {
      const { status, token, report } = await runLoop(qualityLoop(), { agents, input: inputData, signal: abortSignal }).result;
      return { status, token, draft: report?.draft ?? null };
    },
  });
