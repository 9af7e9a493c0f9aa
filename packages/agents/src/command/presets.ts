/**
 * Well-known coding-agent programs, as data: how they are started and where in their output the answer stands.
 *
 * Invariants:
 * 1. A preset is plain data of one shape; `preset-answer.ts` reads the output of all of them.
 * 2. Only an event that says that the run ended well makes an answer; every other ending is a failure (G4).
 * 3. Without arguments of the caller a program gets its read-only mode where it has one: a reviewer changes nothing.
 *
 * Formats as documented by their makers in autumn 2026. Two things to know: these programs read files of their working
 * directory by themselves, and some take `@path` in a prompt as "read this file", so give a reviewer a `cwd` of its own.
 * aider is not here: it has no output for machines, and what it prints around an answer cannot be told from the answer.
 */
import type { AgentDescription, FinishReason, Json } from "@loopwright/core";

/** Values at dotted paths of an event; `"*"` stands for anything but null. */
export type EventPattern = { readonly [path: string]: Json };

/** What events of one kind say. Paths are dotted; `*` in a path stands for every field of an object. */
export interface EventRule {
  readonly on: EventPattern;
  /** The rule does not hold for events that have one of these. */
  readonly unless?: EventPattern;
  /** What was said before does not count any more: a new message or step begins. */
  readonly clears?: true;
  /** A piece of the answer's text. */
  readonly text?: string;
  /** A structured answer that the program itself checked against the schema. */
  readonly structured?: string;
  /** The run ended well. */
  readonly ends?: true;
  /** How the answer ended, in the program's words. */
  readonly finish?: { readonly path: string; readonly words: { readonly [word: string]: FinishReason } };
  /** The run failed; the first of these paths that holds a text says why. */
  readonly failure?: readonly string[];
  /** Numbers to add up. The first path of each must be there, or the number is unknown. */
  readonly usage?: { readonly inputTokens?: readonly string[]; readonly outputTokens?: readonly string[]; readonly costUsd?: readonly string[] };
  /** An object whose fields are named after the models that were used. */
  readonly models?: string;
}

/** How a program's output is read. */
export interface EventOutput {
  /** `"document"`: one JSON value. `"lines"`: one JSON object per line. */
  readonly format: "document" | "lines";
  readonly rules: readonly EventRule[];
  /** The program gives structured answers of its own; otherwise an answer that is JSON as a whole is one. */
  readonly isNative: boolean;
}

/** A program. */
export interface CommandPreset {
  readonly command: string;
  /** Always there, first. */
  readonly args: readonly string[];
  /** Read-only mode; the caller's `args` take their place. */
  readonly safeArgs: readonly string[];
  /** Always there, last. */
  readonly lastArgs: readonly string[];
  /** Takes the JSON Schema of a structured answer as its value. */
  readonly schemaFlag?: string;
  readonly description: Pick<AgentDescription, "family" | "prices">;
  readonly output: EventOutput;
}

const CLAUDE_CODE: CommandPreset = {
  command: "claude",
  args: ["-p", "--output-format", "json"],
  safeArgs: ["--disallowedTools", "Bash,Edit,Write,NotebookEdit"],
  lastArgs: [],
  schemaFlag: "--json-schema",
  description: { family: "claude", prices: "reported" },
  output: {
    format: "document",
    isNative: true,
    rules: [
      {
        on: { type: "result" },
        models: "modelUsage",
        usage: {
          inputTokens: ["usage.input_tokens", "usage.cache_creation_input_tokens", "usage.cache_read_input_tokens"],
          outputTokens: ["usage.output_tokens"],
          costUsd: ["total_cost_usd"],
        },
      },
      {
        on: { type: "result", subtype: "success", is_error: false },
        ends: true,
        text: "result",
        structured: "structured_output",
        finish: { path: "stop_reason", words: { end_turn: "stop", max_tokens: "length", model_context_window_exceeded: "length", refusal: "refusal" } },
      },
      { on: { type: "result", is_error: true }, failure: ["result", "errors.0", "subtype"] },
      { on: { type: "result" }, unless: { subtype: "success" }, failure: ["errors.0", "subtype"] },
    ],
  },
};

