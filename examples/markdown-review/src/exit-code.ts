/** Exit codes. Zero means one thing only: the document was approved. */
export const EXIT_CODE = {
  approved: 0,
  notApproved: 1,
  /** Nothing was run, or the result could not be written. */
  badInput: 2,
  /** Ended by Ctrl-C (128 + SIGINT). */
  interrupted: 130,
  /** Ended from outside (128 + SIGTERM). */
  terminated: 143,
} as const;

export type ExitCode = (typeof EXIT_CODE)[keyof typeof EXIT_CODE];
