/**
 * Shapes of facts from outside, checked part by part; what does not fit is refused with its path.
 *
 * A run has thousands of parts, so a check that fits allocates nothing: the path is a stack that is only written out for a refusal.
 */
import { isPlainObject, LoopwrightError } from "@loopwright/core";

/** Where a check is: segments as they are written, list places as numbers. */
export type Place = (string | number)[];

/** Checks one value; throws for what does not fit. */
export type Check = (value: unknown, at: Place) => void;

/**
 * Refuses a run.
 * @throws LoopwrightError `run-facts-invalid`
 */
export function refuse(at: string | Place, expected: string): never {
  const path = typeof at === "string" ? at : at.map((part) => (typeof part === "number" ? `[${part}]` : part)).join("");
  throw new LoopwrightError("run-facts-invalid", `${path} is not ${expected}`, { path, hint: "See the facts of a review-loop run." });
}

/** Any string. */
export const text: Check = (value, at) => {
  if (typeof value !== "string") refuse(at, "a string");
};

/** A string of at most so many characters. */
export function short(most: number): Check {
  return (value, at) => {
    if (typeof value !== "string" || value.length > most) refuse(at, `a string of ${most} characters at most`);
  };
}

/** A string that says something. */
export const name: Check = (value, at) => {
  if (typeof value !== "string" || value.trim() === "") refuse(at, "a string that is not blank");
};

/** True or false. */
export const flag: Check = (value, at) => {
  if (typeof value !== "boolean") refuse(at, "true or false");
};

/** A whole number from `least`. */
export function whole(least: number): Check {
  return (value, at) => {
    if (!Number.isSafeInteger(value) || (value as number) < least) refuse(at, `a whole number from ${least}`);
  };
}

/** One of the listed values. */
export function choice(...values: readonly (string | number)[]): Check {
  const known = new Set<unknown>(values);
  return (value, at) => {
    if (!known.has(value)) refuse(at, `one of ${values.join(", ")}`);
  };
}

/** `null`, or what another check takes. */
export function nullable(check: Check): Check {
  return (value, at) => {
    if (value !== null) check(value, at);
  };
}

/** What another check takes, looked at once: only for values that never change, such as frozen copies. */
export function once(check: Check): Check {
  const fitting = new WeakSet();
  return (value, at) => {
    if (typeof value === "object" && value !== null && fitting.has(value)) return;
    check(value, at);
    if (typeof value === "object" && value !== null) fitting.add(value);
  };
}

/** A list whose every item fits. */
export function list(item: Check): Check {
  return (value, at) => {
    if (!Array.isArray(value)) return refuse(at, "a list");
    const place = at.push(0) - 1;
    for (let index = 0; index < value.length; index++) {
      at[place] = index;
      item(value[index], at);
    }
    at.pop();
  };
}

/** A record with any keys, whose every value fits. */
export function map(item: Check): Check {
  return (value, at) => {
    if (!isPlainObject(value)) return refuse(at, "an object");
    for (const key of Object.keys(value)) {
      at.push(`[${JSON.stringify(key)}]`);
      item(value[key], at);
      at.pop();
    }
  };
}

/** An object with these keys; keys of `optional` may be left out, others are not looked at. */
export function object(required: { readonly [key: string]: Check }, optional: { readonly [key: string]: Check } = {}): Check {
  const keys = [...Object.entries(required), ...Object.entries(optional)].map(([key, check]) => ({ key, check, segment: `.${key}` }));
  const owed = Object.keys(required).length;
  return (value, at) => {
    if (!isPlainObject(value)) return refuse(at, "an object");
    const place = at.push("") - 1;
    for (const [index, { key, check, segment }] of keys.entries()) {
      const has = Object.hasOwn(value, key);
      if (!has && index >= owed) continue;
      at[place] = segment;
      check(has ? value[key] : undefined, at);
    }
    at.pop();
  };
}

/** An object of one of several kinds, told apart by its `kind`. */
export function variant(kinds: { readonly [kind: string]: Check }): Check {
  return (value, at) => {
    const kind = isPlainObject(value) ? value["kind"] : undefined;
    const check = typeof kind === "string" && Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
    if (check === undefined) return refuse([...at, ".kind"], `one of ${Object.keys(kinds).join(", ")}`);
    check(value, at);
  };
}
