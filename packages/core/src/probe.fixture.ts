/** A policy whose every decision a test can steer, with tiny agents: for tests of the runner. */
import { vi, type Mock } from "vitest";
import {
  defineFacts,
  definePolicy,
  domainEvents,
  flag,
  oneOf,
  roleFamily,
  runLoop,
  structuredRole,
  terminationTable,
  textRole,
  always,
  type Agent,
  type AgentDescription,
  type AgentReply,
  type AgentRequest,
  type DecisionRecord,
  type Json,
  type PhaseContext,
  type Progress,
  type RecordContext,
  type RunEvent,
  type RunOptions,
} from "./index.js";

/** What a table row a state asks for. */
export type Next = "pass" | "stop" | "ask" | "again" | "advise" | "revise";
export type Early = "none" | "stop" | "ask" | "review" | "consult";

/** The state of a probe: what to decide next, and what is under review. */
export interface ProbeState {
  readonly draft: Json;
  readonly next: Next;
  readonly early: Early;
  readonly note: Json;
}

export const probeFacts = defineFacts({
  next: oneOf("pass", "stop", "ask", "again", "advise", "revise"),
  early: oneOf("none", "stop", "ask", "review", "consult"),
  seen: flag(),
});

export const probeTable = terminationTable(probeFacts, [
  { token: "cut-short", kind: "stop", early: true, when: (f) => f.early === "stop" },
  { token: "asked-early", kind: "ask", early: true, when: (f) => f.early === "ask" },
  { token: "look", kind: "continue", then: "review", early: true, when: (f) => f.early === "review" },
  { token: "advise-early", kind: "continue", then: "consult", early: true, when: (f) => f.early === "consult" },
  { token: "passed", kind: "pass", when: (f) => f.next === "pass" },
  { token: "stopped", kind: "stop", when: (f) => f.next === "stop" },
  { token: "asked", kind: "ask", when: (f) => f.next === "ask" },
  { token: "again", kind: "continue", then: "review", when: (f) => f.next === "again" },
  { token: "advise", kind: "continue", then: "consult", when: (f) => f.next === "advise" },
  { token: "revise", kind: "continue", then: "revise", when: always },
]);

const verdict = structuredRole<{ readonly ok: boolean }>({
  jsonSchema: { type: "object", properties: { ok: { type: "boolean" } }, required: ["ok"], additionalProperties: false },
  validate: (value) =>
    typeof (value as { ok?: unknown } | null)?.ok === "boolean"
      ? { ok: true, value: value as { readonly ok: boolean } }
      : { ok: false, problems: ["$.ok: not a boolean"] },
});

export const probeRoles = { writer: textRole(), reviewer: verdict, panel: roleFamily(verdict), adviser: textRole({ duty: "adviser" }) } as const;

/** A domain event of a probe. */
export interface ProbeEvent {
  readonly type: "probe.note";
  readonly text: string;
}

export type ProbeContext = PhaseContext<typeof probeRoles, ProbeEvent>;
type Phase = (ctx: ProbeContext, state: ProbeState) => Promise<ProbeState> | ProbeState;
type Record = (ctx: RecordContext<ProbeEvent>, state: ProbeState, decision: DecisionRecord) => Promise<ProbeState> | ProbeState;

/** What a test replaces; everything else does the least that is valid. */
export interface ProbeOptions {
  readonly open?: (ctx: ProbeContext, input: Json) => Promise<ProbeState> | ProbeState;
  readonly review?: Phase;
  readonly revise?: Phase;
  readonly consult?: Phase;
  readonly record?: Record;
  readonly facts?: (state: ProbeState, progress: Progress) => Partial<{ next: Next; early: Early; seen: boolean }>;
  readonly reviewed?: (state: ProbeState) => boolean;
  readonly artifact?: (state: ProbeState) => Json;
  readonly report?: (state: ProbeState, decision: DecisionRecord) => unknown;
  readonly apply?: (state: ProbeState, answer: Json) => { ok: true; state: ProbeState } | { ok: false; reason: string };
  readonly summarize?: () => { readonly [key: string]: Json };
  readonly question?: (state: ProbeState) => { text: string };
  readonly check?: (input: Json) => void;
  readonly maxRounds?: number;
  readonly maxConsultsPerRound?: number;
  readonly callTimeoutMs?: number | null;
  readonly calls?: { readonly review?: { readonly reviewer?: number; readonly panel?: number }; readonly open?: { readonly writer?: number } };
  readonly table?: typeof probeTable;
  readonly version?: string;
}

export const START: ProbeState = { draft: "v0", next: "pass", early: "none", note: null };

