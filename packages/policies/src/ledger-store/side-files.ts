/**
 * Side files of a cycle: the exit log and the deferral file (LG-CLOSE-6, LG-EXIT-1, LG-TKT-1).
 *
 * Invariants:
 * 1. Appended only, each time with one write call; nothing but the last byte is read for it (LG-SEC-13, LG-SEC-36).
 * 2. Their failure never reverts a verdict: it comes back as a warning, and {@link missingLines} makes the lines again.
 * 3. A file whose last line was left open gets its line break first, so that a record is a line of its own.
 */
import type { LedgerNames } from "../ledger/config/names.js";
import { LedgerProblem } from "../ledger/problem.js";
import { ticketTitle } from "../ledger/texts/side-files.js";
import { codeOf, nodeFs } from "./node-files.js";
import { confinedFile, type LedgerPlace } from "./place.js";

/** What is to be appended; `null` for nothing. */
export interface SideLines {
  readonly ticket: string | null;
  readonly exitLine: string | null;
}

/** Appends, the ticket first; says what could not be (LG-CLOSE-6). */
export function appendSideLines(place: LedgerPlace, names: LedgerNames, { ticket, exitLine }: SideLines): readonly string[] {
  return [
    ...(ticket === null ? [] : append(place, names.deferralFile, ticket, ticketTitle(names))),
    ...(exitLine === null ? [] : append(place, names.exitLog, exitLine, "")),
  ];
}

function append(place: LedgerPlace, name: string, text: string, title: string): readonly string[] {
  try {
    appendOnce(confinedFile(place.directory, name), text, title);
    return [];
  } catch (thrown) {
    const why = thrown instanceof LedgerProblem ? thrown.message : codeOf(thrown);
    return [`side-file: ${name} was not written (${why}); run resync when it can be`];
  }
}

function appendOnce(path: string, text: string, title: string): void {
  const fs = nodeFs();
  const isNew = fs.lstatSync(path, { throwIfNoEntry: false }) === undefined;
  const { O_RDWR, O_CREAT, O_APPEND, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = fs.constants;
  const handle = fs.openSync(path, O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK, 0o644);
  try {
    const stat = fs.fstatSync(handle);
    if (!stat.isFile()) throw new LedgerProblem("io-failed", "it is no regular file");
    const bytes = Buffer.from(`${isNew ? title : needsBreak(handle, stat.size, text) ? "\n" : ""}${text}`);
    if (fs.writeSync(handle, bytes) !== bytes.length) throw new LedgerProblem("io-failed", "only a part was written");
    fs.fsyncSync(handle);
  } finally {
    fs.closeSync(handle);
  }
}

function needsBreak(handle: number, size: number, text: string): boolean {
  if (size === 0 || text.startsWith("\n")) return false;
  const last = Buffer.alloc(1);
  nodeFs().readSync(handle, last, 0, 1, size - 1);
  return last[0] !== 0x0a;
}
