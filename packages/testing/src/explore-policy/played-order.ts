/** Lets the effects of lanes that run side by side end in the order in which a trace has them. */
import type { RunEvent } from "@loopwright/core";
import type { TraceStep } from "./retrace.js";
import { isStarted } from "./trace-agents.js";

const ENDS = new Set(["call.finished", "call.failed", "step.finished", "step.failed"]);

export class PlayedOrder {
  /** The effect that ends before, by key. */
  readonly #before = new Map<string, string>();
  readonly #ended = new Set<string>();
  readonly #waiting = new Map<string, () => void>();

  constructor(steps: readonly TraceStep[]) {
    for (const { performed } of steps) {
      let last: string | null = null;
      for (const one of performed) {
        if (one.lane === null || !(one.kind === "step" || isStarted(one))) continue;
        if (last !== null) this.#before.set(one.key, last);
        last = one.key;
      }
    }
  }

  /** Resolves when this effect is the next to end. */
  turnOf(key: string): Promise<void> {
    const before = this.#before.get(key);
    if (before === undefined || this.#ended.has(before)) return Promise.resolve();
    return new Promise((resolve) => void this.#waiting.set(before, resolve));
  }

  see(event: RunEvent): void {
    if (!ENDS.has(event.type)) return;
    const { key } = event as RunEvent & { readonly key: string }; // Ends of effects have one.
    this.#ended.add(key);
    const next = this.#waiting.get(key);
    if (next !== undefined) setImmediate(next); // Once the lane of the one that ended has gone on.
  }
}
