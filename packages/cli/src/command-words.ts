/**
 * A command on the command line: a program and its arguments.
 *
 * Invariant: there is no shell. A command is split at blanks and nothing else; what would need quoting is refused and has a
 * JSON form (LG-SEC-33).
 */
import { LoopwrightError } from "@loopwright/core";
import { parseJson } from "./read-input.js";

/** A program and its arguments. */
export interface CommandWords {
  readonly command: string;
  readonly args: readonly string[];
}

/**
 * Reads `program argument …` or `["program","argument",…]`.
 * @throws LoopwrightError with `code`, naming `path`.
 */
export function commandWords(text: string, at: { readonly code: string; readonly path: string; readonly hint: string }): CommandWords {
  const [command = "", ...args] = text.startsWith("[") ? listOf(text, at) : wordsOf(text, at);
  return { command, args };
}

type Place = Parameters<typeof commandWords>[1];

function listOf(text: string, at: Place): readonly string[] {
  const value = parseJson(text, at.path);
  if (Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === "string")) return value;
  return refuse("not a list of texts", at);
}

function wordsOf(text: string, at: Place): readonly string[] {
  const words = text.split(" ").filter((word) => word !== "");
  if (words.length === 0) refuse("there is no command", at);
  if (/["'\\`$|&;<>()*?\n\t]/.test(text)) refuse("there is no shell, and this would need one", at);
  return words;
}

function refuse(message: string, { code, path, hint }: Place): never {
  throw new LoopwrightError(code, message, { path, hint });
}
