import { always, defineFacts, definePolicy, oneOf, structuredRole, terminationTable, textRole } from "@loopwright/core";

const facts = defineFacts({ verdict: oneOf("approved", "rejected", "unavailable") });

const table = terminationTable(facts, [
  { token: "approved", kind: "pass", when: (f) => f.verdict === "approved" },
  { token: "unavailable", kind: "stop", when: (f) => f.verdict === "unavailable" },
  { token: "rejected", kind: "stop", when: always },
]);

const reviewer = structuredRole<{ readonly approved: boolean }>({
  jsonSchema: { type: "object", properties: { approved: { type: "boolean" } }, required: ["approved"] },
  validate(value) {
    const approved = (value as { readonly approved?: unknown } | null)?.approved;
    return typeof approved === "boolean" ? { ok: true, value: { approved } } : { ok: false, problems: ["$.approved: not a boolean"] };
  },
});

interface State {
  readonly draft: string;
  readonly verdict: "approved" | "rejected" | "unavailable";
  readonly failure: string | null;
}

/** One draft, one review, no second chance: what became of the reviewer's call decides alone. */
export const oneReview = () =>
  definePolicy({ name: "one-review", roles: { writer: textRole(), reviewer }, table, maxRounds: 1, calls: { open: { writer: 1 }, review: { reviewer: 1 } } })({
    async open(ctx, input: { readonly task: string }): Promise<State> {
      const answer = await ctx.call("writer", { instruction: "Write it.", input });
      return { draft: answer.ok ? answer.value : "", verdict: "unavailable", failure: null };
    },
    async review(ctx, state) {
      const answer = await ctx.call("reviewer", { instruction: "Judge it.", input: { draft: state.draft } });
      if (!answer.ok) return { ...state, verdict: "unavailable", failure: `${answer.failure.kind}: ${answer.failure.message}` };
      return { ...state, verdict: answer.value.approved ? "approved" : "rejected" };
    },
    facts: ({ verdict }) => ({ verdict }),
    async revise(_ctx, state) {
      return state;
    },
    artifact: ({ draft }) => draft,
    report: ({ draft, failure }) => ({ draft, failure }),
  });
