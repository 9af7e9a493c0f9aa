/**
 * Node's files, taken when they are first needed: nothing here is imported, so that a bundler for another platform gets by.
 *
 * Invariants:
 * 1. What is read is a regular file within its limit; nothing else is opened for long (LG-SEC-13). A pipe does not block.
 */
import type * as Fs from "node:fs";
import { refuse } from "../ledger/problem.js";

/** `node:fs`. */
export function nodeFs(): typeof Fs {
  return process.getBuiltinModule("node:fs");
}

/** `node:path`. */
export function nodePath(): typeof import("node:path") {
  return process.getBuiltinModule("node:path");
}

/** Code of a system error, such as `ENOENT`; `unknown` for anything else. */
export function codeOf(thrown: unknown): string {
  return thrown instanceof Error && "code" in thrown && typeof thrown.code === "string" ? thrown.code : "unknown";
}

/** What a bounded read is of. */
export interface BoundedFile {
  /** What messages name. */
  readonly name: string;
  readonly maxBytes: number;
}

/**
 * Bytes of a regular file; `null` where there is none.
 * @throws LedgerProblem `limit-exceeded`, `io-failed`.
 */
export function readBounded(path: string, { name, maxBytes }: BoundedFile): Uint8Array | null {
  const { openSync, fstatSync, readSync, closeSync, constants } = nodeFs();
  let handle: number;
  try {
    handle = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (thrown) {
    if (codeOf(thrown) === "ENOENT") return null;
    return refuseRead(name, codeOf(thrown));
  }
  try {
    const stat = fstatSync(handle);
    if (!stat.isFile()) return refuseRead(name, "it is no regular file");
    if (stat.size > maxBytes) return refuseSize(name, maxBytes);
    // One byte more than there was: a file that grows meanwhile is noticed.
    const bytes = Buffer.allocUnsafe(stat.size + 1);
    let length = 0;
    for (let got = -1; got !== 0 && length < bytes.length; length += got) got = readSync(handle, bytes, length, bytes.length - length, null);
    return length > stat.size ? refuseRead(name, "it changed while it was read") : bytes.subarray(0, length);
  } catch (thrown) {
    if (codeOf(thrown) === "unknown" || !(thrown instanceof Error) || !("syscall" in thrown)) throw thrown;
    return refuseRead(name, codeOf(thrown));
  } finally {
    closeSync(handle);
  }
}

function refuseRead(name: string, why: string): never {
  return refuse("io-failed", name, `${name} cannot be read: ${why}`, "Check that it is a file and may be read.");
}

function refuseSize(name: string, maxBytes: number): never {
  return refuse("limit-exceeded", name, `${name} has more than ${maxBytes} bytes`, "Nothing is cut; make it smaller.");
}