/** Builds the policy. */
export function probe(options: ProbeOptions = {}) {
  const { maxRounds = 10, maxConsultsPerRound = 1, callTimeoutMs = null, table = probeTable, version = "1" } = options;
  const asks = {
    question: options.question ?? ((state: ProbeState) => ({ text: `What about ${JSON.stringify(state.draft)}?` })),
    apply: options.apply ?? ((state: ProbeState, answer: Json) => ({ ok: true as const, state: { ...state, next: answer as Next, early: "none" as const } })),
  };
  return definePolicy({
    name: "probe",
    version,
    roles: probeRoles,
    table,
    maxRounds,
    maxConsultsPerRound,
    callTimeoutMs,
    events: domainEvents<ProbeEvent>(),
    ...(options.calls === undefined ? {} : { calls: options.calls }),
  })({
    open: options.open ?? ((_ctx: ProbeContext, _input: Json): ProbeState => START),
    review: options.review ?? ((_ctx, state) => state),
    revise: options.revise ?? ((_ctx, state) => state),
    consult: options.consult ?? ((_ctx, state) => ({ ...state, next: "stop" as const })),
    facts: (state, progress) => ({ next: state.next, early: state.early, seen: false, ...options.facts?.(state, progress) }),
    artifact: options.artifact ?? ((state) => state.draft),
    ...(options.reviewed === undefined ? {} : { reviewed: options.reviewed }),
    ...(options.record === undefined ? {} : { record: options.record }),
    ...(options.summarize === undefined ? {} : { summarize: options.summarize }),
    ...(options.check === undefined ? {} : { check: options.check }),
    asks: { asked: asks, "asked-early": asks },
    report: (options.report ?? ((state) => ({ draft: state.draft, note: state.note }))) as (state: ProbeState, decision: DecisionRecord) => { draft: Json; note: Json },
  });
}

export type Probe = ReturnType<typeof probe>;
export type ProbeTypes = NonNullable<Probe["~types"]>;
type Answer = (request: AgentRequest, call: number) => unknown;

/** An agent that answers by a function; what it gives back goes out as it is. */
export function agentOf(answer: Answer, description: AgentDescription = {}): Agent & { readonly call: Mock<(request: AgentRequest) => Promise<AgentReply>> } {
  let calls = 0;
  return { ...description, call: vi.fn((request: AgentRequest) => answer(request, ++calls) as Promise<AgentReply>) };
}

export const says = (text: string): AgentReply => ({ text });
export const judges = (ok: boolean): AgentReply => ({ structured: { ok } });
export const never = (): Promise<never> => new Promise<never>(() => undefined);

/** Agents for a probe; each can be replaced. */
export function probeAgents(given: { writer?: Answer; reviewer?: Answer; adviser?: Answer; panel?: { readonly [key: string]: Answer } } = {}) {
  const panel = given.panel ?? { a: () => judges(true), b: () => judges(true), c: () => judges(true) };
  return {
    writer: agentOf(given.writer ?? ((_request, call) => says(`v${call}`)), { id: "writer" }),
    reviewer: agentOf(given.reviewer ?? (() => judges(true)), { id: "reviewer" }),
    adviser: agentOf(given.adviser ?? (() => says("try again")), { id: "adviser" }),
    panel: Object.fromEntries(Object.entries(panel).map(([key, answer]) => [key, agentOf(answer, { id: `panel-${key}` })])),
  };
}

export type ProbeRunOptions = Partial<RunOptions<ProbeTypes>>;

/** Runs a probe to its end and keeps every event. */
export async function runProbe(policy: Probe, options: ProbeRunOptions = {}) {
  const events: RunEvent<ProbeTypes>[] = [];
  const { onEvent } = options;
  const run = runLoop(policy, {
    agents: probeAgents(),
    input: null,
    ...options,
    onEvent: (event) => {
      events.push(event);
      onEvent?.(event);
    },
  });
  const result = await run.result;
  return { run, result, events, types: events.map((event) => event.type), tokens: tokensOf(events) };
}

/** Tokens of the decisions, in order. */
export function tokensOf(events: readonly RunEvent<ProbeTypes>[]): readonly string[] {
  return events.flatMap((event) => (event.type === "decision.made" ? [event.token] : []));
}

/** Phases in the order in which they began. */
export function phasesOf(events: readonly RunEvent<ProbeTypes>[]): readonly string[] {
  return events.flatMap((event) => (event.type === "phase.started" ? [event.phase] : []));
}

/** A promise with its handles outside. */
export function deferred<T = void>() {
  return Promise.withResolvers<T>();
}

/** Lets all promise reactions and a few turns of the event loop run. */
export async function settle(turns = 5): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
}
