import { Agent } from '@loopwright/core';
import { AgentDescription } from '@loopwright/core';
import { AgentsFor } from '@loopwright/core';
import { CallRequest } from '@loopwright/core';
import { Clock } from '@loopwright/core';
import { DecisionRecord } from '@loopwright/core';
import { DelayClock } from '@loopwright/agents/scripted';
import { DelayStep } from '@loopwright/agents/scripted';
import { ErrorStep } from '@loopwright/agents/scripted';
import { ExpectedRequest } from '@loopwright/agents/scripted';
import { FactsDefinition } from '@loopwright/core';
import { FactValue } from '@loopwright/core';
import { Failure } from '@loopwright/core';
import { FailureKind } from '@loopwright/core';
import { FinishReason } from '@loopwright/core';
import { InterruptedOutcome } from '@loopwright/core';
import { Journal } from '@loopwright/core';
import { Json } from '@loopwright/core';
import { LoopwrightError } from '@loopwright/core';
import { NeverStep } from '@loopwright/agents/scripted';
import { NextPhase } from '@loopwright/core';
import { Phase } from '@loopwright/core';
import { PlaceableRunnerToken } from '@loopwright/core';
import { Policy } from '@loopwright/core';
import { PolicyTypes } from '@loopwright/core';
import { RecordedCall } from '@loopwright/agents/scripted';
import { ReplyStep } from '@loopwright/agents/scripted';
import { RoleFamily } from '@loopwright/core';
import { Roles } from '@loopwright/core';
import { RunEvent } from '@loopwright/core';
import { RunLimits } from '@loopwright/core';
import { RunResult } from '@loopwright/core';
import { ScriptedAgent } from '@loopwright/agents/scripted';
import { scriptedAgent } from '@loopwright/agents/scripted';
import { ScriptedAgentOptions } from '@loopwright/agents/scripted';
import { ScriptError } from '@loopwright/agents/scripted';
import { ScriptErrorCode } from '@loopwright/agents/scripted';
import { ScriptFunction } from '@loopwright/agents/scripted';
import { ScriptStep } from '@loopwright/agents/scripted';
import { SettledStep } from '@loopwright/agents/scripted';
import { SingleRole } from '@loopwright/core';
import { StructuredRole } from '@loopwright/core';
import { TableRow } from '@loopwright/core';
import { Usage } from '@loopwright/core';
import { WorstCase } from '@loopwright/core';

/** Aborts a run everywhere; violations are data, see `assertSweep`. */
export declare function abortSweep<T extends PolicyTypes>(options: AbortSweepOptions<T>): Promise<SweepReport>;

/**
 * Aborts a run at every event, at every start and end of a call, and at every write to its journal (G10).
 *
 * Invariants:
 * 1. The run settles promptly as aborted, or as it was decided before the abort; opened again it gives the same result.
 *    With `crashes` this also holds where the process dies after the abort: one that the journal has is not forgotten, and one
 *    that it does not have never was.
 * 2. Nothing begins after the abort; what is under way is told. Events keep their grammar.
 * 3. No timer, listener, lock or process is left.
 * 4. The version that counts as reviewed is the last one that was: over the events of a run it only ever moves on.
 */

/** What is aborted. */
export declare interface AbortSweepOptions<T extends PolicyTypes> extends SweepChoice {
    readonly scenario: MakeScenario<T>;
    /** How long a run may take from its start to its end, in milliseconds. Default 10,000. */
    readonly promptMs?: number;
    /**
     * After each abort the process also dies before and after each later write, and another one goes on. With `sample` it dies
     * at two of these places for each abort.
     */
    readonly crashes?: boolean;
}

/** The cases that an agent must pass. Run them one after the other: some count what the process holds open. */
export declare function agentContract(create: CreateAgent, options?: AgentContractOptions): readonly ContractCase[];

/** How an agent is tested. */
export declare interface AgentContractOptions {
    /** What it cannot do by its nature; the cases that need it are left out. Default nothing. */
    readonly lacks?: readonly ContractTrait[];
    /** How long what should happen at once may take, in milliseconds. Default 2000. */
    readonly promptMs?: number;
}

