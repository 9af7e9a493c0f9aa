/**
 * One command line from its arguments to its exit code.
 *
 * Parsing is @stricli/core's: of the kept and typed parsers it alone refuses unknown flags, misplaced ones, flags given
 * twice, surplus arguments and a flag in the place of another's value, and loads a command when it is called.
 *
 * Invariants:
 * 1. A command line that is not understood whole does nothing and exits with 2 (case F15).
 * 2. Help needs no command to be loaded.
 */
import { run } from "@stricli/core";
import { application } from "./application.js";
import type { CliContext } from "./cli-context.js";
import type { CommandWorld } from "./command-world.js";
import { EXIT_CODES, tellProblem, UsageError } from "./outcome.js";

/** Runs a command line; returns its exit code. Never rejects. */
export async function runCommandLine(args: readonly string[], world: CommandWorld): Promise<number> {
  const said: string[] = [];
  let exitCode: number | null = null;
  const streams: { stdout: CommandWorld["stdout"]; stderr: CommandWorld["stderr"]; exitCode?: number | string | null } = {
    stdout: world.stdout,
    stderr: { write: (text) => void said.push(text) },
  };
  const context: CliContext & { readonly process: typeof streams } = { process: streams, world, end: (code) => void (exitCode = code) };
  await run(application, args, context);
  if (exitCode !== null) return exitCode;
  if (streams.exitCode === 0 && said.length === 0) return EXIT_CODES.done; // help
  const message = said.join("").trim();
  const isJson = args.includes("--json");
  if (streams.exitCode === PARSE_FAULT || streams.exitCode === UNKNOWN_COMMAND) {
    tellProblem(new UsageError(message, `See loopwright ${helpOf(args)}--help.`), isJson, world);
    return EXIT_CODES.usage;
  }
  tellProblem(new Error(message), isJson, world);
  return EXIT_CODES.problem;
}

// The parser's own codes.
const PARSE_FAULT = -4;
const UNKNOWN_COMMAND = -5;

const COMMANDS: readonly string[] = ["check", "classify", "explain", "ledger", "replay", "run"];

/** The words in front, for a hint; none where there is no such command. */
function helpOf(args: readonly string[]): string {
  if (!COMMANDS.includes(args[0] ?? "")) return "";
  const words = args.slice(0, args[0] === "ledger" ? 2 : 1).filter((word) => /^[a-z-]+$/.test(word) && !word.startsWith("-"));
  return words.map((word) => `${word} `).join("");
}
