/**
 * Worlds for sweeps: policies that use everything a runner offers. Names packages alone, so that `npm run sweeps` runs the
 * same worlds against what is built.
 */
import { always, count, defineFacts, definePolicy, domainEvents, flag, oneOf, roleFamily, structuredRole, terminationTable, textRole } from "@loopwright/core";
import type { Agent, AgentReply, AgentRequest, Json, OnInterrupted } from "@loopwright/core";

interface Verdict {
  readonly ok: boolean;
}

const verdict = structuredRole<Verdict>({
  jsonSchema: { type: "object", properties: { ok: { type: "boolean" } }, required: ["ok"], additionalProperties: false },
  validate: (value) =>
    typeof (value as { ok?: unknown } | null)?.ok === "boolean" ? { ok: true, value: value as Verdict } : { ok: false, problems: ["$.ok: not a boolean"] },
});

/** How the world of a case is made. */
export interface WorldOptions {
  /** Lanes of a review, and how many run at once. */
  readonly lanes: number;
  readonly concurrency?: number;
  readonly rounds: number;
  /** Whether a person is asked in round 2. */
  readonly asks?: boolean;
  /** Steps in `review` and `record`: what becomes of one that was in flight. */
  readonly steps?: OnInterrupted;
  /** Whether an adviser is asked in each round. */
  readonly consults?: boolean;
  /** Whether each reviewer's first answer in a round is invalid, and asked for again. */
  readonly repairs?: boolean;
  /** Characters of a reviewer's answer that the state does not keep: long ones make the runner compact often. */
  readonly answerChars?: number;
  /** What the step of a review does in truth. Default: nothing. */
  readonly command?: (key: string, signal: AbortSignal) => Promise<Json> | Json;
  /** Turns of the event loop that an agent takes, by its name. */
  readonly turns?: (name: string) => number;
}

const facts = defineFacts({
  approved: count({ upTo: 3 }),
  lanes: count({ upTo: 3 }),
  failed: flag(),
  round: count({ upTo: 4 }),
  rounds: count({ upTo: 4 }),
  asks: oneOf("no", "yes", "answered", "refused"),
  consults: flag(),
});

const table = terminationTable(facts, [
  { token: "draft-failed", kind: "stop", early: true, when: (f) => f.failed },
  { token: "refused", kind: "stop", when: (f) => f.asks === "refused" },
  { token: "approved", kind: "pass", when: (f) => f.approved === f.lanes },
  { token: "may-i", kind: "ask", when: (f) => f.asks === "yes" && f.round === 2 },
  { token: "capped", kind: "stop", when: (f) => f.round >= f.rounds },
  { token: "advise", kind: "continue", then: "consult", when: (f) => f.consults },
  { token: "revise", kind: "continue", then: "revise", when: always },
]);

interface State {
  readonly draft: string;
  readonly failed: boolean;
  readonly approvals: readonly string[];
  readonly answer: "no" | "yes" | "answered" | "refused";
  readonly advice: string | null;
  readonly advised: number;
  readonly log: readonly string[];
}