/** What goes wrong at call `at`, counted from 1 in the order in which calls begin. */
export declare type AgentFault = {
    readonly at: number;
} & (
/** Rejects; default with an `Error`. `synchronously`: throws instead, which no agent may. */
    {
    readonly does: "throws";
    readonly error?: unknown;
    readonly synchronously?: boolean;
}
/** Never answers. `deaf`: not even when the call is aborted; else it rejects then. */
| {
    readonly does: "hangs";
    readonly deaf?: boolean;
}
/** Answers something else than a reply. */
| {
    readonly does: "garbage";
    readonly reply: unknown;
}
/** Asks the agent, and gives its answer so many milliseconds later, whether or not the call was aborted meanwhile. */
| {
    readonly does: "late";
    readonly ms: number;
});

/** An agent, and the other side that it talks to. */
export declare interface AgentUnderTest {
    readonly agent: Agent;
    /** What arrived so far, in the order of arrival. */
    readonly seen: () => readonly SeenRequest[];
    /** Ends the other side. */
    readonly dispose?: () => void | Promise<void>;
}

/** What may be answered. */
export declare interface Alphabets<T extends PolicyTypes> {
    readonly roles: ValuesFor<T["roles"]>;
    /** Raw replies by agent name (a role, or `"family/key"`), beside the values: a wrong shape, a finish reason. */
    readonly raw?: {
        readonly [agent: string]: readonly RawReply[];
    } | undefined;
    /** In which ways an agent may give no usable answer. Default all (G4). */
    readonly noAnswers?: readonly NoAnswer[] | undefined;
    /** What people may answer, by ask token; that nobody answers is always explored too. */
    readonly answers?: {
        readonly [K in keyof T["answers"]]?: readonly T["answers"][K][];
    } | undefined;
    /** What steps may come to, by name; `"*"` stands for every other name. The work of a step is not done. */
    readonly steps?: {
        readonly [name: string]: readonly StepAnswer[];
    } | undefined;
}

/**
 * Analysis of a decision table over the declared domains of its facts.
 *
 * Invariants:
 * 1. Complete or refused: every combination of declared values that `possible` allows is covered, or an error says
 *    that this is too much. Nothing is sampled.
 * 2. Every claim about rows carries facts that show it, and these were put to the rows themselves once more.
 * 3. A placed runner row holds when the runner gives its signal, whatever its `when` says; signals are as free as facts.
 */

/** What is analysed: any table, or rows that are not yet one. */
export declare interface AnalyzableTable<F> {
    readonly facts: FactsDefinition<F>;
    readonly rows: readonly TableRow<F>[];
}

/**
 * Says of a table, over all declared combinations that can occur: whether it is total, which rows are never reached and
 * what shadows them, and which pairs of rows must keep their order; each with facts that show it.
 *
 * Rows are read by the facts that they look at, so facts that matter to few rows add little; there may be thousands of
 * millions of combinations.
 *
 * @throws LoopwrightError `table-too-large` beyond `limit`, `facts-impossible` where `possible` allows nothing,
 *   `possible-broken` where it throws or gives no boolean, `row-not-pure` for a row that answers the same facts differently.
 */
export declare function analyzeTable<F>(table: AnalyzableTable<F>, options?: AnalyzeTableOptions): TableAnalysis<F>;

/** How a table is analysed. */
export declare interface AnalyzeTableOptions {
    /**
     * Who decides that a placed runner row holds: the runner's signal, as in a run (default), or the row's own `when`,
     * as in `table.decide(facts)`.
     */
    readonly runnerRows?: "by-signal" | "by-when";
    /** The most steps that the analysis may take; a step is a condition run or a place looked at. Default 20,000,000. */
    readonly limit?: number;
}

/** What stands behind an agent in a contract case: a service, a program or a function that plays a script. */

/** Answers. With neither text nor a structured value it answers nothing, which is an answer too. */
export declare interface AnswersStep {
    readonly does: "answers";
    readonly text?: string;
    /** Given only where the request has a schema; a model says it as JSON. */
    readonly structured?: Json;
    readonly usage?: Usage;
    /** `"length"` or `"refusal"`. Default: a normal end. */
    readonly finishReason?: FinishReason;
}

/** One execution of a phase, or of `record`: what its scopes share. A fault of the policy is kept, so that no phase can swallow it. */

/** An outcome of a call or step, untyped. */
export declare type AnyOutcome = {
    readonly ok: true;
    readonly value: unknown;
    readonly callId: string;
} | {
    readonly ok: false;
    readonly failure: Failure;
};

/** Throws `sweep-violations` with the first few, if there are any; gives the report back otherwise. */
export declare function assertSweep(report: SweepReport): SweepReport;

