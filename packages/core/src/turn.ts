/** Gives timers and I/O a turn when a run of instant agents has held the thread for long (G10). */

/** How long a run may go on without giving way, in milliseconds. */
const MAX_HOLD_MS = 20;

/** Rounds between two looks at the time. */
const LOOK_EVERY = 8;

/** Whose turn it is: one per run. */
export class Turn {
  #since = performance.now();
  #asked = 0;

  /** A promise for the next turn of the event loop, if the last one is long ago; otherwise nothing to wait for. */
  giveWay(): Promise<void> | undefined {
    if (++this.#asked % LOOK_EVERY !== 0) return undefined; // Looking at the time is not free.
    if (performance.now() - this.#since < MAX_HOLD_MS) return undefined;
    return new Promise((resolve) => {
      nextTurn(() => {
        this.#since = performance.now();
        resolve();
      });
    });
  }
}

/** Calls back in the next turn, after the microtasks of this one. */
export function nextTurn(callback: () => void): void {
  const { setImmediate } = globalThis as { setImmediate?: (callback: () => void) => unknown };
  if (setImmediate === undefined) setTimeout(callback, 0);
  else setImmediate(callback);
}
