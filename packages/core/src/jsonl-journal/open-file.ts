/**
 * A journal's file in the hands of its owner.
 *
 * Invariants:
 * 1. Work is done one after the other, in the order of the calls. Appends that wait at the same time are written and
 *    synced together, unless the policy is `"each"`.
 * 2. An append resolves when its line is in the file and, but for `"none"`, on the disk.
 * 3. After a fault of writing nothing is appended any more: a record may not stand behind one that is missing. What was
 *    written in part is cut off again if the system lets us; else it is a torn tail for the next one who opens the file.
 * 4. A compaction that fails leaves the file as it was, and the journal goes on.
 * 5. A file that was deleted, or that something else writes to, is noticed before a record counts as kept.
 */
import type { FileHandle } from "node:fs/promises";
import type { OpenJournal } from "../journal.js";
import type { Json } from "../json.js";
import { copyPlain } from "../plain.js";
import { createFile, replaceFile } from "./durable-file.js";
import { fileFault, JournalFileError, systemCode } from "./journal-file-error.js";
import type { HeldLock } from "./journal-lock.js";
import { headerLine, recordLine, type JournalContent } from "./line-format.js";

/** When a record counts as kept; see `JsonlJournalOptions.sync`. */
export type SyncPolicy = "each" | "batch" | "none";

/** Everything an open file is made of. */
export interface OpenFileParts {
  readonly path: string;
  /** `null` = there is no file yet; the first record makes it. */
  readonly handle: FileHandle | null;
  readonly content: JournalContent;
  readonly lock: HeldLock;
  readonly sync: SyncPolicy;
}

interface Waiting {
  readonly resolve: () => void;
  readonly reject: (fault: unknown) => void;
}
type Work = Waiting & ({ readonly does: "append"; readonly json: string } | { readonly does: "compact"; readonly jsons: readonly string[] });
type Append = Extract<Work, { readonly does: "append" }>;

/** How much text is handed to the system at once. */
const CHUNK_CHARACTERS = 1 << 20;

export class OpenFile implements OpenJournal {
  readonly records: readonly Json[];
  readonly #path: string;
  readonly #lock: HeldLock;
  readonly #sync: SyncPolicy;
  #handle: FileHandle | null;
  #size: number;
  #crc: number;
  #waiting: Work[] = [];
  #working: Promise<void> | null = null;
  #fault: JournalFileError | null = null;
  #closed: Promise<void> | null = null;

  constructor({ path, handle, content, lock, sync }: OpenFileParts) {
    this.records = content.records;
    this.#path = path;
    this.#lock = lock;
    this.#sync = sync;
    this.#handle = handle;
    this.#size = content.size;
    this.#crc = content.crc;
  }

  append(record: Json): Promise<void> {
    return this.#enqueue(() => ({ does: "append", json: jsonOf(record, "record") }));
  }

