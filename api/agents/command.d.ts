import { Agent } from '@loopwright/core';
import { AgentDescription } from '@loopwright/core';
import { FinishReason } from '@loopwright/core';
import { Json } from '@loopwright/core';

/** Presets by name. */
export declare const COMMAND_PRESETS: {
    readonly "claude-code": CommandPreset;
    readonly codex: CommandPreset;
    readonly "cursor-agent": CommandPreset;
    readonly gemini: CommandPreset;
    readonly opencode: CommandPreset;
};

/**
 * Any command line program as an agent: the request on its standard input, the answer on its standard output.
 *
 * Invariants:
 * 1. No shell, ever: the program gets `args` as they stand, and nothing of a request is put into arguments or
 *    environment variables (G17), except the schema where a preset says so: a schema is the policy's, never an agent's.
 * 2. Only a whole answer of a command that ended well is an answer. A non-zero exit code, death by signal, too much
 *    output, broken UTF-8 or broken JSON is a failed call, whatever was printed before (G4).
 * 3. JSON is read only where the caller said that the whole output is JSON; it is never looked for in prose (G7).
 * 4. The command learns what the request says and nothing of the run: no call id, version, round, repair number, cap
 *    or deadline (QU-REVIN-03).
 * 5. After an abort the call settles at once; the command's process group is ended in the background, by force if
 *    need be (G10). The same group is ended after every other end, too.
 * 6. Importing this file does no work and names no Node module: that is fetched with the first command, so that
 *    bundles for other platforms may hold this adapter unused.
 */

/**
 * Makes an agent of a command, or of a well-known program by its preset: `commandAgent({ preset: "claude-code" })`.
 *
 * @throws LoopwrightError `agent-option-invalid`, `agent-option-missing` or `agent-option-unknown`, at once. A command
 *   that does not exist is found at its first call, which then fails with an `AgentError` and a hint.
 */
export declare function commandAgent(options: CommandAgentOptions | (PresetAgentOptions & KnownToPresets)): Agent;

/** How to run a command as an agent; only `command` is needed. The rest describes the agent. */
export declare interface CommandAgentOptions extends AgentDescription {
    /** The program: a name to be found on `PATH`, or a path (a relative one counts from `cwd`). */
    readonly command: string;
    /** Its arguments, one item each; never split, never quoted, never given to a shell. Default none. */
    readonly args?: readonly string[];
    /** Working directory. Default: that of this process. */
    readonly cwd?: string;
    /** Environment variables to set; `undefined` removes one. The others come from this process. */
    readonly env?: {
        readonly [name: string]: string | undefined;
    };
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

/** A program. */
export declare interface CommandPreset {
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

/** The name of a preset. */
export declare type CommandPresetName = keyof typeof COMMAND_PRESETS;

/** How a program's output is read. */
export declare interface EventOutput {
    /** `"document"`: one JSON value. `"lines"`: one JSON object per line. */
    readonly format: "document" | "lines";
    readonly rules: readonly EventRule[];
    /** The program gives structured answers of its own; otherwise an answer that is JSON as a whole is one. */
    readonly isNative: boolean;
}

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

/** Values at dotted paths of an event; `"*"` stands for anything but null. */
export declare type EventPattern = {
    readonly [path: string]: Json;
};

/** What events of one kind say. Paths are dotted; `*` in a path stands for every field of an object. */
export declare interface EventRule {
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
    readonly finish?: {
        readonly path: string;
        readonly words: {
            readonly [word: string]: FinishReason;
        };
    };
    /** The run failed; the first of these paths that holds a text says why. */
    readonly failure?: readonly string[];
    /** Numbers to add up. The first path of each must be there, or the number is unknown. */
    readonly usage?: {
        readonly inputTokens?: readonly string[];
        readonly outputTokens?: readonly string[];
        readonly costUsd?: readonly string[];
    };
    /** An object whose fields are named after the models that were used. */
    readonly models?: string;
}

/** What a preset knows better. */
declare type KnownToPresets = {
    readonly [Option in "input" | "output" | "structured"]?: never;
};

/** How to run a well-known program as an agent: its preset, and what differs from it. */
export declare interface PresetAgentOptions extends AgentDescription, Pick<CommandAgentOptions, "cwd" | "env" | "maxOutputBytes" | "killGraceMs"> {
    /** The program. Family and `prices: "reported"` are set where they are known; what is given here wins. */
    readonly preset: CommandPresetName;
    /** Where the program is. Default: its own name, to be found on `PATH`. */
    readonly command?: string;
    /** Further arguments, such as a model. They take the place of the preset's read-only mode, so repeat it if it is meant. */
    readonly args?: readonly string[];
}

export { }
