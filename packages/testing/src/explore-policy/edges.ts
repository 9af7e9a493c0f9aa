/**
 * What led where, and what it cost: for the most that any run does, and for laps that change nothing.
 *
 * Invariants:
 * 1. Every place is left once: its edges stand side by side.
 * 2. The longest way is found over places with their round, so that it is about runs as they are bounded.
 */

/** Counted on each edge: calls by role, then calls, revisions and consultations. */
export type Cost = readonly number[];

/** The end of a run, as a target. */
export const END = -1;

/** Edges of a graph whose nodes are numbered from 0 in the order in which they are left. */
export class Edges {
  readonly #starts: number[] = [];
  readonly #targets: number[] = [];
  readonly #costs: number[] = [];
  readonly #costValues: Cost[] = [];
  readonly #costNumbers = new Map<string, number>();
  readonly #here = new Set<number>();

  /** The edges that follow leave the next node. */
  leave(): void {
    this.#starts.push(this.#targets.length);
    this.#here.clear();
  }

  /** The number of a cost, for {@link add}. */
  costNumber(cost: Cost): number {
    const writing = cost.join();
    let number = this.#costNumbers.get(writing);
    if (number === undefined) {
      number = this.#costValues.push(cost) - 1;
      this.#costNumbers.set(writing, number);
    }
    return number;
  }

  add(target: number, number: number): void {
    const edge = (target + 1) * 65_536 + number; // So many costs there are not: each is a handful of calls.
    if (this.#here.has(edge)) return;
    this.#here.add(edge);
    this.#targets.push(target);
    this.#costs.push(number);
  }

  targets(node: number): readonly number[] {
    return this.#targets.slice(this.#starts[node], this.#starts[node + 1] ?? this.#targets.length);
  }

  /** The most of each count on any way from one of `roots`. A way that comes back to where it was counts once. */
  longest(roots: readonly number[], counts: number): readonly number[] {
    const best = new Map<number, number[]>();
    for (const root of roots) this.#visit(root, counts, best);
    return roots.reduce<number[]>((most, root) => most.map((value, index) => Math.max(value, best.get(root)?.[index] ?? 0)), Array<number>(counts).fill(0));
  }

  /** Depth first, without recursion: a run may be long. */
  #visit(root: number, counts: number, best: Map<number, number[]>): void {
    const open: { readonly node: number; at: number }[] = [];
    const enter = (node: number): void => {
      if (node === END || best.has(node)) return;
      best.set(node, Array<number>(counts).fill(0));
      open.push({ node, at: this.#starts[node] ?? this.#targets.length });
    };
    enter(root);
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      const end = this.#starts[top.node + 1] ?? this.#targets.length;
      if (top.at < end && !best.has(this.#targets[top.at] as number) && this.#targets[top.at] !== END) {
        enter(this.#targets[top.at] as number);
        continue;
      }
      if (top.at >= end) {
        open.pop();
        continue;
      }
      this.#improve(best.get(top.node) as number[], top.at, best); // Entered above.
      top.at++;
    }
  }

  #improve(most: number[], edge: number, best: ReadonlyMap<number, readonly number[]>): void {
    const cost = this.#costValues[this.#costs[edge] as number] as Cost;
    const onward = best.get(this.#targets[edge] as number);
    for (let index = 0; index < most.length; index++) most[index] = Math.max(most[index] as number, (cost[index] as number) + (onward?.[index] ?? 0));
  }
}
