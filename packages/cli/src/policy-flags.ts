/** Flags of `explain` and `run`, as a command sees them. */

/** Flags of `explain`. */
export interface ExplainFlags {
  readonly policy: string;
  readonly early?: boolean;
  readonly json?: boolean;
}

/** Flags of `run`. */
export interface RunFlags {
  readonly agent?: readonly string[];
  readonly input?: string;
  readonly "max-rounds"?: number;
  readonly "max-calls"?: number;
  readonly "max-tokens"?: number;
  readonly "max-cost-usd"?: number;
  readonly "call-timeout-ms"?: number;
  readonly "run-timeout-ms"?: number;
  readonly "run-id"?: string;
  readonly manifest?: string;
  readonly "decision-log"?: string;
  readonly workspace?: string;
  readonly writable?: readonly string[];
  readonly "register-checkpoint"?: readonly string[];
  readonly ledger?: string;
  readonly root?: string;
  readonly config?: string;
  readonly autonomous?: boolean;
  readonly packet?: string;
  readonly witness?: string;
  readonly suite?: string;
  readonly targeted?: string;
  readonly gate?: readonly string[];
  readonly "check-timeout-ms"?: number;
  readonly "reviewers-run-tests"?: boolean;
  readonly "max-fixes"?: number;
  readonly "max-repairs"?: number;
  readonly "max-changes"?: number;
  readonly "draft-instructions"?: string;
  readonly "review-instructions"?: string;
  readonly "fix-instructions"?: string;
  readonly journal?: string;
  readonly resume?: string;
  readonly token?: string;
  readonly "answer-file"?: string;
  readonly "answer-json"?: string;
  readonly by?: string;
  readonly json?: boolean;
}

/** Flags of `replay`. */
export interface ReplayFlags {
  readonly policy: string;
  readonly json?: boolean;
}
