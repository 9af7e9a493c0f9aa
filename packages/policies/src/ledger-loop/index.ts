// The policy
export { ledgerLoop } from "./ledger-loop.js";
export type { LedgerLoopInput, LedgerLoopOptions } from "./options.js";
export type { LedgerLoopReport } from "./report.js";
export type { CheckedCommit, FixRecord, LeftOutFinding, LoopState, OwedAnswer, RoundVerdict, SeenWitness, StoredDecision, TakenFindings, ToolProblem } from "./state.js";
export type { LedgerLoopEvent } from "./events.js";

// What it needs of the world
export type {
  CheckOutcome, LedgerLoopPorts, LoopChecks, LoopLedger, LoopRepository, LoopStored, LoopWorkspace, PacketParts, PacketRequest, PacketSource, Waiting,
} from "./ports.js";

// Checks that are commands
export { commandChecks } from "./command-checks.js";
export type { CheckCommand, CommandChecksOptions } from "./command-checks.js";

// A ledger in memory
export { memoryLedger } from "./memory-ledger.js";
export type { MemoryLedger, MemoryLedgerOptions } from "./memory-ledger.js";

// What it decides on and asks
export { ledgerLoopFacts, ledgerLoopTable } from "./loop-table.js";
export type { LedgerLoopToken } from "./loop-table.js";
export { AGAIN_MENU } from "./asks.js";
export type { DispositionAnswer, EscalationAnswer } from "./asks.js";
export type { FixerAnswer } from "./fixer-answer.js";
