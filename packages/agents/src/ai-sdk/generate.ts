/**
 * One call of a model. Invariants: see `ai-sdk.ts`, whose numbers are cited by the tests.
 */
import { AgentError } from "@loopwright/core";
import type { AgentReply, AgentRequest, FinishReason } from "@loopwright/core";
import type { FinishReason as SdkFinishReason, ToolSet } from "ai";
import { fence, inputSections } from "../input-sections.js";
import { NOTHING_SPENT } from "../service-failure.js";
import { withPartialText } from "../wrapper/partial-answer.js";
import { failureOf } from "./failure.js";
import type { AiSdk } from "./load.js";
import type { AiSdkPlan } from "./options.js";
import { StepUsage } from "./usage.js";

/** Asks the model and reads what came. Rejects with an `AgentError`. */
export async function generate(ai: AiSdk, plan: AiSdkPlan, request: AgentRequest, signal: AbortSignal): Promise<AgentReply> {
  const spent = new StepUsage();
  try {
    const answer = await ask(ai, plan, request, signal, spent);
    return replyOf(plan, request, answer, spent);
  } catch (thrown) {
    throw failureOf(ai, plan, thrown, spent);
  }
}

/** What is read of the SDK's result. */
interface Answer {
  readonly text: string | undefined;
  /** Absent where the text is not one JSON value. */
  readonly structured?: unknown;
  readonly finishReason: SdkFinishReason | undefined;
  readonly model: string | undefined;
}

async function ask(ai: AiSdk, plan: AiSdkPlan, request: AgentRequest, signal: AbortSignal, spent: StepUsage): Promise<Answer> {
  const { schema } = request;
  const maxOutputTokens = plan.description.limits?.maxOutputTokens;
  const { headers, providerOptions, ...settings } = plan.settings;
  try {
    const result = await ai.generateText({
      ...settings,
      model: plan.model,
      ...(request.instruction !== "" && { instructions: request.instruction }),
      prompt: promptOf(plan, request),
      // Without a validator of its own the SDK only parses (invariant 2).
      ...(schema !== null && { output: ai.Output.object({ schema: ai.jsonSchema(schema) }) }),
      ...(request.tools.length > 0 && { tools: toolsOf(plan, request.tools), stopWhen: ai.isStepCount(plan.maxSteps) }),
      ...(maxOutputTokens !== undefined && {
        maxOutputTokens,
        prepareStep: () => ({ maxOutputTokens: remaining(plan, maxOutputTokens, spent) }),
      }),
      ...(headers !== undefined && { headers: { ...headers } }),
      ...(providerOptions !== undefined && { providerOptions: structuredClone(providerOptions) }),
      maxRetries: 0,
      abortSignal: signal,
      onStepEnd({ usage }) {
        const sum = spent.add(usage);
        if (sum !== undefined) request.reportUsage(sum);
      },
    });
    const { text, finishReason, finalStep } = result;
    const answer: Answer = { text, finishReason, model: finalStep.response.modelId };
    const hasOutput = schema !== null && (finishReason === "stop" || (finishReason !== "tool-calls" && text !== ""));
    return hasOutput ? { ...answer, structured: outputOf(result) } : answer;
  } catch (thrown) {
    if (!ai.NoObjectGeneratedError.isInstance(thrown)) throw thrown;
    return { text: thrown.text, finishReason: thrown.finishReason, model: thrown.response?.modelId };
  }
}

/** The SDK's getter throws for an answer of `null`. */
function outputOf(result: { readonly output: unknown }): unknown {
  try {
    return result.output;
  } catch {
    return null;
  }
}

function promptOf(plan: AiSdkPlan, { input, schema }: AgentRequest): string {
  const parts = plan.input === "json" ? [JSON.stringify(input)] : [...inputSections(input)];
  if (schema !== null && plan.hasSchemaInPrompt) {
    parts.push("# Answer", "Answer with one JSON document that meets this JSON Schema, and with nothing else:", fence(schema));
  }
  return parts.join("\n\n");
}

function toolsOf(plan: AiSdkPlan, names: readonly string[]): ToolSet {
  const chosen: ToolSet = {};
  for (const name of names) {
    const tool = Object.hasOwn(plan.tools, name) ? plan.tools[name] : undefined;
    if (tool === undefined) throw new AgentError(`${plan.subject} has no tool "${name}": configure it as aiSdkAgent.tools.${name}`, { usage: NOTHING_SPENT });
    chosen[name] = tool;
  }
  return chosen;
}

/** What is left of the declared tokens for the next step. Unknown spend counts as none; the step has a cap all the same. */
function remaining(plan: AiSdkPlan, maxOutputTokens: number, spent: StepUsage): number {
  const left = maxOutputTokens - (spent.total()?.outputTokens ?? 0);
  if (left > 0) return left;
  throw new AgentError(`${plan.subject} used its ${maxOutputTokens} output tokens before it answered; raise limits.maxOutputTokens`, usageOf(spent));
}

const FINISH_REASONS: { readonly [reason: string]: FinishReason } = {
  stop: "stop",
  length: "length",
  "content-filter": "refusal",
};

function replyOf(plan: AiSdkPlan, { tools }: AgentRequest, answer: Answer, spent: StepUsage): AgentReply {
  const { text, structured, finishReason, model } = answer;
  if (finishReason === "error") throw withPartialText(new AgentError(`${plan.subject} broke off with an error`, { retryable: true, ...usageOf(spent) }), text ?? "");
  if (finishReason === "tool-calls") {
    const why = tools.length === 0 ? "called a tool without being given one" : `used its ${plan.maxSteps} steps on tools, or called one that has no execute function`;
    throw withPartialText(new AgentError(`${plan.subject} gave no answer: it ${why}; raise maxSteps, or give every tool an execute function`, usageOf(spent)), text ?? "");
  }
  return {
    ...(text !== undefined && { text }),
    ...(structured !== undefined && { structured }),
    ...usageOf(spent),
    ...(model !== undefined && model !== "" && { model }),
    finishReason: FINISH_REASONS[finishReason ?? ""] ?? "other",
  };
}

function usageOf(spent: StepUsage): Pick<AgentReply, "usage"> {
  const usage = spent.total();
  return usage === undefined ? {} : { usage };
}
