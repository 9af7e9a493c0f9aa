/**
 * A second agent for when the first one is out.
 *
 * Invariants:
 * 1. The backup is asked only after a pure outage: the primary failed and left nothing of an answer (case F06). A
 *    partial answer, garbage, a refusal, a truncated or an empty answer stands; no backup turns it into a good one (G4).
 * 2. It is disclosed: `answeredBy` of the reply counts it in the result, under `usage.byRole` (G23); `model` says so in
 *    events, `raw.fallback` holds the facts, `onFallback` is told.
 * 3. The wrapper claims only what holds for both: family, tools and capabilities that they share. Its id is the
 *    primary's; `wraps` names both (G6, G23).
 * 4. Both calls settle: usage is summed, with the cost of each by its own prices; declared limits are those of both
 *    together (G14).
 * 5. An abort and the request's deadline end whichever call is open; after either nobody else is asked (G10).
 */
import { AgentError, LoopwrightError, messageOf, systemClock } from "@loopwright/core";
import type { Agent, AgentDescription, AgentLabel, AgentLimits, AgentReply, AgentRequest, Clock, Usage } from "@loopwright/core";
import { checkOptions, refuse } from "./options.js";
import type { OptionRule, OptionRules } from "./options.js";
import { quotable } from "./quote.js";
import { abortedError, callUntil, replyWith, withLastWord } from "./wrapper/call-until.js";
import type { Ended } from "./wrapper/call-until.js";
import { partialAnswerOf, withPartialText } from "./wrapper/partial-answer.js";
import { priced, sumUsage } from "./wrapper/usage-sum.js";
import { agentRule, clockRule, nameOf, wrap } from "./wrapper/wrapped-agent.js";
import type { Restated, WrappedAgent } from "./wrapper/wrapped-agent.js";

/** That a backup was asked, and why. Plain data. */
export interface FallbackNotice {
  /** Who was asked first, and how that call failed. */
  readonly primary: AgentLabel & { readonly kind: "error" | "timeout"; readonly message: string };
  /** Who was asked instead. */
  readonly backup: AgentLabel;
  readonly callId: string;
  readonly key: string;
}

/** Options of {@link withFallback}. */
export interface FallbackOptions {
  /** Whether this outage may be answered by the backup. It can only narrow: it is not asked about partial answers. */
  readonly when?: ((error: unknown, request: AgentRequest) => boolean) | undefined;
  /** Told before the backup is asked; what it throws is ignored. */
  readonly onFallback?: ((notice: FallbackNotice) => void) | undefined;
  /** Must be the run's clock where the run has one. Default: the system's. */
  readonly clock?: Clock | undefined;
}

const functionRule: OptionRule = (value, path) => {
  if (typeof value !== "function") refuse(path, value, "be a function", "Pass a function or leave it out.");
};

const RULES: OptionRules<FallbackOptions> = { when: functionRule, onFallback: functionRule, clock: clockRule };

/**
 * Asks `backup` when `primary` is out. For "the same agent again" there is `withRetry`.
 *
 * @throws LoopwrightError `agent-option-*`, at once; also where both are one agent, by identity or by id.
 */
export function withFallback(primary: Agent, backup: Agent, options: FallbackOptions = {}): WrappedAgent {
  agentRule(primary, "withFallback.primary");
  agentRule(backup, "withFallback.backup");
  if (primary === backup || (primary.id !== undefined && primary.id === backup.id)) {
    refuse("withFallback.backup", backup.id, "be another agent than the primary", "Use withRetry to ask one agent again.");
  }
  checkOptions<FallbackOptions>(options, "withFallback.options", RULES);
  const isOnePrice = JSON.stringify(primary.prices) === JSON.stringify(backup.prices);
  const pair: Pair = { primary, backup, isOnePrice, when: options.when ?? (() => true), onFallback: options.onFallback ?? (() => undefined), clock: options.clock ?? systemClock };
  return wrap([primary, backup], (request) => callPair(pair, request), sharedDescription(primary, backup, isOnePrice));
}

interface Pair extends Required<{ readonly [Option in keyof FallbackOptions]: NonNullable<FallbackOptions[Option]> }> {
  readonly primary: Agent;
  readonly backup: Agent;
  readonly isOnePrice: boolean;
}

async function callPair(pair: Pair, request: AgentRequest): Promise<AgentReply> {
  const { primary, backup, clock } = pair;
  const spent: (Usage | null)[] = [null];
  const usage = (): Usage | undefined => sumUsage(spent);
  const ask = (agent: Agent, index: 0 | 1): ReturnType<typeof callUntil> =>
    callUntil(agent, request, {
      clock,
      endsAt: request.deadline,
      onUsage(reported) {
        if (typeof reported !== "object" || reported === null) return;
        spent[index] = pair.isOnePrice ? reported : priced(reported, agent.prices);
        const sum = usage();
        if (sum !== undefined) request.reportUsage(sum);
      },
    });

  const first = await ask(primary, 0);
  if (first.how === "returned") return pair.isOnePrice || spent[0] === null ? first.reply : replyWith(first.reply, { usage: usage() });
  if (first.how !== "threw") throw ending(first, primary, usage());
  if (!isOutage(first.error, spent[0] ?? null) || isOver(request, clock) || !pair.when(first.error, request)) throw first.error;

  const notice = noticeOf(primary, backup, first.error, request);
  tell(pair.onFallback, notice);
  spent.push(null);
  const second = await ask(backup, 1);
  if (second.how === "returned") {
    const { model, answeredBy, raw } = second.reply;
    return replyWith(second.reply, {
      usage: usage(),
      model: `${model ?? backup.id ?? "backup"} (after ${primary.id ?? "primary"}: ${notice.primary.kind})`,
      answeredBy: answeredBy ?? notice.backup,
      raw: { fallback: notice, ...(raw !== undefined && { raw }) },
    });
  }
  if (second.how !== "threw") throw ending(second, backup, usage());
  throw withPartialText(bothFailed(notice, first.error, second.error, usage()), partialAnswerOf(second.error, spent[1] ?? null) ?? "");
}

