/**
 * Reading a raw reply by the contract of its role (G4, G7).
 *
 * Invariants:
 * 1. A text role reads `text` verbatim; a structured role reads `structured`; JSON in prose is prose (QU-STR-01).
 * 2. Empty, truncated, refused, missing and invalid are failures of distinct kinds; none of them is a value. A finish reason
 *    outside the closed set, such as a provider's own `max_tokens`, may mean a cut: the answer is taken for truncated (G4).
 * 3. A structured answer is copied before it is checked: the agent cannot change it afterwards (QU-RES-06).
 */
import type { FinishReason } from "./agent.js";
import type { FailureKind } from "./context.js";
import { isLoopwrightError, messageOf } from "./errors.js";
import type { Json } from "./json.js";
import { copyPlain } from "./plain.js";
import type { SingleRole, StructuredRole, Validated } from "./role.js";
import type { TakenReply } from "./taken-reply.js";

/** A reply, read. */
export type ReadAnswer =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly kind: FailureKind | "validator-threw"; readonly message: string; readonly problems?: readonly string[] };

/** Finish reasons of an answer that is whole. */
const WHOLE: readonly FinishReason[] = ["stop", "tool-calls", "other"];

/** Reads a reply; a promise only where the role's validator is asynchronous. */
export function readAnswer(role: SingleRole, reply: TakenReply): ReadAnswer | Promise<ReadAnswer> {
  if (reply.finishReason === "refusal") return unusable("refused", "the agent refused to answer");
  if (reply.finishReason === "length") return unusable("truncated", "the answer was cut off", ["$: truncated"]);
  if (typeof reply.finishReason === "string" && !WHOLE.includes(reply.finishReason)) return unusable("truncated", `the finish reason "${reply.finishReason as string}" is unknown`, ["$: perhaps truncated"]);
  return role.kind === "text" ? readText(reply.text) : readStructured(role, reply.structured);
}

function readText(text: unknown): ReadAnswer {
  if (typeof text !== "string" || !/\S/.test(text)) return unusable("empty-output", "the answer holds no text");
  return { ok: true, value: text };
}

function readStructured(role: StructuredRole<unknown>, structured: unknown): ReadAnswer | Promise<ReadAnswer> {
  if (structured === undefined || structured === null) {
    return unusable("missing-structured-output", "the answer holds no structured value", ["$: absent"]);
  }
  let copy: Json;
  try {
    copy = copyPlain(structured);
  } catch (thrown) {
    if (!isLoopwrightError(thrown)) throw thrown;
    return unusable("invalid-structured-output", thrown.message, [`${thrown.path ?? "$"}: not plain data`]);
  }
  try {
    const validated = role.validate(copy);
    return validated instanceof Promise ? validated.then(fromValidated).catch(validatorThrew) : fromValidated(validated);
  } catch (thrown) {
    return validatorThrew(thrown);
  }
}

function validatorThrew(thrown: unknown): ReadAnswer {
  return { ok: false, kind: "validator-threw", message: `a validator threw: ${messageOf(thrown)}` };
}

function fromValidated(validated: Validated<unknown>): ReadAnswer {
  if (validated.ok) return { ok: true, value: validated.value };
  return unusable("invalid-structured-output", validated.problems.join("; "), validated.problems);
}

function unusable(kind: FailureKind, message: string, problems?: readonly string[]): ReadAnswer {
  return problems === undefined ? { ok: false, kind, message } : { ok: false, kind, message: clip(message), problems: clipAll(problems) };
}

/** Problems go into events and back to the agent, and may hold its own words: they are bounded, and say so (G17). */
const MAX_PROBLEMS = 20;
const MAX_PROBLEM_CHARS = 200;

function clipAll(problems: readonly string[]): readonly string[] {
  const shown = problems.slice(0, MAX_PROBLEMS).map(clip);
  if (problems.length > MAX_PROBLEMS) shown.push(`$: ${problems.length - MAX_PROBLEMS} more problems`);
  return Object.freeze(shown);
}

function clip(text: string): string {
  return text.length <= MAX_PROBLEM_CHARS ? text : `${text.slice(0, MAX_PROBLEM_CHARS)}… (${text.length - MAX_PROBLEM_CHARS} more characters)`;
}

/** Kinds for which a repair is asked: there was an answer, and it could be mended (QU-STR-03, QU-FAIL-03). */
export function isRepairable(kind: FailureKind): boolean {
  return kind === "missing-structured-output" || kind === "invalid-structured-output" || kind === "truncated";
}
