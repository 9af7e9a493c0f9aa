/**
 * Files inside a root, and nothing else (LG-SEC-7, LG-SEC-8, LG-SEC-36).
 *
 * Invariants:
 * 1. A path that could lead out by its spelling never reaches the disk.
 * 2. What is opened is the real path of the file, and it lies in the real root; a link out of it, or into the directory of
 *    the version control, is refused, wherever in the path it stands.
 * 3. Only regular files are read, each with one handle, up to the limit: more is an error, never cut (LG-SEC-13).
 */
import { EvidenceError } from "../evidence-error.js";
import { isControlSegment, pathProblem } from "../repo-path.js";
import { MAX_FILE_BYTES, type ReadFileOptions } from "./workspace.js";

/**
 * Bytes of a file in a root; `null` where there is no such file. Relative to `root`, with `/`.
 * @throws EvidenceError `path-unsafe`, `not-a-file`, `file-unreadable`, `file-too-large`.
 */
export function readFileInside(root: string, path: string, { maxBytes = MAX_FILE_BYTES }: ReadFileOptions = {}): Uint8Array | null {
  const real = realPathInside(root, path);
  return real === null ? null : readRegular(real, path, maxBytes);
}

/**
 * Where a path really is; `null` where nothing is.
 * @throws EvidenceError `path-unsafe`, `file-unreadable`.
 */
export function realPathInside(root: string, path: string): string | null {
  const problem = pathProblem(path);
  if (problem !== null) unsafe(path, problem);
  const { realpathSync } = process.getBuiltinModule("node:fs");
  const paths = process.getBuiltinModule("node:path");
  const real = unlessMissing(path, () => realpathSync(paths.join(root, path)));
  if (real === null) return null;
  const inside = paths.relative(realpathSync(root), real);
  const segments = inside.split(paths.sep);
  if (inside === "" || paths.isAbsolute(inside) || segments[0] === "..") unsafe(path, "leads out of the root through a link");
  if (segments.some(isControlSegment)) unsafe(path, "leads into the version control directory through a link");
  return real;
}

/** Reads a regular file through one handle. `shown` is what messages name. */
export function readRegular(real: string, shown: string, maxBytes: number): Uint8Array | null {
  const { closeSync, constants, fstatSync, openSync, readSync } = process.getBuiltinModule("node:fs");
  // Not blocking: the other end of a pipe may never come. Links were followed before; a new one is not.
  const file = unlessMissing(shown, () => openSync(real, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)));
  if (file === null) return null;
  try {
    const stat = fstatSync(file);
    if (!stat.isFile()) throw new EvidenceError("not-a-file", `${JSON.stringify(shown)} is no regular file`, { path: shown, hint: "Name a regular file." });
    if (stat.size > maxBytes) throw tooLarge(shown, maxBytes);
    // One byte more than it says, to notice that it grew.
    const bytes = new Uint8Array(Math.min(stat.size, maxBytes) + 1);
    let length = 0;
    for (let count = -1; count !== 0 && length < bytes.length; length += count) count = readSync(file, bytes, length, bytes.length - length, null);
    if (length <= stat.size) return bytes.subarray(0, length);
    throw new EvidenceError("file-unreadable", `${JSON.stringify(shown)} grew while it was read`, { path: shown, hint: "Read it when nobody writes to it." });
  } finally {
    closeSync(file);
  }
}

const MISSING: readonly (string | undefined)[] = ["ENOENT", "ENOTDIR"];

/** What a call gives; `null` where there is no such file. */
export function unlessMissing<Value>(shown: string, call: () => Value): Value | null {
  try {
    return call();
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
    if (MISSING.includes(code)) return null;
    if (code === "ELOOP") unsafe(shown, "leads through a circle of links");
    throw new EvidenceError("file-unreadable", `${JSON.stringify(shown)} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`, { path: shown, hint: "See what the system said.", cause });
  }
}

function tooLarge(shown: string, maxBytes: number): EvidenceError {
  return new EvidenceError("file-too-large", `${JSON.stringify(shown)} has more than ${maxBytes} bytes`, { path: shown, hint: "Nothing is cut; raise the limit if it is meant to be that large." });
}

function unsafe(path: unknown, problem: string): never {
  throw new EvidenceError("path-unsafe", `the path ${JSON.stringify(path)} ${problem}`, { path: "path", hint: "Use a path relative to the root, with `/`, that stays in it." });
}
