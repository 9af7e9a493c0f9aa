/**
 * Numbers for plain data: equal content, equal number, whatever the order of keys.
 *
 * Invariants:
 * 1. An array or object that was numbered once costs one look afterwards; states that share their parts are cheap.
 * 2. Texts are written with their length, so that no content can look like another.
 */
import { digestOf, type Json } from "@loopwright/core";

/** Texts longer than this are numbered themselves. */
const SHORT = 32;

/** Numbers plain, frozen data. */
export class Interner {
  readonly #known = new WeakMap<object, number>();
  readonly #byWriting = new Map<string, number>();
  readonly #longTexts = new Map<string, number>();
  readonly #artifacts = new Map<string, number>([["0", 0]]);
  readonly #artifactValues: Json[] = [null];
  readonly #digests: (string | null)[] = [null];

  /** How a value is written: short for primitives, a number for what holds others. */
  written(value: Json): string {
    if (typeof value === "string") return value.length <= SHORT ? `s${value.length}:${value}` : `l${this.#longText(value)}`;
    if (typeof value === "number") return `n${value}`;
    if (value === null) return "0";
    if (typeof value === "boolean") return value ? "t" : "f";
    return `#${this.#numberOf(value)}`;
  }

  /** The number of an artifact; 0 where there is none. */
  artifact(value: Json): number {
    if (value === null) return 0;
    const writing = this.written(value);
    let number = this.#artifacts.get(writing);
    if (number === undefined) {
      number = this.#artifactValues.length;
      this.#artifacts.set(writing, number);
      this.#artifactValues.push(value);
    }
    return number;
  }

  artifactOf(number: number): Json {
    return this.#artifactValues[number] as Json; // Numbers come from `artifact`.
  }

  digestOf(number: number): string | null {
    return number === 0 ? null : (this.#digests[number] ??= digestOf(this.artifactOf(number)));
  }

  #longText(text: string): number {
    const known = this.#longTexts.get(text);
    if (known !== undefined) return known;
    this.#longTexts.set(text, this.#longTexts.size);
    return this.#longTexts.size - 1;
  }

  #numberOf(value: object): number {
    const known = this.#known.get(value);
    if (known !== undefined) return known;
    const writing = Array.isArray(value) ? this.#writtenArray(value as readonly Json[]) : this.#writtenObject(value as { readonly [key: string]: Json }, null);
    let number = this.#byWriting.get(writing);
    if (number === undefined) {
      number = this.#numberOfSorted(value, writing);
      this.#byWriting.set(writing, number);
    }
    this.#known.set(value, number);
    return number;
  }

  /** Sorting is left to content that was never seen in this order of keys. */
  #numberOfSorted(value: object, writing: string): number {
    const sorted = Array.isArray(value) ? writing : this.#writtenObject(value as { readonly [key: string]: Json }, Object.keys(value).sort());
    return (sorted === writing ? undefined : this.#byWriting.get(sorted)) ?? this.#remember(sorted);
  }

  #remember(writing: string): number {
    const number = this.#byWriting.size;
    this.#byWriting.set(writing, number);
    return number;
  }

  #writtenArray(value: readonly Json[]): string {
    let writing = "[";
    for (const part of value) writing += `${this.written(part)},`;
    return writing;
  }

  #writtenObject(value: { readonly [key: string]: Json }, keys: readonly string[] | null): string {
    let writing = "{";
    for (const key of keys ?? Object.keys(value)) writing += `${key.length}:${key}=${this.written(value[key] as Json)},`; // An own key.
    return writing;
  }
}
