// Vocabulary
export { dispositionSchema, evidenceSchema, findingSchema, findingSourceSchema, locationSchema, verdictSchema } from "./vocabulary.js";

// Agents and limits
export { agentDescriptionSchema, agentReplySchema, agentRequestSchema, finishReasonSchema, runLimitsSchema, usageSchema } from "./agent.js";

// Runs
export {
  callOutcomeSchema,
  decisionRecordSchema,
  eventGapSchema,
  givenAnswerSchema,
  independenceSchema,
  phaseSchema,
  questionSchema,
  runEventSchema,
  runResultSchema,
  runSnapshotSchema,
  runUsageSchema,
} from "./run.js";
