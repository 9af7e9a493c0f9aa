/**
 * Runs one command from start to end, for whoever reads its output: git, and the checks of a project.
 *
 * Invariants:
 * 1. The command and its arguments are an array and reach the system as they are: no shell (LG-SEC-30).
 * 2. The promise settles exactly once and never rejects; how the run ended is always said.
 * 3. After a time-out, an abort or a fault in the reader it settles at once, and the whole process group is ended (G10).
 * 4. `exited` is said only when the output was read to its end. A command that exits while something it started keeps its
 *    output open gets {@link DRAIN_MS}; then the group is ended, and the end is `output-held`.
 * 5. Output is handed on as it comes and never kept here, but for the tail of standard error.
 */
import { type GroupSpec, type StartedGroup, startGroup } from "@loopwright/core/process";

/** What is run. */
export interface ProcessSpec extends GroupSpec {
  readonly cwd: string;
  readonly stdin?: Uint8Array | string;
  readonly timeoutMs: number;
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

const DRAIN_MS = 1000;

/** Runs a command. */
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
  const timer = setTimeout(() => settle({ kind: "timed-out" }), spec.timeoutMs);
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
  // A command may close its input without reading it: then its exit code says what that means.
  child.stdin.on("error", (error: NodeJS.ErrnoException) => {
    if (!["EPIPE", "ECONNRESET", "EOF"].includes(error.code ?? "")) fail(error);
  });
  child.stdin.end(spec.stdin ?? "");
}
