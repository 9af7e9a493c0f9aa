/**
 * Which explored runs the real runner repeats: a shortest one for each row and for each way of ending, and a sample of all.
 *
 * Invariants:
 * 1. What is kept follows from the search alone: the same exploration keeps the same runs.
 * 2. Every end of a run is as likely as any other to be in the sample, however many there are.
 */
import type { Move } from "./findings.js";
import { numbersFrom } from "./numbers-from.js";
import type { Interruption, Place } from "./place.js";

/** A way through the search: to a node, and one move on from there. */
export interface KeptRun {
  readonly node: number;
  readonly move: Move;
}

function numberOf(how: Interruption | null): number {
  return how === null ? 0 : how === "aborted" ? 1 : 2;
}

/** Starts the sequence of random numbers; any number does. */
const SEED = 1;

/** The runs of one search that are kept. */
export class KeptRuns {
  readonly #first: KeptRun[] = [];
  /** Ways of ending that were met: by token or fault and by phase, a bit for each pair of interruptions. */
  readonly #ways = new Map<string, Map<Place["next"], number>>();
  readonly #sample: KeptRun[] = [];
  readonly #size: number;
  readonly #random = numbersFrom(SEED);
  #ends = 0;

  /** `size` = runs in the sample at most. */
  constructor(size: number) {
    this.#size = size;
  }

  /** Keeps the first run in which a row decides. */
  keep(node: number, move: Move): void {
    this.#first.push({ node, move });
  }

  /** An end of a run, or a question, with its token or fault. */
  ended(end: string, place: Place, node: number, move: Move): void {
    if (this.#isNew(end, place, move)) return this.keep(node, move);
    const slot = this.#ends++ < this.#size ? this.#sample.length : this.#random(this.#ends);
    if (slot < this.#size) this.#sample[slot] = { node, move };
  }

  #isNew(end: string, { next, interruption }: Place, { how }: Move): boolean {
    let phases = this.#ways.get(end);
    if (phases === undefined) this.#ways.set(end, (phases = new Map<Place["next"], number>()));
    const met = phases.get(next) ?? 0;
    const way = 1 << (3 * numberOf(interruption) + numberOf(how));
    if ((met & way) !== 0) return false;
    phases.set(next, met | way);
    return true;
  }

  /** Those with the fewest phases first. */
  all(): readonly KeptRun[] {
    return [...new Set([...this.#first, ...this.#sample])].toSorted((a, b) => a.node - b.node);
  }
}
