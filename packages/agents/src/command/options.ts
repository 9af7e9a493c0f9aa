/**
 * The options of a command agent, checked whole before anything runs.
 *
 * Invariants:
 * 1. What the operating system would refuse or cut at its first use is refused here: NUL bytes, empty names (G20).
 * 2. A combination that could never work is refused: `structured` without JSON output, a declared
 *    `structuredOutput: true` with text output (QU-SCH-02).
 */
import { isPlainObject } from "@loopwright/core";
import type { AgentDescription } from "@loopwright/core";
import { DESCRIPTION_RULES } from "../description.js";
import { arrayOf, checkOptions, nonBlankString, oneWordOf, refuse, wholeNumber } from "../options.js";
import type { OptionRule, OptionRules } from "../options.js";

/** How to run a command as an agent; only `command` is needed. The rest describes the agent. */
export interface CommandAgentOptions extends AgentDescription {
  /** The program: a name to be found on `PATH`, or a path (a relative one counts from `cwd`). */
  readonly command: string;
  /** Its arguments, one item each; never split, never quoted, never given to a shell. Default none. */
  readonly args?: readonly string[];
  /** Working directory. Default: that of this process. */
  readonly cwd?: string;
  /** Environment variables to set; `undefined` removes one. The others come from this process. */
  readonly env?: { readonly [name: string]: string | undefined };
  /**
   * What stands on standard input. `"text"` (default): the instruction, then the input in labelled fences, for models.
   * `"json"`: one document `{ role, purpose, instruction, input, schema, tools }`, for programs.
   */
  readonly input?: "text" | "json";
  /**
   * What standard output is. `"text"` (default): the answer's text, verbatim, so that the agent cannot serve a
   * structured role (`structuredOutput` is declared `false`). `"json"`: one JSON value and nothing else.
   */
  readonly output?: "text" | "json";
  /**
   * Where a structured answer stands in JSON output. `"field"` (default): the value is a reply
   * `{ text?, structured?, usage?, model?, finishReason? }`. `"whole"`: the value is the structured answer itself.
   */
  readonly structured?: "field" | "whole";
  /** The most bytes of standard output; one more fails the call. Default 10 MiB. */
  readonly maxOutputBytes?: number;
  /** Milliseconds between asking the process group to end (SIGTERM) and ending it (SIGKILL). Default 2000. */
  readonly killGraceMs?: number;
}

/** How the request is written. */
export type InputMode = "text" | "json";

/** How the answer is read; `"reply"` and `"structured"` are the two kinds of JSON output. */
export type OutputMode = "text" | "reply" | "structured";

/** The process that a call starts; everything but its standard input. */
export interface CommandProcess {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string | undefined;
  readonly env: { readonly [name: string]: string | undefined };
  readonly maxOutputBytes: number;
  readonly killGraceMs: number;
}

/** Checked options with their defaults. A preset of a known program is data of this shape. */
export interface CommandPlan {
  readonly description: AgentDescription;
  readonly process: CommandProcess;
  readonly input: InputMode;
  readonly output: OutputMode;
}

/** 10 MiB. */
const DEFAULT_MAX_OUTPUT_BYTES = 10 * 1024 * 1024;
/** 256 MiB: half of what one string can hold. */
const LARGEST_MAX_OUTPUT_BYTES = 256 * 1024 * 1024;
const DEFAULT_KILL_GRACE_MS = 2000;
const LONGEST_KILL_GRACE_MS = 600_000;

const withoutNul: OptionRule = (value, path) => {
  if (typeof value !== "string") refuse(path, value, "be a string", "Turn numbers into strings yourself.");
  if (value.includes("\0")) refuse(path, value, "have no NUL byte", "The operating system would cut the text there.");
};

const nameWithoutNul: OptionRule = (value, path) => {
  nonBlankString(value, path);
  withoutNul(value, path);
};

const environment: OptionRule = (value, path) => {
  if (!isPlainObject(value)) refuse(path, value, "be a plain object", "Pass { NAME: \"value\" }.");
  for (const [name, text] of Object.entries(value)) {
    if (!/^[^=\0]+$/.test(name)) refuse(path, name, "have names without \"=\" and NUL", "Check the name of the variable.");
    if (text !== undefined) withoutNul(text, `${path}.${name}`);
  }
};

const RULES: OptionRules<CommandAgentOptions> = {
  ...DESCRIPTION_RULES,
  command: nameWithoutNul,
  args: arrayOf(withoutNul),
  cwd: nameWithoutNul,
  env: environment,
  input: oneWordOf(["text", "json"]),
  output: oneWordOf(["text", "json"]),
  structured: oneWordOf(["field", "whole"]),
  maxOutputBytes: wholeNumber({ from: 1, upTo: LARGEST_MAX_OUTPUT_BYTES }),
  killGraceMs: wholeNumber({ from: 0, upTo: LONGEST_KILL_GRACE_MS }),
};

/** Checks options of unknown origin and fills in the defaults. Throws `agent-option-*`. */
export function checkCommandOptions(options: unknown): CommandPlan {
  checkOptions<CommandAgentOptions>(options, "commandAgent", RULES, ["command"]);
  const output = outputModeOf(options);
  return {
    description: output === "text" ? textOnly(options) : options,
    process: {
      command: options.command,
      args: [...(options.args ?? [])],
      cwd: options.cwd,
      env: { ...options.env },
      maxOutputBytes: options.maxOutputBytes ?? DEFAULT_MAX_OUTPUT_BYTES,
      killGraceMs: options.killGraceMs ?? DEFAULT_KILL_GRACE_MS,
    },
    input: options.input ?? "text",
    output,
  };
}

function outputModeOf({ output = "text", structured }: CommandAgentOptions): OutputMode {
  if (output === "json") return structured === "whole" ? "structured" : "reply";
  if (structured !== undefined) {
    refuse("commandAgent.structured", structured, 'be left out while output is "text"', 'Set output: "json".');
  }
  return "text";
}

/** Text output cannot carry a structured answer; saying so lets a run refuse the agent before it starts (QU-SCH-02). */
function textOnly(options: CommandAgentOptions): AgentDescription {
  if (options.capabilities?.structuredOutput === true) {
    refuse("commandAgent.capabilities.structuredOutput", true, 'be false while output is "text"', 'Set output: "json".');
  }
  return { ...options, capabilities: { ...options.capabilities, structuredOutput: false } };
}
