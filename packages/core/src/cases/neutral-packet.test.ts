/** Recipe: a fresh look every round, under a budget. The reviewer sees the text and nothing of what was said before. */
import { describe, expect, test } from "vitest";
import { scriptedAgent } from "@loopwright/testing";
import { tableMatchers } from "@loopwright/testing/vitest";
import { always, defineFacts, definePolicy, oneOf, runLoop, structuredRole, terminationTable, textRole } from "../index.js";

const reviewer = structuredRole<readonly string[]>({ jsonSchema: { type: "array", items: { type: "string" } }, validate: (value) => ({ ok: true, value: value as readonly string[] }) });

const facts = defineFacts({ review: oneOf("clean", "findings", "none") });

const table = terminationTable(facts, [
  { token: "clean", kind: "pass", when: (f) => f.review === "clean" },
  { token: "review-failed", kind: "stop", when: (f) => f.review === "none" },
  { token: "mend", kind: "continue", then: "revise", when: always },
]);

const fresh = definePolicy({ name: "fresh", roles: { fixer: textRole(), reviewer }, table })({
  open: (_ctx, text: string) => ({ text, findings: null as readonly string[] | null }),
  async review(ctx, { text }) {
    const found = await ctx.call("reviewer", { instruction: "List what is wrong with `text`.", input: { text } });
    return { text, findings: found.ok ? found.value : null };
  },
  facts: ({ findings }) => ({ review: findings === null ? "none" : findings.length === 0 ? "clean" : "findings" }),
  async revise(ctx, { text, findings }) {
    const mended = await ctx.call("fixer", { instruction: "Mend `findings`.", input: { text, findings } });
    return { text: mended.ok ? mended.value : text, findings };
  },
  artifact: ({ text }) => text,
  report: ({ findings }) => findings,
});

const usage = { inputTokens: 900, outputTokens: 100 };
const finds = (...structured: readonly string[]) => ({ structured, usage });

describe("fresh look", () => {
  test("case G19: every review has the same instruction and the bare text: nothing said before anchors it", async () => {
    const agent = scriptedAgent([finds("ANCHOR-1"), finds("ANCHOR-2"), finds()]);
    const result = await runLoop(fresh, { agents: { reviewer: agent, fixer: scriptedAgent(["v1", "v2"]) }, input: "v0" }).result;
    expect(result.token).toBe("clean");
    expect(agent.calls.map(({ input }) => input)).toEqual([{ text: "v0" }, { text: "v1" }, { text: "v2" }]);
    expect(new Set(agent.calls.map(({ instruction }) => instruction)).size).toBe(1);
    expect(JSON.stringify(agent.calls)).not.toContain("ANCHOR");
  });

  test.each([[1000, 1], [1001, 2], [3500, 4]] as const)("case G19: a budget of %i tokens ends the run after %i calls, as spent and not as a pass", async (tokens, calls) => {
    const reviews = Array.from({ length: 9 }, (_, index) => finds(`F${index}`));
    const fixes = Array.from({ length: 9 }, (_, index) => ({ text: `v${index + 1}`, usage }));
    const result = await runLoop(fresh, { agents: { reviewer: scriptedAgent(reviews), fixer: scriptedAgent(fixes) }, input: "v0", limits: { tokens } }).result;
    expect(result).toMatchObject({ status: "stopped", token: "budget-spent", usage: { calls, inputTokens: 900 * calls, complete: true } });
  });

  test("case G19: with what a call may use declared, the budget is never passed at all", async () => {
    const bounded = { limits: { maxInputTokens: 900, maxOutputTokens: 100 } };
    for (const tokens of [999, 1000, 2999, 3000]) {
      const agents = { reviewer: scriptedAgent(Array.from({ length: 9 }, (_, index) => finds(`F${index}`)), bounded), fixer: scriptedAgent(Array.from({ length: 9 }, (_, index) => ({ text: `v${index + 1}`, usage })), bounded) };
      const result = await runLoop(fresh, { agents, input: "v0", limits: { tokens } }).result;
      expect(result).toMatchObject({ token: "budget-spent", usage: { calls: Math.floor(tokens / 1000) } });
    }
  });
});

test("the table is total, and every row decides somewhere", () => {
  expect.extend(tableMatchers);
  expect(table).toBeTotal();
  expect(table).toHaveNoUnreachableRows();
});
