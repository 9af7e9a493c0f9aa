/** A journal in memory: for tests, and for runs that suspend and go on within one process. */
import { LoopwrightError } from "./errors.js";
import type { Journal, OpenJournal } from "./journal.js";
import type { Json } from "./json.js";
import { copyPlain } from "./plain.js";

/** A {@link Journal} whose records can be looked at. */
export interface MemoryJournal extends Journal {
  /** What is recorded now. Give it to {@link memoryJournal} to go on from a copy, as after a crash. */
  readonly records: readonly Json[];
}

/**
 * A journal that lives as long as the process.
 *
 * @throws LoopwrightError `not-plain` for records that are not JSON data.
 */
export function memoryJournal(records: readonly Json[] = []): MemoryJournal {
  let kept = records.map((record, index) => copyPlain(record, { path: `records[${index}]` }));
  let isOwned = false;
  return {
    get records() {
      return Object.freeze([...kept]);
    },
    read: () => Promise.resolve(Object.freeze([...kept])),
    open() {
      if (isOwned) return Promise.reject(new LoopwrightError("journal-locked", "another run of this process owns the journal", { hint: "Wait until that run has ended." }));
      isOwned = true;
      return Promise.resolve(owned());
    },
  };

  function owned(): OpenJournal {
    let isOpen = true;
    const write = async (change: () => void): Promise<void> => {
      if (!isOpen) throw new LoopwrightError("journal-closed", "the journal was closed", { hint: "Open it again." });
      change();
    };
    return {
      records: Object.freeze([...kept]),
      append: (record) => write(() => kept.push(copyPlain(record, { path: "record" }))),
      compact: (next) => write(() => (kept = next.map((record, index) => copyPlain(record, { path: `records[${index}]` })))),
      close: () => {
        if (isOpen) isOwned = false;
        isOpen = false;
        return Promise.resolve();
      },
    };
  }
}
