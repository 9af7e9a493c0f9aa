/**
 * A scope of effects: the main line of a phase, or one lane in it.
 *
 * Invariants:
 * 1. Effects of one scope run one after another; a second one at the same time is the policy's fault (DESIGN §6).
 * 2. An effect's key is derived from round, phase, lane and role, never from its position in time.
 * 3. Each started call ends in exactly one of `call.finished` and `call.failed` (QU-EVT-03), and settles its budget.
 * 4. A scope ends with its phase or lane; what is started in it later is the policy's fault.
 */
import { isRepairable, readAnswer, type ReadAnswer } from "./answer.js";
import type { BudgetLimit, Reservation } from "./budget.js";
import { CallInFlight } from "./call.js";
import { DUTIES_OF_PHASE, type CallOptions, type CallRequest, type Failure, type FailureKind, type OnInterrupted, type Outcome, type StepContext, type StepOptions } from "./context.js";
import { messageOf } from "./errors.js";
import type { Json } from "./json.js";
import type { OpenEffect, Settled } from "./open-effects.js";
import { failed } from "./outcome.js";
import { copyPlain } from "./plain.js";
import type { BoundAgent } from "./roster.js";
import type { RunCore } from "./run-core.js";
import type { KnownStep, RefusedEffect, RunJournal, SentCall } from "./run-journal.js";

/** How often names were used. */
interface Uses {
  [name: string]: number;
}

/** Counts of one phase, shared by its scopes. */
export class PhaseLedger {
  #started: Uses | null = null;
  /** Agents that gave a valid answer. */
  readonly answered: string[] = [];
  /** Whether every call of the phase answered. */
  allAnswered = true;
  /** The phase has ended, or was left behind. */
  isClosed = false;
  #openLanes: Set<string> | null = null;
  #laneUses: Uses | null = null;

