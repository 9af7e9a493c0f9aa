/**
 * The reviewer without a model: the linters' findings as a structured decision.
 *
 * Invariants:
 * 1. It approves if and only if the rule set has no finding left, whatever was asked for before.
 * 2. It has no memory: which demands are old it reads from `previousFeedback` (QU-ROLE-04).
 */
import { functionAgent } from "@loopwright/agents/function";
import type { Agent } from "@loopwright/core";
import type { Engine } from "./engine.ts";
import { toFeedback } from "./feedback.ts";
import type { ReviewRequest } from "./request.ts";
import { NO_USAGE } from "./usage.ts";

/** The part of a review's input that the linters read. */
interface ReviewInput {
  readonly request: ReviewRequest;
  readonly draft: string;
  readonly previousFeedback: readonly string[];
}

export function linterReviewer(engine: Pick<Engine, "lint">): Agent {
  return functionAgent(
    async ({ input, signal }) => {
      const { request, draft, previousFeedback } = input as unknown as ReviewInput; // The shape that quality-loop gives (QU-REVIN-01).
      const feedback = toFeedback(await engine.lint(draft, request.document, signal), previousFeedback);
      return { structured: { approved: feedback.length === 0, feedback }, usage: NO_USAGE };
    },
    { id: "linters" },
  );
}
