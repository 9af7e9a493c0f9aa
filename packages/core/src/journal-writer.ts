/**
 * Writing records, in order, and dropping those that are no longer needed.
 *
 * Invariants:
 * 1. Nothing quadratic: everything is written anew only when at least as much was appended since the last time, and how
 *    much that would be is measured only when there is twice as much as it was.
 * 2. The first fault is the last word: nothing is written after it, and whoever waits hears it.
 */
import { LoopwrightError, messageOf } from "./errors.js";
import type { CheckpointRecord, JournalRecord } from "./journal-record.js";
import type { OpenJournal } from "./journal.js";
import type { Json } from "./json.js";
import { copyPlain } from "./plain.js";

/** Writes one run's journal. */
export class JournalWriter {
  readonly #store: OpenJournal;
  readonly #onBroken: (error: LoopwrightError) => void;
  broken: LoopwrightError | null = null;
  /** Characters appended since everything was last written anew. */
  #appended = 0;
  /** How many it takes until that is worth a look. */
  #due = 0;

  constructor(store: OpenJournal, onBroken: (error: LoopwrightError) => void) {
    this.#store = store;
    this.#onBroken = onBroken;
  }

  /** Whether so much was appended that a checkpoint may be worth its size. */
  get isCheckpointDue(): boolean {
    return this.#appended >= this.#due;
  }

  /** Resolves when the record is durable. Its rejection needs no hearing. */
  append(record: JournalRecord): Promise<void> {
    const json = copyPlain(record, { path: "record" });
    this.#appended += charsOf(json);
    return this.#write(() => this.#store.append(json));
  }

  /** Replaces everything by what is kept and the checkpoint, if that is no more than what was appended; else does nothing. */
  checkpoint(kept: readonly JournalRecord[], checkpoint: CheckpointRecord): Promise<void> | null {
    const records = [...kept, checkpoint].map((record) => copyPlain(record, { path: "record" }));
    const chars = charsOf(records);
    if (chars > this.#appended) {
      this.#due = 2 * chars;
      return null;
    }
    this.#appended = 0;
    this.#due = chars;
    return this.#write(() => this.#store.compact(records));
  }

  /** The same for the last checkpoint, which is appended where it may not replace everything. */
  last(kept: readonly JournalRecord[], checkpoint: CheckpointRecord): Promise<void> {
    return (this.isCheckpointDue ? this.checkpoint(kept, checkpoint) : null) ?? this.append(checkpoint);
  }

  /** A fault in giving it up loses nothing. */
  async close(): Promise<void> {
    await this.#store.close().catch(() => undefined);
  }

  #write(write: () => Promise<void>): Promise<void> {
    const saved = this.#try(write);
    saved.catch(() => undefined); // It is kept, and not every caller waits.
    return saved;
  }

  async #try(write: () => Promise<void>): Promise<void> {
    if (this.broken !== null) throw this.broken;
    try {
      await write();
    } catch (thrown) {
      throw this.breakOff(thrown);
    }
  }

  /** Writes nothing any more. */
  breakOff(thrown: unknown): LoopwrightError {
    if (this.broken === null) {
      this.broken = new LoopwrightError("journal-broken", `the journal cannot be written: ${messageOf(thrown)}`, { hint: "Mend its store, then run again with the same journal.", cause: thrown });
      this.#onBroken(this.broken);
    }
    return this.broken;
  }
}

function charsOf(record: Json | readonly Json[]): number {
  return JSON.stringify(record).length;
}
