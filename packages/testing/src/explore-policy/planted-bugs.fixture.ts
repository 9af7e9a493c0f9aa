/** Bugs planted into small healthy policies, each with the way in which it is found. */
import { always, defineFacts, flag, count, terminationTable, type TableRow } from "@loopwright/core";
import { analyzeTable } from "../analyze-table.js";
import { explorePolicy, type Exploration } from "../explore-policy.js";
import {
  CAP,
  draftLoop,
  draftOptions,
  draftRows,
  draftTableOf,
  examine,
  judge,
  panel,
  panelOptions,
  panelTable,
  release,
  releaseOptions,
  rewrite,
  sign,
  vote,
  write,
  type DraftContext,
  type DraftHooks,
  type DraftState,
  type PanelContext,
  type PanelHooks,
  type PanelState,
  type ReleaseHooks,
  type Review,
} from "./draft-loop.fixture.js";

/** A bug in a policy. */
export interface PlantedBug {
  readonly name: string;
  readonly fault: string;
  /** The code of the violation, or the name of the invariant. */
  readonly foundBy: string;
  /** Explores the policy with the bug, or its healthy twin. */
  readonly explore: (isBroken: boolean) => Promise<Exploration>;
}

type DraftOptions = Partial<Omit<typeof draftOptions, "input">>;

/** `twin` is what both have, such as a row of their own; default the base as it stands. */
function draft(name: string, fault: string, foundBy: string, hooks: DraftHooks, options: DraftOptions = {}, twin: DraftHooks = {}): PlantedBug {
  return { name, fault, foundBy, explore: (isBroken) => explorePolicy(draftLoop(isBroken ? { ...twin, ...hooks } : twin), { ...draftOptions, ...options }) };
}

function board(name: string, fault: string, foundBy: string, hooks: PanelHooks, options: Partial<typeof panelOptions> = {}): PlantedBug {
  return { name, fault, foundBy, explore: (isBroken) => explorePolicy(panel(isBroken ? hooks : {}), { ...panelOptions, ...options }) };
}

function shipping(name: string, fault: string, foundBy: string, hooks: ReleaseHooks, options: Partial<typeof releaseOptions> = {}): PlantedBug {
  return { name, fault, foundBy, explore: (isBroken) => explorePolicy(release(isBroken ? hooks : {}), { ...releaseOptions, ...options }) };
}

const { failed, unavailable, approved, nothing, cap, revise } = draftRows;
const answered = (answer: { readonly ok: true; readonly value: Review }, state: DraftState): DraftState => ({ ...state, verdict: answer.value.ok ? "approved" : "rejected", items: answer.value.items });
const ask = (ctx: DraftContext, { draft: text }: DraftState) => ctx.call("reviewer", { instruction: "Review.", input: { draft: text } });

const retry = { token: "again", kind: "continue", then: "review", when: (f: { readonly verdict: string; readonly tries: number }) => f.verdict === "unavailable" && f.tries < 2 } as const;
const retryForever = { ...retry, when: (f: { readonly verdict: string }) => f.verdict === "unavailable" };
/** Looks again, twice at most, where no answer came. */
const retrying: DraftHooks = {
  maxRounds: 10,
  table: draftTableOf([failed, retry, unavailable, approved, nothing, { ...cap, when: (f) => f.round >= f.cap + f.tries }, revise]),
  review: async (ctx, state) => {
    const judged = await judge(ctx, state);
    return judged.verdict === "unavailable" ? { ...judged, tries: state.tries + 1 } : judged;
  },
};
const RETRY_INVARIANTS: DraftOptions = { invariants: { "the run ends by its own rows": ({ decision }) => decision?.token !== "round-limit" } };

const consult = { token: "consult", kind: "continue", then: "consult", when: (f: { readonly verdict: string; readonly advised: boolean }) => f.verdict === "rejected" && !f.advised } as const;
/** Asks an adviser once. */
const advised: DraftHooks = { table: draftTableOf([failed, unavailable, approved, nothing, consult, cap, revise]) };

