/**
 * Policies: roles + facts + table + phases (DESIGN §2).
 *
 * Invariants:
 * 1. Phases close over nothing but options and always return a state; the state is plain data.
 * 2. `facts`, `artifact`, `reviewed`, `report` and `apply` are pure: they read the state and nothing else.
 * 3. Everything is inferred: a wrong role, token, fact value or answer is a compile error.
 */
import type { Agent } from "./agent.js";
import type { PhaseContext, RecordContext } from "./context.js";
import type { DecisionRecord, Progress } from "./decision.js";
import { LoopwrightError } from "./errors.js";
import type { AnyFacts } from "./facts.js";
import type { Json, JsonObject } from "./json.js";
import { copyPlain } from "./plain.js";
import { checkTimeout, checkWhole, shown } from "./range.js";
import type { Contract, Role, RoleFamily, Roles, SingleRole } from "./role.js";
import type { NextPhase } from "./row.js";
import type { StandardSchema } from "./standard-schema.js";
import type { TerminationTable } from "./table.js";
import type { RunUsage } from "./usage.js";

/** The types of one policy, as one bag, so that declarations stay readable. */
export interface PolicyTypes {
  readonly input: unknown;
  readonly state: unknown;
  readonly roles: Roles;
  readonly pass: string;
  readonly stop: string;
  readonly ask: string;
  readonly continue: string;
  /** Answer types by ask token. */
  readonly answers: object;
  readonly report: unknown;
  /** The policy's own events. */
  readonly event: DomainEvent;
}

/** An event of a policy's own, beside the runner's: plain data with a `type`. */
export type DomainEvent = { readonly type: string };

/** Declares the type of a policy's own events; a type carrier without a value. */
export interface DomainEvents<E extends DomainEvent> {
  readonly "~event"?: E;
}

/** Declares a policy's own events: `events: domainEvents<MyEvent>()`. */
export function domainEvents<E extends DomainEvent>(): DomainEvents<E> {
  return Object.freeze({});
}

/** The agents that a policy's roles take: one for a role, a record of them for a family. */
export type AgentsFor<R extends Roles> = {
  readonly [K in keyof R]: R[K] extends RoleFamily<SingleRole> ? { readonly [key: string]: Agent } : Agent;
};

/** At most how many calls of which role in one phase; for a family, calls per member. */
export type CallBounds<R extends Roles> = {
  readonly [Phase in "open" | "review" | "revise" | "consult"]?: { readonly [K in keyof R]?: number };
};

/** The question of an `ask` row, for a person. */
export interface Question {
  /** The question itself, in one or a few sentences. */
  readonly text: string;
  /** The answers to choose from, where the set is closed. */
  readonly options?: readonly string[];
  /** What a person needs to know to answer; ids and short texts. */
  readonly details?: JsonObject;
}

/** What applying an answer gives. */
export type Applied<State> = { readonly ok: true; readonly state: State } | { readonly ok: false; readonly reason: string };

/** The typed question of an `ask` row, and how its answer enters the state (G16). */
export interface Ask<State, Answer> {
  question(state: State): Question;
  /** Validates the shape of an answer that comes from outside; without it `apply` judges alone. */
  readonly answer?: Contract<Answer> | StandardSchema<Answer>;
  /** Puts the answer into the state, or refuses it with a reason. Pure. */
  apply(state: State, answer: Answer): Applied<State>;
}

/** What a report may read beside the state. */
export interface RunSummary {
  readonly rounds: number;
  readonly usage: RunUsage;
}

/** The first half of a policy: what is fixed before any state exists. */
export interface PolicyHeader<
  R extends Roles,
  F,
  Pass extends string,
  Stop extends string,
  AskToken extends string,
  Continue extends string,
  Then extends NextPhase,
  E extends DomainEvent,
