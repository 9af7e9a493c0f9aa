/** What an OpenAI-compatible service answers, in the shape of its chat completions. */
import { json } from "./loopback-server.fixture.js";
import type { Handler } from "./loopback-server.fixture.js";

export interface Completion {
  readonly content?: string | null;
  readonly refusal?: string;
  readonly finishReason?: string;
  /** `null`: no usage. Default 12 and 7 tokens. */
  readonly usage?: { readonly prompt_tokens: number; readonly completion_tokens: number } | null;
  readonly toolCall?: { readonly name: string; readonly arguments: unknown };
}

export function completionBody({ content = null, refusal, finishReason, usage = { prompt_tokens: 12, completion_tokens: 7 }, toolCall }: Completion): object {
  const toolCalls = toolCall && [{ id: "t1", type: "function", function: { name: toolCall.name, arguments: JSON.stringify(toolCall.arguments) } }];
  return {
    id: "x",
    object: "chat.completion",
    created: 1,
    model: "served-model",
    choices: [
      {
        index: 0,
        message: { role: "assistant", content, ...(refusal !== undefined && { refusal }), ...(toolCalls && { tool_calls: toolCalls }) },
        finish_reason: finishReason ?? (toolCalls ? "tool_calls" : "stop"),
      },
    ],
    ...(usage !== null && { usage: { ...usage, total_tokens: usage.prompt_tokens + usage.completion_tokens } }),
  };
}

export const completion = (answer: Completion): Handler => json(completionBody(answer));

/** The error document of such a service. */
export const failure = (status: number, message: string, headers: { readonly [name: string]: string } = {}): Handler =>
  json({ error: { message, type: "x", code: null } }, status, headers);
