/**
 * What a command came to, and how it is told: data on standard output, everything else on standard error (LG-CLI-1).
 *
 * Invariants:
 * 1. Standard output has the result and nothing else, printed once, at the end; with `--json` it is one JSON document.
 * 2. Every fault ends as one message with a code and a hint, never as a trace (LG-SEC-34).
 * 3. Nothing heavy is loaded here: help and faults of the command line come this way.
 * 4. Text from outside reaches a terminal with its control characters visible (LG-SEC-19).
 */
import { Interruption, type CommandWorld } from "./command-world.js";

/** Exit codes; 130 and 143 are the signals'. */
export const EXIT_CODES = Object.freeze({
  /** It is done; for `run`: a pass row decided. */
  done: 0,
  /** A problem, or a check that found something; see standard output for which (LG-CLI-2). */
  problem: 1,
  /** The command line was not understood; nothing was done. */
  usage: 2,
  /** `run`: a stop row or a limit decided. */
  stopped: 3,
  /** `run`: a person is asked; the snapshot waits for the answer. */
  suspended: 4,
});

/** What a command came to. */
export interface Outcome {
  readonly exitCode?: number;
  /** The result for programs. */
  readonly data: unknown;
  /** The result for people; left out where it is the data. */
  readonly text?: string;
  /** What to know beside the result. */
  readonly notes?: readonly string[];
  /** A fault beside the result. */
  readonly problem?: unknown;
}

/** A fault in how a command was called, found after parsing. */
export class UsageError extends Error {
  override readonly name = "UsageError";
  readonly code = "usage";
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.hint = hint;
  }
}

/** Runs a command and tells what it came to; returns the exit code. */
export async function perform(run: () => Promise<Outcome> | Outcome, options: { readonly json?: boolean | undefined }, world: CommandWorld): Promise<number> {
  const isJson = options.json === true;
  try {
    const { exitCode = EXIT_CODES.done, data, text, notes = [], problem } = await run();
    for (const note of notes) world.stderr.write(`loopwright: ${visible(note)}\n`);
    if (problem !== undefined) tellProblem(problem, isJson, world);
    world.stdout.write(isJson || text === undefined ? `${JSON.stringify(data, null, isJson ? undefined : 2)}\n` : `${text}\n`);
    return exitCode;
  } catch (thrown) {
    tellProblem(thrown, isJson, world);
    if (thrown instanceof Interruption) return thrown.exitCode;
    return thrown instanceof UsageError ? EXIT_CODES.usage : EXIT_CODES.problem;
  }
}

/** Writes a fault to standard error: lines for people, one JSON document with `--json`. */
export function tellProblem(thrown: unknown, isJson: boolean, world: CommandWorld): void {
  const { code, message, path, hint } = described(thrown);
  if (isJson) {
    world.stderr.write(`${JSON.stringify({ error: { code, message, ...(path === null ? {} : { path }), ...(hint === null ? {} : { hint }) } })}\n`);
    return;
  }
  const at = path === null || message.includes(path) ? "" : ` (${visible(path)})`;
  world.stderr.write(`loopwright: ${visible(message)}${at} [${code}]\n${hint === null ? "" : `  hint: ${visible(hint)}\n`}`);
}

/** A fault as data. */
export function described(thrown: unknown): { readonly code: string; readonly message: string; readonly path: string | null; readonly hint: string | null } {
  const textOf = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);
  // Errors of Loopwright, whichever copy of it they come from, and our own have these fields; so do those of the system.
  const fields = thrown instanceof Error ? (thrown as Error & { readonly code?: unknown; readonly path?: unknown; readonly hint?: unknown }) : null;
  return { code: textOf(fields?.code) ?? "internal", message: fields?.message ?? String(thrown), path: textOf(fields?.path), hint: textOf(fields?.hint) };
}

/** One line, control and direction characters escaped. */
function visible(text: string): string {
  return text.replaceAll(/[\r\n\u2028\u2029]+/g, " ").replaceAll(/[\p{Cc}\p{Cf}]/gu, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}
