/**
 * A journal in a file of JSON lines.
 *
 * Invariants:
 * 1. What `append` resolved for is in the file, whole, after any kill; a compaction has happened or not (G11).
 * 2. A torn end is cut and told of; a wrong line anywhere else refuses the file, and then nothing is changed on disk.
 * 3. One process owns a file at a time, by a lock beside it.
 * 4. A file that is no journal is never written to. A new one is made by the first record, with its header from the first
 *    moment; opening or reading a journal that is not there makes none.
 * 5. Importing this file does no work and names no Node module.
 */
import type { Stats } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { LoopwrightError } from "../errors.js";
import type { Journal, OpenJournal } from "../journal.js";
import type { Json } from "../json.js";
import { isPlainObject } from "../plain.js";
import { openToAppend, openToRead, removeBeside } from "./durable-file.js";
import { fileFault, JournalFileError, systemCode } from "./journal-file-error.js";
import { takeLock, type HeldLock } from "./journal-lock.js";
import { readContent, type JournalContent, type TornTail } from "./line-format.js";
import type { JournalOwner } from "./journal-owner.js";
import { builtin } from "./node-builtins.js";
import { OpenFile, type SyncPolicy } from "./open-file.js";

export type { TornTail } from "./line-format.js";
export type { SyncPolicy } from "./open-file.js";

/** What opening a journal had to put right. */
export interface JournalRecovery {
  /** What was cut off at the end of the file; `null` = it was whole. */
  readonly tornTail: TornTail | null;
  /** Whose lock was taken over; `null` = there was none. */
  readonly previousOwner: JournalOwner | null;
}

/** Options of {@link jsonlJournal}. */
export interface JsonlJournalOptions {
  /**
   * When an append counts as kept. `"batch"` (default): synced to the disk, together with those that wait at the same
   * time. `"each"`: every record is synced by itself. `"none"`: handed to the system, which keeps it over the death of the
   * process but not of the machine.
   */
  readonly sync?: SyncPolicy;
  /** Told what opening had to put right; not called if nothing had to be. A throw disturbs nothing. */
  readonly onRecovery?: (recovery: JournalRecovery) => void;
  /**
   * Says whether an owner is gone that cannot be looked at from here: one of another host, or of another container. Asked
   * only about such; default: never. The lock of a living process of this machine is not taken over.
   */
  readonly takeOver?: (owner: JournalOwner) => boolean;
}

/** A journal in a file. */
export interface JsonlJournal extends Journal {
  /**
   * Takes the lock and reads the file. Where there is none, the first record makes it. Rejects with a `JournalFileError`;
   * see `JournalFileErrorCode`.
   */
  open(): Promise<OpenJsonlJournal>;
  /** Reads the file without taking the lock, also while a run writes to it; a torn end is left out and not cut. */
  read(): Promise<readonly Json[]>;
}

/** A journal's file in the hands of its owner. */
export interface OpenJsonlJournal extends OpenJournal {
  readonly recovery: JournalRecovery;
}

const SYNC_POLICIES: readonly unknown[] = ["each", "batch", "none"] satisfies SyncPolicy[];
const OPTION_RULES: { readonly [Name in keyof Required<JsonlJournalOptions>]: readonly [isValid: (value: unknown) => boolean, hint: string] } = {
  sync: [(value) => SYNC_POLICIES.includes(value), 'Choose "each", "batch" or "none".'],
  onRecovery: [isFunction, "Pass (recovery) => …"],
  takeOver: [isFunction, "Pass (owner) => boolean."],
};

/**
 * A journal in a file. Nothing is touched before a run opens it; the folder must exist.
 *
 * @throws LoopwrightError `option-invalid` for a wrong path or option; `journal-platform` outside Node.
 */
export function jsonlJournal(path: string, options: JsonlJournalOptions = {}): JsonlJournal {
  if (typeof path !== "string" || path === "" || path.includes("\0")) invalid("path", "the path of a journal must be a non-empty text without NUL", "Pass a file name, such as run.jsonl.");
  checkOptions(options);
  const absolute = builtin("path").resolve(path);
  const settings = { sync: "batch", onRecovery: () => undefined, takeOver: () => false, ...withoutUndefined(options) } as const;
  return Object.freeze({ open: () => openFile(absolute, settings), read: () => readFile(absolute) });
}

async function readFile(path: string): Promise<readonly Json[]> {
  const file = await placeOf(path);
  try {
    if ((await statOf(file)) === null) return Object.freeze([]);
    const handle = await openToRead(file);
    try {
      return readContent(await handle.readFile(), file).records;
    } finally {
      await handle.close();
    }
  } catch (fault) {
    throw fileFault("read", file, fault);
  }
}

