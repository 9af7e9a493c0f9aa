/**
 * Checks that are commands: a test suite, a linter, a witness test. What they said becomes a record that the library wrote
 * itself, which is what makes it evidence (RL-EV-02).
 *
 * Invariants:
 * 1. A command is a program and an array of arguments; no shell reads them (LG-SEC-30).
 * 2. It runs inside the workspace, in a directory that lies in its root (LG-SEC-8).
 * 3. `passed` is said only of a command that ended by itself with code 0 and whose output was kept whole: time-outs,
 *    signals, output beyond the limit and commands that cannot be started are records that did not pass (G4).
 * 4. After the record nothing of the command runs on: its whole process group is ended (G10).
 * 5. A record is plain data, and names the digest of what the command ran against (RL-EV-02).
 */
import { MAX_TIMER_MS, messageOf } from "@loopwright/core";
import { KeptOutput } from "./command-check/kept-output.js";
import { EvidenceError } from "./evidence-error.js";
import { runProcess, type ProcessEnd } from "@loopwright/core/process";
import { oneLine } from "./text/one-line.js";
import { realPathInside } from "./workspace/confined.js";
import { snapshotDifference } from "./workspace/snapshot.js";
import type { Workspace } from "./workspace/workspace.js";

/** What a check runs. */
export interface CommandCheckOptions {
  /** What records are known by. */
  readonly id: string;
  /** A program, by name or path; never a line for a shell. */
  readonly command: string;
  readonly args?: readonly string[];
  /** Directory below the workspace's root; default the root. */
  readonly cwd?: string;
  /** Beside this process's own environment. */
  readonly env?: { readonly [name: string]: string | undefined };
  /** Longest time in milliseconds. There is no default: a check that hangs must not pass for one that takes long. */
  readonly timeoutMs: number;
  /** Bytes of output that are kept, both streams together; default 1 MiB. More forbids a pass. */
  readonly maxOutputBytes?: number;
  /** From SIGTERM to SIGKILL; default 2,000. */
  readonly killGraceMs?: number;
}

/** How a check ended. A type alias, so that it is `Json`. */
export type CheckEnd =
  | { readonly kind: "exited"; readonly code: number }
  | { readonly kind: "signalled"; readonly signal: string }
  | { readonly kind: "timed-out" }
  | { readonly kind: "not-started"; readonly reason: string }
  /** It exited, but something it started kept its output open. */
  | { readonly kind: "output-held" }
  | { readonly kind: "failed"; readonly reason: string };

/** What a check did. A type alias, so that it is `Json`. */
export type CheckRecord = {
  readonly id: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Relative to the root; `.` for the root itself. */
  readonly cwd: string;
  readonly end: CheckEnd;
  /** Both streams as they came; where bytes are left out, the text says so. */
  readonly output: string;
  /** Whether bytes are left out of `output`. */
  readonly isCut: boolean;
  /** Bytes of output in all. */
  readonly outputBytes: number;
  /** Digest of the workspace that it ran against. */
  readonly snapshot: string;
  /** Paths that it added, removed or modified; ignored ones do not count. */
  readonly writes: readonly string[];
  readonly durationMs: number;
  readonly passed: boolean;
};

/** A check that can be run. */
export interface CommandCheck {
  readonly id: string;
  /** Runs it against what the workspace holds now. Rejects only with the signal's reason or an EvidenceError of the workspace. */
  run(workspace: Workspace, options?: { readonly signal?: AbortSignal }): Promise<CheckRecord>;
}

/**
 * Makes a check of a command.
 * @throws EvidenceError `option-invalid`.
 */
export function commandCheck(options: CommandCheckOptions): CommandCheck {
  const plan = planOf(options);
  return Object.freeze({ id: plan.id, run: (workspace: Workspace, { signal }: { readonly signal?: AbortSignal } = {}) => runPlan(plan, workspace, signal) });
}

/** Options with their defaults. */
type Plan = Required<CommandCheckOptions>;

function planOf(options: CommandCheckOptions): Plan {
  const { id, command, args = [], cwd = ".", env = {}, timeoutMs, maxOutputBytes = 1_048_576, killGraceMs = 2000 } = options;
  const isText = (value: unknown): value is string => typeof value === "string" && !value.includes("\0") && value.isWellFormed();
  const need = (isFine: boolean, path: string, hint: string): void => {
    if (!isFine) throw new EvidenceError("option-invalid", `${path} of a check is not usable`, { path, hint });
  };
  const isCount = (value: unknown, least: number, most: number): boolean => Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most;
  need(isText(id) && id !== "", "id", "Name the check.");
  need(isText(command) && command.trim() !== "", "command", "Name a program; its arguments belong into args.");
  need(Array.isArray(args) && args.every(isText), "args", "Use an array of texts.");
  need(isText(cwd) && cwd !== "", "cwd", "Name a directory below the root.");
  need(Object.values(env).every((value) => value === undefined || isText(value)), "env", "Use texts.");
  need(isCount(timeoutMs, 1, MAX_TIMER_MS), "timeoutMs", `Use milliseconds from 1 to ${MAX_TIMER_MS}.`);
  need(isCount(maxOutputBytes, 2, 268_435_456), "maxOutputBytes", "Use bytes from 2 to 256 Mi.");
  need(isCount(killGraceMs, 0, MAX_TIMER_MS), "killGraceMs", "Use milliseconds from 0.");
  return { id, command, args: [...args], cwd, env: { ...env }, timeoutMs, maxOutputBytes, killGraceMs };
}

async function runPlan(plan: Plan, workspace: Workspace, signal?: AbortSignal): Promise<CheckRecord> {
  const cwd = directoryOf(workspace, plan.cwd);
  const before = await workspace.snapshot(signal === undefined ? {} : { signal });
  const output = new KeptOutput(plan.maxOutputBytes);
  const start = performance.now();
  const end = await runProcess({ ...plan, cwd, env: { ...process.env, ...plan.env }, signal, onOutput: (piece) => output.add(piece) });
  const durationMs = Math.round(performance.now() - start);
  if (end.kind === "aborted") throw signal?.reason;
  const after = await workspace.snapshot(signal === undefined ? {} : { signal });
  return {
    id: plan.id,
    command: plan.command,
    args: plan.args,
    cwd: plan.cwd,
    end: recordedEnd(end),
    output: output.text(),
    isCut: output.isCut,
    outputBytes: output.size,
    snapshot: before.digest,
    writes: snapshotDifference(before, after).paths.map(({ path }) => path),
    durationMs,
    passed: end.kind === "exited" && end.code === 0 && !output.isCut,
  };
}

function directoryOf({ root }: Workspace, cwd: string): string {
  const refuse = (what: string): never => {
    throw new EvidenceError("path-unsafe", what, { path: "cwd", hint: "Name a directory that exists, below the root of a workspace on disk." });
  };
  if (root === null) return refuse("a workspace in memory has no directory to run in");
  if (cwd === ".") return root;
  const real = realPathInside(root, cwd);
  const stat = real === null ? undefined : process.getBuiltinModule("node:fs").statSync(real, { throwIfNoEntry: false });
  return real !== null && stat?.isDirectory() === true ? real : refuse(`there is no directory ${JSON.stringify(cwd)}`);
}

function recordedEnd(end: Exclude<ProcessEnd, { readonly kind: "aborted" }>): CheckEnd {
  if (end.kind === "not-started" || end.kind === "failed") return { kind: end.kind, reason: oneLine(messageOf(end.error)) };
  return end;
}
