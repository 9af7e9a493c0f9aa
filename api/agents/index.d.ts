import { Agent } from '@loopwright/core';
import { AGENT_SPEC_VERSION } from '@loopwright/core';
import { AgentCapabilities } from '@loopwright/core';
import { AgentDescription } from '@loopwright/core';
import { AgentError } from '@loopwright/core';
import { AgentErrorOptions } from '@loopwright/core';
import { AgentLabel } from '@loopwright/core';
import { AgentLimits } from '@loopwright/core';
import { AgentPrices } from '@loopwright/core';
import { AgentReply } from '@loopwright/core';
import { AgentRequest } from '@loopwright/core';
import { Clock } from '@loopwright/core';
import { FinishReason } from '@loopwright/core';
import { Json } from '@loopwright/core';
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

/** What a cassette file holds. */
export declare interface Cassette {
    readonly format: typeof CASSETTE_FORMAT;
    /** The agent that was recorded, as it described itself. */
    readonly agent: AgentDescription;
    /** In the order in which the calls started. */
    readonly calls: readonly CassetteCall[];
}

/** The format that this version writes and reads. */
export declare const CASSETTE_FORMAT = "loopwright/cassette@1";

/** One call. */
export declare interface CassetteCall {
    readonly request: CassetteRequest;
    readonly outcome: CassetteOutcome;
}

/** A fault of a cassette, or of code that no longer asks what was recorded. */
export declare class CassetteError extends LoopwrightError<CassetteErrorCode> {
    readonly name = "CassetteError";
}

/**
 * What can be wrong with a cassette or with how it is used. Stable over versions.
 *
 * - `cassette-missing`: there is no file at the path.
 * - `cassette-invalid`: the file is no cassette.
 * - `cassette-version`: it is one of a version that this library does not read.
 * - `cassette-unwritable`: it could not be written, or an answer is not plain data.
 * - `cassette-mismatch`: no unused call of the cassette has this request.
 * - `cassette-exhausted`: every call of the cassette was used.
 * - `cassette-unconsumed`: calls were left when all should have been used.
 */
export declare type CassetteErrorCode = "cassette-missing" | "cassette-invalid" | "cassette-version" | "cassette-unwritable" | "cassette-mismatch" | "cassette-exhausted" | "cassette-unconsumed";

/** How a recorded call ended. `reportedUsage`: the last report before its end. */
export declare type CassetteOutcome = {
    readonly reportedUsage?: Usage;
} & ({
    readonly kind: "reply";
    readonly reply: Omit<AgentReply, "raw">;
} | {
    readonly kind: "error" | "timeout";
    readonly message: string;
    readonly retryable: boolean;
    readonly retryAfterMs?: number;
    readonly usage?: Usage;
    readonly partialText?: string;
});

/** What a request is known by: its content, not its place in a run. */
export declare type CassetteRequest = Pick<AgentRequest, "role" | "instruction" | "input" | "schema" | "tools"> & {
    readonly purpose: string | null;
};

/** Presets by name. */
export declare const COMMAND_PRESETS: {
    readonly "claude-code": CommandPreset;
    readonly codex: CommandPreset;
    readonly "cursor-agent": CommandPreset;
    readonly gemini: CommandPreset;
    readonly opencode: CommandPreset;
};

/**
 * Any command line program as an agent: the request on its standard input, the answer on its standard output.
 *
 * Invariants:
 * 1. No shell, ever: the program gets `args` as they stand, and nothing of a request is put into arguments or
 *    environment variables (G17), except the schema where a preset says so: a schema is the policy's, never an agent's.
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
 * Makes an agent of a command, or of a well-known program by its preset: `commandAgent({ preset: "claude-code" })`.
 *
 * @throws LoopwrightError `agent-option-invalid`, `agent-option-missing` or `agent-option-unknown`, at once. A command
 *   that does not exist is found at its first call, which then fails with an `AgentError` and a hint.
 */
export declare function commandAgent(options: CommandAgentOptions | (PresetAgentOptions & KnownToPresets)): Agent;

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