/** An outage left nothing of an answer; a fault in how an agent was set up is none. */
function isOutage(error: unknown, usage: Usage | null): boolean {
  return !(error instanceof LoopwrightError) && partialAnswerOf(error, usage) === null;
}

function isOver({ signal, deadline }: AgentRequest, clock: Clock): boolean {
  return signal.aborted || (deadline !== null && clock.now() >= deadline);
}

function noticeOf(primary: Agent, backup: Agent, error: unknown, { callId, key }: AgentRequest): FallbackNotice {
  return Object.freeze({
    primary: Object.freeze({ ...labelOf(primary), kind: kindOf(error), message: shortMessageOf(error) }),
    backup: Object.freeze(labelOf(backup)),
    callId,
    key,
  });
}

/** Agents that are not adapters of this package may say anything at any length. */
function shortMessageOf(error: unknown): string {
  return quotable(messageOf(error), 1000);
}

function labelOf({ id, family }: AgentDescription): AgentLabel {
  return { ...(id !== undefined && { id }), ...(family !== undefined && { family }) };
}

function kindOf(error: unknown): "error" | "timeout" {
  return (error as Partial<AgentError> | null | undefined)?.kind === "timeout" ? "timeout" : "error";
}

/** A listener that throws disturbs nothing (G13). */
function tell(listener: (notice: FallbackNotice) => void, notice: FallbackNotice): void {
  try {
    listener(notice);
  } catch {
    // The reply still discloses the fallback.
  }
}

function ending(ended: Extract<Ended, { readonly how: "aborted" | "timeout" }>, agent: Agent, usage: Usage | undefined): AgentError {
  if (ended.how === "aborted") return abortedError(`the call of ${nameOf(agent)}`, ended, usage);
  return withLastWord(new AgentError(`${nameOf(agent)} did not answer before the deadline`, { kind: "timeout", ...(usage !== undefined && { usage }) }), ended.lastWord);
}

function bothFailed({ primary }: FallbackNotice, first: unknown, second: unknown, usage: Usage | undefined): AgentError {
  const message = `the backup failed: ${shortMessageOf(second)} (after ${nameOf(primary, "the primary")} failed: ${primary.message})`;
  return new AgentError(message, {
    kind: kindOf(second),
    retryable: (second as Partial<AgentError> | null | undefined)?.retryable === true,
    cause: new AggregateError([first, second], message),
    ...(usage !== undefined && { usage }),
  });
}

/** What holds whichever of the two answers. */
function sharedDescription(primary: Agent, backup: Agent, isOnePrice: boolean): Restated {
  const areBothPriced = primary.prices !== undefined && backup.prices !== undefined;
  const isStructured = both(primary.capabilities?.structuredOutput, backup.capabilities?.structuredOutput);
  const isWithTools = both(primary.capabilities?.structuredWithTools, backup.capabilities?.structuredWithTools);
  return {
    family: primary.family === backup.family ? primary.family : undefined,
    allowedTools: backup.allowedTools && primary.allowedTools?.filter((tool) => backup.allowedTools?.includes(tool)),
    capabilities:
      isStructured === undefined && isWithTools === undefined
        ? undefined
        : { ...(isStructured !== undefined && { structuredOutput: isStructured }), ...(isWithTools !== undefined && { structuredWithTools: isWithTools }) },
    prices: isOnePrice ? primary.prices : areBothPriced ? "reported" : undefined,
    limits: sharedLimits(primary, backup, isOnePrice),
  };
}

/** `false` if one cannot, `true` if both can, otherwise undeclared. */
function both(first: boolean | undefined, second: boolean | undefined): boolean | undefined {
  if (first === false || second === false) return false;
  return first === true && second === true ? true : undefined;
}

function sharedLimits(primary: Agent, backup: Agent, isOnePrice: boolean): AgentLimits | undefined {
  const sum = (bound: (agent: Agent) => number | undefined): number | undefined => {
    const [first, second] = [bound(primary), bound(backup)];
    return first === undefined || second === undefined ? undefined : first + second;
  };
  const maxInputTokens = sum(({ limits }) => limits?.maxInputTokens);
  const maxOutputTokens = sum(({ limits }) => limits?.maxOutputTokens);
  // With one price for both, the budget computes the cost from the tokens itself.
  const maxCostUsd = sum(isOnePrice ? ({ limits }) => limits?.maxCostUsd : maxCostOf);
  return {
    ...(maxInputTokens !== undefined && { maxInputTokens }),
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    ...(maxCostUsd !== undefined && { maxCostUsd }),
  };
}

function maxCostOf({ limits, prices }: Agent): number | undefined {
  if (limits?.maxCostUsd !== undefined) return limits.maxCostUsd;
  const { maxInputTokens, maxOutputTokens } = limits ?? {};
  return priced({ ...(maxInputTokens !== undefined && { inputTokens: maxInputTokens }), ...(maxOutputTokens !== undefined && { outputTokens: maxOutputTokens }) }, prices).costUsd;
}
