/**
 * What an endpoint's answer says.
 *
 * Invariants: see `http.ts` 2 and 4, whose numbers are cited by the tests.
 */
import { AgentError, isPlainObject } from "@loopwright/core";
import type { AgentErrorOptions, AgentReply } from "@loopwright/core";
import { describe } from "../options.js";
import { quotable } from "../quote.js";
import { readReplyDocument } from "../reply-document.js";
import { isRetryableStatus, isTurnedAway, NOTHING_SPENT, retryAfterMsOf } from "../service-failure.js";
import type { Exchange } from "./exchange.js";
import type { HttpPlan } from "./options.js";

const QUOTED_CHARACTERS = 500;

/** The reply. Throws an `AgentError` for everything that is none. */
export function readAnswer(plan: HttpPlan, exchange: Exchange): AgentReply {
  if (exchange.status < 200 || exchange.status > 299) throw statusFailure(plan, exchange);
  if (exchange.body === null) throw unusable(plan, `is longer than ${plan.maxAnswerBytes} bytes; raise maxAnswerBytes if that is not too much`);
  const type = exchange.header("content-type") ?? "";
  if (!/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type)) {
    throw unusable(plan, `is ${type === "" ? "of no content type" : quotable(exchange.redact(type), 100)} instead of application/json`);
  }
  const text = decode(exchange.body);
  if (text === null) throw unusable(plan, "is not valid UTF-8");
  const parsed = parse(text);
  if (parsed === null) throw unusable(plan, `is not one JSON value: it starts with ${describe(quotable(exchange.redact(text), 60))}`);
  const read = readReplyDocument(parsed.value, "in the answer", exchange.redact);
  if (read.ok) return read.reply;
  throw unusable(plan, `is no reply: ${read.problem}`);
}

function unusable(plan: HttpPlan, problem: string): AgentError {
  return new AgentError(`${plan.subject} gave no usable answer: it ${problem}`);
}

function statusFailure(plan: HttpPlan, { status, header, body, redact }: Exchange): AgentError {
  const text = body === null ? null : new TextDecoder().decode(body);
  const document = text === null ? undefined : parse(text)?.value;
  const said = quotable(redact(saidIn(document) ?? text ?? "an error that is too long to show"), QUOTED_CHARACTERS);
  const retryAfterMs = retryAfterMsOf(header);
  return new AgentError(`${plan.subject} failed with HTTP ${status}${said === "" ? "" : `: ${said}`}`, {
    retryable: isRetryableStatus(status),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...(usageIn(document) ?? (isTurnedAway(status) && { usage: NOTHING_SPENT })),
  });
}

/** `{ error: "…" }`, `{ error: { message: "…" } }` and `{ message: "…" }` say it in words. */
function saidIn(document: unknown): string | null {
  if (!isPlainObject(document)) return null;
  const { error, message } = document;
  const said = isPlainObject(error) ? error["message"] : (error ?? message);
  return typeof said === "string" ? said : null;
}

function usageIn(document: unknown): Pick<AgentErrorOptions, "usage"> | undefined {
  if (!isPlainObject(document) || !isPlainObject(document["usage"])) return undefined;
  return { usage: document["usage"] }; // The core takes from it only usable numbers.
}

/** The text, or `null` for bytes that are not UTF-8: a replacement character would change what was answered. */
function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function parse(text: string): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return null;
  }
}
