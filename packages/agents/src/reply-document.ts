/**
 * A reply as a program or a service sends it: one JSON object, read strictly.
 *
 * Invariants:
 * 1. It has only the fields of {@link AgentReply}, with their types. A field that is not one is a fault, not noise: who
 *    sent a verdict bare is told so instead of being taken for one that answered nothing (G4).
 * 2. What a structured answer must look like is not judged here: that is the runner's (QU-STR-02).
 */
import { isPlainObject } from "@loopwright/core";
import type { AgentReply, FinishReason } from "@loopwright/core";
import { describe } from "./options.js";

/** What can be wrong with a reply document. */
export type ReplyFault = "not-an-object" | "unknown-field" | "wrong-type";

/** A reply, or why there is none. */
export type ReadReply =
  | { readonly ok: true; readonly reply: AgentReply }
  | { readonly ok: false; readonly fault: ReplyFault; readonly problem: string };

const FINISH_REASONS: readonly unknown[] = ["stop", "length", "refusal", "tool-calls", "other"] satisfies readonly FinishReason[];

const isString = (value: unknown): boolean => typeof value === "string";

const FIELDS: { readonly [field: string]: { readonly is: (value: unknown) => boolean; readonly must: string } } = {
  text: { is: isString, must: "be a string" },
  structured: { is: () => true, must: "be any JSON value" },
  usage: { is: isPlainObject, must: "be an object { inputTokens?, outputTokens?, costUsd? }" },
  model: { is: isString, must: "be a string" },
  finishReason: { is: (value) => FINISH_REASONS.includes(value), must: `be one of ${FINISH_REASONS.join(", ")}` },
};

/**
 * Reads parsed JSON as a reply.
 *
 * @param where says in messages where it stood, such as `"on standard output"`.
 * @param redact takes secrets out of a text before a message cuts it short: half a secret could not be told any more.
 */
export function readReplyDocument(value: unknown, where: string, redact: (text: string) => string): ReadReply {
  const shown = (one: unknown): string => describe(typeof one === "string" ? redact(one) : one);
  if (!isPlainObject(value)) return fault("not-an-object", `the JSON ${where} is ${shown(value)} instead of a reply object`);
  for (const [field, content] of Object.entries(value)) {
    const rule = Object.hasOwn(FIELDS, field) ? FIELDS[field] : undefined;
    if (rule === undefined) {
      return fault("unknown-field", `the reply ${where} has a field ${shown(field)}; known are ${Object.keys(FIELDS).join(", ")}`);
    }
    if (!rule.is(content)) return fault("wrong-type", `"${field}" of the reply ${where} must ${rule.must}, not ${shown(content)}`);
  }
  return { ok: true, reply: value }; // every field was checked by its rule
}

function fault(kind: ReplyFault, problem: string): ReadReply {
  return { ok: false, fault: kind, problem };
}
