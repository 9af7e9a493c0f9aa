/**
 * What a command is given beside its flags: files, standard input, texts in place (LG-CLI-3, LG-SEC-8, LG-SEC-13, LG-SEC-33).
 *
 * Invariants:
 * 1. Bounded before it is read; strict UTF-8; JSON read as strictly as a ledger.
 * 2. Exactly one source for each input; standard input serves at most one of them.
 */
import { LoopwrightError } from "@loopwright/core";
import { decodeUtf8 } from "@loopwright/evidence";
import { LEDGER_LIMITS, parseStrictJson } from "@loopwright/policies/ledger";
import { readBoundedFile } from "@loopwright/policies/ledger-store";
import type { CommandWorld } from "./command-world.js";
import { UsageError } from "./outcome.js";

/** Bytes of one input at most. */
export const MAX_INPUT_BYTES = LEDGER_LIMITS.payloadBytes;

/** One input: a file (`-` for standard input), or the text itself. */
export interface Source {
  /** The flag for the file, such as `--findings-file`. */
  readonly fileFlag: string;
  readonly file: string | undefined;
  readonly textFlag: string;
  readonly text: string | undefined;
}

/**
 * Text of an input.
 * @throws LoopwrightError `input-missing`, `input-twice`, `input-unreadable`, `limit-exceeded`.
 */
export async function readText(source: Source, world: CommandWorld): Promise<string> {
  const { fileFlag, file, textFlag, text } = source;
  if (file !== undefined && text !== undefined) throw new LoopwrightError("input-twice", `both ${fileFlag} and ${textFlag} were given`, { path: fileFlag, hint: "Give one of them." });
  if (text !== undefined) return checkText(text, textFlag);
  if (file === undefined) throw new LoopwrightError("input-missing", `neither ${fileFlag} nor ${textFlag} was given`, { path: fileFlag, hint: `Give ${fileFlag} FILE, or ${fileFlag} - for standard input.` });
  return readFileText(file, world);
}

/** Text of a file; `-` is standard input. */
export async function readFileText(file: string, world: CommandWorld): Promise<string> {
  const name = file === "-" ? "standard input" : file;
  const bytes = file === "-" ? await readStream(world) : readBoundedFile(file, { name, maxBytes: MAX_INPUT_BYTES });
  if (bytes === null) throw new LoopwrightError("input-unreadable", `there is no file ${file}`, { path: file, hint: "Check the path." });
  const text = decodeUtf8(bytes);
  if (text === null) throw new LoopwrightError("input-unreadable", `${name} is not UTF-8`, { path: name, hint: "Nothing is repaired: send it again as UTF-8." });
  return text;
}

/** JSON of an input, read strictly. */
export async function readJson(source: Source, world: CommandWorld): Promise<unknown> {
  return parseJson(await readText(source, world), source.file === undefined ? source.textFlag : source.file === "-" ? "standard input" : source.file);
}

/** JSON of a file; `-` is standard input. */
export async function readFileJson(file: string, world: CommandWorld): Promise<unknown> {
  return parseJson(await readFileText(file, world), file === "-" ? "standard input" : file);
}

/** JSON, read strictly. */
export function parseJson(text: string, name: string): unknown {
  return parseStrictJson(text, { name, code: "payload-invalid", maxBytes: MAX_INPUT_BYTES, maxDepth: LEDGER_LIMITS.jsonDepth });
}

/** Refuses a command line that reads standard input twice (LG-CLI-3). */
export function checkOneStdin(files: { readonly [flag: string]: string | undefined }): void {
  const flags = Object.entries(files).flatMap(([flag, file]) => (file === "-" ? [flag] : []));
  if (flags.length > 1) throw new UsageError(`${flags.join(" and ")} both read standard input`, "Give a file for one of them.");
}

function checkText(text: string, flag: string): string {
  if (text.length > MAX_INPUT_BYTES) throw tooLarge(flag);
  return text;
}

/** @throws the signal's reason where it comes first; whoever writes may never end. */
async function readStream({ stdin, signal }: CommandWorld): Promise<Uint8Array> {
  signal?.throwIfAborted();
  const { promise: interrupted, reject } = Promise.withResolvers<never>();
  const interrupt = (): void => reject(signal?.reason);
  signal?.addEventListener("abort", interrupt, { once: true });
  try {
    return await Promise.race([readChunks(stdin), interrupted]);
  } finally {
    signal?.removeEventListener("abort", interrupt);
  }
}

async function readChunks(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stream) {
    length += chunk.length;
    if (length > MAX_INPUT_BYTES) throw tooLarge("standard input");
    chunks.push(chunk);
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

function tooLarge(name: string): LoopwrightError {
  return new LoopwrightError("limit-exceeded", `${name} has more than ${MAX_INPUT_BYTES} bytes`, { path: name, hint: "Split it; nothing is cut." });
}
