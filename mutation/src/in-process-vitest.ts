/**
 * What the deciders' tests use of Vitest, collected so that one process can run a test again and again: a mutant then
 * costs milliseconds instead of a worker. Assertions are Jest's, whose matchers Vitest's are modelled on.
 *
 * A feature that is missing here is missing loudly: the import, or the call, fails.
 */
import { format } from "node:util";
import { expect as jestExpect } from "expect";

/** One test, ready to be run as often as needed. */
export interface CollectedTest {
  readonly id: string;
  readonly file: string;
  readonly body: () => unknown;
}

type Body = (...args: readonly unknown[]) => unknown;

const collected: CollectedTest[] = [];
/** How often each name was given: two tests of one name would be one to Stryker. */
const given = new Map<string, number>();
const path: string[] = [];
let currentFile = "";

/** Says which file the tests that follow come from. */
export function beginFile(file: string): void {
  currentFile = file;
}

export function collectedTests(): readonly CollectedTest[] {
  return collected;
}

function add(name: string, body: () => unknown): void {
  const title = `${currentFile} ${[...path, name].join(" > ")}`;
  const times = (given.get(title) ?? 0) + 1;
  given.set(title, times);
  collected.push({ id: times === 1 ? title : `${title} (${times})`, file: currentFile, body });
}

export function describe(name: string, define: () => void): void {
  path.push(name);
  try {
    define();
  } finally {
    path.pop();
  }
}

/** Every case as the arguments of a test. */
function each(cases: readonly unknown[]): (name: string, body: Body) => void {
  return (name, body) => {
    for (const one of cases) {
      const args: readonly unknown[] = Array.isArray(one) ? one : [one];
      add(format(name, ...args), () => body(...args));
    }
  };
}

export const test = Object.assign(add, { each });
export const it = test;

/** Vitest takes a message beside the value, Jest does not. */
export const expect = Object.assign((value: unknown, _message?: string) => jestExpect(value), jestExpect);
