/** How a run ended. */
export type RunStatus = "passed" | "stopped" | "suspended" | "aborted" | "failed";
