/** Small policies that tests break: a draft with one reviewer, a panel, a question to a person. Each is healthy as it stands. */
import {
  always,
  count,
  defineFacts,
  definePolicy,
  flag,
  oneOf,
  roleFamily,
  structuredRole,
  terminationTable,
  textRole,
  type DecisionRecord,
  type PhaseContext,
  type Progress,
  type RecordContext,
  type TableRow,
} from "@loopwright/core";
import type { AtCheckpoint, ExploreOptions, Invariant } from "../explore-policy.js";

export type Verdict = "approved" | "rejected" | "unavailable";

/** What a reviewer answers. */
export interface Review {
  readonly ok: boolean;
  readonly items: readonly string[];
}

export const reviewRole = structuredRole<Review>({
  jsonSchema: { type: "object" },
  validate: (value) => {
    const { ok, items } = (value ?? {}) as Partial<Review>;
    return typeof ok === "boolean" && Array.isArray(items) ? { ok: true, value: { ok, items } } : { ok: false, problems: ["$: not a review"] };
  },
});

export interface DraftState {
  readonly draft: string;
  readonly verdict: Verdict;
  readonly items: readonly string[];
  readonly failed: boolean;
  readonly advice: string | null;
  readonly tries: number;
}

const draftFacts = defineFacts({
  failed: flag(),
  verdict: oneOf("approved", "rejected", "unavailable"),
  items: count({ upTo: 3 }),
  round: count({ upTo: 5 }),
  cap: count({ upTo: 5 }),
  tries: count({ upTo: 5 }),
  advised: flag(),
  seen: flag(),
  aborted: flag(),
});
/** What a draft loop decides on. */
export interface DraftFacts {
  readonly failed: boolean;
  readonly verdict: Verdict;
  readonly items: number;
  readonly round: number;
  readonly cap: number;
  readonly tries: number;
  readonly advised: boolean;
  readonly seen: boolean;
  readonly aborted: boolean;
}

/** A table of other rows, typed like the healthy one. */
export function draftTableOf(rows: readonly TableRow<DraftFacts>[], possible: (facts: DraftFacts) => boolean = () => true): typeof draftTable {
  return terminationTable({ ...draftFacts, possible }, rows) as never;
}

export const draftRows = {
  failed: { token: "draft-failed", kind: "stop", early: true, when: (f: DraftFacts) => f.failed },
  unavailable: { token: "review-failed", kind: "stop", when: (f: DraftFacts) => f.verdict === "unavailable" },
  approved: { token: "approved", kind: "pass", when: (f: DraftFacts) => f.verdict === "approved" },
  nothing: { token: "nothing-to-do", kind: "stop", when: (f: DraftFacts) => f.items === 0 },
  cap: { token: "cap", kind: "stop", when: (f: DraftFacts) => f.round >= f.cap },
  revise: { token: "revise", kind: "continue", then: "revise", when: always },
} as const;

const { failed, unavailable, approved, nothing, cap, revise } = draftRows;
export const draftTable = terminationTable(draftFacts, [failed, unavailable, approved, nothing, cap, revise]);

const draftRoles = { writer: textRole(), reviewer: reviewRole, adviser: textRole({ duty: "adviser" }) } as const;
export type DraftContext = PhaseContext<typeof draftRoles, never>;
type Phase = (ctx: DraftContext, state: DraftState) => Promise<DraftState> | DraftState;

/** What a test replaces. */
export interface DraftHooks {
  readonly open?: (ctx: DraftContext, input: string) => Promise<DraftState>;
  readonly review?: Phase;
  readonly revise?: Phase;
  readonly consult?: Phase;
  readonly record?: (ctx: RecordContext<never>, state: DraftState, decision: DecisionRecord) => DraftState | Promise<DraftState>;
  readonly facts?: (state: DraftState, progress: Progress) => Partial<DraftFacts>;
  readonly artifact?: (state: DraftState) => string | null;
  readonly reviewed?: (state: DraftState) => boolean;
  readonly table?: typeof draftTable;
  readonly calls?: { readonly [phase in "open" | "review" | "revise" | "consult"]?: { readonly writer?: number; readonly reviewer?: number; readonly adviser?: number } } | null;
  readonly maxRounds?: number;
}

export const CAP = 3;
const NEW: DraftState = { draft: "", verdict: "unavailable", items: [], failed: false, advice: null, tries: 0 };

export const write = async (ctx: DraftContext, input: string): Promise<DraftState> => {
  const written = await ctx.call("writer", { instruction: "Write.", input });
  return written.ok ? { ...NEW, draft: written.value } : { ...NEW, failed: true };
};

