/**
 * A disk that a process may die on: a journal whose records outlive the process that wrote them.
 *
 * Invariants:
 * 1. A write that the process dies before is not there; one that it dies after is there, and nobody was told.
 * 2. After its death nothing that the process still does counts, and nothing that it waits for comes.
 */
import { copyPlain, LoopwrightError } from "@loopwright/core";
import type { Journal, Json, OpenJournal } from "@loopwright/core";

/** Where a process dies: before or after its write number `write`, from 0. */
export interface Death {
  readonly write: number;
  readonly when: "before" | "after";
}

/** The records of a journal, over the deaths of several processes. */
export class Disk {
  #kept: Json[] = [];
  readonly #ended = new Set<string>();
  readonly #open = new Map<string, number>();

  get records(): readonly Json[] {
    return this.#kept;
  }

  /** Keys of effects whose end is kept. */
  get ended(): ReadonlySet<string> {
    return this.#ended;
  }

  /** Keys of effects whose start is kept and whose end is not, with how often they were started. */
  get open(): ReadonlyMap<string, number> {
    return this.#open;
  }

  /** How often everything was replaced. */
  compactions = 0;

  append(record: Json): void {
    this.#kept.push(record);
    this.#note(record);
  }

  replace(records: readonly Json[]): void {
    this.#kept = [...records];
    this.compactions++;
  }

  /** What one process sees of the disk until it dies. */
  process(death: Death | null): DiskProcess {
    return new DiskProcess(this, death);
  }

  /** Remembered over compactions, which keep no effect that has ended. */
  #note(record: Json): void {
    const { type, key } = record as { readonly type?: unknown; readonly key?: unknown };
    if (typeof key !== "string") return;
    if (type === "effect.started") this.#open.set(key, (this.#open.get(key) ?? 0) + 1);
    if (type !== "effect.ended") return;
    this.#ended.add(key);
    this.#open.delete(key);
  }
}

export class DiskProcess implements Journal {
  /** Writes that were asked for. */
  writes = 0;
  isDead = false;
  isOpen = false;
  /** Resolves when the process dies. */
  readonly died: Promise<void>;
  readonly #disk: Disk;
  readonly #death: Death | null;
  #die!: () => void; // Set by the promise's own constructor.
  /** Called at each write that is done, right before it is acknowledged. */
  onWrite: ((write: number) => void) | null = null;

  constructor(disk: Disk, death: Death | null) {
    this.#disk = disk;
    this.#death = death;
    this.died = new Promise((resolve) => {
      this.#die = () => {
        this.isDead = true;
        resolve();
      };
    });
  }

  async open(): Promise<OpenJournal> {
    if (this.isOpen) throw new LoopwrightError("journal-locked", "another run owns the journal", { hint: "Wait until it has ended." });
    this.isOpen = true;
    return {
      records: Object.freeze([...this.#disk.records]),
      append: (record) => this.#write(() => copyPlain(record, { path: "record" }), (copy) => this.#disk.append(copy)),
      compact: (records) => this.#write(() => copyPlain(records, { path: "records" }) as readonly Json[], (copies) => this.#disk.replace(copies)), // A copy of a list is one.
      close: async () => {
        this.isOpen = false;
      },
    };
  }

  async #write<T>(copy: () => T, change: (copied: T) => void): Promise<void> {
    if (!this.isOpen) throw new LoopwrightError("journal-closed", "the journal was closed", { hint: "Open it again." });
    const copied = copy();
    const write = this.writes++;
    if (!this.isDead) {
      const isLast = this.#death?.write === write;
      if (!isLast || this.#death.when === "after") change(copied);
      if (isLast) this.#die();
    }
    await Promise.resolve(); // Whoever writes goes on first.
    if (this.isDead) return new Promise(() => undefined);
    this.onWrite?.(write);
  }
}
