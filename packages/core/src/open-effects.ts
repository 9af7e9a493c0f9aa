/**
 * Effects in flight, and the two things that may end them early: abort and time (G10).
 *
 * Invariants:
 * 1. An effect settles exactly once; whatever comes later is discarded (QU-ABT-01, QU-TIME-01).
 * 2. Abort and timeout settle it at once, whether or not the agent listens to its signal (QU-ABT-04).
 * 3. One timer serves all deadlines of a run; at the end none is left.
 */
import type { Clock } from "./clock.js";
import type { StepContext } from "./context.js";

/** How an effect ended. */
export type Settled =
  | { readonly how: "returned"; readonly value: unknown }
  | { readonly how: "threw"; readonly thrown: unknown }
  | { readonly how: "timeout" }
  | { readonly how: "aborted" };

const ABORTED: Settled = Object.freeze({ how: "aborted" });
const TIMED_OUT: Settled = Object.freeze({ how: "timeout" });

/** One effect in flight. */
export class OpenEffect {
  readonly deadline: number;
  /** Belongs to a decision that stands: no abort ends it (QU-ABT-02). */
  readonly isFinal: boolean;
  #controller: AbortController | null = null;
  #resolve: ((settled: Settled) => void) | null = null;
  #early: Settled | null = null;
  #reason: unknown;

  constructor(deadline: number, isFinal: boolean) {
    this.deadline = deadline;
    this.isFinal = isFinal;
  }

  /** Created when first read: most agents never look. */
  get signal(): AbortSignal {
    if (this.#controller === null) {
      this.#controller = new AbortController();
      if (this.#early !== null) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  /** Runs the effect and waits for whatever ends it first; one that was ended before it began is not run. Never rejects. */
  run(perform: () => unknown): Promise<Settled> {
    return new Promise((resolve) => {
      this.#resolve = resolve;
      if (this.#early !== null) return this.settle(this.#early);
      try {
        const returned = perform();
        if (!isObject(returned)) return this.settle({ how: "returned", value: returned });
        // `resolve` also takes thenables, whatever they do: their `then` may throw, or settle twice.
        (returned instanceof Promise ? (returned as Promise<unknown>) : Promise.resolve(returned)).then(
          (value) => this.settle({ how: "returned", value }),
          (thrown: unknown) => this.settle({ how: "threw", thrown }),
        );
      } catch (thrown) {
        this.settle({ how: "threw", thrown });
      }
    });
  }

  /** The effect as a step sees it. */
  asStep(key: string): StepContext {
    return new StepView(this, key);
  }

  /** Whether whoever ran it has been told how it ended. */
  get hasSettled(): boolean {
    return this.#resolve === null;
  }

  settle(settled: Settled): void {
    const resolve = this.#resolve;
    if (resolve === null) return;
    this.#resolve = null;
    resolve(settled);
  }

  /** Ends the effect from outside and tells whoever listens. */
  cut(settled: Settled, reason: unknown): void {
    this.#early = settled;
    this.#reason = reason;
    this.settle(settled);
    this.#controller?.abort(reason);
  }
}

/** What a step sees of its effect. */
class StepView implements StepContext {
  readonly key: string;
  readonly #effect: OpenEffect;

  constructor(effect: OpenEffect, key: string) {
    this.#effect = effect;
    this.key = key;
  }

  get signal(): AbortSignal {
    return this.#effect.signal;
  }
}

function isObject(value: unknown): boolean {
  return typeof value === "object" ? value !== null : typeof value === "function";
}

/** All effects of a run that are in flight. */
export class OpenEffects {
  readonly #clock: Clock;
  readonly #open = new Set<OpenEffect>();
  #cancelTimer: (() => void) | null = null;
  #timerDue = Infinity;
  #isStopped = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get size(): number {
    return this.#open.size;
  }

  /** Opens an effect that times out at `deadline` (`Infinity` = never). */
  open(deadline: number, isFinal = false): OpenEffect {
    const effect = new OpenEffect(deadline, isFinal);
    this.#open.add(effect);
    if (deadline < this.#timerDue) this.#arm(deadline);
    return effect;
  }

  /** Forgets an effect that has settled. */
  close(effect: OpenEffect): void {
    this.#open.delete(effect);
  }

  /** Ends everything in flight, as on abort; final effects only with `andFinal`. */
  abortAll(reason: unknown, andFinal = false): void {
    for (const effect of [...this.#open]) if (andFinal || !effect.isFinal) effect.cut(ABORTED, reason);
  }

  /** Cuts what is past its deadline and waits for the next one. */
  expire(): void {
    const now = this.#clock.now();
    let next = Infinity;
    for (const effect of [...this.#open]) {
      if (effect.deadline <= now) effect.cut(TIMED_OUT, new DOMException("the call's time is over", "TimeoutError"));
      else if (effect.deadline < next) next = effect.deadline;
    }
    if (next < Infinity) this.#arm(next);
  }

  /** Ends the run: nothing is in flight and no timer is left. */
  stop(): void {
    this.#isStopped = true;
    this.#disarm();
    if (this.#open.size > 0) this.abortAll(new DOMException("the run has ended", "AbortError"), true);
  }

  #arm(due: number): void {
    this.#disarm();
    if (this.#isStopped) return;
    this.#timerDue = due;
    this.#cancelTimer = this.#clock.setTimer(() => {
      this.#cancelTimer = null;
      this.#timerDue = Infinity;
      this.expire();
    }, Math.max(0, due - this.#clock.now()));
  }

  #disarm(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    this.#timerDue = Infinity;
  }
}
