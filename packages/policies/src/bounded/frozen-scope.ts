/**
 * The frozen baseline: what is on trial, fixed before the first model call (BD-BASE-01, -07, -08, BD-TGT-07, -09).
 *
 * Invariants:
 * 1. Deep-frozen; nothing is added later. Text of the target is data in it and steers nothing.
 * 2. A workspace that differs from what was expected has drifted; nobody freezes it anew.
 */
import { copyPlain, digestOf } from "@loopwright/core";
import type { TargetKind } from "./target.js";

/** A requirement, and where it stands. */
export type Requirement = { readonly id: string; readonly text: string; readonly source: string };

/** What is on trial; plain data. */
export type FrozenScope = {
  readonly kind: TargetKind;
  readonly repository: string | null;
  /** Number, base and head, or path and revision: whatever names the target (BD-TGT-02). */
  readonly identity: { readonly [key: string]: string };
  readonly surface: readonly string[];
  readonly surfaceHash: string;
  readonly requirements: readonly Requirement[];
  /** Globs of files that a repair may write beside the surface. */
  readonly companionPaths: readonly string[];
  readonly contentHash: string;
  readonly head: string | null;
};

/** Freezes a scope. */
export function freezeScope(scope: Omit<FrozenScope, "surfaceHash">): FrozenScope {
  const surface = [...new Set(scope.surface)];
  // The cast: a copy of plain data has its shape.
  return copyPlain({ ...scope, surface, surfaceHash: digestOf([...surface].sort()) }, { path: "scope" }) as FrozenScope;
}

/** The repository's own instructions as requirements, read at the base revision; unreadable ones are said (BD-TGT-09). */
export function instructionRequirements(documents: readonly { readonly path: string; readonly text: string | null }[]): {
  readonly requirements: readonly Requirement[];
  readonly coverage: readonly string[];
} {
  return {
    requirements: documents.flatMap(({ path, text }) => (text === null ? [] : [{ id: path, text, source: path }])),
    coverage: documents.flatMap(({ path, text }) => (text === null ? [`instructions-unread:${path}`] : [])),
  };
}

/** The workspace at one moment. */
export type Snapshot = {
  readonly contentHash: string;
  /** The local head; a repair or a reviewer that moves it has committed. */
  readonly headRef: string | null;
  /** The head of a pull request, or the revision of a plan. */
  readonly remoteHead: string | null;
};

/** Whether the workspace is no longer what was frozen, or what the last repair left (BD-BASE-08). */
export function isDrifted(expected: Snapshot, now: Snapshot): boolean {
  return now.contentHash !== expected.contentHash || now.headRef !== expected.headRef || now.remoteHead !== expected.remoteHead;
}

/** What a review batch did to the workspace: a change of content or head is a breach, a moved target is drift (BD-AUTH-07, BD-BASE-08). */
export function observeReview(before: Snapshot, after: Snapshot): { readonly authorityViolation: boolean; readonly targetDrifted: boolean } {
  return {
    authorityViolation: after.contentHash !== before.contentHash || after.headRef !== before.headRef,
    targetDrifted: after.remoteHead !== before.remoteHead,
  };
}

/** Whether a repair moved a head (BD-AUTH-07). */
export function isHeadMoved(before: Snapshot, after: Snapshot): boolean {
  return after.headRef !== before.headRef || after.remoteHead !== before.remoteHead;
}
