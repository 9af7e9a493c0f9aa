/** Shapes of facts from outside, checked part by part; what does not fit is refused with its path. */
import { isPlainObject, LoopwrightError } from "@loopwright/core";

/** Checks one value; throws for what does not fit. */
export type Check = (value: unknown, path: string) => void;

/**
 * Refuses a run.
 * @throws LoopwrightError `run-facts-invalid`
 */
export function refuse(path: string, expected: string): never {
  throw new LoopwrightError("run-facts-invalid", `${path} is not ${expected}`, { path, hint: "See the facts of a review-loop run." });
}

/** Any string. */
export const text: Check = (value, path) => {
  if (typeof value !== "string") refuse(path, "a string");
};

/** A string of at most so many characters. */
export function short(most: number): Check {
  return (value, path) => {
    if (typeof value !== "string" || value.length > most) refuse(path, `a string of ${most} characters at most`);
  };
}

/** A string that says something. */
export const name: Check = (value, path) => {
  if (typeof value !== "string" || value.trim() === "") refuse(path, "a string that is not blank");
};

/** True or false. */
export const flag: Check = (value, path) => {
  if (typeof value !== "boolean") refuse(path, "true or false");
};

/** A whole number from `least`. */
export function whole(least: number): Check {
  return (value, path) => {
    if (!Number.isSafeInteger(value) || (value as number) < least) refuse(path, `a whole number from ${least}`);
  };
}

/** One of the listed values. */
export function choice(...values: readonly (string | number)[]): Check {
  const known = new Set<unknown>(values);
  return (value, path) => {
    if (!known.has(value)) refuse(path, `one of ${values.join(", ")}`);
  };
}

/** `null`, or what another check takes. */
export function nullable(check: Check): Check {
  return (value, path) => {
    if (value !== null) check(value, path);
  };
}

/** A list whose every item fits. */
export function list(item: Check): Check {
  return (value, path) => {
    if (!Array.isArray(value)) return refuse(path, "a list");
    for (const [index, one] of value.entries()) item(one, `${path}[${index}]`);
  };
}

/** A record with any keys, whose every value fits. */
export function map(item: Check): Check {
  return (value, path) => {
    if (!isPlainObject(value)) return refuse(path, "an object");
    for (const [key, one] of Object.entries(value)) item(one, `${path}[${JSON.stringify(key)}]`);
  };
}

/** An object with these keys; keys of `optional` may be left out, others are not looked at. */
export function object(required: { readonly [key: string]: Check }, optional: { readonly [key: string]: Check } = {}): Check {
  const owed = Object.entries(required);
  const allowed = Object.entries(optional);
  return (value, path) => {
    if (!isPlainObject(value)) return refuse(path, "an object");
    for (const [key, check] of owed) check(Object.hasOwn(value, key) ? value[key] : undefined, `${path}.${key}`);
    for (const [key, check] of allowed) if (Object.hasOwn(value, key)) check(value[key], `${path}.${key}`);
  };
}

/** An object of one of several kinds, told apart by its `kind`. */
export function variant(kinds: { readonly [kind: string]: Check }): Check {
  return (value, path) => {
    const kind = isPlainObject(value) ? value["kind"] : undefined;
    const check = typeof kind === "string" && Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
    if (check === undefined) return refuse(`${path}.kind`, `one of ${Object.keys(kinds).join(", ")}`);
    check(value, path);
  };
}
