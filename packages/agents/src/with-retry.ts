/**
 * An agent that is asked again after a failure that may pass.
 *
 * Invariants:
 * 1. Only failures that say so (`retryable: true`) are retried; every other failure stands as it is.
 * 2. All attempts share one deadline, that of the request: no attempt and no pause goes beyond it (case H10).
 * 3. What every attempt spent settles: the sum is reported and stands in the reply or failure (G14, case H09).
 * 4. Declared limits are those of all attempts, so that a budget reserves what may be spent (G14).
 * 5. An abort ends an attempt or a pause at once; no timer and no listener is left (G10).
 * 6. Every attempt gets the same request, its idempotency key included.
 * 7. A failure holds the part of an answer that any attempt left, not only the last: no later outage hides it (case F06).
 */
import { AgentError, messageOf, systemClock } from "@loopwright/core";
import type { Agent, AgentReply, AgentRequest, Clock } from "@loopwright/core";
import { checkOptions, refuse, wholeNumber } from "./options.js";
import type { OptionRules } from "./options.js";
import { abortedError, callUntil, pause, replyWith } from "./wrapper/call-until.js";
import type { Ended } from "./wrapper/call-until.js";
import { partialAnswerOf, withPartialText } from "./wrapper/partial-answer.js";
import { UsageSum } from "./wrapper/usage-sum.js";
import { agentRule, clockRule, millisecondsRule, nameOf, timesLimits, wrap } from "./wrapper/wrapped-agent.js";
import type { WrappedAgent } from "./wrapper/wrapped-agent.js";

/** Options of {@link withRetry}. */
export interface RetryOptions {
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

const RULES: OptionRules<RetryOptions> = {
  attempts: wholeNumber({ from: 1, upTo: 100 }),
  delayMs: millisecondsRule(0),
  maxDelayMs: millisecondsRule(0),
  jitter(value, path) {
    if (typeof value !== "function") refuse(path, value, "be a function", "Pass () => number, from 0 to 1.");
  },
  clock: clockRule,
};

type RetryPlan = { readonly [Option in keyof RetryOptions]-?: NonNullable<RetryOptions[Option]> };

const DEFAULTS = { delayMs: 500, maxDelayMs: 30_000, jitter: Math.random, clock: systemClock } as const;

/**
 * Asks an agent again after retryable failures.
 *
 * A pause is at least as long as the other side asked for (`retryAfterMs`). Where the next attempt could not begin
 * before the deadline, the last failure stands at once.
 *
 * @throws LoopwrightError `agent-option-*`, at once.
 */
export function withRetry(agent: Agent, options: RetryOptions): WrappedAgent {
  agentRule(agent, "withRetry.agent");
  checkOptions<RetryOptions>(options, "withRetry.options", RULES, ["attempts"]);
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const plan = { ...DEFAULTS, ...(Object.fromEntries(given) as typeof options) } as RetryPlan; // undefined was filtered out
  return wrap([agent], (request) => new Attempts(agent, plan, request).run(), { limits: timesLimits(agent.limits, plan.attempts) });
}

/** The attempts of one call. */
class Attempts {
  readonly #agent: Agent;
  readonly #plan: RetryPlan;
  readonly #request: AgentRequest;
  readonly #usage: UsageSum;
  /** The first part of an answer that a failed attempt left. */
  #partial: string | null = null;

  constructor(agent: Agent, plan: RetryPlan, request: AgentRequest) {
    this.#agent = agent;
    this.#plan = plan;
    this.#request = request;
    this.#usage = new UsageSum((sum) => request.reportUsage(sum));
  }

  async run(): Promise<AgentReply> {
    const { attempts, clock } = this.#plan;
    const request = this.#request;
    for (let attempt = 1; ; attempt++) {
      const ended = await callUntil(this.#agent, request, { clock, endsAt: request.deadline, onUsage: this.#usage.open() });
      if (ended.how === "returned") return attempt === 1 ? ended.reply : this.#summed(ended.reply);
      this.#partial ??= partialAnswerOf(ended.how === "threw" ? ended.error : ended.lastWord, this.#usage.parts[attempt - 1] ?? null);
      if (ended.how === "aborted") throw this.#aborted(ended, attempt);
      if (ended.how === "timeout") throw this.#outOfTime(attempt);
      if (!isRetryable(ended.error) || attempt === attempts) throw this.#failure(ended.error, attempt, "");
      const delayMs = this.#delayBefore(attempt + 1, ended.error);
      const startsAt = clock.now() + delayMs;
      if (request.deadline !== null && startsAt >= request.deadline) {
        throw this.#failure(ended.error, attempt, `, no time is left for another after ${delayMs} ms`);
      }
      if (!(await pause(clock, delayMs, request.signal))) throw this.#aborted(request.signal, attempt);
    }
  }

  #delayBefore(attempt: number, error: unknown): number {
    const { delayMs, maxDelayMs, jitter } = this.#plan;
    const whole = Math.min(maxDelayMs, delayMs * 2 ** (attempt - 2));
    const drawn = jitter();
    const share = drawn >= 0 && drawn <= 1 ? drawn : 1; // also for NaN
    const asked = (error as Partial<AgentError>).retryAfterMs;
    return Math.ceil(Math.max((whole * (1 + share)) / 2, isDelay(asked) ? asked : 0));
  }

  #summed(reply: AgentReply): AgentReply {
    return replyWith(reply, { usage: this.#usage.sum() });
  }

  /** The failure of the last attempt; after several, with their number and the sum of what they spent. */
  #failure(error: unknown, attempt: number, why: string): unknown {
    if (attempt === 1 && why === "") return error;
    const { kind, retryAfterMs } = error as Partial<AgentError>;
    const usage = this.#usage.sum();
    const failure = new AgentError(`${messageOf(error)} (after ${countOf(attempt)}${why})`, {
      kind: kind === "timeout" ? "timeout" : "error",
      retryable: isRetryable(error),
      cause: error,
      ...(isDelay(retryAfterMs) && { retryAfterMs }),
      ...(usage !== undefined && { usage }),
    });
    return withPartialText(failure, this.#partial ?? "");
  }

  #aborted({ reason }: Pick<Extract<Ended, { readonly how: "aborted" }>, "reason">, attempt: number): AgentError {
    const failure = abortedError(`the call of ${nameOf(this.#agent)} (${countOf(attempt)})`, { reason }, this.#usage.sum());
    return withPartialText(failure, this.#partial ?? "");
  }

  #outOfTime(attempt: number): AgentError {
    const usage = this.#usage.sum();
    const failure = new AgentError(`${nameOf(this.#agent)} did not answer before the deadline (${countOf(attempt)})`, {
      kind: "timeout",
      ...(usage !== undefined && { usage }),
    });
    return withPartialText(failure, this.#partial ?? "");
  }
}

function isRetryable(error: unknown): boolean {
  return (error as { readonly retryable?: unknown } | null | undefined)?.retryable === true;
}

function isDelay(value: unknown): value is number {
  return typeof value === "number" && value >= 0 && Number.isFinite(value);
}

function countOf(attempts: number): string {
  return attempts === 1 ? "1 attempt" : `${attempts} attempts`;
}