export const judge: Phase = async (ctx, state) => {
  const { draft } = state;
  const answer = await ctx.call("reviewer", { instruction: "Review.", input: { draft } }, { repair: (_problems, repair) => (repair > 1 ? null : { instruction: "Again.", input: { draft } }) });
  return answer.ok ? { ...state, verdict: answer.value.ok && answer.value.items.length === 0 ? "approved" : "rejected", items: answer.value.items } : { ...state, verdict: "unavailable", items: [] };
};

export const rewrite: Phase = async (ctx, state) => {
  const written = await ctx.call("writer", { instruction: "Revise.", input: { draft: state.draft, items: state.items } });
  return written.ok ? { ...state, draft: written.value, verdict: "unavailable", items: [] } : { ...state, failed: true };
};

const CALLS = { open: { writer: 1 }, review: { reviewer: 2 }, revise: { writer: 1 }, consult: { adviser: 1 } };

/** A draft, one reviewer, a cap of three reviews. */
export function draftLoop(hooks: DraftHooks = {}) {
  const { calls = CALLS } = hooks;
  return definePolicy({ name: "draft-loop", roles: draftRoles, table: hooks.table ?? draftTable, maxRounds: hooks.maxRounds ?? CAP, ...(calls === null ? {} : { calls }) })({
    open: hooks.open ?? write,
    review: hooks.review ?? judge,
    revise: hooks.revise ?? rewrite,
    consult: hooks.consult ?? (async (ctx, state) => {
      const advice = await ctx.call("adviser", { instruction: "Advise.", input: { draft: state.draft } });
      return { ...state, advice: advice.ok ? advice.value : "none" };
    }),
    facts: (state, progress) => ({
      failed: state.failed,
      verdict: state.verdict,
      items: state.items.length,
      round: progress.round,
      cap: CAP,
      tries: state.tries,
      advised: state.advice !== null,
      seen: false,
      aborted: progress.aborted,
      ...hooks.facts?.(state, progress),
    }),
    artifact: hooks.artifact ?? ((state) => (state.draft === "" ? null : state.draft)),
    ...(hooks.reviewed === undefined ? {} : { reviewed: hooks.reviewed }),
    ...(hooks.record === undefined ? {} : { record: hooks.record }),
    report: (state) => ({ draft: state.draft }),
  });
}

type DraftTypes = NonNullable<ReturnType<typeof draftLoop>["~types"]>;

/** What whoever wrote the draft loop expects of it. */
export const draftInvariants: { readonly [name: string]: Invariant<DraftState> } = {
  [`at most ${CAP} reviews`]: ({ round }) => round <= CAP,
  "the cap leaves no review unused": ({ decision, round }) => decision?.token !== "cap" || round === CAP,
  "the run ends by its own rows": ({ decision }) => decision?.token !== "round-limit",
  "a pass holds an approval of this draft": ({ state, decision, performed, history }) =>
    decision?.kind !== "pass" || [...performed, ...history.flatMap((past) => past.performed)].some((one) => one.name === "reviewer" && one.outcome.ok && (one.outcome.value as Review).ok && (one.outcome.value as Review).items.length === 0 && inputOf(one).draft === state.draft),
  "no answer spends no revision": ({ decision, performed, phase }) => phase !== "review" || decision?.token !== "revise" || performed.at(-1)?.outcome.ok === true,
  "a writer that fails ends the run": ({ decision, performed, phase, state }) => (phase !== "open" && phase !== "revise") || performed.every((one) => one.outcome.ok) || (state as DraftState | null) === null || (decision !== null && decision.kind === "stop"),
  "the writer sees every item": ({ performed, history, phase }) => phase !== "revise" || performed.every((one) => JSON.stringify(inputOf(one).items) === JSON.stringify(lastReview(history)?.items ?? [])),
  "the reviewer sees the whole draft": ({ performed, history, phase }) => phase !== "review" || performed.every((one) => one.name !== "reviewer" || inputOf(one).draft === (history.at(-1)?.state as DraftState | undefined)?.draft),
  "a refused call is no answer": ({ decision, performed }) => decision?.kind !== "pass" || performed.every((one) => one.outcome.ok || one.outcome.failure.kind !== "budget"),
};

const inputOf = (one: AtCheckpoint["performed"][number]): { readonly draft?: string; readonly items?: readonly string[] } => (typeof one.request?.input === "object" ? (one.request.input as object) : {});
const lastReview = (history: AtCheckpoint["history"]): Review | undefined =>
  history.flatMap((past) => past.performed.flatMap((one) => (one.name === "reviewer" && one.outcome.ok ? [one.outcome.value as Review] : []))).at(-1);

export const draftOptions: ExploreOptions<DraftTypes> = {
  input: "R",
  alphabets: {
    roles: {
      writer: ["D1", "D2"],
      reviewer: [
        { ok: true, items: [] },
        { ok: false, items: ["a", "b"] },
        { ok: false, items: [] },
      ],
      adviser: ["try again"],
    },
  },
  invariants: draftInvariants,
};

