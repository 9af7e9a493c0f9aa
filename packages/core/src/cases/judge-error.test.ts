/** Recipe: a judge that is down is asked again, so many times in a row; its silence costs no revision and mints no verdict. */
import { describe, expect, test } from "vitest";
import { scriptedAgent, type ScriptStep } from "@loopwright/testing";
import { tableMatchers } from "@loopwright/testing/vitest";
import { always, count, defineFacts, definePolicy, oneOf, runLoop, structuredRole, terminationTable, textRole, verdictOfFlag, type Verdict } from "../index.js";

const judge = structuredRole<{ readonly approved: boolean }>({
  jsonSchema: { type: "object", properties: { approved: { type: "boolean" } }, required: ["approved"] },
  validate: (value) => {
    const approved = (value as { approved?: unknown } | null)?.approved;
    return typeof approved === "boolean" ? { ok: true, value: { approved } } : { ok: false, problems: ["$.approved: not a boolean"] };
  },
});

const facts = defineFacts({ verdict: oneOf("approved", "rejected", "unavailable"), silent: count({ upTo: 3 }), silentAtMost: count({ upTo: 3 }) });

const table = terminationTable(facts, [
  { token: "approved", kind: "pass", when: (f) => f.verdict === "approved" },
  { token: "judge-error", kind: "stop", when: (f) => f.silent >= f.silentAtMost },
  { token: "ask-again", kind: "continue", then: "review", when: (f) => f.verdict === "unavailable" },
  { token: "revise", kind: "continue", then: "revise", when: always },
]);

const patient = (silentAtMost: number, maxRounds: number) =>
  definePolicy({ name: "patient", roles: { writer: textRole(), judge }, table, maxRounds })({
    async open(ctx, task: string) {
      const written = await ctx.call("writer", { instruction: "Write.", input: { task } });
      return { task, draft: written.ok ? written.value : "", verdict: "unavailable" as Verdict, silent: 0 };
    },
    async review(ctx, state) {
      const judged = await ctx.call("judge", { instruction: "Judge.", input: { draft: state.draft } });
      const verdict = judged.ok ? verdictOfFlag(judged.value.approved) : "unavailable";
      return { ...state, verdict, silent: verdict === "unavailable" ? state.silent + 1 : 0 };
    },
    facts: ({ verdict, silent }) => ({ verdict, silent, silentAtMost }),
    async revise(ctx, state) {
      const written = await ctx.call("writer", { instruction: "Revise.", input: { task: state.task, draft: state.draft } });
      return { ...state, draft: written.ok ? written.value : state.draft };
    },
    artifact: ({ draft }) => draft,
    report: ({ draft }) => draft,
  });

const yes = { structured: { approved: true } };
const no = { structured: { approved: false } };
const down = { error: "503" };

async function judged(steps: readonly ScriptStep[], maxRounds = 8) {
  const writer = scriptedAgent(steps.map((_, index) => `v${index}`));
  const result = await runLoop(patient(3, maxRounds), { agents: { writer, judge: scriptedAgent(steps) }, input: "task" }).result;
  return { token: result.token, writerCalls: writer.calls.length, rounds: result.rounds };
}

describe("patient", () => {
  test("case H05: the judge throws once and then approves: one writer call", async () => {
    expect(await judged([down, yes])).toEqual({ token: "approved", writerCalls: 1, rounds: 2 });
  });

  test.each<[string, ScriptStep]>([["an error", down], ["nothing", {}], ["a text", "approved"], ["garbage", { structured: "yes" }], ["a truthy text", { structured: { approved: "false" } }], ["a cut answer", { ...yes, finishReason: "length" }]])(
    "case H05: %s is neither an approval nor a rejection, and the number of tries is bounded",
    async (_what, step) => {
      expect(await judged([step, step, step])).toEqual({ token: "judge-error", writerCalls: 1, rounds: 3 });
    },
  );

  test("case F08: a verdict starts the count anew; only silences in a row end the run", async () => {
    expect(await judged([down, down, no, down, down, yes])).toEqual({ token: "approved", writerCalls: 2, rounds: 6 });
    expect(await judged([down, down, no, down, down, down])).toEqual({ token: "judge-error", writerCalls: 2, rounds: 6 });
  });

  test("case F08: where every round is silent and no row stops it, the round limit does, and never as a pass", async () => {
    const endless = await runLoop(patient(3, 2), { agents: { writer: scriptedAgent(["v0"]), judge: scriptedAgent([down, down]) }, input: "task" }).result;
    expect(endless).toMatchObject({ status: "stopped", token: "round-limit", reviewedVersion: null });
  });
});

test("the table is total, and every row decides somewhere", () => {
  expect.extend(tableMatchers);
  expect(table).toBeTotal();
  expect(table).toHaveNoUnreachableRows();
});
