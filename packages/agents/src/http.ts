/**
 * A JSON endpoint as an agent: the request is posted, the answer is a reply.
 *
 * Invariants:
 * 1. The body is `{ role, purpose, instruction, input, schema, tools }` and tells nothing of the run (QU-REVIN-03). The
 *    `idempotency-key` header is a digest: the same for the same effect, and nothing can be read from it.
 * 2. Only a whole answer is an answer: a status of 2xx, a JSON content type, UTF-8, one JSON value within the size limit
 *    that is a reply with known fields. Everything else is a failed call (G4).
 * 3. The request goes to one origin. A redirect is followed only within it and only if it keeps method and body.
 * 4. A failure says whether the same request may succeed later, and keeps the usage that the service reported with it
 *    (H09); what was turned away or never sent has spent nothing (service-failure.ts 2). No message shows a header's value
 *    or the URL's query, also where the service sends them back.
 *    It also keeps, as `partialText`, what had come of an answer: then it is no mere outage (case F06).
 * 5. The call ends with its signal, at once, and so does the exchange (G10); it never looks at a clock.
 */
import type { Agent, AgentReply, AgentRequest } from "@loopwright/core";
import { abortable } from "./abortable.js";
import { descriptionOf } from "./description.js";
import { readAnswer } from "./http/answer.js";
import { Arrival } from "./http/arrival.js";
import { post } from "./http/exchange.js";
import { checkHttpOptions } from "./http/options.js";
import type { HttpAgentOptions, HttpPlan } from "./http/options.js";
import { withPartialText } from "./wrapper/partial-answer.js";

export type { HttpAgentOptions, HttpHeaders } from "./http/options.js";

/**
 * Makes an agent of an endpoint.
 *
 * @throws LoopwrightError `agent-option-invalid`, `agent-option-missing` or `agent-option-unknown`, at once. Calls reject
 *   with an `AgentError`.
 */
export function httpAgent(options: HttpAgentOptions): Agent {
  const plan = checkHttpOptions(options);
  return Object.freeze({
    ...descriptionOf(plan.description),
    call: (request: AgentRequest) => callEndpoint(plan, request),
  });
}

function callEndpoint(plan: HttpPlan, request: AgentRequest): Promise<AgentReply> {
  const arrival = new Arrival();
  const answering = abortable(request.signal, plan.subject, async (signal) => {
    const exchange = await post(plan, request, signal, arrival);
    return readAnswer(plan, exchange);
  });
  return answering.catch((failure: Error) => {
    throw withPartialText(failure, arrival.text());
  });
}
