/**
 * One call of an agent, from `call.started` to its end.
 *
 * Invariants:
 * 1. Exactly one of `call.finished` and `call.failed` ends it (QU-EVT-03).
 * 2. Abort and time discard even an answer that has just arrived (QU-ABT-01, QU-TIME-02).
 * 3. What it spent is settled also when it failed or was aborted (G14, H09).
 */
import type { AgentReply, AgentRequest } from "./agent.js";
import { costOf, type Reservation } from "./budget.js";
import type { CallRequest, Failure } from "./context.js";
import { messageOf } from "./errors.js";
import type { RunnerEvent } from "./events.js";
import type { Json } from "./json.js";
import type { OpenEffect, Settled } from "./open-effects.js";
import { failed } from "./outcome.js";
import type { BoundAgent } from "./roster.js";
import type { RunCore } from "./run-core.js";
import type { Usage } from "./usage.js";
import { usableUsage } from "./usage-meter.js";

/** The fields of a reply that are read, taken once. */
export type TakenReply = Pick<AgentReply, "structured" | "usage" | "model" | "answeredBy" | "finishReason"> & { readonly text: unknown };

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
type Started = Mutable<Extract<RunnerEvent, { readonly type: "call.started" }>>;
type Finished = Mutable<Extract<RunnerEvent, { readonly type: "call.finished" }>>;

/** The request as the agent gets it. Every field is its own, so that a wrapper may spread it. */
class SentRequest implements AgentRequest {
  callId = "";
  key = "";
  idempotencyKey = "";
  readonly role: string;
  declare readonly purpose?: string;
  declare readonly version?: number;
  repair = 0;
  readonly instruction: string;
  readonly input: Json;
  readonly schema: AgentRequest["schema"];
  readonly tools: readonly string[];
  declare readonly signal: AbortSignal;
  readonly deadline: number | null;
  readonly reportUsage: AgentRequest["reportUsage"];
  readonly #effect: OpenEffect;

  constructor(bound: BoundAgent, request: CallRequest, input: Json, tools: readonly string[], effect: OpenEffect, reportUsage: AgentRequest["reportUsage"]) {
    this.role = bound.name;
    if (request.purpose !== undefined) this.purpose = request.purpose;
    if (request.version !== undefined) this.version = request.version;
    this.instruction = request.instruction;
    this.input = input;
    this.schema = bound.role.kind === "structured" ? bound.role.jsonSchema : null;
    this.tools = tools;
    this.deadline = effect.deadline === Infinity ? null : effect.deadline;
    this.reportUsage = reportUsage;
    this.#effect = effect;
    Object.defineProperty(this, "signal", SIGNAL);
  }

  static signalOf(request: SentRequest): AbortSignal {
    return request.#effect.signal;
  }
}

/** One accessor for all requests: the signal is made when first read, and few agents read it. */
const SIGNAL: PropertyDescriptor & ThisType<SentRequest> = {
  enumerable: true,
  get(): AbortSignal {
    return SentRequest.signalOf(this);
  },
};

/** A call that has started or is about to. */
export class CallInFlight {
  readonly callId: string;
  readonly #core: RunCore;
  readonly #bound: BoundAgent;
  readonly #lane: string | null;
  readonly #key: string;
  readonly #repair: number;
  readonly #reservation: Reservation;
  #effect: OpenEffect | null = null;
  #reported: unknown = null;
  /** What it settles to; goes to {@link conclude}. */
  settled: Promise<Settled> | null = null;

  constructor(core: RunCore, bound: BoundAgent, lane: string | null, key: string, repair: number, reservation: Reservation) {
    this.callId = `c${++core.calls}`;
    this.#core = core;
    this.#bound = bound;
    this.#lane = lane;
    this.#key = key;
    this.#repair = repair;
    this.#reservation = reservation;
  }