// A panel: three reviewers in lanes, two valid approvals and no rejection.

export interface PanelState {
  readonly draft: string;
  readonly votes: readonly { readonly by: string; readonly ok: boolean | null }[];
}

const panelFacts = defineFacts({ approvals: count({ upTo: 3 }), rejections: count({ upTo: 3 }), round: count({ upTo: 3 }) });
export const panelTable = terminationTable(panelFacts, [
  { token: "rejected", kind: "stop", when: (f) => f.rejections > 0 },
  { token: "approved", kind: "pass", when: (f) => f.approvals >= 2 },
  { token: "no-quorum", kind: "stop", when: (f) => f.round >= 2 },
  { token: "ask-again", kind: "continue", then: "review", when: always },
]);
const panelRoles = { panel: roleFamily(reviewRole) } as const;
export type PanelContext = PhaseContext<typeof panelRoles, never>;

export interface PanelHooks {
  readonly review?: (ctx: PanelContext, state: PanelState) => Promise<PanelState>;
  readonly facts?: (state: PanelState) => { readonly approvals?: number; readonly rejections?: number };
  readonly reviewed?: (state: PanelState) => boolean;
  readonly table?: typeof panelTable;
  readonly concurrency?: number;
}

const REQUEST = { instruction: "Review.", input: { draft: "D1" } };
export const vote = async (ctx: PanelContext, state: PanelState, concurrency?: number): Promise<PanelState> => {
  const lanes = ctx.members("panel").map((key) => ({ lane: key, role: `panel/${key}` as const }));
  const results = await ctx.lanes(lanes, async (lane, spec) => lane.call(spec.role, REQUEST, { repair: (_problems, repair) => (repair > 1 ? null : REQUEST) }), concurrency === undefined ? {} : { concurrency });
  return { ...state, votes: results.map((result) => ({ by: result.lane, ok: result.ok && result.value.ok ? result.value.value.ok : null })) };
};

export function panel(hooks: PanelHooks = {}) {
  return definePolicy({ name: "panel", roles: panelRoles, table: hooks.table ?? panelTable, maxRounds: 2, calls: { open: {}, review: { panel: 2 } } })({
    open: (_ctx, input: string): PanelState => ({ draft: input, votes: [] }),
    review: hooks.review ?? ((ctx, state) => vote(ctx, state, hooks.concurrency)),
    facts: (state, progress) => ({ approvals: state.votes.filter((one) => one.ok === true).length, rejections: state.votes.filter((one) => one.ok === false).length, round: progress.round, ...hooks.facts?.(state) }),
    artifact: (state) => state.draft,
    reviewed: hooks.reviewed ?? ((state) => state.votes.filter((one) => one.ok !== null).length >= 2),
    report: (state) => ({ votes: state.votes }),
  });
}

type PanelTypes = NonNullable<ReturnType<typeof panel>["~types"]>;
const YES = { ok: true, items: [] };
const NO = { ok: false, items: ["a"] };

export const panelOptions: ExploreOptions<PanelTypes> = {
  input: "D1",
  alphabets: { roles: { panel: { a: [YES, NO], b: [YES, NO], c: [YES, NO] } }, noAnswers: ["error", "invalid"] },
  invariants: {
    "two distinct reviewers approve": ({ decision, performed }) => decision?.kind !== "pass" || new Set(performed.flatMap((one) => (one.outcome.ok && (one.outcome.value as Review).ok ? [one.name] : []))).size >= 2,
    "a rejection blocks": ({ decision, performed }) => decision?.kind !== "pass" || performed.every((one) => !one.outcome.ok || (one.outcome.value as Review).ok),
    "votes carry their own reviewer": ({ state, performed, phase }) =>
      phase !== "review" || performed.every((one) => !one.outcome.ok || state.votes.some(({ by, ok }) => one.name === `panel/${by}` && one.outcome.ok && ok === (one.outcome.value as Review).ok)),
  },
};

// A release: a check, a review, and a signature.

export interface ReleaseState {
  readonly text: string;
  readonly check: "green" | "red" | "unknown";
  readonly approved: boolean;
  readonly signature: "yes" | "no" | null;
  readonly signatures: number;
  readonly sealed: number;
}

const releaseFacts = defineFacts({ check: oneOf("green", "red", "unknown"), approved: flag(), signature: oneOf("yes", "no", "none"), round: count({ upTo: 3 }) });
export const releaseTable = terminationTable(releaseFacts, [
  { token: "refused", kind: "stop", when: (f) => f.signature === "no" },
  { token: "red", kind: "stop", when: (f) => f.check !== "green" },
  { token: "not-approved", kind: "stop", when: (f) => !f.approved },
  { token: "sign", kind: "ask", when: (f) => f.signature === "none" },
  { token: "released", kind: "pass", when: (f) => f.signature === "yes" },
  { token: "lost", kind: "stop", when: always },
]);
const releaseRoles = { reviewer: reviewRole } as const;
export type ReleaseContext = PhaseContext<typeof releaseRoles, never>;
export type Signature = "yes" | "no" | "later" | { readonly text: string };
export type AppliedSignature = { readonly ok: true; readonly state: ReleaseState } | { readonly ok: false; readonly reason: string };

