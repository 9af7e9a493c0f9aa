import { Agent } from '@loopwright/core';
import { AgentDescription } from '@loopwright/core';
import { LanguageModel } from 'ai';
import { LanguageModelCallOptions } from 'ai';
import * as _loopwright_core from '@loopwright/core';
import { ToolSet } from 'ai';

/**
 * Any model of the AI SDK as an agent (AI SDK 7; models of spec v2, v3 and v4).
 *
 * Invariants:
 * 1. One call is one `generateText` without retries: asking again is the loop's or a wrapper's to decide and to count.
 * 2. Structured output is native: the request's JSON Schema is handed on as it stands, and what the model sent is handed
 *    back as it was parsed. Nothing is validated, repaired, converted or dug out of prose here (G7); what is not one JSON
 *    value stays text, so that the runner reports it missing.
 * 3. Usage is the sum over all steps. It is reported after each, so that a call that fails or is aborted later still
 *    settles what it spent (G14, H09). A number that one step does not tell is absent, never 0. A request that was turned
 *    away or never sent is known to have spent nothing (service-failure.ts 2).
 * 4. A call ends with its signal, whether or not the model listens; it never looks at a clock (G10).
 * 5. A provider's error is an `AgentError` that says whether the same request may succeed later, without credentials and
 *    without the request.
 * 6. `ai` is an optional peer, loaded with the first call.
 */

/**
 * Makes an agent of a model.
 *
 * @throws LoopwrightError `agent-option-invalid`, `agent-option-missing` or `agent-option-unknown`, at once. Calls reject
 *   with an `AgentError`, or with LoopwrightError `peer-missing` or `peer-version` where the package `ai` is not there or
 *   too old.
 */
export declare function aiSdkAgent(options: AiSdkAgentOptions): Agent;

/** Which model to call and how; only `model` is needed. The rest describes the agent. */
export declare interface AiSdkAgentOptions extends AgentDescription {
    /** A model of any AI SDK provider, or the id of one in the SDK's own registry. */
    readonly model: LanguageModel;
    /** Tools by name. A request uses those that it names. `allowedTools` is all of them unless it is given. Default none. */
    readonly tools?: ToolSet;
    /** The most steps (model calls) of one call with tools. Default 20. */
    readonly maxSteps?: number;
    /**
     * How the model reads the input. `"text"` (default): one heading and fence per key. `"json"`: one JSON document. The
     * instruction stands before it, as the system message.
     */
    readonly input?: "text" | "json";
    /** `true`: also writes the JSON Schema under the input, for providers that only promise JSON. Default `false`. */
    readonly schemaInPrompt?: boolean;
    readonly settings?: AiSdkSettings;
    /** Texts that may never stand in an error message, such as the provider's API key. */
    readonly secrets?: readonly string[];
}

/** Settings that are handed to the model as they stand. */
export declare interface AiSdkSettings extends Pick<LanguageModelCallOptions, "temperature" | "topP" | "topK" | "presencePenalty" | "frequencyPenalty" | "seed" | "reasoning"> {
    /** Additional headers of every request; their values never stand in an error message. */
    readonly headers?: {
        readonly [name: string]: string;
    };
    /** Options of the model's provider, by its name. */
    readonly providerOptions?: {
        readonly [provider: string]: {
            readonly [option: string]: _loopwright_core.Json;
        };
    };
}

/** What can be wrong with a package that an adapter needs. Stable over versions. */
export declare type PeerErrorCode = "peer-missing" | "peer-version";

export { }
