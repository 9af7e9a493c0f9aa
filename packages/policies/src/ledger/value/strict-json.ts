/**
 * JSON from outside, read strictly (LG-LOAD-4, LG-SEC-13, LG-SEC-16, LG-SEC-17).
 *
 * Invariants:
 * 1. Refused, never repaired: bytes that are no UTF-8, a byte order mark, NUL and lone surrogates in strings, a key given
 *    twice, keys that reach prototypes, numbers beyond safe whole ones, more bytes or nesting than the limits.
 * 2. One pass beside the platform's own parser; no recursion, so no depth can exhaust the stack.
 */
import { decodeUtf8 } from "@loopwright/evidence";
import { refuse, type LedgerProblemCode } from "../problem.js";

/** What is read, and how much of it. */
export interface StrictJsonOptions {
  /** What a message names, such as a file. */
  readonly name: string;
  readonly code: Extract<LedgerProblemCode, "malformed-ledger" | "payload-invalid">;
  readonly maxBytes: number;
  readonly maxDepth: number;
}

const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

/**
 * Reads JSON.
 * @throws LedgerProblem with the code asked for, or `limit-exceeded`.
 */
export function parseStrictJson(input: Uint8Array | string, options: StrictJsonOptions): unknown {
  const { name, code, maxBytes } = options;
  if (input.length > maxBytes) refuse("limit-exceeded", name, `${name} has more than ${maxBytes} bytes`, "Split it; nothing is cut.");
  const text = typeof input === "string" ? input : decodeUtf8(input);
  const fail = (what: string): never => refuse(code, name, `${name}: ${what}`, "It is not repaired: restore it, or send it again whole.");
  if (text?.isWellFormed() !== true) return fail("not UTF-8");
  if (text.startsWith("\uFEFF")) return fail("starts with a byte order mark");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return fail("not JSON");
  }
  const problem = new Scanner(text, options.maxDepth).problem();
  return problem === null ? value : fail(problem);
}

/** Walks text that is known to be JSON, for what the platform's parser lets through. */
class Scanner {
  readonly #text: string;
  readonly #maxDepth: number;
  /** Keys of each open object; `null` for an open array. */
  readonly #open: (Set<string> | null)[] = [];
  #isKeyNext = false;

  constructor(text: string, maxDepth: number) {
    this.#text = text;
    this.#maxDepth = maxDepth;
  }

  problem(): string | null {
    for (let at = 0; at < this.#text.length; at++) {
      const character = this.#text.charAt(at);
      if (character === '"') {
        const end = this.#endOfString(at);
        const problem = this.#stringProblem(at, end);
        if (problem !== null) return problem;
        at = end;
      } else if (character === "-" || (character >= "0" && character <= "9")) {
        const end = this.#endOfNumber(at);
        if (!(Math.abs(Number(this.#text.slice(at, end))) <= Number.MAX_SAFE_INTEGER)) return "a number beyond the safe ones";
        at = end - 1;
      } else if (!this.#step(character)) return `nested deeper than ${this.#maxDepth}`;
    }
    return null;
  }

  /** Takes a character outside of strings and numbers; `false` when nesting goes too deep. */
  #step(character: string): boolean {
    if (character === "{" || character === "[") {
      this.#open.push(character === "{" ? new Set() : null);
      this.#isKeyNext = character === "{";
      return this.#open.length <= this.#maxDepth;
    }
    if (character === "}" || character === "]") this.#open.pop();
    if (character === ",") this.#isKeyNext = this.#open.at(-1) instanceof Set;
    return true;
  }

  #endOfString(start: number): number {
    let at = start + 1;
    while (this.#text.charAt(at) !== '"') at += this.#text.charAt(at) === "\\" ? 2 : 1;
    return at;
  }

  #endOfNumber(start: number): number {
    let at = start + 1;
    while (at < this.#text.length && "0123456789+-.eE".includes(this.#text.charAt(at))) at++;
    return at;
  }

  #stringProblem(start: number, end: number): string | null {
    const raw = this.#text.slice(start, end + 1);
    const isEscaped = raw.includes("\\");
    const value = isEscaped ? (JSON.parse(raw) as string) : raw.slice(1, -1); // a string token
    if (isEscaped && (!value.isWellFormed() || value.includes("\u0000"))) return "a string with NUL or a lone surrogate";
    if (!this.#isKeyNext) return null;
    this.#isKeyNext = false;
    if (FORBIDDEN_KEYS.has(value)) return `the key ${value}`;
    const keys = this.#open.at(-1);
    if (keys?.has(value) === true) return `the key ${JSON.stringify(value)} twice in one object`;
    keys?.add(value);
    return null;
  }
}