/** A checkpoint, as invariants see it. */
export declare interface AtCheckpoint<State = unknown> {
    /** The state after the decision was recorded. */
    readonly state: State;
    /** `null` where no early row held. */
    readonly decision: DecisionRecord | null;
    /** The phase that just ended. */
    readonly phase: Phase;
    readonly round: number;
    /** Calls and steps of this phase, in order. */
    readonly performed: readonly Performed[];
    readonly interruption: Interruption | null;
    /**
     * The steps before this one, from `open`. States that several ways lead to are explored once: this is the first, which
     * is also the shortest. What an invariant must know of every way belongs into `memory`.
     */
    readonly history: readonly PastStep[];
    /** What `memory` keeps of the way here, this step included; `null` without one. */
    readonly memory: Json;
}

/** What holds at one kind of checkpoint. */
export declare interface CheckpointAnalysis<F> {
    /** Indexes of the rows that count here. */
    readonly rows: readonly number[];
    /** Where a row that is reached throws or gives no boolean, and after a review: where no row holds. */
    readonly undecided: readonly Undecided<F>[];
    readonly unreachable: readonly UnreachableRow<F>[];
    /** Pairs whose order decides. A last row that always holds is left out: it cannot stand elsewhere. */
    readonly orderMatters: readonly OrderMatters<F>[];
}

/** One case; `run` rejects with what is wrong. */
export declare interface ContractCase {
    readonly name: string;
    readonly run: () => Promise<void>;
}

/** What a case needs beside the script. */
export declare interface ContractSetup {
    /** The credential to configure the adapter with, if it takes one: a header, an API key. */
    readonly secret: string;
}

/** What an agent may be unable to do. A case that needs it is left out for an agent that lacks it. */
export declare type ContractTrait = "credentials" | "finish-reason" | "foreign-clock" | "retry-after" | "retryable" | "structured" | "usage" | "usage-on-failure";

/** A broken promise of an adapter. */
export declare class ContractViolation extends Error {
    readonly name = "ContractViolation";
}

/** The domain of one fact, as the analysis took it. */
export declare interface CoveredFact {
    readonly fact: string;
    readonly values: readonly FactValue[];
    /** True for a count: a run may report more than the largest value that was looked at. */
    readonly isOpen: boolean;
    /** False where neither a row nor `possible` reads it; its values cannot differ. */
    readonly isRead: boolean;
}

/**
 * Which cases a crash sweep runs, and what each is measured by: the undisturbed one. Knows nothing of what a process is.
 *
 * Invariant: the same choice runs the same cases, however many at once.
 */

/** Where a run is crashed. */
export declare interface CrashChoice extends SweepChoice {
    /** `2`: each run that goes on after a crash is crashed at each of its writes, too. Default 1. */
    readonly depth?: 1 | 2;
}

/** Crashes a run everywhere; violations are data, see `assertSweep`. */
export declare function crashSweep<T extends PolicyTypes>(options: CrashSweepOptions<T>): Promise<SweepReport>;

/**
 * Crashes a run right before and right after every write to its journal, and lets it go on from what was kept (G11).
 *
 * Invariants:
 * 1. A death is that of a process: nothing that the dead run still does counts, and nothing that it waits for comes. What
 *    was under way outside stays under way.
 * 2. The undisturbed run is the measure: the same decisions and the same result, but for time and for what an effect that
 *    ran twice has spent.
 * 3. No effect whose end was kept runs again; one that was in flight runs at most once more, over all crashes. Where the
 *    policy does not let it run again, the run must end there, and say so.
 */

/** What is crashed, and where. */
export declare interface CrashSweepOptions<T extends PolicyTypes> extends CrashChoice {
    readonly scenario: MakeScenario<T>;
    /** How long one run may take, in milliseconds. Default 10,000. */
    readonly promptMs?: number;
}

/** Makes an agent whose other side does step N with request N, in the order of arrival. */
export declare type CreateAgent = (script: readonly OtherSideStep[], setup: ContractSetup) => AgentUnderTest | Promise<AgentUnderTest>;

/** Makes a journal at a new, empty place. */
export declare type CreateJournal = () => JournalUnderTest | Promise<JournalUnderTest>;

export { DelayClock }

export { DelayStep }

/** Answers with a text: the JSON of the input it received. */
export declare interface EchoesStep {
    readonly does: "echoes";
}

export { ErrorStep }

/** What is wrong with the events of one run, from its start or from where it was resumed, to its end. */
export declare function eventGrammarProblems(events: readonly RunEvent[]): readonly string[];

export { ExpectedRequest }

