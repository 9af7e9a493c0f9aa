/**
 * Cassettes: what an agent answered once, kept in a file and played back without it.
 *
 * Invariants:
 * 1. A request is known by its content (role, purpose, instruction, input, schema, tools), never by its place in a run.
 * 2. Strict consumption: each recorded call answers one request. A request that was not recorded fails with the
 *    differences to the nearest unused one; calls that are left make `assertConsumed` throw.
 * 3. Failures and usage are recorded and played back like answers (G4, H09). A call whose run was aborted has no outcome
 *    and is not kept; one that ran into its time limit is kept as that.
 * 4. No key reaches the file: everything is redacted, names and messages included; `raw` is never kept.
 * 5. A call's answer is handed out after it stands in the file.
 */
import { systemClock } from "@loopwright/core";
import type { Agent, AgentRequest, Clock } from "@loopwright/core";
import { checkPlace, readCassette } from "./cassette/cassette-file.js";
import { CassettePlayer } from "./cassette/cassette-player.js";
import { CassetteRecorder } from "./cassette/cassette-recorder.js";
import { redactor } from "./cassette/redact.js";
import { arrayOf, checkOptions, nonBlankString, refuse } from "./options.js";
import type { OptionRule, OptionRules } from "./options.js";
import { agentRule, clockRule, wrap } from "./wrapper/wrapped-agent.js";
import type { WrappedAgent } from "./wrapper/wrapped-agent.js";

export { CassetteError } from "./cassette/cassette-error.js";
export type { CassetteErrorCode } from "./cassette/cassette-error.js";
export { CASSETTE_FORMAT } from "./cassette/cassette-file.js";
export type { Cassette, CassetteCall, CassetteOutcome, CassetteRequest } from "./cassette/cassette-file.js";

/** Options of {@link replay}. */
export interface ReplayOptions {
  /** Further secrets, as patterns (linear in time, please) or literal texts; the same for recording and replay. */
  readonly redact?: readonly (RegExp | string)[] | undefined;
}

/** Options of {@link record}. */
export interface RecordOptions extends ReplayOptions {
  /** Must be the run's clock where the run has one. Default: the system's. */
  readonly clock?: Clock | undefined;
}

/** An agent that plays a cassette back. */
export interface ReplayAgent extends Agent {
  /** Recorded calls that no request has used yet. */
  readonly remainingCalls: number;
  /**
   * Call it at the end of a test.
   * @throws CassetteError of the first request that was not recorded, else `cassette-unconsumed` if calls are left.
   */
  assertConsumed(): void;
}

const secretRule: OptionRule = (value, path) => {
  if (!(value instanceof RegExp)) nonBlankString(value, path);
  else if (value.test("")) refuse(path, String(value), "not match the empty text", "Say what a secret looks like.");
};

const RECORD_RULES: OptionRules<RecordOptions> = { redact: arrayOf(secretRule), clock: clockRule };
const REPLAY_RULES: OptionRules<ReplayOptions> = { redact: RECORD_RULES.redact };

/**
 * Records an agent's calls into a file, which is begun anew.
 *
 * @throws LoopwrightError `agent-option-*`; CassetteError `cassette-invalid` where a file that is no cassette stands at
 *   the path; both at once. A call rejects with `cassette-unwritable` if it could not be kept.
 */
export function record(agent: Agent, path: string, options: RecordOptions = {}): WrappedAgent {
  agentRule(agent, "record.agent");
  nonBlankString(path, "record.path");
  checkOptions<RecordOptions>(options, "record.options", RECORD_RULES);
  checkPlace(path);
  const recorder = new CassetteRecorder(agent, path, redactor(options.redact ?? []), options.clock ?? systemClock);
  return wrap([agent], (request) => recorder.call(request));
}

/**
 * Plays a cassette back.
 *
 * @throws LoopwrightError `agent-option-*`; CassetteError `cassette-missing`, `cassette-invalid`, `cassette-version`; all
 *   at once. A call rejects with `cassette-mismatch` or `cassette-exhausted`.
 */
export function replay(path: string, options: ReplayOptions = {}): ReplayAgent {
  nonBlankString(path, "replay.path");
  checkOptions<ReplayOptions>(options, "replay.options", REPLAY_RULES);
  const cassette = readCassette(path);
  const player = new CassettePlayer(path, cassette, redactor(options.redact ?? []));
  return Object.freeze({
    ...cassette.agent,
    get remainingCalls() {
      return player.remaining;
    },
    assertConsumed: () => player.assertConsumed(),
    call: (request: AgentRequest) => player.call(request),
  });
}
