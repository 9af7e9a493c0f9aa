/**
 * Runs one command from start to end.
 *
 * On `node:child_process` rather than on a library: execa 10, the best kept one, was tried. It settles only after the
 * command is gone, so an abort waits for a command that ignores SIGTERM; it stops its own escalation to SIGKILL when
 * the command is gone, so that a grandchild which ignores SIGTERM lives on; and its timers hold up the end of the
 * parent. What is left of it once these are replaced is `spawn`.
 *
 * Invariants:
 * 1. The promise settles exactly once, never rejects, and always says how the run ended.
 * 2. On abort and on too much output it settles at once. It holds then no listener on the signal, no timer and no open
 *    stream, and neither the command nor what it started keeps this process alive (G10).
 * 3. `exited` is said only when standard output was read to its end and the whole of standard input was either written
 *    or not wanted (the command closed it, which is its right).
 * 4. A command that has exited while something it started still holds its output open gets {@link DRAIN_MS} to finish;
 *    then its group is ended. If the output is open even after that, the answer cannot be known to be whole.
 */
import type { Readable, Writable } from "node:stream";
import { type StartedGroup, startGroup } from "@loopwright/core/process";
import { onAbort } from "../abort.js";
import type { CommandProcess } from "./options.js";

/** How a run ended. */
export type CommandEnd =
  | { readonly kind: "exited"; readonly code: number; readonly stdout: Uint8Array }
  | { readonly kind: "signalled"; readonly signal: string }
  | { readonly kind: "aborted" }
  | { readonly kind: "output-limit" }
  | { readonly kind: "output-held" }
  | { readonly kind: "stream-failed"; readonly error: Error }
  | { readonly kind: "not-started"; readonly error: Error };

/** A run that is over. */
export interface CommandRun {
  readonly end: CommandEnd;
  /** The last bytes of standard error, at most {@link STDERR_TAIL_BYTES}. */
  readonly stderrTail: Uint8Array;
  /** What had come of standard output by the end, however it ended; at most the limit. */
  readonly printed: Uint8Array;
}

export const STDERR_TAIL_BYTES = 8192;
const DRAIN_MS = 1000;

/** Starts the command, writes its input, and waits for its end or for the signal. */
export function runCommand(spec: CommandProcess & { readonly stdin: string }, signal: AbortSignal): Promise<CommandRun> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve(ended({ kind: "aborted" }));
    const env = { ...process.env, ...spec.env };
    const started = startGroup({ ...spec, env }, (error) => resolve(ended({ kind: "not-started", error })));
    if (started !== undefined) follow(started, spec, signal, resolve);
  });
}

function follow(
  { child, group }: StartedGroup,
  spec: CommandProcess & { readonly stdin: string },
  signal: AbortSignal,
  resolve: (run: CommandRun) => void,
): void {
  let drainTimer: NodeJS.Timeout | undefined;
  let isSettled = false;

  const settle = (end: CommandEnd): void => {
    if (isSettled) return;
    isSettled = true;
    stopListening();
    clearTimeout(drainTimer);
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
    child.unref();
    group.end(spec.killGraceMs);
    resolve({ end, stderrTail: stderr(), printed: end.kind === "exited" ? end.stdout : stdout() });
  };
  const fail = (error: Error): void => settle({ kind: "stream-failed", error });
  const drain = (): void => {
    group.end(spec.killGraceMs);
    drainTimer = setTimeout(() => settle({ kind: "output-held" }), spec.killGraceMs + DRAIN_MS);
  };

  const stdout = collect(child.stdout, spec.maxOutputBytes, () => settle({ kind: "output-limit" }));
  const stderr = keepTail(child.stderr, STDERR_TAIL_BYTES);
  child.on("error", fail);
  child.stdout.on("error", fail);
  child.stderr.on("error", fail);
  child.once("exit", () => {
    if (!isSettled) drainTimer = setTimeout(drain, DRAIN_MS);
  });
  child.once("close", (code: number | null, killedBy: string | null) => {
    settle(code === null ? { kind: "signalled", signal: killedBy ?? "unknown" } : { kind: "exited", code, stdout: stdout() });
  });
  write(child.stdin, spec.stdin, fail);
  const stopListening = onAbort(signal, () => settle({ kind: "aborted" }));
}

/** Gathers a stream up to a number of bytes; the returned function joins what came. */
function collect(stream: Readable, maxBytes: number, onLimit: () => void): () => Uint8Array {
  const chunks: Buffer[] = [];
  let size = 0;
  stream.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size > maxBytes) onLimit();
    else chunks.push(chunk);
  });
  return () => Buffer.concat(chunks);
}

/** Reads a stream to its end but keeps only its last bytes, so that a flood costs no memory. */
function keepTail(stream: Readable, maxBytes: number): () => Uint8Array {
  let tail: Buffer = Buffer.alloc(0);
  stream.on("data", (chunk: Buffer) => {
    tail = Buffer.concat([tail, chunk.subarray(-maxBytes)]).subarray(-maxBytes);
  });
  return () => tail;
}

/** A command may close its input without reading it: then its exit code says what that means. */
const CLOSED_BY_READER: readonly (string | undefined)[] = ["EPIPE", "ECONNRESET", "EOF"];

function write(stdin: Writable, text: string, onFault: (error: Error) => void): void {
  stdin.on("error", (error: NodeJS.ErrnoException) => {
    if (!CLOSED_BY_READER.includes(error.code)) onFault(error);
  });
  stdin.end(text);
}

function ended(end: CommandEnd): CommandRun {
  return { end, stderrTail: new Uint8Array(), printed: new Uint8Array() };
}
