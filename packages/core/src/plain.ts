/**
 * Plain JSON data at every seam: what enters a run is copied once, frozen to its leaves, and never changes again.
 *
 * Invariants:
 * 1. A copy equals `JSON.parse(JSON.stringify(value))` and shares no unfrozen object with its source.
 * 2. What that round trip would lose or change is refused instead (QU-REQ-01): `undefined`, `NaN`, functions, dates,
 *    class instances, cycles, holes. Only `-0` becomes `0`, and only what JSON cannot see (symbol keys) is left out.
 * 3. A result of {@link copyPlain}, or any part of one, is returned as it is: copying again costs one look.
 * 4. Depth and size are bounded with an explicit error (G17).
 */
import { LoopwrightError, messageOf } from "./errors.js";
import type { Json, JsonObject } from "./json.js";

/** How many arrays and objects may stand inside one another. */
export const MAX_PLAIN_DEPTH = 200;

/** How many arrays and objects one value may hold; also bounds values that share their parts over and over. */
const MAX_CONTAINERS = 2_000_000;

/** A constructor that hands back its argument, so that {@link Copied} can put its private field on it. */
const Given = function (value: object): object {
  return value;
} as unknown as new (value: object) => object; // TypeScript has no type for a constructor that returns its argument.

/** Marks copies. A private field is invisible, cannot be forged, and costs a tenth of a WeakSet entry. */
class Copied extends Given {
  #isCopied = true;
  static has(value: object): boolean {
    return #isCopied in value && value.#isCopied;
  }
}

/** One copying of one value: where it is, and how many containers it has met. */
interface Walk {
  readonly keys: (string | number)[];
  readonly open: object[];
  containers: number;
}

/** Why a value is not plain. */
class NotPlain extends Error {}

/**
 * A deeply frozen deep copy of plain JSON data.
 *
 * @throws LoopwrightError `not-plain`, with the path of what is not JSON, such as `$.a[2].b`.
 */
export function copyPlain(value: unknown, options?: { readonly path?: string }): Json {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "object" && Copied.has(value)) return value as Json; // Only copies are marked, and those are Json.
  const walk: Walk = { keys: [], open: [], containers: 0 };
  try {
    return copyValue(value, 0, walk);
  } catch (thrown) {
    let path = options?.path ?? "$";
    for (const key of walk.keys) path += typeof key === "number" ? `[${key}]` : /^[\w$]+$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
    const what = thrown instanceof NotPlain ? thrown.message : `it cannot be read: ${messageOf(thrown)}`;
    throw new LoopwrightError("not-plain", `${path} is not plain JSON data: ${what}`, {
      path,
      hint: "Pass strings, finite numbers, booleans, null, arrays and plain objects; leave out a key instead of undefined.",
      cause: thrown,
    });
  }
}

function copyValue(value: unknown, depth: number, walk: Walk): Json {
  if (typeof value === "string" || typeof value === "boolean" || value === null) return value;
  if (typeof value === "number" && Number.isFinite(value)) return value + 0;
  if (typeof value !== "object") throw new NotPlain(typeof value === "number" ? String(value) : typeof value);
  if (Copied.has(value)) return value as Json; // As above.
  if (walk.open.includes(value)) throw new NotPlain("a cycle");
  if (depth === MAX_PLAIN_DEPTH) throw new NotPlain(`nested deeper than ${MAX_PLAIN_DEPTH} levels`);
  if (++walk.containers > MAX_CONTAINERS) throw new NotPlain(`more than ${MAX_CONTAINERS} objects`);
  walk.open.push(value);
  const copy = Array.isArray(value) ? copyArray(value, depth, walk) : copyObject(value, depth, walk);
  walk.open.pop();
  new Copied(copy);
  return Object.freeze(copy);
}

function copyArray(value: readonly unknown[], depth: number, walk: Walk): Json[] {
  const copy: Json[] = [];
  for (let index = 0; index < value.length; index++) {
    walk.keys[depth] = index;
    copy.push(copyValue(value[index], depth + 1, walk));
  }
  walk.keys.length = depth;
  if (Object.keys(value).length !== value.length) throw new NotPlain("an array with holes or named properties");
  return copy;
}

function copyObject(value: object, depth: number, walk: Walk): JsonObject {
  if (!isPlainObject(value)) throw new NotPlain("an instance of a class");
  const copy: { [key: string]: Json } = {};
  for (const name of Object.keys(value)) {
    walk.keys[depth] = name;
    const part = copyValue(value[name], depth + 1, walk);
    if (name === "__proto__") Object.defineProperty(copy, name, { value: part, enumerable: true }); // As data, never as a prototype.
    else copy[name] = part;
  }
  walk.keys.length = depth;
  return copy;
}

/** Whether the value is an object literal or an object without prototype: no array, no class instance. */
export function isPlainObject(value: unknown): value is { readonly [key: string]: unknown } {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype = Object.getPrototypeOf(value) as object | null;
  // The last case is the Object.prototype of another realm, such as a vm context or a frame.
  return prototype === Object.prototype || prototype === null || (Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype, "isPrototypeOf"));
}

/**
 * Freezes a value in place, with every array and plain object inside it, and returns it. Anything else in it (an
 * error, a signal, a class instance) is left alone; cycles and any depth are fine.
 */
export function deepFreeze<T>(value: T): T {
  const seen = new Set<object>();
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next !== "object" || next === null || Copied.has(next) || seen.has(next)) continue;
    if (!Array.isArray(next) && !isPlainObject(next)) continue;
    seen.add(next);
    Object.freeze(next);
    for (const part of Object.values(next)) if (typeof part === "object") waiting.push(part);
  }
  return value;
}
