/**
 * A JSON object of a log, read by its keys.
 *
 * Invariants:
 * 1. `null` means what an absent key means, as the format has it for results, suppressions and runs.
 * 2. A value of another type than the format gives it is refused with its path, never coerced.
 * 3. Only own keys count: `constructor` or `__proto__` may be the name of a base or a message.
 */
import { isPlainObject } from "@loopwright/core";
import { EvidenceError } from "../evidence-error.js";

/** One object and where it stands. */
export class JsonObjectAt {
  readonly #fields: { readonly [key: string]: unknown };
  readonly #path: () => string;

  private constructor(fields: { readonly [key: string]: unknown }, path: () => string) {
    this.#fields = fields;
    this.#path = path;
  }

  /** Takes a value as an object. */
  static of(value: unknown, path: () => string): JsonObjectAt {
    return isPlainObject(value) ? new JsonObjectAt(value, path) : refuse(path(), "an object");
  }

  /** The path of a key of this object. */
  pathOf(key: string): string {
    const path = this.#path();
    return path === "" ? key : `${path}.${key}`;
  }

  has(key: string): boolean {
    return this.value(key) !== null;
  }

  /** Whatever stands there, unchecked. */
  value(key: string): unknown {
    return Object.hasOwn(this.#fields, key) ? (this.#fields[key] ?? null) : null;
  }

  text(key: string): string | null {
    const value = this.value(key);
    return value === null || typeof value === "string" ? value : refuse(this.pathOf(key), "a text");
  }

  flag(key: string): boolean | null {
    const value = this.value(key);
    return value === null || typeof value === "boolean" ? value : refuse(this.pathOf(key), "true or false");
  }

  /** A whole number. */
  whole(key: string): number | null {
    const value = this.value(key);
    return value === null || (typeof value === "number" && Number.isSafeInteger(value)) ? value : refuse(this.pathOf(key), "a whole number");
  }

  /** A place in a list; the format writes -1 for none. */
  index(key: string): number | null {
    const value = this.whole(key);
    return value === null || value < 0 ? null : value;
  }

  object(key: string): JsonObjectAt | null {
    const value = this.value(key);
    return value === null ? null : JsonObjectAt.of(value, () => this.pathOf(key));
  }

  /** A list of objects; `null` where there is none. */
  objects(key: string): readonly JsonObjectAt[] | null {
    return this.#list(key)?.map((value, index) => JsonObjectAt.of(value, () => `${this.pathOf(key)}[${index}]`)) ?? null;
  }

  texts(key: string): readonly string[] | null {
    return this.#list(key)?.map((value, index) => (typeof value === "string" ? value : refuse(`${this.pathOf(key)}[${index}]`, "a text"))) ?? null;
  }

  /** An object of texts, such as fingerprints; empty where there is none. */
  textsByName(key: string): { readonly [name: string]: string } {
    const object = this.object(key);
    if (object === null) return {};
    return Object.fromEntries(Object.keys(object.#fields).map((name) => [name, object.text(name) ?? refuse(object.pathOf(name), "a text")]));
  }

  #list(key: string): readonly unknown[] | null {
    const value = this.value(key);
    return value === null || Array.isArray(value) ? value : refuse(this.pathOf(key), "a list");
  }
}

function refuse(path: string, wanted: string): never {
  throw new EvidenceError("sarif-invalid", `${path === "" ? "the log" : path} is not ${wanted}`, { path: path === "" ? "log" : path, hint: "Nothing is concluded from such a log; let the analyser write it again." });
}
