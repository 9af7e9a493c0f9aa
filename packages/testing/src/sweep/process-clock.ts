/** The clock of one process: its timers can be counted, and die with it. */
import type { Clock } from "@loopwright/core";

export class ProcessClock implements Clock {
  readonly #clock: Clock;
  readonly #cancels = new Set<() => void>();
  #isStopped = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get pendingTimers(): number {
    return this.#cancels.size;
  }

  readonly now = (): number => this.#clock.now();

  readonly setTimer = (callback: () => void, delayMs: number): (() => void) => {
    if (this.#isStopped) return () => undefined;
    const cancelInner = this.#clock.setTimer(() => {
      this.#cancels.delete(cancel);
      callback();
    }, delayMs);
    const cancel = (): void => {
      this.#cancels.delete(cancel);
      cancelInner();
    };
    this.#cancels.add(cancel);
    return cancel;
  };

  /** No timer of it fires any more. */
  stop(): void {
    this.#isStopped = true;
    for (const cancel of [...this.#cancels]) cancel();
  }
}
