/** Quality loops to be crashed and aborted at every place; names packages alone, for `npm run sweeps`. */
import type { Agent } from "@loopwright/core";
import { scriptedAgent, type ScriptStep } from "@loopwright/testing";

interface QualityWorld {
  readonly writer: readonly ScriptStep[];
  readonly reviewer: readonly ScriptStep[];
  readonly maxReviews?: number;
  readonly maxStructuredRepairs?: number;
}

const usage = { inputTokens: 100, outputTokens: 20, costUsd: 0.01 };
const says = (approved: boolean, ...feedback: readonly string[]): ScriptStep => ({ structured: { approved, feedback }, usage });
const invalid: ScriptStep = { structured: { approved: "yes" }, usage };

/** Names and what the agents say. */
export const QUALITY_WORLDS: { readonly [name: string]: QualityWorld } = {
  "approved at once": { writer: ["D1"], reviewer: [says(true)] },
  "approved in round 3, with an invalid answer and a repair": { writer: ["D1", "D2", "D3"], reviewer: [says(false, "A", "B"), invalid, says(false, "C"), says(true)] },
  "the cap": { writer: ["D1", "D2"], reviewer: [says(false, "A"), says(false, "B")], maxReviews: 2 },
  "nothing to act on": { writer: ["D1"], reviewer: [says(false)] },
  "a review that never comes right": { writer: ["D1"], reviewer: [invalid, { text: "looks fine" }, invalid], maxStructuredRepairs: 2 },
  "a reviewer that fails": { writer: ["D1", "D2"], reviewer: [says(false, "A"), { error: "down" }] },
  "a revision that fails": { writer: ["D1", { error: "down" }], reviewer: [says(false, "A")] },
};

/** The agents of a world, made anew. */
export function qualityAgents({ writer, reviewer }: QualityWorld): { readonly writer: Agent; readonly reviewer: Agent } {
  return { writer: scriptedAgent(writer, { id: "writer" }), reviewer: scriptedAgent(reviewer, { id: "reviewer" }) };
}

/** What a report says beside what was spent. */
export function withoutSpend<Report extends { readonly usage: unknown }>({ usage: _usage, ...report }: Report) {
  return report;
}

/** The options of a world. */
export function qualityOptions({ writer: _writer, reviewer: _reviewer, ...options }: QualityWorld) {
  return options;
}
