import { functionAgent, type Agent, type AgentDescription } from "@loopwright/agents";
import { Runner, type Agent as OpenAiAgent, type TextOutput } from "@openai/agents";

/** An agent of the OpenAI Agents SDK as a role. Usage is that of all its turns. */
export function openAiAgentsRole(agent: OpenAiAgent<undefined, TextOutput>, description: AgentDescription): Agent {
  const runner = new Runner({ tracingDisabled: true });
  return functionAgent(async ({ instruction, input, schema, signal, reportUsage }) => {
    const prompt = `${instruction}\n\n${JSON.stringify(input, null, 2)}`;
    const outputType = { type: "json_schema", name: "answer", strict: false, schema };
    const asked = schema === null ? agent : agent.clone({ outputType } as never); // another output than the agent's own
    const { finalOutput, rawResponses } = await runner.run(asked, prompt, { signal });
    reportUsage({
      inputTokens: rawResponses.reduce((sum, { usage }) => sum + usage.inputTokens, 0),
      outputTokens: rawResponses.reduce((sum, { usage }) => sum + usage.outputTokens, 0),
    });
    return schema === null ? { text: String(finalOutput ?? "") } : { structured: finalOutput };
  }, description);
}
