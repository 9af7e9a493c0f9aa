import { LoopwrightError } from "@loopwright/core";

/** Codes of evidence that cannot be read. */
export type EvidenceErrorCode =
  /** A diff that is no diff: a body that does not fit its header, a header where none may stand (LG-SEC-4). */
  | "diff-malformed"
  /** A combined diff: check the single commits instead (LG-SEC-2). */
  | "diff-combined"
  /** More than the limit that the message names (LG-SEC-13). */
  | "diff-too-large"
  /** A trailer prefix that is no prefix (LG-CD-4). */
  | "trailer-prefix"
  /** A commit message beyond its limit (LG-SEC-13, LG-SEC-14). */
  | "message-too-large";

/** Evidence that cannot be read; nothing is concluded from it (G4). */
export class EvidenceError extends LoopwrightError<EvidenceErrorCode> {
  override readonly name = "EvidenceError";
}