export interface ReleaseHooks {
  readonly review?: (ctx: ReleaseContext, state: ReleaseState) => Promise<ReleaseState>;
  readonly apply?: (state: ReleaseState, answer: Signature) => AppliedSignature;
  readonly record?: (ctx: RecordContext<never>, state: ReleaseState, decision: DecisionRecord) => Promise<ReleaseState> | ReleaseState;
  readonly facts?: (state: ReleaseState) => Partial<{ check: "green" | "red" | "unknown"; approved: boolean; signature: "yes" | "no" | "none" }>;
  readonly reviewed?: (state: ReleaseState) => boolean;
  readonly table?: typeof releaseTable;
}

export const examine = async (ctx: ReleaseContext, state: ReleaseState): Promise<ReleaseState> => {
  const check = await ctx.step("check", () => true);
  const answer = await ctx.call("reviewer", { instruction: "Review.", input: { text: state.text } });
  return { ...state, check: check.ok ? (check.value ? "green" : "red") : "unknown", approved: answer.ok && answer.value.ok };
};

export const sign = (state: ReleaseState, answer: Signature): AppliedSignature => {
  if (answer === "later") return { ok: false, reason: "come back when you have decided" };
  if (typeof answer === "object") return { ok: true, state: { ...state, text: answer.text, check: "unknown", approved: false } };
  return { ok: true, state: { ...state, signature: answer, signatures: state.signatures + 1 } };
};

/** Asks for a signature once the check is green and the reviewer approves; whoever signs may also change the text. */
export function release(hooks: ReleaseHooks = {}) {
  return definePolicy({ name: "release", roles: releaseRoles, table: hooks.table ?? releaseTable, maxRounds: 2, calls: { open: {}, review: { reviewer: 1 } } })({
    open: (_ctx, input: string): ReleaseState => ({ text: input, check: "unknown", approved: false, signature: null, signatures: 0, sealed: 0 }),
    review: hooks.review ?? examine,
    facts: (state, progress) => ({ check: state.check, approved: state.approved, signature: state.signature ?? ("none" as const), round: progress.round, ...hooks.facts?.(state) }),
    artifact: (state) => state.text,
    ...(hooks.reviewed === undefined ? {} : { reviewed: hooks.reviewed }),
    record: hooks.record ?? (async (ctx, state) => {
      const sealed = await ctx.step("seal", () => null);
      return { ...state, sealed: state.sealed + (sealed.ok ? 1 : 0) };
    }),
    asks: { sign: { question: () => ({ text: "Release?" }), apply: hooks.apply ?? sign } },
    report: (state) => ({ text: state.text }),
  });
}

type ReleaseTypes = NonNullable<ReturnType<typeof release>["~types"]>;

export const releaseOptions: ExploreOptions<ReleaseTypes> = {
  input: "v1",
  alphabets: {
    roles: { reviewer: [{ ok: true, items: [] }, { ok: false, items: [] }] },
    steps: { check: [{ value: true }, { value: false }, { error: "no runner" }], seal: [{ value: null }, { error: "disk full" }] },
    answers: { sign: ["yes", "no", "later", { text: "v2" }] },
  },
  mayMiss: ["lost"],
  // What the last check came to, however the state came about; an answer that changes the text voids it.
  memory: {
    start: "none",
    next: ({ performed, phase, memory, decision }) => {
      if (phase === "answer") return decision === null ? "none" : memory;
      if (phase !== "review") return memory;
      const check = performed.findLast(({ name }) => name === "check");
      return check === undefined ? "none" : check.outcome.ok && check.outcome.value === true ? "green" : "not green";
    },
  },
  invariants: {
    "a release has a signature": ({ decision, state, phase }) => decision?.kind !== "pass" || (state.signature === "yes" && phase === "answer"),
    "a no never passes": ({ decision, state }) => decision?.kind !== "pass" || state.signature !== "no",
    "a signature counts once": ({ state }) => (state as ReleaseState | null) === null || state.signatures <= 1,
    "a release has a green check of this text": ({ decision, memory }) => decision?.kind !== "pass" || memory === "green",
    "a release was approved": ({ decision, history }) => decision?.kind !== "pass" || history.some((past) => past.performed.some((one) => one.name === "reviewer" && one.outcome.ok && (one.outcome.value as Review).ok)),
  },
};
