/**
 * Calls of git: hardened, bounded in time and output, and either whole or an error (LG-SEC-3, LG-SEC-30, G4).
 *
 * Invariants:
 * 1. What a call gives was printed by a git that ended by itself with an exit code the caller expects. Anything else is an
 *    EvidenceError with the end of standard error, at most {@link STDERR_CHARS} characters on one line.
 * 2. Output beyond the limit is an error, never cut.
 * 3. Caller's values stand where git reads no options: behind `--end-of-options`, or on standard input.
 */
import { EvidenceError } from "../evidence-error.js";
import { runProcess, type ProcessEnd } from "@loopwright/core/process";
import { oneLine } from "../text/one-line.js";
import { GIT_ARGS, gitEnvironment, type RepositoryPlace } from "./hardening.js";

/** Longest quotation of standard error. */
export const STDERR_CHARS = 2000;
const STDERR_BYTES = 8192;

/** How git is found, and how long it may take. */
export interface GitProgram {
  readonly command: string;
  readonly timeoutMs: number;
}

/** One call. */
export interface GitCall {
  readonly stdin?: Uint8Array | string;
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
  /** Exit codes that are an answer; default 0 alone. */
  readonly codes?: readonly number[];
  /** Whether the repository's index is needed. Default: none is at hand, so that no file of the work tree is read. */
  readonly readsIndex?: boolean;
}

/** What a call came to. */
export interface GitAnswer {
  readonly code: number;
  readonly stdout: Uint8Array;
}

/** Calls git in one repository. */
export class Git {
  readonly place: RepositoryPlace;
  readonly #program: GitProgram;
  readonly #noIndex: string;

  constructor(place: RepositoryPlace, program: GitProgram) {
    this.place = place;
    this.#program = program;
    const { tmpdir } = process.getBuiltinModule("node:os");
    this.#noIndex = process.getBuiltinModule("node:path").join(tmpdir(), `no-index-${process.getBuiltinModule("node:crypto").randomUUID()}`);
  }

  /** Collects what git prints. */
  async run(args: readonly string[], call: GitCall): Promise<GitAnswer> {
    const pieces: Uint8Array[] = [];
    const code = await this.stream(args, call, (piece) => void pieces.push(piece));
    return { code, stdout: Buffer.concat(pieces) };
  }

  /** Hands on what git prints, piece by piece, and gives the exit code. */
  async stream(args: readonly string[], call: GitCall, onPiece: (piece: Uint8Array) => void): Promise<number> {
    const { command, timeoutMs } = this.#program;
    let size = 0;
    let stderr: Uint8Array = new Uint8Array();
    const end = await runProcess({
      ...this.#process(args, call),
      command,
      timeoutMs,
      killGraceMs: 0,
      signal: call.signal,
      ...(call.stdin === undefined ? {} : { stdin: call.stdin }),
      onOutput: (piece, stream) => {
        if (stream === "stderr") stderr = Buffer.concat([stderr, piece.subarray(-STDERR_BYTES)]).subarray(-STDERR_BYTES);
        else if ((size += piece.length) > call.maxBytes) throw tooMuch(args, call.maxBytes);
        else onPiece(piece);
      },
    });
    if (end.kind === "exited" && (call.codes ?? [0]).includes(end.code)) return end.code;
    throw this.#failure(args, end, stderr, call.signal);
  }

  /** The same at once, for readers that cannot wait: texts of a commit, asked for one by one. */
  runNow(args: readonly string[], call: GitCall): GitAnswer {
    const { spawnSync } = process.getBuiltinModule("node:child_process");
    const { command, timeoutMs } = this.#program;
    const { args: all, cwd, env } = this.#process(args, call);
    const { status, signal, stdout, stderr, error } = spawnSync(command, all, {
      cwd, env, shell: false, windowsHide: true, input: call.stdin ?? "", timeout: timeoutMs, killSignal: "SIGKILL", maxBuffer: call.maxBytes + STDERR_BYTES, stdio: "pipe",
    });
    if (codeOf(error) === "ENOBUFS" || (stdout?.length ?? 0) > call.maxBytes) throw tooMuch(args, call.maxBytes);
    if (error === undefined && status !== null && (call.codes ?? [0]).includes(status)) return { code: status, stdout };
    const end: ProcessEnd =
      codeOf(error) === "ETIMEDOUT" ? { kind: "timed-out" }
      : error !== undefined ? { kind: "not-started", error }
      : status === null ? { kind: "signalled", signal: String(signal) }
      : { kind: "exited", code: status };
    throw this.#failure(args, end, stderr ?? new Uint8Array(), undefined);
  }

  #process(args: readonly string[], call: GitCall): { readonly args: readonly string[]; readonly cwd: string; readonly env: { readonly [name: string]: string } } {
    return {
      args: [...GIT_ARGS, ...args],
      cwd: this.place.root,
      env: gitEnvironment(this.place, call.readsIndex === true ? undefined : this.#noIndex),
    };
  }

  #failure(args: readonly string[], end: ProcessEnd, stderr: Uint8Array, signal: AbortSignal | undefined): unknown {
    const { command, timeoutMs } = this.#program;
    if (end.kind === "aborted") return signal?.reason;
    if (end.kind === "failed" && end.error instanceof EvidenceError) return end.error;
    if (end.kind === "timed-out") {
      return new EvidenceError("git-timeout", `git ${args[0]} took longer than ${timeoutMs} ms and was ended`, { path: "git", hint: "Raise timeoutMs if the repository is that large." });
    }
    if (end.kind === "not-started") {
      const { message } = end.error;
      return new EvidenceError("git-missing", `${command} could not be started: ${message}`, { path: "git", hint: "Install git, or name it by the option command.", cause: end.error });
    }
    const said = quoted(stderr);
    const cause = end.kind === "failed" ? { cause: end.error } : {};
    return new EvidenceError("git-failed", `git ${args[0]} ${happening(end)}${said === "" ? "" : `: ${said}`}`, { path: "git", hint: "See what git said; nothing was concluded.", ...cause });
  }
}

function happening(end: ProcessEnd): string {
  if (end.kind === "exited") return `exited with code ${end.code}`;
  if (end.kind === "signalled") return `was ended by ${end.signal}`;
  return end.kind === "output-held" ? "left its output open" : "could not be read";
}

function quoted(stderr: Uint8Array): string {
  const said = oneLine(new TextDecoder().decode(stderr).trim());
  return said.length > STDERR_CHARS ? `…${said.slice(1 - STDERR_CHARS)}` : said;
}

function tooMuch(args: readonly string[], maxBytes: number): EvidenceError {
  return new EvidenceError("git-output-too-large", `git ${args[0]} printed more than ${maxBytes} bytes`, { path: "git", hint: "Nothing is cut; check less at once, or raise the limit." });
}

function codeOf(error: Error | undefined): string | undefined {
  return error !== undefined && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
