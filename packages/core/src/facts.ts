/**
 * Facts: the small, flat, pure record a checkpoint yields, declared by value.
 *
 * Invariants:
 * 1. A declaration is a value: it gives the type, validates records from outside, and lists what analysis covers.
 * 2. A record with a missing, unknown or out-of-domain fact is refused, never guessed (G4).
 * 3. `count({ upTo })` bounds what analysis enumerates, not what a run may report.
 */
import { LoopwrightError } from "./errors.js";

/** What a fact may be: flat and primitive, so that it can be stored, compared and printed. */
export type FactValue = string | number | boolean | null;

/** The values one fact may take. */
export interface FactDomain<V extends FactValue = FactValue> {
  readonly kind: "one-of" | "flag" | "count";
  /** The values that analysis enumerates, in declared order. */
  readonly values: readonly V[];
  /** Whether a run may report this value. */
  accepts(value: unknown): value is V;
  /** The domain in words, for messages. */
  readonly expected: string;
}

/** Domains by fact name. */
export type FactDomains = { readonly [fact: string]: FactDomain };

/** The record type that a declaration describes. */
export type FactsOf<D extends FactDomains> = {
  readonly [K in keyof D]: D[K] extends FactDomain<infer V> ? V : never;
};

/** A record of facts whose exact type is not known. */
export type AnyFacts = { readonly [fact: string]: FactValue };

/** A declaration of facts; see {@link defineFacts}. */
export interface FactsDefinition<F> {
  readonly domains: { readonly [K in keyof F]: FactDomain };
  readonly names: readonly (keyof F & string)[];
  /** Whether a combination can occur at all; analysis skips those that cannot. */
  possible(facts: F): boolean;
  /** What is wrong with a record, in words; empty when nothing is. */
  problems(value: unknown): readonly string[];
}

/** One of the listed values. */
export function oneOf<const L extends readonly [FactValue, ...FactValue[]]>(...values: L): FactDomain<L[number]> {
  if (values.length === 0 || new Set(values).size !== values.length || !values.every(isFactValue)) {
    throw new LoopwrightError("facts-domain", "oneOf() needs one or more distinct values: strings, finite numbers, booleans, null", {
      hint: 'List every value once, as in oneOf("approved", "rejected").',
    });
  }
  const listed: readonly L[number][] = Object.freeze([...values]);
  const known = new Set<unknown>(listed);
  return Object.freeze({
    kind: "one-of",
    values: listed,
    accepts: (value: unknown): value is L[number] => known.has(value),
    expected: `one of ${listed.map((value) => JSON.stringify(value)).join(", ")}`,
  });
}

function isFactValue(value: unknown): boolean {
  return value === null || typeof value === "string" || typeof value === "boolean" || Number.isFinite(value);
}

/** True or false. */
export function flag(): FactDomain<boolean> {
  return Object.freeze({
    kind: "flag",
    values: Object.freeze([false, true]),
    accepts: (value: unknown): value is boolean => typeof value === "boolean",
    expected: "true or false",
  });
}

/** A whole number from 0. Analysis covers 0 to `upTo`; a run may report more. */
export function count(options: { readonly upTo: number }): FactDomain<number> {
  const { upTo } = options;
  if (!Number.isInteger(upTo) || upTo < 1 || upTo > 10_000) {
    throw new LoopwrightError("facts-domain", `count({ upTo }) needs a whole number from 1 to 10000, not ${upTo}`, {
      path: "upTo",
      hint: "Name the largest value that analysis should enumerate.",
    });
  }
  return Object.freeze({
    kind: "count",
    values: Object.freeze(Array.from({ length: upTo + 1 }, (_, index) => index)),
    accepts: (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0,
    expected: "a whole number from 0",
  });
}

/**
 * Declares facts. `possible` may rule out combinations that cannot occur, so that analysis does not report them.
 *
 * @throws LoopwrightError `facts-empty` when no fact is declared, `facts-domain` for what is not a domain.
 */
export function defineFacts<D extends FactDomains>(
  domains: D,
  options: { readonly possible?: (facts: FactsOf<D>) => boolean } = {},
): FactsDefinition<FactsOf<D>> {
  const own = Object.freeze({ ...domains });
  const names = Object.freeze(Object.keys(own));
  if (names.length === 0) {
    throw new LoopwrightError("facts-empty", "defineFacts() needs at least one fact", {
      hint: "A decision that reads nothing cannot be explained; declare what it depends on.",
    });
  }
  const entries = names.map((name) => [name, own[name] as FactDomain] as const);
  for (const [name, domain] of entries) {
    if (typeof (domain as Partial<FactDomain> | null)?.accepts === "function") continue;
    throw new LoopwrightError("facts-domain", `fact "${name}" has no domain`, { path: name, hint: "Use oneOf(), flag() or count()." });
  }
  return Object.freeze({
    domains: own,
    names,
    possible: options.possible ?? (() => true),
    problems: (value: unknown) => problemsOf(entries, value),
  });
}

const NO_PROBLEMS: readonly string[] = Object.freeze([]);

function problemsOf(entries: readonly (readonly [string, FactDomain])[], value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null) return ["facts: not a record"];
  const record = value as { readonly [fact: string]: unknown };
  let problems: string[] | undefined;
  for (const [name, domain] of entries) {
    const fact = Object.hasOwn(record, name) ? record[name] : undefined; // What is inherited was not reported.
    if (domain.accepts(fact)) continue;
    (problems ??= []).push(`${name}: ${fact === undefined ? "missing" : `not ${domain.expected}`}`);
  }
  let declared = 0;
  for (const _ in record) declared++;
  if (declared !== entries.length || problems !== undefined) {
    const names = new Set(entries.map(([name]) => name));
    for (const name of Object.keys(record)) if (!names.has(name)) (problems ??= []).push(`${name}: not declared`);
  }
  return problems ?? NO_PROBLEMS;
}
