/** Recipe: a review must agree with itself. A rejection that names nothing unmet is asked once more, then the run stops. */
import { describe, expect, test } from "vitest";
import { scriptedAgent } from "@loopwright/testing";
import { tableMatchers } from "@loopwright/testing/vitest";
import { always, count, defineFacts, definePolicy, flag, runLoop, structuredRole, terminationTable, textRole } from "../index.js";

interface Review {
  readonly approved: boolean;
  readonly criteria: readonly { readonly name: string; readonly isMet: boolean }[];
}

const reviewer = structuredRole<Review>({ jsonSchema: { type: "object" }, validate: (value) => ({ ok: true, value: value as Review }) });

const facts = defineFacts({ isJudged: flag(), isApproved: flag(), unmet: count({ upTo: 2 }), contradictions: count({ upTo: 2 }) });

const table = terminationTable(facts, [
  { token: "review-failed", kind: "stop", when: (f) => !f.isJudged },
  { token: "approved", kind: "pass", when: (f) => f.isApproved && f.unmet === 0 },
  { token: "revise", kind: "continue", then: "revise", when: (f) => f.unmet > 0, why: "unmet criteria outrank a yes" },
  { token: "ask-once-more", kind: "continue", then: "review", when: (f) => f.contradictions < 2 },
  { token: "inconsistent", kind: "stop", when: always },
]);

const consistent = definePolicy({ name: "consistent", roles: { writer: textRole(), reviewer }, table, maxRounds: 6 })({
  open: (_ctx, draft: string) => ({ draft, review: null as Review | null, contradictions: 0 }),
  async review(ctx, state) {
    const judged = await ctx.call("reviewer", { instruction: "Check every criterion.", input: { draft: state.draft } });
    if (!judged.ok) return { ...state, review: null };
    const isContradiction = !judged.value.approved && judged.value.criteria.every(({ isMet }) => isMet);
    return { ...state, review: judged.value, contradictions: isContradiction ? state.contradictions + 1 : 0 };
  },
  facts: ({ review, contradictions }) => ({
    isJudged: review !== null,
    isApproved: review?.approved === true,
    unmet: review?.criteria.filter(({ isMet }) => !isMet).length ?? 0,
    contradictions,
  }),
  async revise(ctx, state) {
    const unmet = state.review?.criteria.filter(({ isMet }) => !isMet).map(({ name }) => name) ?? [];
    const written = await ctx.call("writer", { instruction: "Meet the criteria.", input: { draft: state.draft, unmet } });
    return { ...state, draft: written.ok ? written.value : state.draft };
  },
  artifact: ({ draft }) => draft,
  report: ({ draft }) => draft,
});

const met = (approved: boolean, ...unmet: readonly string[]) => ({ structured: { approved, criteria: ["a", "b", "c"].map((name) => ({ name, isMet: !unmet.includes(name) })) } });

async function reviewed(...reviews: readonly ReturnType<typeof met>[]) {
  const writer = scriptedAgent(reviews.map((_, index) => `v${index + 1}`));
  const result = await runLoop(consistent, { agents: { writer, reviewer: scriptedAgent(reviews) }, input: "v0" }).result;
  return { token: result.token, reviews: result.rounds, revisions: writer.calls.length, inputs: writer.calls.map(({ input }) => input) };
}

describe("consistent review", () => {
  test("case G21: every criterion met and yet a no: asked once more, then the run stops, and nothing is revised for nothing", async () => {
    expect(await reviewed(met(false), met(false))).toMatchObject({ token: "inconsistent", reviews: 2, revisions: 0 });
    expect(await reviewed(met(false), met(true))).toMatchObject({ token: "approved", reviews: 2, revisions: 0 });
    expect(await reviewed(met(false), met(false, "b"), met(true))).toMatchObject({ token: "approved", revisions: 1, inputs: [{ draft: "v0", unmet: ["b"] }] });
  });

  test("case G21: the count starts anew with every review that agrees with itself", async () => {
    expect(await reviewed(met(false), met(false, "a"), met(false), met(false))).toMatchObject({ token: "inconsistent", reviews: 4, revisions: 1 });
  });

  test("case G21: a yes with unmet criteria is no pass: what is unmet outranks it", async () => {
    expect(await reviewed(met(true, "c"), met(true))).toMatchObject({ token: "approved", reviews: 2, revisions: 1 });
  });
});

test("the table is total, and every row decides somewhere", () => {
  expect.extend(tableMatchers);
  expect(table).toBeTotal();
  expect(table).toHaveNoUnreachableRows();
});
