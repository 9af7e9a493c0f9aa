import { Agent } from '@loopwright/core';
import { AgentDescription } from '@loopwright/core';
import { AgentReply } from '@loopwright/core';
import { AgentRequest } from '@loopwright/core';
import { Clock } from '@loopwright/core';
import { LoopwrightError } from '@loopwright/core';
import { Usage } from '@loopwright/core';

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

/**
 * Records an agent's calls into a file, which is begun anew.
 *
 * @throws LoopwrightError `agent-option-*`; CassetteError `cassette-invalid` where a file that is no cassette stands at
 *   the path; both at once. A call rejects with `cassette-unwritable` if it could not be kept.
 */
export declare function record(agent: Agent, path: string, options?: RecordOptions): WrappedAgent;

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
declare interface WrappedAgent extends Agent {
    /** The agents inside, directly. Whoever separates authors from reviewers may look through (G6). */
    readonly wraps: readonly Agent[];
}

export { }
