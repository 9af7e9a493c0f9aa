/**
 * Any function as an agent.
 *
 * Invariants:
 * 1. A throw or a rejection is a failed call, with what was thrown (QU-FAIL-01).
 * 2. A string is `text`, verbatim (QU-DRAFT-02). It is never read as JSON (QU-STR-01, G7).
 * 3. What is neither a string nor a reply fails the call; it is not guessed at (G4).
 */
import { AgentError } from "@loopwright/core";
import type { Agent, AgentDescription, AgentReply, AgentRequest } from "@loopwright/core";
import { descriptionOf, DESCRIPTION_RULES } from "./description.js";
import { checkOptions, describe, refuse } from "./options.js";

/** What a function may answer: a text, or a whole reply (`{ structured }`, `{ text, usage }`, …). */
export type FunctionAnswer = string | AgentReply;

/** Answers one request, at once or later. Throw to fail the call; an `AgentError` says more than a message. */
export type AgentFunction = (request: AgentRequest) => FunctionAnswer | Promise<FunctionAnswer>;

const REPLY_FIELDS = ["text", "structured", "usage", "model", "answeredBy", "finishReason", "raw"] as const satisfies readonly (keyof AgentReply)[];

/**
 * Makes an agent of a function.
 *
 * @param answer called once per request; see {@link AgentFunction}.
 * @param description id, family, tools, capabilities, prices and limits; all optional.
 * @throws LoopwrightError `agent-option-invalid`, `agent-option-missing` or `agent-option-unknown`, at once.
 */
export function functionAgent(answer: AgentFunction, description: AgentDescription = {}): Agent {
  if (typeof answer !== "function") {
    refuse("functionAgent.answer", answer, "be a function", "Pass (request) => answer as the first argument.");
  }
  checkOptions<AgentDescription>(description, "functionAgent.description", DESCRIPTION_RULES);
  return Object.freeze({
    ...descriptionOf(description),
    call: async (request: AgentRequest): Promise<AgentReply> => toReply(await answer(request)),
  });
}

/** Takes `unknown`: callers without types return anything. */
function toReply(answer: unknown): AgentReply {
  if (typeof answer === "string") return { text: answer };
  if (isReply(answer)) return answer;
  throw new AgentError(
    `the function answered ${describe(answer)} instead of a string or a reply: ` +
      `return a text, or wrap data as { structured: … }`,
  );
}

/** An object with at least one field of a reply (also inherited, as SDK results have them), or an empty one. */
function isReply(value: unknown): value is AgentReply {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return REPLY_FIELDS.some((field) => field in value) || Object.keys(value).length === 0;
}
