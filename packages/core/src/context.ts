/**
 * What a phase may do: call agents, run lanes, run steps, emit events, read the time.
 *
 * Invariants:
 * 1. `call` never throws for what an agent did; it throws for what the policy did wrong.
 * 2. Calls of one scope run one after another; `lanes` is the only way to run several at once (DESIGN §6).
 * 3. After abort or run end nothing starts: the outcome says so with `callId: null` (G10).
 */
import type { Duty, RoleFamily, Roles, SingleRole, StructuredRole } from "./role.js";
import type { Phase } from "./decision.js";

/** Why a call gave no usable answer. None of these is ever evidence (G4). */
export type FailureKind =
  | "error"
  | "timeout"
  | "aborted"
  | "budget"
  | "empty-output"
  | "truncated"
  | "refused"
  | "missing-structured-output"
  | "invalid-structured-output"
  | "stale-packet"
  | "empty-packet";

/** A call, step or lane that gave no usable answer. */
export interface Failure {
  readonly kind: FailureKind;
  readonly message: string;
  /** What is wrong with a structured answer, such as `"$.approved: not a boolean"`. */
  readonly problems?: readonly string[];
  /** The call it happened in; `null` where none was started. */
  readonly callId: string | null;
}

/** The outcome of a call or step. */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T; readonly callId: string }
  | { readonly ok: false; readonly failure: Failure };

/** What a policy sends. */
export interface CallRequest {
  readonly instruction: string;
  /** Plain data; copied and frozen before the agent sees it. */
  readonly input: unknown;
  /** Tools the agent may use in this call; must be among its `allowedTools`. Default none (QU-TOOL-01). */
  readonly tools?: readonly string[];
  /** What the call is for, in the policy's words; stands in events. */
  readonly purpose?: string;
  /** The artifact version that is produced or reviewed; stands in events. */
  readonly version?: number;
  /** The digest this packet was built from; a packet built from another version is not sent (G5). */
  readonly builtFrom?: string;
}

/** Options of a call. */
export interface CallOptions {
  /**
   * Asked for every missing, invalid or truncated structured answer: the next request, or `null` to give up.
   * `repair` counts from 1.
   */
  readonly repair?: (problems: readonly string[], repair: number, failure: Failure) => CallRequest | null;
  /** Default `"reissue"`; `"stop"` for an agent that declares that it `writes`. */
  readonly onInterrupted?: OnInterrupted;
}

/**
 * What becomes of an effect that was in flight when the process ended, once the run goes on from its journal (G11):
 *
 * - `"reissue"`: it is run again, at most once over all crashes; for effects that change nothing.
 * - `"stop"`: the run fails as `effect-interrupted`, because nobody knows whether it was done.
 * - `"ask"`: the same, with a question; `resumeRun({ from: journal, interrupted, by })` says what became of it.
 */
export type OnInterrupted = "reissue" | "stop" | "ask";

/** Options of a step. */
export interface StepOptions {
  /** Default `"stop"`: a step may write. */
  readonly onInterrupted?: OnInterrupted;
}

/** Names that `call` takes: a role, or `"family/key"`. */
export type RoleName<R extends Roles> = {
  [K in keyof R & string]: R[K] extends RoleFamily<SingleRole> ? `${K}/${string}` : K;
}[keyof R & string];

/** The value that a role's answer has. */
export type AnswerOf<R extends Roles, Name extends string> = Name extends keyof R
  ? ValueOf<R[Name]>
  : Name extends `${infer Family}/${string}`
    ? R[Family] extends RoleFamily<infer Single>
      ? ValueOf<Single>
      : never
    : never;

type ValueOf<One> = One extends StructuredRole<infer T> ? T : string;

/** What a step may look at. */
export interface StepContext {
  readonly signal: AbortSignal;
  /** Stable over resumes; safe as an idempotency key. */
  readonly key: string;
}

/** What every scope of a phase may do. */
export interface CallScope<R extends Roles, E> {
  /** Calls the agent of a role; failures are data. */
  call<const Name extends RoleName<R>>(
    role: Name,
    request: CallRequest,
    options?: CallOptions,
  ): Promise<Outcome<AnswerOf<R, Name>>>;
  /**
   * Runs one effect that is not an agent, such as a command; a throw is a failure, not a crash. In a run with a journal
   * what it returns is plain data (or nothing), because it is recorded.
   */
  step<T>(name: string, run: (step: StepContext) => Promise<T> | T, options?: StepOptions): Promise<Outcome<T>>;
  /** Emits an event of the policy's own. */
  emit(event: E): void;
  /** Milliseconds on the run's clock. */
  now(): number;
  /** Aborted when the run is. */
  readonly signal: AbortSignal;
  readonly round: number;
}

/** One lane: a scope of its own inside a round. */
export interface Lane<R extends Roles, E> extends CallScope<R, E> {
  readonly lane: string;
}

/** A lane to run: its name, and the role whose first call is reserved before any lane starts (G8). */
export interface LaneSpec<Name extends string> {
  readonly lane: string;
  readonly role?: Name;
}

/** The outcome of a lane, in declared order. */
export type LaneResult<T> =
  | { readonly lane: string; readonly ok: true; readonly value: T }
  | { readonly lane: string; readonly ok: false; readonly failure: Failure };

/** What a phase may do. */
export interface PhaseContext<R extends Roles, E> extends CallScope<R, E> {
  readonly phase: Phase;
  /**
   * Runs lanes side by side: at most `concurrency` at once, results in declared order, one lane's failure touches
   * no other (G8).
   */
  lanes<T, const Spec extends LaneSpec<RoleName<R>>>(
    lanes: readonly Spec[],
    run: (lane: Lane<R, E>, spec: Spec) => Promise<T>,
    options?: { readonly concurrency?: number },
  ): Promise<readonly LaneResult<T>[]>;
  /** The keys of a family's agents, in declared order. */
  members(family: FamilyName<R>): readonly string[];
  /** Digest of the version under review, for {@link CallRequest.builtFrom}; `null` where there is none. */
  version(): string | null;
}

/** Names of the families among the roles. */
export type FamilyName<R extends Roles> = {
  [K in keyof R & string]: R[K] extends RoleFamily<SingleRole> ? K : never;
}[keyof R & string];

/** What `record` may do: no calls, no decisions. */
export interface RecordContext<E> {
  step<T>(name: string, run: (step: StepContext) => Promise<T> | T, options?: StepOptions): Promise<Outcome<T>>;
  emit(event: E): void;
  now(): number;
  readonly round: number;
}

/** Duties whose agents may be called in a phase; authors and reviewers never share one (G6). */
export const DUTIES_OF_PHASE: { readonly [P in Phase]: readonly Duty[] } = Object.freeze({
  open: ["author", "adviser"],
  review: ["reviewer", "adviser"],
  revise: ["author", "adviser"],
  consult: ["adviser"],
  record: [],
  answer: [],
  report: [],
});

