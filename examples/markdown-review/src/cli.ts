/**
 * The command line.
 *
 * Invariants:
 * 1. Nothing is guessed: an unknown or misspelt option, a missing or odd value, a second file are errors (case F15).
 * 2. There is no way to switch the ceiling off: `--max-reviews` is a whole number from 1 to 10.
 */
import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import packageJson from "../package.json" with { type: "json" };
import { parseCommandLine } from "./command-line.ts";
import type { CommandLine } from "./command-line.ts";
import { modelServiceFrom } from "./model-service.ts";
import type { ModelService } from "./model-service.ts";
import { UserError } from "./user-error.ts";
import type { UserErrorCode } from "./user-error.ts";

export const DEFAULT_MAX_REVIEWS = 3;
export const HIGHEST_MAX_REVIEWS = 10;

/** What is to be done. */
export interface CliOptions {
  /** As written; `null` for the document that ships with the example. */
  readonly file: string | null;
  readonly maxReviews: number;
  readonly timeoutMs: number | null;
  readonly writerCommand: CommandLine | null;
  readonly reviewerCommand: CommandLine | null;
  /** Models by name; `null` for a role that something else plays. */
  readonly writerModel: string | null;
  readonly reviewerModel: string | null;
  /** Where they are asked; there if a model is named. */
  readonly modelService: ModelService | null;
  /** How the commands get their requests: as text for models, as JSON for programs. */
  readonly commandInput: "text" | "json";
  /** Where the last reviewed draft goes; `"-"` is standard output. */
  readonly out: string | null;
  /** Whether an approved draft replaces the file. */
  readonly isInPlace: boolean;
  readonly isJson: boolean;
}

export type ParsedCli = { readonly kind: "run"; readonly options: CliOptions } | { readonly kind: "info"; readonly text: string };

interface RawOptions {
  readonly maxReviews: number;
  readonly timeout?: number;
  readonly writerCmd?: string;
  readonly reviewerCmd?: string;
  readonly model?: string;
  readonly reviewerModel?: string;
  readonly cmdInput: "text" | "json";
  readonly out?: string;
  readonly write?: true;
  readonly json?: true;
}

/**
 * Reads the arguments after the program's name.
 *
 * @throws UserError for anything that is not understood.
 */
