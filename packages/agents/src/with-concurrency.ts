/**
 * One limit of concurrent calls, shared by as many agents and runs as wanted.
 *
 * On a queue of its own rather than on p-limit: p-limit cannot take one waiting call out of its queue.
 *
 * Invariants:
 * 1. Never more than `limit` calls are open. A call holds its place until the agent has really settled, also when
 *    its caller has long gone: an agent that ignores an abort is still at work.
 * 2. First come, first served.
 * 3. An abort takes a waiting call out of the queue at once; waiting counts against the deadline (G10).
 */
import { AgentError, systemClock } from "@loopwright/core";
import type { Agent, AgentReply, AgentRequest, Clock } from "@loopwright/core";
import { onAbort } from "./abort.js";
import { checkOptions, wholeNumber } from "./options.js";
import type { OptionRules } from "./options.js";
import { abortedError, callUntil, withLastWord } from "./wrapper/call-until.js";
import { agentRule, clockRule, nameOf, wrap } from "./wrapper/wrapped-agent.js";
import type { WrappedAgent } from "./wrapper/wrapped-agent.js";

/** Options of {@link withConcurrency}. */
export interface ConcurrencyOptions {
  /** Must be the runs' clock where they have one. Default: the system's. */
  readonly clock?: Clock | undefined;
}

/** A shared limit: call it with an agent to put that agent under it. */
export interface ConcurrencyLimit {
  (agent: Agent): WrappedAgent;
  /** Calls that are open. */
  readonly activeCalls: number;
  /** Calls that wait for a place. */
  readonly waitingCalls: number;
}

const RULES: OptionRules<ConcurrencyOptions> = { clock: clockRule };

/**
 * Makes a limit: `const limited = withConcurrency(4); limited(writer); limited(reviewer)`.
 *
 * @param limit calls at once, a whole number from 1.
 * @throws LoopwrightError `agent-option-*`, at once.
 */
export function withConcurrency(limit: number, options: ConcurrencyOptions = {}): ConcurrencyLimit {
  wholeNumber({ from: 1, upTo: 1_000_000 })(limit, "withConcurrency.limit");
  checkOptions<ConcurrencyOptions>(options, "withConcurrency.options", RULES);
  const places = new Places(limit, options.clock ?? systemClock);
  const limited = (agent: Agent): WrappedAgent => {
    agentRule(agent, "withConcurrency.agent");
    return wrap([agent], (request) => places.call(agent, request));
  };
  return Object.freeze(
    Object.defineProperties(limited, {
      activeCalls: { get: () => places.active, enumerable: true },
      waitingCalls: { get: () => places.waiting.size, enumerable: true },
    }) as unknown as ConcurrencyLimit, // the two properties were just defined
  );
}

/** Why a waiting call left the queue. */
type Turn = "ours" | "aborted" | "timeout";

class Places {
  active = 0;
  /** In order of arrival. */
  readonly waiting = new Set<(turn: "ours") => void>();
  readonly #limit: number;
  readonly #clock: Clock;

  constructor(limit: number, clock: Clock) {
    this.#limit = limit;
    this.#clock = clock;
  }

  async call(agent: Agent, request: AgentRequest): Promise<AgentReply> {
    const { signal, deadline } = request;
    const isFree = this.active < this.#limit && !signal.aborted;
    const turn = isFree ? this.#take() : await this.#wait(signal, deadline);
    if (turn === "aborted") throw abortedError(`the waiting call of ${nameOf(agent)}`, signal, undefined);
    if (turn === "timeout") throw new AgentError(`the call of ${nameOf(agent)} waited for a free place until its deadline`, { kind: "timeout" });
    return this.#perform(agent, request);
  }

  async #perform(agent: Agent, request: AgentRequest): Promise<AgentReply> {
    let hasStarted = false;
    const placed: Agent = {
      call: async (sent) => {
        hasStarted = true;
        try {
          return await agent.call(sent);
        } finally {
          this.#leave();
        }
      },
    };
    const onUsage = (usage: unknown): void => {
      if (typeof usage === "object" && usage !== null) request.reportUsage(usage);
    };
    const ended = await callUntil(placed, request, { clock: this.#clock, endsAt: request.deadline, onUsage });
    if (!hasStarted) this.#leave(); // It was over before the agent was asked.
    if (ended.how === "returned") return ended.reply;
    if (ended.how === "threw") throw ended.error;
    if (ended.how === "aborted") throw abortedError(`the call of ${nameOf(agent)}`, ended, undefined);
    throw withLastWord(new AgentError(`${nameOf(agent)} did not answer before the deadline`, { kind: "timeout" }), ended.lastWord);
  }

  #take(): "ours" {
    this.active += 1;
    return "ours";
  }

  #wait(signal: AbortSignal, deadline: number | null): Promise<Turn> {
    if (signal.aborted) return Promise.resolve("aborted");
    const leftMs = deadline === null ? null : deadline - this.#clock.now();
    if (leftMs !== null && leftMs <= 0) return Promise.resolve("timeout");
    return new Promise((resolve) => {
      const leave = (turn: Turn): void => {
        this.waiting.delete(leave);
        stopListening();
        cancelTimer();
        resolve(turn);
      };
      const stopListening = onAbort(signal, () => leave("aborted"));
      const cancelTimer = leftMs === null ? (): void => undefined : this.#clock.setTimer(() => leave("timeout"), leftMs);
      this.waiting.add(leave);
    });
  }

  /** Hands the place to whoever has waited longest, without letting anyone in between. */
  #leave(): void {
    const [next] = this.waiting;
    if (next === undefined) this.active -= 1;
    else next("ours");
  }
}
