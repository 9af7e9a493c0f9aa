/** Runs a command of the repository in a child process, with `node_modules/.bin` first in PATH. */
import { spawn, spawnSync } from "node:child_process";
import path from "node:path";
import { root } from "./workspace.ts";

export interface RunOptions {
  readonly cwd?: string;
}

export interface RunResult {
  readonly ok: boolean;
  readonly stdout: string;
  /** stdout and stderr, for showing to a person. */
  readonly output: string;
}

const bin = path.join(root, "node_modules", ".bin");

function environment(): NodeJS.ProcessEnv {
  return {
    ...process.env,
    NO_COLOR: "1",
    FORCE_COLOR: undefined,
    TURBO_TELEMETRY_DISABLED: "1",
    TURBO_NO_UPDATE_NOTIFIER: "1",
    PATH: `${bin}${path.delimiter}${process.env["PATH"] ?? ""}`,
  };
}

export function run(command: string, args: readonly string[], options: RunOptions = {}): RunResult {
  const child = spawnSync(command, args, {
    cwd: options.cwd ?? root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    stdio: ["ignore", "pipe", "pipe"],
    env: environment(),
  });
  const failure = child.error ? `${command}: ${child.error.message}\n` : "";
  const killed = child.signal ? `${command}: ended by ${child.signal}\n` : "";
  const { stdout, stderr } = child;
  return { ok: child.status === 0, stdout, output: stdout + stderr + failure + killed };
}

/** {@link run}, beside other commands; the output is kept in the order in which it came. */
export function runBeside(command: string, args: readonly string[]): Promise<RunResult> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"], env: environment() });
    let stdout = "";
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
      output += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => (output += text));
    child.on("error", (error) => resolve({ ok: false, stdout, output: `${output}${command}: ${error.message}\n` }));
    child.on("close", (code, signal) => {
      const killed = signal === null ? "" : `${command}: ended by ${signal}\n`;
      resolve({ ok: code === 0, stdout, output: output + killed });
    });
  });
}

/** What the check scripts end with: prints the problems, or what was checked, and sets the exit code. */
export function conclude(problems: readonly string[], checked: string): void {
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
  else console.log(checked);
}
