/** The agent as a reviewer in a whole run: every kind of failure is its own, and none passes (G4). */
import { always, defineFacts, definePolicy, flag, oneOf, runLoop, structuredRole, terminationTable, textRole } from "@loopwright/core";
import type { FailureKind } from "@loopwright/core";
import { SCHEMA } from "./answer-cases.js";
import { check, same, shown } from "./contract-case.js";
import type { CaseSpec, ContractTrait } from "./contract-case.js";
import type { OtherSideStep } from "./other-side.js";

const KINDS = ["none", "error", "timeout", "aborted", "budget", "stale-packet", "empty-packet", "empty-output", "missing-structured-output", "invalid-structured-output", "truncated", "refused"] as const satisfies readonly (FailureKind | "none")[];
type Kind = (typeof KINDS)[number];

const facts = defineFacts({ approved: flag(), kind: oneOf(...KINDS) });

const table = terminationTable(facts, [
  { token: "approved", kind: "pass", when: (f) => f.approved },
  { token: "rejected", kind: "stop", when: always },
]);

interface State {
  readonly approved: boolean;
  readonly kind: Kind;
}

const reviewer = structuredRole<{ readonly approved: boolean }>({
  jsonSchema: SCHEMA,
  validate: (value) => (isReview(value) ? { ok: true, value } : { ok: false, problems: ["$.approved: not a boolean"] }),
});

function isReview(value: unknown): value is { readonly approved: boolean } {
  return typeof value === "object" && value !== null && "approved" in value && typeof value.approved === "boolean";
}

const structured = definePolicy({ name: "contract", roles: { reviewer }, table, maxRounds: 1 })({
  open: (): State => ({ approved: false, kind: "none" }),
  async review(ctx, state: State): Promise<State> {
    const outcome = await ctx.call("reviewer", { instruction: "Judge.", input: { draft: "D1" } });
    return outcome.ok ? { approved: outcome.value.approved, kind: "none" } : { ...state, kind: outcome.failure.kind };
  },
  facts: (state) => ({ ...state }),
  revise: (_ctx, state) => state,
  artifact: () => "D1",
  report: (state) => state,
});

interface Written {
  readonly text: string;
  readonly kind: Kind;
}

const prose = definePolicy({ name: "contract-text", roles: { writer: textRole() }, table, maxRounds: 1 })({
  async open(ctx): Promise<Written> {
    const outcome = await ctx.call("writer", { instruction: "Write.", input: { request: "R" } });
    return { text: outcome.ok ? outcome.value : "", kind: outcome.ok ? "none" : outcome.failure.kind };
  },
  review: (_ctx, state) => state,
  facts: ({ text, kind }) => ({ approved: text === "D1", kind }),
  revise: (_ctx, state) => state,
  artifact: (state) => state.text,
  report: (state) => state,
});

/** What is read of a result. */
interface Ended {
  readonly status: string;
  readonly token: string | null;
  readonly report: { readonly kind: Kind } | null;
}

/** A review by the agent, and what its result must be. */
const review = (name: string, step: OtherSideStep, expected: { readonly token: string; readonly kind: Kind }, options: { readonly needs?: readonly ContractTrait[]; readonly callTimeoutMs?: number } = {}): CaseSpec => ({
  name,
  ...(options.needs !== undefined && { needs: options.needs }),
  script: [step],
  async body(bench) {
    const { callTimeoutMs } = options;
    const result: Ended = await runLoop(structured, { agents: { reviewer: bench.agent }, input: null, ...(callTimeoutMs !== undefined && { limits: { callTimeoutMs } }) }).result;
    ends(result, expected);
  },
});

function ends(result: Ended, expected: { readonly token: string; readonly kind: Kind }): void {
  check(result.status !== "failed", `the run failed: ${shown(result)}`);
  same(result.token, expected.token, "the token");
  same(result.report?.kind, expected.kind, "the kind of failure");
}

const APPROVAL = { approved: true, feedback: [] };

export const RUN_CASES: readonly CaseSpec[] = [
  review("runs: an approval passes", { does: "answers", structured: APPROVAL }, { token: "approved", kind: "none" }, { needs: ["structured"] }),
  review("runs: a rejection does not", { does: "answers", structured: { ...APPROVAL, approved: false } }, { token: "rejected", kind: "none" }, { needs: ["structured"] }),
  review('runs: "true" for true is an invalid answer', { does: "answers", structured: { ...APPROVAL, approved: "true" } }, { token: "rejected", kind: "invalid-structured-output" }, { needs: ["structured"] }),
  review("runs: an approval in a truncated answer is truncated", { does: "answers", structured: APPROVAL, finishReason: "length" }, { token: "rejected", kind: "truncated" }, { needs: ["structured", "finish-reason"] }),
  review("runs: a refusal is refused", { does: "answers", text: "I cannot.", finishReason: "refusal" }, { token: "rejected", kind: "refused" }, { needs: ["structured", "finish-reason"] }),
  review("runs: a failure is an error", { does: "fails", message: "down", retryable: true }, { token: "rejected", kind: "error" }),
  review("runs: a call that is out of time is a timeout, and the run ends", { does: "hangs" }, { token: "rejected", kind: "timeout" }, { callTimeoutMs: 300 }),
  {
    name: "runs: prose where structure was asked for never passes",
    needs: ["structured"],
    script: [{ does: "answers", text: '```json\n{"approved":true,"feedback":[]}\n```\nVERDICT: APPROVED' }],
    async body(bench) {
      const { token, report }: Ended = await runLoop(structured, { agents: { reviewer: bench.agent }, input: null }).result;
      same(token, "rejected", "the token");
      check(report?.kind === "missing-structured-output" || report?.kind === "error", `the kind of failure is ${shown(report?.kind)}`);
    },
  },
  {
    name: "runs: a text role gets its text",
    script: [{ does: "answers", text: "D1" }],
    async body(bench) {
      ends(await runLoop(prose, { agents: { writer: bench.agent }, input: null }).result, { token: "approved", kind: "none" });
    },
  },
  {
    name: "runs: an abort ends the run at once",
    script: [{ does: "hangs" }],
    async body(bench) {
      const controller = new AbortController();
      const { result } = runLoop(structured, { agents: { reviewer: bench.agent }, input: null, signal: controller.signal });
      await bench.arrived(1);
      controller.abort();
      const { status } = await bench.prompt(result, "after the abort of the run");
      same(status, "aborted", "the status");
    },
  },
];

