import { Agent } from '@loopwright/core';
import { AgentDescription } from '@loopwright/core';

/**
 * Any command line program as an agent: the request on its standard input, the answer on its standard output.
 *
 * Invariants:
 * 1. No shell, ever: the program gets `args` as they stand, and nothing of a request is put into arguments or
 *    environment variables (G17).
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
 * Makes an agent of a command.
 *
 * @throws LoopwrightError `agent-option-invalid`, `agent-option-missing` or `agent-option-unknown`, at once. A command
 *   that does not exist is found at its first call, which then fails with an `AgentError` and a hint.
 */
export declare function commandAgent(options: CommandAgentOptions): Agent;

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

export { }
