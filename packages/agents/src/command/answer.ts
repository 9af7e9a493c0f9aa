/**
 * What a command's standard output says.
 *
 * Invariants:
 * 1. The whole output counts. Text is taken verbatim, its last line break included (QU-DRAFT-02); JSON output is one
 *    JSON value with nothing but white space around it. Fences, prefixes and second values are problems, not noise
 *    to be removed (G7, G4).
 * 2. A reply has only the fields of {@link AgentReply}, with their types. A program that printed its verdict bare is
 *    told so instead of being taken for one that answered nothing.
 * 3. What a structured answer must look like is not judged here: that is the runner's (QU-STR-02).
 */
import type { Usage } from "@loopwright/core";
import { describe } from "../options.js";
import { redactSecrets } from "../redact.js";
import { readReplyDocument } from "../reply-document.js";
import type { OutputMode } from "./options.js";
import { readEvents } from "./preset-answer.js";
import type { Answer } from "./preset-answer.js";
import type { EventOutput } from "./presets.js";

export type { Answer } from "./preset-answer.js";

type Redact = (text: string) => string;

const READERS: { readonly [Mode in OutputMode]: (stdout: Uint8Array, redact: Redact) => Answer } = {
  text: readText,
  reply: (stdout, redact) => readJson(stdout, redact, (value) => readReply(value, redact)),
  structured: (stdout, redact) => readJson(stdout, redact, (structured) => ({ ok: true, reply: { structured } })),
};

/**
 * Reads the complete output of a command that ended well.
 *
 * @param wantsStructure the request has a schema.
 * @param redact takes secrets out of what a problem quotes.
 */
export function readAnswer(mode: OutputMode | EventOutput, stdout: Uint8Array, wantsStructure = false, redact: Redact = redactSecrets): Answer {
  if (typeof mode === "string") return READERS[mode](stdout, redact);
  const text = decode(stdout, { ignoreBOM: false });
  return text === null ? NOT_UTF8 : readEvents(mode, text, wantsStructure, redact).answer;
}

/** What the output of a failed command still tells: usage (H09), the program's own reason, a part of an answer (F06). */
export interface Remains {
  readonly usage: Usage | undefined;
  readonly reason: string | null;
  readonly partialText: string;
}

/** Reads what a failed command printed. Never throws: half a character is only lost. `hasEndedWell`: as its exit code says. */
export function remainsIn(mode: OutputMode | EventOutput, stdout: Uint8Array, hasEndedWell = false): Remains {
  const text = new TextDecoder().decode(stdout);
  if (typeof mode !== "string") {
    const { usage, text: given, failure, unread } = readEvents(mode, text, false);
    const said = failure !== null && given === failure ? "" : given;
    return { usage, reason: failure, partialText: said === "" && isPartOfAnswer(unread, failure, hasEndedWell) ? unread : said };
  }
  const answer = mode === "reply" ? readAnswer(mode, stdout) : null;
  if (answer?.ok !== true) return { usage: undefined, reason: null, partialText: text };
  const { usage, text: said = "", structured } = answer.reply;
  return { usage, reason: null, partialText: structured === undefined ? said : text };
}

/**
 * Whether output that is no event may be part of an answer (case F06): an event that was cut off half-way, or anything of
 * a program that ended as if it had answered. Words of one that failed say why.
 */
function isPartOfAnswer(unread: string, failure: string | null, hasEndedWell: boolean): boolean {
  return /^\s*[[{]/.test(unread) || (hasEndedWell && failure === null);
}

/** What a failed command reported as usage, if its output is a reply that says so (H09). */
export function usageIn(mode: OutputMode | EventOutput, stdout: Uint8Array): Usage | undefined {
  return remainsIn(mode, stdout).usage;
}

function readText(stdout: Uint8Array): Answer {
  // A byte order mark is part of a verbatim text.
  const text = decode(stdout, { ignoreBOM: true });
  return text === null ? NOT_UTF8 : { ok: true, reply: { text } };
}

function readJson(stdout: Uint8Array, redact: Redact, read: (value: unknown) => Answer): Answer {
  const text = decode(stdout, { ignoreBOM: false });
  if (text === null) return NOT_UTF8;
  if (text.trim() === "") return problem("standard output is empty instead of one JSON value");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return problem(`standard output is not one JSON value: it starts with ${describe(redact(text.trimStart()))}`);
  }
  return read(value);
}

function readReply(value: unknown, redact: Redact): Answer {
  const read = readReplyDocument(value, "on standard output", redact);
  if (read.ok || read.fault !== "unknown-field") return read;
  return problem(`${read.problem}. If the output is the structured answer itself, set structured: "whole"`);
}

/** The text, or null for bytes that are not UTF-8: a replacement character would change what was answered. */
function decode(bytes: Uint8Array, options: { readonly ignoreBOM: boolean }): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ...options }).decode(bytes);
  } catch {
    return null;
  }
}

function problem(text: string): Answer {
  return { ok: false, problem: text };
}

const NOT_UTF8 = problem("standard output is not valid UTF-8");
