import { Agent } from '@loopwright/core';
import { AGENT_SPEC_VERSION } from '@loopwright/core';
import { AgentCapabilities } from '@loopwright/core';
import { AgentDescription } from '@loopwright/core';
import { AgentError } from '@loopwright/core';
import { AgentErrorOptions } from '@loopwright/core';
import { AgentLimits } from '@loopwright/core';
import { AgentPrices } from '@loopwright/core';
import { AgentReply } from '@loopwright/core';
import { AgentRequest } from '@loopwright/core';
import { FinishReason } from '@loopwright/core';
import { LoopwrightError } from '@loopwright/core';
import { TokenPrices } from '@loopwright/core';
import { Usage } from '@loopwright/core';

export { Agent }

export { AGENT_SPEC_VERSION }

export { AgentCapabilities }

export { AgentDescription }

export { AgentError }

export { AgentErrorOptions }

/** Answers one request, at once or later. Throw to fail the call; an `AgentError` says more than a message. */
export declare type AgentFunction = (request: AgentRequest) => FunctionAnswer | Promise<FunctionAnswer>;

export { AgentLimits }

/** What can be wrong with the configuration of an agent. Stable over versions. */
export declare type AgentOptionCode = "agent-option-invalid" | "agent-option-missing" | "agent-option-unknown";

export { AgentPrices }

export { AgentReply }

export { AgentRequest }

/**
 * Any command line program as an agent: the request on its standard input, the answer on its standard output.
 *
 * Invariants:
 * 1. No shell, ever: the program gets `args` as they stand, and nothing of a request is put into arguments or
 *    environment variables (G17).
 * 2. Only a whole answer of a command that ended well is an answer. A non-zero exit code, death by signal, too much
 *    output, broken UTF-8 or broken JSON is a failed call, whatever was printed before (G4).
 * 3. JSON is read only where the caller said that the whole output is JSON; it is never looked for in prose (G7).
 * 4. The command learns what the request says and nothing of the run: no call id, version, round, repair number, cap
 *    or deadline (QU-REVIN-03).
 * 5. After an abort the call settles at once; the command's process group is ended in the background, by force if
 *    need be (G10). The same group is ended after every other end, too.
 * 6. Importing this file does no work and names no Node module: that is fetched with the first command, so that
 *    bundles for other platforms may hold this adapter unused.
 */

/**
 * Makes an agent of a command.
 *
 * @throws LoopwrightError `agent-option-invalid`, `agent-option-missing` or `agent-option-unknown`, at once. A command
 *   that does not exist is found at its first call, which then fails with an `AgentError` and a hint.
 */
export declare function commandAgent(options: CommandAgentOptions): Agent;

/** How to run a command as an agent; only `command` is needed. The rest describes the agent. */
export declare interface CommandAgentOptions extends AgentDescription {
    /** The program: a name to be found on `PATH`, or a path (a relative one counts from `cwd`). */
    readonly command: string;
    /** Its arguments, one item each; never split, never quoted, never given to a shell. Default none. */
    readonly args?: readonly string[];
    /** Working directory. Default: that of this process. */
    readonly cwd?: string;
    /** Environment variables to set; `undefined` removes one. The others come from this process. */
    readonly env?: {
        readonly [name: string]: string | undefined;
    };
    /**
     * What stands on standard input. `"text"` (default): the instruction, then the input in labelled fences, for models.
     * `"json"`: one document `{ role, purpose, instruction, input, schema, tools }`, for programs.
     */
    readonly input?: "text" | "json";
    /**
     * What standard output is. `"text"` (default): the answer's text, verbatim, so that the agent cannot serve a
     * structured role (`structuredOutput` is declared `false`). `"json"`: one JSON value and nothing else.
     */
    readonly output?: "text" | "json";
    /**
     * Where a structured answer stands in JSON output. `"field"` (default): the value is a reply
     * `{ text?, structured?, usage?, model?, finishReason? }`. `"whole"`: the value is the structured answer itself.
     */
    readonly structured?: "field" | "whole";
    /** The most bytes of standard output; one more fails the call. Default 10 MiB. */
    readonly maxOutputBytes?: number;
    /** Milliseconds between asking the process group to end (SIGTERM) and ending it (SIGKILL). Default 2000. */
    readonly killGraceMs?: number;
}

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

export { FinishReason }

/**
 * Makes an agent of a function.
 *
 * @param answer called once per request; see {@link AgentFunction}.
 * @param description id, family, tools, capabilities, prices and limits; all optional.
 * @throws LoopwrightError `agent-option-invalid`, `agent-option-missing` or `agent-option-unknown`, at once.
 */
export declare function functionAgent(answer: AgentFunction, description?: AgentDescription): Agent;

/** What a function may answer: a text, or a whole reply (`{ structured }`, `{ text, usage }`, …). */
export declare type FunctionAnswer = string | AgentReply;

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

export { TokenPrices }

export { Usage }

export { }