  compact(records: readonly Json[]): Promise<void> {
    return this.#enqueue(() => ({ does: "compact", jsons: records.map((record, index) => jsonOf(record, `records[${index}]`)) }));
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    await this.#working;
    try {
      await (this.#handle?.close() ?? Promise.resolve()).finally(() => this.#lock.release());
    } catch (fault) {
      throw fileFault("closed", this.#path, fault);
    }
  }

  /** Copies what is to be written at once: it may change while it waits. */
  #enqueue(describe: () => Pick<Append, "does" | "json"> | { readonly does: "compact"; readonly jsons: readonly string[] }): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#closed !== null) throw new JournalFileError("journal-closed", `the journal ${this.#path} was closed`, { path: this.#path, hint: "Open it again." });
      this.#waiting.push({ ...describe(), resolve, reject });
      this.#working ??= this.#work();
    });
  }

  /** Never rejects: faults are told to whoever waits. */
  async #work(): Promise<void> {
    await Promise.resolve(); // What is called in the same turn goes together.
    while (this.#waiting.length > 0) {
      const taken = this.#waiting;
      this.#waiting = [];
      for (let from = 0; from < taken.length; ) {
        const upTo = this.#endOfBatch(taken, from);
        await this.#perform(taken.slice(from, upTo));
        from = upTo;
      }
    }
    this.#working = null;
  }

  #endOfBatch(work: readonly Work[], from: number): number {
    let upTo = from + 1;
    if (this.#sync === "each" || work[from]?.does !== "append") return upTo;
    while (work[upTo]?.does === "append") upTo++;
    return upTo;
  }

  async #perform(batch: readonly Work[]): Promise<void> {
    try {
      if (this.#fault !== null) throw this.#fault;
      const [first] = batch;
      if (first?.does === "compact") await this.#replace(first.jsons);
      else await this.#write(batch as readonly Append[]); // A compaction stands alone in its batch.
      for (const { resolve } of batch) resolve();
    } catch (fault) {
      for (const { reject } of batch) reject(fault);
    }
  }

  /** The file's handle; makes the file, where there is none. */
  async #open(): Promise<FileHandle> {
    if (this.#handle !== null) return this.#handle;
    const { line, crc } = headerLine();
    const { handle, size } = await createFile(this.#path, line).catch((fault: unknown) => {
      throw systemCode(fault) === "EEXIST" ? this.#lost("was made by something else after a run had opened it") : fault;
    });
    this.#crc = crc;
    this.#size = size;
    return (this.#handle = handle);
  }

  async #write(batch: readonly Append[]): Promise<void> {
    try {
      const handle = await this.#open();
      const lines = new Lines(this.#crc);
      for (const chunk of lines.of(batch.map(({ json }) => json))) await handle.writeFile(chunk);
      await this.#checkFile(handle, this.#size + lines.bytes);
      if (this.#sync !== "none") await handle.datasync();
      this.#size += lines.bytes;
      this.#crc = lines.crc;
    } catch (fault) {
      this.#fault = fileFault("written", this.#path, fault);
      if (this.#fault.code !== "journal-lost") await this.#handle?.truncate(this.#size).catch(() => undefined); // Else it is a torn tail.
      throw this.#fault;
    }
  }

  async #checkFile(handle: FileHandle, expectedSize: number): Promise<void> {
    const { nlink, size } = await handle.stat();
    if (nlink === 0) throw this.#lost("was deleted or replaced while a run wrote to it");
    if (size !== expectedSize) throw this.#lost(`has ${size} bytes instead of ${expectedSize}: something else writes to it`);
  }

  async #replace(jsons: readonly string[]): Promise<void> {
    let old: FileHandle | null = this.#handle;
    const lines = new Lines(null);
    try {
      old = await this.#open();
      await this.#checkFile(old, this.#size);
      if (!(await this.#lock.isHeld())) throw this.#lost("has another lock than this run's");
      const { handle, size } = await replaceFile(this.#path, lines.of(jsons), await old.stat());
      this.#handle = handle;
      this.#size = size;
      this.#crc = lines.crc;
    } catch (fault) {
      const told = fileFault("compacted", this.#path, fault);
      if (told.code === "journal-lost" || (old !== null && !(await this.#isInPlace(old)))) this.#fault = told;
      throw told;
    }
    await old.close().catch(() => undefined); // Nothing of it counts any more.
  }

  /** Whether the handle's file still stands at the path: a compaction that failed has not replaced it. */
  async #isInPlace(handle: FileHandle): Promise<boolean> {
    return handle.stat().then(
      ({ nlink }) => nlink > 0,
      () => false,
    );
  }

  #lost(what: string): JournalFileError {
    return new JournalFileError("journal-lost", `the journal ${this.#path} ${what}`, { path: this.#path, hint: "Give each run a file of its own, and leave it alone while the run goes on." });
  }
}

/** Turns records into text for the file, in chunks, and counts. */
class Lines {
  crc: number;
  bytes = 0;
  readonly #hasHeader: boolean;

  /** `null` begins a file. */
  constructor(crc: number | null) {
    this.#hasHeader = crc === null;
    this.crc = crc ?? 0;
  }

  *of(jsons: readonly string[]): Generator<Buffer> {
    let text = "";
    if (this.#hasHeader) ({ line: text, crc: this.crc } = headerLine());
    for (const json of jsons) {
      const { line, crc } = recordLine(json, this.crc);
      this.crc = crc;
      text += line;
      if (text.length < CHUNK_CHARACTERS) continue;
      yield this.#counted(text);
      text = "";
    }
    if (text !== "") yield this.#counted(text);
  }

  #counted(text: string): Buffer {
    const chunk = Buffer.from(text);
    this.bytes += chunk.length;
    return chunk;
  }
}

function jsonOf(record: Json, path: string): string {
  return JSON.stringify(copyPlain(record, { path }));
}
