import { describe, expectTypeOf, test } from "vitest";
import { always, count, defineFacts, definePolicy, domainEvents, flag, oneOf, resumeRun, roleFamily, runLoop, structuredRole, terminationTable, textRole, type Agent, type RunSnapshot } from "./index.js";

const facts = defineFacts({
  verdict: oneOf("approved", "rejected", "unavailable"),
  isStuck: flag(),
  round: count({ upTo: 3 }),
});

const table = terminationTable(facts, [
  { token: "draft-failed", kind: "stop", early: true, when: (f) => f.isStuck },
  { token: "approved", kind: "pass", when: (f) => f.verdict === "approved" },
  { token: "gave-up", kind: "stop", when: (f) => f.round >= 3 },
  { token: "needs-person", kind: "ask", when: (f) => f.verdict === "unavailable" },
  { token: "revise", kind: "continue", then: "revise", when: always },
]);

interface State {
  readonly draft: string;
  readonly verdict: "approved" | "rejected" | "unavailable";
}

const reviewer = structuredRole<{ readonly ok: boolean }>({
  jsonSchema: { type: "object" },
  validate: (value) => ({ ok: true, value: value as { readonly ok: boolean } }),
});

const policy = definePolicy({
  name: "typed",
  roles: { writer: textRole(), reviewer, panel: roleFamily(reviewer) },
  table,
  events: domainEvents<{ readonly type: "draft.produced"; readonly chars: number }>(),
})({
  async open(ctx, input: { readonly task: string }): Promise<State> {
    const answer = await ctx.call("writer", { instruction: "Write.", input });
    if (answer.ok) expectTypeOf(answer.value).toEqualTypeOf<string>();
    else expectTypeOf(answer.failure.kind).toExtend<string>();
    ctx.emit({ type: "draft.produced", chars: 3 });
    // @ts-expect-error an event the policy did not declare
    ctx.emit({ type: "draft.lost" });
    return { draft: answer.ok ? answer.value : "", verdict: "unavailable" };
  },
  async review(ctx, state) {
    expectTypeOf(state).toEqualTypeOf<State>();
    const answer = await ctx.call("reviewer", { instruction: "Review.", input: state.draft });
    if (answer.ok) expectTypeOf(answer.value).toEqualTypeOf<{ readonly ok: boolean }>();
    const panel = await ctx.lanes([{ lane: "a", role: "panel/a" }], async (lane, spec) => lane.call(spec.role, { instruction: "", input: null }));
    expectTypeOf(panel[0]!.lane).toEqualTypeOf<string>();
    // @ts-expect-error no such role
    await ctx.call("critic", { instruction: "", input: null });
    // @ts-expect-error a family is called by "panel/key"
    await ctx.call("panel", { instruction: "", input: null });
    return { ...state, verdict: "approved" };
  },
  facts: (state, progress) => ({ verdict: state.verdict, isStuck: progress.versionSeen, round: progress.round }),
  async revise(ctx, state) {
    return { ...state, draft: `${state.draft}!` };
  },
  artifact: (state) => state.draft,
  asks: {
    "needs-person": {
      question: (state) => ({ text: `What about ${state.draft}?` }),
      apply: (state, answer: "keep" | "drop") => (answer === "keep" ? { ok: true, state } : { ok: false, reason: "no" }),
    },
  },
  report: (state, decision) => ({ draft: state.draft, token: decision.token }),
});

declare const agent: Agent;
declare const snapshot: RunSnapshot;

