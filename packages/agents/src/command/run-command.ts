/**
 * Runs a command and keeps what it prints, up to a limit.
 *
 * Invariants:
 * 1. The promise settles exactly once, never rejects, and always says how the run ended; see `runProcess`.
 * 2. More output than the limit ends the run; what came until then is kept, and is never taken for the whole.
 * 3. Of standard error only the tail is kept, so that a flood costs no memory.
 */
import { runProcess, type UntimedEnd } from "@loopwright/core/process";
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
/** Starts the command, writes its input, and waits for its end or for the signal. */
export async function runCommand(spec: CommandProcess & { readonly stdin: string }, signal: AbortSignal): Promise<CommandRun> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let stderrTail: Buffer = Buffer.alloc(0);
  const limit = new Error("more output than the limit");
  const end = await runProcess({
    ...spec,
    env: { ...process.env, ...spec.env },
    signal,
    onOutput: (piece, stream) => {
      if (stream === "stderr") {
        stderrTail = Buffer.concat([stderrTail, piece.subarray(-STDERR_TAIL_BYTES)]).subarray(-STDERR_TAIL_BYTES);
        return;
      }
      size += piece.length;
      if (size > spec.maxOutputBytes) throw limit;
      chunks.push(piece);
    },
  });
  const printed = Buffer.concat(chunks);
  return { end: endOf(end, printed, limit), stderrTail, printed };
}

function endOf(end: UntimedEnd, stdout: Uint8Array, limit: Error): CommandEnd {
  if (end.kind === "exited") return { ...end, stdout };
  if (end.kind !== "failed") return end;
  if (end.error === limit) return { kind: "output-limit" };
  return { kind: "stream-failed", error: end.error instanceof Error ? end.error : new Error(String(end.error)) };
}