/** The outcome of an exploration. */
export declare interface Exploration {
    /** Everything was explored, nothing was found, and the real runner repeated some of it. */
    readonly isOk: boolean;
    /** `false` where a limit stopped the search; then rows, maxima and laps are not judged. */
    readonly isComplete: boolean;
    /** Distinct places between phases: phase, round, state, standing of reviews, interruption. */
    readonly states: number;
    /** Executed ways from place to place: one for every combination of answers and interruption in a phase. */
    readonly transitions: number;
    /** Transitions that end a run, or suspend it, by token; `failed` for a fault of the policy. */
    readonly endings: {
        readonly [token: string]: number;
    };
    readonly rows: readonly ExploredRow[];
    readonly maxima: Maxima;
    readonly worstCase: WorstCase;
    /** How many answers each agent, step and question had: the domain that all of this is about. */
    readonly covered: {
        readonly agents: {
            readonly [agent: string]: number;
        };
        readonly steps: {
            readonly [step: string]: number;
        };
        readonly answers: {
            readonly [token: string]: number;
        };
        readonly interruptions: readonly string[];
    };
    /** Counts that went beyond what their fact declares for analysis, with the largest value. */
    readonly factsBeyond: {
        readonly [fact: string]: number;
    };
    /** What the real runner repeated of it: each run as it was explored, in events that keep their grammar (G13). */
    readonly realRuns: RealRuns;
    readonly violations: readonly Violation[];
    /** All of it in a few lines. */
    readonly text: string;
}

/** What an exploration established, as data. */

/** A row of the table, and how often it decided. */
export declare interface ExploredRow {
    readonly row: number;
    readonly token: string;
    readonly matches: number;
}

/** Options of {@link explorePolicy}. */
export declare interface ExploreOptions<T extends PolicyTypes> {
    readonly input: T["input"];
    readonly alphabets: Alphabets<T>;
    /** `rounds` and `calls` bound each run; `runTimeoutMs` lets its time run out anywhere. Others are refused. */
    readonly limits?: RunLimits | undefined;
    /** Whether a run may be aborted anywhere: before it, within a call or step, at a phase's end, after a decision. Default `true`. */
    readonly aborts?: boolean | undefined;
    /** What must hold after every decision, by name. */
    readonly invariants?: {
        readonly [name: string]: Invariant<T["state"]>;
    } | undefined;
    /** Codes of violations that are not reported, such as `"pass-without-evidence"`. */
    readonly allow?: readonly string[] | undefined;
    /** Tokens whose rows need not be reached by these alphabets. */
    readonly mayMiss?: readonly string[] | undefined;
    /** What invariants must know of every way to a state, beyond the state. */
    readonly memory?: Memory<T["state"]> | undefined;
    /** What of a state matters for what follows; two states with one view are explored as one. Default the whole state. */
    readonly view?: ((state: T["state"]) => unknown) | undefined;
    /** What `check` and the tools of a request need to know of agents, by name. */
    readonly agents?: {
        readonly [agent: string]: AgentDescription;
    } | undefined;
    /** Places at most. Default 1,000,000. */
    readonly maxStates?: number | undefined;
    /** Transitions at most. Default 10,000,000. */
    readonly maxTransitions?: number | undefined;
    /** How long a phase may wait for something that is no effect, in milliseconds. Default 2000. */
    readonly phaseTimeoutMs?: number | undefined;
    /**
     * In which orders effects of lanes end. `"declared"` (default): of the lanes that wait, the one declared first goes on.
     * `"all"`: each of them does, which multiplies the ways through a batch of n lanes by n! and more.
     */
    readonly laneOrders?: LaneOrders | undefined;
    /** Explored runs that the real runner repeats, beside a shortest one for each row and each way of ending. Default 50. */
    readonly realRuns?: number | undefined;
}

/**
 * Explores every run of a policy.
 *
 * @throws LoopwrightError, as a rejection where it needs the alphabets to be read: `option-unknown`, `limit-not-explored`,
 * `real-runs-range`, `lane-orders-unknown`, `alphabet-missing`, `alphabet-empty`, `alphabet-unknown`, `alphabet-invalid`, or what the policy's `check` throws.
 */
export declare function explorePolicy<T extends PolicyTypes>(policy: Policy<T>, options: ExploreOptions<T>): Promise<Exploration>;

/** Fails: an HTTP error, an exit code, a throw. */
export declare interface FailsStep {
    readonly does: "fails";
    /** Said by the other side, as a body, on standard error, as the error's message. */
    readonly message: string;
    readonly retryable: boolean;
    /** Asked for by the other side, in milliseconds: whole seconds. */
    readonly retryAfterMs?: number;
    /** Spent before it failed. */
    readonly usage?: Usage;
}