  /** Starts the call. */
  start(request: CallRequest, input: Json, tools: readonly string[]): this {
    const core = this.#core;
    const { agent, name } = this.#bound;
    core.meter.started(name, this.#repair > 0);
    const event: Started = { type: "call.started", callId: this.callId, key: this.#key, role: name, repair: this.#repair };
    if (request.purpose !== undefined) event.purpose = request.purpose;
    if (request.version !== undefined) event.version = request.version;
    if (tools.length > 0) event.tools = tools;
    const effect = core.effects.open(core.callDeadline());
    this.#effect = effect;
    core.emit(event, this.#lane); // A listener may abort the run right here: then the effect is not run.
    const sent = new SentRequest(this.#bound, request, input, tools, effect, (usage) => {
      this.#reported = usage;
    });
    sent.callId = this.callId;
    sent.key = this.#key;
    sent.idempotencyKey = `${core.runId}/${this.#key}`;
    sent.repair = this.#repair;
    this.settled = effect.run(() => agent.call(sent));
    return this;
  }

  /** Ends the call: the reply as it came, or why there is none. */
  conclude(settled: Settled): TakenReply | { readonly ok: false; readonly failure: Failure } {
    const core = this.#core;
    if (this.#effect !== null) core.effects.close(this.#effect);
    const { agent, name } = this.#bound;
    const reply = settled.how === "returned" ? takeReply(settled.value) : null;
    const usage = usableUsage(reply === null ? readField(settled, "usage") : reply.usage) ?? usableUsage(this.#reported);
    const costUsd = costOf(usage, agent, core.limits.fallbackPrices);
    const failure = this.#failureOf(settled, reply);
    core.budget.settle(this.#reservation, tokensOf(usage), costUsd);
    core.meter.ended(name, usage, costUsd, failure !== null);
    if (failure !== null || reply === null) {
      const { kind, message } = failure ?? { kind: "error", message: "the agent returned no reply" };
      core.emit({ type: "call.failed", callId: this.callId, key: this.#key, kind, message }, this.#lane);
      return failed(kind, message, this.callId);
    }
    const { text, model, answeredBy, finishReason } = reply;
    if (answeredBy != null) core.meter.fellBack(name, answeredBy);
    const event: Finished = { type: "call.finished", callId: this.callId, key: this.#key, usage, textChars: typeof text === "string" ? text.length : null };
    if (typeof model === "string") event.model = model;
    if (typeof finishReason === "string") event.finishReason = finishReason;
    core.emit(event, this.#lane);
    return reply;
  }

  /** Whether the time was over when the answer came, though no timer had had its turn. */
  #isLate(): boolean {
    const deadline = this.#effect?.deadline ?? Infinity;
    return deadline !== Infinity && this.#core.clock.now() >= deadline;
  }

  #failureOf(settled: Settled, reply: TakenReply | null): { readonly kind: "error" | "timeout" | "aborted"; readonly message: string } | null {
    const interruption = this.#core.interruption();
    if (interruption === "aborted" || settled.how === "aborted") return { kind: "aborted", message: "the run was aborted" };
    if (interruption === "timeout") return { kind: "timeout", message: "the run's time is over" };
    if (settled.how === "timeout" || this.#isLate()) return { kind: "timeout", message: "the call's time is over" };
    if (settled.how === "returned") return reply === null ? { kind: "error", message: "the agent returned no reply" } : null;
    return { kind: readField(settled, "kind") === "timeout" ? "timeout" : "error", message: messageOf(settled.thrown) };
  }
}

/** Takes a reply's fields once; `null` for what is not a reply, or throws while it is read. */
function takeReply(value: unknown): TakenReply | null {
  if (typeof value !== "object" || value === null) return null;
  try {
    const { text, structured, usage, model, answeredBy, finishReason } = value as AgentReply;
    return { text, structured, usage, model, answeredBy, finishReason } as TakenReply;
  } catch {
    return null;
  }
}

/** A field of what an agent threw, which may be anything. */
function readField(settled: Settled, field: "usage" | "kind"): unknown {
  try {
    return settled.how === "threw" ? (settled.thrown as { readonly [field: string]: unknown } | null | undefined)?.[field] : null;
  } catch {
    return null;
  }
}

function tokensOf(usage: Usage | null): number | null {
  if (usage === null || (usage.inputTokens === undefined && usage.outputTokens === undefined)) return null;
  return (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0);
}
