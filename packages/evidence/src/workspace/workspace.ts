/**
 * Workspaces: the files that a loop is about, and what changed in them around a step (G15).
 *
 * Invariants of every kind:
 * 1. A path is relative to the root, with `/`; one that leads out of it, by spelling or by a link, is refused (LG-SEC-7).
 * 2. A snapshot is taken of what is there, byte by byte: no time stamp and no cache is believed.
 */
import type { Snapshot } from "./snapshot.js";

/** Files under one root. */
export interface Workspace {
  /** Real path of the root; `null` where the files are in memory. */
  readonly root: string | null;
  /**
   * Bytes of a regular file; `null` where there is none.
   * @throws EvidenceError `path-unsafe`, `not-a-file`, `file-unreadable`, `file-too-large`.
   */
  read(path: string, options?: ReadFileOptions): Uint8Array | null;
  /**
   * What is there now. Rejects with the signal's reason, or with an EvidenceError.
   */
  snapshot(options?: { readonly signal?: AbortSignal }): Promise<Snapshot>;
}

/** How a file is read. */
export interface ReadFileOptions {
  /** Default 8 MiB (LG-SEC-13). */
  readonly maxBytes?: number;
}

/** Largest file that is read by default. */
export const MAX_FILE_BYTES = 8_388_608;
