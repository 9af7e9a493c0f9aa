/** Flags that only some policies take. */
export const OWN_FLAGS = Object.freeze(["manifest", "decision-log", "ledger", "config", "packet", "witness", "suite", "gate", "check-timeout-ms"] as const);

/** One of {@link OWN_FLAGS}. */
export type OwnFlag = (typeof OWN_FLAGS)[number];
