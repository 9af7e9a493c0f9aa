/** What can be wrong with a journal's file. */
import { LoopwrightError, messageOf } from "../errors.js";
import type { JournalOwner } from "./journal-owner.js";

export type JournalFileErrorCode =
  /** Another run owns the journal. */
  | "journal-locked"
  /** What stands in the file was not written so. */
  | "journal-corrupt"
  /** The file was written by another version of the format. */
  | "journal-version"
  /** The path is no place for a journal: a directory, a link, one of several names, a device, no folder. */
  | "journal-place"
  /** The system refused to read or write. */
  | "journal-io"
  /** The file or its lock was taken away while it was open. */
  | "journal-lost"
  /** Used after `close`. */
  | "journal-closed";

interface JournalFileErrorOptions {
  readonly path: string;
  readonly hint: string;
  readonly owner?: JournalOwner;
  readonly line?: number;
  readonly byteOffset?: number;
  readonly cause?: unknown;
}

/** A journal's file that cannot be used. What was there before is still there. */
export class JournalFileError extends LoopwrightError<JournalFileErrorCode> {
  override readonly name = "JournalFileError";
  /** With `journal-locked`: who owns the journal; `null` where its lock cannot be read. */
  readonly owner: JournalOwner | null;
  /** With `journal-corrupt` and `journal-version`: the line, from 1. */
  readonly line: number | null;
  /** … and where it begins in the file. */
  readonly byteOffset: number | null;

  constructor(code: JournalFileErrorCode, message: string, options: JournalFileErrorOptions) {
    super(code, message, options);
    this.owner = options.owner ?? null;
    this.line = options.line ?? null;
    this.byteOffset = options.byteOffset ?? null;
  }
}

/** The `code` of an error of the operating system. */
export function systemCode(fault: unknown): string | undefined {
  return fault instanceof Error && "code" in fault && typeof fault.code === "string" ? fault.code : undefined;
}

const NO_ROOM = "Make room; what was recorded before is intact.";
const NO_ACCESS = "Check the permissions of the file and of its folder.";

const HINTS: { readonly [code: string]: string } = {
  ENOSPC: NO_ROOM,
  EDQUOT: NO_ROOM,
  EFBIG: NO_ROOM,
  EACCES: NO_ACCESS,
  EPERM: NO_ACCESS,
  EROFS: "The file system is read-only; choose another place.",
  EMFILE: "Too many files are open in this process.",
  ENFILE: "Too many files are open on this machine.",
  ERR_FS_FILE_TOO_LARGE: "The journal is too long to be read at once; compact it earlier.",
};

/** What a fault of the file system means for a journal; an error that already says so is kept. */
export function fileFault(doing: string, path: string, fault: unknown): JournalFileError {
  if (fault instanceof JournalFileError) return fault;
  const code = systemCode(fault) ?? "";
  const hint = HINTS[code] ?? "See the message of the operating system.";
  return new JournalFileError("journal-io", `the journal ${path} could not be ${doing}: ${messageOf(fault)}`, { path, hint, cause: fault });
}