/** An agent with a fault in it, and what has happened so far. */
export declare interface FaultyAgent extends Agent {
    /** Calls begun. */
    readonly calls: number;
    /** Faults of the plan that have not happened. */
    readonly waiting: readonly AgentFault[];
}

/**
 * Wraps an agent.
 *
 * @throws LoopwrightError `fault-plan` for a plan that names a call twice or counts from 0.
 */
export declare function faultyAgent(agent: Agent, plan: readonly AgentFault[]): FaultyAgent;

/** A journal with a fault in it. */
export declare interface FaultyJournal extends Journal {
    /** Faults of the plan that have not happened. */
    readonly waiting: readonly JournalFault[];
}

/**
 * Wraps a journal.
 *
 * @throws LoopwrightError `fault-plan` for a plan that names an operation twice or counts from 0.
 */
export declare function faultyJournal(journal: Journal, plan: readonly JournalFault[]): FaultyJournal;

/** Takes the request and never says anything. */
export declare interface HangsStep {
    readonly does: "hangs";
}

/**
 * Where a run stands between two phases, as a value that can be forked.
 *
 * Invariants:
 * 1. A place holds everything that what follows depends on: equal places have equal futures.
 * 2. Places are never changed; the state in them is frozen to its leaves.
 */

/** Why nothing may start any more. */
export declare type Interruption = "aborted" | "timeout";

/** Holds (`true`), or says what is wrong. Pure. */
export declare type Invariant<State = unknown> = (at: AtCheckpoint<State>) => boolean | string;

/** The cases that a journal must pass. */
export declare function journalContract(create: CreateJournal): readonly ContractCase[];

/**
 * Journals that go wrong at a chosen operation, in a chosen way.
 *
 * Invariants:
 * 1. Operations of one kind are counted from 1 over all openings of the journal.
 * 2. Only those that the plan names are touched; all others go to the journal inside.
 */

/** What goes wrong at one operation. */
export declare type JournalFault = {
    readonly on: "open" | "append" | "compact" | "close";
    readonly at: number;
} & (
/** Rejects, and nothing is kept; default with an `Error`, as of a full disk. */
    {
    readonly does: "rejects";
    readonly error?: unknown;
}
/** Keeps it, and rejects all the same, as a disk whose answer was lost. */
| {
    readonly does: "keeps-and-rejects";
    readonly error?: unknown;
}
/** Resolves, and keeps nothing: no honest store does. */
| {
    readonly does: "loses";
}
/** Never settles; what it was asked is kept or not. */
| {
    readonly does: "hangs";
    readonly kept: boolean;
}
/** Throws instead of rejecting, which no journal may. */
| {
    readonly does: "throws";
    readonly error?: unknown;
}
/** Begins only so many milliseconds later. */
| {
    readonly does: "late";
    readonly ms: number;
});

/** One case of the journal contract, and what cases are made of. */

/** A journal at a new place. */
export declare interface JournalUnderTest {
    readonly journal: Journal;
    /** Another journal of the same place, as another part of a program would make it; the same object, where there is no other. */
    readonly again: () => Journal;
    /** Removes the place. */
    readonly dispose?: () => void | Promise<void>;
}

/** `declared`: of the lanes that wait, the one declared first goes on. `all`: each of them, one after another. */
export declare type LaneOrders = "declared" | "all";

/** Makes the world of a case. */
export declare type MakeScenario<T extends PolicyTypes> = () => SweepScenario<T> | Promise<SweepScenario<T>>;

/** A {@link Clock} with its hands on the outside. */
export declare interface ManualClock extends Clock {
    /** Moves time on by so many milliseconds, firing what falls due. */
    advance(ms: number): Promise<void>;
    /** Moves time on to this point, firing what falls due. */
    set(ms: number): Promise<void>;
    /** Timers that are neither fired nor cancelled. A run that is over leaves none (G10). */
    readonly pendingTimers: number;
}

/**
 * Makes a clock for tests.
 *
 * @param options.startMs where the clock stands at first. Default 0.
 * @throws LoopwrightError `manual-clock-time` for a time that is not a finite number, or lies in the past;
 *   `manual-clock-runaway` (as a rejection) if one move fires more than 10,000 timers that have no delay.
 */
export declare function manualClock(options?: {
    readonly startMs?: number;
}): ManualClock;

