/** Files under review, for a quality-locked loop whose artifact is not a text (QL-ACT-3, QL-ACTN-2, G15). */
import type { Snapshot } from "@loopwright/evidence/workspace";

/** What a loop needs of a workspace; `memoryWorkspace`, `directoryWorkspace` and a repository's `workspace` have it. */
export interface LockedWorkspace {
  snapshot(options: { readonly signal: AbortSignal }): Promise<Snapshot>;
  /**
   * Puts everything back as it was; rejects where that is not possible. Without it a reviewer that wrote ends the loop at
   * once: nothing is put back, and nobody is asked again.
   */
  restore?(to: Snapshot, options: { readonly signal: AbortSignal }): Promise<void>;
}
