/** Where a run stands, as plain data: for snapshots and for checkpoints of a journal. */
import type { Engine } from "./engine.js";
import { copyPlain } from "./plain.js";
import type { RunPosition } from "./snapshot.js";

/**
 * @throws LoopwrightError `not-plain` for a state that is not plain data.
 */
export function positionOf({ core, standing }: Engine, state: unknown): RunPosition {
  return {
    round: core.round,
    consults: core.consults,
    state: copyPlain(state, { path: "state" }),
    seq: core.log.seq,
    calls: core.calls,
    observerErrors: core.log.observerErrors,
    usage: core.meter.totals(),
    budget: core.budget.state(),
    elapsedMs: core.elapsedMs,
    seenVersions: core.versions.seen(),
    reviewedVersion: standing.version(),
    reviewedIsCurrent: standing.isCurrent,
    lastReviewValid: standing.isLastValid,
    judged: [...new Set(standing.judged)],
    answers: core.answers,
  };
}
