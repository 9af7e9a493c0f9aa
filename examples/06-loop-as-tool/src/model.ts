/** A model that answers from a script, so that the example needs no key: it calls the tool, then tells what came of it. */
import { convertArrayToReadableStream, MockLanguageModelV4 } from "ai/test";

const usage = {
  inputTokens: { total: 20, noCache: 20, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 5, text: 5, reasoning: undefined },
};

export const model = new MockLanguageModelV4({
  async doStream({ prompt }) {
    const seen = prompt.find(({ role }) => role === "tool");
    if (seen === undefined) {
      return {
        stream: convertArrayToReadableStream([
          { type: "stream-start", warnings: [] },
          { type: "tool-call", toolCallId: "t1", toolName: "writeAndReview", input: '{"request":"A deploy plan"}' },
          { type: "finish", finishReason: { unified: "tool-calls", raw: "tool_calls" }, usage },
        ]),
      };
    }
    const text = JSON.stringify(seen).includes('"token":"approved"') ? "The plan was approved." : "The plan was not approved.";
    return {
      stream: convertArrayToReadableStream([
        { type: "stream-start", warnings: [] },
        { type: "text-start", id: "1" },
        { type: "text-delta", id: "1", delta: text },
        { type: "text-end", id: "1" },
        { type: "finish", finishReason: { unified: "stop", raw: "stop" }, usage },
      ]),
    };
  },
});
