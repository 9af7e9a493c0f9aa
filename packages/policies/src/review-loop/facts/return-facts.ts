/** What was really run and really returned: the evidence nobody can retype (RL-EV-02, RL-EV-03). */

/** Output of a command that the library itself ran (RL-EV-02). */
export type ToolRecord = {
  readonly id: string;
  readonly seq: number;
  readonly round: number;
  readonly args: string;
  readonly output: string;
  /** Paths that the command wrote. */
  readonly writes: readonly string[];
};

/** What one dispatched lane returned; verbatim only where the transcript copy has the same hash (RL-EV-03). */
export type LaneReturn = {
  readonly lane: string;
  readonly seq: number;
  readonly raw: string;
  readonly rawSha: string;
  readonly pastedSha: string | null;
  readonly abort?: "content-filter" | "api-error";
};
