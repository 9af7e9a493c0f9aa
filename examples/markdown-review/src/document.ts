/**
 * Reads the document to review.
 *
 * Invariants:
 * 1. The text is the file's, to the byte: line endings, byte order mark and a missing last newline are kept.
 * 2. Nothing but a regular file is opened, and never more than the limit is read.
 */
import { open, stat } from "node:fs/promises";
import { messageOf } from "@loopwright/core";
import { UserError } from "./user-error.ts";

/** Larger texts take minutes to lint. */
export const MAX_DOCUMENT_BYTES = 1024 * 1024;

export interface Document {
  /** Absolute. */
  readonly path: string;
  /** As a person named it. */
  readonly name: string;
  readonly text: string;
  readonly bytes: number;
}

/**
 * Reads the Markdown file at `path`, called `name` in whatever is said about it.
 *
 * @throws UserError if it is not one: missing, not a file, unreadable, too large, binary, not UTF-8 or empty.
 */
export async function readDocument(path: string, name: string): Promise<Document> {
  const content = await readBounded(path, name);
  if (content.includes(0)) {
    throw new UserError("document-binary", `${quoted(name)} is a binary file`, "Name a text file with Markdown in it.");
  }
  const text = decode(name, content);
  if (text.trim() === "") throw new UserError("document-empty", `${quoted(name)} is empty`, "There is nothing to review.");
  return { path, name, text, bytes: content.length };
}

async function readBounded(path: string, name: string): Promise<Uint8Array> {
  const status = await stat(path).catch((error: unknown) => refuse(name, error));
  if (status.isDirectory()) throw new UserError("document-not-a-file", `${quoted(name)} is a directory`, "Name a Markdown file in it.");
  if (!status.isFile()) {
    throw new UserError("document-not-a-file", `${quoted(name)} is not a regular file`, "Devices, pipes and sockets are not read; save the text to a file first.");
  }
  if (status.size > MAX_DOCUMENT_BYTES) throw tooLarge(name, status.size);
  const file = await open(path).catch((error: unknown) => refuse(name, error));
  try {
    const buffer = new Uint8Array(MAX_DOCUMENT_BYTES + 1); // One more than allowed: the file may have grown.
    let length = 0;
    for (;;) {
      const { bytesRead } = await file.read(buffer, length, buffer.length - length);
      if (bytesRead === 0) break;
      length += bytesRead;
      if (length > MAX_DOCUMENT_BYTES) throw tooLarge(name, length);
    }
    return buffer.subarray(0, length);
  } finally {
    await file.close();
  }
}

function decode(name: string, content: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(content);
  } catch {
    throw new UserError("document-not-utf8", `${quoted(name)} is not valid UTF-8`, "Convert it first, for example with iconv.");
  }
}

function tooLarge(name: string, bytes: number): UserError {
  const limit = `The limit is ${formatBytes(MAX_DOCUMENT_BYTES)}; review it in parts.`;
  return new UserError("document-too-large", `${quoted(name)} is too large (${formatBytes(bytes)})`, limit);
}

function refuse(name: string, error: unknown): never {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  switch (code) {
    case "ENOENT":
    case "ENOTDIR":
      throw new UserError("document-missing", `there is no file ${quoted(name)}`, "Check the path.");
    case "EACCES":
    case "EPERM":
      throw new UserError("document-unreadable", `no permission to read ${quoted(name)}`, "Check the file's permissions.");
    default:
      throw new UserError("document-unreadable", `cannot read ${quoted(name)} (${messageOf(error)})`, "Check the path.");
  }
}

/** A path in quotes, on one line whatever it holds. */
export function quoted(path: string): string {
  return JSON.stringify(path);
}

/** `812 bytes`, `2.1 KB`, `50.0 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  const kilobytes = bytes / 1024;
  return kilobytes < 1024 ? `${kilobytes.toFixed(1)} KB` : `${(kilobytes / 1024).toFixed(1)} MB`;
}
