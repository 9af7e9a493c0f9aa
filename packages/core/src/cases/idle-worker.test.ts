/** Recipe: a worker that answers nothing and changes nothing any more is not asked for ever: a person is. */
import { describe, expect, test } from "vitest";
import { scriptedAgent, type ScriptStep } from "@loopwright/testing";
import { tableMatchers } from "@loopwright/testing/vitest";
import { always, count, defineFacts, definePolicy, flag, resumeRun, runLoop, structuredRole, terminationTable, textRole } from "../index.js";

const judge = structuredRole<{ readonly approved: boolean }>({
  jsonSchema: { type: "object", properties: { approved: { type: "boolean" } }, required: ["approved"] },
  validate: (value) => ({ ok: true, value: value as { approved: boolean } }),
});

const facts = defineFacts({ approved: flag(), idle: count({ upTo: 3 }), idleAtMost: count({ upTo: 3 }) });

const table = terminationTable(facts, [
  { token: "approved", kind: "pass", when: (f) => f.approved },
  { token: "escalate", kind: "ask", when: (f) => f.idle >= f.idleAtMost },
  { token: "work-on", kind: "continue", then: "revise", when: always },
]);

/** `look` reads what the worker works on: it works with tools, so its answer and its work are two things. */
const untilIdle = (look: () => string, idleAtMost: number) =>
  definePolicy({ name: "until-idle", roles: { worker: textRole(), judge }, table, maxRounds: 9 })({
    open: (_ctx, task: string) => ({ task, work: look(), approved: false, idle: 0 }),
    async review(ctx, state) {
      const judged = await ctx.call("judge", { instruction: "Judge.", input: { work: state.work } });
      return { ...state, approved: judged.ok && judged.value.approved };
    },
    facts: ({ approved, idle }) => ({ approved, idle, idleAtMost }),
    async revise(ctx, state) {
      const worked = await ctx.call("worker", { instruction: "Work.", input: { task: state.task } });
      const seen = await ctx.step("look", look);
      const work = seen.ok ? seen.value : state.work;
      if (work !== state.work || worked.ok) return { ...state, work, idle: 0 };
      // A worker that is down is not idle; the round limit bounds that.
      return { ...state, idle: worked.failure.kind === "empty-output" ? state.idle + 1 : state.idle };
    },
    artifact: ({ work }) => work,
    asks: {
      escalate: {
        question: ({ idle }) => ({ text: `${idle} empty answers in a row, and nothing changed. What is left to do?` }),
        apply: (state, task: string) => ({ ok: true, state: { ...state, task, idle: 0 } }),
      },
    },
    report: ({ work, idle }) => ({ work, idle }),
  });

const EMPTY: ScriptStep = { text: "" };
const BLANK: ScriptStep = { text: " \n" };
const NOTHING: ScriptStep = {};
const DOWN: ScriptStep = { error: "503" };

/** Runs a worker whose steps may change the work; the judge is never content, unless the work is `"done"`. */
function setUp(steps: readonly (ScriptStep | { readonly writes: string; readonly says: string })[], idleAtMost = 3) {
  let work = "half";
  const worker = scriptedAgent(
    steps.map((step): ScriptStep =>
      typeof step === "object" && "writes" in step
        ? () => {
            work = step.writes;
            return { text: step.says };
          }
        : step,
    ),
  );
  const approves = ({ input }: { readonly input: unknown }) => ({ structured: { approved: (input as { work: string }).work === "done" } });
  const agents = { worker, judge: scriptedAgent(Array.from({ length: 12 }, () => approves)) };
  return { agents, worker, policy: untilIdle(() => work, idleAtMost) };
}

async function run(...[steps, idleAtMost]: Parameters<typeof setUp>) {
  const { agents, worker, policy } = setUp(steps, idleAtMost);
  const result = await runLoop(policy, { agents, input: "the task" }).result;
  return { status: result.status, token: result.token, asked: worker.calls.length, result };
}

describe("until idle", () => {
  test("case G06: k empty answers over an unchanged artifact ask a person: no pass, and no call more", async () => {
    const { result, ...ended } = await run([{ writes: "half and a bit", says: "On it." }, EMPTY, BLANK, NOTHING, EMPTY, EMPTY]);
    expect(ended).toEqual({ status: "suspended", token: "escalate", asked: 4 });
    expect(result).toMatchObject({ question: { text: "3 empty answers in a row, and nothing changed. What is left to do?" }, report: { work: "half and a bit", idle: 3 } });
    expect((await run([EMPTY, EMPTY], 1)).asked).toBe(1);
  });

  test("case G06: an empty answer that comes with work done is work, and a text without work is none of the kind", async () => {
    expect(await run([EMPTY, EMPTY, { writes: "more", says: "" }, EMPTY, EMPTY, "Still thinking.", EMPTY, EMPTY])).toMatchObject({ status: "stopped", token: "round-limit", asked: 8 });
    expect(await run([EMPTY, EMPTY, { writes: "done", says: "" }])).toMatchObject({ status: "passed", token: "approved", asked: 3 });
  });

  test("case G06: a worker that is down is not idle, and does not hide that it was", async () => {
    expect(await run([DOWN, DOWN, DOWN, DOWN, DOWN, DOWN, DOWN, DOWN])).toMatchObject({ status: "stopped", token: "round-limit", asked: 8 });
    expect(await run([EMPTY, DOWN, EMPTY, DOWN, EMPTY])).toMatchObject({ status: "suspended", token: "escalate", asked: 5 });
  });

  test("case G06: what the person says is the worker's next task, counted from the start", async () => {
    const { agents, worker, policy } = setUp([EMPTY, EMPTY, EMPTY, { writes: "done", says: "" }]);
    const first = await runLoop(policy, { agents, input: "the task" }).result;
    if (first.status !== "suspended") throw new Error(`not suspended but ${first.status}`);
    const result = await resumeRun(policy, { from: first.snapshot, token: "escalate", answer: "write the end", by: "ann", agents }).result;
    expect(result).toMatchObject({ status: "passed", token: "approved", report: { work: "done" } });
    expect(worker.calls.at(-1)?.input).toEqual({ task: "write the end" });
  });
});

test("its table decides every combination of its facts", () => {
  expect.extend(tableMatchers);
  expect(table).toBeTotal();
  expect(table).toHaveNoUnreachableRows();
});
