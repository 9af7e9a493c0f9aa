/** A checkpoint as invariants see it; the way to it is put together when it is asked for. */
import type { Json } from "@loopwright/core";
import type { AtCheckpoint, PastStep } from "./checks.js";
import type { Performed } from "./phase-run.js";
import type { Interruption } from "./place.js";

/** A search, which knows the steps to a node. */
export interface Histories {
  historyOf(number: number): readonly PastStep[];
}

export class Checkpoint implements AtCheckpoint {
  readonly state: Json;
  readonly decision: PastStep["decision"];
  readonly phase: PastStep["phase"];
  readonly round: number;
  readonly performed: readonly Performed[];
  readonly interruption: Interruption | null;
  readonly #search: Histories;
  readonly #number: number;

  memory: Json;

  constructor({ state, decision, phase, round, performed }: PastStep & { readonly state: Json }, interruption: Interruption | null, memory: Json, search: Histories, number: number) {
    this.memory = memory;
    this.state = state;
    this.decision = decision;
    this.phase = phase;
    this.round = round;
    this.performed = performed;
    this.interruption = interruption;
    this.#search = search;
    this.#number = number;
  }

  get history(): readonly PastStep[] {
    return this.#search.historyOf(this.#number);
  }
}