> {
  /** Names the policy in events, snapshots and journals. */
  readonly name: string;
  /** Changes when stored runs can no longer be resumed. Default `"1"`. */
  readonly version?: string;
  readonly roles: R;
  readonly table: TerminationTable<F, Pass, Stop, AskToken, Continue, Then>;
  /** Exactly how many reviews at most (G1). Default 100. */
  readonly maxRounds?: number;
  /** How many consultations one round may hold. Default 1. */
  readonly maxConsultsPerRound?: number;
  /** At most how many calls of which role in which phase; makes {@link worstCase} exact (G22). */
  readonly calls?: CallBounds<R>;
  /** Time limit of one call in milliseconds; `null` = none (default). */
  readonly callTimeoutMs?: number | null;
  /** Type carrier of the policy's own events. */
  readonly events?: DomainEvents<E>;
  /** Plain facts to stand in `run.started`, such as the caps in force. */
  readonly announce?: JsonObject;
}

/** Primitive values of a state. */
export type Primitive = string | number | boolean | null | undefined;

/** Never a value: only tells the compiler to keep literals such as `"approved"` in what a phase returns. */
interface LiteralHint<L extends Primitive> {
  readonly [key: string]: L | LiteralHint<L> | readonly (L | LiteralHint<L>)[];
  readonly "~hint": never;
}

/** The next state, with its literals kept. */
export type Next<State, L extends Primitive> = NoInfer<State> | LiteralHint<L>;

/** The second half of a policy: its phases and pure functions. `open` comes first because it fixes the state's type. */
export interface PolicyBody<
  Input,
  State,
  Report,
  F,
  R extends Roles,
  Token extends string,
  Answers extends object,
  E extends DomainEvent,
  L extends Primitive = Primitive,
> {
  /** Makes or freezes the first version. Runs even if the run is already aborted. */
  open(ctx: PhaseContext<R, E>, input: Input): Promise<State> | State;
  /** Gathers evidence about exactly the version under review; only here are reviewers called. */
  review(ctx: PhaseContext<R, E>, state: NoInfer<State>): Promise<Next<State, L>> | Next<State, L>;
  /** What a checkpoint knows; the only thing a decision reads. */
  facts(state: NoInfer<State>, progress: Progress): F;
  /** Makes the next version; reached only through a `continue` row. Needed when a row leads to it. */
  revise?(ctx: PhaseContext<R, E>, state: NoInfer<State>): Promise<Next<State, L>> | Next<State, L>;
  /** Asks an adviser in the same round; changes nothing under review. Needed when a row leads to it. */
  consult?(ctx: PhaseContext<R, E>, state: NoInfer<State>): Promise<Next<State, L>> | Next<State, L>;
  /** What is under review; `null` while there is nothing. Without it nothing can be bound to a version. */
  artifact?(state: NoInfer<State>): Json;
  /** Whether the last review gave a valid verdict. Default: all its calls answered. */
  reviewed?(state: NoInfer<State>): boolean;
  /** Runs after every decision and before what follows it; may emit and step, never call or decide. */
  record?(
    ctx: RecordContext<E>,
    state: NoInfer<State>,
    decision: DecisionRecord<Token>,
  ): Promise<Next<State, L>> | Next<State, L>;
  /** Checks the whole configuration; throws before the first event. */
  check?(input: Input, agents: AgentsFor<R>): void;
  /** One entry for each `ask` token of the table. */
  readonly asks?: { readonly [K in keyof Answers]: Ask<NoInfer<State>, Answers[K]> };
  /** What the run established. Pure. */
  report(state: NoInfer<State>, decision: DecisionRecord<Token>, summary: RunSummary): Report;
  /** Plain facts to stand in `run.finished`. */
  summarize?(report: NoInfer<Report>): JsonObject;
}

