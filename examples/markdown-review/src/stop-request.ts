/** Somebody outside wants the run to end. */
export interface StopRequest {
  readonly signal: AbortSignal;
  /** Which signal asked for it, if one did. */
  readonly by: () => "SIGINT" | "SIGTERM" | null;
}
