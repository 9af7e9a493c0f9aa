/** Gives every effect the answer that it had in another execution, and lets the last of the waiting lanes go on first. */
import type { Chooser } from "./choices.js";
import type { ExploredAgent } from "./alphabet.js";
import type { Performed } from "./phase-run.js";

export class SameAnswers implements Chooser {
  readonly #byKey = new Map<string, number>();

  constructor(performed: readonly Performed[], agent: (name: string) => ExploredAgent | undefined) {
    for (const { kind, key, name, reply, stepAnswer } of performed) {
      const choice = kind === "step" ? stepAnswer : reply === null ? -1 : (agent(name)?.replies.indexOf(reply) ?? -1);
      if (choice >= 0) this.#byKey.set(key, choice);
    }
  }

  take(_possibilities: number, key: string): number {
    return this.#byKey.get(key) ?? 0;
  }

  turn(waiting: number): number {
    return waiting - 1;
  }
}
