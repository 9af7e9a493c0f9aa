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
export { commandAgent, COMMAND_PRESETS } from "./command.js";
export type { CommandAgentOptions, CommandPreset, CommandPresetName, EventOutput, EventPattern, EventRule, PresetAgentOptions } from "./command.js";
export { httpAgent } from "./http.js";
export type { HttpAgentOptions, HttpHeaders } from "./http.js";

// Wrappers
export { withConcurrency, withFallback, withRetry, withTimeout } from "./wrappers.js";
export type { ConcurrencyLimit, ConcurrencyOptions, FallbackNotice, FallbackOptions, RetryOptions, TimeoutOptions, WrappedAgent } from "./wrappers.js";
export { CASSETTE_FORMAT, CassetteError, record, replay } from "./cassette.js";
export type { Cassette, CassetteCall, CassetteErrorCode, CassetteOutcome, CassetteRequest, RecordOptions, ReplayAgent, ReplayOptions } from "./cassette.js";

// Misuse
export type { AgentOptionCode } from "./options.js";
