/** The caller aborted. */
export declare interface AbortedResult<T extends PolicyTypes> extends Decided<T, "aborted"> {
    readonly status: "aborted";
    /** What was passed to `abort`, as text. */
    readonly reason: string;
}

/**
 * Accounts for every finding that entered a run (G9): each has exactly one disposition, every reason says something, and
 * every merge leads to a finding that remains. An empty list means that nothing was lost. Linear in the input.
 */
export declare function accountFor<D extends {
    readonly kind: string;
} = Disposition>(findings: Iterable<{
    readonly id: string;
}>, entries: Iterable<DispositionEntry<D>>): readonly AccountProblem[];

/** A breach of G9, by finding id. */
export declare type AccountProblem = {
    readonly kind: "id-reused" | "no-disposition" | "several-dispositions" | "unknown-finding" | "blank-reason";
    readonly finding: string;
} | {
    readonly kind: "merged-into-unknown" | "merged-in-circle";
    readonly finding: string;
    readonly into: string;
};

/** Anything that answers a request. */
export declare interface Agent extends AgentDescription {
    /** For a wrapper: every agent that may answer in its place. They are what it is, for separation and counting (G6, G23). */
    readonly wraps?: readonly Agent[];
    /** Answers one request. Rejecting is a failed call; the run goes on and decides what that means. */
    call(request: AgentRequest): Promise<AgentReply>;
}

/** The version of this contract. An agent without `specVersion` is taken to speak it. */
export declare const AGENT_SPEC_VERSION = 1;

/** What an agent declares it can do. An absent field is undeclared and is tried (QU-SCH-02). */
export declare interface AgentCapabilities {
    /** `false`: the agent cannot give native structured output. */
    readonly structuredOutput?: boolean;
    /** `true`: a schema and tools may be combined in one request (QU-TOOL-03). */
    readonly structuredWithTools?: boolean;
}

/** What is known of an agent before it is called; everything but the call itself. */
export declare interface AgentDescription {
    /** Names the agent. Two agents with one id are the same agent (G6, QU-ROLE-01). */
    readonly id?: string;
    /** The model family, such as `"claude"` or `"gpt"`; makes independence visible (G23). */
    readonly family?: string;
    /** Tools that the agent's registration permits; an agent that lists none allows none (QU-TOOL-02). */
    readonly allowedTools?: readonly string[];
    readonly capabilities?: AgentCapabilities;
    readonly prices?: AgentPrices;
    readonly limits?: AgentLimits;
    /**
     * `true`: a call may change something outside, such as files. One that was in flight when the process ended is not
     * silently repeated (G11). A wrapper writes if one of those it wraps does.
     */
    readonly writes?: boolean;
    /** Contract version the agent was written for; see {@link AGENT_SPEC_VERSION}. */
    readonly specVersion?: number;
}

/** A failed call that says more than a message. Throw it from {@link Agent.call}. */
export declare class AgentError extends Error {
    readonly name = "AgentError";
    readonly kind: "error" | "timeout";
    readonly retryable: boolean;
    readonly retryAfterMs: number | undefined;
    readonly usage: Usage | undefined;
    constructor(message: string, options?: AgentErrorOptions);
}

/** Details an agent may add to a failure. */
export declare interface AgentErrorOptions {
    /** `"timeout"` where the agent's own time ran out; default `"error"`. */
    readonly kind?: "error" | "timeout";
    /** Whether the same request may succeed later. Default `false`. */
    readonly retryable?: boolean;
    /** How long the other side asked to wait, in milliseconds. */
    readonly retryAfterMs?: number;
    /** What the failed call spent (G14, H09). */
    readonly usage?: Usage;
    readonly cause?: unknown;
}

/** Whom a role is played by, for events and results. */
export declare type AgentLabel = Pick<AgentDescription, "id" | "family">;

/** The most that one call may use: what the budget reserves before the call starts (G14). */
export declare interface AgentLimits {
    readonly maxInputTokens?: number;
    readonly maxOutputTokens?: number;
    /** Needed to bound the cost of an agent whose price is `"reported"`. */
    readonly maxCostUsd?: number;
}

/** `"reported"`: the agent reports `usage.costUsd` itself with every answer. */
export declare type AgentPrices = TokenPrices | "reported";

/** A raw answer. */
export declare interface AgentReply {
    /** Prose, verbatim. The only thing that a text role reads (QU-DRAFT-02). */
    readonly text?: string;
    /** Native structured output. The only thing that a structured role reads (QU-STR-01, G7). */
    readonly structured?: unknown;
    readonly usage?: Usage;
    readonly model?: string;
    /** Whose answer it is, where a wrapper turned to another agent than the one that was to answer; results disclose it (G23). */
    readonly answeredBy?: AgentLabel;
    /** `"length"` marks a truncated answer, `"refusal"` a refused one: neither is evidence, and no other word than these is (G4). */
    readonly finishReason?: FinishReason;
    /** The provider's own answer, for logs; never read by a loop. */
    readonly raw?: unknown;
}

/** One request. Everything the agent needs is in `instruction` and `input`; the rest is for the adapter. */
export declare interface AgentRequest {
    /** `"c1"`, `"c2"`, … in start order over the run. */
    readonly callId: string;
    /** Stable name of the effect, such as `"r2/review/reviewer"`. */
    readonly key: string;
    /** Unique to this run and effect; safe to hand to a provider as an idempotency key. */
    readonly idempotencyKey: string;
    readonly role: string;
    /** What the call is for, in the policy's words, such as `"draft"`. */
    readonly purpose?: string;
    /** Version of the artifact that is produced or reviewed, where the policy counts versions. */
    readonly version?: number;
    /** 0, or n for the n-th repair of a structured answer. */
    readonly repair: number;
    readonly instruction: string;
    /** Deeply frozen plain data. */
    readonly input: Json;
    /** The schema a structured answer must meet; `null` for a text role. */
    readonly schema: JsonSchema | null;
    /** Always explicit; `[]` unless configured (QU-TOOL-01). */
    readonly tools: readonly string[];
    /** Aborted on abort, call timeout or run timeout (G10). */
    readonly signal: AbortSignal;
    /** Point on the run's clock, in milliseconds, after which the answer is ignored; `null` = none. */
    readonly deadline: number | null;
    /**
     * Reports usage before the call ends, so that a failed or aborted call still settles what it spent (G14, H09).
     * Each report replaces the one before.
     */
    readonly reportUsage: (usage: Usage) => void;
}

/** The agents that a policy's roles take: one for a role, a record of them for a family. */
export declare type AgentsFor<R extends Roles> = {
    readonly [K in keyof R]: R[K] extends RoleFamily<SingleRole> ? {
        readonly [key: string]: Agent;
    } : Agent;
};

/** The condition of a catch-all row. A row that always holds must say so with this very function. */
export declare const always: () => true;

declare interface AnswerFromJournal<T extends PolicyTypes, Token extends keyof T["answers"]> extends CommonOptions<T> {
    readonly from: Journal;
    readonly token: Token;
    readonly answer: T["answers"][Token];
    readonly by: string;
    readonly interrupted?: undefined;
}

/** The value that a role's answer has. */
declare type AnswerOf<R extends Roles, Name extends string> = Name extends keyof R ? ValueOf<R[Name]> : Name extends `${infer Family}/${string}` ? R[Family] extends RoleFamily<infer Single> ? ValueOf<Single> : never : never;

/** A record of facts whose exact type is not known. */
export declare type AnyFacts = {
    readonly [fact: string]: FactValue;
};

/** What applying an answer gives. */
export declare type Applied<State> = {
    readonly ok: true;
    readonly state: State;
} | {
    readonly ok: false;
    readonly reason: string;
};

/** Content under review; `null` = there is none (yet). */
export declare type Artifact = Json;

/** The typed question of an `ask` row, and how its answer enters the state (G16). */
export declare interface Ask<State, Answer> {
    question(state: State): Question;
    /** Validates the shape of an answer that comes from outside; without it `apply` judges alone. */
    readonly answer?: Contract<Answer> | StandardSchema<Answer>;
    /** Puts the answer into the state, or refuses it with a reason. Pure. */
    apply(state: State, answer: Answer): Applied<State>;
}

/** The run halts until a person answers (G16). */
export declare interface AskRow<F> extends RowBase<F> {
    readonly token: string;
    readonly kind: "ask";
    readonly then?: never;
    readonly early?: boolean;
}

/** The asks that a policy owes for the `ask` tokens of its table. */
declare type AsksOwed<AskToken extends string, State, Answers extends object> = [AskToken] extends [never] ? {
    readonly asks?: never;
} : {
    readonly asks: {
        readonly [K in keyof Answers]: Ask<NoInfer<State>, Answers[K]>;
    } & {
        readonly [K in AskToken]: unknown;
    };
};

/** Classifications of the bounded loop. */
export declare type BoundedSeverity = "blocking" | "advisory";

/** The bounded loop's two classes; its schema admits nothing else (BD-FIND-10). */
export declare const boundedSeverity: SeverityScale<BoundedSeverity>;

/**
 * Reserve and settle (G14).
 *
 * Invariants:
 * 1. Nothing starts that does not fit: calls, declared tokens and declared cost are reserved before a call.
 * 2. Every reservation is settled exactly once, also after failure and abort; unknown spend settles at what was reserved.
 * 3. Unknown spend is never 0: it ends further reservations under the limit it belongs to, because the bound can no
 *    longer be shown. Only a call that declared what it may use is bounded without a report.
 */

/** What a budget has granted and spent, for snapshots. */
declare interface BudgetState {
    readonly calls: number;
    readonly tokens: number;
    readonly costUsd: number;
    readonly isCostUnknown: boolean;
    readonly areTokensUnknown: boolean;
}

/** At most how many calls of which role in one phase; for a family, calls per member. */
export declare type CallBounds<R extends Roles> = {
    readonly [Phase in "open" | "review" | "revise" | "consult"]?: {
        readonly [K in keyof R]?: number;
    };
};

