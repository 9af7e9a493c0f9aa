/**
 * Turns a condition into a decision diagram by running it.
 *
 * Invariants:
 * 1. A condition is run once for every different way in which it reads facts, and never for facts it does not read.
 * 2. What it threw, or gave instead of true or false, is a third answer, not a guess.
 */
import type { FactValue } from "@loopwright/core";
import { BROKEN, FALSE, TRUE, type Diagrams } from "./decision-diagram.js";

/** A variable that a condition can read. */
export interface Variable {
  readonly name: string;
  readonly values: readonly FactValue[];
}

/** A condition, read completely. */
export interface ReadCondition {
  readonly node: number;
  /** Numbers of the variables that some run read. */
  readonly reads: ReadonlySet<number>;
  /** Names that it read and nobody declared, in the order in which they were met. */
  readonly undeclared: readonly string[];
}

/** Reads a condition over the variables before `signals`, whose names are facts. */
export function readCondition(diagrams: Diagrams, facts: readonly Variable[], condition: (facts: never) => unknown): ReadCondition {
  return new Reader(diagrams, facts, condition).read();
}

class Reader {
  readonly #diagrams: Diagrams;
  readonly #facts: readonly Variable[];
  readonly #condition: (facts: never) => unknown;
  readonly #numbers: ReadonlyMap<string, number>;
  readonly #undeclared = new Set<string>();
  readonly #reads = new Set<number>();
  /** Variables in the order in which this run read them first. */
  #path: number[] = [];
  /** Index of the value that each variable of the path has. */
  readonly #chosen = new Map<number, number>();
  readonly #view: object;

  constructor(diagrams: Diagrams, facts: readonly Variable[], condition: (facts: never) => unknown) {
    this.#diagrams = diagrams;
    this.#facts = facts;
    this.#condition = condition;
    this.#numbers = new Map(facts.map(({ name }, number) => [name, number]));
    this.#view = new Proxy(Object.fromEntries(facts.map(({ name, values }) => [name, values[0]])), {
      get: (target, name) => this.#valueOf(target, name),
      getOwnPropertyDescriptor: (target, name) => {
        const value = this.#valueOf(target, name);
        return Object.hasOwn(target, name) ? { value, writable: true, enumerable: true, configurable: true } : undefined;
      },
      set: () => false,
      defineProperty: () => false,
      deleteProperty: () => false,
    });
  }

  read(): ReadCondition {
    const node = this.#visit(0);
    return { node, reads: this.#reads, undeclared: [...this.#undeclared] };
  }

  #valueOf(target: object, name: string | symbol): unknown {
    const number = typeof name === "string" ? this.#numbers.get(name) : undefined;
    if (number === undefined) {
      if (typeof name === "string" && !(name in target) && name !== "toJSON") this.#undeclared.add(name);
      return Reflect.get(target, name);
    }
    if (!this.#chosen.has(number)) {
      this.#chosen.set(number, 0);
      this.#path.push(number);
    }
    return this.#facts[number]?.values[this.#chosen.get(number) as number];
  }

  /** The diagram of all runs that begin with the first `fixed` choices of the path. */
  #visit(fixed: number): number {
    for (const variable of this.#path.splice(fixed)) this.#chosen.delete(variable);
    let node = this.#run();
    for (let place = this.#path.length - 1; place >= fixed; place--) {
      const variable = this.#path[place] as number;
      this.#reads.add(variable);
      const parts = [node];
      for (let value = 1; value < this.#diagrams.sizeOf(variable); value++) {
        this.#chosen.set(variable, value);
        parts.push(this.#visit(place + 1));
      }
      node = this.#diagrams.choose(variable, parts);
    }
    return node;
  }

  #run(): number {
    this.#diagrams.spend(1);
    try {
      const answer: unknown = this.#condition(this.#view as never);
      return answer === true ? TRUE : answer === false ? FALSE : BROKEN;
    } catch {
      return BROKEN;
    }
  }
}
