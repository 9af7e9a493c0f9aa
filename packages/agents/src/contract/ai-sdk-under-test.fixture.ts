import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { AgentUnderTest, ContractSetup, CreateAgent, OtherSideStep, SeenRequest } from "@loopwright/testing";
import type { Json, Usage } from "@loopwright/core";
import { jsonSchema, tool } from "ai";
import type { LanguageModel } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { aiSdkAgent } from "../ai-sdk.js";
import { completion, failure } from "../chat-completion.fixture.js";
import { drip, hang, loopbackServer } from "../loopback-server.fixture.js";
import type { Handler } from "../loopback-server.fixture.js";

type Model = ReturnType<ReturnType<typeof createOpenAICompatible>>;

/** A real OpenAI-compatible server on loopback behind a provider of the AI SDK, whose models are of spec v4. */
export const aiSdkUnderTest: CreateAgent = (script, setup) => underTest(script, setup, (model) => model);

type GenerateV3 = MockLanguageModelV3["doGenerate"];

/** The same service behind a model of spec v3, as older providers make them. The two differ in files, which nobody sends here. */
export const aiSdkV3UnderTest: CreateAgent = (script, setup) =>
  underTest(script, setup, (model) => new MockLanguageModelV3({ doGenerate: ((options) => model.doGenerate(options as Parameters<Model["doGenerate"]>[0])) as GenerateV3 }));

async function underTest(script: readonly OtherSideStep[], { secret }: ContractSetup, modelOf: (model: Model) => LanguageModel): Promise<AgentUnderTest> {
  const server = await loopbackServer(...script.flatMap(handlers));
  const model = modelOf(createOpenAICompatible({ name: "local", baseURL: server.url, apiKey: secret, supportsStructuredOutputs: true })("m"));
  const probe = tool({ inputSchema: jsonSchema({ type: "object" }), execute: () => "found" });
  const agent = aiSdkAgent({ model, input: "json", secrets: [secret], tools: { probe } });
  // A service tells no usage with an error: what a call spent before it failed, it spent in earlier steps.
  const spends = script.some((step) => step.does === "fails" && step.usage !== undefined);
  return {
    agent: spends ? { ...agent, call: (request) => agent.call({ ...request, tools: ["probe"] }) } : agent,
    seen: () => server.requests.map(({ body }) => seenIn(body)),
    dispose: () => server.close(),
  };
}

function seenIn(body: string): SeenRequest {
  const { messages } = JSON.parse(body) as { readonly messages: readonly { readonly role: string; readonly content: string }[] };
  const said = (role: string) => messages.find((message) => message.role === role)?.content;
  return { instruction: said("system") ?? "", input: JSON.parse(said("user") ?? "null") as Json };
}

const tokens = (usage: Usage | undefined) => usage && { prompt_tokens: usage.inputTokens ?? 0, completion_tokens: usage.outputTokens ?? 0 };

const FINISH_REASONS: { readonly [reason: string]: string } = { length: "length", refusal: "content_filter" };

function handlers(step: OtherSideStep): readonly Handler[] {
  switch (step.does) {
    case "answers": {
      const content = step.structured === undefined ? (step.text ?? "") : JSON.stringify(step.structured);
      return [completion({ content, usage: tokens(step.usage) ?? null, finishReason: FINISH_REASONS[step.finishReason ?? ""] ?? "stop" })];
    }
    case "echoes":
      return [(response, request) => completion({ content: JSON.stringify(seenIn(request.body).input) })(response, request)];
    case "fails": {
      const { message, retryable, retryAfterMs, usage } = step;
      const fails = failure(retryable ? 503 : 400, message, retryAfterMs === undefined ? {} : { "retry-after": String(retryAfterMs / 1000) });
      const spent = tokens(usage);
      return spent === undefined ? [fails] : [completion({ toolCall: { name: "probe", arguments: {} }, usage: spent }), fails];
    }
    case "hangs":
      return [hang];
    case "stalls":
      return [drip(['{"id":"x","choices":[{"message":{"content":"half'])];
  }
}
