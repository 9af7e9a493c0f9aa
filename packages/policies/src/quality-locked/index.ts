// The policy
export { qualityLocked } from "./quality-locked.js";
export type { QualityLockedOptions } from "./loop-options.js";
export type { LockedInput } from "./loop-input.js";
export { memoryRecorder } from "./recorder.js";
export type { AutonomyPick, LockedRecorder, MemoryRecorder } from "./recorder.js";
export type { LockedWorkspace } from "./locked-workspace.js";
export { lockedLoopFacts, lockedLoopTable } from "./loop-table.js";
export type { LockedLoopToken } from "./loop-table.js";
export type { LockedReport } from "./loop-report.js";
export type { LockedReview, LockedState, MachineFinding } from "./loop-state.js";
export type { LockedEvent } from "./loop-events.js";

// Counting
export { classify, classifyDetailed } from "./classify.js";
export type { Classification, ClassifyOptions } from "./classify.js";
export { UNDER_COUNTING } from "./diagnostics.js";
export type { Diagnostic, DiagnosticCode } from "./diagnostics.js";
export { REVIEW_LABELS } from "./grammar.js";
export type { LabelCase } from "./grammar.js";
export { isClean, weightOf } from "./counts.js";
export type { Counts, PartialCounts } from "./counts.js";

// Deciding
export { check, checkAsJson, classifyAsJson, decideStep, examineReview } from "./check.js";
export type { CheckInput, CheckOutput, CommandResult, ExaminedReview } from "./check.js";
export { decide } from "./decide.js";
export type { DecideInput, LockedDecision } from "./decide.js";
export { actionOf, ITERATION_CAP, lockedFacts, lockedRows, lockedTable } from "./locked-table.js";
export type { LockedAction, LockedFacts, LockedToken } from "./locked-table.js";
export { isStuck, STUCK_WINDOW } from "./stuck.js";
export type { PriorRecord } from "./stuck.js";

// Records and the manifest
export { checkHistory, currentLoop, isContinueChosen, readHistory, withUserChoice } from "./record.js";
export type { CheckedRecord, IterationRecord } from "./record.js";
export { appendHistory, formatHistoryItem, HISTORY_KEY, parseHistory } from "./manifest.js";
export type { HistoryItem } from "./manifest.js";

// Mode and checkpoints
export { CHECKPOINTS, checkpointsOf, MODE_AFTER_LEAVING, resolveMode } from "./mode.js";
export type { LockedMode, ModeNames } from "./mode.js";

// Prompts
export {
  CAP_MENU, capPrompt, CHECKER_UNAVAILABLE_NOTICE, degradedNotice, ESCALATE_MENU, escalatePrompt, FIX_INSTRUCTION, passNotice, readAnswer,
  REVIEWER_INSTRUCTION, reviseNotice, SELF_REVIEW_INSTRUCTION, UNPARSEABLE_MENU, UNPARSEABLE_NOTICE, unparseablePrompt,
} from "./prompts.js";
export type { Choice, ChoiceEffect, ReadAnswer } from "./prompts.js";
