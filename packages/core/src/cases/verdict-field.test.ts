/** Recipe: the verdict is a field of its own. Prose explains; it never decides. */
import { describe, expect, test } from "vitest";
import { scriptedAgent } from "@loopwright/testing";
import { tableMatchers } from "@loopwright/testing/vitest";
import { always, count, defineFacts, definePolicy, normalizeVerdict, oneOf, runLoop, structuredRole, terminationTable, textRole, type Verdict } from "../index.js";

interface Review {
  readonly verdict: string;
  readonly comment: string;
}

const review = structuredRole<Review>({
  jsonSchema: { type: "object", properties: { verdict: { type: "string" }, comment: { type: "string" } }, required: ["verdict", "comment"] },
  validate: (value) => {
    const { verdict, comment } = (value ?? {}) as Partial<Review>;
    return typeof verdict === "string" && typeof comment === "string" ? { ok: true, value: { verdict, comment } } : { ok: false, problems: ["$: not a review"] };
  },
});

const facts = defineFacts({ verdict: oneOf("approved", "rejected", "unavailable"), round: count({ upTo: 3 }) });

const table = terminationTable(facts, [
  { token: "approved", kind: "pass", when: (f) => f.verdict === "approved" },
  { token: "no-verdict", kind: "stop", when: (f) => f.verdict === "unavailable" },
  { token: "gave-up", kind: "stop", when: (f) => f.round >= 3 },
  { token: "revise", kind: "continue", then: "revise", when: always },
]);

const fieldReview = definePolicy({ name: "field-review", roles: { writer: textRole(), reviewer: review }, table })({
  open: (_ctx, draft: string) => ({ draft, verdict: "unavailable" as Verdict, comment: "" }),
  async review(ctx, state) {
    const judged = await ctx.call("reviewer", { instruction: "Judge the draft.", input: { draft: state.draft } });
    if (!judged.ok) return { ...state, verdict: "unavailable", comment: "" };
    return { ...state, verdict: normalizeVerdict(judged.value.verdict).verdict, comment: judged.value.comment };
  },
  facts: ({ verdict }, { round }) => ({ verdict, round }),
  async revise(ctx, state) {
    const written = await ctx.call("writer", { instruction: "Mend the draft.", input: { draft: state.draft, comment: state.comment } });
    return written.ok ? { ...state, draft: written.value } : state;
  },
  artifact: ({ draft }) => draft,
  report: ({ draft, comment }) => ({ draft, comment }),
});

async function judged(...reviews: readonly Review[]) {
  const writer = scriptedAgent([() => "v1", () => "v2"]);
  const reviewer = scriptedAgent(reviews.map((structured) => ({ structured })));
  const result = await runLoop(fieldReview, { agents: { writer, reviewer }, input: "v0" }).result;
  return { token: result.token, revisions: writer.calls.length };
}

describe("field review", () => {
  test.each(["Not approved.", "Verdict: BLOCKED — regression against the approved draft", "DISAPPROVE", "unapproved", "I would not say APPROVED", "", "approved with suggestions", "INCORRECT", "true", "**APPROVED**"])(
    "case F04: %j is no pass, as verdict or as comment",
    async (text) => {
      expect(await judged({ verdict: text, comment: "" })).toEqual({ token: "no-verdict", revisions: 0 });
      expect(await judged({ verdict: "rejected", comment: text }, { verdict: "rejected", comment: text }, { verdict: "rejected", comment: text })).toEqual({ token: "gave-up", revisions: 2 });
    },
  );

  test("case F04: a whole word of the table approves, in any of its spellings", async () => {
    for (const verdict of ["approved", "APPROVE", " LGTM\n", "Accepted"]) expect((await judged({ verdict, comment: "rejects nothing" })).token).toBe("approved");
  });

  test.each(["The parser must reject such input.", "reject: the orders table rejects duplicates", "This was rejected upstream; revise once more"])(
    "case G04: a domain word in prose turns a revision into no end: %j",
    async (comment) => {
      expect(await judged({ verdict: "revise", comment }, { verdict: "approved", comment })).toEqual({ token: "approved", revisions: 1 });
    },
  );
});

test("the table is total, and every row decides somewhere", () => {
  expect.extend(tableMatchers);
  expect(table).toBeTotal();
  expect(table).toHaveNoUnreachableRows();
});
