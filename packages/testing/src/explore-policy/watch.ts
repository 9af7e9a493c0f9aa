/** Keeps an exploration alive: gives up phases that never end, and lets others have the thread. */
import { GIVEN_UP, type Await } from "./phase.js";

/** How long one turn of the event loop may last, in milliseconds. */
const MAX_HOLD_MS = 20;

/** Executions between two looks at the time. */
const LOOK_EVERY = 256;

export class Watch {
  readonly #patienceMs: number;
  #begun = 0;
  #seen = -1;
  #giveUp: ((value: typeof GIVEN_UP) => void) | null = null;
  #timer: ReturnType<typeof setInterval> | null = null;
  #since = performance.now();
  #asked = 0;

  constructor(patienceMs: number) {
    this.#patienceMs = patienceMs;
  }

  start(): void {
    this.#timer = setInterval(() => {
      if (this.#giveUp !== null && this.#seen === this.#begun) this.#giveUp(GIVEN_UP);
      this.#seen = this.#begun;
    }, this.#patienceMs);
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  /** Waits for a phase, or gives it up. */
  readonly until: Await = (pending) => {
    this.#begun++;
    return new Promise((resolve) => {
      this.#giveUp = resolve;
      pending.then(
        (value) => {
          this.#giveUp = null;
          resolve(value);
        },
        () => {
          this.#giveUp = null;
          resolve(pending); // Passed on as it came.
        },
      );
    });
  };

  /** A promise for the next turn of the event loop, if the last one is long ago. */
  giveWay(): Promise<void> | undefined {
    if (++this.#asked % LOOK_EVERY !== 0 || performance.now() - this.#since < MAX_HOLD_MS) return undefined;
    return new Promise((resolve) => {
      setTimeout(() => {
        this.#since = performance.now();
        resolve();
      }, 0);
    });
  }
}
