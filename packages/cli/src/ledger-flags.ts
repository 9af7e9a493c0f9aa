/** Flags of the ledger's commands, as a command sees them. */

/** Flags of every ledger command. */
export interface LedgerFlags {
  readonly root?: string;
  readonly config?: string;
  readonly autonomous?: boolean;
  readonly json?: boolean;
}

/** Flags of `ledger open-instance`. */
export interface OpenInstanceFlags extends LedgerFlags {
  readonly checkpoint?: string;
  readonly "force-reason"?: string;
}

/** Flags of `ledger intake`. */
export interface IntakeFlags extends LedgerFlags {
  readonly iteration?: number;
  readonly artifact: string;
  readonly "findings-file"?: string;
  readonly "findings-json"?: string;
}

/** Flags of `ledger verify`. */
export interface VerifyFlags extends LedgerFlags {
  readonly iteration?: number;
  readonly "results-file"?: string;
  readonly "results-json"?: string;
  readonly "cannot-reproduce"?: string;
  readonly evidence?: string;
}

/** Flags of `ledger attach-witness`. */
export interface AttachWitnessFlags extends LedgerFlags {
  readonly ref: string;
  readonly kind?: string;
  readonly status?: string;
}

/** Flags of the dispositions. */
export interface DispositionFlags extends LedgerFlags {
  readonly action: string;
  readonly ticket?: string;
  readonly reason?: string;
  readonly by?: "human" | "agent" | "tool";
}

/** Flags of `ledger disposition-batch`. */
export interface BatchFlags extends DispositionFlags {
  readonly severity?: string;
  readonly overwrite?: boolean;
}

/** Flags of `ledger close-round`. */
export interface CloseRoundFlags extends LedgerFlags {
  readonly iteration?: number;
  readonly "suite-evidence"?: string;
  readonly "gates-evidence"?: string;
  readonly claimed?: readonly string[];
}

/** Flags of `ledger check-diff`. */
export interface CheckDiffFlags extends LedgerFlags {
  readonly iteration?: number;
  readonly finding: string;
  readonly commit: string;
}
