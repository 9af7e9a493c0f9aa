/** The smallest loop that is one: a writer, one reviewer with a structured answer, four rows. */
import { always, count, defineFacts, definePolicy, oneOf, structuredRole, terminationTable, textRole } from "@loopwright/core";

/** What the reviewer answers. */
export interface Review {
  readonly approved: boolean;
  readonly feedback: readonly string[];
}

interface State {
  readonly draft: string;
  readonly feedback: readonly string[];
  readonly verdict: "approved" | "rejected" | "unavailable";
}

const facts = defineFacts({ verdict: oneOf("approved", "rejected", "unavailable"), round: count({ upTo: 10 }) });

const table = terminationTable(facts, [
  { token: "approved", kind: "pass", when: (f) => f.verdict === "approved" },
  { token: "review-failed", kind: "stop", when: (f) => f.verdict === "unavailable" },
  { token: "cap", kind: "stop", when: (f) => f.round >= 1_000_000 },
  { token: "revise", kind: "continue", then: "revise", when: always },
]);

const reviewer = structuredRole<Review>({
  jsonSchema: { type: "object" },
  validate: (value) => {
    const { approved, feedback } = value as Partial<Review>;
    return typeof approved === "boolean" && Array.isArray(feedback) ? { ok: true, value: { approved, feedback } } : { ok: false, problems: ["$: not a review"] };
  },
});

export const reviewPolicy = definePolicy({ name: "benchmark", roles: { writer: textRole(), reviewer }, table, maxRounds: 1_000_000, callTimeoutMs: 300_000 })({
  async open(ctx, input: { readonly request: string }): Promise<State> {
    const answer = await ctx.call("writer", { instruction: "Write.", input });
    return { draft: answer.ok ? answer.value : "", feedback: [], verdict: "unavailable" };
  },
  async review(ctx, state) {
    const answer = await ctx.call("reviewer", { instruction: "Review.", input: { draft: state.draft, previous: state.feedback } });
    if (!answer.ok) return { ...state, verdict: "unavailable" };
    return { ...state, feedback: answer.value.feedback, verdict: answer.value.approved ? "approved" : "rejected" };
  },
  facts: (state, progress) => ({ verdict: state.verdict, round: progress.round }),
  async revise(ctx, state) {
    const answer = await ctx.call("writer", { instruction: "Revise.", input: { draft: state.draft, feedback: state.feedback } });
    return { ...state, draft: answer.ok ? answer.value : "" };
  },
  artifact: (state) => state.draft,
  report: (state) => state.draft,
});
