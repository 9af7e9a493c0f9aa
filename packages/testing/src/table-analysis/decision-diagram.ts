/**
 * Decision diagrams: what a condition says of every combination of facts, each equal part kept once.
 *
 * Invariants:
 * 1. A node tests one variable and has one child per value; along every path variables come in one order.
 * 2. Equal nodes are one node, and a node whose children are all equal is that child. So conditions that agree
 *    everywhere are one number, and what no condition reads costs nothing.
 * 3. Work is counted, and refused beyond a limit: nothing is ever left out silently.
 */
import { LoopwrightError } from "@loopwright/core";

/** The condition does not hold, holds, or gives neither true nor false. */
export const FALSE = 0;
export const TRUE = 1;
export const BROKEN = 2;

/** Diagrams over variables that are numbered from 0, each with so many values. */
export class Diagrams {
  readonly #sizes: readonly number[];
  readonly #limit: number;
  #steps = 0;
  readonly #variables: number[] = [Infinity, Infinity, Infinity];
  readonly #children: (readonly number[])[] = [[], [], []];
  readonly #known = new Map<string, number>();

  constructor(sizes: readonly number[], limit: number) {
    this.#sizes = sizes;
    this.#limit = limit;
  }

  /** Counts work done. @throws LoopwrightError `table-too-large` beyond the limit. */
  spend(steps: number): void {
    this.#steps += steps;
    if (this.#steps <= this.#limit) return;
    throw new LoopwrightError("table-too-large", `the table takes more than ${this.#limit} steps to analyse completely`, {
      path: "limit",
      hint: "Narrow the domains (a smaller upTo, fewer values), let rows read fewer facts, or raise `limit`.",
    });
  }

  /** How many values a variable has. */
  sizeOf(variable: number): number {
    return this.#sizes[variable] as number;
  }

  /** The variable that a node tests; `Infinity` for a leaf. */
  variableOf(node: number): number {
    return this.#variables[node] as number;
  }

  /** What is left of a node once a variable has a value. */
  at(node: number, variable: number, value: number): number {
    return this.#variables[node] === variable ? (this.#children[node]?.[value] as number) : node;
  }

  /** The node that tests a variable, whose children test later ones only. */
  node(variable: number, children: readonly number[]): number {
    if (children.every((child) => child === children[0])) return children[0] as number;
    const key = `${variable}:${children.join()}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    this.spend(children.length);
    const made = this.#variables.push(variable) - 1;
    this.#children.push(children);
    this.#known.set(key, made);
    return made;
  }

  /** The diagram that is `parts[v]` where the variable has value `v`. The parts may test any other variable. */
  choose(variable: number, parts: readonly number[], done = new Map<string, number>()): number {
    if (parts.every((part) => part === parts[0])) return parts[0] as number;
    const key = parts.join();
    const known = done.get(key);
    if (known !== undefined) return known;
    this.spend(parts.length);
    const first = Math.min(...parts.map((part) => this.variableOf(part)));
    const made =
      first > variable
        ? this.node(variable, parts)
        : this.node(
            first,
            Array.from({ length: this.sizeOf(first) }, (_, value) =>
              this.choose(variable, parts.map((part) => this.at(part, first, value)), done),
            ),
          );
    done.set(key, made);
    return made;
  }

  /** For how many combinations of all variables but the left out ones a node is true. Rounded beyond 2^53. */
  countTrue(node: number, leftOut: ReadonlySet<number>): number {
    const done = new Map<number, number>();
    const sizes = this.#sizes.map((size, variable) => (leftOut.has(variable) ? 1 : size));
    const skipped = (from: number, to: number): number => sizes.slice(from, Math.min(to, sizes.length)).reduce((product, size) => product * size, 1);
    const below = (at: number): number => {
      if (at === FALSE || at === BROKEN) return 0;
      if (at === TRUE) return 1;
      const known = done.get(at);
      if (known !== undefined) return known;
      const variable = this.variableOf(at);
      const children = this.#children[at] as readonly number[];
      const sum = children.reduce((total, child) => total + below(child) * skipped(variable + 1, this.variableOf(child)), 0);
      done.set(at, sum);
      return sum;
    };
    return below(node) * skipped(0, this.variableOf(node));
  }

  /** Whether some combination leads to that leaf. */
  reaches(node: number, leaf: number, seen = new Set<number>()): boolean {
    if (node === leaf) return true;
    if (seen.has(node)) return false;
    seen.add(node);
    return (this.#children[node] as readonly number[]).some((child) => this.reaches(child, leaf, seen));
  }
}
