/**
 * One request and the bytes that came back.
 *
 * Invariants: see `http.ts`, whose numbers are cited by the tests.
 */
import { AgentError, messageOf, sha256Hex } from "@loopwright/core";
import type { AgentRequest } from "@loopwright/core";
import { isNetworkFault, isNeverSent, isTimeoutFault, networkReason } from "../network-fault.js";
import { quotable } from "../quote.js";
import { redactSecrets, secretsOfHeader } from "../redact.js";
import { requestDocument } from "../request-document.js";
import { NOTHING_SPENT } from "../service-failure.js";
import { headerProblem } from "./options.js";
import type { Arrival } from "./arrival.js";
import type { HttpHeaders, HttpPlan } from "./options.js";

/** An answer, read to its end. */
export interface Exchange {
  readonly status: number;
  readonly header: (name: string) => string | null;
  /** `null`: more than the limit. */
  readonly body: Uint8Array | null;
  /** Takes out of a text what no message may show. */
  readonly redact: (text: string) => string;
}

const MAX_REDIRECTS = 5;
/** Kept short where only a message is made of it. */
const MAX_FAILURE_BYTES = 64 * 1024;

/** Posts the request and reads the answer, which `arrival` gets as it comes. Rejects with an `AgentError` where none came. */
export async function post(plan: HttpPlan, request: AgentRequest, signal: AbortSignal, arrival: Arrival): Promise<Exchange> {
  const headers = await headersOf(plan);
  const secrets = [...Object.values(headers).flatMap(secretsOfHeader), ...plan.url.searchParams.values()];
  const redact = (text: string): string => redactSecrets(text, secrets);
  arrival.hide(secrets);
  try {
    const init: RequestInit = {
      method: "POST",
      headers: { ...headers, accept: "application/json", "content-type": "application/json", "idempotency-key": sha256Hex(request.idempotencyKey) },
      body: requestDocument(request),
      redirect: "manual",
      signal,
    };
    const response = await follow(plan, init);
    const { ok } = response;
    const body = await read(response, ok ? plan.maxAnswerBytes : Math.min(plan.maxAnswerBytes, MAX_FAILURE_BYTES), ok ? arrival : null);
    return { status: response.status, header: (name) => response.headers.get(name), body, redact };
  } catch (thrown) {
    throw thrown instanceof AgentError ? thrown : connectionFailure(plan, thrown, redact);
  }
}

async function headersOf(plan: HttpPlan): Promise<HttpHeaders> {
  let headers: HttpHeaders;
  try {
    headers = await plan.headers();
  } catch (thrown) {
    throw notAsked(plan, `its headers could not be made: ${quotable(redactSecrets(messageOf(thrown)), 500)}`);
  }
  const problem = headerProblem(headers);
  if (problem !== null) throw notAsked(plan, problem);
  return headers;
}

function notAsked(plan: HttpPlan, problem: string): AgentError {
  return new AgentError(`${plan.subject} was not asked: ${problem}`, { usage: NOTHING_SPENT });
}

/** `http.ts` 3. */
async function follow(plan: HttpPlan, init: RequestInit): Promise<Response> {
  let target = plan.url;
  for (let redirects = 0; ; redirects++) {
    const response = await plan.fetch(target, init);
    const isRedirect = response.type === "opaqueredirect" || [301, 302, 303, 307, 308].includes(response.status);
    if (!isRedirect) return response;
    const location = response.headers.get("location");
    await response.body?.cancel();
    target = nextTarget(plan, response, location === null || !URL.canParse(location, target.href) ? null : new URL(location, target));
    if (redirects === MAX_REDIRECTS) throw new AgentError(`${plan.subject} redirected more than ${MAX_REDIRECTS} times`);
  }
}

function nextTarget(plan: HttpPlan, response: Response, next: URL | null): URL {
  if (next === null) throw new AgentError(`${plan.subject} redirected without saying where (HTTP ${response.status})`);
  if (next.origin !== plan.url.origin) throw new AgentError(`${plan.subject} redirected to another origin, ${next.origin}: if that is right, make it the agent's url`);
  if (response.status === 307 || response.status === 308) return next;
  throw new AgentError(`${plan.subject} redirected with HTTP ${response.status}, which drops the request: use ${next.origin}${next.pathname} as the url, or HTTP 307`);
}

/** The whole body, or `null` as soon as it is too long. */
async function read(response: Response, maxBytes: number, arrival: Arrival | null): Promise<Uint8Array | null> {
  if (response.body === null) return new Uint8Array();
  const reader: ReadableStreamDefaultReader<Uint8Array> = response.body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return joined(chunks, size);
    size += value.length;
    arrival?.take(value);
    if (size > maxBytes) {
      await reader.cancel();
      return null;
    }
    chunks.push(value);
  }
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

function connectionFailure(plan: HttpPlan, thrown: unknown, redact: (text: string) => string): AgentError {
  const reason = quotable(redact(networkReason(thrown)), 500);
  return new AgentError(`${plan.subject} could not be talked to: ${reason}`, {
    kind: isTimeoutFault(thrown) ? "timeout" : "error",
    retryable: isNetworkFault(thrown) || isTimeoutFault(thrown),
    ...(isNeverSent(thrown) && { usage: NOTHING_SPENT }),
  });
}
