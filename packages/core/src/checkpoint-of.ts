/** Where a run stands, as a record of its journal. */
import type { DecisionRecord, NextStep } from "./decision.js";
import type { Engine } from "./engine.js";
import { messageOf } from "./errors.js";
import type { CheckpointRecord } from "./journal-record.js";
import { positionOf } from "./snapshot-of.js";

/**
 * The checkpoint before a phase, or at the run's end (`null`).
 *
 * @throws LoopwrightError `not-plain` for a state that is not plain data.
 */
export function checkpointOf(engine: Engine, next: NextStep | null, state: unknown, decision: DecisionRecord | null, answerDigests: readonly string[], at: number): CheckpointRecord {
  const { core, standing } = engine;
  return {
    type: "checkpoint",
    next,
    decision,
    phase: core.phase,
    budgetRefused: core.isBudgetRefused,
    reason: core.isAborted ? messageOf(core.abortReason) : null,
    position: positionOf(engine, state),
    answerDigests,
    reviewedArtifact: standing.isCurrent ? null : standing.artifact,
    at,
  };
}
