/**
 * Files that come to be whole or not at all.
 *
 * On `node:fs` rather than on write-file-atomic, the best kept library: that does not sync the folder, so a crash of the
 * machine may take the renaming back, and it gives no handle to go on writing with.
 *
 * Invariants:
 * 1. A new file is written beside its place, synced, put there in one step, and the folder is synced. Killed anywhere,
 *    the place holds what it held before, or all of the new.
 * 2. The file beside is of no account: the next writer removes it. Only the owner of the journal writes.
 */
import type { FileHandle } from "node:fs/promises";
import { systemCode } from "./journal-file-error.js";
import { besideOf } from "./journal-files.js";
import { builtin } from "./node-builtins.js";

/** What a new file takes over from the one in its place. */
export interface FileRights {
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
}

/** A file to go on appending to. */
export interface WrittenFile {
  readonly handle: FileHandle;
  readonly size: number;
}

/** Opens a regular file for reading and appending; never follows a link. */
export function openToAppend(file: string): Promise<FileHandle> {
  const { constants, promises } = builtin("fs");
  return promises.open(file, constants.O_RDWR | constants.O_APPEND | noFollow());
}

/** Opens a regular file for reading; never follows a link. */
export function openToRead(file: string): Promise<FileHandle> {
  const { constants, promises } = builtin("fs");
  return promises.open(file, constants.O_RDONLY | noFollow());
}

/** Writes a new file; fails where there is one already. */
export async function createFile(file: string, text: string): Promise<WrittenFile> {
  const { link, unlink } = builtin("fs").promises;
  return writeBeside(file, [text], null, async (beside) => {
    await link(beside, file);
    await unlink(beside);
  });
}

/** Puts new content into the place of a file. */
export async function replaceFile(file: string, chunks: Iterable<string | Uint8Array>, rights: FileRights): Promise<WrittenFile> {
  const { rename } = builtin("fs").promises;
  return writeBeside(file, chunks, rights, (beside) => rename(beside, file));
}

/** Removes what a killed writer left. */
export function removeBeside(file: string): Promise<void> {
  return builtin("fs").promises.rm(besideOf(file), { force: true });
}

async function writeBeside(file: string, chunks: Iterable<string | Uint8Array>, rights: FileRights | null, putInPlace: (beside: string) => Promise<void>): Promise<WrittenFile> {
  const { constants, promises } = builtin("fs");
  const beside = besideOf(file);
  await removeBeside(file);
  const handle = await promises.open(beside, constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_EXCL | noFollow(), 0o600);
  try {
    if (rights !== null) await takeRights(handle, rights);
    for (const chunk of chunks) await handle.writeFile(chunk);
    const { size } = await handle.stat();
    await handle.sync();
    await putInPlace(beside);
    await syncFolder(builtin("path").dirname(file));
    return { handle, size };
  } catch (fault) {
    await handle.close().catch(() => undefined);
    await removeBeside(file).catch(() => undefined);
    throw fault;
  }
}

async function takeRights(handle: FileHandle, { mode, uid, gid }: FileRights): Promise<void> {
  const own = await handle.stat();
  if (own.uid !== uid || own.gid !== gid) await handle.chown(uid, gid).catch(() => undefined); // Only root may.
  await handle.chmod(mode & 0o777);
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return; // There folders cannot be opened, and renames are journalled.
  const handle = await builtin("fs").promises.open(folder, "r");
  try {
    await handle.sync();
  } catch (fault) {
    // Some network file systems have no such thing.
    if (!["EINVAL", "ENOTSUP"].includes(systemCode(fault) ?? "")) throw fault;
  } finally {
    await handle.close();
  }
}

/** Not on Windows. */
function noFollow(): number {
  return (builtin("fs").constants as { readonly O_NOFOLLOW?: number }).O_NOFOLLOW ?? 0;
}
