// Time
export { manualClock } from "./manual-clock.js";
export type { ManualClock, ManualClockErrorCode } from "./manual-clock.js";

// Agents that play a script
export { scriptedAgent, ScriptError } from "./scripted-agent.js";
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
} from "./scripted-agent.js";

// What a table says of every combination of its facts
export { analyzeTable } from "./analyze-table.js";
export type { AnalyzableTable, AnalyzeTableOptions } from "./analyze-table.js";
export type { CheckpointAnalysis, CoveredFact, OrderMatters, RowName, TableAnalysis, TableExample, Undecided, UnreachableRow } from "./table-analysis/table-report.js";

// What every agent keeps
export { agentContract, ContractViolation, testAgentContract } from "./agent-contract.js";
export type {
  AgentContractOptions,
  AgentUnderTest,
  AnswersStep,
  ContractCase,
  ContractSetup,
  ContractTrait,
  CreateAgent,
  EchoesStep,
  FailsStep,
  HangsStep,
  OtherSideStep,
  SeenRequest,
  StallsStep,
} from "./agent-contract.js";

// Every run of a policy
export { explorePolicy, NO_ANSWERS, sampleRuns } from "./explore-policy.js";
export type {
  Alphabets,
  AnyOutcome,
  AtCheckpoint,
  Exploration,
  ExploredRow,
  ExploreOptions,
  Interruption,
  Invariant,
  LaneOrders,
  Maxima,
  Memory,
  NoAnswer,
  PastStep,
  Performed,
  PossibleReply,
  RawReply,
  RealRuns,
  ReadReply,
  Replay,
  SampleOptions,
  StepAnswer,
  Trace,
  TraceAgents,
  TraceStep,
  ValuesFor,
  Violation,
} from "./explore-policy.js";

// What every journal keeps
export { journalContract, testJournalContract } from "./journal-contract.js";
export type { CreateJournal, JournalUnderTest } from "./journal-contract.js";

// Crashes, aborts and faults
export { abortSweep } from "./abort-sweep.js";
export type { AbortSweepOptions } from "./abort-sweep.js";
export { crashSweep } from "./crash-sweep.js";
export type { CrashSweepOptions } from "./crash-sweep.js";
export type { CrashChoice } from "./sweep/crash-everywhere.js";
export { assertSweep } from "./sweep/sweep-report.js";
export type { SweepChoice, SweepReport, SweepViolation, SweepViolationKind } from "./sweep/sweep-report.js";
export type { MakeScenario, SweepScenario } from "./sweep/scenario.js";
export { faultyAgent } from "./faulty-agent.js";
export type { AgentFault, FaultyAgent } from "./faulty-agent.js";
export { faultyJournal } from "./faulty-journal.js";
export type { FaultyJournal, JournalFault } from "./faulty-journal.js";
export { eventGrammarProblems } from "./event-grammar.js";