/** Options of a call. */
export declare interface CallOptions {
    /**
     * Asked for every missing, invalid or truncated structured answer: the next request, or `null` to give up.
     * `repair` counts from 1.
     */
    readonly repair?: (problems: readonly string[], repair: number, failure: Failure) => CallRequest | null;
    /** Default `"reissue"`; `"stop"` for an agent that declares that it `writes`. */
    readonly onInterrupted?: OnInterrupted;
}

/** What the host reports of a call: the raw reply, or that there is none. */
export declare type CallOutcome = {
    readonly kind: "reply";
    readonly reply: AgentReply;
} | {
    readonly kind: "error";
    readonly message: string;
    readonly usage?: Usage;
} | {
    readonly kind: "timeout";
    readonly usage?: Usage;
};

/** What a policy sends. */
export declare interface CallRequest {
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

/** What every scope of a phase may do. */
export declare interface CallScope<R extends Roles, E> {
    /** Calls the agent of a role; failures are data. */
    call<const Name extends RoleName<R>>(role: Name, request: CallRequest, options?: CallOptions): Promise<Outcome<AnswerOf<R, Name>>>;
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

/** JSON with sorted keys and without blanks (RFC 8785, but a lone surrogate is escaped instead of refused). */
export declare function canonicalJson(value: Json): string;

/** The one source of time of a run. Inject a manual clock in tests; the default is the system's. */
export declare interface Clock {
    /** Milliseconds since some fixed point; never goes back during a run. */
    now(): number;
    /** Calls back once after `delayMs`; the returned function cancels it. */
    setTimer(callback: () => void, delayMs: number): () => void;
}

/** What starting or resuming a run takes beside the policy. */
declare interface CommonOptions<T extends PolicyTypes> {
    readonly agents: AgentsFor<T["roles"]>;
    readonly limits?: RunLimits | undefined;
    /** Aborts the run (G10). */
    readonly signal?: AbortSignal | undefined;
    /** Sees every event; a throw is counted and disturbs nothing (QU-EVT-04). */
    readonly onEvent?: ((event: RunEvent<T>) => void) | undefined;
    /** Time; the system's unless a test injects another. */
    readonly clock?: Clock | undefined;
    /** Events kept for consumers that come late or read slowly. Default 1024. */
    readonly eventBuffer?: number | undefined;
}

/** The run goes on. */
export declare type ContinueRow<F> = RowBase<F> & {
    readonly token: string;
    readonly kind: "continue";
} & ({
    readonly then: "revise";
    readonly early?: false;
} | {
    readonly then: "review" | "consult";
    readonly early?: boolean;
});

/** The contract of a structured answer. */
export declare interface Contract<T> {
    /** Sent to the agent. */
    readonly jsonSchema: JsonSchema;
    /** Checks an answer without changing it; problems look like `"$.approved: not a boolean"`. */
    validate(value: unknown): Validated<T>;
}

/**
 * A deeply frozen deep copy of plain JSON data.
 *
 * @throws LoopwrightError `not-plain`, with the path of what is not JSON, such as `$.a[2].b`.
 */
export declare function copyPlain(value: unknown, options?: {
    readonly path?: string;
}): Json;

/** A whole number from 0. Analysis covers 0 to `upTo`; a run may report more. */
export declare function count(options: {
    readonly upTo: number;
}): FactDomain<number>;

/** How many findings there are of each severity, in the order of the scale; zeros included. */
export declare function countBySeverity<Severity extends string>(findings: Iterable<{
    readonly severity: Severity;
}>, scale: SeverityScale<Severity>): {
    readonly [S in Severity]: number;
};

declare interface Decided<T extends PolicyTypes, Token extends string> extends ResultBase {
    readonly token: Token;
    readonly decision: DecisionRecord<T["pass"] | T["stop"] | T["ask"] | T["continue"]>;
    readonly report: T["report"];
    readonly error: null;
}

/** At which kind of checkpoint a table is read, and what the runner knows there. */
export declare interface DecideOptions {
    /** Without them no runner row holds by itself, and one that the table places is read by its own `when`. */
    readonly signals?: RunnerSignals;
    /** After `open` and `revise`: only early rows and runner rows count. Default `false`. */
    readonly early?: boolean;
}

/** What `verifyJournal` does; loaded when it is asked for. */

/** A decision that does not follow from its facts, or from the decision before it. */
export declare interface DecisionFault {
    /** 0-based number of the decision in the run. */
    readonly index: number;
    readonly recorded: DecisionRecord;
    /** What the table says now, and by which row; `null` = no row holds, or the facts are not of this table. */
    readonly computed: Pick<DecisionRecord, "token" | "kind" | "then" | "row"> | null;
    readonly message: string;
}

/** A decision with everything needed to recompute and explain it. */
export declare interface DecisionRecord<Token extends string = string> {
    readonly token: Token | RunnerToken;
    readonly kind: "pass" | "stop" | "ask" | "continue";
    /** Where a `continue` leads; otherwise `null`. */
    readonly then: NextPhase | null;
    /** 0-based index of the row in the table; `null` for a runner row in its default place. */
    readonly row: number | null;
    readonly round: number;
    /** The phase after which the table was read. */
    readonly phase: Phase;
    /** Whether only early rows counted. */
    readonly early: boolean;
    readonly facts: AnyFacts;
    readonly signals: RunnerSignals;
}

/**
 * Freezes a value in place, with every array and plain object inside it, and returns it. Anything else in it (an
 * error, a signal, a class instance) is left alone; cycles and any depth are fine.
 */
export declare function deepFreeze<T>(value: T): T;

/** The default of {@link PolicyHeader.maxRounds}: the limit that always exists (G1). */
export declare const DEFAULT_MAX_ROUNDS = 100;

/**
 * Declares facts. `possible` may rule out combinations that cannot occur, so that analysis does not report them.
 *
 * @throws LoopwrightError `facts-empty` when no fact is declared, `facts-domain` for what is not a domain.
 */
export declare function defineFacts<D extends FactDomains>(domains: D, options?: {
    readonly possible?: (facts: FactsOf<D>) => boolean;
}): FactsDefinition<FactsOf<D>>;

/**
 * Defines a policy in two steps, so that everything is inferred: first what is fixed, then the phases.
 *
 * @throws LoopwrightError with one of the codes `policy-name`, `policy-version`, `role-name`, `max-rounds-range`,
 * `max-consults-range`, `timeout-range`, `calls-range`, `not-plain`, `phase-missing`, `ask-missing`, `ask-unknown`.
 */
export declare function definePolicy<const R extends Roles, F, Pass extends string, Stop extends string, AskToken extends string, Continue extends string, Then extends NextPhase, E extends DomainEvent = never>(header: PolicyHeader<R, F, Pass, Stop, AskToken, Continue, Then, E>): <Input, State, Report, Answers extends object = Record<never, never>, L extends Primitive = Primitive>(body: PolicyBody<Input, State, Report, F, R, Pass | Stop | AskToken | Continue, Answers, E, L> & AsksOwed<AskToken, State, Answers> & PhasesOwed<Then, R, E, State, L>) => Policy<{
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
}>;

/**
 * Opens a review.
 * @throws LoopwrightError `quorum-roster` (empty, blank or repeated names) or `quorum-rule` (unknown, or out of reach).
 */
export declare function defineQuorum(roster: readonly string[], rule: QuorumRule, options?: QuorumOptions): Quorum;

/** Declares a scale. */
export declare function defineSeverityScale<const Severity extends string>(spec: SeverityScaleSpec<Severity>): SeverityScale<Severity>;

/**
 * Host-driven runs: the host performs the effects, the session decides (DESIGN §2).
 *
 * Invariants:
 * 1. A session is the same engine as `runLoop`; only who performs a call differs. Events and results are equal.
 * 2. `next` gives the calls that wait, with their exact inputs; an outcome is taken once, for a call that waits.
 * 3. A raw outcome is a fact: validation, repair and decision stay here (G3, G7).
 */

/** What a host says of the agents it will perform: descriptions, no calls. Families name their members. */
export declare type DescriptionsFor<R extends Roles> = {
    readonly [K in keyof R as R[K] extends RoleFamily<SingleRole> ? never : K]?: AgentDescription;
} & {
    readonly [K in keyof R as R[K] extends RoleFamily<SingleRole> ? K : never]: {
        readonly [key: string]: AgentDescription;
    };
};

/** The version of an artifact: `"sha256:"` and 64 hex digits. A text without lone surrogates hashes as its UTF-8 bytes. */
export declare function digestOf(artifact: Json): string;

/**
 * Dispositions: what became of each finding, and the law that nothing is lost (G9).
 *
 * Invariants:
 * 1. In a report every finding has exactly one disposition. Silence is not one: a finding that nobody mentions again is
 *    `unresolved` (F11, H03).
 * 2. Whatever was set aside says why: every kind but `fixed` and `merged` carries a reason that is not blank.
 * 3. What a cap cut off is `unresolved`, never `rejected` (F20).
 * 4. A merged finding leads, over any number of steps, to one that is not merged.
 */
/** What became of a finding. `reason` is one sentence, a rule id, a ticket. */
export declare type Disposition = 
/** Gone, as a later look confirmed in `round` (RL-VN-11, BD-RERV-05, LG-VER-2). */
    {
    readonly kind: "fixed";
    readonly round: number;
}
/** The same defect as finding `into`, which carries it on (BD-DEDUP-01, LG-INT-6). */
| {
    readonly kind: "merged";
    readonly into: string;
} | {
    readonly kind: ReasonedKind;
    readonly reason: string;
};

/** The kinds of dispositions, {@link Disposition.is} and {@link Disposition.isOpen}. */
export declare const Disposition: Readonly<{
    kinds: readonly ["fixed", "merged", "unresolved", "unverified", "advisory", "deferred", "rejected", "accepted-degraded", "not-applicable", "registered", "dropped", "invalid"];
    /** Whether a value from outside is a disposition, with all that its kind needs. */
    is: (value: unknown) => value is Disposition;
    /** Whether the finding still stands: no pass may leave a blocking finding so (BD-INV-03, RL-VN-12). */
    isOpen: (disposition: Disposition) => boolean;
}>;

/** One entry of an account: what became of the finding named. A policy may use dispositions of its own. */
export declare type DispositionEntry<D extends {
    readonly kind: string;
} = Disposition> = {
    readonly finding: string;
    readonly disposition: D;
};

/** The name of a disposition. */
export declare type DispositionKind = Disposition["kind"];

/** An event of a policy's own, beside the runner's: plain data with a `type`. */
export declare type DomainEvent = {
    readonly type: string;
};

/** Declares the type of a policy's own events; a type carrier without a value. */
export declare interface DomainEvents<E extends DomainEvent> {
    readonly "~event"?: E;
}

/** Declares a policy's own events: `events: domainEvents<MyEvent>()`. */
export declare function domainEvents<E extends DomainEvent>(): DomainEvents<E>;

/** Duties whose agents may be called in a phase; authors and reviewers never share one (G6). */
export declare const DUTIES_OF_PHASE: {
    readonly [P in Phase]: readonly Duty[];
};

/** On which side of the review a role stands. */
export declare type Duty = "author" | "reviewer" | "adviser";

/**
 * Why a run goes no further: only a person can say what became of an effect. `question` is `null` unless the effect
 * declares `onInterrupted: "ask"`; `resumeRun({ from: journal, interrupted, by })` answers either way.
 */
export declare class EffectInterrupted extends LoopwrightError<"effect-interrupted"> {
    readonly effect: InterruptedEffect;
    readonly question: Question | null;
    constructor(effect: InterruptedEffect, isAsked: boolean);
}

/**
 * Events of a run (G13).
 *
 * Invariants:
 * 1. Noun first; every start has exactly one end on every path: `run.started`/`run.resumed` → `run.finished`/
 *    `run.suspended`, `phase.started` → `phase.finished`, `call.started` → `call.finished`/`call.failed`, and so on.
 * 2. Each event is readable alone and serialisable; it carries ids and sizes, not drafts.
 * 3. `seq` runs from 1 without a gap; `at` is the run's clock (QU-EVT-02).
 */

/** What every event says. */
export declare interface EventFrame {
    readonly seq: number;
    /** Milliseconds on the run's clock. */
    readonly at: number;
    readonly round: number;
    readonly phase: Phase;
    /** The lane it happened in; absent outside lanes. */
    readonly lane?: string;
}

/** What a slow or late consumer sees where history was dropped: `missed` events, `from` to `to` inclusive. */
export declare interface EventGap {
    readonly type: "events.dropped";
    readonly from: number;
    readonly to: number;
    readonly missed: number;
}

/** Something that can be looked up to test a claim: a check, a command, a requirement, a witness test, a quote. */
export declare type Evidence<Kind extends string = string> = {
    readonly kind: Kind;
    /** What to look up: an id, a command, a place, a quoted text. */
    readonly ref: string;
};

/** One row, looked at in order. */
export declare interface ExplainedRow {
    /** 0-based index in the table; `null` for a runner row in its default place. */
    readonly row: number | null;
    readonly token: string;
    readonly matched: boolean;
    /** The row's condition in words, where the table gives it. */
    readonly why: string | null;
    /** The facts the condition read; empty for a row that was not considered or reads none. */
    readonly read: readonly FactRead[];
    /** False where the row did not count at this checkpoint. */
    readonly considered: boolean;
}

/** What is explained: a checkpoint. A decision record has these fields. */
export declare interface ExplainOptions extends DecideOptions {
    /** `"round-limit"`: the runner put it in the place of a row that would have gone on. */
    readonly token?: string;
}

/** Why a table decided as it did. */
export declare interface Explanation {
    readonly decision: TableDecision | null;
    /** Every row up to the one that matched, runner rows first. */
    readonly rows: readonly ExplainedRow[];
    readonly flips: readonly Flip[];
    /** The explanation as lines for a person. */
    toString(): string;
}

/** The values one fact may take. */
export declare interface FactDomain<V extends FactValue = FactValue> {
    readonly kind: "one-of" | "flag" | "count";
    /** The values that analysis enumerates, in declared order. */
    readonly values: readonly V[];
    /** Whether a run may report this value. */
    accepts(value: unknown): value is V;
    /** The domain in words, for messages. */
    readonly expected: string;
}

/** Domains by fact name. */
export declare type FactDomains = {
    readonly [fact: string]: FactDomain;
};

/**
 * Explanations of decisions (G21), computed from stored facts only when asked for.
 *
 * Invariants:
 * 1. An explanation names the row that matched and, for each row above it, the facts that its condition read.
 * 2. A flip is one fact, changed within its declared domain to a possible combination, that changes the token or
 *    where it leads.
 * 3. Explaining decides nothing: it only re-reads the same pure rows.
 */

/** A fact and the value that a row's condition saw. */
export declare interface FactRead {
    readonly fact: string;
    readonly value: FactValue;
}

/** A declaration of facts; see {@link defineFacts}. */
export declare interface FactsDefinition<F> {
    readonly domains: {
        readonly [K in keyof F]: FactDomain;
    };
    readonly names: readonly (keyof F & string)[];
    /** Whether a combination can occur at all; analysis skips those that cannot. */
    possible(facts: F): boolean;
    /** What is wrong with a record, in words; empty when nothing is. */
    problems(value: unknown): readonly string[];
}

/** The record type that a declaration describes. */
export declare type FactsOf<D extends FactDomains> = {
    readonly [K in keyof D]: D[K] extends FactDomain<infer V> ? V : never;
};

/** What a fact may be: flat and primitive, so that it can be stored, compared and printed. */
export declare type FactValue = string | number | boolean | null;

/** A fault in the policy's own code; carries the error and what was reviewed. */
export declare interface FailedResult extends ResultBase {
    readonly status: "failed";
    readonly token: null;
    readonly decision: null;
    readonly report: null;
    readonly error: LoopwrightError;
    /** The last reviewed version itself, so that a bug never costs reviewed work. */
    readonly reviewedArtifact: Artifact;
}

/** A call, step or lane that gave no usable answer. */
export declare interface Failure {
    readonly kind: FailureKind;
    readonly message: string;
    /** What is wrong with a structured answer, such as `"$.approved: not a boolean"`. */
    readonly problems?: readonly string[];
    /** The call it happened in; `null` where none was started. */
    readonly callId: string | null;
}

/**
 * What a phase may do: call agents, run lanes, run steps, emit events, read the time.
 *
 * Invariants:
 * 1. `call` never throws for what an agent did; it throws for what the policy did wrong.
 * 2. Calls of one scope run one after another; `lanes` is the only way to run several at once (DESIGN §6).
 * 3. After abort or run end nothing starts: the outcome says so with `callId: null` (G10).
 */

/** Why a call gave no usable answer. None of these is ever evidence (G4). */
export declare type FailureKind = "error" | "timeout" | "aborted" | "budget" | "empty-output" | "truncated" | "refused" | "missing-structured-output" | "invalid-structured-output" | "stale-packet" | "empty-packet";

/** Names of the families among the roles. */
declare type FamilyName<R extends Roles> = {
    [K in keyof R & string]: R[K] extends RoleFamily<SingleRole> ? K : never;
}[keyof R & string];

/** One claimed defect. Policies extend it with what their catalogue adds. */
export declare type Finding<Severity extends string = string, E extends Evidence = Evidence> = {
    /** Unique in the run, given by the loop, never reused. */
    readonly id: string;
    readonly severity: Severity;
    /** The label as reported, verbatim; `null` where there was none. Kept beside the grade for audit (RL-VN-03, LG-FILE-2). */
    readonly severityAsReported: string | null;
    /** Empty for a claim about the whole artifact (RL-EN-10). */
    readonly locations: readonly Location[];
    /** One sentence that can be shown false. */
    readonly claim: string;
    readonly evidence: readonly E[];
    /** All who raised it, the first one first. */
    readonly sources: readonly [FindingSource, ...FindingSource[]];
    /** Round of first intake. */
    readonly round: number;
};

/**
 * Findings: claimed defects, in the form that all policies share.
 *
 * Invariants:
 * 1. Identity and severity belong to the loop: neither is taken from a model after intake.
 * 2. A finding that several lanes raise stays one finding, with all its sources, places and evidence (BD-DEDUP-01, RL-TR-01).
 * 3. The shapes are type aliases, not interfaces, so that they are `Json` and may stand in states, inputs and reports.
 */

/** Who raised a finding. */
export declare type FindingSource = {
    readonly role: string;
    /** Key of the lane inside a role family; `null` where the role has one agent only. */
    readonly lane: string | null;
};

/** Why an answer ended, as a closed set; adapters map their provider's words onto it. */
export declare type FinishReason = "stop" | "length" | "refusal" | "tool-calls" | "other";

/** True or false. */
export declare function flag(): FactDomain<boolean>;

/** One fact that alone would have changed the outcome. */
export declare interface Flip {
    readonly fact: string;
    readonly from: FactValue;
    readonly to: FactValue;
    /** The token it would have been; `null` = no early row, the loop goes on to review. */
    readonly token: string | null;
    /** Where that token leads, for a `continue`. */
    readonly then: NextPhase | null;
}

/** `file[#section][:line[-endLine]]`. */
export declare function formatLocation(location: Location): string;

/** Options of {@link resumeRun} for a run in a journal; the input is the one that stands there. */
declare interface FromJournal<T extends PolicyTypes> extends CommonOptions<T> {
    readonly from: Journal;
    readonly token?: undefined;
    readonly answer?: undefined;
    readonly by?: undefined;
    readonly interrupted?: undefined;
}

/** An answer that a person gave, stamped with who gave it (G16). */
export declare interface GivenAnswer {
    readonly token: string;
    readonly by: string;
    readonly round: number;
    /** Milliseconds on the clock of the run that took the answer. */
    readonly at: number;
}

/** A vote that does not count, and why. */
export declare type IgnoredVote = {
    readonly vote: Vote;
    readonly reason: "not-on-roster" | "stale" | "no-version" | "no-verdict";
};

/** Independence of a run's reviewers. */
export declare interface Independence {
    readonly authors: readonly (AgentLabel & {
        readonly role: string;
    })[];
    readonly reviewers: readonly ReviewerIndependence[];
    /** Distinct reviewers (by id, else by identity) that gave a valid answer in the last valid review. */
    readonly distinctReviewers: number;
}

/** What is known of such an effect. */
export declare interface InterruptedEffect {
    readonly key: string;
    readonly kind: "call" | "step";
    /** How often it was started. */
    readonly attempts: number;
}

/** An effect that was in flight when the process ended, and that nobody may silently repeat (G11). */

/** What a person says of such an effect: run it again, end the run, or it was done and gave this value (of a call: its reply). */
export declare type InterruptedOutcome = "redo" | "stop" | {
    readonly value: Json;
};

/** Whether a value from outside is a location: known types, a file, lines in order. Other keys are not looked at. */
export declare function isLocation(value: unknown): value is Location;

/** Whether two locations share a place (BD-DEDUP-01, RL-TR-01); see invariant 3 for those without lines. */
export declare function isOverlapping(left: Location, right: Location): boolean;

/** Whether the value is an object literal or an object without prototype: no array, no class instance. */
export declare function isPlainObject(value: unknown): value is {
    readonly [key: string]: unknown;
};

/** Kinds for which a repair is asked: there was an answer, and it could be mended (QU-STR-03, QU-FAIL-03). */
export declare function isRepairable(kind: FailureKind): boolean;

/** Whether a token belongs to the runner. */
export declare function isRunnerToken(token: string): token is RunnerToken;

/**
 * Where a run's effects are recorded (DESIGN §6). A store knows nothing of what records mean: the runner does.
 *
 * Invariants:
 * 1. Records keep the order in which `append` was called, also where calls overlap.
 * 2. What `append` resolved for is there after a crash; what it did not resolve for may be there or not, but never before
 *    something that was appended earlier, and never in part.
 * 3. At most one run owns a journal at a time.
 */

/** Where a run's effects are recorded. A run opens it, owns it, and closes it. */
export declare interface Journal {
    /**
     * Takes ownership and reads what is there. Rejects with a {@link LoopwrightError}: `journal-locked` (names the owner),
     * `journal-corrupt` (names the line), `journal-version`.
     */
    open(): Promise<OpenJournal>;
    /**
     * What is there now, without ownership: changes nothing and makes nothing, and a journal that is not there yet holds
     * nothing. `verifyJournal` reads so; a store without it is opened and closed.
     */
    read?(): Promise<readonly Json[]>;
}

/**
 * Options of {@link resumeRun} for a run in a journal. Without an answer a run that crashed goes on, and one that waits
 * for an answer stays suspended: silence is not consent (G16). Limits that are left out are those recorded last.
 */
export declare type JournalResumeOptions<T extends PolicyTypes, Token extends keyof T["answers"]> = FromJournal<T> | AnswerFromJournal<T, Token> | SettleFromJournal<T>;

/** What `verifyJournal` found. */
export declare interface JournalVerification {
    readonly runId: string;
    readonly policy: string;
    readonly policyVersion: string;
    /** All decisions, in order. */
    readonly decisions: readonly DecisionRecord[];
    readonly faults: readonly DecisionFault[];
    /** Whether the run has ended or waits for an answer; `false` = it is in the middle. */
    readonly isEnded: boolean;
}

/** Plain JSON data: the only values that cross a seam (inputs, states, events, snapshots). */
export declare type Json = null | boolean | number | string | readonly Json[] | {
    readonly [key: string]: Json;
};

/** A plain JSON object. */
export declare type JsonObject = {
    readonly [key: string]: Json;
};

/** A JSON Schema document (draft 2020-12 subset); opaque to the core, passed on to agents as it stands. */
export declare type JsonSchema = {
    readonly [key: string]: Json;
};

/** Agents by role, as far as they are known; a family needs its members to be counted. */
export declare type KnownAgents = {
    readonly [role: string]: AgentDescription | {
        readonly [key: string]: AgentDescription;
    };
};

/** One lane: a scope of its own inside a round. */
export declare interface Lane<R extends Roles, E> extends CallScope<R, E> {
    readonly lane: string;
}

/** The outcome of a lane, in declared order. */
export declare type LaneResult<T> = {
    readonly lane: string;
    readonly ok: true;
    readonly value: T;
} | {
    readonly lane: string;
    readonly ok: false;
    readonly failure: Failure;
};

/** A lane to run: its name, and the role whose first call is reserved before any lane starts (G8). */
export declare interface LaneSpec<Name extends string> {
    readonly lane: string;
    readonly role?: Name;
}

/** Severities of the ledger and of the quality-locked loop. */
export declare type LedgerSeverity = "critical" | "major" | "substantive" | "cosmetic";

/** The ledger's scale: critical and major block. Intake takes its labels letter by letter, so it asks `is`, not `read` (LG-INT-2). */
export declare const ledgerSeverity: SeverityScale<LedgerSeverity>;

/** The lines of a location, both inclusive; `null` where it has none. */
export declare function linesOf(location: Location): {
    readonly start: number;
    readonly end: number;
} | null;

/** Never a value: only tells the compiler to keep literals such as `"approved"` in what a phase returns. */
declare interface LiteralHint<L extends Primitive> {
    readonly [key: string]: L | LiteralHint<L> | readonly (L | LiteralHint<L>)[];
    readonly "~hint": never;
}

/** Loads the portable hash, where the platform has none; `null` = there is nothing to wait for. */
export declare function loadSha256(): Promise<void> | null;

/**
 * Locations: where a finding points.
 *
 * Invariants:
 * 1. Lines are 1-based and inclusive; `endLine` stands only beside `line` and is not smaller.
 * 2. A text is a location only if it matches the whole grammar `file[#section][:line[-endLine]]`; an echoed template
 *    such as `file:line` or `<path>:<n>` is none (F05).
 * 3. A citation without lines means the whole file or section (RL-TE-20, D16). Where two locations cannot be told apart,
 *    they overlap: counting too much costs a look, counting too little hides a defect.
 */
/** A place in a file: all of it, a section, or a run of lines. A type alias, so that it is `Json`. */
export declare type Location = {
    /** Path as the reviewer gave it; compared letter by letter. */
    readonly file: string;
    /** First line, from 1. */
    readonly line?: number;
    /** Last line, inclusive; absent = `line`. */
    readonly endLine?: number;
    /** Enclosing heading, in prose (RL-SL-08). */
    readonly section?: string;
};

/** A host-driven run. */
export declare interface LoopSession<T extends PolicyTypes> {
    /** The run itself: events, result, abort. */
    readonly run: Run<T>;
    /** Waits until calls are pending or the run has ended. */
    next(): Promise<SessionStep<T>>;
    /**
     * Takes the outcome of a pending call.
     *
     * @throws LoopwrightError `call-not-pending` for a key that does not wait, `outcome-invalid` for a malformed outcome.
     */
    submit(key: string, outcome: CallOutcome): void;
}

/** Starts a host-driven run of any policy. Configuration errors throw as in `runLoop`. */
export declare function loopSession<T extends PolicyTypes>(policy: Policy<T>, options: SessionOptions<T>): LoopSession<T>;

/** Misuse of the library, or a fault in a policy's own code. `code` is stable over versions. */
export declare class LoopwrightError<Code extends string = string> extends Error {
    readonly name: string;
    readonly code: Code;
    readonly path: string | null;
    readonly hint: string | null;
    constructor(code: Code, message: string, options?: LoopwrightErrorOptions);
    /** Name, message and hint in one line. */
    toString(): string;
    /** Plain form for logs and `--json` output: code, message, path and hint. */
    toJSON(): {
        name: string;
        code: Code;
        message: string;
        path: string | null;
        hint: string | null;
    };
}

/**
 * Errors that teach (G20): misuse throws a {@link LoopwrightError} synchronously, before the first event,
 * with a stable `code`, the path of what is wrong, and a hint that says how to mend it.
 */
/** What a {@link LoopwrightError} says beside its message. */
export declare interface LoopwrightErrorOptions {
    /** Where the fault lies, such as `"limits.costUsd"`. */
    readonly path?: string;
    /** How to mend it, in one sentence. */
    readonly hint?: string;
    readonly cause?: unknown;
}

/** The longest delay that the platform's timers take, in milliseconds: 2^31 − 1. */
export declare const MAX_TIMER_MS = 2147483647;

/** A {@link Journal} whose records can be looked at. */
export declare interface MemoryJournal extends Journal {
    /** What is recorded now. Give it to {@link memoryJournal} to go on from a copy, as after a crash. */
    readonly records: readonly Json[];
}

/**
 * A journal that lives as long as the process.
 *
 * @throws LoopwrightError `not-plain` for records that are not JSON data.
 */
export declare function memoryJournal(records?: readonly Json[]): MemoryJournal;

/** The message of whatever was thrown; never throws itself. */
export declare function messageOf(thrown: unknown): string;

/** The next state, with its literals kept. */
declare type Next<State, L extends Primitive> = NoInfer<State> | LiteralHint<L>;

/** Phases that the `continue` rows lead to. */
declare type NextOf<R> = R extends {
    readonly kind: "continue";
    readonly then: infer Next extends NextPhase;
} ? Next : never;

/** Where a `continue` row leads. */
export declare type NextPhase = "revise" | "review" | "consult";

/** Reads `FIXED`, `NOT-FIXED`, `DISPUTED-STANDS` (LG-VER-1) and `still-open` (BD-FIND-10); `null` for anything else. */
export declare function normalizeRecheck(word: unknown): Recheck | null;

/**
 * Reads a foreign verdict word by the closed table {@link VERDICT_WORDS}: a whole word, case and separators aside.
 * Never throws; whatever is not in the table is `unavailable` and not `known` (G4, F03).
 */
export declare const normalizeVerdict: (word: unknown) => VerdictReading;

/** One of the listed values. */
export declare function oneOf<const L extends readonly [FactValue, ...FactValue[]]>(...values: L): FactDomain<L[number]>;

/**
 * What becomes of an effect that was in flight when the process ended, once the run goes on from its journal (G11):
 *
 * - `"reissue"`: it is run again, at most once over all crashes; for effects that change nothing.
 * - `"stop"`: the run fails as `effect-interrupted`, because nobody knows whether it was done.
 * - `"ask"`: the same, with a question; `resumeRun({ from: journal, interrupted, by })` says what became of it.
 */
export declare type OnInterrupted = "reissue" | "stop" | "ask";

/** A journal in the hands of its owner. */
export declare interface OpenJournal {
    /** What was there when it was opened, in the order in which it was appended: plain frozen JSON. */
    readonly records: readonly Json[];
    /** Resolves when the record is durable by the journal's own policy. Calls may overlap. */
    append(record: Json): Promise<void>;
    /** Replaces everything by these records, as one change: after a crash either all of them are there or none. */
    compact(records: readonly Json[]): Promise<void>;
    /** Gives up ownership. Idempotent. */
    close(): Promise<void>;
}

/** The outcome of a call or step. */
export declare type Outcome<T> = {
    readonly ok: true;
    readonly value: T;
    readonly callId: string;
} | {
    readonly ok: false;
    readonly failure: Failure;
};

declare type OwnEvent<E extends DomainEvent> = E;

/**
 * Reads `src/a.ts`, `src/a.ts:12` or `C:\src\a.ts:12-20` and, with `sections`, `plan.md#Rollback`; `null` for anything
 * else. Whether the file exists or may be touched is not asked here.
 */
export declare function parseLocation(text: string, options?: ParseLocationOptions): Location | null;

/** How {@link parseLocation} reads. */
export declare interface ParseLocationOptions {
    /** Whether `#` separates a section, as in plans (`plan.md#Rollback`). Default `false`: `#` is part of the file name. */
    readonly sections?: boolean;
}

/** A pass row decided. */
export declare interface PassedResult<T extends PolicyTypes> extends Decided<T, T["pass"]> {
    readonly status: "passed";
}

/** The artifact passes; only after a review. */
export declare interface PassRow<F> extends RowBase<F> {
    readonly token: string;
    readonly kind: "pass";
    readonly then?: never;
    readonly early?: false;
}

/** A call for the host to perform. `request` is what an agent would get. */
export declare interface PendingCall {
    readonly key: string;
    readonly request: Omit<AgentRequest, "signal" | "reportUsage">;
    /** Aborted when the outcome no longer counts. */
    readonly signal: AbortSignal;
}

/** What a checkpoint knows and what it decided: facts for the policy, a record for whoever asks why (G3, G21). */

/** The phase that just ended, or in which something happens. */
export declare type Phase = "open" | "review" | "revise" | "consult" | "record" | "answer" | "report";

/** What a phase may do. */
export declare interface PhaseContext<R extends Roles, E> extends CallScope<R, E> {
    readonly phase: Phase;
    /**
     * Runs lanes side by side: at most `concurrency` at once, results in declared order, one lane's failure touches
     * no other (G8).
     */
    lanes<T, const Spec extends LaneSpec<RoleName<R>>>(lanes: readonly Spec[], run: (lane: Lane<R, E>, spec: Spec) => Promise<T>, options?: {
        readonly concurrency?: number;
    }): Promise<readonly LaneResult<T>[]>;
    /** The keys of a family's agents, in declared order. */
    members(family: FamilyName<R>): readonly string[];
    /** Digest of the version under review, for {@link CallRequest.builtFrom}; `null` where there is none. */
    version(): string | null;
}

/** The phases that a policy owes for the `continue` rows of its table. */
declare type PhasesOwed<Then extends NextPhase, R extends Roles, E extends DomainEvent, State, L extends Primitive> = {
    readonly [Phase in Exclude<Then, "review">]: (ctx: PhaseContext<R, E>, state: NoInfer<State>) => Promise<Next<State, L>> | Next<State, L>;
};

/** The runner rows that a policy may place at another position of its table. */
export declare type PlaceableRunnerToken = Exclude<RunnerToken, "round-limit">;

/** Runner tokens that the rows place. */
declare type PlacedIn<R> = R extends {
    readonly token: infer Token extends PlaceableRunnerToken;
} ? Token : never;

/** A policy, ready to run: see `runLoop`, `loopSession`, `worstCase`. */
export declare interface Policy<T extends PolicyTypes = PolicyTypes> {
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

/** The second half of a policy: its phases and pure functions. `open` comes first because it fixes the state's type. */
export declare interface PolicyBody<Input, State, Report, F, R extends Roles, Token extends string, Answers extends object, E extends DomainEvent, L extends Primitive = Primitive> {
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
    record?(ctx: RecordContext<E>, state: NoInfer<State>, decision: DecisionRecord<Token>): Promise<Next<State, L>> | Next<State, L>;
    /** Checks the whole configuration; throws before the first event. */
    check?(input: Input, agents: AgentsFor<R>): void;
    /** One entry for each `ask` token of the table. */
    readonly asks?: {
        readonly [K in keyof Answers]: Ask<NoInfer<State>, Answers[K]>;
    };
    /** What the run established. Pure. */
    report(state: NoInfer<State>, decision: DecisionRecord<Token>, summary: RunSummary): Report;
    /** Plain facts to stand in `run.finished`. */
    summarize?(report: NoInfer<Report>): JsonObject;
}

/** The first half of a policy: what is fixed before any state exists. */
export declare interface PolicyHeader<R extends Roles, F, Pass extends string, Stop extends string, AskToken extends string, Continue extends string, Then extends NextPhase, E extends DomainEvent> {
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

/**
 * Policies: roles + facts + table + phases (DESIGN §2).
 *
 * Invariants:
 * 1. Phases close over nothing but options and always return a state; the state is plain data.
 * 2. `facts`, `artifact`, `reviewed`, `report` and `apply` are pure: they read the state and nothing else.
 * 3. Everything is inferred: a wrong role, token, fact value or answer is a compile error.
 */

/** The types of one policy, as one bag, so that declarations stay readable. */
export declare interface PolicyTypes {
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

/** Primitive values of a state. */
declare type Primitive = string | number | boolean | null | undefined;

/** What the runner tells `facts` at a checkpoint. */
export declare interface Progress extends RunnerSignals {
    /** Reviews begun so far; during the first review it is 1. */
    readonly round: number;
    /** The phase that just ended. */
    readonly phase: Phase;
    /**
     * Whether the version that the last producing phase made was made before in this run (G18). Reading it computes
     * digests; not reading it costs next to nothing.
     */
    readonly versionSeen: boolean;
}

/** The question of an `ask` row, for a person. */
export declare interface Question {
    /** The question itself, in one or a few sentences. */
    readonly text: string;
    /** The answers to choose from, where the set is closed. */
    readonly options?: readonly string[];
    /** What a person needs to know to answer; ids and short texts. */
    readonly details?: JsonObject;
}

/** A review that is open for votes. */
export declare interface Quorum {
    readonly roster: readonly string[];
    readonly needed: number;
    /** Counts votes. With `version`, only votes for exactly that version count. */
    tally(votes: Iterable<Vote>, options?: {
        readonly version?: string;
    }): QuorumTally;
}

/** {@link defineQuorum} and `tally` in one, for votes that are all there. */
export declare function quorum(review: QuorumOptions & {
    readonly roster: readonly string[];
    readonly rule: QuorumRule;
    readonly votes: Iterable<Vote>;
    readonly version?: string;
}): QuorumTally;

/** How the review is counted beyond the rule. */
export declare interface QuorumOptions {
    /** One valid rejection rejects, whatever the others say. Default `false`: it only withholds its voter's approval. */
    readonly veto?: boolean;
}

/** How many of the roster must approve. `"majority"` is more than half of the roster, whoever voted. */
export declare type QuorumRule = "all" | "majority" | {
    readonly atLeast: number;
};

/** What the votes amount to. All names are of the roster and in its order. */
export declare type QuorumTally = {
    /** `unavailable` until enough approve, or so many reject that not enough can. */
    readonly verdict: Verdict;
    /** Approvals that the rule asks for. */
    readonly needed: number;
    /** While the verdict is `unavailable`: how many approvals are missing, and whose valid vote could still bring them. */
    readonly pending: {
        readonly approvals: number;
        readonly from: readonly string[];
    } | null;
    readonly approvers: readonly string[];
    readonly rejecters: readonly string[];
    /** Those who voted without a valid verdict: unavailable, or for and against the same version. */
    readonly unavailable: readonly string[];
    readonly ignored: readonly IgnoredVote[];
};

/** A reply, read. */
export declare type ReadAnswer = {
    readonly ok: true;
    readonly value: unknown;
} | {
    readonly ok: false;
    readonly kind: FailureKind | "validator-threw";
    readonly message: string;
    readonly problems?: readonly string[];
};

/** Reads a reply; a promise only where the role's validator is asynchronous. */
export declare function readAnswer(role: SingleRole, reply: TakenReply): ReadAnswer | Promise<ReadAnswer>;

declare type ReasonedKind = 
/** Nobody showed it gone: left at a cap, declined by the fixer, not mentioned again. Open. */
"unresolved"
/** Neither confirmed nor refuted (BD-FIND-07, F06). Open. */
| "unverified"
/** Reported, blocks nothing, nobody acts on it (BD-CLASS-02, RL-TR-05). */
| "advisory"
/** Ordinary work after the loop; the reason names the ticket (LG-DIS-2, H01). */
| "deferred"
/** Judged and refused (LG-DIS-2, BD-FIND-06 `refuted`). */
| "rejected"
/** True and left in on purpose (RL-VN-11, RL-SF-15). */
| "accepted-degraded"
/** True of something else than what is under review (RL-VN-11). */
| "not-applicable"
/** Entered in a register of known remainders (RL-TR-09). */
| "registered"
/** Well-formed, and removed by a rule that the reason names (RL-SL-12, BD-FIND-04). */
| "dropped"
/** Not well-formed: a required part was missing or unreadable (BD-FIND-01, F05). */
| "invalid";

/** What became of the defect, as the one who looked again says. */
export declare type Recheck = "fixed" | "not-fixed" | "disputed";

/** What `record` may do: no calls, no decisions. */
export declare interface RecordContext<E> {
    step<T>(name: string, run: (step: StepContext) => Promise<T> | T, options?: StepOptions): Promise<Outcome<T>>;
    emit(event: E): void;
    now(): number;
    readonly round: number;
}

declare interface ResultBase {
    /** Reviews begun. */
    readonly rounds: number;
    readonly usage: RunUsage;
    readonly independence: Independence;
    /** Digest of the version that the last valid review judged; `null` where none was. */
    readonly reviewedVersion: string | null;
    readonly unreviewedChange: UnreviewedChange | null;
    readonly answers: readonly GivenAnswer[];
    /** Listeners that threw; the run went on (G13). */
    readonly observerErrors: number;
}

/** Tokens of a finished run. */
export declare type ResultToken<T extends PolicyTypes> = T["pass"] | T["stop"] | T["ask"] | RunnerToken;

/** Options of {@link resumeRun} for a suspended run. */
export declare interface ResumeOptions<T extends PolicyTypes, Token extends keyof T["answers"]> extends CommonOptions<T> {
    /** `result.snapshot` of the suspended run, also after a trip through JSON. */
    readonly from: RunSnapshot;
    /** The ask token that is answered; must be the one that waits. */
    readonly token: Token;
    readonly answer: T["answers"][Token];
    /** Who answers; stands in the result and the events. */
    readonly by: string;
}

/**
 * Goes on with a run.
 *
 * From a snapshot: answers the question; the run goes on in the same round (G16). From a journal: goes on after a crash, or
 * with an answer. Limits may be widened; what was spent stays spent.
 *
 * @throws LoopwrightError synchronously with one of the codes `snapshot-invalid`, `policy-mismatch`, `token-mismatch`,
 * `answer-unsigned`, `answer-invalid`, `answer-refused`, `not-plain`, or a configuration error; the snapshot stays usable.
 * From a journal these come as the error of a failed run, because reading takes time; so do `journal-locked`,
 * `journal-corrupt`, `journal-version`, `journal-invalid`, `journal-empty`, `journal-divergence`, `effect-not-interrupted`.
 */
export declare function resumeRun<T extends PolicyTypes, const Token extends keyof T["answers"] & string>(policy: Policy<T>, options: JournalResumeOptions<T, Token>): Run<T>;

export declare function resumeRun<T extends PolicyTypes, const Token extends keyof T["answers"] & string>(policy: Policy<T>, options: ResumeOptions<T, Token>): Run<T>;

/** Who judged whose work, made visible (G23). */

/** A reviewer of the run. */
export declare interface ReviewerIndependence extends AgentLabel {
    readonly role: string;
    /** Whether the reviewer shares a declared model family with an author; `null` where one of them declares none. */
    readonly sharesAuthorFamily: boolean | null;
    /** Whether it gave a valid answer in the last valid review. */
    readonly judged: boolean;
}

/** Severities of the review loop (RL-VN-01). */
export declare type ReviewSeverity = "blocker" | "major" | "minor" | "nit";

/**
 * The review loop's scale: blocker and major are serious. Foreign labels map upward, and a missing or unknown one is
 * `major`, because a missing label must not hide a serious defect (RL-VN-02).
 */
export declare const reviewSeverity: SeverityScale<ReviewSeverity>;

/** What a policy may need an agent for. */
export declare type Role = SingleRole | RoleFamily<SingleRole>;

/** A role played by several agents, each under a key of its own, such as one reviewer per lane. */
export declare interface RoleFamily<R extends SingleRole> {
    readonly kind: "family";
    readonly role: R;
}

/** A role played by several agents: `agents` takes a record of them, `ctx.call` takes `"name/key"`. */
export declare function roleFamily<R extends SingleRole>(role: R): RoleFamily<R>;

/** Names that `call` takes: a role, or `"family/key"`. */
declare type RoleName<R extends Roles> = {
    [K in keyof R & string]: R[K] extends RoleFamily<SingleRole> ? `${K}/${string}` : K;
}[keyof R & string];

/** Options of a role. */
export declare interface RoleOptions {
    readonly duty?: Duty;
}

/** Roles by name. */
export declare type Roles = {
    readonly [name: string]: Role;
};

/** Calls and spend of one role. */
export declare interface RoleUsage extends SpentUsage {
    readonly calls: number;
    readonly repairCalls: number;
    readonly failedCalls: number;
    /** How many calls a fallback answered instead of the agent that was asked, by the fallback's id; absent where none did. */
    readonly fallbacks?: {
        readonly [agent: string]: number;
    };
}

declare interface RowBase<F> {
    /** Whether the row holds; pure, over facts alone. */
    readonly when: (facts: F) => boolean;
    /** The condition in words, for explanations and generated tables. */
    readonly why?: string;
}

/** Rows of a termination table, as data, and what reading them gives. */

/** What an outcome is: the run passes, ends, halts for a person, or goes on. */
export declare type RowKind = "pass" | "stop" | "ask" | "continue";

/** A run: an async iterable of its events, with a result at the end. */
export declare interface Run<T extends PolicyTypes> extends AsyncIterable<RunEvent<T> | EventGap> {
    /** Unique to the run; survives resumes. With a journal it is the recorded one, once the run has begun. */
    readonly id: string;
    /** How the run ended. Never rejects. */
    readonly result: Promise<RunResult<T>>;
    /** Ends the run as `aborted`; what was reviewed stays in the result. */
    abort(reason?: unknown): void;
    /** Calls back for events of one type, or `"*"` for all; the returned function stops it. */
    on<Type extends RunEvent<T>["type"] | "*">(type: Type, listener: (event: Type extends "*" ? RunEvent<T> : Extract<RunEvent<T>, {
        readonly type: Type;
    }>) => void): () => void;
    /** The result of a pass; throws `run-not-passed` for every other ending. */
    unwrap(): Promise<PassedResult<T>>;
}

/** An event of a run of a policy: the runner's or the policy's own. */
export declare type RunEvent<T extends PolicyTypes = PolicyTypes> = (RunnerEvent | OwnEvent<T["event"]>) & EventFrame;

/**
 * Limits of one run (G14). None holds unless the caller passes it, except the round limit (G1).
 *
 * Invariants:
 * 1. Every limit is checked before the first event; `0`, negative, fractional, `NaN` and `Infinity` are refused.
 * 2. An unknown price is unknown, never 0: a cost limit over an agent without a price refuses to start (H08).
 */

/** What a caller may bound. */
export declare interface RunLimits {
    /** Reviews at most; the smaller of this and the policy's own `maxRounds` holds. */
    readonly rounds?: number | undefined;
    /** Calls at most, repairs included. */
    readonly calls?: number | undefined;
    /** Input plus output tokens at most. */
    readonly tokens?: number | undefined;
    /** US dollars at most. Needs a price for every agent, or `fallbackPrices`. */
    readonly costUsd?: number | undefined;
    /** Prices for agents that declare none; without them a cost limit refuses to start. */
    readonly fallbackPrices?: TokenPrices | undefined;
    /** Time limit of each call; the smaller of this and the policy's own holds. `null` = none. */
    readonly callTimeoutMs?: number | null | undefined;
    /** Time limit of the whole run. `null` = none. */
    readonly runTimeoutMs?: number | null | undefined;
}

/**
 * Starts a run. Events begin in the next microtask, so listeners attached at once miss nothing.
 *
 * @throws LoopwrightError synchronously, for a wrong configuration; see `bindRoster`, `checkLimits`, and the policy's own.
 */
export declare function runLoop<T extends PolicyTypes>(policy: Policy<T>, options: RunOptions<T>): Run<T>;

/** Event types that the runner owns, and what stands for all types or for a gap: a policy's own event may take none. */
export declare const RUNNER_EVENT_TYPES: ReadonlySet<string>;

/** The placeable runner rows in their default order, each with its condition in words. */
export declare const RUNNER_ROWS: readonly {
    readonly token: PlaceableRunnerToken;
    readonly holds: (signals: RunnerSignals) => boolean;
    readonly why: string;
}[];

/** The runner's events, without their frame. */
export declare type RunnerEvent = {
    readonly type: "run.started";
    readonly policy: string;
    /** The hard ceiling in force: exactly this many reviews at most (G1). */
    readonly maxRounds: number;
    readonly limits: RunLimits;
    readonly agents: {
        readonly [role: string]: AgentLabel;
    };
    /** The run goes on from a journal, from its start: what is recorded is replayed, with the same numbers. */
    readonly replayed?: true;
    /** Facts that the policy announces, such as the caps in force; they also stand beside these fields. */
    readonly [announced: string]: unknown;
} | {
    readonly type: "run.resumed";
    readonly policy: string;
    /** The question that was answered, and by whom; `null` where a run goes on from its journal without an answer. */
    readonly token: string | null;
    readonly by: string | null;
    readonly maxRounds: number;
} | {
    readonly type: "run.suspended";
    readonly token: string;
    readonly question: Question;
    readonly observerErrors: number;
} | {
    readonly type: "run.finished";
    readonly status: RunStatus;
    readonly token: string | null;
    readonly rounds: number;
    readonly observerErrors: number;
    /** Facts that the policy's `summarize` adds. */
    readonly [summarized: string]: unknown;
} | {
    readonly type: "phase.started";
} | {
    readonly type: "phase.finished";
    readonly ok: boolean;
} | {
    readonly type: "call.started";
    readonly callId: string;
    readonly key: string;
    readonly role: string;
    readonly purpose?: string;
    readonly version?: number;
    readonly repair: number;
    readonly tools?: readonly string[];
    /** How often it was in flight when a process ended, before this attempt (G11). */
    readonly interrupted?: number;
    /** What is recorded in the journal, told again: no agent is called. */
    readonly replayed?: true;
} | {
    readonly type: "call.finished";
    readonly callId: string;
    readonly key: string;
    readonly usage: Usage | null;
    readonly textChars: number | null;
    readonly model?: string;
    readonly finishReason?: FinishReason;
    readonly replayed?: true;
} | {
    readonly type: "call.failed";
    readonly callId: string;
    readonly key: string;
    readonly kind: "error" | "timeout" | "aborted";
    readonly message: string;
    readonly replayed?: true;
} | {
    readonly type: "answer.invalid";
    readonly callId: string;
    readonly kind: FailureKind;
    readonly problems: readonly string[];
} | {
    readonly type: "call.refused";
    readonly key: string;
    readonly role: string;
    readonly kind: FailureKind;
    readonly message: string;
} | {
    readonly type: "step.started";
    readonly key: string;
    readonly name: string;
    readonly interrupted?: number;
    readonly replayed?: true;
} | {
    readonly type: "step.finished";
    readonly key: string;
    readonly replayed?: true;
} | {
    readonly type: "step.failed";
    readonly key: string;
    readonly kind: FailureKind;
    readonly message: string;
    readonly replayed?: true;
} | {
    readonly type: "lane.started";
} | {
    readonly type: "lane.finished";
    readonly ok: boolean;
} | {
    readonly type: "review.stale";
    readonly reviewedVersion: string | null;
    readonly version: string | null;
} | ({
    readonly type: "decision.made";
} & Pick<DecisionRecord, "token" | "kind" | "then" | "row" | "early" | "facts" | "signals">) | {
    readonly type: "answer.given";
    readonly token: string;
    readonly by: string;
};

/** Names of the runner's events. */
export declare type RunnerEventType = RunnerEvent["type"];

/** What the runner knows at a checkpoint beside the policy's facts. */
export declare interface RunnerSignals {
    readonly aborted: boolean;
    readonly runTimedOut: boolean;
    /** A reservation was refused in the phase that just ended. */
    readonly budgetRefused: boolean;
}

/**
 * The runner's own rows: they stand in front of every table, because no policy may forget them (DESIGN §2).
 *
 * Invariants:
 * 1. `aborted`, `run-timeout`, `budget-spent` are the first rows at every checkpoint, in this order (QU-ABT-03).
 * 2. A policy may place one of them elsewhere in its table; it cannot drop one and cannot change its condition.
 * 3. `round-limit` only ever replaces a `continue`; it never overrides the result of the round that ran (G1).
 */
/** Tokens that only the runner gives. */
export declare type RunnerToken = "aborted" | "run-timeout" | "budget-spent" | "round-limit";

/** Options of {@link runLoop}. */
export declare interface RunOptions<T extends PolicyTypes> extends CommonOptions<T> {
    /** Copied and deeply frozen before the first phase sees it (QU-REQ-02). */
    readonly input: T["input"];
    /** Names the run in idempotency keys. Default: a random UUID. */
    readonly runId?: string | undefined;
    /**
     * Where effects are recorded (G11). An empty one begins a run; one that holds a run of this policy, input and roster goes
     * on with it, so that the same command may simply be given again; a run that has ended gives its result again.
     */
    readonly journal?: Journal | undefined;
}

/** Where a run stands between two phases: what it takes, beside the policy and its agents, to go on from there. */
declare interface RunPosition {
    readonly round: number;
    readonly consults: number;
    readonly state: Json;
    /** Numbers of events, calls and listener errors so far. */
    readonly seq: number;
    readonly calls: number;
    readonly observerErrors: number;
    readonly usage: RunUsage;
    readonly budget: BudgetState;
    /** Run time used so far, in milliseconds. */
    readonly elapsedMs: number;
    readonly seenVersions: readonly string[];
    readonly reviewedVersion: string | null;
    /** Whether that is the version that is current in `state`. */
    readonly reviewedIsCurrent: boolean;
    /** Whether the last review gave a valid verdict. */
    readonly lastReviewValid: boolean;
    /** Names of the agents that judged in the last valid review. */
    readonly judged: readonly string[];
    readonly answers: readonly GivenAnswer[];
}

/** How a run ended and what it established. */
export declare type RunResult<T extends PolicyTypes = PolicyTypes> = PassedResult<T> | StoppedResult<T> | SuspendedResult<T> | AbortedResult<T> | FailedResult;

/** A suspended run, as plain data: store it, send it, resume from it. */
export declare interface RunSnapshot extends RunPosition {
    readonly format: typeof SNAPSHOT_FORMAT;
    readonly policy: string;
    readonly policyVersion: string;
    readonly runId: string;
    /** The ask token that waits for an answer. */
    readonly token: string;
    readonly question: Question;
    readonly facts: AnyFacts;
    /** The phase after which was asked, and whether only early rows counted. */
    readonly phase: Phase;
    readonly early: boolean;
    readonly input: Json;
}

/** How a run ended. */
export declare type RunStatus = "passed" | "stopped" | "suspended" | "aborted" | "failed";

/** What a report may read beside the state. */
export declare interface RunSummary {
    readonly rounds: number;
    readonly usage: RunUsage;
}

/** What a run spent. `costUsd` is a lower bound while `callsWithoutCost` is not zero (G14, H08). */
export declare interface RunUsage extends SpentUsage {
    /** Every started call, repairs included (QU-USE-01). */
    readonly calls: number;
    readonly repairCalls: number;
    /** The number of `call.failed` events. */
    readonly failedCalls: number;
    /** Calls that reported no usable number at all. */
    readonly callsWithoutUsage: number;
    /** Calls whose cost is unknown: neither reported nor computable from declared prices. */
    readonly callsWithoutCost: number;
    /** False as soon as one call reported nothing: the sums are then lower bounds (QU-USE-02). */
    readonly complete: boolean;
    readonly byRole: {
        readonly [role: string]: RoleUsage;
    };
}

/** Options of {@link loopSession}: those of a run, with descriptions for agents. */
export declare interface SessionOptions<T extends PolicyTypes> extends Omit<RunOptions<T>, "agents"> {
    readonly agents?: DescriptionsFor<T["roles"]>;
}

/** Where a session stands. */
export declare type SessionStep<T extends PolicyTypes> = {
    readonly status: "pending";
    readonly calls: readonly PendingCall[];
} | {
    readonly status: "ended";
    readonly result: RunResult<T>;
};

declare interface SettleFromJournal<T extends PolicyTypes> extends CommonOptions<T> {
    readonly from: Journal;
    readonly token?: undefined;
    readonly answer?: undefined;
    /** What became of an effect that was in flight when the process ended; see `EffectInterrupted`. */
    readonly interrupted: {
        readonly key: string;
        readonly outcome: InterruptedOutcome;
    };
    readonly by: string;
}

/** A label as it was given and what it means; both are kept (RL-VN-03, LG-FILE-2 `severity_as_reported`). */
export declare type SeverityReading<Severity extends string> = {
    /** `null`: the scale refuses unknown labels. */
    readonly severity: Severity | null;
    /** Verbatim; `null` where no string was given. */
    readonly word: string | null;
    readonly known: boolean;
};

/** An ordered closed set of severities. */
export declare interface SeverityScale<Severity extends string> {
    /** Strongest first. */
    readonly levels: readonly Severity[];
    /** The levels that block, strongest first. */
    readonly blocking: readonly Severity[];
    /** Whether the value is a severity of this scale, letter by letter. */
    is(value: unknown): value is Severity;
    /** Reads a label from outside; never throws. */
    read(word: unknown): SeverityReading<Severity>;
    isBlocking(severity: Severity): boolean;
    /** Whether `severity` is as strong as `least` or stronger. */
    isAtLeast(severity: Severity, least: Severity): boolean;
    /** For sorting, strongest first. */
    compare(left: Severity, right: Severity): number;
    /** The strongest of the given ones (RL-TR-01, LG-INT-7); `null` for none. */
    strongest(severities: Iterable<Severity>): Severity | null;
}

/** How a scale is declared. */
export declare interface SeverityScaleSpec<Severity extends string> {
    /** Strongest first. */
    readonly levels: readonly [Severity, ...Severity[]];
    /** The weakest severity that blocks; it and all above it do. */
    readonly blocksFrom: Severity;
    /** What a missing or unknown label means; `null` refuses it. */
    readonly unknown: Severity | null;
    /** Foreign labels by severity, in lower case with `-` between their parts. Each severity is its own label anyway. */
    readonly words?: {
        readonly [S in Severity]?: readonly string[];
    };
}

/**
 * SHA-256 in lower-case hex; text as UTF-8, a lone surrogate in it as U+FFFD.
 *
 * @throws LoopwrightError `sha256-not-loaded` where the platform has no synchronous hash and none was loaded.
 */
export declare function sha256Hex(data: string | Uint8Array): string;

/** A role that is played by one agent. */
export declare type SingleRole = TextRole | StructuredRole<unknown>;

/** The format written by this version. */
export declare const SNAPSHOT_FORMAT = "loopwright/snapshot@1";

/** Token and cost sums of one role or of a whole run; only finite non-negative reported numbers enter (QU-USE-02). */
export declare interface SpentUsage {
    readonly inputTokens: number;
    readonly outputTokens: number;
    readonly costUsd: number;
}

/** A problem that a Standard Schema reports. */
export declare interface StandardIssue {
    readonly message: string;
    readonly path?: readonly (PropertyKey | {
        readonly key: PropertyKey;
    })[] | undefined;
}

/** What validating gives. */
export declare type StandardResult<Output> = {
    readonly value: Output;
    readonly issues?: undefined;
} | {
    readonly issues: readonly StandardIssue[];
};

/** A schema of any library that implements Standard Schema v1. */
export declare interface StandardSchema<Output = unknown> {
    readonly "~standard": {
        readonly version: 1;
        readonly vendor: string;
        readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
        readonly types?: {
            readonly input: unknown;
            readonly output: Output;
        } | undefined;
        readonly jsonSchema?: {
            readonly input: (options: {
                readonly target: "draft-2020-12";
            }) => Record<string, unknown>;
        } | undefined;
    };
}

/** What a step may look at. */
export declare interface StepContext {
    readonly signal: AbortSignal;
    /** Stable over resumes; safe as an idempotency key. */
    readonly key: string;
}

/** Options of a step. */
export declare interface StepOptions {
    /** Default `"stop"`: a step may write. */
    readonly onInterrupted?: OnInterrupted;
}

/** A stop row, or a limit, decided. */
export declare interface StoppedResult<T extends PolicyTypes> extends Decided<T, T["stop"] | Exclude<RunnerToken, "aborted">> {
    readonly status: "stopped";
}

/** The run ends without a pass. */
export declare interface StopRow<F> extends RowBase<F> {
    readonly token: string;
    readonly kind: "stop";
    readonly then?: never;
    readonly early?: boolean;
}

/** A role answered with a structured value of type `T`. */
export declare interface StructuredRole<T> {
    readonly kind: "structured";
    readonly duty: Duty;
    readonly jsonSchema: JsonSchema;
    validate(value: unknown): Validated<T> | Promise<Validated<T>>;
}

/**
 * A role answered with a validated value, such as a reviewer. Takes a {@link Contract} or any Standard Schema
 * (zod, valibot, arktype …). Duty: `reviewer` unless said otherwise.
 *
 * @throws LoopwrightError `schema-missing` when neither the schema nor the options give a JSON Schema.
 */
export declare function structuredRole<T>(contract: Contract<T> | StandardSchema<T>, options?: RoleOptions & {
    readonly jsonSchema?: object;
}): StructuredRole<T>;

/** An ask row decided: the run waits in `snapshot` until someone answers through `resumeRun` (G16). */
export declare interface SuspendedResult<T extends PolicyTypes> extends Decided<T, T["ask"]> {
    readonly status: "suspended";
    readonly question: Question;
    readonly snapshot: RunSnapshot;
}

/** The platform's time, in whole milliseconds, and its timers. When the wall clock is set back, it goes on. */
export declare const systemClock: Clock;

/** What a table decided. `row` is the 0-based index in the table, `null` for a runner row in its default place. */
export declare type TableDecision<Token extends string = string> = {
    readonly token: Token;
    readonly kind: "pass" | "stop" | "ask";
    readonly then: null;
    readonly row: number | null;
} | {
    readonly token: Token;
    readonly kind: "continue";
    readonly then: NextPhase;
    readonly row: number | null;
};

/** One row of a table, as data. */
export declare type TableRow<F> = PassRow<F> | StopRow<F> | AskRow<F> | ContinueRow<F>;

/** The fields of a reply that are read, taken once: an agent cannot change them afterwards. */

export declare type TakenReply = Pick<AgentReply, "structured" | "usage" | "model" | "answeredBy" | "finishReason"> & {
    readonly text: unknown;
};

/** A termination table over facts `F`, typed by its tokens. */
export declare interface TerminationTable<F, Pass extends string = string, Stop extends string = string, Ask extends string = string, Continue extends string = string, Next extends NextPhase = NextPhase, Placed extends PlaceableRunnerToken = PlaceableRunnerToken> {
    readonly facts: FactsDefinition<F>;
    readonly rows: readonly TableRow<F>[];
    readonly tokens: {
        readonly pass: readonly Pass[];
        readonly stop: readonly Stop[];
        readonly ask: readonly Ask[];
        readonly continue: readonly Continue[];
    };
    readonly hasEarlyRows: boolean;
    /** Phases that some row leads to. */
    readonly next: readonly Next[];
    /**
     * Decides. Pure and total over declared facts. All rows count, a placed runner row by its own `when`.
     *
     * @throws LoopwrightError `facts-invalid` for a record outside the declaration, `row-threw` when a row's `when`
     * throws, `row-not-boolean` when it returns anything but true or false.
     */
    decide(facts: F): TableDecision<Pass | Stop | Ask | Continue | Placed>;
    /** Decides at a checkpoint of a run; `null` when no early row matches. Throws as `decide` does. */
    decideAt(facts: F, options: DecideOptions): TableDecision<Pass | Stop | Ask | Continue | PlaceableRunnerToken> | null;
    /** Says why: the matching row, why the rows above did not match, and which single fact would change it (G21). */
    explain(facts: F, options?: ExplainOptions): Explanation;
    /** The table as Markdown, for documentation. */
    toMarkdown(): string;
}

/**
 * Builds a table. Rows are data; the first that matches decides.
 *
 * @throws LoopwrightError with one of the codes `table-empty`, `token-missing`, `token-two-kinds`, `then-missing`,
 * `then-misplaced`, `early-revise`, `early-pass`, `kind-unknown`, `runner-token`, `no-catch-all`, `catch-all-pass`,
 * `unreachable-row`.
 */
export declare function terminationTable<F, const R extends readonly TableRow<F>[]>(facts: FactsDefinition<F>, rows: R): TerminationTable<F, TokensOfKind<R[number], "pass">, TokensOfKind<R[number], "stop">, TokensOfKind<R[number], "ask">, TokensOfKind<R[number], "continue">, NextOf<R[number]>, PlacedIn<R[number]>>;

/** A role answered in prose. */
export declare interface TextRole {
    readonly kind: "text";
    readonly duty: Duty;
}

/** A role answered in prose, such as a writer. Duty: `author` unless said otherwise. */
export declare function textRole(options?: RoleOptions): TextRole;

/** US dollars for one million tokens, by direction. */
export declare interface TokenPrices {
    readonly inputUsdPerMillionTokens: number;
    readonly outputUsdPerMillionTokens: number;
}

/** Tokens of the rows of one kind. */
declare type TokensOfKind<R, Kind extends RowKind> = R extends {
    readonly token: infer Token extends string;
    readonly kind: Kind;
} ? Exclude<Token, PlaceableRunnerToken> : never;

/**
 * Results (DESIGN §5): a union by `status`. A result never rejects for something an agent, a tool or a person did.
 *
 * Invariants:
 * 1. `passed` only for a pass row, about exactly `reviewedVersion`, with `unreviewedChange: null` (G2).
 * 2. Tokens are the policy's or the runner's (G3); `failed` has none, because nothing was decided.
 */

/** A change after the last review that nobody judged (G2, F20). Digests; `from` is `null` where nothing was reviewed. */
export declare interface UnreviewedChange {
    readonly from: string | null;
    readonly to: string;
}

/** What one call spent, as far as the agent knows it. A field that is absent is unknown, never zero (G14). */
export declare interface Usage {
    readonly inputTokens?: number;
    readonly outputTokens?: number;
    /** Cost in US dollars, where the agent knows it itself. */
    readonly costUsd?: number;
    /** Provider-specific details; carried, never read. */
    readonly details?: JsonObject;
}

/** The outcome of validating a structured answer. */
export declare type Validated<T> = {
    readonly ok: true;
    readonly value: T;
} | {
    readonly ok: false;
    readonly problems: readonly string[];
};

declare type ValueOf<One> = One extends StructuredRole<infer T> ? T : string;

/** What a review says about the version it saw. */
export declare type Verdict = "approved" | "rejected" | "unavailable";

/** The verdicts by name, and {@link Verdict.is}. */
export declare const Verdict: Readonly<{
    approved: "approved";
    rejected: "rejected";
    unavailable: "unavailable";
    is: (value: unknown) => value is Verdict;
}>;

/**
 * The words of {@link normalizeVerdict}. They are those of
 * - GitHub (`APPROVE`, `APPROVED`, `REQUEST_CHANGES`, `CHANGES_REQUESTED`; `COMMENTED`, `DISMISSED` and `PENDING` judge nothing),
 * - GitLab (`approved`, `requested_changes`; `unapproved` and `reviewed` judge nothing),
 * - Bitbucket (`APPROVED`, `CHANGES_REQUESTED`, `NEEDS_WORK`), Azure DevOps (`approved`, `rejected`), Phabricator
 *   (`accepted`, `needs-revision`), Prow and Chromium (`lgtm`),
 * - common judge prompts (`pass`, `fail`, `needs_improvement`, `accept`, `reject`, `revise`, `block`),
 * - the review-loop catalogue (`CLEAR`, `NEEDS WORK`, RL-VN-08).
 *
 * Qualified words such as `approved with suggestions` stay outside: what they qualify is not known.
 */
export declare const VERDICT_WORDS: VerdictWords;

/** The verdict of a structured `approved` field: `true` and `false` mean what they say, everything else is `unavailable`. */
export declare function verdictOfFlag(approved: unknown): Verdict;

/**
 * A reader for a closed set of words of one's own, such as the four of RL-VN-08. The reader takes one word, the content of a
 * dedicated field or line; finding that place is the policy's grammar (G20).
 */
export declare function verdictReader(words: VerdictWords): (word: unknown) => VerdictReading;

/** A word as it was given and what it means; both are kept, so that an auditor sees what was overwritten (RL-VN-03). */
export declare type VerdictReading = {
    readonly verdict: Verdict;
    /** Verbatim; `null` where no string was given. */
    readonly word: string | null;
    /** Whether the word stands in the table. An unknown word is `unavailable`. */
    readonly known: boolean;
};

/** Foreign words by verdict, in lower case with `-` between their parts. */
export declare interface VerdictWords {
    readonly approved: readonly string[];
    readonly rejected: readonly string[];
}

/** Computing every decision of a journal again, from its recorded facts alone (G12). */

/**
 * Reads a journal and computes each decision again through the policy's table. Calls nobody and changes nothing.
 *
 * Rejects with a LoopwrightError: `journal-empty`, `journal-invalid`, `journal-version`, `journal-divergence` for a journal
 * of another policy or version, and whatever the store says.
 */
export declare function verifyJournal<T extends PolicyTypes>(policy: Policy<T>, journal: Journal): Promise<JournalVerification>;

/** One vote. */
export declare type Vote = {
    readonly voter: string;
    readonly verdict: Verdict;
    /** Digest of the version that was judged. */
    readonly version?: string;
};

/**
 * What a run can cost at most, before it starts (G22).
 *
 * Invariants:
 * 1. Exact where the policy declares `calls`; `null` says that nothing bounds a number, never 0.
 * 2. Structure counts: phases that no row leads to, and phases in which a role may not be called, cost nothing; a cap
 *    of N means N reviews and N − 1 revisions (G1).
 * 3. Where a limit allows fewer calls than the roles could make, the dearest are the ones that are made.
 */

/** The most that one run may do. `null` = not bounded. */
export declare interface WorstCase {
    readonly rounds: number;
    readonly revisions: number;
    readonly consults: number;
    /** Calls over all roles, repairs included. */
    readonly calls: number | null;
    /** Calls per role; for a family, over all its members. */
    readonly byRole: {
        readonly [role: string]: number | null;
    };
    /** US dollars; `null` where a call count, a price or a token bound is not declared and no cost limit holds. */
    readonly costUsd: number | null;
}

/** Computes the worst case of a policy under limits. `agents` adds family sizes and prices. */
export declare function worstCase<T extends PolicyTypes>(policy: Policy<T>, limits?: RunLimits, agents?: KnownAgents): WorstCase;

export { }
