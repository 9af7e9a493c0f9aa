import { Agent } from '@loopwright/core';
import { AgentDescription } from '@loopwright/core';
import { AgentReply } from '@loopwright/core';
import { AgentRequest } from '@loopwright/core';

/** Answers one request, at once or later. Throw to fail the call; an `AgentError` says more than a message. */
export declare type AgentFunction = (request: AgentRequest) => FunctionAnswer | Promise<FunctionAnswer>;

/**
 * Makes an agent of a function.
 *
 * @param answer called once per request; see {@link AgentFunction}.
 * @param description id, family, tools, capabilities, prices and limits; all optional.
 * @throws LoopwrightError `agent-option-invalid`, `agent-option-missing` or `agent-option-unknown`, at once.
 */
export declare function functionAgent(answer: AgentFunction, description?: AgentDescription): Agent;

/** What a function may answer: a text, or a whole reply (`{ structured }`, `{ text, usage }`, …). */
export declare type FunctionAnswer = string | AgentReply;

export { }
