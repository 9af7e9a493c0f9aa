import { runLoop } from "@loopwright/core";
import { qualityLoop } from "@loopwright/policies/quality-loop";
import { Agent } from "@mastra/core/agent";
import { createWorkflow } from "@mastra/core/workflows";
import { convertArrayToReadableStream, MockLanguageModelV3 } from "ai/test";
import { expect, test } from "vitest";
import { z } from "zod";
import { mastraRole } from "./mastra-role.js";
import { qualityLoopStep } from "./mastra-step.js";
import { qualityAgents } from "./quality-agents.fixture.js";

const usage = { inputTokens: { total: 10, noCache: 10, cacheRead: undefined, cacheWrite: undefined }, outputTokens: { total: 2, text: 2, reasoning: undefined } };

const model = (text: string) =>
  new MockLanguageModelV3({
    doGenerate: async () => ({ content: [{ type: "text", text }], finishReason: { unified: "stop", raw: "stop" }, usage, warnings: [] }),
    doStream: async () => ({
      stream: convertArrayToReadableStream([
        { type: "stream-start", warnings: [] },
        { type: "text-start", id: "1" },
        { type: "text-delta", id: "1", delta: text },
        { type: "text-end", id: "1" },
        { type: "finish", finishReason: { unified: "stop", raw: "stop" }, usage },
      ]),
    }),
  });

const agent = (id: string, text: string) => new Agent({ id, name: id, instructions: "Work.", model: model(text) as never });

test("Mastra agents write and review; usage is settled", async () => {
  const writer = mastraRole(agent("writer", "D1"), { id: "writer" });
  const reviewer = mastraRole(agent("reviewer", '{"approved":true,"feedback":[]}'), { id: "reviewer" });
  const result = await runLoop(qualityLoop(), { agents: { writer, reviewer }, input: { request: "R" } }).result;
  expect(result).toMatchObject({ status: "passed", report: { draft: "D1" }, usage: { inputTokens: 20, outputTokens: 4 } });
});

test("prose for a verdict passes nothing", async () => {
  const reviewer = mastraRole(agent("reviewer", "APPROVE"), { id: "reviewer" });
  const result = await runLoop(qualityLoop(), { agents: { ...qualityAgents(), reviewer }, input: { request: "R" } }).result;
  expect(result.status).toBe("stopped");
});

test("a loop is a step of a workflow", async () => {
  const workflow = createWorkflow({ id: "w", inputSchema: z.object({ request: z.string() }), outputSchema: z.object({ status: z.string(), token: z.string().nullable(), draft: z.string().nullable() }) })
    .then(qualityLoopStep(qualityAgents()))
    .commit();
  const run = await workflow.createRun();
  expect(await run.start({ inputData: { request: "R" } })).toMatchObject({ status: "success", result: { status: "passed", token: "approved", draft: "D2" } });
});
