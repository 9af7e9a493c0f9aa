/**
 * Which of the effects that lanes wait for ends next.
 *
 * Invariants:
 * 1. Lanes start as the runner starts them: in declared order, at most so many at once, each up to its first effect before
 *    any effect ends.
 * 2. One effect ends at a time, and its lane goes on to its next effect or its end before another one does.
 */

/** The lanes of one batch. */
export class LaneTurns {
  readonly #waiting = new Map<number, () => void>();
  #changed: (() => void) | null = null;

  /** Resolves when the effect of this lane is the one that ends. */
  turnOf(lane: number): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.set(lane, resolve);
      this.#tell();
    });
  }

  /** Runs lanes to their ends; `pick` says which of so many waiting ones, in declared order, goes on. */
  async run(lanes: number, atOnce: number, start: (lane: number) => Promise<void>, pick: (waiting: number) => number): Promise<void> {
    let started = 0;
    let ended = 0;
    const fill = (): void => {
      while (started < lanes && started - ended < atOnce) void start(started++).then(end); // Never rejects: a lane's failure is its result.
    };
    const end = (): void => {
      ended++;
      fill();
      this.#tell();
    };
    fill();
    while (ended < lanes) {
      const waiting = [...this.#waiting.keys()].sort((a, b) => a - b);
      const next = waiting.length < 2 ? waiting[0] : waiting[pick(waiting.length)];
      const change = new Promise<void>((resolve) => (this.#changed = resolve));
      if (next !== undefined) this.#release(next);
      await change;
    }
  }

  #release(lane: number): void {
    const resolve = this.#waiting.get(lane);
    this.#waiting.delete(lane);
    resolve?.();
  }

  #tell(): void {
    this.#changed?.();
    this.#changed = null;
  }
}
