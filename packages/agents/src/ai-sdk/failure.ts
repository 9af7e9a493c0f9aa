/**
 * How a provider's failure reads; invariant 5 of `ai-sdk.ts`.
 *
 * The provider's own error is not passed on as the cause: it carries the whole request and, for some providers, the key
 * in the URL. Its name and message are.
 */
import { AgentError, messageOf } from "@loopwright/core";
import { isNetworkFault, isNeverSent, isTimeoutFault } from "../network-fault.js";
import { quotable } from "../quote.js";
import { redactSecrets } from "../redact.js";
import { isTurnedAway, NOTHING_SPENT, retryAfterMsOf } from "../service-failure.js";
import { withPartialText } from "../wrapper/partial-answer.js";
import type { AiSdk } from "./load.js";
import type { AiSdkPlan } from "./options.js";
import type { StepUsage } from "./usage.js";

const QUOTED_CHARACTERS = 1000;
const PARTIAL_CHARACTERS = 10_000;

/** The error that a call rejects with. */
export function failureOf(ai: AiSdk, plan: AiSdkPlan, thrown: unknown, spent: StepUsage): AgentError {
  if (thrown instanceof AgentError) return thrown;
  const said = quotable(redactSecrets(messageOf(thrown), plan.secrets), QUOTED_CHARACTERS);
  const { statusCode, headers } = ai.APICallError.isInstance(thrown)
    ? { statusCode: thrown.statusCode, headers: thrown.responseHeaders ?? {} }
    : { statusCode: undefined, headers: {} as { readonly [name: string]: string } };
  const usage = spent.isEmpty && isUntouched(statusCode, thrown) ? NOTHING_SPENT : spent.total();
  const retryAfterMs = retryAfterMsOf((name) => headers[name]);
  const failure = new AgentError(`${plan.subject} failed${statusCode === undefined ? "" : ` with HTTP ${statusCode}`}: ${said}`, {
    kind: isTimeoutFault(thrown) ? "timeout" : "error",
    retryable: isRetryable(thrown),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...(usage !== undefined && { usage }),
    cause: causeOf(thrown, said),
  });
  return withPartialText(failure, partOf(ai, plan, thrown));
}

/** What a service that said 2xx had given of an answer before it failed: then it was no mere outage (case F06). */
function partOf(ai: AiSdk, plan: AiSdkPlan, thrown: unknown): string {
  if (!ai.APICallError.isInstance(thrown)) return "";
  const { statusCode, responseBody } = thrown;
  if (statusCode === undefined || statusCode < 200 || statusCode > 299) return "";
  return responseBody === undefined ? "an answer that broke off" : redactSecrets(responseBody, plan.secrets).slice(0, PARTIAL_CHARACTERS);
}

/** Whether no model can have worked on the request. */
function isUntouched(statusCode: number | undefined, thrown: unknown): boolean {
  return statusCode === undefined ? isNeverSent(thrown) : isTurnedAway(statusCode);
}

/** The provider's own word counts; a connection that broke is retryable wherever it did. */
function isRetryable(thrown: unknown): boolean {
  const { isRetryable: word } = (thrown ?? {}) as { readonly isRetryable?: unknown };
  return word === true || isNetworkFault(thrown) || isTimeoutFault(thrown);
}

function causeOf(thrown: unknown, message: string): Error {
  const cause = new Error(message);
  cause.name = thrown instanceof Error ? thrown.name : "Error";
  return cause;
}