const standoff = { token: "standoff", kind: "stop", when: (f: { readonly verdict: string; readonly seen: boolean }) => f.verdict === "rejected" && f.seen } as const;
/** Stops where a draft comes back. */
const returning: DraftHooks = { table: draftTableOf([failed, unavailable, approved, nothing, standoff, cap, revise]), facts: (_state, progress) => ({ seen: progress.versionSeen }) };

const membersOf = (ctx: PanelContext) => ctx.members("panel").map((key) => ({ lane: key, role: `panel/${key}` as const }));

const spent = { token: "budget-spent", kind: "stop", when: always } as unknown as typeof approved; // Typed like its neighbours.
const hidden = { calls: 0 };

export const plantedBugs: readonly PlantedBug[] = [
  // Caps and progress
  draft("one review too many", "the cap is compared with `>` instead of `>=`", `at most ${CAP} reviews`, { maxRounds: 10, table: draftTableOf([failed, unavailable, approved, nothing, { ...cap, when: (f) => f.round > f.cap }, revise]) }),
  draft("one review too few", "the cap is compared with one less", "the cap leaves no review unused", { table: draftTableOf([failed, unavailable, approved, nothing, { ...cap, when: (f) => f.round >= f.cap - 1 }, revise]) }),
  draft("no cap of its own", "the cap row never holds; only the runner's limit ends the run", "the run ends by its own rows", { table: draftTableOf([failed, unavailable, approved, nothing, { ...cap, when: (f) => f.round > 9 }, revise]) }),
  draft("endless review of what nobody answers", "a missing answer leads to another review without end", "the run ends by its own rows", { table: draftTableOf([failed, retryForever, approved, nothing, cap, revise]), review: judge }, RETRY_INVARIANTS, retrying),
  draft("a failure that sticks", "once a review gave nothing, no later answer is looked at", "no-progress", { table: draftTableOf([failed, retryForever, approved, nothing, cap, revise]), review: async (ctx, state) => (state.tries > 0 ? state : { ...(await judge(ctx, state)), tries: 1, verdict: "unavailable" }) }, RETRY_INVARIANTS, retrying),
  draft("a consultation that changes nothing", "the advice is not kept, so the same row asks again", "no-progress", { consult: async (ctx, state) => ((await ctx.call("adviser", { instruction: "Advise.", input: { draft: state.draft } })), state), table: draftTableOf([failed, unavailable, { ...consult, when: (f) => f.verdict !== "unavailable" && !f.advised }, approved, nothing, cap, revise]) }, {}, advised),
  draft("a standoff nobody sees", "the row that stops at a draft seen before reads a fact that is never set", "row-never-decides", { facts: () => ({ seen: false }) }, { alphabets: { roles: { ...draftOptions.alphabets.roles, writer: ["D1", "D2", "D3"] } } }, returning),
  draft("a repair without end", "`repair` always gives another request", "endless-repair", { calls: null, review: async (ctx, state) => ((await ctx.call("reviewer", { instruction: "", input: state.draft }, { repair: () => ({ instruction: "Again.", input: state.draft }) })), state) }),
  draft("a phase without end", "the writer is asked until it answers", "endless-phase", {
    calls: null,
    open: async (ctx, input) => {
      for (;;) {
        const state = await write(ctx, input);
        if (!state.failed) return state;
      }
    },
  }),
  draft("a repair that is not counted", "an invalid answer is asked for again by hand, beyond what `calls` declares", "calls-exceeded", {
    review: async (ctx, state) => {
      for (let times = 0; times < 3; times++) {
        const answer = await ask(ctx, state);
        if (answer.ok) return answered(answer, state);
      }
      return { ...state, verdict: "unavailable" };
    },
  }),

  // Missing evidence
  draft("an error read as approval", "no answer counts as approved, and `reviewed` says it was one", "pass-without-evidence", { reviewed: () => true, review: async (ctx, state) => (answeredOrApproved(await ask(ctx, state), state)) }),
  draft("missing evidence read as approval", "no answer counts as approved", "unreviewed-pass", { review: async (ctx, state) => answeredOrApproved(await ask(ctx, state), state) }),
  draft("missing evidence read as rejection", "a review that gave nothing costs a revision", "no answer spends no revision", {
    review: async (ctx, state) => {
      const answer = await ask(ctx, state);
      return answer.ok ? answered(answer, state) : { ...state, verdict: "rejected", items: ["?"] };
    },
  }),
  draft("a sticky verdict", "a review that gave nothing keeps the verdict of the one before", "no answer spends no revision", {
    review: async (ctx, state) => {
      const answer = await ask(ctx, state);
      return answer.ok ? answered(answer, state) : state;
    },
    revise: async (ctx, state) => ({ ...(await rewrite(ctx, state)), verdict: state.verdict, items: state.items }),
  }),
  draft("a writer's failure swallowed", "a revision that failed leaves the draft as it is, and it is reviewed again", "a writer that fails ends the run", {
    revise: async (ctx, state) => {
      const next = await rewrite(ctx, state);
      return next.failed ? state : next;
    },
  }),
  draft("an empty draft", "a writer that fails leaves an empty draft to be reviewed", "a writer that fails ends the run", { open: async (ctx, input) => ({ ...(await write(ctx, input)), failed: false }) }),
  draft("the author certifies itself", "a draft that calls itself good is not reviewed", "pass-without-evidence", { review: (ctx, state) => (state.draft === "D2" ? { ...state, verdict: "approved" } : judge(ctx, state)) }),
  draft("an adviser who approves", "advice turns a rejection into a pass", "a pass holds an approval of this draft", { consult: async (_ctx, state) => ({ ...state, advice: "fine", verdict: "approved" }) }, {}, { ...advised }),
  draft("an approval with a list of changes", "what the reviewer still wants is not looked at", "a pass holds an approval of this draft", { review: async (ctx, state) => orUnavailable(await ask(ctx, state), state) }, { alphabets: { roles: { ...draftOptions.alphabets.roles, reviewer: [{ ok: true, items: [] }, { ok: true, items: ["a"] }, { ok: false, items: ["a", "b"] }, { ok: false, items: [] }] } } }),
  draft("a refused call read as approval", "a call that did not fit the budget counts as approved", "pass-without-evidence", {
    table: draftTableOf([failed, unavailable, approved, spent, nothing, cap, revise]),
    reviewed: () => true,
    review: async (ctx, state) => {
      const answer = await ask(ctx, state);
      if (answer.ok) return answered(answer, state);
      return { ...state, verdict: answer.failure.kind === "budget" ? "approved" : "unavailable" };
    },
  }, { limits: { calls: 3 }, mayMiss: ["budget-spent", "cap"] }, { table: draftTableOf([failed, unavailable, approved, spent, nothing, cap, revise]) }),

  // Versions
  draft("a stale approval", "the draft is polished after its approval, and `artifact` does not see it", "a pass holds an approval of this draft", {
    artifact: () => "the same",
    review: async (ctx, state) => {
      const next = await judge(ctx, state);
      return next.verdict === "approved" ? { ...next, draft: `${next.draft}, polished` } : next;
    },
  }),
  draft("an approval kept over a change", "what was approved once is not reviewed again", "pass-without-evidence", {
    review: async (ctx, state) => (state.verdict === "approved" ? state : { ...(await judge(ctx, state)), draft: `${state.draft}!` }),
  }),
  draft("a packet of another version", "the packet says that it was built from something else, so no review is ever sent", "row-never-decides", { review: async (ctx, state) => orUnavailable(await ctx.call("reviewer", { instruction: "Review.", input: { draft: state.draft }, builtFrom: "sha256:0" }), state) }),
  draft("an empty packet", "the reviewer gets nothing to look at", "row-never-decides", { review: async (ctx, state) => orUnavailable(await ctx.call("reviewer", { instruction: "Review.", input: {} }), state) }),
  draft("half of the change", "the reviewer sees the first letter of the draft", "the reviewer sees the whole draft", { review: (ctx, state) => judge(ctx, { ...state, draft: state.draft.slice(0, 1) }).valueOf() as Promise<DraftState> }),
  draft("a record that edits", "`record` stamps the draft", "record-changed-artifact", { record: (_ctx, state) => ({ ...state, draft: `${state.draft} (decided)` }) }),

  // Findings
  draft("forgotten findings", "the writer gets the first item alone", "the writer sees every item", { revise: (ctx, state) => rewrite(ctx, { ...state, items: state.items.slice(0, 1) }) }),
  draft("findings that pile up", "items of earlier reviews are sent again", "the writer sees every item", {
    review: async (ctx, state) => {
      const next = await judge(ctx, state);
      return next.verdict === "rejected" && next.items.length > 0 ? { ...next, items: [...(state.advice === null ? [] : [state.advice]), ...next.items], advice: "b" } : next;
    },
  }),

  // Abort and time
  draft("an ignored abort", "a row that goes on stands above `aborted`", "goes-on-after-end", { table: draftTableOf([failed, { ...retryForever }, { token: "aborted", kind: "stop", when: (f) => f.aborted }, approved, nothing, cap, revise]) }),
  draft("a phase that hangs", "a phase awaits something that is no effect and never comes", "phase-hangs", { consult: () => new Promise(() => undefined) }, { phaseTimeoutMs: 50 }, advised),

  // The contract of a policy
  draft("a policy that throws", "an empty draft is parsed", "policy-threw", { revise: async (ctx, state) => (JSON.parse(`"${state.items.length > 1 ? "\n" : ""}"`) as string, rewrite(ctx, state)) }),
  draft("facts outside their domain", "the reviewer's own word is passed on as a verdict", "facts-invalid", { facts: (state) => (state.items.length > 1 ? { verdict: "needs work" as never } : {}) }),
  draft("facts called impossible", "`possible` rules out what happens", "facts-impossible", { table: draftTableOf([failed, unavailable, approved, nothing, cap, revise], (f) => !(f.verdict === "rejected" && f.round === 2)) }),
  draft("a state that is not plain", "the state holds a map", "state-not-plain", { review: async (ctx, state) => ({ ...(await judge(ctx, state)), seen: new Map() }) as DraftState }),
  draft("a memory outside the state", "a counter in a closure decides", "not-deterministic", { review: async (ctx, state) => ({ ...(await judge(ctx, state)), tries: ++hidden.calls }) }),
  draft("a phase that forgets its state", "`revise` returns nothing where there is much to do", "state-missing", { revise: (ctx, state) => (state.items.length > 1 ? (undefined as never) : rewrite(ctx, state)) }),
  draft("an effect that nobody awaits", "the review is started and not awaited", "effect-not-awaited", { review: (ctx, state) => (void ask(ctx, state), state) }),
  draft("two calls at once", "two reviews of one scope run at the same time", "concurrent-effects", { calls: null, review: async (ctx, state) => (await Promise.allSettled([ask(ctx, state), ask(ctx, state)]), state) }),
  draft("a reviewer who writes", "the reviewer is called in `revise`", "role-in-phase", { revise: async (ctx, state) => ((await ask(ctx, state)), state) }),
  draft("an event from a lane that is none", "the policy's own event has a field `lane`, which is the runner's word", "event-grammar", {
    revise: (ctx, state) => {
      ctx.emit({ type: "draft.sent", lane: "west" } as never); // The fixture's policies declare no events.
      return rewrite(ctx, state);
    },
  }),
  draft("a row that gives a word", "a row's `when` gives text instead of true or false", "row-not-boolean", { table: draftTableOf([failed, unavailable, { ...approved, when: (f) => (f.verdict === "approved" ? "yes" : "no") as never }, nothing, cap, revise]) }),
  draft("a row nobody reaches", "a row stands behind one that always holds first", "row-never-decides", { table: draftTableOf([failed, unavailable, approved, { ...nothing, when: (f) => f.items < 9 }, cap, revise]) }),

  // Several reviewers
  board("a quorum of calls", "one reviewer is asked twice and counts twice", "two distinct reviewers approve", {
    reviewed: () => true,
    review: async (ctx, state) => {
      const votes: PanelState["votes"][number][] = [];
      for (const by of ["a", "a", "b"]) {
        const answer = await ctx.call(`panel/${by}`, { instruction: "Review.", input: { draft: state.draft } });
        votes.push({ by, ok: answer.ok ? answer.value.ok : null });
      }
      return { ...state, votes };
    },
  }),
  board("a quorum of those who did not refuse", "everybody who did not reject counts as approving", "two distinct reviewers approve", { reviewed: () => true, facts: (state) => ({ approvals: state.votes.filter(({ ok }) => ok !== false).length }) }),
  board("a quorum of those who answered", "one approval is enough where the others failed", "two distinct reviewers approve", { reviewed: () => true, facts: (state) => ({ approvals: state.votes.some(({ ok }) => ok === true) && state.votes.every(({ ok }) => ok !== false) ? 2 : 0 }) }),
  board("a veto without effect", "two approvals outvote a rejection", "a rejection blocks", { facts: () => ({ rejections: 0 }) }, { mayMiss: ["rejected"] }),
  board("votes by position", "lanes that failed are left out, and the others move up", "votes carry their own reviewer", {
    review: async (ctx, state) => {
      const { votes } = await vote(ctx, state);
      const valid = votes.filter(({ ok }) => ok !== null);
      return { ...state, votes: ["a", "b", "c"].map((by, index) => ({ by, ok: valid[index]?.ok ?? null })) };
    },
  }),
  board("votes as they come", "lanes add their votes to one list, which is in the order in which they ended", "lane-order", {
    review: async (ctx, state) => {
      const votes: { by: string; ok: boolean | null }[] = [];
      await ctx.lanes(membersOf(ctx), async (lane, { role }) => {
        const answer = await lane.call(role, { instruction: "Review.", input: { draft: state.draft } });
        votes.push({ by: lane.lane, ok: answer.ok ? answer.value.ok : null });
      });
      return { ...state, votes };
    },
  }),
  board("an answer that silences the others", "a lane does not look at its answer once another one has a yes", "lane-order", {
    review: async (ctx, state) => {
      let isDecided = false;
      const results = await ctx.lanes(membersOf(ctx), async (lane, { role }) => {
        const answer = await lane.call(role, { instruction: "Review.", input: { draft: state.draft } });
        const ok = answer.ok && !isDecided ? answer.value.ok : null;
        isDecided ||= ok === true;
        return ok;
      });
      return { ...state, votes: results.map((one) => ({ by: one.lane, ok: one.ok ? one.value : null })) };
    },
  }),
  board("a lane that throws", "a lane reads the value of a call that failed; its failure is nobody's", "row-never-decides", {
    table: panelTable,
    review: async (ctx, state) => {
      await ctx.lanes([{ lane: "a" }], async () => Promise.reject(new Error("lost")));
      return { ...state, votes: [] };
    },
  }),

  // People and checks
  shipping("silence is consent", "nobody has answered, and that counts as a yes", "a release has a signature", { facts: (state) => ({ signature: state.signature ?? "yes" }) }, { mayMiss: ["lost", "sign", "refused"] }),
  shipping("a no that counts as yes", "an answer is only looked at for being there", "a no never passes", { facts: (state) => ({ signature: state.signature === null ? "none" : "yes" }) }, { mayMiss: ["lost", "refused"] }),
  shipping("an answer applied twice", "`record` counts the answer once more", "a signature counts once", { record: (_ctx, state) => ({ ...state, signatures: state.signatures + (state.signature === null ? 0 : 1) }) }),
  shipping("a question without end", "every answer leads to the same question", "no-progress", { apply: (state) => ({ ok: true, state }), record: (_ctx, state) => state }, { mayMiss: ["lost"] }),
  shipping("a question that is asked ever again", "answers are only counted", "endless-questions", { apply: (state) => ({ ok: true, state: { ...state, sealed: state.sealed + 1 } }), record: (_ctx, state) => state }),
  shipping("an approval that survives a change", "whoever signs changes the text, and the approval stays", "a release has a green check of this text", {
    apply: (state, answer) => (typeof answer === "object" ? { ok: true, state: { ...state, text: answer.text, signature: "yes" } } : sign(state, answer)),
    review: async (ctx, state) => (state.approved ? ((await ctx.call("reviewer", { instruction: "Review.", input: { text: state.text } })), state) : examine(ctx, state)),
    reviewed: () => true,
  }),
  shipping("a pass before its check", "the check is only run where the reviewer rejects", "a release has a green check of this text", {
    review: async (ctx, state) => {
      const answer = await ctx.call("reviewer", { instruction: "Review.", input: { text: state.text } });
      if (answer.ok && answer.value.ok) return { ...state, approved: true, check: "green" };
      const check = await ctx.step("check", () => true);
      return { ...state, approved: false, check: check.ok ? "red" : "unknown" };
    },
  }),
  shipping("a red check swallowed", "only a check that could not run counts as red", "a release has a green check of this text", {
    review: async (ctx, state) => {
      const next = await examine(ctx, state);
      return { ...next, check: next.check === "red" ? "green" : next.check };
    },
  }),
  shipping("an answer that throws", "`apply` expects a text", "policy-threw", { apply: (state, answer) => ({ ok: true, state: { ...state, signature: (answer as string).toLowerCase() as "yes" } }) }),
];

