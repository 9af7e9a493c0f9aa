/**
 * The runner's own rows: they stand in front of every table, because no policy may forget them (DESIGN §2).
 *
 * Invariants:
 * 1. `aborted`, `run-timeout`, `budget-spent` are the first rows at every checkpoint, in this order (QU-ABT-03).
 * 2. A policy may place one of them elsewhere in its table; it cannot drop one and cannot change its condition.
 * 3. `round-limit` only ever replaces a `continue`; it never overrides the result of the round that ran (G1).
 */

/** Tokens that only the runner gives. */
export type RunnerToken = "aborted" | "run-timeout" | "budget-spent" | "round-limit";

/** The runner rows that a policy may place at another position of its table. */
export type PlaceableRunnerToken = Exclude<RunnerToken, "round-limit">;

/** What the runner knows at a checkpoint beside the policy's facts. */
export interface RunnerSignals {
  readonly aborted: boolean;
  readonly runTimedOut: boolean;
  /** A reservation was refused in the phase that just ended. */
  readonly budgetRefused: boolean;
}

/** No signal at all. */
export const NO_SIGNALS: RunnerSignals = Object.freeze({ aborted: false, runTimedOut: false, budgetRefused: false });

/** The placeable runner rows in their default order, each with its condition in words. */
export const RUNNER_ROWS: readonly {
  readonly token: PlaceableRunnerToken;
  readonly holds: (signals: RunnerSignals) => boolean;
  readonly why: string;
}[] = Object.freeze([
  Object.freeze({ token: "aborted", holds: (signals: RunnerSignals) => signals.aborted, why: "the run was aborted" }),
  Object.freeze({ token: "run-timeout", holds: (signals: RunnerSignals) => signals.runTimedOut, why: "the run's time is over" }),
  Object.freeze({ token: "budget-spent", holds: (signals: RunnerSignals) => signals.budgetRefused, why: "a call did not fit the budget" }),
] as const);

/** The condition of `round-limit`, in words. */
export const ROUND_LIMIT_WHY = "another round would pass the round limit";

/** Whether a token belongs to the runner. */
export function isRunnerToken(token: string): token is RunnerToken {
  return token === "round-limit" || RUNNER_ROWS.some((row) => row.token === token);
}
