/**
 * Where the draft goes.
 *
 * Invariants:
 * 1. A file holds the old text or the new one, never a part: it is written beside and then renamed.
 * 2. `--write` replaces the document by an approved draft only.
 * 3. Only a draft that was reviewed is written anywhere (G2).
 */
import { access, constants, realpath, stat } from "node:fs/promises";
import path from "node:path";
import { messageOf } from "@loopwright/core";
import writeFileAtomic from "write-file-atomic";
import { quoted } from "./document.ts";
import { UserError } from "./user-error.ts";

/**
 * Finds out before the run whether a file can be written.
 *
 * @throws UserError `output-not-writable`, or `options-conflict` if it is the document itself.
 */
export async function checkOutput(target: string, document: string): Promise<void> {
  const folder = path.dirname(target);
  const existing = await stat(target).catch(() => null);
  if (existing !== null && !existing.isFile()) throw notWritable(target, "it is not a regular file");
  if (existing !== null && (await realpath(target)) === (await realpath(document))) {
    throw new UserError("options-conflict", "--out names the document itself", "Use --write to replace it once it is approved.");
  }
  const isFolder = await stat(folder).then((status) => status.isDirectory(), () => false);
  if (!isFolder) throw notWritable(target, `there is no directory ${quoted(folder)}`);
  await access(folder, constants.W_OK).catch((error: unknown) => {
    throw notWritable(target, messageOf(error));
  });
}

/**
 * Writes a text in one step.
 *
 * @throws UserError `output-not-writable`.
 */
export async function writeWhole(target: string, text: string): Promise<void> {
  await writeFileAtomic(target, text).catch((error: unknown) => {
    throw notWritable(target, messageOf(error));
  });
}

function notWritable(target: string, reason: string): UserError {
  return new UserError("output-not-writable", `cannot write ${quoted(target)} (${reason})`, "Name a file in a directory that you may write to.");
}
