/**
 * What a program's events say, by the rules of its preset.
 *
 * Invariants:
 * 1. The output is JSON as a whole, or JSON line by line; anything between or around is a problem, not noise (G7).
 * 2. There is an answer only if an event said that the run ended well and none said that it failed (G4).
 * 3. A structured answer is the program's own, or a message that is one JSON value as a whole; JSON is never looked for
 *    in prose (G7). What it must look like is the runner's to judge.
 * 4. A number that the program did not report is unknown, never 0 (G14).
 */
import { isPlainObject } from "@loopwright/core";
import type { AgentReply, FinishReason, Usage } from "@loopwright/core";
import { describe } from "../options.js";
import { redactSecrets } from "../redact.js";
import type { EventOutput, EventPattern, EventRule } from "./presets.js";

/** A reply, or why there is none. */
export type Answer = { readonly ok: true; readonly reply: AgentReply } | { readonly ok: false; readonly problem: string };

/** Everything that the events said. */
export interface EventReading {
  readonly answer: Answer;
  readonly usage: Usage | undefined;
  /** Text that was given last, whether or not it became an answer. */
  readonly text: string;
  /** Output that is no event, such as one that was cut off half-way; empty if all could be read. */
  readonly unread: string;
  /** Why the program says it failed. */
  readonly failure: string | null;
}

/** Reads a whole output. `wantsStructure`: the request asked for a structured answer; `redact`: for what a problem quotes. */
export function readEvents(output: EventOutput, text: string, wantsStructure: boolean, redact: (text: string) => string = redactSecrets): EventReading {
  const shown = (part: string): string => describe(redact(part));
  const parsed = output.format === "lines" ? parseLines(text, shown) : parseDocument(text, shown);
  const tally = new Tally(output);
  for (const event of parsed.events) tally.take(event);
  return { ...tally.reading(parsed.problem, wantsStructure), unread: parsed.unread };
}

interface Parsed {
  readonly events: readonly unknown[];
  readonly problem: string | null;
  readonly unread: string;
}

function parseLines(text: string, shown: (part: string) => string): Parsed {
  const events: unknown[] = [];
  for (const line of text.split("\n")) {
    if (line.trim() === "") continue;
    const event = parse(line);
    if (event === undefined) return { events, problem: `standard output has a line that is not JSON: ${shown(line)}`, unread: line };
    events.push(event);
  }
  return { events, problem: events.length === 0 ? "standard output is empty instead of one JSON object per line" : null, unread: "" };
}

function parseDocument(text: string, shown: (part: string) => string): Parsed {
  if (text.trim() === "") return { events: [], problem: "standard output is empty instead of one JSON value", unread: "" };
  const value = parse(text);
  if (value === undefined) return { events: [], problem: `standard output is not one JSON value: it starts with ${shown(text.trimStart())}`, unread: text };
  return { events: Array.isArray(value) ? (value as readonly unknown[]) : [value], problem: null, unread: "" };
}

