import { LoopwrightError } from "@loopwright/core";

/** Codes of bookkeeping faults. Stable over versions. */
export type LedgerProblemCode =
  | "no-ledger"
  | "malformed-ledger"
  | "payload-invalid"
  | "limit-exceeded"
  | "config-invalid"
  | "unknown-finding"
  | "anchor-file-missing"
  | "anchor-path-unsafe"
  | "anchor-file-unreadable"
  | "anchor-region-malformed"
  | "anchor-region-out-of-range"
  | "finding-not-object"
  | "finding-missing-field"
  | "finding-unknown-severity"
  | "finding-bad-anchor"
  | "finding-bad-field"
  | "finding-unknown-witness-kind"
  | "finding-unknown-artifact"
  | "verify-missing-field"
  | "verify-unknown-verdict"
  | "verify-no-evidence"
  | "verify-twice"
  | "verify-settled"
  | "cannot-reproduce-no-evidence"
  | "cannot-reproduce-status"
  | "witness-invalid"
  | "witness-settled"
  | "disposition-unknown-action"
  | "disposition-settled"
  | "disposition-needs-human"
  | "fix-now-not-blocking"
  | "fix-now-guarded"
  | "defer-no-ticket"
  | "reject-no-reason"
  | "batch-unknown-severity"
  | "batch-empty"
  | "instance-unknown-checkpoint"
  | "instance-not-over"
  | "instance-repeated"
  | "iteration-mismatch"
  | "round-closed-already"
  | "dispositions-required"
  | "check-diff-settled"
  | "packet-incomplete"
  | "findings-block"
  | "ledger-locked"
  | "changed-underneath"
  | "path-unsafe"
  | "root-unknown"
  | "io-failed";

/** The one error of the ledger: nothing was stored, and the message says what to do next (LG-SEC-34). */
export class LedgerProblem extends LoopwrightError<LedgerProblemCode> {
  override readonly name = "LedgerProblem";
}

/** Throws a {@link LedgerProblem}. */
export function refuse(code: LedgerProblemCode, path: string, message: string, hint: string): never {
  throw new LedgerProblem(code, message, { path, hint });
}