  /** Calls started, by agent name, for the policy's `calls`. */
  get started(): Uses {
    return (this.#started ??= {});
  }

  /** Lanes that have started and not ended. */
  get openLanes(): Set<string> {
    return (this.#openLanes ??= new Set());
  }

  /** Ends the phase, telling which lanes it leaves open. */
  close(leave: (lane: string) => void): void {
    this.isClosed = true;
    this.#openLanes?.forEach(leave);
    this.#openLanes?.clear();
  }

  /** What stands for a lane in effect keys: its name, with a number from its second use in the phase on. */
  laneKey(lane: string): string {
    return numbered((this.#laneUses ??= {}), lane);
  }
}

/** A name, numbered from its second use on. */
function numbered(uses: Uses, name: string): string {
  const times = (uses[name] = usesOf(uses, name) + 1);
  return times === 1 ? name : `${name}#${times}`;
}

/** How often a name was used; a role may be called "constructor". */
function usesOf(uses: Uses, name: string): number {
  return Object.hasOwn(uses, name) ? (uses[name] as number) : 0;
}

const NO_TOOLS: readonly string[] = Object.freeze([]);

/** How to mend an effect that outlives its phase or lane. */
export const AWAIT_HINT = "Await every ctx.call, ctx.step and ctx.lanes.";

/** One scope. */
export class Scope {
  readonly core: RunCore;
  readonly ledger: PhaseLedger;
  readonly lane: string | null;
  /** Begins the keys of all its effects. */
  readonly scope: string;
  #firstName: string | null = null;
  #used: Uses | null = null;
  #reserved: { readonly name: string; readonly reservation: Reservation } | null = null;
  isBusy = false;
  /** The lane has ended; the main line ends with its phase. */
  isClosed = false;

  constructor(core: RunCore, ledger: PhaseLedger, scope: string, lane: string | null) {
    this.core = core;
    this.ledger = ledger;
    this.scope = scope;
    this.lane = lane;
  }

  /** Takes over a reservation that was made for the first call of an agent in this scope (G8). */
  grant(name: string, reservation: Reservation): void {
    this.#reserved = { name, reservation };
  }

  /** Gives back a reservation that was never used. */
  giveBack(): void {
    if (this.#reserved !== null) this.core.budget.release(this.#reserved.reservation);
    this.#reserved = null;
  }

  /** Marks the scope busy until {@link leave}. */
  enter(): void {
    this.checkOpen();
    if (this.isBusy) this.core.fail("concurrent-effects", "two effects of one scope run at the same time", "Await each call, or run them in ctx.lanes().");
    this.isBusy = true;
  }

  leave(): void {
    this.isBusy = false;
  }

  /** Refuses what comes from a phase or lane that has ended; after the run's end nothing happens anyway. */
  checkOpen(): void {
    if ((this.isClosed || this.ledger.isClosed) && this.core.interruption() === null) {
      this.core.fail("effect-not-awaited", `something was started in ${this.scope} after its end`, AWAIT_HINT);
    }
  }

  /** Calls an agent, with repairs. */
  async call(name: string, request: CallRequest, options?: CallOptions): Promise<Outcome<unknown>> {
    this.enter();
    try {
      const interruption = this.core.interruption();
      if (interruption !== null) return this.#notBegun(interruption, this.core.journal === null ? name : this.#keyOf(name));
      const bound = this.#resolve(name);
      const key = this.#keyOf(name);
      let asked = request;
      for (let repair = 0; ; repair++) {
        const begun = this.#begin(bound, asked, repair === 0 ? key : `${key}/repair-${repair}`, repair, options?.onInterrupted);
        let outcome: Outcome<unknown>;
        if (begun instanceof CallInFlight) {
          if (begun.settled !== null) {
            begun.read(await begun.settled);
            if (this.core.journal !== null) begun.end = await this.core.journal.endCall(begun.key, begun.end);
          }
          const finished = this.#finish(bound, begun);
          outcome = finished instanceof Promise ? await finished : finished;
        } else outcome = begun;
        const next = outcome.ok ? null : this.#repair(bound, outcome.failure, repair + 1, options);
        if (next === null) {
          if (outcome.ok) this.ledger.answered.push(name);
          else this.ledger.allAnswered = false;
          return outcome;
        }
        asked = next;
      }
    } finally {
      this.isBusy = false;
    }
  }

  /** The next request for an answer that could be mended, or `null`. */
  #repair(bound: BoundAgent, failure: Failure, repair: number, options: CallOptions | undefined): CallRequest | null {
    if (options?.repair === undefined || !isRepairable(failure.kind) || !this.#mayCall(bound)) return null;
    return options.repair(failure.problems ?? [], repair, failure);
  }

  /** After abort, run timeout or run end a call starts nothing. */
  #notBegun(interruption: "aborted" | "timeout", key: string): ReturnType<typeof failed> {
    this.ledger.allAnswered = false;
    this.#refused(key, { kind: interruption });
    return failed(interruption, "the run was ended before the call", null);
  }

  /** Records that an effect never starts; what was left behind records nothing. */
  #refused(key: string, refused: RefusedEffect): void {
    if (this.core.journal !== null && !this.ledger.isClosed) this.core.journal.refused(this, key, refused);
  }

  #resolve(name: string): BoundAgent {
    const { core } = this;
    const bound = core.roster.get(name);
    if (bound === undefined) return core.fail("role-unknown", `there is no agent "${name}"`, `This run has ${core.roster.all.map((one) => one.name).join(", ")}.`);
    if (!DUTIES_OF_PHASE[core.phase].includes(bound.role.duty)) {
      core.fail("role-in-phase", `"${name}" (${bound.role.duty}) may not be called in ${core.phase}`, "Authors belong in open and revise, reviewers in review (G6).");
    }
    return bound;
  }

  /** A second use of a name gets a number; most scopes never see one. */
  #keyOf(name: string): string {
    if (this.#firstName === null) {
      this.#firstName = name;
      return `${this.scope}/${name}`;
    }
    return `${this.scope}/${numbered((this.#used ??= { [this.#firstName]: 1 }), name)}`;
  }

  /** Whether the policy's `calls` leave one more call of this agent in this phase. */
  #mayCall(bound: BoundAgent): boolean {
    const bounds = this.core.policy.calls?.[this.core.phase as "review"];
    return bounds === undefined || usesOf(this.ledger.started, bound.name) < usesOf(bounds as Uses, bound.roleName);
  }

