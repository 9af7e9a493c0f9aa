/** Two models of different families: one writes, the other judges, and the result says how independent they were. */
import { withRetry } from "@loopwright/agents";
import { aiSdkAgent } from "@loopwright/agents/ai-sdk";
import { runLoop } from "@loopwright/core";
import { qualityLoop } from "@loopwright/policies/quality-loop";
import { reviewingModel, writingModel } from "./models.ts";

const writer = aiSdkAgent({
  id: "writer",
  family: "gpt",
  model: writingModel,
  prices: { inputUsdPerMillionTokens: 2, outputUsdPerMillionTokens: 8 },
  limits: { maxInputTokens: 4000, maxOutputTokens: 1000 },
});

// Retries belong around an agent: they share its deadline, and what every attempt spent is counted. Its limits bound an
// attempt whose spend nobody tells; without them the cost limit could not be held after one.
const reviewer = withRetry(
  aiSdkAgent({
    id: "reviewer",
    family: "claude",
    model: reviewingModel,
    prices: { inputUsdPerMillionTokens: 1, outputUsdPerMillionTokens: 5 },
    limits: { maxInputTokens: 4000, maxOutputTokens: 1000 },
  }),
  { attempts: 3, delayMs: 10 },
);

const run = runLoop(qualityLoop(), {
  agents: { writer, reviewer },
  input: { request: "A release note for 2.0." },
  limits: { costUsd: 1, runTimeoutMs: 60_000 },
});
run.on("call.finished", ({ key, model }) => console.log(`${key} ← ${model ?? "a model"}`));
const result = await run.result;

const [judge] = result.independence.reviewers;
console.log(`${result.status}: ${result.token} after ${result.rounds} reviews`);
console.log(result.report?.draft);
console.log(`the reviewer is of the author's family: ${String(judge?.sharesAuthorFamily)}; it judged: ${String(judge?.judged)}`);
console.log(`cost: ${result.usage.costUsd.toFixed(5)} USD${result.usage.callsWithoutCost > 0 ? " at least" : ""}`);
process.exitCode = result.status === "passed" ? 0 : 1;
