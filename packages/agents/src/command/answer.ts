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
import type { AgentReply, Usage } from "@loopwright/core";
import { describe } from "../options.js";
import { readReplyDocument } from "../reply-document.js";
import type { OutputMode } from "./options.js";

/** A reply, or why there is none. */
export type Answer = { readonly ok: true; readonly reply: AgentReply } | { readonly ok: false; readonly problem: string };

const READERS: { readonly [Mode in OutputMode]: (stdout: Uint8Array) => Answer } = {
  text: readText,
  reply: (stdout) => readJson(stdout, readReply),
  structured: (stdout) => readJson(stdout, (structured) => ({ ok: true, reply: { structured } })),
};

/** Reads the complete output of a command that ended well. */
export function readAnswer(mode: OutputMode, stdout: Uint8Array): Answer {
  return READERS[mode](stdout);
}

/** What a failed command reported as usage, if its output is a reply that says so (H09). */
export function usageIn(mode: OutputMode, stdout: Uint8Array): Usage | undefined {
  if (mode !== "reply") return undefined;
  const answer = readAnswer(mode, stdout);
  return answer.ok ? answer.reply.usage : undefined;
}

function readText(stdout: Uint8Array): Answer {
  // A byte order mark is part of a verbatim text.
  const text = decode(stdout, { ignoreBOM: true });
  return text === null ? NOT_UTF8 : { ok: true, reply: { text } };
}

function readJson(stdout: Uint8Array, read: (value: unknown) => Answer): Answer {
  const text = decode(stdout, { ignoreBOM: false });
  if (text === null) return NOT_UTF8;
  if (text.trim() === "") return problem("standard output is empty instead of one JSON value");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return problem(`standard output is not one JSON value: it starts with ${describe(text.trimStart())}`);
  }
  return read(value);
}

function readReply(value: unknown): Answer {
  const read = readReplyDocument(value, "on standard output");
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