/** Turns of the event loop. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise<void>((resolve) => setImmediate(resolve));
}

const roles = { writer: textRole(), panel: roleFamily(verdict), adviser: textRole({ duty: "adviser" }) } as const;

/** A policy with lanes, repairs, consultations, steps, a question, its own events, and everything else that is recorded. */
export function sweptPolicy(options: WorldOptions, ran: (key: string) => void) {
  const { lanes, concurrency, rounds, asks = false, steps, consults = false, command } = options;
  return definePolicy({
    name: "swept",
    roles,
    table,
    maxRounds: rounds,
    maxConsultsPerRound: 1,
    events: domainEvents<{ readonly type: "swept.note"; readonly text: string }>(),
  })({
    async open(ctx, input: string): Promise<State> {
      const written = await ctx.call("writer", { instruction: "write", input });
      return { draft: written.ok ? written.value : "", failed: !written.ok, approvals: [], answer: asks ? "yes" : "no", advice: null, advised: 0, log: [] };
    },
    async review(ctx, state) {
      const told: string[] = [];
      if (steps !== undefined) {
        const checked = await ctx.step("check", async (step): Promise<Json> => {
          ran(step.key);
          return (await command?.(step.key, step.signal)) ?? { draft: state.draft.length };
        }, { onInterrupted: steps });
        told.push(checked.ok ? JSON.stringify(checked.value) : checked.failure.kind);
      }
      const judged = await ctx.lanes(
        Array.from({ length: lanes }, (_, index) => ({ lane: `lane-${index}`, role: `panel/p${index}` as const })),
        async (lane, { role }) => {
          const first = await lane.call(role, { instruction: "judge", input: { draft: state.draft } }, { repair: (problems) => ({ instruction: "again", input: { draft: state.draft, problems } }) });
          lane.emit({ type: "swept.note", text: `${lane.lane} ${first.ok ? String(first.value.ok) : first.failure.kind}` });
          return first.ok && first.value.ok;
        },
        concurrency === undefined ? {} : { concurrency },
      );
      const approvals = judged.flatMap((one) => (one.ok && one.value ? [one.lane] : []));
      return { ...state, approvals, log: [...state.log, ...told, `review ${ctx.round}: ${approvals.join(",")}`] };
    },
    async consult(ctx, state) {
      const advice = await ctx.call("adviser", { instruction: "advise", input: { draft: state.draft } });
      return { ...state, advice: advice.ok ? advice.value : null, advised: ctx.round };
    },
    async revise(ctx, state) {
      const written = await ctx.call("writer", { instruction: "revise", input: { draft: state.draft, advice: state.advice } });
      return { ...state, draft: written.ok ? written.value : state.draft, failed: !written.ok };
    },
    async record(ctx, state, decision) {
      if (steps === undefined) return state;
      const noted = await ctx.step("note", (step) => {
        ran(step.key);
        return decision.token;
      }, { onInterrupted: steps });
      return { ...state, log: [...state.log, noted.ok ? `noted ${noted.value}` : `not noted: ${noted.failure.kind}`] };
    },
    facts: (state, progress) => ({
      approved: state.approvals.length,
      lanes,
      failed: state.failed,
      round: progress.round,
      rounds,
      asks: state.answer,
      consults: consults && state.advised < progress.round,
    }),
    artifact: (state) => state.draft,
    asks: {
      "may-i": {
        question: () => ({ text: "May I go on?" }),
        apply: (state, answer: boolean) => ({ ok: true, state: { ...state, answer: answer ? ("answered" as const) : ("refused" as const) } }),
      },
    },
    report: (state, decision) => ({ draft: state.draft.length, log: state.log, token: decision.token }),
  });
}

/** The version that a draft is. */
function versionOf(draft: unknown): number {
  return typeof draft === "string" && draft.startsWith("version ") ? Number(draft.slice("version ".length)) : 0;
}

/** The agents of such a policy: each answers by what it is asked alone; the last version is approved by all. */
export function sweptAgents({ lanes, rounds, repairs = false, answerChars = 0, turns: turnsOf = () => 1 }: WorldOptions, called: (key: string) => void = () => undefined) {
  const usage = { inputTokens: 10, outputTokens: 2 };
  const say = (name: string, reply: (draft: unknown, request: AgentRequest) => AgentReply): Agent => ({
    id: name,
    async call(request) {
      called(request.key);
      await turns(turnsOf(name));
      return { usage, ...reply((request.input as { readonly draft?: unknown }).draft, request) };
    },
  });
  const judge = (index: number): Agent =>
    say(`p${index}`, (draft, { repair }) => {
      if (repairs && repair === 0) return { structured: { ok: "yes" } };
      return { structured: { why: "x".repeat(answerChars), ok: versionOf(draft) >= rounds || (index > 0 && versionOf(draft) === 1) } };
    });
  return {
    writer: say("w", (draft) => ({ text: `version ${versionOf(draft) + 1}` })),
    adviser: say("a", () => ({ text: "shorter" })),
    panel: Object.fromEntries(Array.from({ length: lanes }, (_, index) => [`p${index}`, judge(index)])),
  };
}

/** A whole world, for a sweep. */
export function sweptWorld(options: WorldOptions) {
  const ran: string[] = [];
  return { policy: sweptPolicy(options, (key) => void ran.push(key)), agents: sweptAgents(options), input: "task", answers: { "may-i": true }, ran: () => ran };
}

/** The worlds that are swept. */
export const WORLDS: { readonly [name: string]: WorldOptions } = {
  "one lane": { lanes: 1, rounds: 3 },
  "three lanes, repairs, consultations": { lanes: 3, rounds: 2, repairs: true, consults: true },
  "three lanes that end in turn": { lanes: 3, rounds: 3, turns: (name) => 1 + ((Number(name.slice(1)) * 2) % 5 || 0) },
  "three lanes, one at a time": { lanes: 3, concurrency: 1, rounds: 3 },
  "a question": { lanes: 1, rounds: 3, asks: true },
  "a cap": { lanes: 3, rounds: 1 },
  "steps that may run again": { lanes: 1, rounds: 2, steps: "reissue" },
  "steps that stop the run": { lanes: 3, rounds: 3, steps: "stop", asks: true },
  "steps that ask": { lanes: 1, rounds: 2, steps: "ask" },
  compaction: { lanes: 3, rounds: 4, answerChars: 2_000, asks: true, steps: "reissue" },
};
