/** What the runner adds to a reading of the table: progress for `facts`, and decisions of its own (DESIGN §2). */
import type { Phase, Progress } from "./decision.js";
import type { TableDecision } from "./row.js";
import type { RunCore } from "./run-core.js";
import type { RunnerSignals, RunnerToken } from "./runner-rows.js";

/** What `facts` may read beside the state. */
export class ProgressView implements Progress {
  readonly round: number;
  readonly phase: Phase;
  readonly aborted: boolean;
  readonly runTimedOut: boolean;
  readonly budgetRefused: boolean;
  readonly #core: RunCore;

  constructor(core: RunCore, phase: Phase, signals: RunnerSignals) {
    this.#core = core;
    this.round = core.round;
    this.phase = phase;
    this.aborted = signals.aborted;
    this.runTimedOut = signals.runTimedOut;
    this.budgetRefused = signals.budgetRefused;
  }

  get versionSeen(): boolean {
    return this.#core.versions.isSeen();
  }
}

/** Ends a run where another round or consultation would pass its bound (G1). */
export const ROUND_LIMIT: TableDecision<RunnerToken> = Object.freeze({ token: "round-limit", kind: "stop", then: null, row: null });

/** Ends a run that was interrupted, where no row of the table does; abort comes before time (QU-ABT-03). */
export function interruptionOf({ isAborted }: RunCore): TableDecision<RunnerToken> {
  return { token: isAborted ? "aborted" : "run-timeout", kind: "stop", then: null, row: null };
}
