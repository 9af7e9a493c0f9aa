/** Runs command lines: in this process, which is quick, or as a real child of a program built from the sources. */
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { onTestFinished, vi } from "vitest";
import { runCommandLine } from "./command-line.js";

// Commands load what they need when they are called, and programs start slowly on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** What a command line came to. */
export interface Ran {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export const TODAY = "2026-01-02";

/** Runs a command line in this process. */
export async function cli(args: readonly string[], stdin = ""): Promise<Ran> {
  const said = { stdout: "", stderr: "" };
  const exitCode = await runCommandLine(args, {
    stdin: (async function* () {
      yield await Promise.resolve(new TextEncoder().encode(stdin));
    })(),
    stdout: { write: (written) => void (said.stdout += written) },
    stderr: { write: (written) => void (said.stderr += written) },
    today: () => TODAY,
  });
  return { exitCode, ...said };
}

/** Data on standard output; the command must have ended with `exitCode`. */
export function dataOf({ exitCode, stdout, stderr }: Ran, expected = 0): unknown {
  if (exitCode !== expected) throw new Error(`exit code ${String(exitCode)}: ${stderr}`);
  return JSON.parse(stdout) as unknown;
}

/** Code of the error on standard error, whichever form it has; nothing may stand on standard output. */
export function codeOf({ exitCode, stdout, stderr }: Ran): string {
  if (exitCode === 0) throw new Error(`no error: ${stdout}`);
  const code = stderr.startsWith("{") ? (JSON.parse(stderr) as { readonly error: { readonly code: string } }).error.code : /\[([a-z-]+)\]\n/.exec(stderr)?.[1];
  if (stdout !== "") throw new Error(`on standard output: ${stdout}`);
  return `${exitCode}:${code ?? stderr}`;
}

/** The program, built from the sources into a folder. */
export async function buildProgram(folder: string): Promise<string> {
  const here = path.dirname(fileURLToPath(import.meta.url));
  const program = path.join(folder, "loopwright.mjs");
  await build({
    entryPoints: [path.join(here, "loopwright.ts")],
    outfile: program,
    bundle: true,
    platform: "node",
    format: "esm",
    logLevel: "error",
    tsconfig: path.join(here, "../../../tsconfig.base.json"),
    // One of the libraries still calls `require`.
    banner: { js: 'import { createRequire as make } from "node:module"; const require = make(import.meta.url);' },
  });
  return program;
}

/** Runs a command line as a real process. */
export async function runProgram(program: string, args: readonly string[], options: { readonly cwd: string; readonly stdin?: string }): Promise<Ran> {
  const child = spawn(process.execPath, [program, ...args], { cwd: options.cwd, stdio: "pipe" });
  child.stdin.on("error", () => undefined); // it need not read
  child.stdin.end(options.stdin ?? "");
  const [stdout, stderr, exitCode] = await Promise.all([text(child.stdout), text(child.stderr), new Promise<number | null>((resolve) => child.once("close", resolve))]);
  return { exitCode, stdout, stderr };
}

/** A repository in a temporary directory that goes with the test. */
export interface Project {
  readonly root: string;
  readonly ledger: string;
  readonly write: (file: string, content: string) => string;
}

/** A temporary directory that goes with the test. */
export function outside(): string {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "loopwright-cli-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** git in a directory, as somebody. */
export const gitIn = (root: string) => (...args: readonly string[]) =>
  execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false", ...args], { cwd: root, encoding: "utf8" });

/** Twelve lines in `src/a.ts`, a spec with §4.2, no ledger yet. */
export function project(): Project {
  const root = outside();
  const write = (file: string, content: string): string => {
    const full = path.join(root, file);
    mkdirSync(path.dirname(full), { recursive: true });
    writeFileSync(full, content);
    return full;
  };
  write("src/a.ts", Array.from({ length: 12 }, (_, index) => `line ${index + 1}\n`).join(""));
  write(".review/work/auth/spec.md", "§4.2 Tokens rotate.\n");
  return { root, ledger: path.join(root, ".review/work/auth/review-ledger.json"), write };
}

/** A finding at a line of `src/a.ts`. */
export function finding(line: number, over: { readonly [key: string]: unknown } = {}): { readonly [key: string]: unknown } {
  return {
    severity: "major",
    claim: `claim about line ${line}`,
    anchor: { file: "src/a.ts", region: [line, line] },
    witness: { kind: "test", ref: "tests/review/x.test.ts", status: "red" },
    ...over,
  };
}
