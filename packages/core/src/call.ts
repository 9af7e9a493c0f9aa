/**
 * One call of an agent, from `call.started` to its end.
 *
 * Invariants:
 * 1. Exactly one of `call.finished` and `call.failed` ends it (QU-EVT-03).
 * 2. Abort and time discard even an answer that has just arrived (QU-ABT-01, QU-TIME-02).
 * 3. What it spent is settled also when it failed or was aborted (G14, H09).
 */
import type { AgentRequest } from "./agent.js";
import { costOf, tokensOf, type Reservation } from "./budget.js";
import type { CallRequest, Failure } from "./context.js";
import { messageOf } from "./errors.js";
import type { RunnerEvent } from "./events.js";
import type { Json } from "./json.js";
import type { OpenEffect, Settled } from "./open-effects.js";
import { failed } from "./outcome.js";
import type { BoundAgent } from "./roster.js";
import type { RunCore } from "./run-core.js";
import type { CallEnd } from "./run-journal.js";
import { takeReply, type TakenReply } from "./taken-reply.js";
import type { Usage } from "./usage.js";
import { usableUsage } from "./usage-meter.js";

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
type Started = Mutable<Extract<RunnerEvent, { readonly type: "call.started" }>>;
type Failed = Mutable<Extract<RunnerEvent, { readonly type: "call.failed" }>>;
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
  readonly key: string;
  readonly #core: RunCore;
  readonly #bound: BoundAgent;
  readonly #lane: string | null;
  readonly #repair: number;
  readonly reservation: Reservation;
  readonly #effect: OpenEffect;
  #reported: unknown = null;
  /** What it settles to; goes to {@link read}. `null` = it has ended in the journal. */
  settled: Promise<Settled> | null = null;
  #reply: TakenReply | null = null;
  #usage: Usage | null = null;
  #costUsd: number | null = null;
  #failure: CallEnd["failure"] = null;
  /** What is told of a call that ended in an earlier process. */
  #isReplayed = false;

  /** `callId` is that of an earlier attempt, where there was one. */
  constructor(core: RunCore, bound: BoundAgent, lane: string | null, key: string, repair: number, reservation: Reservation, callId = `c${++core.calls}`) {
    this.callId = callId;
    this.#core = core;
    this.#bound = bound;
    this.#lane = lane;
    this.key = key;
    this.#repair = repair;
    this.reservation = reservation;
    this.#effect = core.effects.open(core.callDeadline());
  }

  /** Starts the call; `perform` runs it as soon as its start is recorded. */
  start(request: CallRequest, input: Json, tools: readonly string[], perform: ((effect: OpenEffect, run: () => unknown) => unknown) | null, interrupted = 0): this {
    const core = this.#core;
    const { agent } = this.#bound;
    const effect = this.#effect;
    this.#announce(request, tools, interrupted); // A listener may abort the run right here: then the effect is not run.
    const sent = new SentRequest(this.#bound, request, input, tools, effect, (usage) => {
      this.#reported = usage;
    });
    sent.callId = this.callId;
    sent.key = this.key;
    sent.idempotencyKey = `${core.runId}/${this.key}`;
    sent.repair = this.#repair;
    const run = (): unknown => agent.call(sent);
    this.settled = effect.run(perform === null ? run : () => perform(effect, run));
    return this;
  }

  /** Tells again of a call that ended in an earlier process. */
  replay(request: CallRequest, tools: readonly string[], interrupted: number, end: CallEnd): this {
    this.#isReplayed = true;
    this.#announce(request, tools, interrupted);
    this.end = end;
    return this;
  }

  #announce(request: CallRequest, tools: readonly string[], interrupted: number): void {
    const { name } = this.#bound;
    this.#core.meter.started(name, this.#repair > 0);
    const event: Started = { type: "call.started", callId: this.callId, key: this.key, role: name, repair: this.#repair };
    if (request.purpose !== undefined) event.purpose = request.purpose;
    if (request.version !== undefined) event.version = request.version;
    if (tools.length > 0) event.tools = tools;
    if (interrupted > 0) event.interrupted = interrupted;
    if (this.#isReplayed) event.replayed = true;
    this.#core.emit(event, this.#lane);
  }

  /** Takes what came of it; nobody is told yet. */
  read(settled: Settled): void {
    const core = this.#core;
    const reply = (this.#reply = settled.how === "returned" ? takeReply(settled.value) : null);
    this.#usage = usableUsage(reply === null ? readField(settled, "usage") : reply.usage) ?? usableUsage(this.#reported);
    this.#costUsd = costOf(this.#usage, this.#bound.agent, core.limits.fallbackPrices);
    this.#failure = this.#failureOf(settled, reply);
  }

  /** What came of it, for a journal, which may replace it by what it could record. */
  get end(): CallEnd {
    return { reply: this.#reply, failure: this.#failure, usage: this.#usage, costUsd: this.#costUsd };
  }

  set end({ reply, failure, usage, costUsd }: CallEnd) {
    this.#reply = reply;
    this.#failure = failure;
    this.#usage = usage;
    this.#costUsd = costUsd;
  }

  /** Ends the call: the reply as it came, or why there is none. */
  conclude(): TakenReply | { readonly ok: false; readonly failure: Failure } {
    const core = this.#core;
    core.effects.close(this.#effect);
    const { name } = this.#bound;
    const reply = this.#reply;
    const failure = this.#failure;
    const usage = this.#usage;
    core.budget.settle(this.reservation, tokensOf(usage), this.#costUsd);
    core.meter.ended(name, usage, this.#costUsd, failure !== null);
    if (failure !== null || reply === null) {
      const { kind, message } = failure ?? { kind: "error", message: "the agent returned no reply" };
      const event: Failed = { type: "call.failed", callId: this.callId, key: this.key, kind, message };
      if (this.#isReplayed) event.replayed = true;
      core.emit(event, this.#lane);
      return failed(kind, message, this.callId);
    }
    const { text, model, answeredBy, finishReason } = reply;
    if (answeredBy != null) core.meter.fellBack(name, answeredBy);
    const event: Finished = { type: "call.finished", callId: this.callId, key: this.key, usage, textChars: typeof text === "string" ? text.length : null };
    if (typeof model === "string") event.model = model;
    if (typeof finishReason === "string") event.finishReason = finishReason;
    if (this.#isReplayed) event.replayed = true;
    core.emit(event, this.#lane);
    return reply;
  }

  /** Whether the time was over when the answer came, though no timer had had its turn. */
  #isLate(): boolean {
    const { deadline } = this.#effect;
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

/** A field of what an agent threw, which may be anything. */
function readField(settled: Settled, field: "usage" | "kind"): unknown {
  try {
    return settled.how === "threw" ? (settled.thrown as { readonly [field: string]: unknown } | null | undefined)?.[field] : null;
  } catch {
    return null;
  }
}
