/**
 * Models as writer and reviewer. Loaded only where a model was named, since it loads the AI SDK.
 *
 * Invariants:
 * 1. Two roles are two agents with ids of their own, also where one model plays both; each call stands alone.
 * 2. The family is stated, so that the result tells whether the reviewer shares the writer's (G23). It is read from the
 *    model's name, which is all that is known here.
 * 3. What is retried is what the service says may pass, within the time of one call; the key never stands in a message.
 */
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { withRetry } from "@loopwright/agents";
import { aiSdkAgent } from "@loopwright/agents/ai-sdk";
import type { Agent } from "@loopwright/core";
import { familyOf } from "./model-family.ts";
import type { ModelService } from "./model-service.ts";

const ATTEMPTS = 3;

/** The agent of a role. */
export function modelAgent(role: "writer" | "reviewer", name: string, { baseUrl, apiKey }: ModelService): Agent {
  // A schema is sent in both ways that services know: as a response format, and as words in the prompt.
  const provider = createOpenAICompatible({ name: "service", baseURL: baseUrl, ...(apiKey !== null && { apiKey }), supportsStructuredOutputs: true });
  const agent = aiSdkAgent({
    model: provider(name),
    id: `${role}-model`,
    family: familyOf(name),
    schemaInPrompt: role === "reviewer",
    secrets: apiKey === null ? [] : [apiKey],
  });
  return withRetry(agent, { attempts: ATTEMPTS });
}