/** The value, or undefined for what is no JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const USAGE_FIELDS = ["inputTokens", "outputTokens", "costUsd"] as const;
type UsageField = (typeof USAGE_FIELDS)[number];

class Tally {
  readonly #output: EventOutput;
  readonly #usage: { [Field in UsageField]?: number } = {};
  readonly #unknown = new Set<UsageField>();
  readonly #models = new Set<string>();
  #text = "";
  /** What was said before it did not count any more. */
  #cleared = "";
  #structured: unknown;
  #hasEnded = false;
  #finish: FinishReason | undefined;
  #failure: string | null = null;

  constructor(output: EventOutput) {
    this.#output = output;
  }

  take(event: unknown): void {
    for (const rule of this.#output.rules) if (isMatch(event, rule)) this.#apply(event, rule);
  }

  #apply(event: unknown, { clears, text, structured, ends, finish, failure, usage, models }: EventRule): void {
    if (clears === true) {
      if (this.#text !== "") this.#cleared = this.#text;
      this.#text = "";
      this.#structured = undefined;
    }
    if (text !== undefined) this.#text += textAt(event, text) ?? "";
    if (structured !== undefined) this.#structured = valuesAt(event, structured)[0] ?? this.#structured;
    if (ends === true) this.#hasEnded = true;
    if (finish !== undefined) {
      const word = textAt(event, finish.path);
      if (word !== undefined) this.#finish = Object.hasOwn(finish.words, word) ? finish.words[word] : "other";
    }
    if (failure !== undefined) this.#failure ??= failure.map((path) => textAt(event, path)).find((found) => found !== undefined && found !== "") ?? "no reason was given";
    if (usage !== undefined) for (const field of USAGE_FIELDS) this.#add(field, event, usage[field]);
    if (models !== undefined) for (const name of Object.keys((valuesAt(event, models)[0] as object | undefined) ?? {})) this.#models.add(name);
  }

  #add(field: UsageField, event: unknown, paths: readonly string[] | undefined): void {
    if (paths === undefined) return;
    const [first = [], ...rest] = paths.map((path) => valuesAt(event, path));
    const numbers = [...first, ...rest.flat().filter((value) => value !== null)];
    if (first.length === 0 || !numbers.every((value) => typeof value === "number" && value >= 0)) this.#unknown.add(field);
    else this.#usage[field] = (numbers as readonly number[]).reduce((sum, value) => sum + value, this.#usage[field] ?? 0);
  }

  reading(problem: string | null, wantsStructure: boolean): Omit<EventReading, "unread"> {
    const known = Object.entries(this.#usage).filter(([field]) => !this.#unknown.has(field as UsageField));
    const usage = known.length === 0 ? undefined : (Object.fromEntries(known) as Usage);
    return { answer: this.#answer(problem, wantsStructure, usage), usage, text: this.#text === "" ? this.#cleared : this.#text, failure: this.#failure };
  }

  #answer(problem: string | null, wantsStructure: boolean, usage: Usage | undefined): Answer {
    if (this.#failure !== null) return { ok: false, problem: `it says that it failed: ${this.#failure}` };
    if (problem !== null) return { ok: false, problem };
    if (!this.#hasEnded) return { ok: false, problem: "no event says that the run ended well, so the answer may not be whole" };
    const structured = wantsStructure ? this.#structure() : undefined;
    const [model] = this.#models;
    const reply: AgentReply = {
      text: this.#text,
      ...(structured !== undefined && structured !== null && { structured }),
      ...(usage !== undefined && { usage }),
      ...(this.#models.size === 1 && model !== undefined && { model }),
      ...(this.#finish !== undefined && { finishReason: this.#finish }),
    };
    return { ok: true, reply };
  }

  #structure(): unknown {
    return this.#output.isNative ? this.#structured : parse(this.#text);
  }
}

function isMatch(event: unknown, { on, unless }: EventRule): boolean {
  const has = ([path, expected]: [string, unknown]): boolean => {
    const [found] = valuesAt(event, path);
    return expected === "*" ? found !== undefined && found !== null : found === expected;
  };
  return isPlainObject(event) && entriesOf(on).every(has) && !entriesOf(unless ?? {}).some(has);
}

const entriesOf = (pattern: EventPattern): [string, unknown][] => Object.entries(pattern);

function textAt(event: unknown, path: string): string | undefined {
  const [value] = valuesAt(event, path);
  return typeof value === "string" ? value : undefined;
}

/** The values at a dotted path: one or none, or several where a `*` stands for every field. */
function valuesAt(event: unknown, path: string): readonly unknown[] {
  let found: readonly unknown[] = [event];
  for (const step of path.split(".")) {
    found = found.flatMap((value): readonly unknown[] => {
      if (typeof value !== "object" || value === null) return [];
      if (step === "*") return Object.values(value);
      return Object.hasOwn(value, step) ? [(value as { readonly [name: string]: unknown })[step]] : [];
    });
  }
  return found;
}
