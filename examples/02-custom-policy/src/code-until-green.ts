/**
 * A policy of one's own: write code until its tests pass.
 *
 * The test command is the reviewer here, so nobody's word counts: the table reads an exit code. Tests that did not run
 * are a third state beside passed and failed, and never a pass.
 */
import { always, count, defineFacts, definePolicy, oneOf, terminationTable, textRole } from "@loopwright/core";
import type { TestRun } from "./run-tests.ts";

const facts = defineFacts({
  coder: oneOf("answered", "failed"),
  tests: oneOf("passed", "failed", "not-run"),
  attempt: count({ upTo: 5 }),
});

const table = terminationTable(facts, [
  { token: "coder-failed", kind: "stop", early: true, when: (f) => f.coder === "failed", why: "the coder gave no code" },
  { token: "tests-not-run", kind: "stop", when: (f) => f.tests === "not-run", why: "the test command did not run" },
  { token: "green", kind: "pass", when: (f) => f.tests === "passed", why: "the tests passed" },
  { token: "out-of-attempts", kind: "stop", when: (f) => f.attempt >= 5, why: "five attempts are enough" },
  { token: "fix", kind: "continue", then: "revise", when: always, why: "otherwise" },
]);

interface State {
  readonly task: string;
  readonly code: string;
  readonly coder: "answered" | "failed";
  readonly tests: "passed" | "failed" | "not-run";
  readonly output: string;
}

/** `test` runs the real test command over a candidate. */
export function codeUntilGreen(test: (code: string, signal: AbortSignal) => Promise<TestRun>) {
  return definePolicy({
    name: "code-until-green",
    roles: { coder: textRole() },
    table,
    maxRounds: 5,
    calls: { open: { coder: 1 }, review: {}, revise: { coder: 1 } },
  })({
    async open(ctx, input: { readonly task: string }): Promise<State> {
      const answer = await ctx.call("coder", { instruction: "Write the module. Code only.", input });
      const code = answer.ok ? answer.value : "";
      return { task: input.task, code, coder: answer.ok ? "answered" : "failed", tests: "not-run", output: "" };
    },
    async review(ctx, state) {
      const ran = await ctx.step("tests", ({ signal }) => test(state.code, signal));
      if (!ran.ok) return { ...state, tests: "not-run", output: ran.failure.message };
      return { ...state, tests: ran.value.exitCode === 0 ? "passed" : "failed", output: ran.value.output };
    },
    facts: (state, progress) => ({ coder: state.coder, tests: state.tests, attempt: progress.round }),
    async revise(ctx, state) {
      const { task, code, output } = state;
      const answer = await ctx.call("coder", { instruction: "Fix the module so that the tests pass. Code only.", input: { task, code, output } });
      return answer.ok ? { ...state, code: answer.value } : { ...state, coder: "failed" };
    },
    artifact: (state) => state.code,
    report: (state) => ({ code: state.code, output: state.output }),
  });
}
