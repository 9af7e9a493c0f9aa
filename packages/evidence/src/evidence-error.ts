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
  | "message-too-large"
  /** A path that is none, or that leads out of the root (LG-SEC-6, LG-SEC-7). */
  | "path-unsafe"
  /** A directory, a pipe, a device: nothing to read (LG-SEC-7). */
  | "not-a-file"
  /** A file that is there and cannot be read (LG-FP-5). */
  | "file-unreadable"
  /** A file beyond its limit (LG-SEC-13). */
  | "file-too-large"
  /** A workspace of more files than the limit (LG-SEC-13). */
  | "workspace-too-large"
  /** An option that is none. */
  | "option-invalid"
  /** No repository there, or none that git can read. */
  | "not-a-repository"
  /** The program `git` is not there. */
  | "git-missing"
  /** Git failed, or answered what it may not (LG-SEC-30). */
  | "git-failed"
  /** Git took longer than it may (LG-SEC-30). */
  | "git-timeout"
  /** Git printed more than it may (LG-SEC-30). */
  | "git-output-too-large"
  /** A text that may not reach git as a revision (LG-SEC-1). */
  | "revision-unsafe"
  /** A revision that names no commit (LG-SEC-1, LG-SEC-2). */
  | "revision-unknown"
  /** A merge: its changes are those of its parents (LG-SEC-2). */
  | "commit-merge"
  /** Commits that are not one line from one to the other. */
  | "range-not-linear"
  /** A log that is no SARIF: no JSON, a key twice in one object, a value of another type than the format has (LG-SEC-16). */
  | "sarif-invalid"
  /** A log in another version of SARIF than 2.1.0. */
  | "sarif-version"
  /** A log of more bytes, results or unfolded messages than the limit (LG-SEC-13). */
  | "sarif-too-large";

/** Evidence that cannot be read; nothing is concluded from it (G4). */
export class EvidenceError extends LoopwrightError<EvidenceErrorCode> {
  override readonly name = "EvidenceError";
}