const CODEX: CommandPreset = {
  command: "codex",
  args: ["exec", "--json"],
  safeArgs: ["--sandbox", "read-only", "--skip-git-repo-check"],
  lastArgs: ["-"],
  description: { family: "gpt" },
  output: {
    format: "lines",
    isNative: false,
    rules: [
      { on: { type: "item.completed", "item.type": "agent_message" }, clears: true, text: "item.text" },
      { on: { type: "turn.completed" }, ends: true, usage: { inputTokens: ["usage.input_tokens"], outputTokens: ["usage.output_tokens"] } },
      { on: { type: "turn.failed" }, failure: ["error.message"] },
    ],
  },
};

const GEMINI: CommandPreset = {
  command: "gemini",
  args: ["--output-format", "json"],
  safeArgs: [],
  lastArgs: [],
  description: { family: "gemini" },
  output: {
    format: "document",
    isNative: false,
    rules: [
      {
        on: { stats: "*" },
        models: "stats.models",
        usage: { inputTokens: ["stats.models.*.tokens.prompt"], outputTokens: ["stats.models.*.tokens.candidates", "stats.models.*.tokens.thoughts"] },
      },
      { on: { response: "*" }, text: "response" },
      // A run that was stopped or blocked still exits with 0; only a warning tells.
      { on: { response: "*" }, unless: { error: "*", "warnings.0": "*" }, ends: true },
      { on: { "warnings.0": "*" }, failure: ["warnings.0"] },
      { on: { error: "*" }, failure: ["error.message", "error.type"] },
    ],
  },
};

const OPENCODE: CommandPreset = {
  command: "opencode",
  args: ["run", "--format", "json"],
  safeArgs: ["--agent", "plan"],
  lastArgs: [],
  description: { prices: "reported" },
  output: {
    format: "lines",
    isNative: false,
    rules: [
      { on: { type: "step_start" }, clears: true },
      { on: { type: "text" }, text: "part.text" },
      {
        on: { type: "step_finish" },
        usage: {
          inputTokens: ["part.tokens.input", "part.tokens.cache.read", "part.tokens.cache.write"],
          outputTokens: ["part.tokens.output", "part.tokens.reasoning"],
          costUsd: ["part.cost"],
        },
      },
      {
        on: { type: "step_finish", "part.reason": "*" },
        unless: { "part.reason": "tool-calls" },
        ends: true,
        finish: { path: "part.reason", words: { stop: "stop", length: "length", "content-filter": "refusal" } },
      },
      { on: { type: "error" }, failure: ["error.data.message", "error.message", "error.name"] },
    ],
  },
};

const CURSOR_AGENT: CommandPreset = {
  command: "cursor-agent",
  args: ["-p", "--output-format", "json"],
  safeArgs: [],
  lastArgs: [],
  description: {},
  output: {
    format: "document",
    isNative: false,
    rules: [
      {
        on: { type: "result" },
        usage: { inputTokens: ["usage.inputTokens", "usage.cacheReadTokens", "usage.cacheWriteTokens"], outputTokens: ["usage.outputTokens"] },
      },
      { on: { type: "result", subtype: "success", is_error: false }, ends: true, text: "result" },
      { on: { type: "result", is_error: true }, failure: ["result", "subtype"] },
    ],
  },
};

/** Presets by name. */
export const COMMAND_PRESETS = { "claude-code": CLAUDE_CODE, codex: CODEX, "cursor-agent": CURSOR_AGENT, gemini: GEMINI, opencode: OPENCODE } as const;

/** The name of a preset. */
export type CommandPresetName = keyof typeof COMMAND_PRESETS;
