/// <reference types="node" preserve="false" />
/**
 * Runs one command from start to end, for whoever reads its output: an agent, git, a check of a project.
 *
 * On `node:child_process` rather than on a library: execa 10, the best kept one, was tried. It settles only after the
 * command is gone, so an abort waits for a command that ignores SIGTERM; it stops its own escalation to SIGKILL when
 * the command is gone, so that a grandchild which ignores SIGTERM lives on; and its timers hold up the end of the
 * parent. What is left of it once these are replaced is `spawn`.
 *
 * Invariants:
 * 1. The command and its arguments are an array and reach the system as they are: no shell (LG-SEC-30).
 * 2. The promise settles exactly once and never rejects; how the run ended is always said.
 * 3. After a time-out, an abort or a fault in the reader it settles at once. It holds then no listener on the signal, no
 *    timer and no open stream, the whole process group is ended, and nothing of it keeps this process alive (G10).
 * 4. `exited` is said only when the output was read to its end, and the whole of the input was written or not wanted (the
 *    command closed it, which is its right). A command that exits while something it started keeps its output open gets
 *    {@link DRAIN_MS} to finish; then its group is ended, and if the output is open even after that, the end is
 *    `output-held`: what was read cannot be known to be whole.
 * 5. Output is handed on as it comes and never kept here, but for the tail of standard error.
 */
import { type GroupSpec, type StartedGroup, startGroup } from "./process-group.js";

/** What is run. */
export interface ProcessSpec extends GroupSpec {
  readonly stdin?: Uint8Array | string | undefined;
  /** None where whoever runs it keeps the time, by the signal. */
  readonly timeoutMs?: number | undefined;
  /** Between SIGTERM and SIGKILL; 0 kills at once. */
  readonly killGraceMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Takes pieces of output. What it throws ends the run. */
  readonly onOutput: (piece: Uint8Array, stream: "stdout" | "stderr") => void;
}

/** How a run ended. */
export type ProcessEnd =
  | { readonly kind: "exited"; readonly code: number }
  | { readonly kind: "signalled"; readonly signal: string }
  | { readonly kind: "timed-out" }
  | { readonly kind: "aborted" }
  | { readonly kind: "output-held" }
  | { readonly kind: "not-started"; readonly error: Error }
  | { readonly kind: "failed"; readonly error: unknown };

/** How a run without a time limit ended. */
export type UntimedEnd = Exclude<ProcessEnd, { readonly kind: "timed-out" }>;

const DRAIN_MS = 1000;

/** A command may close its input without reading it: then its exit code says what that means. */
const CLOSED_BY_READER: readonly (string | undefined)[] = ["EPIPE", "ECONNRESET", "EOF"];

/** Runs a command. */
export function runProcess(spec: ProcessSpec & { readonly timeoutMs?: undefined }): Promise<UntimedEnd>;
export function runProcess(spec: ProcessSpec): Promise<ProcessEnd>;
export function runProcess(spec: ProcessSpec): Promise<ProcessEnd> {
  return new Promise((resolve) => {
    if (spec.signal?.aborted === true) return resolve({ kind: "aborted" });
    const started = startGroup(spec, (error) => resolve({ kind: "not-started", error }));
    if (started !== undefined) follow(started, spec, resolve);
  });
}

function follow({ child, group }: StartedGroup, spec: ProcessSpec, resolve: (end: ProcessEnd) => void): void {
  const { killGraceMs, signal } = spec;
  let drainTimer: NodeJS.Timeout | undefined;
  let isSettled = false;
  const settle = (end: ProcessEnd): void => {
    if (isSettled) return;
    isSettled = true;
    signal?.removeEventListener("abort", abort);
    clearTimeout(timer);
    clearTimeout(drainTimer);
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
    child.unref();
    group.end(killGraceMs);
    resolve(end);
  };
  const fail = (error: unknown): void => settle({ kind: "failed", error });
  const abort = (): void => settle({ kind: "aborted" });
  const timer = spec.timeoutMs === undefined ? undefined : setTimeout(() => settle({ kind: "timed-out" }), spec.timeoutMs);
  signal?.addEventListener("abort", abort, { once: true });
  const drain = (): void => {
    group.end(killGraceMs);
    drainTimer = setTimeout(() => settle({ kind: "output-held" }), killGraceMs + DRAIN_MS);
  };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].on("error", fail);
    child[name].on("data", (piece: Uint8Array) => {
      try {
        if (!isSettled) spec.onOutput(piece, name);
      } catch (thrown) {
        fail(thrown);
      }
    });
  }
  child.on("error", fail);
  child.once("exit", () => {
    if (!isSettled) drainTimer = setTimeout(drain, DRAIN_MS);
  });
  child.once("close", (code: number | null, killedBy: string | null) => {
    settle(code === null ? { kind: "signalled", signal: killedBy ?? "unknown" } : { kind: "exited", code });
  });
  child.stdin.on("error", (error: NodeJS.ErrnoException) => {
    if (!CLOSED_BY_READER.includes(error.code)) fail(error);
  });
  child.stdin.end(spec.stdin ?? "");
}
