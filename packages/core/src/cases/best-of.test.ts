/** Recipe: keep the best attempt. Every attempt is judged, the last one too, and exhaustion says so. */
import { describe, expect, test } from "vitest";
import { scriptedAgent, type ScriptStep } from "@loopwright/testing";
import { tableMatchers } from "@loopwright/testing/vitest";
import { always, count, defineFacts, definePolicy, runLoop, structuredRole, terminationTable, textRole } from "../index.js";

const judge = structuredRole<{ readonly score: number }>({
  jsonSchema: { type: "object", properties: { score: { type: "integer" } }, required: ["score"] },
  validate: (value) => {
    const score = (value as { score?: unknown } | null)?.score;
    return Number.isInteger(score) ? { ok: true, value: { score: score as number } } : { ok: false, problems: ["$.score: not a whole number"] };
  },
});

const facts = defineFacts({ score: count({ upTo: 10 }), enough: count({ upTo: 10 }), attempt: count({ upTo: 5 }), attempts: count({ upTo: 5 }) });

const table = terminationTable(facts, [
  { token: "good-enough", kind: "pass", when: (f) => f.score >= f.enough },
  { token: "exhausted", kind: "stop", when: (f) => f.attempt >= f.attempts },
  { token: "try-again", kind: "continue", then: "revise", when: always },
]);

interface Attempt {
  readonly text: string;
  readonly score: number;
}

const bestOf = (attempts: number, enough: number) =>
  definePolicy({ name: "best-of", roles: { writer: textRole(), judge }, table, maxRounds: attempts })({
    async open(ctx, task: string) {
      const written = await ctx.call("writer", { instruction: "Attempt the task.", input: { task } });
      return { task, text: written.ok ? written.value : "", score: 0, best: null as Attempt | null };
    },
    async review(ctx, state) {
      const judged = await ctx.call("judge", { instruction: "Score the attempt from 0 to 10.", input: { task: state.task, text: state.text } });
      const score = judged.ok ? judged.value.score : 0;
      const isBest = judged.ok && score > (state.best?.score ?? -1);
      return { ...state, score, best: isBest ? { text: state.text, score } : state.best };
    },
    facts: ({ score }, { round }) => ({ score, enough, attempt: round, attempts }),
    async revise(ctx, state) {
      const written = await ctx.call("writer", { instruction: "Attempt the task again.", input: { task: state.task } });
      return { ...state, text: written.ok ? written.value : state.text };
    },
    artifact: ({ text }) => text,
    report: ({ best }) => best,
  });

async function played(scores: readonly (number | ScriptStep)[], attempts = 3, enough = 10) {
  const writer = scriptedAgent(scores.map((_, index) => `attempt ${index + 1}`));
  const steps = scores.map((score) => (typeof score === "number" ? { structured: { score } } : score));
  const result = await runLoop(bestOf(attempts, enough), { agents: { writer, judge: scriptedAgent(steps) }, input: "task" }).result;
  return { token: result.token, status: result.status, report: result.report };
}

describe("best of", () => {
  test("case H06: scores 3, 9, 4 with three attempts: the second is returned, and the run says exhausted", async () => {
    expect(await played([3, 9, 4])).toEqual({ status: "stopped", token: "exhausted", report: { text: "attempt 2", score: 9 } });
  });

  test("case H06: right on attempt 3 of 3 passes: the last attempt is judged, too", async () => {
    expect(await played([1, 2, 10])).toEqual({ status: "passed", token: "good-enough", report: { text: "attempt 3", score: 10 } });
  });

  test.each([[[5, 5, 5], "attempt 1"], [[0, 0], "attempt 1"], [[9, 3, 1, 8], "attempt 1"], [[1, 2, 3, 4], "attempt 4"]] as const)("case H06: of %j the earliest best is returned", async (scores, text) => {
    expect(await played(scores, scores.length)).toMatchObject({ token: "exhausted", report: { text } });
  });

  test("case H06: an attempt that could not be judged is neither the best nor a pass", async () => {
    expect(await played([3, { error: "down" }, { structured: { score: "10" } }])).toEqual({ status: "stopped", token: "exhausted", report: { text: "attempt 1", score: 3 } });
  });
});

test("the table is total, and every row decides somewhere", () => {
  expect.extend(tableMatchers);
  expect(table).toBeTotal();
  expect(table).toHaveNoUnreachableRows();
});
