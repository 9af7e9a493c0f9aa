/**
 * What the last valid review was about, and whether it still holds (G2, G5).
 *
 * Invariants:
 * 1. `reviewedVersion` moves only by a review that gave a valid verdict, and then to the version it was given.
 * 2. `holds` only while the last review was valid and its version is the current one.
 */
import { isSame, type Artifact, type VersionHistory } from "./artifact.js";
import { digestOf } from "./digest.js";
import { LoopwrightError } from "./errors.js";
import type { UnreviewedChange } from "./result.js";
import type { RunPosition } from "./snapshot.js";

/** Where a run stands with its reviews. */
export class ReviewStanding {
  readonly #versions: VersionHistory;
  /** What the last valid review judged; `null` after a resume whose state no longer holds it. */
  artifact: Artifact = null;
  /** Its digest, where only that is known. */
  #digest: string | null = null;
  /** Whether it is the current version. */
  isCurrent = false;
  /** Whether the last review gave a valid verdict. */
  isLastValid = false;
  /** Names of the agents that answered in it. */
  judged: readonly string[] = [];

  constructor(versions: VersionHistory) {
    this.#versions = versions;
  }

  /** Whether a pass would be about what was last reviewed. */
  get holds(): boolean {
    return this.isLastValid && this.isCurrent;
  }

  /** Digest of the version that the last valid review judged. */
  version(): string | null {
    if (this.artifact === null) return this.#digest;
    return this.isCurrent ? this.#versions.digest() : digestOf(this.artifact);
  }

  /** What nobody judged. */
  unreviewedChange(): UnreviewedChange | null {
    const to = this.isCurrent ? null : this.#versions.digest();
    return to === null ? null : Object.freeze({ from: this.version(), to });
  }

  /** A phase made a version: the last review may no longer be about the current one. */
  produced(): void {
    this.isCurrent = this.artifact === null ? this.#digest !== null && this.#digest === this.#versions.digest() : isSame(this.artifact, this.#versions.current);
  }

  /** A review has ended; `isValid` says whether it gave a verdict about the current version. */
  judge(isValid: boolean, judged: readonly string[]): void {
    this.isLastValid = isValid;
    if (!isValid) return;
    this.artifact = this.#versions.current;
    this.isCurrent = true;
    this.judged = judged;
  }

  /** Restores what a snapshot says, over the version that its state holds. */
  restore(snapshot: RunPosition): void {
    this.judged = snapshot.judged;
    this.#digest = snapshot.reviewedVersion;
    this.isLastValid = snapshot.lastReviewValid;
    this.isCurrent = snapshot.reviewedIsCurrent;
    if (this.isCurrent) this.artifact = this.#versions.current;
  }

  /** Refuses a snapshot whose state holds another version than the one it says was reviewed (G5). */
  verify(): void {
    if (!this.isCurrent || this.#versions.digest() === this.#digest) return;
    throw new LoopwrightError("snapshot-invalid", "the state in the snapshot does not hold the version that was reviewed", {
      path: "from.state",
      hint: "Pass result.snapshot of a suspended run, unchanged; an answer may change the artifact.",
    });
  }
}
