/** Violations as they are met: the first of each kind is kept with its way, the others are counted. */
import type { Interruption } from "./place.js";

/** One step of a run, as numbers: enough to execute it again. */
export interface Move {
  /** The answers within the phase; for an answer of a person, its number. */
  readonly choices: readonly number[];
  /** How the run was interrupted by the end of the phase. */
  readonly how: Interruption | null;
  readonly recordChoices: readonly number[];
  /** How the run was interrupted after the decision. */
  readonly after: Interruption | null;
}

/** What is wrong. */
export interface Problem {
  /** Stable; a fault of the runner's has its own code. */
  readonly code: string;
  /** Tells apart problems of one code: an invariant's name, a token, a place. */
  readonly about: string;
  readonly message: string;
  readonly hint: string | null;
}

/** A violation and how a run comes to it: from the start to the node, then one move. */
export interface Finding {
  readonly problem: Problem;
  /** Number of the node that is left; -1 where no run is needed to show it. */
  readonly node: number;
  readonly move: Move | null;
  count: number;
}

export class Findings {
  readonly #byKind = new Map<string, Finding>();
  readonly #allowed: ReadonlySet<string>;

  constructor(allowed: readonly string[]) {
    this.#allowed = new Set(allowed);
  }

  add(problem: Problem, node: number, move: () => Move | null): void {
    if (this.#allowed.has(problem.code)) return;
    const kind = `${problem.code} ${problem.about}`;
    const known = this.#byKind.get(kind);
    if (known === undefined) this.#byKind.set(kind, { problem, node, move: move(), count: 1 });
    else known.count++;
  }

  /** Whether there is one with this code. */
  has(code: string): boolean {
    return [...this.#byKind.values()].some(({ problem }) => problem.code === code);
  }

  all(): readonly Finding[] {
    return [...this.#byKind.values()];
  }
}