/** A policy, ready to run: see `runLoop`, `loopSession`, `worstCase`. */
export interface Policy<T extends PolicyTypes = PolicyTypes> {
  readonly name: string;
  readonly version: string;
  readonly roles: T["roles"];
  readonly table: TerminationTable<AnyFacts, T["pass"], T["stop"], T["ask"], T["continue"]>;
  readonly maxRounds: number;
  readonly maxConsultsPerRound: number;
  readonly calls: CallBounds<Roles> | null;
  readonly callTimeoutMs: number | null;
  readonly announce: JsonObject;
  readonly body: PolicyBody<T["input"], T["state"], T["report"], AnyFacts, T["roles"], string, T["answers"], T["event"]>;
  /** The types of the policy; a type carrier without a value. */
  readonly "~types"?: T;
}

/** A policy as the engine reads it; the signatures of `runLoop` and its kin have the types. */
export function untyped<T extends PolicyTypes>(policy: Policy<T>): Policy {
  return policy as unknown as Policy;
}

/** The asks that a policy owes for the `ask` tokens of its table. */
type AsksOwed<AskToken extends string, State, Answers extends object> = [AskToken] extends [never]
  ? { readonly asks?: never }
  : { readonly asks: { readonly [K in keyof Answers]: Ask<NoInfer<State>, Answers[K]> } & { readonly [K in AskToken]: unknown } };

/** The phases that a policy owes for the `continue` rows of its table. */
type PhasesOwed<Then extends NextPhase, R extends Roles, E extends DomainEvent, State, L extends Primitive> = {
  readonly [Phase in Exclude<Then, "review">]: (
    ctx: PhaseContext<R, E>,
    state: NoInfer<State>,
  ) => Promise<Next<State, L>> | Next<State, L>;
};

/** The default of {@link PolicyHeader.maxRounds}: the limit that always exists (G1). */
export const DEFAULT_MAX_ROUNDS = 100;

/**
 * Defines a policy in two steps, so that everything is inferred: first what is fixed, then the phases.
 *
 * @throws LoopwrightError with one of the codes `policy-name`, `policy-version`, `role-name`, `max-rounds-range`,
 * `max-consults-range`, `timeout-range`, `calls-range`, `not-plain`, `phase-missing`, `ask-missing`, `ask-unknown`.
 */
export function definePolicy<
  const R extends Roles,
  F,
  Pass extends string,
  Stop extends string,
  AskToken extends string,
  Continue extends string,
  Then extends NextPhase,
  E extends DomainEvent = never,
>(
  header: PolicyHeader<R, F, Pass, Stop, AskToken, Continue, Then, E>,
): <Input, State, Report, Answers extends object = Record<never, never>, L extends Primitive = Primitive>(
  body: PolicyBody<Input, State, Report, F, R, Pass | Stop | AskToken | Continue, Answers, E, L> &
    AsksOwed<AskToken, State, Answers> &
    PhasesOwed<Then, R, E, State, L>,
) => Policy<{
  input: Input;
  state: State;
  roles: R;
  pass: Pass;
  stop: Stop;
  ask: AskToken;
  continue: Continue;
  answers: Answers;
  report: Report;
  event: E;
}> {
  const fixed = checkHeader(header as never);
  return (body) => {
    const own = Object.freeze({ ...body }); // Checked as it is kept: methods of a class would not be.
    checkBody(fixed.table, own as never);
    return Object.freeze({ ...fixed, body: own }) as never; // Typed by the signature; stored untyped.
  };
}

const BOUNDED_PHASES = ["open", "review", "revise", "consult"];

type AnyHeader = PolicyHeader<Roles, AnyFacts, string, string, string, string, NextPhase, DomainEvent>;