/** What can go wrong in the use of a manual clock. */
export declare type ManualClockErrorCode = "manual-clock-time" | "manual-clock-runaway";

/** The most that any explored run does. */
export declare interface Maxima {
    readonly rounds: number;
    readonly revisions: number;
    readonly consults: number;
    readonly calls: number;
    /** For a family, over all its members. */
    readonly byRole: {
        readonly [role: string]: number;
    };
}

/** Keeps something of every way: two ways that differ in it are explored apart. Pure; plain data. */
export declare interface Memory<State = unknown, M extends Json = Json> {
    readonly start: M;
    /** `at.memory` is what was kept before this step. */
    next(at: AtCheckpoint<State>): M;
}

export { NeverStep }

/** Every way of giving no usable answer. */
export declare const NO_ANSWERS: readonly NoAnswer[];

/** A way of giving no usable answer. `empty`: no text, or no structured value. */
export declare type NoAnswer = "error" | "timeout" | "empty" | "invalid" | "truncated" | "refused";

/** Two rows that hold together and lead elsewhere: the upper one decides, and would not if it stood below. */
export declare interface OrderMatters<F> {
    readonly decides: RowName & {
        readonly then: NextPhase | null;
    };
    readonly below: RowName & {
        readonly then: NextPhase | null;
    };
    readonly example: TableExample<F>;
}

/** What the other side does with one request. */
export declare type OtherSideStep = AnswersStep | EchoesStep | FailsStep | HangsStep | StallsStep;

/** A step of the way to a checkpoint. */
export declare interface PastStep {
    readonly phase: Phase;
    readonly round: number;
    readonly state: unknown;
    readonly decision: DecisionRecord | null;
    readonly performed: readonly Performed[];
}

/** A call or step that was performed, for invariants and traces. */
export declare interface Performed {
    readonly kind: "call" | "step";
    /** The effect's key, as in the runner's events. */
    readonly key: string;
    /** The agent's name, or the step's. */
    readonly name: string;
    readonly lane: string | null;
    /** What the policy sent; `null` for a step. */
    readonly request: CallRequest | null;
    readonly repair: number;
    /** What was replied; `null` where the run was interrupted or nothing was sent. */
    readonly reply: PossibleReply | null;
    /** What a step came to, as a number of its alphabet; -1 for a call. */
    readonly stepAnswer: number;
    /** The call was cut by this. */
    readonly interruption: Interruption | null;
    readonly outcome: AnyOutcome;
}

/** One possible reply of an agent. */
export declare interface PossibleReply {
    /** For traces, in a few words. */
    readonly label: string;
    /** What a scripted agent plays to give it. */
    readonly step: RawReply;
    readonly read: ReadReply;
}

/** A raw reply, as `scriptedAgent` takes it. */
export declare type RawReply = string | ReplyStep | ErrorStep;

/** A reply, read by its role: a value, or why there is none. */
export declare type ReadReply = {
    readonly ok: true;
    readonly value: unknown;
} | {
    readonly ok: false;
    readonly kind: FailureKind;
    readonly message: string;
    readonly problems: readonly string[] | undefined;
    readonly isRepairable: boolean;
};

/** What the real runner repeated. */
export declare interface RealRuns {
    /** Explored runs that it repeated. */
    readonly runs: number;
    /** Events of these runs, whose grammar was checked. */
    readonly events: number;
}

export { RecordedCall }

/** What the real runner made of a trace. */
export declare interface Replay {
    /** Whether it did what the trace says. */
    readonly isEqual: boolean;
    /** Where it did not, in words. */
    readonly differences: readonly string[];
    readonly result: RunResult;
    readonly events: readonly RunEvent[];
}

export { ReplyStep }

/** A row, by its 0-based index and its token. */
export declare interface RowName {
    readonly row: number;
    readonly token: string;
}

/** Options of {@link sampleRuns}. */
export declare interface SampleOptions<T extends PolicyTypes> extends ExploreOptions<T> {
    /** How many runs. */
    readonly runs: number;
    /** Starts the sequence of random numbers: the same seed, the same runs. */
    readonly seed: number;
}

/** Random whole runs over the alphabets, to be compared with the real runner: `(await trace.replay()).isEqual`. */
export declare function sampleRuns<T extends PolicyTypes>(policy: Policy<T>, options: SampleOptions<T>): Promise<readonly Trace[]>;

export { ScriptedAgent }

export { scriptedAgent }

export { ScriptedAgentOptions }

