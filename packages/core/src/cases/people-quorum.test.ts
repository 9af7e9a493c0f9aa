/** Recipe: a quorum of people. The run is suspended until enough of the roster have approved this very version. */
import { describe, expect, test } from "vitest";
import { tableMatchers } from "@loopwright/testing/vitest";
import { always, defineFacts, definePolicy, oneOf, quorum, resumeRun, runLoop, terminationTable, type QuorumRule, type Verdict, type Vote } from "../index.js";

const facts = defineFacts({ verdict: oneOf("approved", "rejected", "unavailable") });

const table = terminationTable(facts, [
  { token: "approved", kind: "pass", when: (f) => f.verdict === "approved" },
  { token: "rejected", kind: "stop", when: (f) => f.verdict === "rejected" },
  { token: "waiting", kind: "ask", when: always },
]);

interface State {
  readonly draft: string;
  readonly version: string;
  readonly votes: readonly Vote[];
}

const peopleReview = (roster: readonly string[], rule: QuorumRule) => {
  const tally = ({ votes, version }: State) => quorum({ roster, rule, votes, version });
  return definePolicy({ name: "people-review", roles: {}, table })({
    open: (_ctx, draft: string): State => ({ draft, version: "", votes: [] }),
    review: (ctx, state) => ({ ...state, version: ctx.version() ?? "" }),
    facts: (state) => ({ verdict: tally(state).verdict }),
    artifact: ({ draft }) => draft,
    asks: {
      waiting: {
        question: (state) => ({ text: `Who approves "${state.draft}"?`, options: ["approved", "rejected"] }),
        apply: (state, { voter, verdict }: { voter: string; verdict: Verdict }) =>
          roster.includes(voter) ? { ok: true, state: { ...state, votes: [...state.votes, { voter, verdict, version: state.version }] } } : { ok: false, reason: `${voter} is not on the roster` },
      },
    },
    report: (state) => ({ approvers: tally(state).approvers, votes: state.votes.length }),
  });
};

/** Plays one vote after another, each with a trip of the snapshot through a file. */
async function voted(policy: ReturnType<typeof peopleReview>, ...votes: readonly (readonly [string, Verdict])[]) {
  let result = await runLoop(policy, { agents: {}, input: "the plan" }).result;
  const tokens = [result.token];
  for (const [voter, verdict] of votes) {
    if (result.status !== "suspended") break;
    const from = JSON.parse(JSON.stringify(result.snapshot)) as typeof result.snapshot;
    result = await resumeRun(policy, { from, token: "waiting", answer: { voter, verdict }, by: voter, agents: {} }).result;
    tokens.push(result.token);
  }
  return { tokens, result };
}

describe("people review", () => {
  test("case F07: one person twice is one approval; a second person makes two", async () => {
    const { tokens, result } = await voted(peopleReview(["A", "B", "C"], { atLeast: 2 }), ["A", "approved"], ["A", "approved"], ["B", "approved"]);
    expect(tokens).toEqual(["waiting", "waiting", "waiting", "approved"]);
    expect(result).toMatchObject({ status: "passed", report: { approvers: ["A", "B"], votes: 3 } });
    expect(result.answers.map(({ by }) => by)).toEqual(["A", "A", "B"]);
  });

  test("case F07: all means each of them, whoever votes how often", async () => {
    const all = peopleReview(["A", "B"], "all");
    expect((await voted(all, ["A", "approved"], ["A", "approved"], ["A", "approved"])).tokens.at(-1)).toBe("waiting");
    expect((await voted(all, ["A", "approved"], ["B", "approved"])).tokens.at(-1)).toBe("approved");
    expect((await voted(all, ["A", "approved"], ["B", "rejected"])).tokens.at(-1)).toBe("rejected");
  });

  test("case F07: a vote of nobody on the roster is refused, and nothing is lost", async () => {
    const policy = peopleReview(["A", "B"], "all");
    await expect(voted(policy, ["A", "approved"], ["mallory", "approved"])).rejects.toMatchObject({ code: "answer-refused" });
    expect((await voted(policy, ["A", "approved"], ["B", "approved"])).result.status).toBe("passed");
  });

  test("case F07: an unknown rule, or nobody to vote, is refused when the review is opened", async () => {
    for (const rule of ["weighted", { atLeast: 3 }, { atLeast: 0 }] as QuorumRule[]) {
      const result = await runLoop(peopleReview(["A", "B"], rule), { agents: {}, input: "the plan" }).result;
      expect(result).toMatchObject({ status: "failed", error: { code: "quorum-rule" } });
    }
    expect(await runLoop(peopleReview([], "all"), { agents: {}, input: "x" }).result).toMatchObject({ status: "failed", error: { code: "quorum-roster" } });
  });
});

test("the table is total, and every row decides somewhere", () => {
  expect.extend(tableMatchers);
  expect(table).toBeTotal();
  expect(table).toHaveNoUnreachableRows();
});
