/**
 * How effects end, as plain records, and back.
 *
 * Invariant: what a policy sees of an effect is what was recorded of it, in the first process as in any other (G19).
 */
import { messageOf } from "./errors.js";
import type { RecordedStep } from "./journal-record.js";
import type { Json } from "./json.js";
import type { Settled } from "./open-effects.js";
import { copyPlain, isPlainObject } from "./plain.js";
import type { CallEnd, RecordedReply } from "./run-journal.js";
import type { TakenReply } from "./taken-reply.js";
import { labelOf } from "./usage-meter.js";

/** What is taken for the end of an effect that nobody saw end. */
export type Assumed = "stop" | "given-up" | { readonly value: Json };

/** An interrupted effect that may not run any more. */
const GIVEN_UP = "the process ended twice while it was in flight; it is not run a third time";

/** Stands for a structured answer that is no plain data: it is as invalid when it is replayed. */
const NOT_PLAIN = Symbol("not plain data");

/** The record of how a step ended; what is no plain data is a failure. */
export function stepOf(settled: Settled): RecordedStep {
  if (settled.how === "threw") return { how: "threw", message: messageOf(settled.thrown) };
  if (settled.how !== "returned") return { how: settled.how };
  if (settled.value === undefined) return { how: "returned" };
  try {
    return { how: "returned", value: copyPlain(settled.value, { path: "value" }) };
  } catch (thrown) {
    return { how: "threw", message: `what the step returned cannot be recorded: ${messageOf(thrown)}` };
  }
}

/** What a step settles to, from its record. */
export function settledOf(step: RecordedStep): Settled {
  if (step.how === "threw") return { how: "threw", thrown: new Error(step.message) };
  return step.how === "returned" ? { how: "returned", value: step.value } : { how: step.how };
}

/** The record of a call that nobody saw end. */
export function assumedCall(told: Assumed): RecordedReply {
  return { usage: null, costUsd: null, ...saidOf(told) };
}

/** The record of a step that nobody saw end. */
export function assumedStep(told: Assumed): RecordedStep {
  if (told === "stop") return { how: "aborted" };
  return told === "given-up" ? { how: "threw", message: GIVEN_UP } : { how: "returned", value: told.value };
}

function saidOf(told: Assumed): Pick<RecordedReply, "reply" | "failure"> {
  if (told === "stop") return { reply: null, failure: { kind: "aborted", message: "the run was aborted" } };
  if (told === "given-up") return { reply: null, failure: { kind: "error", message: GIVEN_UP } };
  const { value } = told;
  const { text, structured } = (isPlainObject(value) ? value : { text: value }) as { readonly text?: Json; readonly structured?: Json };
  return { reply: { ...(typeof text === "string" ? { text } : {}), ...(structured === undefined ? {} : { structured }) }, failure: null };
}

/** The record of how a call ended. */
export function recordOf({ reply, failure, usage, costUsd }: CallEnd): RecordedReply {
  if (reply === null || failure !== null) return { reply: null, failure, usage, costUsd };
  const { text, structured, model, answeredBy, finishReason } = reply;
  const kept: { text?: string; structured?: Json; model?: string; answeredBy?: string; finishReason?: string } = {};
  if (typeof text === "string") kept.text = text;
  if (typeof model === "string") kept.model = model;
  if (answeredBy != null) kept.answeredBy = labelOf(answeredBy);
  if (typeof finishReason === "string") kept.finishReason = finishReason;
  try {
    if (structured !== undefined) kept.structured = copyPlain(structured, { path: "structured" });
  } catch {
    return { reply: kept, failure, isUnreadable: true, usage, costUsd };
  }
  return { reply: kept, failure, usage, costUsd };
}

/** What a call concludes from, from its record. */
export function endOf({ reply, failure, isUnreadable, usage, costUsd }: RecordedReply): CallEnd {
  if (reply === null) return { reply, failure, usage, costUsd };
  const { text, model, answeredBy, finishReason } = reply;
  const taken = { text, structured: isUnreadable === true ? NOT_PLAIN : reply.structured, model, answeredBy: answeredBy === undefined ? undefined : { id: answeredBy }, finishReason, usage };
  return { reply: taken as unknown as TakenReply, failure, usage, costUsd }; // What is read of it is checked as it is read.
}
