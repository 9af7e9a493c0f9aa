/** Splits a plug-in command into program and arguments. No shell ever sees it: nothing is expanded. */
import { split } from "shlex";
import { UserError } from "./user-error.ts";

export interface CommandLine {
  readonly command: string;
  readonly args: readonly string[];
}

/**
 * Reads `'["program", "an argument"]'` (a JSON array, taken as it is) or `program "an argument"` (quotes and
 * backslashes as in a POSIX shell; variables, globs, pipes and redirections are plain text).
 */
export function parseCommandLine(option: string, value: string): CommandLine {
  const [command, ...args] = value.trimStart().startsWith("[") ? fromJson(option, value) : fromWords(option, value);
  if (command === undefined || command === "") throw invalid(option, "names no program");
  return { command, args };
}

function fromJson(option: string, value: string): string[] {
  try {
    const parsed: unknown = JSON.parse(value);
    if (Array.isArray(parsed) && parsed.every((item): item is string => typeof item === "string")) return parsed;
  } catch {
    // Told below.
  }
  throw invalid(option, "starts like a JSON array but is no JSON array of strings");
}

function fromWords(option: string, value: string): string[] {
  try {
    return split(value);
  } catch {
    throw invalid(option, "has a quote or backslash that is not closed");
  }
}

function invalid(option: string, problem: string): UserError {
  return new UserError("command-invalid", `the value of ${option} ${problem}`, `Write ${option} 'program argument' or ${option} '["program", "argument"]'.`);
}
