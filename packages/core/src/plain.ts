/**
 * Plain JSON data at every seam: what enters a run is copied once, frozen to its leaves, and never changes again.
 *
 * Invariants:
 * 1. A copy equals `JSON.parse(JSON.stringify(value))` and shares no unfrozen object with its source.
 * 2. Whatever that round trip would lose, change or execute is refused instead (QU-REQ-01): no `undefined`, `NaN`,
 *    `Date`, class instance, cycle, hole, symbol key, hidden property; getters are refused unread. Only `-0` becomes `0`.
 * 3. A result of {@link copyPlain}, or any part of one, is returned as it is: copying again costs one look-up.
 * 4. No result is nested deeper than {@link MAX_PLAIN_DEPTH}, also when it was put together from earlier results.
 * 5. Work is linear in the number of distinct objects, however often they are shared.
 */
import { LoopwrightError } from "./errors.js";
import type { Json, JsonObject } from "./json.js";

/** How many arrays and objects may stand inside one another. */
export const MAX_PLAIN_DEPTH = 200;

/** After so many nodes a copy starts to remember what it has copied: small values never pay for it. */
const SHARING_THRESHOLD = 1000;

/** A constructor that hands back its argument, so that {@link Copied} can put its private field on it. */
const Given = function (value: object): object {
  return value;
} as unknown as new (value: object) => object; // the cast: TypeScript has no type for a constructor that returns its argument

/**
 * Marks results of {@link copyPlain} and all their parts with their depth (1 = holds no other container). A private
 * field is invisible, cannot be forged, and costs a tenth of a WeakMap entry.
 */
class Copied extends Given {
  #depth: number;
  constructor(copy: object, depth: number) {
    super(copy);
    this.#depth = depth;
  }
  /** The depth of a copy; 0 for any other object. */
  static depthOf(value: object): number {
    return #depth in value ? value.#depth : 0;
  }
}

/** One run of {@link copyPlain} over one value. */
interface Walk {
  readonly root: string;
  /** The containers that are open now, outermost first, and the key at which each was last entered. */
  readonly open: object[];
  readonly keys: (string | number)[];
  nodes: number;
  shared: Map<object, Json> | null;
  /** Depth of the value copied last; 0 for a primitive. */
  depth: number;
}

/**
 * A deeply frozen deep copy of plain JSON data.
 * @throws LoopwrightError `not-plain`, with the path of what is not JSON, such as `$.a[2].b`.
 */
export function copyPlain(value: unknown, options?: { readonly path?: string }): Json {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  // The cast: only results of this function have a depth, and those are Json.
  if (typeof value === "object" && Copied.depthOf(value) > 0) return value as Json;
  const walk: Walk = { root: options?.path ?? "$", open: [], keys: [], nodes: 0, shared: null, depth: 0 };
  try {
    return copyValue(value, walk);
  } catch (error) {
    if (error instanceof LoopwrightError) throw error;
    return refuse(walk, "a value that cannot be read", "Pass plain data instead of a proxy.", error);
  }
}

function copyValue(value: unknown, walk: Walk): Json {
  walk.depth = 0;
  if (typeof value === "string" || typeof value === "boolean" || value === null) return value;
  if (typeof value === "number") {
    if (Number.isFinite(value)) return value + 0;
    return refuse(walk, String(value), "Use a finite number, or null for a number that is not known.");
  }
  if (typeof value !== "object") {
    const hint = value === undefined ? "Leave the key out, or use null." : "Pass plain JSON data.";
    return refuse(walk, value === undefined ? "undefined" : `a ${typeof value}`, hint);
  }
  const level = walk.open.length;
  const depth = Copied.depthOf(value);
  if (depth > 0) {
    if (level + depth > MAX_PLAIN_DEPTH) return refuseDepth(walk);
    walk.depth = depth;
    return value as Json; // as above: it has a depth, so it is Json
  }
  if (walk.open.includes(value)) return refuse(walk, "a cycle", "Plain data may not contain itself.");
  if (level >= MAX_PLAIN_DEPTH) return refuseDepth(walk);
  return copyContainer(value, walk, level);
}

function copyContainer(value: object, walk: Walk, level: number): Json {
  const shared = walk.shared?.get(value);
  if (shared !== undefined) return copyValue(shared, walk);
  const isArray = Array.isArray(value);
  const prototype = Object.getPrototypeOf(value) as object | null;
  if (!(isArray ? isArrayPrototype(prototype) : isObjectPrototype(prototype))) return refuseInstance(walk);
  walk.open.push(value);
  const copy = isArray ? copyArray(value, walk, level) : copyObject(value, walk, level);
  walk.open.pop();
  new Copied(copy, walk.depth);
  Object.freeze(copy);
  if (walk.shared !== null) walk.shared.set(value, copy);
  else if (++walk.nodes > SHARING_THRESHOLD) walk.shared = new Map();
  return copy;
}