async function openFile(path: string, { sync, onRecovery, takeOver }: Required<JsonlJournalOptions>): Promise<OpenJsonlJournal> {
  const file = await placeOf(path);
  const lock = await takeLock(file, takeOver);
  try {
    const { handle, content } = await readToAppend(file);
    const recovery = Object.freeze({ tornTail: content.tornTail, previousOwner: lock.previous });
    if (recovery.tornTail !== null || recovery.previousOwner !== null) tell(onRecovery, recovery);
    return Object.assign(new OpenFile({ path: file, handle, content, lock, sync }), { recovery });
  } catch (fault) {
    await release(lock);
    throw fileFault("opened", file, fault);
  }
}

async function release(lock: HeldLock): Promise<void> {
  await lock.release().catch(() => undefined); // What went wrong before says more.
}

/** The one name of a file, whatever links lead to its folder: two names would be two locks. */
async function placeOf(path: string): Promise<string> {
  const nodePath = builtin("path");
  const folder = await builtin("fs").promises.realpath(nodePath.dirname(path)).catch((fault: unknown) => {
    if (systemCode(fault) === "ENOENT") throw misplaced(path, "has no folder", "Make the folder first.");
    throw fileFault("opened", path, fault);
  });
  const file = nodePath.join(folder, nodePath.basename(path));
  await statOf(file);
  return file;
}

/** What stands at the path; `null` = nothing does. Refuses what is no plain file before it is opened. */
async function statOf(file: string): Promise<Stats | null> {
  const stats = await builtin("fs").promises.lstat(file).catch((fault: unknown) => {
    if (systemCode(fault) === "ENOENT") return null;
    if (systemCode(fault) === "ENOTDIR") throw misplaced(file, "has a file where its folder should be", "Choose another path.");
    throw fileFault("opened", file, fault);
  });
  if (stats === null || stats.isFile()) return stats;
  if (stats.isSymbolicLink()) throw misplaced(file, "is a symbolic link", "Pass the path of the file itself: a second name would be a second lock.");
  throw misplaced(file, stats.isDirectory() ? "is a directory" : "is no plain file", "Choose the path of a file.");
}

/** No handle where there is no file yet. */
async function readToAppend(file: string): Promise<{ handle: FileHandle | null; content: JournalContent }> {
  if ((await statOf(file)) === null) return { handle: null, content: { records: Object.freeze([]), size: 0, crc: 0, tornTail: null } };
  const handle = await openToAppend(file);
  try {
    const content = readContent(await handle.readFile(), file);
    await removeBeside(file);
    // Only now: a writer that was killed while it made the file left it under two names.
    if ((await handle.stat()).nlink > 1) throw misplaced(file, "has a second name, by a hard link", "Remove the other link, or copy the file: a second name would be a second lock.");
    if (content.tornTail !== null) {
      await handle.truncate(content.size);
      await handle.datasync();
    }
    return { handle, content };
  } catch (fault) {
    await handle.close();
    throw fault;
  }
}

function tell(onRecovery: (recovery: JournalRecovery) => void, recovery: JournalRecovery): void {
  try {
    onRecovery(recovery);
  } catch {
    // Whoever listens disturbs nothing.
  }
}

function checkOptions(options: unknown): void {
  if (!isPlainObject(options)) invalid("options", "the options of a journal must be an object", "Pass { sync, onRecovery, takeOver } or nothing.");
  for (const [name, value] of Object.entries(options)) {
    const rule = Object.hasOwn(OPTION_RULES, name) ? OPTION_RULES[name as keyof JsonlJournalOptions] : null; // Just looked up.
    if (rule === null) return invalid(`options.${name}`, `there is no option ${JSON.stringify(name)}`, `Options are ${Object.keys(OPTION_RULES).join(", ")}.`);
    const [isValid, hint] = rule;
    if (value !== undefined && !isValid(value)) invalid(`options.${name}`, `option ${name} is invalid`, hint);
  }
}

function withoutUndefined(options: JsonlJournalOptions): JsonlJournalOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

function isFunction(value: unknown): boolean {
  return typeof value === "function";
}

function invalid(path: string, message: string, hint: string): never {
  throw new LoopwrightError("option-invalid", message, { path, hint });
}

function misplaced(path: string, what: string, hint: string): JournalFileError {
  return new JournalFileError("journal-place", `the journal ${path} ${what}`, { path, hint });
}
