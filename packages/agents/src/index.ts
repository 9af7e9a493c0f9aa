// The contract, as the core defines it
export { AGENT_SPEC_VERSION, AgentError } from "@loopwright/core";
export type {
  Agent,
  AgentCapabilities,
  AgentDescription,
  AgentErrorOptions,
  AgentLimits,
  AgentPrices,
  AgentReply,
  AgentRequest,
  FinishReason,
  TokenPrices,
  Usage,
} from "@loopwright/core";

// Adapters, one per file
export { functionAgent } from "./function.js";
export type { AgentFunction, FunctionAnswer } from "./function.js";
export { scriptedAgent, ScriptError } from "./scripted.js";
export type {
  DelayClock,
  DelayStep,
  ErrorStep,
  ExpectedRequest,
  NeverStep,
  RecordedCall,
  ReplyStep,
  ScriptedAgent,
  ScriptedAgentOptions,
  ScriptErrorCode,
  ScriptFunction,
  ScriptStep,
  SettledStep,
} from "./scripted.js";
export { commandAgent } from "./command.js";
export type { CommandAgentOptions } from "./command.js";
export { httpAgent } from "./http.js";
export type { HttpAgentOptions, HttpHeaders } from "./http.js";

// Misuse
export type { AgentOptionCode } from "./options.js";