function copyArray(value: readonly unknown[], walk: Walk, level: number): Json[] {
  const { length } = value;
  refuseSymbols(value, walk, level);
  const copy: Json[] = [];
  let depth = 0;
  for (let index = 0; index < length; index++) {
    walk.keys[level] = index;
    refuseUnreadable(value, index, walk);
    copy.push(copyValue(value[index], walk));
    if (walk.depth > depth) depth = walk.depth;
  }
  const keys = Object.keys(value);
  if (keys.length > length) {
    walk.keys[level] = keys[length] ?? "";
    return refuse(walk, "a named property of an array", "Use an object instead of the array.");
  }
  walk.depth = depth + 1;
  return copy;
}

function copyObject(value: object, walk: Walk, level: number): JsonObject {
  const names = Object.getOwnPropertyNames(value);
  refuseSymbols(value, walk, level);
  for (const name of names) {
    walk.keys[level] = name;
    refuseUnreadable(value, name, walk);
  }
  // Every property is now known to be plain to read, and spreading also copies an own `__proto__` as data.
  const copy = { ...value } as { [key: string]: Json };
  let depth = 0;
  for (const name of names) {
    const part: unknown = copy[name];
    walk.keys[level] = name;
    const copied = copyValue(part, walk);
    if (!Object.is(part, copied)) copy[name] = copied;
    if (walk.depth > depth) depth = walk.depth;
  }
  walk.depth = depth + 1;
  return copy;
}

function refuseSymbols(holder: object, walk: Walk, level: number): void {
  const [symbol] = Object.getOwnPropertySymbols(holder);
  if (symbol === undefined) return;
  walk.keys[level] = String(symbol);
  refuse(walk, "a symbol key", "Use string keys.");
}

/** Refuses whatever is not an own, enumerable data property; never runs a getter. */
function refuseUnreadable(holder: object, key: string | number, walk: Walk): void {
  const property = Object.getOwnPropertyDescriptor(holder, key);
  if (property === undefined) return refuse(walk, "a hole in an array", "Fill it with null.");
  if (property.get !== undefined || property.set !== undefined) {
    return refuse(walk, "an accessor property", "Copy its value into plain data first.");
  }
  if (!property.enumerable) return refuse(walk, "a hidden property", "JSON shows only enumerable properties.");
}

function isObjectPrototype(prototype: object | null): boolean {
  if (prototype === Object.prototype || prototype === null) return true;
  // The Object.prototype of another realm, such as a vm context or a frame.
  if (Object.getPrototypeOf(prototype) !== null) return false;
  const maker: unknown = Object.getOwnPropertyDescriptor(prototype, "constructor")?.value;
  return typeof maker === "function" && maker.name === "Object";
}

function isArrayPrototype(prototype: object | null): boolean {
  if (prototype === Array.prototype) return true;
  // In any realm Array.prototype is itself an array and stands directly above Object.prototype; a subclass' is not.
  return Array.isArray(prototype) && isObjectPrototype(Object.getPrototypeOf(prototype) as object | null);
}

/** Whether the value is an object literal or an object without prototype: no array, no class instance. */
export function isPlainObject(value: unknown): value is { readonly [key: string]: unknown } {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return isObjectPrototype(Object.getPrototypeOf(value) as object | null);
}

/**
 * Freezes a value in place, with every array and plain object inside it, and returns it. Anything else in it (an
 * error, a signal, a class instance) is left alone; getters are not run; cycles and any depth are fine.
 */
export function deepFreeze<T>(value: T): T {
  /** Containers that were met frozen: entered once more, for what is inside, and then never again. */
  let seen: Set<object> | null = null;
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next !== "object" || next === null || Copied.depthOf(next) > 0) continue;
    if (!Array.isArray(next) && !isPlainObject(next)) continue;
    if (Object.isFrozen(next)) {
      seen ??= new Set();
      if (seen.size === seen.add(next).size) continue;
    }
    Object.freeze(next);
    for (const key of Object.keys(next)) waiting.push(Object.getOwnPropertyDescriptor(next, key)?.value);
  }
  return value;
}

function refuseInstance(walk: Walk): never {
  return refuse(walk, "an instance of a class", "Pass plain objects and arrays only; turn a Date into a string, a Map into an object.");
}

function refuseDepth(walk: Walk): never {
  return refuse(walk, `nested deeper than ${MAX_PLAIN_DEPTH} levels`, "Flatten the value, or keep the deep part outside the run.");
}

function refuse(walk: Walk, what: string, hint: string, cause?: unknown): never {
  let path = walk.root;
  for (const key of walk.keys.slice(0, walk.open.length)) path += pathSegment(key);
  throw new LoopwrightError("not-plain", `${path} is not plain JSON data: ${what}`, { path, hint, cause });
}

function pathSegment(key: string | number): string {
  if (typeof key === "number") return `[${key}]`;
  return /^[A-Za-z_$][\w$]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}
