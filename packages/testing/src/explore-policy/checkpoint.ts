/** A checkpoint as invariants see it; the way to it is put together when it is asked for. */
import type { Json } from "@loopwright/core";
import type { AtCheckpoint, PastStep } from "./checks.js";
import type { Performed } from "./phase-run.js";
import type { Interruption } from "./place.js";

export class Checkpoint implements AtCheckpoint {
  readonly state: Json;
  readonly decision: PastStep["decision"];
  readonly phase: PastStep["phase"];
  readonly round: number;
  readonly performed: readonly Performed[];
  readonly interruption: Interruption | null;
  readonly #historyOf: () => readonly PastStep[];

  memory: Json;

  constructor({ state, decision, phase, round, performed }: PastStep & { readonly state: Json }, interruption: Interruption | null, memory: Json, historyOf: () => readonly PastStep[]) {
    this.memory = memory;
    this.state = state;
    this.decision = decision;
    this.phase = phase;
    this.round = round;
    this.performed = performed;
    this.interruption = interruption;
    this.#historyOf = historyOf;
  }

  get history(): readonly PastStep[] {
    return this.#historyOf();
  }
}
