import { functionAgent, type Agent, type AgentDescription } from "@loopwright/agents";
import type { Agent as MastraAgent } from "@mastra/core/agent";

/** A Mastra agent as a role: structured answers through its own structured output, checked by the policy's role. */
export const mastraRole = (agent: MastraAgent, description: AgentDescription): Agent =>
  functionAgent(async ({ instruction, input, schema, signal }) => {
    const prompt = `${instruction}\n\n${JSON.stringify(input, null, 2)}`;
    const structuredOutput = schema === null ? {} : { structuredOutput: { schema, errorStrategy: "warn" } };
    const { text, object, totalUsage } = await agent.generate(prompt, { abortSignal: signal, ...structuredOutput } as object);
    const { inputTokens, outputTokens } = totalUsage;
    const usage = { ...(inputTokens !== undefined && { inputTokens }), ...(outputTokens !== undefined && { outputTokens }) };
    return schema === null ? { text, usage } : { structured: object, usage };
  }, description);
