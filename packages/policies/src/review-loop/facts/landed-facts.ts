/** What a round's fix changed, as a zero-context diff between two snapshots (RL-EV-08, RL-EV-09). */

/** One hunk; lines are 1-based, and a side without lines names the line before the cut. */
export type Hunk = {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  readonly added: readonly string[];
  readonly removed: readonly string[];
};

/** One changed file. */
export type LandedFile = {
  readonly path: string;
  readonly oldPath?: string;
  readonly status: "added" | "modified" | "deleted" | "renamed" | "binary";
  /** `null` = only counts are known, which widens every overlap to the file (D15). */
  readonly hunks: readonly Hunk[] | null;
  readonly added: number;
  readonly removed: number;
};

/** The combined diff of one round, in post-fix coordinates (RL-FX-13). */
export type Landed = {
  readonly seq: number;
  readonly record: string;
  readonly files: readonly LandedFile[];
  /** Ids of the triage rows that this fix claims to close. */
  readonly closes: readonly string[];
};