export { ScriptError }

export { ScriptErrorCode }

export { ScriptFunction }

export { ScriptStep }

/** What arrived on the other side of one request. */
export declare interface SeenRequest {
    readonly instruction: string;
    readonly input: Json;
}

export { SettledStep }

/** Begins to answer and never ends. */
export declare interface StallsStep {
    readonly does: "stalls";
}

/** What all executions of one exploration share. */

/** What came of a step: its value, or that it failed. */
export declare type StepAnswer = {
    readonly value: unknown;
} | {
    readonly error: string;
};

/** Which of the places a sweep visits. */
export declare interface SweepChoice {
    /** At most about so many cases, spread over all places by `seed`. Default: every place. */
    readonly sample?: number;
    /** Default 1. */
    readonly seed?: number;
    /** Only the place that a violation names. */
    readonly only?: string;
}

/** What a sweep did and found. */
export declare interface SweepReport {
    /** Cases that ran; each crashes or aborts at another place. */
    readonly cases: number;
    /** Cases left out by `sample`. */
    readonly skipped: number;
    /** Places of an undisturbed run: writes to the journal, and events, calls and steps where the sweep uses them. */
    readonly places: {
        readonly [kind: string]: number;
    };
    readonly violations: readonly SweepViolation[];
}

/** What a sweep runs again and again: a policy in a world that is made anew for each case. */

/** A policy, everything that it runs with, and the world outside. */
export declare interface SweepScenario<T extends PolicyTypes> {
    readonly policy: Policy<T>;
    /**
     * The agents of one case. They live through the crashes of the case, as a service does; an effect that is issued again
     * is answered as it was the first time.
     */
    readonly agents: AgentsFor<T["roles"]>;
    readonly input: T["input"];
    readonly limits?: RunLimits;
    readonly clock?: Clock;
    /** What people answer, by ask token. A run that asks anything else ends suspended. */
    readonly answers?: {
        readonly [Token in keyof T["answers"]]?: T["answers"][Token];
    };
    /** What people say of an effect that was in flight. Default: nobody says anything, and the run ends there. */
    readonly interrupted?: (key: string) => InterruptedOutcome | null;
    /** Keys of the steps that really ran, each time they ran; steps are given their key. Without it steps are not counted. */
    readonly ran?: () => readonly string[];
    /** Puts something in front of the journal of each process, such as a fault. */
    readonly journal?: (journal: Journal) => Journal;
    /** A report without what it says of spend: what is compared where an effect ran twice. Default: the whole report. */
    readonly withoutSpend?: (report: T["report"]) => unknown;
    /** Ends the world. */
    readonly dispose?: () => void | Promise<void>;
}

/** Something that must not be. */
export declare interface SweepViolation {
    /** Where the case crashed or aborted: `"after write 7"`. */
    readonly at: string;
    /** Which promise is broken, in one word. */
    readonly kind: SweepViolationKind;
    readonly message: string;
}

export declare type SweepViolationKind = 
/** Another decision than without a crash. */
"decisions"
/** Another result than without a crash. */
| "result"
/** An effect whose end was kept ran again. */
| "repeated"
/** An interrupted effect ran more often than twice. */
| "reissued"
/** An effect ran before its start was kept. */
| "unrecorded"
/** Something started after the abort. */
| "started-late"
/** The run did not settle in time. */
| "hangs"
/** An aborted run gave another status, or another version than the last reviewed. */
| "aborted"
/** The events have no grammar. */
| "grammar"
/** A listener, a timer, a process, a lock was left. */
| "left-behind"
/** Something was thrown where nothing may be. */
| "threw";

/** An analysis over all declared combinations that can occur; see `analyzeTable`. */
export declare interface TableAnalysis<F> {
    readonly covered: {
        readonly facts: readonly CoveredFact[];
        /** Combinations of declared values, and those that `possible` allows. Exact up to 2^53. */
        readonly declared: number;
        readonly possible: number;
    };
    /** Every possible combination is decided after a review, and no row that is reached breaks at any checkpoint. */
    readonly total: boolean;
    /** Rows that decide at no checkpoint. */
    readonly unreachable: readonly UnreachableRow<F>[];
    /** Those of them that hold somewhere, always below another row. */
    readonly shadowed: readonly UnreachableRow<F>[];
    readonly afterReview: CheckpointAnalysis<F>;
    /** After `open` and `revise`, where no row need hold; `null` if no row counts there. */
    readonly early: CheckpointAnalysis<F> | null;
    /** Facts that a row reads and nobody declares, such as a misspelt one. */
    readonly undeclaredReads: readonly (RowName & {
        readonly fact: string;
    })[];
    /** The analysis as lines for a person. */
    toString(): string;
}

