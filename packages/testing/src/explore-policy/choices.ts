/**
 * The answers of one execution, as numbers, and the next execution after it: a depth-first walk over all of them.
 *
 * Invariants:
 * 1. Beyond what was taken before, the first possibility is taken: every execution goes on to its end, none is thrown away.
 * 2. `advance` changes the last choice that has a possibility left, so that each sequence is executed exactly once.
 */

/** Where the answers of an execution come from. */
export interface Chooser {
  /** The number of the possibility to take, out of so many, for the effect with this key. */
  take(possibilities: number, key: string): number;
  /** Which of so many lanes that wait goes on; absent where that is one more possibility, or always the first. */
  turn?(waiting: number): number;
}

/** One walk over the answers of a phase. */
export class Choices implements Chooser {
  readonly #taken: number[];
  readonly #possibilities: number[];
  #at = 0;
  /** The same answers led to other questions: the policy reads something that is no answer. */
  isDiverged = false;

  /** `fixed` repeats one execution. */
  constructor(fixed: readonly number[] = []) {
    this.#taken = [...fixed];
    this.#possibilities = fixed.map(() => 0);
  }

  take(possibilities: number): number {
    const at = this.#at++;
    const known = this.#possibilities[at];
    if (known === undefined) {
      this.#taken[at] = 0;
      this.#possibilities[at] = possibilities;
      return 0;
    }
    if (known === 0) this.#possibilities[at] = possibilities;
    else if (known !== possibilities) this.isDiverged = true;
    return Math.min(this.#taken[at] as number, possibilities - 1); // Written together with its possibilities.
  }

  /** Turns to the next sequence; `false` when there is none. */
  advance(): boolean {
    if (this.#at < this.#taken.length) this.isDiverged = true;
    this.#at = 0;
    for (let last = this.#taken.length - 1; last >= 0; last--) {
      const next = (this.#taken[last] as number) + 1;
      if (next < (this.#possibilities[last] as number)) {
        this.#taken[last] = next;
        return true;
      }
      this.#taken.pop();
      this.#possibilities.pop();
    }
    return false;
  }

  /** The sequence that was executed. */
  taken(): readonly number[] {
    return this.#taken.slice(0, this.#at);
  }
}
