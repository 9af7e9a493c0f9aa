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
import { COMMAND_PRESETS } from "./presets.js";
import type { CommandPreset, CommandPresetName, EventOutput } from "./presets.js";

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

/** How to run a well-known program as an agent: its preset, and what differs from it. */
export interface PresetAgentOptions
  extends AgentDescription,
    Pick<CommandAgentOptions, "cwd" | "env" | "maxOutputBytes" | "killGraceMs"> {
  /** The program. Family and `prices: "reported"` are set where they are known; what is given here wins. */
  readonly preset: CommandPresetName;
  /** Where the program is. Default: its own name, to be found on `PATH`. */
  readonly command?: string;
  /** Further arguments, such as a model. They take the place of the preset's read-only mode, so repeat it if it is meant. */
  readonly args?: readonly string[];
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

/** Checked options with their defaults. */
export interface CommandPlan {
  readonly description: AgentDescription;
  readonly process: CommandProcess;
  readonly input: InputMode;
  readonly output: OutputMode | EventOutput;
  /** Where the program takes the schema of a structured answer: this flag, before the last `lastArgs` arguments. */
  readonly schema: { readonly flag: string; readonly lastArgs: number } | null;
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

const PRESET_RULES: OptionRules<PresetAgentOptions> = {
  ...DESCRIPTION_RULES,
  preset: oneWordOf(Object.keys(COMMAND_PRESETS)),
  command: RULES.command,
  args: RULES.args,
  cwd: RULES.cwd,
  env: RULES.env,
  maxOutputBytes: RULES.maxOutputBytes,
  killGraceMs: RULES.killGraceMs,
};

/** Checks options of unknown origin and fills in the defaults. Throws `agent-option-*`. */
export function checkCommandOptions(options: unknown): CommandPlan {
  if (isPlainObject(options) && options["preset"] !== undefined) return planOfPreset(options);
  checkOptions<CommandAgentOptions>(options, "commandAgent", RULES, ["command"]);
  const output = outputModeOf(options);
  return {
    description: output === "text" ? textOnly(options) : options,
    process: processOf(options, options.command, options.args ?? []),
    input: options.input ?? "text",
    output,
    schema: null,
  };
}

function planOfPreset(options: unknown): CommandPlan {
  checkOptions<PresetAgentOptions>(options, "commandAgent", PRESET_RULES, ["preset"]);
  const preset: CommandPreset = COMMAND_PRESETS[options.preset];
  const { command, args, safeArgs, lastArgs, schemaFlag, output } = preset;
  return {
    description: { ...preset.description, ...definedIn(options) },
    process: processOf(options, options.command ?? command, [...args, ...(options.args ?? safeArgs), ...lastArgs]),
    input: "text",
    output,
    schema: schemaFlag === undefined ? null : { flag: schemaFlag, lastArgs: lastArgs.length },
  };
}

function definedIn<Options extends object>(options: Options): Partial<Options> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Partial<Options>; // a subset of its fields
}

function processOf(options: Omit<PresetAgentOptions, "preset">, command: string, args: readonly string[]): CommandProcess {
  return {
    command,
    args: [...args],
    cwd: options.cwd,
    env: { ...options.env },
    maxOutputBytes: options.maxOutputBytes ?? DEFAULT_MAX_OUTPUT_BYTES,
    killGraceMs: options.killGraceMs ?? DEFAULT_KILL_GRACE_MS,
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
