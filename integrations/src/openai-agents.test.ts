import { runLoop } from "@loopwright/core";
import { qualityLoop } from "@loopwright/policies/quality-loop";
import { Agent, Runner, Usage, type Model, type ModelRequest, type ModelResponse } from "@openai/agents";
import { expect, test } from "vitest";
import { openAiAgentsRole } from "./openai-agents-role.js";
import { qualityLoopTool } from "./openai-agents-tool.js";
import { qualityAgents } from "./quality-agents.fixture.js";

type Output = ModelResponse["output"];
const says = (text: string): Output => [{ type: "message", role: "assistant", status: "completed", content: [{ type: "output_text", text }] }];

class ScriptedModel implements Model {
  readonly requests: ModelRequest[] = [];
  constructor(private readonly outputs: readonly Output[]) {}
  async getResponse(request: ModelRequest): Promise<ModelResponse> {
    const output = this.outputs[this.requests.push(request) - 1];
    if (output === undefined) throw new Error("the script is over");
    return { output, usage: new Usage({ inputTokens: 10, outputTokens: 2, totalTokens: 12 }) };
  }
  // eslint-disable-next-line require-yield
  async *getStreamedResponse(): AsyncGenerator<never> {
    throw new Error("not streamed");
  }
}

const VERDICT = { approved: true, feedback: [] };

test("agents of the SDK write and review; the schema reaches the model, usage is settled", async () => {
  const [writing, judging] = [new ScriptedModel([says("D1")]), new ScriptedModel([says(JSON.stringify(VERDICT))])];
  const writer = openAiAgentsRole(new Agent({ name: "writer", model: writing }), { id: "writer" });
  const reviewer = openAiAgentsRole(new Agent({ name: "reviewer", model: judging }), { id: "reviewer" });
  const result = await runLoop(qualityLoop(), { agents: { writer, reviewer }, input: { request: "R" } }).result;
  expect(result).toMatchObject({ status: "passed", token: "approved", report: { draft: "D1" }, usage: { inputTokens: 20, outputTokens: 4 } });
  expect(judging.requests[0]?.outputType).toMatchObject({ type: "json_schema", schema: { required: expect.arrayContaining(["approved", "feedback"]) as unknown } });
});

test("a failing SDK and prose for a verdict pass nothing", async () => {
  const writer = openAiAgentsRole(new Agent({ name: "writer", model: new ScriptedModel([says("D1")]) }), { id: "writer" });
  for (const outputs of [[], [says("APPROVE"), says("APPROVE")]]) {
    const reviewer = openAiAgentsRole(new Agent({ name: "reviewer", model: new ScriptedModel(outputs) }), { id: "reviewer" });
    const fresh = openAiAgentsRole(new Agent({ name: "writer", model: new ScriptedModel([says("D1")]) }), { id: "writer" });
    const result = await runLoop(qualityLoop(), { agents: { writer: fresh, reviewer }, input: { request: "R" } }).result;
    expect(result.status).toBe("stopped");
  }
  expect(writer.id).toBe("writer");
});

test("an abort reaches the SDK's run", async () => {
  const controller = new AbortController();
  const hanging = new ScriptedModel([]);
  hanging.getResponse = ({ signal }) => new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(new Error("aborted"))));
  const writer = openAiAgentsRole(new Agent({ name: "writer", model: hanging }), { id: "writer" });
  const run = runLoop(qualityLoop(), { agents: { ...qualityAgents(), writer }, input: { request: "R" }, signal: controller.signal });
  setTimeout(() => controller.abort(), 50);
  expect(await run.result).toMatchObject({ status: "aborted" });
});

test("an agent of the SDK calls a loop as its tool", async () => {
  const model = new ScriptedModel([[{ type: "function_call", callId: "c1", name: "write_and_review", arguments: '{"request":"R"}', status: "completed" }], says("It was approved.")]);
  const agent = new Agent({ name: "caller", model, tools: [qualityLoopTool(qualityAgents())] });
  const { finalOutput } = await new Runner({ tracingDisabled: true }).run(agent, "Go.");
  expect(finalOutput).toBe("It was approved.");
  const seen = JSON.stringify(model.requests[1]?.input);
  expect(seen).toContain("approved");
  expect(seen).toContain("D2");
});
