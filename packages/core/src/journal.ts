/**
 * Where a run's effects are recorded (DESIGN §6). A store knows nothing of what records mean: the runner does.
 *
 * Invariants:
 * 1. Records keep the order in which `append` was called, also where calls overlap.
 * 2. What `append` resolved for is there after a crash; what it did not resolve for may be there or not, but never before
 *    something that was appended earlier, and never in part.
 * 3. At most one run owns a journal at a time.
 */
import type { Json } from "./json.js";

/** Where a run's effects are recorded. A run opens it, owns it, and closes it. */
export interface Journal {
  /**
   * Takes ownership and reads what is there. Rejects with a {@link LoopwrightError}: `journal-locked` (names the owner),
   * `journal-corrupt` (names the line), `journal-version`.
   */
  open(): Promise<OpenJournal>;
  /**
   * What is there now, without ownership: changes nothing and makes nothing, and a journal that is not there yet holds
   * nothing. `verifyJournal` reads so; a store without it is opened and closed.
   */
  read?(): Promise<readonly Json[]>;
}

/** A journal in the hands of its owner. */
export interface OpenJournal {
  /** What was there when it was opened, in the order in which it was appended: plain frozen JSON. */
  readonly records: readonly Json[];
  /** Resolves when the record is durable by the journal's own policy. Calls may overlap. */
  append(record: Json): Promise<void>;
  /** Replaces everything by these records, as one change: after a crash either all of them are there or none. */
  compact(records: readonly Json[]): Promise<void>;
  /** Gives up ownership. Idempotent. */
  close(): Promise<void>;
}