  /** Checks, reserves and starts; what does not start is an outcome already. */
  #begin(bound: BoundAgent, request: CallRequest, key: string, repair: number, onInterrupted: OnInterrupted | undefined): CallInFlight | Outcome<never> {
    const { core } = this;
    const interruption = repair === 0 ? null : core.interruption();
    if (interruption !== null) return this.#notBegun(interruption, key);
    if (!this.#mayCall(bound)) {
      core.fail("calls-exceeded", `${core.phase} calls "${bound.name}" more often than the policy declares`, "Raise the bound.", `calls.${core.phase}.${bound.roleName}`);
    }
    const input = core.blame(() => copyPlain(request.input, { path: "input" }));
    const tools = this.#toolsOf(bound, request);
    const unsent = this.#packetProblem(bound, request, input);
    if (unsent !== null) return this.#refuse(bound.name, key, unsent, "the packet does not hold the version under review");
    if (core.journal !== null) return this.#beginRecorded(core.journal, bound, { ...request, input, tools, repair }, key, onInterrupted);
    const reservation = this.#reserve(bound);
    if (typeof reservation === "string") return this.#refuseBudget(bound.name, reservation, key);
    if (core.policy.calls !== null) numbered(this.ledger.started, bound.name);
    return new CallInFlight(core, bound, this.lane, key, repair, reservation).start(request, input, tools, null);
  }

  /** The same in a run with a journal: what has ended there is not called again. */
  #beginRecorded(journal: RunJournal, bound: BoundAgent, sent: SentCall, key: string, onInterrupted: OnInterrupted | undefined): CallInFlight | Outcome<never> {
    const { core, lane } = this;
    const { input, tools, repair } = sent;
    const known = journal.takeCall(this, key, bound, sent, onInterrupted);
    if (known?.is === "refused") {
      const { refused } = known;
      return refused.kind === "budget" ? this.#refuseBudget(bound.name, refused.limit, key) : this.#notBegun(refused.kind, key);
    }
    if (core.policy.calls !== null) numbered(this.ledger.started, bound.name);
    if (known?.is === "ended") return new CallInFlight(core, bound, lane, key, repair, known.reserved, known.callId).replay(sent, tools, known.interrupted, known.end);
    const interruption = journal.isAbortAhead ? "aborted" : known === null ? null : core.interruption(); // What is recorded may have ended with an abort.
    if (interruption !== null) {
      if (known?.reserved != null) core.budget.release(known.reserved);
      return this.#notBegun(interruption, key);
    }
    const reservation = known?.reserved ?? this.#reserve(bound);
    if (typeof reservation === "string") return this.#refuseBudget(bound.name, reservation, key);
    const call = new CallInFlight(core, bound, lane, key, repair, reservation, known?.callId);
    return call.start(sent, input, tools, journal.start(this, key, { callId: call.callId, reserved: reservation, bound, sent }), known?.interrupted);
  }

  /** Reads what came of a call; a promise only where a validator is asynchronous. */
  #finish(bound: BoundAgent, call: CallInFlight): Outcome<unknown> | Promise<Outcome<unknown>> {
    const reply = call.conclude();
    if ("failure" in reply) return reply;
    const answer = readAnswer(bound.role, reply);
    return answer instanceof Promise ? answer.then((read) => this.#outcome(call.callId, read)) : this.#outcome(call.callId, answer);
  }

  #outcome(callId: string, answer: ReadAnswer): Outcome<unknown> {
    return answer.ok ? { ok: true, value: answer.value, callId } : this.#unusable(callId, answer);
  }

  #unusable(callId: string, answer: ReadAnswer & { readonly ok: false }): Outcome<never> {
    const { kind, message, problems } = answer;
    if (kind === "validator-threw") return this.core.fail(kind, message, "A validator returns problems; it never throws.");
    this.core.emit({ type: "answer.invalid", callId, kind, problems: problems ?? Object.freeze([message]) }, this.lane);
    return failed(kind, message, callId, problems);
  }

  #refuse(role: string, key: string, kind: FailureKind, message: string): ReturnType<typeof failed> {
    this.core.emit({ type: "call.refused", key, role, kind, message }, this.lane);
    return failed(kind, message, null);
  }

  /** A call that does not fit a limit (G14). */
  #refuseBudget(role: string, limit: BudgetLimit, key: string): ReturnType<typeof failed> {
    this.#refused(key, { kind: "budget", limit });
    return this.refuseBudget(role, limit, key);
  }

  /** The same for a lane; that is recorded with its batch. */
  refuseBudget(role: string, limit: BudgetLimit, key = this.#keyOf(role)): ReturnType<typeof failed> {
    this.core.isBudgetRefused = true;
    this.ledger.allAnswered = false;
    return this.#refuse(role, key, "budget", `the call does not fit the ${limit} limit`);
  }

  /** Emits an event of the policy's own. */
  emit(event: unknown): void {
    this.checkOpen();
    if (!this.isClosed && !this.ledger.isClosed) this.core.emitOwn(event, this.lane);
  }

  #reserve(bound: BoundAgent): ReturnType<RunCore["budget"]["reserve"]> {
    const granted = this.#granted(bound);
    if (granted === null) return this.core.budget.reserve(bound.agent);
    this.#useGrant(bound);
    return granted;
  }

  #granted(bound: BoundAgent): Reservation | null {
    return this.#reserved?.name === bound.name ? this.#reserved.reservation : null;
  }

  #useGrant(bound: BoundAgent): void {
    if (this.#granted(bound) !== null) this.#reserved = null;
  }

  #toolsOf(bound: BoundAgent, { tools }: CallRequest): readonly string[] {
    if (tools === undefined || tools.length === 0) return NO_TOOLS;
    const foreign = tools.find((tool) => bound.agent.allowedTools?.includes(tool) !== true);
    if (foreign !== undefined) this.core.fail("tool-not-allowed", `"${bound.name}" may not use tool "${foreign}"`, "A policy may narrow an agent's tools, never add one.", "tools");
    return Object.freeze([...tools]);
  }

  /** A packet for another version, or an empty one over a version that is not, is not sent (G5). */
  #packetProblem(bound: BoundAgent, { builtFrom }: CallRequest, input: Json): "stale-packet" | "empty-packet" | null {
    const { versions } = this.core;
    if (builtFrom !== undefined && builtFrom !== versions.digest()) return "stale-packet";
    return bound.role.duty === "reviewer" && isEmpty(input) && !isEmpty(versions.current) ? "empty-packet" : null;
  }

  /** Runs one effect that is not an agent. A final one belongs to a decision that stands: no abort ends it. */
  async step<T>(name: string, run: (step: StepContext) => Promise<T> | T, isFinal: boolean, options?: StepOptions): Promise<Outcome<T>> {
    this.enter();
    try {
      const { core, lane } = this;
      if (typeof name !== "string" || !/^[^#\s][^#]*$/.test(name)) core.fail("step-name", `step name ${JSON.stringify(name)} is not usable`, "It stands in effect keys: a short text without #.");
      const key = this.#keyOf(`step:${name}`);
      const known = core.journal === null || this.#hasLeft(isFinal) ? null : core.journal.takeStep(this, key, options?.onInterrupted);
      const isAbortAhead = !isFinal && core.journal?.isAbortAhead === true;
      const interruption = known?.is === "refused" ? known.refused.kind : isAbortAhead ? "aborted" : this.#hasLeft(isFinal);
      if (interruption !== null && known?.is !== "ended") return this.#stepNotBegun(key, interruption);
      const replayed = known?.is === "ended" ? REPLAYED : undefined;
      const effect = core.effects.open(isFinal ? core.finalDeadline() : core.deadline, isFinal);
      core.emit({ type: "step.started", key, name, ...interruptedBefore(known), ...replayed }, lane); // A listener may abort the run right here.
      const settled = known?.is === "ended" ? known.settled : await this.#perform(key, effect, () => run(effect.asStep(key)));
      core.effects.close(effect);
      if (settled.how === "returned") {
        core.emit({ type: "step.finished", key, ...replayed }, lane);
        return { ok: true, value: settled.value as T, callId: key }; // `run` returned a T.
      }
      const kind = settled.how === "threw" ? "error" : settled.how;
      const message = settled.how === "threw" ? messageOf(settled.thrown) : "the step was ended";
      this.ledger.allAnswered = false;
      core.emit({ type: "step.failed", key, kind, message, ...replayed }, lane);
      return failed(kind, message, key);
    } finally {
      this.isBusy = false;
    }
  }

  /** Why a step may not start; a decision that stands is recorded in spite of an abort. */
  #hasLeft(isFinal: boolean): "aborted" | "timeout" | null {
    return isFinal && !this.ledger.isClosed ? null : this.core.interruption();
  }

  #stepNotBegun(key: string, interruption: "aborted" | "timeout"): ReturnType<typeof failed> {
    this.#refused(key, { kind: interruption });
    return failed(interruption, "the run was ended before the step", null);
  }

  #perform(key: string, effect: OpenEffect, run: () => unknown): Promise<Settled> {
    const { journal } = this.core;
    if (journal === null) return effect.run(run);
    const perform = journal.start(this, key, null);
    return effect.run(() => perform(effect, run)).then((settled) => journal.endStep(key, settled));
  }
}

/** Marks what is told again from a journal. */
const REPLAYED = Object.freeze({ replayed: true });

function interruptedBefore(known: KnownStep | null): { readonly interrupted?: number } | undefined {
  return known !== null && known.is !== "refused" && known.interrupted > 0 ? { interrupted: known.interrupted } : undefined;
}

function isEmpty(value: Json): boolean {
  if (value === null || value === "") return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}
