/**
 * An agent that plays a script: for tests, examples and dry runs. The only stand-in for a model in this project.
 *
 * Invariants:
 * 1. Strict consumption: call N gets step N. A call without a step fails; a step without a call makes
 *    `assertConsumed` throw. Nothing is repeated or skipped.
 * 2. A fault that a run would turn into an ordinary failed call (an exhausted script, an unexpected request) is also
 *    kept and thrown by `assertConsumed`, so that no test passes for the wrong reason.
 * 3. Deterministic: no timer, no clock and no random number unless a step asks for a delay, on the clock it was given.
 * 4. What was received is recorded as it was, frozen, before anything else happens.
 */
import { isPlainObject } from "@loopwright/core";
import type { Agent, AgentDescription, AgentRequest, Usage } from "@loopwright/core";
import { descriptionOf, DESCRIPTION_RULES } from "./description.js";
import { arrayOf, checkOptions, describe, refuse } from "./options.js";
import type { OptionRules } from "./options.js";
import { checkStep } from "./scripted/script.js";
import type { ScriptStep } from "./scripted/script.js";
import type { RecordedCall } from "./scripted/recorded-call.js";
import { ScriptPlayer } from "./scripted/script-player.js";
import type { DelayClock } from "./scripted/script-player.js";

export { ScriptError } from "./scripted/script-error.js";
export type { ScriptErrorCode } from "./scripted/script-error.js";
export type { RecordedCall } from "./scripted/recorded-call.js";
export type { DelayClock } from "./scripted/script-player.js";
export type {
  DelayStep,
  ErrorStep,
  ExpectedRequest,
  NeverStep,
  ReplyStep,
  ScriptFunction,
  ScriptStep,
  SettledStep,
} from "./scripted/script.js";

/** What a scripted agent needs beside its script; every field is optional. */
export interface ScriptedAgentOptions extends AgentDescription {
  /** Usage of every answer that names none. Failed calls report none unless their step does. */
  readonly usage?: Usage;
  /** Runs the delays of `{ delayMs, reply }` steps; `manualClock()` of `@loopwright/testing` fits. */
  readonly clock?: DelayClock;
}

/** A scripted agent and what it saw. */
export interface ScriptedAgent extends Agent {
  /** Every request so far, in call order. */
  readonly calls: readonly RecordedCall[];
  /** Calls that have not settled. */
  readonly openCalls: number;
  /** The most calls that were open at one time. */
  readonly maxOpenCalls: number;
  /** Steps that no call has used yet. */
  readonly remainingSteps: number;
  /**
   * Call it at the end of a test.
   * @throws ScriptError `script-exhausted`, `script-mismatch` or `script-step-invalid` of the first call that went
   *   wrong, else `script-unconsumed` if steps are left.
   */
  assertConsumed(): void;
}

const OPTION_RULES: OptionRules<ScriptedAgentOptions> = {
  ...DESCRIPTION_RULES,
  usage(value, path) {
    if (!isPlainObject(value)) refuse(path, value, "be a plain object", "Pass { inputTokens, outputTokens, costUsd }.");
  },
  clock(value, path) {
    const isClock = typeof value === "object" && value !== null && "setTimer" in value && typeof value.setTimer === "function";
    if (!isClock) refuse(path, value, "have a setTimer function", "Pass manualClock() or systemClock.");
  },
};

/**
 * Makes an agent that answers call N with step N of a script.
 *
 * @param script per call a text, a reply, an error, a call that never ends, a delayed step, or a function of the
 *   request; see {@link ScriptStep}.
 * @throws ScriptError `script-step-invalid` or `script-clock-missing`, LoopwrightError `agent-option-*`; all at once.
 */
export function scriptedAgent(script: readonly ScriptStep[], options: ScriptedAgentOptions = {}): ScriptedAgent {
  checkOptions<ScriptedAgentOptions>(options, "scriptedAgent.options", OPTION_RULES);
  arrayOf(() => undefined)(script, "script");
  const player = new ScriptPlayer(
    Array.from(script, (step, index) => checkStep(step, `script[${index}]`)),
    {
      name: options.id === undefined ? "scripted agent" : `scripted agent ${describe(options.id)}`,
      usage: options.usage,
      clock: options.clock,
    },
  );
  return Object.freeze({
    ...descriptionOf(options),
    get calls() {
      return [...player.calls];
    },
    get openCalls() {
      return player.openCalls;
    },
    get maxOpenCalls() {
      return player.maxOpenCalls;
    },
    get remainingSteps() {
      return player.remainingSteps;
    },
    assertConsumed: () => player.assertConsumed(),
    call: (request: AgentRequest) => player.call(request),
  });
}
