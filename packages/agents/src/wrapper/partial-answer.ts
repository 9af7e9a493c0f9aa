/**
 * Whether a failed call left part of an answer behind (case F06).
 *
 * Invariants:
 * 1. A failure is partial if it, or anything that caused it, carries text or structure that the agent gave, or if the
 *    call reported output tokens: then something was said that nobody has read.
 * 2. Reading never throws and always ends, also over causes that form a ring.
 */
import type { Usage } from "@loopwright/core";

/** Fields in which an error carries what an agent had given; adapters of this package use `partialText`. */
const ANSWER_FIELDS = ["partialText", "text", "structured", "reply"] as const;
const MAX_ERRORS = 50;

/** Puts the part of an answer that came before a failure on its error, and returns the error. */
export function withPartialText<Fault extends Error>(error: Fault, partialText: string): Fault {
  return partialText.trim() === "" ? error : Object.assign(error, { partialText });
}

/** What was given before the failure, or null if there is no sign of anything. */
export function partialAnswerOf(error: unknown, usage: Usage | null): string | null {
  const open: unknown[] = [error];
  const seen = new Set<unknown>();
  while (open.length > 0 && seen.size < MAX_ERRORS) {
    const one = open.shift();
    if (typeof one !== "object" || one === null || seen.has(one)) continue;
    seen.add(one);
    for (const field of ANSWER_FIELDS) {
      const given = read(one, field);
      if (typeof given === "string" && given.trim() !== "") return given;
      if (typeof given === "object" && given !== null) return `${field} of an answer`;
    }
    const causes: unknown = read(one, "errors");
    open.push(read(one, "cause"), ...(Array.isArray(causes) ? (causes as readonly unknown[]).slice(0, MAX_ERRORS) : []));
  }
  return (usage?.outputTokens ?? 0) > 0 ? `${usage?.outputTokens} output tokens` : null;
}

function read(holder: object, field: string): unknown {
  try {
    return (holder as { readonly [field: string]: unknown })[field];
  } catch {
    return undefined;
  }
}
