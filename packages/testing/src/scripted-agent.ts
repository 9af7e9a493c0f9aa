/** Scripted agents live with the other adapters; tests find them here. */
export { scriptedAgent, ScriptError } from "@loopwright/agents/scripted";
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
} from "@loopwright/agents/scripted";