describe("types", () => {
  test("tokens, report and statuses of a result are inferred", async () => {
    const run = runLoop(policy, { agents: { writer: agent, reviewer: agent, panel: { a: agent } }, input: { task: "x" } });
    const result = await run.result;
    if (result.status === "passed") expectTypeOf(result.token).toEqualTypeOf<"approved">();
    if (result.status === "stopped") expectTypeOf(result.token).toEqualTypeOf<"draft-failed" | "gave-up" | "run-timeout" | "budget-spent" | "round-limit">();
    if (result.status === "suspended") expectTypeOf(result.token).toEqualTypeOf<"needs-person">();
    if (result.status === "aborted") expectTypeOf(result.token).toEqualTypeOf<"aborted">();
    if (result.status !== "failed") expectTypeOf(result.report.draft).toEqualTypeOf<string>();
    if (result.status === "failed") expectTypeOf(result.report).toEqualTypeOf<null>();
  });

  test("an unhandled stop in a switch is a compile error", async () => {
    const result = await runLoop(policy, { agents: { writer: agent, reviewer: agent, panel: {} }, input: { task: "x" } }).result;
    const sentence = (): string => {
      switch (result.token) {
        case "approved":
        case "draft-failed":
        case "needs-person":
        case "aborted":
        case "run-timeout":
        case "budget-spent":
        case "round-limit":
        case null:
          return "handled";
        default: {
          // @ts-expect-error "gave-up" is not handled above
          const unhandled: never = result.token;
          return unhandled;
        }
      }
    };
    expectTypeOf(sentence).returns.toEqualTypeOf<string>();
  });

  test("events are a union that narrows by type", () => {
    const run = runLoop(policy, { agents: { writer: agent, reviewer: agent, panel: {} }, input: { task: "x" } });
    run.on("draft.produced", (event) => expectTypeOf(event.chars).toEqualTypeOf<number>());
    run.on("call.started", (event) => expectTypeOf(event.callId).toEqualTypeOf<string>());
    // @ts-expect-error no such event
    run.on("call.exploded", () => undefined);
  });

  test("a missing agent, a wrong role and a wrong input are compile errors", () => {
    // @ts-expect-error reviewer is missing
    runLoop(policy, { agents: { writer: agent, panel: {} }, input: { task: "x" } });
    // @ts-expect-error there is no critic
    runLoop(policy, { agents: { writer: agent, reviewer: agent, panel: {}, critic: agent }, input: { task: "x" } });
    // @ts-expect-error a family takes a record
    runLoop(policy, { agents: { writer: agent, reviewer: agent, panel: agent }, input: { task: "x" } });
    // @ts-expect-error input has a task
    runLoop(policy, { agents: { writer: agent, reviewer: agent, panel: {} }, input: { tasks: "x" } });
  });

  test("a wrong answer type and an unknown ask token are compile errors", () => {
    const common = { from: snapshot, by: "someone", agents: { writer: agent, reviewer: agent, panel: {} } } as const;
    resumeRun(policy, { ...common, token: "needs-person", answer: "keep" });
    // @ts-expect-error not an answer
    resumeRun(policy, { ...common, token: "needs-person", answer: "maybe" });
    // @ts-expect-error not an ask token
    resumeRun(policy, { ...common, token: "approved", answer: "keep" });
  });

  test("wrong rows and wrong facts are compile errors", () => {
    // @ts-expect-error no such fact
    terminationTable(facts, [{ token: "x", kind: "stop", when: (f) => f.nothing === true }]);
    // @ts-expect-error not a value of this fact
    terminationTable(facts, [{ token: "x", kind: "stop", when: (f) => f.verdict === "aproved" }]);
    // @ts-expect-error continue without then
    terminationTable(facts, [{ token: "x", kind: "continue", when: always }]);
    // @ts-expect-error an early row may not revise
    terminationTable(facts, [{ token: "x", kind: "continue", then: "revise", early: true, when: always }]);
  });

  test("a policy owes the phases and asks that its table names", () => {
    const header = { name: "owes", roles: { writer: textRole() }, table } as const;
    // @ts-expect-error revise and asks are missing
    definePolicy(header)({
      open: () => ({ draft: "" }),
      review: (_ctx, state) => state,
      facts: () => ({ verdict: "approved" as const, isStuck: false, round: 1 }),
      report: () => null,
    });
    definePolicy(header)({
      open: () => ({ draft: "" }),
      review: (_ctx, state) => state,
      revise: (_ctx, state) => state,
      // @ts-expect-error "aproved" is no value of the fact
      facts: () => ({ verdict: "aproved" as const, isStuck: false, round: 1 }),
      asks: { "needs-person": { question: () => ({ text: "?" }), apply: (state, _answer: string) => ({ ok: true, state }) } },
      report: () => null,
    });
  });

  test("a phase may not return another state", () => {
    interface Notes {
      readonly verdict: "approved" | "rejected";
      items: string[];
      readonly status: { readonly kind: "open" } | { readonly kind: "done"; readonly by: string };
    }
    const simple = terminationTable(facts, [{ token: "end", kind: "stop", when: always }]);
    const header = { name: "notes", roles: {}, table: simple } as const;
    const rest = { facts: () => ({ verdict: "approved", isStuck: false, round: 1 }) as const, report: () => null };
    definePolicy(header)({
      open: (): Notes => ({ verdict: "rejected", items: [], status: { kind: "open" } }),
      review: (_ctx, state) => ({ ...state, verdict: "approved", items: [...state.items, "x"], status: { kind: "done", by: "me" } }),
      ...rest,
    });
    definePolicy(header)({
      open: (): Notes => ({ verdict: "rejected", items: [], status: { kind: "open" } }),
      // @ts-expect-error no such verdict
      review: (_ctx, state) => ({ ...state, verdict: "aproved" }),
      ...rest,
    });
    definePolicy(header)({
      open: (): Notes => ({ verdict: "rejected", items: [], status: { kind: "open" } }),
      // @ts-expect-error items are missing
      review: async () => ({ verdict: "approved", status: { kind: "open" } }),
      ...rest,
    });
    definePolicy(header)({
      open: () => ({ count: 0, note: "" }),
      review: async (_ctx, state) => {
        expectTypeOf(state).toEqualTypeOf<{ count: number; note: string }>();
        return { ...state, count: 1 };
      },
      ...rest,
    });
    definePolicy(header)({
      open: () => ({ count: 0, note: "" }),
      // @ts-expect-error nothing is returned
      review: async () => undefined,
      ...rest,
    });
  });
});
