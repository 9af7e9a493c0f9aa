import { functionAgent, type Agent, type AgentDescription } from "@loopwright/agents";
import { AIMessage } from "@langchain/core/messages";
import type { Runnable } from "@langchain/core/runnables";

/** What a runnable is given: an instruction and the input as JSON. */
export interface RoleInput {
  readonly instruction: string;
  readonly input: string;
}

/** A LangChain runnable as a role: one that gives messages or texts writes, one that gives objects reviews. */
export const langchainRole = (runnable: Runnable<RoleInput, unknown>, description: AgentDescription): Agent =>
  functionAgent(async ({ instruction, input, signal }) => {
    const output = await runnable.invoke({ instruction, input: JSON.stringify(input) }, { signal });
    if (typeof output === "string") return output;
    if (!AIMessage.isInstance(output)) return { structured: output };
    const { input_tokens, output_tokens } = (output.usage_metadata ?? {}) as { readonly input_tokens?: number; readonly output_tokens?: number };
    const usage = { ...(input_tokens !== undefined && { inputTokens: input_tokens }), ...(output_tokens !== undefined && { outputTokens: output_tokens }) };
    return { text: output.text, usage };
  }, description);
