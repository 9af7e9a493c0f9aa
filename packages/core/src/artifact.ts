/**
 * Versions of the artifact under review.
 *
 * Invariants:
 * 1. A version is identified by the digest of its content; digests are computed when read, not before.
 * 2. `isSeen` is exact: it compares with every version that was produced before in the run (G18).
 * 3. Undigested history is bounded: what would outgrow it is digested first, so memory stays flat.
 */
import { digestOf } from "./digest.js";
import type { Json } from "./json.js";
import { copyPlain } from "./plain.js";

/** Content under review; `null` = there is none (yet). */
export type Artifact = Json;

/** Characters of undigested history that are kept before it is digested. */
const MAX_UNDIGESTED_CHARS = 1_000_000;
/** What a structured version counts for: nobody has measured it, so only a few are kept. */
const CHARS_OF_STRUCTURED = 50_000;
/** Versions of undigested history that are kept before it is digested. */
const MAX_UNDIGESTED = 10_000;

/** The versions that a run has produced. */
export class VersionHistory {
  #current: Artifact = null;
  #digest: string | null = null;
  #seen: Set<string> | null;
  #undigested: Artifact[] = [];
  #undigestedChars = 0;
  #hasVersion = false;

  constructor(seen: readonly string[] = []) {
    this.#seen = seen.length === 0 ? null : new Set(seen);
  }

  /** Takes over a version that a phase produced; what was current becomes history. */
  produce(artifact: Artifact): void {
    if (this.#hasVersion) this.#archive(this.#current, this.#digest);
    this.adopt(artifact);
  }

  /** Replaces the current version without making history, as when a run is resumed. */
  adopt(artifact: Artifact): void {
    this.#current = typeof artifact === "string" ? artifact : copyPlain(artifact, { path: "artifact" });
    this.#digest = null;
    this.#hasVersion = artifact !== null;
  }

  get current(): Artifact {
    return this.#current;
  }

  /** Whether `artifact` is the current version. */
  isCurrent(artifact: Artifact): boolean {
    return isSame(this.#current, artifact);
  }

  /** Digest of the current version; `null` where there is none. */
  digest(): string | null {
    if (!this.#hasVersion) return null;
    return (this.#digest ??= digestOf(this.#current));
  }

  /** Whether the current version was produced before. */
  isSeen(): boolean {
    const digest = this.digest();
    if (digest === null) return false;
    this.#digestHistory();
    return this.#seen?.has(digest) === true;
  }

  /** Digests of all earlier versions, for a snapshot. */
  seen(): readonly string[] {
    this.#digestHistory();
    return [...(this.#seen ?? [])];
  }

  #archive(artifact: Artifact, digest: string | null): void {
    if (digest !== null) {
      (this.#seen ??= new Set()).add(digest);
      return;
    }
    this.#undigested.push(artifact);
    this.#undigestedChars += typeof artifact === "string" ? artifact.length : CHARS_OF_STRUCTURED;
    if (this.#undigested.length > MAX_UNDIGESTED || this.#undigestedChars > MAX_UNDIGESTED_CHARS) this.#digestHistory();
  }

  #digestHistory(): void {
    if (this.#undigested.length === 0) return;
    const seen = (this.#seen ??= new Set());
    for (const artifact of this.#undigested) seen.add(digestOf(artifact));
    this.#undigested = [];
    this.#undigestedChars = 0;
  }
}

/** Whether two artifacts have the same content. */
export function isSame(first: Artifact, second: Artifact): boolean {
  if (first === second) return true;
  if (typeof first !== "object" || typeof second !== "object" || first === null || second === null) return false;
  return digestOf(first) === digestOf(copyPlain(second, { path: "artifact" }));
}
