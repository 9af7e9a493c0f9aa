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
import type { Agent, AgentReply, AgentRequest } from "@loopwright/core";
import { readAnswer } from "./command/answer.js";
import { failureOf, redactorOf } from "./command/failure.js";
import { checkCommandOptions } from "./command/options.js";
import type { CommandAgentOptions, CommandPlan, PresetAgentOptions } from "./command/options.js";
import { renderRequest } from "./command/request-document.js";
import { runCommand } from "./command/run-command.js";
import { descriptionOf } from "./description.js";

export type { CommandAgentOptions, PresetAgentOptions } from "./command/options.js";
export { COMMAND_PRESETS } from "./command/presets.js";
export type { CommandPreset, CommandPresetName, EventOutput, EventPattern, EventRule } from "./command/presets.js";

/**
 * Makes an agent of a command, or of a well-known program by its preset: `commandAgent({ preset: "claude-code" })`.
 *
 * @throws LoopwrightError `agent-option-invalid`, `agent-option-missing` or `agent-option-unknown`, at once. A command
 *   that does not exist is found at its first call, which then fails with an `AgentError` and a hint.
 */
export function commandAgent(options: CommandAgentOptions | (PresetAgentOptions & KnownToPresets)): Agent {
  const plan = checkCommandOptions(options);
  return Object.freeze({
    ...descriptionOf(plan.description),
    call: (request: AgentRequest) => callCommand(plan, request),
  });
}

/** What a preset knows better. */
type KnownToPresets = { readonly [Option in "input" | "output" | "structured"]?: never };

async function callCommand(plan: CommandPlan, request: AgentRequest): Promise<AgentReply> {
  const stdin = renderRequest(plan.input, request);
  const run = await runCommand({ ...plan.process, args: argsFor(plan, request), stdin }, request.signal);
  if (run.end.kind !== "exited" || run.end.code !== 0) throw failureOf(plan, run, request.signal);
  const answer = readAnswer(plan.output, run.end.stdout, request.schema !== null, redactorOf(plan));
  if (answer.ok) return answer.reply;
  throw failureOf(plan, { ...run, end: { kind: "unreadable", problem: answer.problem } }, request.signal);
}

function argsFor({ process, schema }: CommandPlan, request: AgentRequest): readonly string[] {
  if (schema === null || request.schema === null) return process.args;
  const place = process.args.length - schema.lastArgs;
  return [...process.args.slice(0, place), schema.flag, JSON.stringify(request.schema), ...process.args.slice(place)];
}
