/**
 * A quality loop with several reviewers at once: the writer's and the reviewer's roles are those of the quality loop, and all
 * must approve. If need be a command checks each draft, and a person is asked.
 */
import { always, count, defineFacts, definePolicy, flag, oneOf, roleFamily, terminationTable, textRole } from "@loopwright/core";
import type { Json } from "@loopwright/core";
import { actionableItems, isApproval, reviewerRole } from "../quality-loop/review-answer.js";

export interface PanelOptions {
  readonly reviewers: number;
  /** How many reviews run at once. Default all. */
  readonly concurrency?: number;
  readonly rounds: number;
  /** Whether a person is asked before round 2 is left. */
  readonly asks?: boolean;
  /** Checks a draft, under the key of its step; what it gives is kept. */
  readonly check?: (draft: string, key: string, signal: AbortSignal) => Promise<{ readonly passed: boolean; readonly record: Json }>;
}

interface State {
  readonly draft: string | null;
  readonly isChecked: boolean;
  readonly records: readonly Json[];
  readonly approvals: number;
  readonly feedback: readonly string[];
  readonly answer: "none" | "go on" | "stop";
}

const facts = defineFacts({ failed: flag(), checked: flag(), approvals: count({ upTo: 3 }), reviewers: count({ upTo: 3 }), asks: flag(), answer: oneOf("none", "go on", "stop"), round: count({ upTo: 4 }), rounds: count({ upTo: 4 }) });

const table = terminationTable(facts, [
  { token: "failed", kind: "stop", early: true, when: (f) => f.failed },
  { token: "stopped", kind: "stop", when: (f) => f.answer === "stop" },
  { token: "approved", kind: "pass", when: (f) => f.checked && f.approvals === f.reviewers },
  { token: "may-i", kind: "ask", when: (f) => f.asks && f.answer === "none" && f.round === 2 },
  { token: "capped", kind: "stop", when: (f) => f.round >= f.rounds },
  { token: "revise", kind: "continue", then: "revise", when: always },
]);

const roles = { writer: textRole(), reviewers: roleFamily(reviewerRole) } as const;

export function panelLoop({ reviewers, concurrency, rounds, asks = false, check }: PanelOptions) {
  return definePolicy({ name: "panel-loop", roles, table, maxRounds: rounds })({
    async open(ctx, { request }: { readonly request: string }): Promise<State> {
      const written = await ctx.call("writer", { instruction: "Write.", input: { request } });
      return { draft: written.ok ? written.value : null, isChecked: check === undefined, records: [], approvals: 0, feedback: [], answer: "none" };
    },
    async review(ctx, state) {
      const draft = state.draft ?? "";
      const checked = check === undefined ? null : await ctx.step("check", ({ key, signal }) => check(draft, key, signal), { onInterrupted: "reissue" });
      const judged = await ctx.lanes(
        Array.from({ length: reviewers }, (_, index) => ({ lane: `lane-${index}`, role: `reviewers/r${index}` as const })),
        (lane, { role }) => lane.call(role, { instruction: "Review.", input: { draft } }),
        concurrency === undefined ? {} : { concurrency },
      );
      const answers = judged.flatMap((lane) => (lane.ok && lane.value.ok ? [lane.value.value] : []));
      return {
        ...state,
        isChecked: checked === null || (checked.ok && checked.value.passed),
        records: checked?.ok === true ? [...state.records, checked.value.record] : state.records,
        approvals: answers.filter(isApproval).length,
        feedback: answers.flatMap(({ feedback }) => actionableItems(feedback)),
      };
    },
    async revise(ctx, state) {
      const written = await ctx.call("writer", { instruction: "Revise.", input: { draft: state.draft, feedback: state.feedback } });
      return { ...state, draft: written.ok ? written.value : null };
    },
    facts: ({ draft, isChecked, approvals, answer }, { round }) => ({ failed: draft === null, checked: isChecked, approvals, reviewers, asks, answer, round, rounds }),
    artifact: ({ draft }) => draft,
    asks: {
      "may-i": {
        question: () => ({ text: "May I go on?" }),
        apply: (state, isAllowed: boolean) => ({ ok: true, state: { ...state, answer: isAllowed ? ("go on" as const) : ("stop" as const) } }),
      },
    },
    report: ({ draft, records, feedback }, { token }) => ({ draft, records, feedback, token }),
  });
}
