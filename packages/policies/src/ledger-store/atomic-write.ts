/**
 * A file replaced in one step (LG-SEC-10, LG-SEC-12).
 *
 * Ours, because write-file-atomic, the best kept library, neither makes the rename last (it leaves the directory unsynced)
 * nor leaves room to look at the old file once more before it.
 *
 * Invariants:
 * 1. Whoever reads finds the old bytes or the new ones, whole, whenever this process dies.
 * 2. On failure the copy beside is removed and the old file stands.
 * 3. The last look comes after the new bytes are safe on disk, right before the rename.
 */
import { refuse } from "../ledger/problem.js";
import { codeOf, nodeFs, nodePath } from "./node-files.js";

const NEW_FILE_MODE = 0o644;
const UNSUPPORTED: ReadonlySet<string> = new Set(["EINVAL", "EISDIR", "EPERM", "EACCES", "ENOTSUP", "EBADF"]);

/**
 * Replaces `path` by `text`; `lastLook` may refuse.
 * @throws LedgerProblem `io-failed`, and what `lastLook` throws.
 */
export function writeAtomically(path: string, text: string, lastLook: () => void): void {
  const fs = nodeFs();
  const token = process.getBuiltinModule("node:crypto").randomBytes(6).toString("hex");
  const beside = `${path}.${process.pid}-${token}.tmp`;
  try {
    writeBeside(beside, text, modeOf(path));
    lastLook();
    fs.renameSync(beside, path);
  } catch (thrown) {
    fs.rmSync(beside, { force: true });
    if (codeOf(thrown) === "unknown" || !(thrown instanceof Error) || !("syscall" in thrown)) throw thrown;
    refuse("io-failed", path, `${path} could not be written: ${codeOf(thrown)}`, "The old file stands. Check space and permissions.");
  }
  syncDirectory(nodePath().dirname(path));
}

function writeBeside(beside: string, text: string, mode: number): void {
  const fs = nodeFs();
  const handle = fs.openSync(beside, "wx", mode);
  try {
    fs.fchmodSync(handle, mode); // whatever the process's mask says
    fs.writeFileSync(handle, text, "utf8");
    fs.fsyncSync(handle);
  } finally {
    fs.closeSync(handle);
  }
}

function modeOf(path: string): number {
  const stat = nodeFs().statSync(path, { throwIfNoEntry: false });
  return stat === undefined ? NEW_FILE_MODE : stat.mode & 0o777;
}

/** Makes a rename last. Some systems cannot; the file is right all the same. */
function syncDirectory(directory: string): void {
  const fs = nodeFs();
  try {
    const handle = fs.openSync(directory, "r");
    try {
      fs.fsyncSync(handle);
    } finally {
      fs.closeSync(handle);
    }
  } catch (thrown) {
    if (UNSUPPORTED.has(codeOf(thrown))) return;
    refuse("io-failed", directory, `the new file stands, but may not survive a crash: ${codeOf(thrown)}`, "Check the disk.");
  }
}
