/** Files under review, for a quality-locked loop whose artifact is not a text (QL-ACT-3, QL-ACTN-2, G15). */
import type { JsonObject } from "@loopwright/core";

/** What the files were at one moment: plain data with a digest over content, index, HEAD and branch. */
export type LockedSnapshot = JsonObject & { readonly digest: string };

/** What a loop needs of a workspace. */
export interface LockedWorkspace {
  snapshot(signal: AbortSignal): Promise<LockedSnapshot>;
  /** Puts everything back as it was in `to`; rejects where that is not possible. */
  restore(to: LockedSnapshot, signal: AbortSignal): Promise<void>;
  /** Paths whose content differs between two snapshots. */
  changedPaths(from: LockedSnapshot, to: LockedSnapshot, signal: AbortSignal): Promise<readonly string[]>;
}
