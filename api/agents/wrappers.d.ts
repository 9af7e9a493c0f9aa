import { Agent } from '@loopwright/core';
import { AgentLabel } from '@loopwright/core';
import { AgentRequest } from '@loopwright/core';
import { Clock } from '@loopwright/core';

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

/** Options of {@link withTimeout}. */
export declare interface TimeoutOptions {
    /** Must be the run's clock where the run has one. Default: the system's. */
    readonly clock?: Clock | undefined;
}

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