function answeredOrApproved(answer: Awaited<ReturnType<typeof ask>>, state: DraftState): DraftState {
  return answer.ok ? answered(answer, state) : { ...state, verdict: "approved", items: [] };
}

function orUnavailable(answer: Awaited<ReturnType<typeof ask>>, state: DraftState): DraftState {
  return answer.ok ? answered(answer, state) : { ...state, verdict: "unavailable", items: [] };
}

/** A bug in a table alone. */
export interface PlantedTableBug {
  readonly name: string;
  readonly fault: string;
  readonly foundBy: string;
  readonly find: (isBroken: boolean) => boolean;
}

const simple = defineFacts({ done: flag(), round: count({ upTo: 3 }) }, { possible: (f) => f.round >= 1 });
type Simple = Parameters<typeof simple.possible>[0];
const done: TableRow<Simple> = { token: "done", kind: "pass", when: (f) => f.done };
const last: TableRow<Simple> = { token: "last", kind: "stop", when: (f) => f.round >= 3 };
const more: TableRow<Simple> = { token: "more", kind: "continue", then: "revise", when: always };
const analysed = (rows: readonly TableRow<Simple>[]) => analyzeTable({ facts: simple, rows });

export const plantedTableBugs: readonly PlantedTableBug[] = [
  { name: "a shadowed row", fault: "a row holds only where one above it does", foundBy: "`analyzeTable`: unreachable", find: (isBroken) => analysed([done, ...(isBroken ? [{ ...last, when: (f: Simple) => f.done && f.round >= 3 }] : [last]), more]).unreachable.length > 0 },
  { name: "a row outside the domain", fault: "a row asks for a value that the facts never have", foundBy: "`analyzeTable`: unreachable", find: (isBroken) => analysed([done, { ...last, when: (f) => f.round >= (isBroken ? 4 : 3) }, more]).unreachable.length > 0 },
  { name: "a row that cannot occur", fault: "a row asks for what `possible` rules out", foundBy: "`analyzeTable`: unreachable", find: (isBroken) => analysed([done, { ...last, when: (f) => f.round === (isBroken ? 0 : 3) }, more]).unreachable.length > 0 },
  { name: "a table that is not total", fault: "some facts are decided by no row", foundBy: "`analyzeTable`: not total", find: (isBroken) => !analysed([done, last, ...(isBroken ? [] : [more])]).total },
];

