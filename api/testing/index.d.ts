import { Agent } from '@loopwright/core';
import { Clock } from '@loopwright/core';
import { DelayClock } from '@loopwright/agents/scripted';
import { DelayStep } from '@loopwright/agents/scripted';
import { ErrorStep } from '@loopwright/agents/scripted';
import { ExpectedRequest } from '@loopwright/agents/scripted';
import { FactsDefinition } from '@loopwright/core';
import { FactValue } from '@loopwright/core';
import { FinishReason } from '@loopwright/core';
import { Json } from '@loopwright/core';
import { NeverStep } from '@loopwright/agents/scripted';
import { NextPhase } from '@loopwright/core';
import { PlaceableRunnerToken } from '@loopwright/core';
import { RecordedCall } from '@loopwright/agents/scripted';
import { ReplyStep } from '@loopwright/agents/scripted';
import { ScriptedAgent } from '@loopwright/agents/scripted';
import { scriptedAgent } from '@loopwright/agents/scripted';
import { ScriptedAgentOptions } from '@loopwright/agents/scripted';
import { ScriptError } from '@loopwright/agents/scripted';
import { ScriptErrorCode } from '@loopwright/agents/scripted';
import { ScriptFunction } from '@loopwright/agents/scripted';
import { ScriptStep } from '@loopwright/agents/scripted';
import { SettledStep } from '@loopwright/agents/scripted';
import { TableRow } from '@loopwright/core';
import { Usage } from '@loopwright/core';

/** The cases that an agent must pass. Run them one after the other: some count what the process holds open. */
export declare function agentContract(create: CreateAgent, options?: AgentContractOptions): readonly ContractCase[];

/** How an agent is tested. */
export declare interface AgentContractOptions {
    /** What it cannot do by its nature; the cases that need it are left out. Default nothing. */
    readonly lacks?: readonly ContractTrait[];
    /** How long what should happen at once may take, in milliseconds. Default 2000. */
    readonly promptMs?: number;
}

/** An agent, and the other side that it talks to. */
export declare interface AgentUnderTest {
    readonly agent: Agent;
    /** What arrived so far, in the order of arrival. */
    readonly seen: () => readonly SeenRequest[];
    /** Ends the other side. */
    readonly dispose?: () => void | Promise<void>;
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

/** Makes an agent whose other side does step N with request N, in the order of arrival. */
export declare type CreateAgent = (script: readonly OtherSideStep[], setup: ContractSetup) => AgentUnderTest | Promise<AgentUnderTest>;

export { DelayClock }

export { DelayStep }

/** Answers with a text: the JSON of the input it received. */
export declare interface EchoesStep {
    readonly does: "echoes";
}

export { ErrorStep }

export { ExpectedRequest }

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

/** Takes the request and never says anything. */
export declare interface HangsStep {
    readonly does: "hangs";
}

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

export { NeverStep }

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

export { RecordedCall }

export { ReplyStep }

/** A row, by its 0-based index and its token. */
export declare interface RowName {
    readonly row: number;
    readonly token: string;
}

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

export { }
