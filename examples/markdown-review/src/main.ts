/**
 * Reviews and revises a Markdown document: the command behind `npm start`.
 *
 * Invariants:
 * 1. Exit code 0 means approved and nothing else (`exit-code.ts`).
 * 2. Bad input is one line on standard error, or one JSON document there with `--json`.
 * 3. With `--json`, standard output holds the result and nothing else.
 */
import path from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { LoopwrightError, messageOf } from "@loopwright/core";
import { parseCli } from "./cli.ts";
import type { CliOptions } from "./cli.ts";
import { EXIT_CODE } from "./exit-code.ts";
import type { ExitCode } from "./exit-code.ts";
import { reviewFile } from "./review-file.ts";
import type { StopRequest } from "./stop-request.ts";
import { printable } from "./style.ts";
import { UserError } from "./user-error.ts";

const SHIPPED_DOCUMENT = fileURLToPath(new URL("../documents/release-notes.md", import.meta.url));

async function main(args: readonly string[]): Promise<ExitCode> {
  const parsed = parseCli(args, process.env);
  if (parsed.kind === "info") {
    process.stdout.write(parsed.text);
    return EXIT_CODE.approved;
  }
  const { options } = parsed;
  const directory = workingDirectory();
  const file = options.file === null ? SHIPPED_DOCUMENT : path.resolve(directory, options.file);
  const name = options.file ?? path.relative(directory, SHIPPED_DOCUMENT);
  const stop = listenForSignals();
  return reviewFile({ ...withPaths(options, directory), file, name, directory, stop });
}

/** npm runs scripts in the package's folder and keeps where the person stood. */
function workingDirectory(): string {
  const { npm_lifecycle_event: script, INIT_CWD: initial } = process.env;
  return script === "start" && initial !== undefined ? initial : process.cwd();
}

function withPaths(options: CliOptions, directory: string): CliOptions {
  return { ...options, out: options.out === null || options.out === "-" ? options.out : path.resolve(directory, options.out) };
}

/** The first signal ends the run in good order; a second one ends the process. */
function listenForSignals(): StopRequest {
  const controller = new AbortController();
  let by: "SIGINT" | "SIGTERM" | null = null;
  for (const name of ["SIGINT", "SIGTERM"] as const) {
    process.on(name, () => {
      if (by !== null) process.exit(name === "SIGINT" ? EXIT_CODE.interrupted : EXIT_CODE.terminated);
      by = name;
      controller.abort(new Error(`interrupted by ${name}`));
    });
  }
  return { signal: controller.signal, by: () => by };
}

function reportError(error: unknown, isJson: boolean): void {
  const { code, message, hint } = described(error);
  const line = `error: ${message}${hint === null ? "" : `. ${hint}`}`;
  process.stderr.write(`${isJson ? JSON.stringify({ error: { code, message, hint } }) : printable(line).replaceAll("\n", " ")}\n`);
}

function described(error: unknown): { readonly code: string; readonly message: string; readonly hint: string | null } {
  if (error instanceof UserError) return error;
  if (error instanceof LoopwrightError) return error as LoopwrightError; // `instanceof` leaves the type of `code` open.
  return { code: "internal", message: messageOf(error), hint: null };
}

// A reader that goes away (`| head`) ends the printing, not the run.
process.stdout.on("error", () => undefined);
process.stderr.on("error", () => undefined);

const args = process.argv.slice(2);
try {
  process.exitCode = await main(args);
} catch (error) {
  reportError(error, args.includes("--json"));
  process.exitCode = EXIT_CODE.badInput;
}
