/** Flags of `check` and `classify`, as a command sees them. */

/** Flags of `classify`. */
export interface ClassifyFlags {
  readonly "review-output"?: string;
  readonly "review-output-file"?: string;
  readonly json?: boolean;
}

/** Flags of `check`. */
export interface CheckFlags extends ClassifyFlags {
  readonly iteration: number;
  readonly "history-json"?: string;
  readonly "history-file"?: string;
  readonly "machine-counts-json"?: string;
  readonly checkpoint?: string;
}
