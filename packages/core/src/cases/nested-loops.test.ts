/** Recipe: a loop inside a loop. The inner run's end, whatever it is, is a fact for the outer one and ends only itself. */
import { describe, expect, test } from "vitest";
import { scriptedAgent, type ScriptStep } from "@loopwright/testing";
import { tableMatchers } from "@loopwright/testing/vitest";
import { AgentError, always, count, defineFacts, definePolicy, oneOf, runLoop, terminationTable, textRole, type Agent, type PolicyTypes, type Policy } from "../index.js";

const innerFacts = defineFacts({ wish: oneOf("done", "give-up", "ask", "more") });

const inner = definePolicy({
  name: "inner",
  roles: { worker: textRole() },
  table: terminationTable(innerFacts, [
    { token: "done", kind: "pass", when: (f) => f.wish === "done" },
    { token: "escalate", kind: "ask", when: (f) => f.wish === "ask" },
    { token: "gave-up", kind: "stop", when: (f) => f.wish === "give-up" },
    { token: "more", kind: "continue", then: "revise", when: always },
  ]),
  maxRounds: 3,
})({
  open: (_ctx, task: string) => ({ task, text: task }),
  review: (_ctx, state) => state,
  facts: ({ text }) => ({ wish: text.startsWith("done") ? "done" : text === "give-up" || text === "ask" ? text : "more" }),
  async revise(ctx, state) {
    const worked = await ctx.call("worker", { instruction: "Work.", input: state.task });
    return { ...state, text: worked.ok ? worked.value : "give-up" };
  },
  artifact: ({ text }) => text,
  asks: { escalate: { question: () => ({ text: "How on?" }), apply: (state, text: string) => ({ ok: true, state: { ...state, text } }) } },
  report: ({ text }) => text,
});

/** An agent that is itself a loop: a pass is its answer, everything else a failed call that says what happened. */
function loopAgent<T extends PolicyTypes & { input: string; report: string }>(policy: Policy<T>, agents: Parameters<typeof runLoop<T>>[1]["agents"]): Agent {
  return {
    async call({ input, signal, reportUsage }) {
      const result = await runLoop(policy, { agents, input: input as T["input"], signal }).result;
      reportUsage({ inputTokens: result.usage.inputTokens, outputTokens: result.usage.outputTokens });
      if (result.status === "passed") return { text: result.report };
      throw new AgentError(`the inner loop ended ${result.status} (${result.token ?? result.error?.code})`);
    },
  };
}

const outerFacts = defineFacts({ done: count({ upTo: 2 }), failed: count({ upTo: 2 }), left: count({ upTo: 2 }) });

const outer = definePolicy({
  name: "outer",
  roles: { helper: textRole() },
  table: terminationTable(outerFacts, [
    { token: "next-task", kind: "continue", then: "revise", when: (f) => f.left > 0 },
    { token: "all-done", kind: "pass", when: (f) => f.failed === 0 },
    { token: "some-failed", kind: "stop", when: always },
  ]),
})({
  open: (_ctx, tasks: readonly string[]) => ({ tasks, done: [] as readonly string[], failed: [] as readonly string[] }),
  review: (_ctx, state) => state,
  facts: ({ tasks, done, failed }) => ({ done: done.length, failed: failed.length, left: tasks.length - done.length - failed.length }),
  async revise(ctx, state) {
    const task = state.tasks[state.done.length + state.failed.length] ?? "";
    const helped = await ctx.call("helper", { instruction: "Do the task.", input: task });
    return helped.ok ? { ...state, done: [...state.done, helped.value] } : { ...state, failed: [...state.failed, helped.failure.message] };
  },
  artifact: ({ done }) => [...done],
  report: ({ done, failed }) => ({ done, failed }),
});

async function nested(tasks: readonly string[], worker: readonly ScriptStep[], signal?: AbortSignal) {
  const helper = loopAgent(inner, { worker: scriptedAgent(worker) });
  return runLoop(outer, { agents: { helper }, input: tasks, signal }).result;
}

describe("loops inside loops", () => {
  test.each([
    ["gives up", "give-up", "stopped (gave-up)"],
    ["escalates", "ask", "suspended (escalate)"],
    ["runs into its own cap", "more and more", "stopped (round-limit)"],
  ])("case G05: an inner loop that %s ends itself and not the outer one", async (_what, text, ending) => {
    const result = await nested(["first", "second", "third"], ["done 1", ...Array<string>(text === "more and more" ? 2 : 1).fill(text), "done 3"]);
    expect(result).toMatchObject({ status: "stopped", token: "some-failed", rounds: 4, report: { done: ["done 1", "done 3"], failed: [`the inner loop ended ${ending}`] } });
  });

  test("case G05: an inner loop that passes is an answer, and its exit is its own", async () => {
    const result = await nested(["first", "second"], ["done 1", "done 2"]);
    expect(result).toMatchObject({ status: "passed", token: "all-done", report: { done: ["done 1", "done 2"], failed: [] } });
  });

  test("case G05: an abort goes inwards: both loops end, each as aborted", async () => {
    const controller = new AbortController();
    const stop: ScriptStep = () => (controller.abort("enough"), { never: "ignoring-abort" });
    const result = await nested(["first", "second"], ["done 1", stop], controller.signal);
    expect(result).toMatchObject({ status: "aborted", reason: "enough", report: { done: ["done 1"] } });
  });
});

test("both tables are total, and every row decides somewhere", () => {
  expect.extend(tableMatchers);
  for (const table of [inner, outer].map((one) => one.table)) {
    expect(table).toBeTotal();
    expect(table).toHaveNoUnreachableRows();
  }
});