function checkHeader(header: AnyHeader): Omit<Policy, "body"> {
  const { name, version = "1", roles, table, maxRounds = DEFAULT_MAX_ROUNDS, maxConsultsPerRound = 1 } = header;
  if (typeof name !== "string" || !/^[a-z0-9][a-z0-9._-]*$/i.test(name)) {
    refuse("policy-name", "name", `policy name ${JSON.stringify(name)} is not usable`, "Use letters, digits, dots and dashes.");
  }
  if (typeof version !== "string" || version === "") refuse("policy-version", "version", "a policy version is a word", "Leave it out, or change it when stored runs can no longer be resumed.");
  for (const [role, value] of Object.entries(roles)) checkRole(role, value);
  checkWhole("max-rounds-range", "maxRounds", maxRounds, "At least one review has to be possible, and it must be bounded.");
  checkWhole("max-consults-range", "maxConsultsPerRound", maxConsultsPerRound, "Remove the consult rows if nothing is to be asked.");
  const callTimeoutMs = header.callTimeoutMs ?? null;
  if (callTimeoutMs !== null) checkTimeout("callTimeoutMs", callTimeoutMs);
  const calls = header.calls === undefined ? null : (copyPlain(header.calls, { path: "calls" }) as CallBounds<Roles>);
  checkCalls(calls ?? {}, roles);
  return {
    name,
    version,
    roles: Object.freeze({ ...roles }),
    table,
    maxRounds,
    maxConsultsPerRound,
    calls,
    callTimeoutMs,
    announce: copyPlain(header.announce ?? {}, { path: "announce" }) as JsonObject,
  };
}

function checkCalls(calls: CallBounds<Roles>, roles: Roles): void {
  for (const [phase, bounds] of Object.entries(calls)) {
    if (!BOUNDED_PHASES.includes(phase)) refuse("calls-range", `calls.${phase}`, `no calls are made in a phase "${phase}"`, `Use ${BOUNDED_PHASES.join(", ")}.`);
    for (const [role, bound] of Object.entries(bounds)) {
      const path = `calls.${phase}.${role}`;
      if (!Object.hasOwn(roles, role)) refuse("calls-range", path, `role "${role}" is not declared`, "Name a role of the policy.");
      if (!Number.isSafeInteger(bound) || (bound as number) < 0) refuse("calls-range", path, `${shown(bound)} is not a number of calls`, "Use a whole number from 0.");
    }
  }
}

function checkRole(name: string, role: Role): void {
  if (!/^[a-z][a-z0-9_-]*$/i.test(name)) {
    refuse("role-name", `roles.${name}`, `role name "${name}" is not usable`, "Use letters, digits, dashes; it stands in effect keys.");
  }
  const single = (role as Role | null)?.kind === "family" ? (role as RoleFamily<SingleRole>).role : role;
  const kind: unknown = (single as Role | null)?.kind;
  if (kind !== "text" && kind !== "structured") {
    refuse("role-name", `roles.${name}`, `role "${name}" is not a role`, "Use textRole(), structuredRole() or roleFamily().");
  }
}

function checkBody(table: Policy["table"], body: Policy["body"]): void {
  const owed = ["open", "review", "facts", "report", ...table.next.filter((phase) => phase !== "review")] as const;
  for (const phase of owed) {
    if (typeof body[phase] !== "function") {
      refuse("phase-missing", phase, `the policy has no ${phase}()`, "Every row that leads to a phase needs that phase.");
    }
  }
  const asks = { ...(body.asks as { readonly [token: string]: Partial<Ask<unknown, unknown>> } | undefined) };
  for (const token of table.tokens.ask) {
    const { question, apply } = (Object.hasOwn(asks, token) ? asks[token] : null) ?? {};
    if (typeof question !== "function" || typeof apply !== "function") {
      refuse("ask-missing", `asks.${token}`, `ask token "${token}" has no question() and apply()`, "Add them to `asks`.");
    }
  }
  for (const token of Object.keys(asks)) {
    if (!table.tokens.ask.includes(token)) refuse("ask-unknown", `asks.${token}`, `no ask row has the token "${token}"`, "Remove it.");
  }
}

function refuse(code: string, path: string, message: string, hint: string): never {
  throw new LoopwrightError(code, message, { path, hint });
}
