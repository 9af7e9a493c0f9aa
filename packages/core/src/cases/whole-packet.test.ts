/** Recipe: a packet with a limit. What was left out is said beside the text, never in it, and forbids a pass. */
import { describe, expect, test } from "vitest";
import { scriptedAgent } from "@loopwright/testing";
import { tableMatchers } from "@loopwright/testing/vitest";
import { always, defineFacts, definePolicy, flag, runLoop, structuredRole, terminationTable } from "../index.js";

const reviewer = structuredRole<{ readonly ok: boolean }>({ jsonSchema: { type: "object" }, validate: (value) => ({ ok: true, value: value as { readonly ok: boolean } }) });

const facts = defineFacts({ isApproved: flag(), isWhole: flag() });

const table = terminationTable(facts, [
  { token: "approved", kind: "pass", when: (f) => f.isApproved && f.isWhole },
  { token: "not-whole", kind: "stop", when: (f) => f.isApproved, why: "a part of it was never shown" },
  { token: "rejected", kind: "stop", when: always },
]);

const limited = (maxChars: number) =>
  definePolicy({ name: "limited", roles: { reviewer }, table })({
    open: (_ctx, text: string) => ({ text, isApproved: false, shownChars: 0 }),
    async review(ctx, state) {
      const text = state.text.slice(0, maxChars);
      const judged = await ctx.call("reviewer", {
        instruction: "Judge `text`. If `shown` is less than `total`, the rest was left out by us and is no fault of the text.",
        input: { text, shown: text.length, total: state.text.length },
      });
      return { ...state, shownChars: text.length, isApproved: judged.ok && judged.value.ok };
    },
    facts: ({ text, isApproved, shownChars }) => ({ isApproved, isWhole: shownChars === text.length }),
    artifact: ({ text }) => text,
    report: ({ text, shownChars }) => ({ leftOutChars: text.length - shownChars }),
  });

async function reviewed(text: string, ok = true, maxChars = 60) {
  const agent = scriptedAgent([{ structured: { ok } }]);
  const result = await runLoop(limited(maxChars), { agents: { reviewer: agent }, input: text }).result;
  return { token: result.token, report: result.report, input: agent.calls[0]?.input };
}

describe("limited packet", () => {
  test.each(["x".repeat(61), "line\n".repeat(50), `${"y".repeat(59)} [TRUNCATED] ${"z".repeat(20)}`])("case G15: what is shown is a piece of the text itself, without any mark of ours", async (text) => {
    const { token, report, input } = await reviewed(text);
    expect(input).toEqual({ text: text.slice(0, 60), shown: 60, total: text.length });
    expect({ token, report }).toEqual({ token: "not-whole", report: { leftOutChars: text.length - 60 } });
  });

  test.each(["short", "x".repeat(60), "a text about [TRUNCATED] marks"])("case G15: a text within the limit is sent as it is, and may pass: %j", async (text) => {
    const { token, input } = await reviewed(text);
    expect(input).toEqual({ text, shown: text.length, total: text.length });
    expect(token).toBe("approved");
  });

  test("case G15: a rejection of a part is a rejection", async () => {
    expect((await reviewed("x".repeat(100), false)).token).toBe("rejected");
  });
});

test("the table is total, and every row decides somewhere", () => {
  expect.extend(tableMatchers);
  expect(table).toBeTotal();
  expect(table).toHaveNoUnreachableRows();
});
