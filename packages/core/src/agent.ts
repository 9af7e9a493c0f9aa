/**
 * The seam between loops and whatever answers: a model, a CLI, a function, a person.
 *
 * Invariants:
 * - An agent reports raw facts (`text`, `structured`, `usage`); it validates nothing and decides nothing (G3, G7).
 * - A request is self-contained: it carries no session, conversation or instance handle (QU-ROLE-04, QU-ROLE-06).
 * - A failed call is a rejected promise. Throw an {@link AgentError} to say more than a message.
 */
import type { Json, JsonSchema } from "./json.js";
import type { Usage } from "./usage.js";

/** The version of this contract. An agent without `specVersion` is taken to speak it. */
export const AGENT_SPEC_VERSION = 1;

/** US dollars for one million tokens, by direction. */
export interface TokenPrices {
  readonly inputUsdPerMillionTokens: number;
  readonly outputUsdPerMillionTokens: number;
}

/** `"reported"`: the agent reports `usage.costUsd` itself with every answer. */
export type AgentPrices = TokenPrices | "reported";

/** The most that one call may use: what the budget reserves before the call starts (G14). */
export interface AgentLimits {
  readonly maxInputTokens?: number;
  readonly maxOutputTokens?: number;
  /** Needed to bound the cost of an agent whose price is `"reported"`. */
  readonly maxCostUsd?: number;
}

/** What an agent declares it can do. An absent field is undeclared and is tried (QU-SCH-02). */
export interface AgentCapabilities {
  /** `false`: the agent cannot give native structured output. */
  readonly structuredOutput?: boolean;
  /** `true`: a schema and tools may be combined in one request (QU-TOOL-03). */
  readonly structuredWithTools?: boolean;
}

/** What is known of an agent before it is called; everything but the call itself. */
export interface AgentDescription {
  /** Names the agent. Two agents with one id are the same agent (G6, QU-ROLE-01). */
  readonly id?: string;
  /** The model family, such as `"claude"` or `"gpt"`; makes independence visible (G23). */
  readonly family?: string;
  /** Tools that the agent's registration permits; an agent that lists none allows none (QU-TOOL-02). */
  readonly allowedTools?: readonly string[];
  readonly capabilities?: AgentCapabilities;
  readonly prices?: AgentPrices;
  readonly limits?: AgentLimits;
  /**
   * `true`: a call may change something outside, such as files. One that was in flight when the process ended is not
   * silently repeated (G11). A wrapper writes if one of those it wraps does.
   */
  readonly writes?: boolean;
  /** Contract version the agent was written for; see {@link AGENT_SPEC_VERSION}. */
  readonly specVersion?: number;
}

/** Whom a role is played by, for events and results. */
export type AgentLabel = Pick<AgentDescription, "id" | "family">;

/** Anything that answers a request. */
export interface Agent extends AgentDescription {
  /** For a wrapper: every agent that may answer in its place. They are what it is, for separation and counting (G6, G23). */
  readonly wraps?: readonly Agent[];
  /** Answers one request. Rejecting is a failed call; the run goes on and decides what that means. */
  call(request: AgentRequest): Promise<AgentReply>;
}

/** One request. Everything the agent needs is in `instruction` and `input`; the rest is for the adapter. */
export interface AgentRequest {
  /** `"c1"`, `"c2"`, … in start order over the run. */
  readonly callId: string;
  /** Stable name of the effect, such as `"r2/review/reviewer"`. */
  readonly key: string;
  /** Unique to this run and effect; safe to hand to a provider as an idempotency key. */
  readonly idempotencyKey: string;
  readonly role: string;
  /** What the call is for, in the policy's words, such as `"draft"`. */
  readonly purpose?: string;
  /** Version of the artifact that is produced or reviewed, where the policy counts versions. */
  readonly version?: number;
  /** 0, or n for the n-th repair of a structured answer. */
  readonly repair: number;
  readonly instruction: string;
  /** Deeply frozen plain data. */
  readonly input: Json;
  /** The schema a structured answer must meet; `null` for a text role. */
  readonly schema: JsonSchema | null;
  /** Always explicit; `[]` unless configured (QU-TOOL-01). */
  readonly tools: readonly string[];
  /** Aborted on abort, call timeout or run timeout (G10). */
  readonly signal: AbortSignal;
  /** Point on the run's clock, in milliseconds, after which the answer is ignored; `null` = none. */
  readonly deadline: number | null;
  /**
   * Reports usage before the call ends, so that a failed or aborted call still settles what it spent (G14, H09).
   * Each report replaces the one before.
   */
  readonly reportUsage: (usage: Usage) => void;
}

/** Why an answer ended, as a closed set; adapters map their provider's words onto it. */
export type FinishReason = "stop" | "length" | "refusal" | "tool-calls" | "other";

/** A raw answer. */
export interface AgentReply {
  /** Prose, verbatim. The only thing that a text role reads (QU-DRAFT-02). */
  readonly text?: string;
  /** Native structured output. The only thing that a structured role reads (QU-STR-01, G7). */
  readonly structured?: unknown;
  readonly usage?: Usage;
  readonly model?: string;
  /** Whose answer it is, where a wrapper turned to another agent than the one that was to answer; results disclose it (G23). */
  readonly answeredBy?: AgentLabel;
  /** `"length"` marks a truncated answer, `"refusal"` a refused one: neither is evidence, and no other word than these is (G4). */
  readonly finishReason?: FinishReason;
  /** The provider's own answer, for logs; never read by a loop. */
  readonly raw?: unknown;
}

/** Details an agent may add to a failure. */
export interface AgentErrorOptions {
  /** `"timeout"` where the agent's own time ran out; default `"error"`. */
  readonly kind?: "error" | "timeout";
  /** Whether the same request may succeed later. Default `false`. */
  readonly retryable?: boolean;
  /** How long the other side asked to wait, in milliseconds. */
  readonly retryAfterMs?: number;
  /** What the failed call spent (G14, H09). */
  readonly usage?: Usage;
  readonly cause?: unknown;
}

/** A failed call that says more than a message. Throw it from {@link Agent.call}. */
export class AgentError extends Error {
  override readonly name = "AgentError";
  readonly kind: "error" | "timeout";
  readonly retryable: boolean;
  readonly retryAfterMs: number | undefined;
  readonly usage: Usage | undefined;

  constructor(message: string, options: AgentErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.kind = options.kind ?? "error";
    this.retryable = options.retryable ?? false;
    this.retryAfterMs = options.retryAfterMs;
    this.usage = options.usage;
  }
}

/** Whether a call of the agent, or of one that it wraps, may change something. */
export function isWriting(agent: Agent): boolean {
  return agent.writes === true || (agent.wraps ?? []).some(isWriting);
}
