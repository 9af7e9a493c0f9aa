/** One execution of a phase, or of `record`: what its scopes share. A fault of the policy is kept, so that no phase can swallow it. */
import { copyPlain, isPlainObject, LoopwrightError, RUNNER_EVENT_TYPES } from "@loopwright/core";
import type { CallRequest, Failure, Phase } from "@loopwright/core";
import type { ExploredAgent, PossibleReply } from "./alphabet.js";
import type { Chooser } from "./choices.js";
import type { Interruption, Place } from "./place.js";
import type { World } from "./world.js";

/** An outcome of a call or step, untyped. */
export type AnyOutcome = { readonly ok: true; readonly value: unknown; readonly callId: string } | { readonly ok: false; readonly failure: Failure };

/** A call or step that was performed, for invariants and traces. */
export interface Performed {
  readonly kind: "call" | "step";
  /** The effect's key, as in the runner's events. */
  readonly key: string;
  /** The agent's name, or the step's. */
  readonly name: string;
  readonly lane: string | null;
  /** What the policy sent; `null` for a step. */
  readonly request: CallRequest | null;
  readonly repair: number;
  /** What was replied; `null` where the run was interrupted or nothing was sent. */
  readonly reply: PossibleReply | null;
  /** What a step came to, as a number of its alphabet; -1 for a call. */
  readonly stepAnswer: number;
  /** The call was cut by this. */
  readonly interruption: Interruption | null;
  readonly outcome: AnyOutcome;
}

/** One execution. */
export class PhaseRun {
  readonly world: World;
  readonly place: Place;
  readonly phase: Phase;
  readonly round: number;
  readonly choices: Chooser;
  readonly prefix: string;
  interruption: Interruption | null;
  isBudgetRefused = false;
  allAnswered = true;
  /** A reviewer answered, or a step went well. */
  hasEvidence = false;
  isClosed = false;
  misuse: LoopwrightError | null = null;
  /** Calls granted so far in the run. */
  calls: number;
  readonly performed: Performed[] = [];
  /** Calls by role in this execution. */
  readonly byRole: number[];
  /** Effects of several lanes waited at the same time. */
  hadTurns = false;
  /** Calls, steps and batches of lanes that were tried, begun or not. */
  attempts = 0;
  #started: Map<string, number> | null = null;
  #laneUses: Map<string, number> | null = null;
  #callIds: number;
  #controller: AbortController | null = null;

  constructor(world: World, place: Place, phase: Phase, round: number, choices: Chooser, prefix: string) {
    this.world = world;
    this.place = place;
    this.phase = phase;
    this.round = round;
    this.choices = choices;
    this.prefix = prefix;
    this.interruption = place.interruption;
    this.calls = place.calls;
    this.#callIds = place.calls;
    this.byRole = world.roleNames.map(() => 0);
  }

  get signal(): AbortSignal {
    if (this.#controller === null) {
      this.#controller = new AbortController();
      if (this.interruption !== null) this.#controller.abort();
    }
    return this.#controller.signal;
  }

  interrupt(how: Interruption): void {
    this.interruption = how;
    this.#controller?.abort();
  }

  nextCallId(): string {
    return `c${++this.#callIds}`;
  }

  /** Keeps a fault of the policy and throws it. */
  fail(code: string, message: string, hint: string, path?: string): never {
    const error = new LoopwrightError(code, message, path === undefined ? { hint } : { hint, path });
    this.misuse ??= error;
    throw error;
  }

  blame<T>(check: () => T): T {
    try {
      return check();
    } catch (thrown) {
      if (thrown instanceof LoopwrightError) this.misuse ??= thrown;
      throw thrown;
    }
  }

  /** Whether `calls` of the policy leave one more call of this agent. */
  mayCall(agent: ExploredAgent): boolean {
    const bounds = this.world.policy.calls?.[this.phase as "review"];
    if (bounds === undefined) return true;
    return (this.#started?.get(agent.name) ?? 0) < ((bounds as { readonly [role: string]: number })[agent.roleName] ?? 0);
  }

  started(agent: ExploredAgent): void {
    const started = (this.#started ??= new Map<string, number>());
    started.set(agent.name, (started.get(agent.name) ?? 0) + 1);
    this.byRole[agent.roleIndex] = (this.byRole[agent.roleIndex] ?? 0) + 1;
  }

  /** Reserves a call; `false` where the limit leaves none. */
  reserve(): boolean {
    const limit = this.world.limits.calls;
    if (limit !== undefined && this.calls + 1 > limit) return false;
    this.calls++;
    return true;
  }

  /** Which of so many lanes that wait, in declared order, goes on. */
  turn(waiting: number): number {
    this.hadTurns = true;
    if (this.choices.turn !== undefined) return this.choices.turn(waiting);
    return this.world.laneOrders === "all" ? this.choices.take(waiting, "lanes") : 0;
  }

  laneKey(lane: string): string {
    const uses = (this.#laneUses ??= new Map<string, number>());
    const times = (uses.get(lane) ?? 0) + 1;
    uses.set(lane, times);
    return times === 1 ? lane : `${lane}#${times}`;
  }

  emit(event: unknown): void {
    const type: unknown = isPlainObject(event) ? event["type"] : undefined;
    if (typeof type !== "string" || type === "" || RUNNER_EVENT_TYPES.has(type)) {
      this.fail("event-type", `a policy may not emit an event of type ${JSON.stringify(type)}`, "Give your own events types of their own.");
    }
    this.blame(() => copyPlain(event, { path: "event" }));
  }
}