/** What an analysis of a table says, and how it reads. */

/** Facts that show a claim, and the runner's signals that are set with them. Other signals are not. */
export declare interface TableExample<F> {
    readonly facts: F;
    readonly signals: readonly PlaceableRunnerToken[];
}

/**
 * Registers the cases with a test framework: vitest's `test`, that of `node:test`, or any function of a name and a body.
 *
 * @returns how many cases there are.
 */
export declare function testAgentContract(test: (name: string, body: () => Promise<void>) => unknown, create: CreateAgent, options?: AgentContractOptions): number;

/**
 * Registers the cases with a test framework: vitest's `test`, that of `node:test`, or any function of a name and a body.
 *
 * @returns how many cases there are.
 */
export declare function testJournalContract(test: (name: string, body: () => Promise<void>) => unknown, create: CreateJournal): number;

/** A run, or its beginning. */
export declare interface Trace {
    readonly steps: readonly TraceStep[];
    /** The run in words, one line per thing that happened. */
    readonly text: string;
    /** Scripts by agent name (a role, or `"family/key"`), for `scriptedAgent`. */
    readonly scripts: {
        readonly [agent: string]: readonly ScriptStep[];
    };
    /** Agents for `runLoop` that play the run; an interruption is the caller's, see {@link replay}. */
    agents(): TraceAgents;
    /** Runs the policy on the real runner with these agents, answers and interruptions, and compares. */
    replay(): Promise<Replay>;
}

/** Scripted agents that play a trace: each answers by the key of its call. */

/** Agents by role; members of a family by key. */
export declare interface TraceAgents {
    readonly [role: string]: ScriptedAgent | {
        readonly [key: string]: ScriptedAgent;
    };
}

/** Executes a way again, move by move, and keeps what happened. */

/** One step of a run: a phase or an answer, and the decision that followed. */
export declare interface TraceStep {
    readonly phase: Phase;
    readonly round: number;
    /** What the agents and steps of the phase did, and those of `record`. */
    readonly performed: readonly Performed[];
    /** The answer that was given, where a person was asked. */
    readonly answer: {
        readonly token: string;
        readonly value: unknown;
    } | null;
    /** How the run was interrupted in this step, and when: before it, within an effect, at its end, or after its decision. */
    readonly interruption: {
        readonly how: Interruption;
        readonly when: "before" | "within" | "at the end" | "after the decision";
    } | null;
    readonly decision: DecisionRecord | null;
    /** The state after the decision was recorded; `null` after a fault. */
    readonly state: Json;
    readonly fault: LoopwrightError | null;
    /** The run goes on, or waits, after this step. */
    readonly goesOn: "on" | "waits" | "ended";
}

/** Facts for which nothing is decided. */
export declare interface Undecided<F> extends TableExample<F> {
    /** The row that broke; `null`: no row holds. */
    readonly row: number | null;
    readonly token: string | null;
    /** What it threw or gave, in words. */
    readonly problem: string;
}

/** A row that never decides. */
export declare interface UnreachableRow<F> extends RowName {
    /** It holds for no combination; for none that `possible` allows; only where rows above it decide, or where they break. */
    readonly reason: "never-holds" | "ruled-out" | "shadowed" | "broken-above";
    /** The rows that decide where this one holds, each with an example. Empty unless it is shadowed. */
    readonly shadowedBy: readonly (RowName & {
        readonly example: TableExample<F>;
    })[];
}

declare type ValueOf<One> = One extends StructuredRole<infer T> ? T : string;

/** The values that each role may answer with; by member for a family. An empty list leaves the ways of not answering. */
export declare type ValuesFor<R extends Roles> = {
    readonly [K in keyof R]: R[K] extends RoleFamily<infer One extends SingleRole> ? {
        readonly [key: string]: readonly ValueOf<One>[];
    } : readonly ValueOf<R[K]>[];
};

/** Something that must not be. */
export declare interface Violation {
    /** A fault of the runner's has its code; `"invariant"` is the user's own, `about` its name. */
    readonly code: string;
    readonly about: string;
    readonly message: string;
    readonly hint: string | null;
    /** Transitions that show it. */
    readonly count: number;
    /** A shortest run that shows it; `null` where it takes all runs to see it. */
    readonly trace: Trace | null;
}

export { }
