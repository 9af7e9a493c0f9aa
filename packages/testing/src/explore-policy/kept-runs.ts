/**
 * Which explored runs the real runner repeats: a shortest one for each row and for each way of ending, and a sample of all.
 *
 * Invariants:
 * 1. What is kept follows from the search alone: the same exploration keeps the same runs.
 * 2. Every end of a run is as likely as any other to be in the sample, however many there are.
 */
import type { Move } from "./findings.js";
import { numbersFrom } from "./numbers-from.js";

/** A way through the search: to a node, and one move on from there. */
export interface KeptRun {
  readonly node: number;
  readonly move: Move;
}

/** Starts the sequence of random numbers; any number does. */
const SEED = 1;

/** The runs of one search that are kept. */
export class KeptRuns {
  readonly #first: KeptRun[] = [];
  readonly #ways = new Set<string>();
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

  /** An end of a run, or a question; `way` says in which way it came about. */
  ended(way: string, node: number, move: Move): void {
    if (!this.#ways.has(way)) {
      this.#ways.add(way);
      this.keep(node, move);
      return;
    }
    const place = this.#ends++ < this.#size ? this.#sample.length : this.#random(this.#ends);
    if (place < this.#size) this.#sample[place] = { node, move };
  }

  /** Those with the fewest phases first. */
  all(): readonly KeptRun[] {
    return [...new Set([...this.#first, ...this.#sample])].toSorted((a, b) => a.node - b.node);
  }
}
