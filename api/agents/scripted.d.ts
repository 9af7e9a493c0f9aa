import { Agent } from '@loopwright/core';
import { AgentDescription } from '@loopwright/core';
import { AgentRequest } from '@loopwright/core';
import { FinishReason } from '@loopwright/core';
import { LoopwrightError } from '@loopwright/core';
import { Usage } from '@loopwright/core';

/**
 * Plays a script: call N gets step N.
 *
 * Invariants: see `scripted.ts`, whose numbers are cited by the tests.
 */

/** The part of a clock that delays need. */
export declare interface DelayClock {
    /** Calls back once after `delayMs`; the returned function cancels it. */
    setTimer(callback: () => void, delayMs: number): () => void;
}

/** Answers after a time on the agent's `clock`. */
export declare interface DelayStep extends StepOptions {
    /** Milliseconds. */
    readonly delayMs: number;
    readonly reply: string | ReplyStep | ErrorStep;
    /** `true`: answers late even after the request's signal aborted. Default: rejects at the abort. */
    readonly ignoresAbort?: boolean;
}

/** Rejects: with an `AgentError` of this message, or with this very error. */
export declare interface ErrorStep extends StepOptions {
    readonly error: string | Error;
    readonly kind?: "error" | "timeout";
    readonly retryable?: boolean;
    /** Milliseconds. */
    readonly retryAfterMs?: number;
    readonly usage?: Usage;
}

/**
 * Fields that a request must have, compared deeply; fields that are not named are not looked at. `instruction` may
 * also be a regular expression.
 */
export declare type ExpectedRequest = Partial<Omit<RecordedCall, "instruction">> & {
    readonly instruction?: string | RegExp;
};

/** Does not answer: `true` rejects when the request's signal aborts, `"ignoring-abort"` never settles at all. */
export declare interface NeverStep extends StepOptions {
    readonly never: true | "ignoring-abort";
}

/** A request as it was received, without what is not data: deeply frozen. */
export declare type RecordedCall = Readonly<Omit<AgentRequest, "signal" | "reportUsage">>;

/** Answers. `{}` is an answer with nothing in it. */
export declare interface ReplyStep extends StepOptions {
    readonly text?: string;
    readonly structured?: unknown;
    /** Overrides the agent's default usage; `null` reports none. */
    readonly usage?: Usage | null;
    readonly model?: string;
    readonly finishReason?: FinishReason;
    readonly raw?: unknown;
}

/** A scripted agent and what it saw. */
export declare interface ScriptedAgent extends Agent {
    /** Every request so far, in call order. */
    readonly calls: readonly RecordedCall[];
    /** Calls that have not settled. */
    readonly openCalls: number;
    /** The most calls that were open at one time. */
    readonly maxOpenCalls: number;
    /** Steps that no call has used yet. */
    readonly remainingSteps: number;
    /**
     * Call it at the end of a test.
     * @throws ScriptError `script-exhausted`, `script-mismatch` or `script-step-invalid` of the first call that went
     *   wrong, else `script-unconsumed` if steps are left.
     */
    assertConsumed(): void;
}

/**
 * Makes an agent that answers call N with step N of a script.
 *
 * @param script per call a text, a reply, an error, a call that never ends, a delayed step, or a function of the
 *   request; see {@link ScriptStep}.
 * @throws ScriptError `script-step-invalid` or `script-clock-missing`, LoopwrightError `agent-option-*`; all at once.
 */
export declare function scriptedAgent(script: readonly ScriptStep[], options?: ScriptedAgentOptions): ScriptedAgent;

/** What a scripted agent needs beside its script; every field is optional. */
export declare interface ScriptedAgentOptions extends AgentDescription {
    /** Usage of every answer that names none. Failed calls report none unless their step does. */
    readonly usage?: Usage;
    /** Runs the delays of `{ delayMs, reply }` steps; `manualClock()` of `@loopwright/testing` fits. */
    readonly clock?: DelayClock;
}

/** A fault of a script or of the code under test, as a scripted agent sees it. */
export declare class ScriptError extends LoopwrightError<ScriptErrorCode> {
    readonly name = "ScriptError";
}

/**
 * What can be wrong with a script or with how it was used. Stable over versions.
 *
 * - `script-step-invalid`: a step is none of the known forms.
 * - `script-clock-missing`: a step waits but no clock was given.
 * - `script-exhausted`: there were more calls than steps.
 * - `script-mismatch`: a request differs from what its step expects.
 * - `script-unconsumed`: steps were left when all should have been used.
 */
export declare type ScriptErrorCode = "script-step-invalid" | "script-clock-missing" | "script-exhausted" | "script-mismatch" | "script-unconsumed";

/** Computes the step from the request; `callNumber` counts this agent's calls from 1. A throw fails the call. */
export declare type ScriptFunction = (request: AgentRequest, callNumber: number) => SettledStep | Promise<SettledStep>;

/** One step of a script. */
export declare type ScriptStep = SettledStep | ScriptFunction;

/** A step that needs no further step to end it; a string is a text answer. */
export declare type SettledStep = string | ReplyStep | ErrorStep | NeverStep | DelayStep;

declare interface StepOptions {
    /** What the request must look like; otherwise the call fails and `assertConsumed` throws. */
    readonly expect?: ExpectedRequest;
    /** Usage to report through `request.reportUsage` before the call ends in any way (H09). */
    readonly reportsUsage?: Usage;
}

export { }
