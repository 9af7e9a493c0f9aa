import { Agent } from '@loopwright/core';
import { Clock } from '@loopwright/core';
import { DelayClock } from '@loopwright/agents/scripted';
import { DelayStep } from '@loopwright/agents/scripted';
import { ErrorStep } from '@loopwright/agents/scripted';
import { ExpectedRequest } from '@loopwright/agents/scripted';
import { FinishReason } from '@loopwright/core';
import { Json } from '@loopwright/core';
import { NeverStep } from '@loopwright/agents/scripted';
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

/** What the other side does with one request. */
export declare type OtherSideStep = AnswersStep | EchoesStep | FailsStep | HangsStep | StallsStep;

export { RecordedCall }

export { ReplyStep }

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

/**
 * Registers the cases with a test framework: vitest's `test`, that of `node:test`, or any function of a name and a body.
 *
 * @returns how many cases there are.
 */
export declare function testAgentContract(test: (name: string, body: () => Promise<void>) => unknown, create: CreateAgent, options?: AgentContractOptions): number;

export { }
