/** Recipe: approvals that come from outside. One counts for the content it was given for, and not before that existed. */
import { describe, expect, test } from "vitest";
import { tableMatchers } from "@loopwright/testing/vitest";
import { always, defineFacts, definePolicy, digestOf, flag, runLoop, terminationTable } from "../index.js";

interface Approval {
  readonly reviewed: string;
  readonly submittedAt: number;
}

const facts = defineFacts({ isApproved: flag() });

const table = terminationTable(facts, [
  { token: "approved", kind: "pass", when: (f) => f.isApproved },
  { token: "unreviewed", kind: "stop", when: always },
]);

interface Head {
  readonly content: string;
  readonly createdAt: number;
}

/** `fetch` steps read what is there now: the head may have moved since the approval was given, or while it is read. */
const gate = (platform: { head(): Head; approvals(): readonly Approval[] }) =>
  definePolicy({ name: "gate", roles: {}, table, maxRounds: 3 })({
    async open(ctx, _input: null) {
      const head = await ctx.step("head", () => platform.head());
      if (!head.ok) throw new Error(head.failure.message);
      return { head: head.value, isApproved: false };
    },
    async review(ctx, state) {
      const approvals = await ctx.step("approvals", () => platform.approvals());
      const { content, createdAt } = state.head;
      const isFresh = ({ reviewed, submittedAt }: Approval): boolean => reviewed === digestOf(content) && submittedAt >= createdAt;
      const isApproved = approvals.ok && approvals.value.some(isFresh);
      const head = await ctx.step("head", () => platform.head());
      return { head: head.ok ? head.value : state.head, isApproved };
    },
    facts: ({ isApproved }) => ({ isApproved }),
    artifact: ({ head }) => head.content,
    report: ({ head }) => head.content,
  });

const run = (heads: readonly Head[], approvals: readonly Approval[]) => {
  let read = 0;
  const head = (): Head => heads[Math.min(read++, heads.length - 1)] as Head;
  return runLoop(gate({ head, approvals: () => approvals }), { agents: {}, input: null }).result;
};

const v0 = { content: "v0", createdAt: 10 };
const v1 = { content: "v1", createdAt: 30 };
const forV0 = { reviewed: digestOf("v0"), submittedAt: 20 };

describe("gate", () => {
  test("case F09: an approval holds for the content it was given for", async () => {
    expect(await run([v0], [forV0])).toMatchObject({ status: "passed", reviewedVersion: digestOf("v0"), report: "v0" });
    expect(await run([v1], [forV0])).toMatchObject({ status: "stopped", token: "unreviewed" });
    expect(await run([v0], [])).toMatchObject({ status: "stopped", token: "unreviewed" });
  });

  test("case F09, H12: a head that moves while its approval is read is reviewed anew, and is not approved", async () => {
    const result = await run([v0, v1], [forV0]);
    expect(result).toMatchObject({ status: "stopped", token: "unreviewed", rounds: 2, reviewedVersion: digestOf("v1") });
  });

  test("case F09: an approval of this content from before it existed is refused: equality of ids is not freshness", async () => {
    expect(await run([v1], [{ reviewed: digestOf("v1"), submittedAt: 29 }])).toMatchObject({ token: "unreviewed" });
    expect(await run([v1], [{ reviewed: digestOf("v1"), submittedAt: 30 }])).toMatchObject({ token: "approved" });
  });

  test("case F09: a head that keeps moving never passes and still ends", async () => {
    const heads = Array.from({ length: 9 }, (_, index) => ({ content: `v${index}`, createdAt: index }));
    const approvals = heads.map(({ content, createdAt }) => ({ reviewed: digestOf(content), submittedAt: createdAt }));
    expect(await run(heads, approvals)).toMatchObject({ status: "stopped", token: "round-limit", rounds: 3 });
  });
});

test("the table is total, and every row decides somewhere", () => {
  expect.extend(tableMatchers);
  expect(table).toBeTotal();
  expect(table).toHaveNoUnreachableRows();
});
