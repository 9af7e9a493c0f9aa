/**
 * The writer without a model: the linters' own fixers.
 *
 * Invariants:
 * 1. The first draft is the document itself, to the character.
 * 2. A revision touches only what the rules named in the feedback report.
 * 3. A writer that can mend nothing says so and fails; it does not hand in the old draft as a new one.
 */
import { functionAgent } from "@loopwright/agents/function";
import { AgentError } from "@loopwright/core";
import type { Agent } from "@loopwright/core";
import type { Engine } from "./engine.ts";
import { rulesNamedIn } from "./feedback.ts";
import type { ReviewRequest } from "./request.ts";
import { NO_USAGE } from "./usage.ts";

/** What quality-loop gives a writer: `draft` and `feedback` for a revision (QU-REV-01), neither for the first draft. */
interface WriterInput {
  readonly request: ReviewRequest;
  readonly draft?: string;
  readonly feedback?: readonly string[];
}

export function fixerWriter(engine: Pick<Engine, "mend">): Agent {
  return functionAgent(
    async ({ input, signal }) => {
      const { request, draft, feedback = [] } = input as unknown as WriterInput; // The shape that quality-loop gives.
      if (draft === undefined) return { text: request.document, usage: NO_USAGE };
      const rules = [...new Set(feedback.flatMap(rulesNamedIn))];
      if (rules.length === 0) throw new AgentError("the fixers mend rules by their id, and the feedback names none");
      const revision = await engine.mend(draft, rules, signal);
      if (revision === draft) throw new AgentError(`no fixer can mend what is open: ${rules.join(", ")}`);
      return { text: revision, usage: NO_USAGE };
    },
    { id: "fixers" },
  );
}