/** A program. */
export declare interface CommandPreset {
    readonly command: string;
    /** Always there, first. */
    readonly args: readonly string[];
    /** Read-only mode; the caller's `args` take their place. */
    readonly safeArgs: readonly string[];
    /** Always there, last. */
    readonly lastArgs: readonly string[];
    /** Takes the JSON Schema of a structured answer as its value. */
    readonly schemaFlag?: string;
    readonly description: Pick<AgentDescription, "family" | "prices">;
    readonly output: EventOutput;
}

/** The name of a preset. */
export declare type CommandPresetName = keyof typeof COMMAND_PRESETS;

/** A shared limit: call it with an agent to put that agent under it. */
export declare interface ConcurrencyLimit {
    (agent: Agent): WrappedAgent;
    /** Calls that are open. */
    readonly activeCalls: number;
    /** Calls that wait for a place. */
    readonly waitingCalls: number;
}

/** Options of {@link withConcurrency}. */
export declare interface ConcurrencyOptions {
    /** Must be the runs' clock where they have one. Default: the system's. */
    readonly clock?: Clock | undefined;
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

/** How a program's output is read. */
export declare interface EventOutput {
    /** `"document"`: one JSON value. `"lines"`: one JSON object per line. */
    readonly format: "document" | "lines";
    readonly rules: readonly EventRule[];
    /** The program gives structured answers of its own; otherwise an answer that is JSON as a whole is one. */
    readonly isNative: boolean;
}

/**
 * Well-known coding-agent programs, as data: how they are started and where in their output the answer stands.
 *
 * Invariants:
 * 1. A preset is plain data of one shape; `preset-answer.ts` reads the output of all of them.
 * 2. Only an event that says that the run ended well makes an answer; every other ending is a failure (G4).
 * 3. Without arguments of the caller a program gets its read-only mode where it has one: a reviewer changes nothing.
 *
 * Formats as documented by their makers in autumn 2026. Two things to know: these programs read files of their working
 * directory by themselves, and some take `@path` in a prompt as "read this file", so give a reviewer a `cwd` of its own.
 * aider is not here: it has no output for machines, and what it prints around an answer cannot be told from the answer.
 */

/** Values at dotted paths of an event; `"*"` stands for anything but null. */
export declare type EventPattern = {
    readonly [path: string]: Json;
};

/** What events of one kind say. Paths are dotted; `*` in a path stands for every field of an object. */
export declare interface EventRule {
    readonly on: EventPattern;
    /** The rule does not hold for events that have one of these. */
    readonly unless?: EventPattern;
    /** What was said before does not count any more: a new message or step begins. */
    readonly clears?: true;
    /** A piece of the answer's text. */
    readonly text?: string;
    /** A structured answer that the program itself checked against the schema. */
    readonly structured?: string;
    /** The run ended well. */
    readonly ends?: true;
    /** How the answer ended, in the program's words. */
    readonly finish?: {
        readonly path: string;
        readonly words: {
            readonly [word: string]: FinishReason;
        };
    };
    /** The run failed; the first of these paths that holds a text says why. */
    readonly failure?: readonly string[];
    /** Numbers to add up. The first path of each must be there, or the number is unknown. */
    readonly usage?: {
        readonly inputTokens?: readonly string[];
        readonly outputTokens?: readonly string[];
        readonly costUsd?: readonly string[];
    };
    /** An object whose fields are named after the models that were used. */
    readonly models?: string;
}

/**
 * Fields that a request must have, compared deeply; fields that are not named are not looked at. `instruction` may
 * also be a regular expression.
 */
export declare type ExpectedRequest = Partial<Omit<RecordedCall, "instruction">> & {
    readonly instruction?: string | RegExp;
};

/** That a backup was asked, and why. Plain data. */
export declare interface FallbackNotice {
    /** Who was asked first, and how that call failed. */
    readonly primary: AgentLabel & {
        readonly kind: "error" | "timeout";
        readonly message: string;
    };
    /** Who was asked instead. */
    readonly backup: AgentLabel;
    readonly callId: string;
    readonly key: string;
}

/** Options of {@link withFallback}. */
export declare interface FallbackOptions {
    /** Whether this outage may be answered by the backup. It can only narrow: it is not asked about partial answers. */
    readonly when?: ((error: unknown, request: AgentRequest) => boolean) | undefined;
    /** Told before the backup is asked; what it throws is ignored. */
    readonly onFallback?: ((notice: FallbackNotice) => void) | undefined;
    /** Must be the run's clock where the run has one. Default: the system's. */
    readonly clock?: Clock | undefined;
}

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

/**
 * A JSON endpoint as an agent: the request is posted, the answer is a reply.
 *
 * Invariants:
 * 1. The body is `{ role, purpose, instruction, input, schema, tools }` and tells nothing of the run (QU-REVIN-03). The
 *    `idempotency-key` header is a digest: the same for the same effect, and nothing can be read from it.
 * 2. Only a whole answer is an answer: a status of 2xx, a JSON content type, UTF-8, one JSON value within the size limit
 *    that is a reply with known fields. Everything else is a failed call (G4).
 * 3. The request goes to one origin. A redirect is followed only within it and only if it keeps method and body.
 * 4. A failure says whether the same request may succeed later, and keeps the usage that the service reported with it
 *    (H09); what was turned away or never sent has spent nothing (service-failure.ts 2). No message shows a header's value
 *    or the URL's query, also where the service sends them back.
 *    It also keeps, as `partialText`, what had come of an answer: then it is no mere outage (case F06).
 * 5. The call ends with its signal, at once, and so does the exchange (G10); it never looks at a clock.
 */

/**
 * Makes an agent of an endpoint.
 *
 * @throws LoopwrightError `agent-option-invalid`, `agent-option-missing` or `agent-option-unknown`, at once. Calls reject
 *   with an `AgentError`.
 */
export declare function httpAgent(options: HttpAgentOptions): Agent;

/** Which endpoint to ask and how; only `url` is needed. The rest describes the agent. */
export declare interface HttpAgentOptions extends AgentDescription {
    /** An absolute `http` or `https` URL without user name and password. */
    readonly url: string | URL;
    /** Sent with every request, such as `authorization`; a function is asked before each, for keys that change. */
    readonly headers?: HttpHeaders | (() => HttpHeaders | Promise<HttpHeaders>);
    /** The most bytes of an answer; one more fails the call. Default 10 MiB. */
    readonly maxAnswerBytes?: number;
    /** Used instead of the platform's `fetch`, such as one that goes through a proxy. */
    readonly fetch?: typeof globalThis.fetch;
}

/** Headers by name. */
export declare interface HttpHeaders {
    readonly [name: string]: string;
}

/** What a preset knows better. */
declare type KnownToPresets = {
    readonly [Option in "input" | "output" | "structured"]?: never;
};

/** Does not answer: `true` rejects when the request's signal aborts, `"ignoring-abort"` never settles at all. */
export declare interface NeverStep extends StepOptions {
    readonly never: true | "ignoring-abort";
}

/** How to run a well-known program as an agent: its preset, and what differs from it. */
export declare interface PresetAgentOptions extends AgentDescription, Pick<CommandAgentOptions, "cwd" | "env" | "maxOutputBytes" | "killGraceMs"> {
    /** The program. Family and `prices: "reported"` are set where they are known; what is given here wins. */
    readonly preset: CommandPresetName;
    /** Where the program is. Default: its own name, to be found on `PATH`. */
    readonly command?: string;
    /** Further arguments, such as a model. They take the place of the preset's read-only mode, so repeat it if it is meant. */
    readonly args?: readonly string[];
}

/**
 * Records an agent's calls into a file, which is begun anew.
 *
 * @throws LoopwrightError `agent-option-*`; CassetteError `cassette-invalid` where a file that is no cassette stands at
 *   the path; both at once. A call rejects with `cassette-unwritable` if it could not be kept.
 */
export declare function record(agent: Agent, path: string, options?: RecordOptions): WrappedAgent;

/** A request as it was received, without what is not data: deeply frozen. */
export declare type RecordedCall = Readonly<Omit<AgentRequest, "signal" | "reportUsage">>;

/** Options of {@link record}. */
export declare interface RecordOptions extends ReplayOptions {
    /** Must be the run's clock where the run has one. Default: the system's. */
    readonly clock?: Clock | undefined;
}

/**
 * Plays a cassette back.
 *
 * @throws LoopwrightError `agent-option-*`; CassetteError `cassette-missing`, `cassette-invalid`, `cassette-version`; all
 *   at once. A call rejects with `cassette-mismatch` or `cassette-exhausted`.
 */
export declare function replay(path: string, options?: ReplayOptions): ReplayAgent;

/** An agent that plays a cassette back. */
export declare interface ReplayAgent extends Agent {
    /** Recorded calls that no request has used yet. */
    readonly remainingCalls: number;
    /**
     * Call it at the end of a test.
     * @throws CassetteError of the first request that was not recorded, else `cassette-unconsumed` if calls are left.
     */
    assertConsumed(): void;
}

/** Options of {@link replay}. */
export declare interface ReplayOptions {
    /** Further secrets, as patterns (linear in time, please) or literal texts; the same for recording and replay. */
    readonly redact?: readonly (RegExp | string)[] | undefined;
}

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

/** Options of {@link withRetry}. */
export declare interface RetryOptions {
    /** Calls at most, the first included: a whole number from 1 to 100. */
    readonly attempts: number;
    /** Pause before the second attempt, in milliseconds; doubled before each further one. Default 500. */
    readonly delayMs?: number | undefined;
    /** The longest pause, in milliseconds, where the other side asks for none. Default 30,000. */
    readonly maxDelayMs?: number | undefined;
    /** A number from 0 to 1: each pause is between half of its length (0) and the whole (1). Default: random. */
    readonly jitter?: (() => number) | undefined;
    /** Must be the run's clock where the run has one. Default: the system's. */
    readonly clock?: Clock | undefined;
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

/** Options of {@link withTimeout}. */
export declare interface TimeoutOptions {
    /** Must be the run's clock where the run has one. Default: the system's. */
    readonly clock?: Clock | undefined;
}

export { TokenPrices }

export { Usage }

/**
 * Makes a limit: `const limited = withConcurrency(4); limited(writer); limited(reviewer)`.
 *
 * @param limit calls at once, a whole number from 1.
 * @throws LoopwrightError `agent-option-*`, at once.
 */
export declare function withConcurrency(limit: number, options?: ConcurrencyOptions): ConcurrencyLimit;

/**
 * Asks `backup` when `primary` is out. For "the same agent again" there is `withRetry`.
 *
 * @throws LoopwrightError `agent-option-*`, at once; also where both are one agent, by identity or by id.
 */
export declare function withFallback(primary: Agent, backup: Agent, options?: FallbackOptions): WrappedAgent;

/**
 * Asks an agent again after retryable failures.
 *
 * A pause is at least as long as the other side asked for (`retryAfterMs`). Where the next attempt could not begin
 * before the deadline, the last failure stands at once.
 *
 * @throws LoopwrightError `agent-option-*`, at once.
 */
export declare function withRetry(agent: Agent, options: RetryOptions): WrappedAgent;

/**
 * Gives an agent a time limit. The failure is retryable: the same request may be answered in time later.
 *
 * @param timeoutMs whole milliseconds, from 1.
 * @throws LoopwrightError `agent-option-*`, at once.
 */
export declare function withTimeout(agent: Agent, timeoutMs: number, options?: TimeoutOptions): WrappedAgent;

/**
 * What a wrapper says of itself.
 *
 * Invariants:
 * 1. Nothing is invented and nothing hidden: id, family, tools, prices, capabilities and contract version are those of
 *    the agent inside, unless the wrapper states another truth (G6, G14).
 * 2. `limits` bound one call of the wrapper, so a wrapper that may call n times declares n times as much (G14).
 * 3. `wraps` names every agent that may answer in the wrapper's place, by identity.
 */

/** An agent around other agents. */
export declare interface WrappedAgent extends Agent {
    /** The agents inside, directly. Whoever separates authors from reviewers may look through (G6). */
    readonly wraps: readonly Agent[];
}

export { }