export function parseCli(args: readonly string[], environment: NodeJS.ProcessEnv): ParsedCli {
  let printed = "";
  const program = createProgram((text) => (printed += text));
  try {
    program.parse(args, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return { kind: "info", text: printed };
    throw toUserError(error);
  }
  refuseTakenByNpm(program, environment);
  return { kind: "run", options: toOptions(program.args[0] ?? null, program.opts<RawOptions>(), environment) };
}

function createProgram(print: (text: string) => void): Command {
  return new Command("npm start --")
    .description("Reviews a Markdown document with linters and revises it with their fixers, in a bounded quality loop.")
    .argument("[file]", "the Markdown file; without it, documents/release-notes.md of this example")
    .addOption(
      new Option("--max-reviews <number>", `reviews at most, 1 to ${HIGHEST_MAX_REVIEWS}; the hard ceiling of the run`)
        .default(DEFAULT_MAX_REVIEWS)
        .argParser(parseMaxReviews),
    )
    .addOption(new Option("--timeout <seconds>", "stop the whole run after this time").argParser(parseSeconds))
    .addOption(new Option("--writer-cmd <command>", "a program that writes: gets the request on stdin, answers with the document").argParser(parseText))
    .addOption(
      new Option("--reviewer-cmd <command>", 'a program that reviews: answers {"approved": …, "feedback": […]} as JSON').argParser(parseText),
    )
    .addOption(new Option("--model <name>", "a model that writes and reviews, of the service at OPENAI_BASE_URL").argParser(parseText).conflicts("writerCmd"))
    .addOption(new Option("--reviewer-model <name>", "another model that reviews").argParser(parseText).conflicts("reviewerCmd"))
    .addOption(new Option("--cmd-input <form>", "how these programs get the request: text suits models, json suits scripts").choices(["text", "json"]).default("text"))
    .addOption(new Option("--out <path>", "write the last reviewed draft there, approved or not; - is standard output").argParser(parseOut).conflicts("write"))
    .addOption(new Option("--write", "replace the file by the draft, if it is approved"))
    .addOption(new Option("--json", "print the result alone, as JSON"))
    .version(packageJson.version)
    .addHelpText("after", HELP)
    .exitOverride()
    .configureOutput({ writeOut: print, writeErr: () => undefined })
    .allowExcessArguments(false);
}

const HELP = `
A command is a program with its arguments, split at spaces as in a shell but never run by one, or a JSON array:
  npm start -- notes.md --reviewer-cmd 'my-reviewer --strict'
  npm start -- notes.md --writer-cmd '["my-writer", "--tone", "plain and short"]'

Models are asked at OPENAI_BASE_URL, any OpenAI-compatible address, with OPENAI_API_KEY if that is set:
  OPENAI_BASE_URL=http://localhost:11434/v1 npm start -- notes.md --model qwen3 --reviewer-model llama3.3

Exit codes: 0 approved, 1 not approved, 2 bad input or output, 130 interrupted.`;

function parseMaxReviews(value: string): number {
  const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
  if (number >= 1 && number <= HIGHEST_MAX_REVIEWS) return number;
  throw new InvalidArgumentError(`It is a whole number from 1 to ${HIGHEST_MAX_REVIEWS}.`);
}

const HIGHEST_SECONDS = Math.floor((2 ** 31 - 1) / 1000);

function parseSeconds(value: string): number {
  const seconds = /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : Number.NaN;
  const milliseconds = Math.round(seconds * 1000);
  if (milliseconds >= 1 && seconds <= HIGHEST_SECONDS) return milliseconds;
  throw new InvalidArgumentError(`It is a number of seconds above 0 and up to ${HIGHEST_SECONDS}.`);
}

function parseText(value: string): string {
  if (value.trim() === "" || value.startsWith("-")) throw new InvalidArgumentError("A value is missing.");
  return value;
}

function parseOut(value: string): string {
  return value === "-" ? value : parseText(value);
}

function toOptions(file: string | null, raw: RawOptions, environment: NodeJS.ProcessEnv): CliOptions {
  if (file === "") throw new UserError("document-missing", "the file name is empty", "Name a Markdown file.");
  if (file === null && raw.write === true) {
    throw new UserError("options-conflict", "--write needs a file", "Name the file that may be replaced.");
  }
  if (raw.json === true && raw.out === "-") {
    throw new UserError("options-conflict", "--json and --out - both want standard output", "Give --out a file.");
  }
  return {
    file,
    maxReviews: raw.maxReviews,
    timeoutMs: raw.timeout ?? null,
    writerCommand: raw.writerCmd === undefined ? null : parseCommandLine("--writer-cmd", raw.writerCmd),
    reviewerCommand: raw.reviewerCmd === undefined ? null : parseCommandLine("--reviewer-cmd", raw.reviewerCmd),
    ...modelsOf(raw, environment),
    commandInput: raw.cmdInput,
    out: raw.out ?? null,
    isInPlace: raw.write === true,
    isJson: raw.json === true,
  };
}

/** `--model` plays every role that nothing else was named for. */
function modelsOf({ model, reviewerModel, reviewerCmd }: RawOptions, environment: NodeJS.ProcessEnv): Pick<CliOptions, "writerModel" | "reviewerModel" | "modelService"> {
  const reviewing = reviewerModel ?? (reviewerCmd === undefined ? model : undefined);
  const isNeeded = model !== undefined || reviewing !== undefined;
  return {
    writerModel: model ?? null,
    reviewerModel: reviewing ?? null,
    modelService: isNeeded ? modelServiceFrom(environment, model === undefined ? "--reviewer-model" : "--model") : null,
  };
}

/** `npm start --max-reviews 3`, without `--` before it, gives the option to npm; it must not get lost in silence. */
function refuseTakenByNpm(program: Command, environment: NodeJS.ProcessEnv): void {
  if (environment["npm_lifecycle_event"] !== "start") return;
  for (const option of program.options) {
    const name = option.long?.slice(2) ?? "";
    const isTaken = environment[`npm_config_${name.replaceAll("-", "_")}`] !== undefined;
    if (isTaken && name !== "version" && program.getOptionValueSource(option.attributeName()) !== "cli") {
      throw new UserError("option-taken-by-npm", `npm took --${name} for itself`, `Put -- before it: npm start -- --${name} …`);
    }
  }
}

const CODES: { readonly [code: string]: UserErrorCode } = {
  "commander.unknownOption": "option-unknown",
  "commander.optionMissingArgument": "option-without-value",
  "commander.invalidArgument": "option-value-invalid",
  "commander.conflictingOption": "options-conflict",
  "commander.excessArguments": "argument-extra",
};

function toUserError(error: CommanderError): UserError {
  const [message = "", ...more] = error.message.replace(/^error: /, "").split("\n");
  const hint = more.join(" ").trim();
  return new UserError(CODES[error.code] ?? "option-value-invalid", message.replace(/\.$/, ""), hint === "" ? "See npm start -- --help." : hint.replace(/^\((.*)\)$/, "$1"));
}
