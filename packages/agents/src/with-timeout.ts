/**
 * An agent with a time limit of its own.
 *
 * Invariants:
 * 1. After `timeoutMs`, or at the request's deadline if that is sooner, the call fails with kind `"timeout"` and the
 *    agent's signal is aborted (G10).
 * 2. An answer that comes later is ignored; what the agent had reported by then is the failure's usage (H09), and what
 *    it fails with at its abort is the failure's cause, so that a part of an answer is not lost (case F06).
 * 3. Everything else passes unchanged.
 */
import { AgentError, systemClock } from "@loopwright/core";
import type { Agent, AgentRequest, Clock, Usage } from "@loopwright/core";
import { checkOptions } from "./options.js";
import type { OptionRules } from "./options.js";
import { abortedError, callUntil } from "./wrapper/call-until.js";
import { agentRule, clockRule, millisecondsRule, nameOf, wrap } from "./wrapper/wrapped-agent.js";
import type { WrappedAgent } from "./wrapper/wrapped-agent.js";

/** Options of {@link withTimeout}. */
export interface TimeoutOptions {
  /** Must be the run's clock where the run has one. Default: the system's. */
  readonly clock?: Clock | undefined;
}

const RULES: OptionRules<TimeoutOptions> = { clock: clockRule };

/**
 * Gives an agent a time limit. The failure is retryable: the same request may be answered in time later.
 *
 * @param timeoutMs whole milliseconds, from 1.
 * @throws LoopwrightError `agent-option-*`, at once.
 */
export function withTimeout(agent: Agent, timeoutMs: number, options: TimeoutOptions = {}): WrappedAgent {
  agentRule(agent, "withTimeout.agent");
  millisecondsRule(1)(timeoutMs, "withTimeout.timeoutMs");
  checkOptions<TimeoutOptions>(options, "withTimeout.options", RULES);
  const { clock = systemClock } = options;
  return wrap([agent], async (request: AgentRequest) => {
    const limit = clock.now() + timeoutMs;
    const endsAt = request.deadline === null ? limit : Math.min(limit, request.deadline);
    let spent: Usage | undefined;
    const ended = await callUntil(agent, request, {
      clock,
      endsAt,
      onUsage(usage) {
        if (typeof usage !== "object" || usage === null) return;
        spent = usage;
        request.reportUsage(spent);
      },
    });
    switch (ended.how) {
      case "returned":
        return ended.reply;
      case "threw":
        throw ended.error;
      case "aborted":
        throw abortedError(`the call of ${nameOf(agent)}`, ended, spent);
      case "timeout":
        throw new AgentError(`${nameOf(agent)} did not answer within ${timeoutMs} ms`, {
          kind: "timeout",
          retryable: endsAt === limit,
          ...(ended.lastWord !== undefined && { cause: ended.lastWord }),
          ...(spent !== undefined && { usage: spent }),
        });
    }
  });
}
