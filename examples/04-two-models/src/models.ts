/**
 * Two models that answer from a script, so that the example needs no key. For real ones, make them with a provider:
 * `openai("…")` here, `anthropic("…")` there; nothing else changes.
 */
import { APICallError } from "ai";
import { MockLanguageModelV4 } from "ai/test";

type Answer = string | { readonly status: number };

function scripted(modelId: string, answers: readonly Answer[]): MockLanguageModelV4 {
  let asked = 0;
  return new MockLanguageModelV4({
    modelId,
    async doGenerate() {
      const answer = answers[asked++] ?? "";
      if (typeof answer !== "string") throw new APICallError({ message: "overloaded", url: "https://example.org", requestBodyValues: {}, statusCode: answer.status, isRetryable: true });
      return {
        content: [{ type: "text", text: answer }],
        finishReason: { unified: "stop", raw: "stop" },
        usage: { inputTokens: { total: 400, noCache: 400, cacheRead: undefined, cacheWrite: undefined }, outputTokens: { total: 50, text: 50, reasoning: undefined } },
        warnings: [],
        response: { modelId },
      };
    },
  });
}

export const writingModel = scripted("writer-large", ["Release 2.0 is out.", "Release 2.0 is out. It needs Node 22."]);

/** Is overloaded at first, then wants something, then approves. */
export const reviewingModel = scripted("critic-small", [
  { status: 529 },
  JSON.stringify({ approved: false, feedback: ["Say which Node version it needs."] }),
  JSON.stringify({ approved: true, feedback: [] }),
]);
