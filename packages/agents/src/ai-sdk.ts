/**
 * Any model of the AI SDK as an agent (AI SDK 7; models of spec v2, v3 and v4).
 *
 * Invariants:
 * 1. One call is one `generateText` without retries: asking again is the loop's or a wrapper's to decide and to count.
 * 2. Structured output is native: the request's JSON Schema is handed on as it stands, and what the model sent is handed
 *    back as it was parsed. Nothing is validated, repaired, converted or dug out of prose here (G7); what is not one JSON
 *    value stays text, so that the runner reports it missing.
 * 3. Usage is the sum over all steps. It is reported after each, so that a call that fails or is aborted later still
 *    settles what it spent (G14, H09). A number that one step does not tell is absent, never 0. A request that was turned
 *    away or never sent is known to have spent nothing (service-failure.ts 2).
 * 4. A call ends with its signal, whether or not the model listens; it never looks at a clock (G10).
 * 5. A provider's error is an `AgentError` that says whether the same request may succeed later, without credentials and
 *    without the request.
 * 6. `ai` is an optional peer, loaded with the first call.
 */
import type { Agent, AgentReply, AgentRequest } from "@loopwright/core";
import { abortable } from "./abortable.js";
import { generate } from "./ai-sdk/generate.js";
import { loadAiSdk } from "./ai-sdk/load.js";
import { checkAiSdkOptions } from "./ai-sdk/options.js";
import type { AiSdkAgentOptions, AiSdkPlan } from "./ai-sdk/options.js";
import { descriptionOf } from "./description.js";

export type { AiSdkAgentOptions, AiSdkSettings } from "./ai-sdk/options.js";
export type { PeerErrorCode } from "./ai-sdk/load.js";

/**
 * Makes an agent of a model.
 *
 * @throws LoopwrightError `agent-option-invalid`, `agent-option-missing` or `agent-option-unknown`, at once. Calls reject
 *   with an `AgentError`, or with LoopwrightError `peer-missing` or `peer-version` where the package `ai` is not there or
 *   too old.
 */
export function aiSdkAgent(options: AiSdkAgentOptions): Agent {
  const plan = checkAiSdkOptions(options);
  return Object.freeze({
    ...descriptionOf(plan.description),
    call: (request: AgentRequest) => callModel(plan, request),
  });
}

function callModel(plan: AiSdkPlan, request: AgentRequest): Promise<AgentReply> {
  return abortable(request.signal, plan.subject, async (signal) => generate(await loadAiSdk(), plan, request, signal));
}
