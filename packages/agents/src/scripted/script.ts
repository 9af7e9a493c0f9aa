/**
 * The steps of a script: one step answers one call.
 *
 * Invariants:
 * 1. Every step is exactly one of the forms of {@link ScriptStep}; a field that its form does not have is refused with
 *    its path when the agent is made, so that a typing error cannot turn into another answer (G20).
 * 2. A step is copied when it is checked: a script that its author changes later changes no agent.
 */
import { AgentError, isPlainObject, LoopwrightError, MAX_TIMER_MS } from "@loopwright/core";
import type { AgentReply, AgentRequest, FinishReason, Usage } from "@loopwright/core";
import { boolean, checkOptions, describe, oneWordOf, refuse, wholeNumber } from "../options.js";
import type { OptionRule, OptionRules } from "../options.js";
import type { RecordedCall } from "./recorded-call.js";
import { ScriptError } from "./script-error.js";

/**
 * Fields that a request must have, compared deeply; fields that are not named are not looked at. `instruction` may
 * also be a regular expression.
 */
export type ExpectedRequest = Partial<Omit<RecordedCall, "instruction">> & { readonly instruction?: string | RegExp };

interface StepOptions {
  /** What the request must look like; otherwise the call fails and `assertConsumed` throws. */
  readonly expect?: ExpectedRequest;
  /** Usage to report through `request.reportUsage` before the call ends in any way (H09). */
  readonly reportsUsage?: Usage;
}

/** Answers. `{}` is an answer with nothing in it. */
export interface ReplyStep extends StepOptions {
  readonly text?: string;
  readonly structured?: unknown;
  /** Overrides the agent's default usage; `null` reports none. */
  readonly usage?: Usage | null;
  readonly model?: string;
  readonly finishReason?: FinishReason;
  readonly raw?: unknown;
}

/** Rejects: with an `AgentError` of this message, or with this very error. */
export interface ErrorStep extends StepOptions {
  readonly error: string | Error;
  readonly kind?: "error" | "timeout";
  readonly retryable?: boolean;
  /** Milliseconds. */
  readonly retryAfterMs?: number;
  readonly usage?: Usage;
}

/** Does not answer: `true` rejects when the request's signal aborts, `"ignoring-abort"` never settles at all. */
export interface NeverStep extends StepOptions {
  readonly never: true | "ignoring-abort";
}

/** Answers after a time on the agent's `clock`. */
export interface DelayStep extends StepOptions {
  /** Milliseconds. */
  readonly delayMs: number;
  readonly reply: string | ReplyStep | ErrorStep;
  /** `true`: answers late even after the request's signal aborted. Default: rejects at the abort. */
  readonly ignoresAbort?: boolean;
}

/** A step that needs no further step to end it; a string is a text answer. */
export type SettledStep = string | ReplyStep | ErrorStep | NeverStep | DelayStep;

/** Computes the step from the request; `callNumber` counts this agent's calls from 1. A throw fails the call. */
export type ScriptFunction = (request: AgentRequest, callNumber: number) => SettledStep | Promise<SettledStep>;

/** One step of a script. */
export type ScriptStep = SettledStep | ScriptFunction;

const anything: OptionRule = () => undefined;

const object: OptionRule = (value, path) => {
  if (!isPlainObject(value)) refuse(path, value, "be a plain object", "Pass an object literal.");
};

const string: OptionRule = (value, path) => {
  if (typeof value !== "string") refuse(path, value, "be a string", "Use `structured` for anything that is not a text.");
};

const MILLISECONDS = wholeNumber({ from: 0, upTo: MAX_TIMER_MS });

const EXPECT_RULES: OptionRules<ExpectedRequest> = {
  callId: anything,
  key: anything,
  idempotencyKey: anything,
  role: anything,
  purpose: anything,
  version: anything,
  repair: anything,
  instruction: anything,
  input: anything,
  schema: anything,
  tools: anything,
  deadline: anything,
};

const STEP_RULES: OptionRules<StepOptions> = {
  expect: (value, path) => checkOptions(value, path, EXPECT_RULES),
  reportsUsage: object,
};

const REPLY_RULES: OptionRules<ReplyStep> = {
  ...STEP_RULES,
  text: string,
  structured: anything,
  usage: (value, path) => (value === null ? undefined : object(value, path)),
  model: string,
  finishReason: oneWordOf(["stop", "length", "refusal", "tool-calls", "other"] satisfies readonly FinishReason[]),
  raw: anything,
};

const ERROR_RULES: OptionRules<ErrorStep> = {
  ...STEP_RULES,
  error(value, path) {
    if (typeof value !== "string" && !(value instanceof Error)) refuse(path, value, "be a message or an error", "Pass a string.");
  },
  kind: oneWordOf(["error", "timeout"]),
  retryable: boolean,
  retryAfterMs: MILLISECONDS,
  usage: object,
};

const NEVER_RULES: OptionRules<NeverStep> = {
  ...STEP_RULES,
  never(value, path) {
    if (value !== true && value !== "ignoring-abort") refuse(path, value, 'be true or "ignoring-abort"', "Leave the step out instead.");
  },
};

const DELAY_RULES: OptionRules<DelayStep> = {
  ...STEP_RULES,
  delayMs: MILLISECONDS,
  reply: (value, path) => checkReply(value, path),
  ignoresAbort: boolean,
};

/** Checks a step and returns it, copied. Throws `script-step-invalid`. */
export function checkStep(step: unknown, path: string): ScriptStep {
  return typeof step === "function" ? (step as ScriptFunction) : checkSettledStep(step, path);
}

/** The same for a step that a function returned. */
export function checkSettledStep(step: unknown, path: string): SettledStep {
  try {
    if (typeof step === "string") return step;
    if (!isPlainObject(step)) refuse(path, step, "be a text, a step object or a function", "See ScriptStep for the forms.");
    if ("never" in step) checkOptions<NeverStep>(step, path, NEVER_RULES, ["never"]);
    else if ("delayMs" in step || "reply" in step) checkOptions<DelayStep>(step, path, DELAY_RULES, ["delayMs", "reply"]);
    else checkReply(step, path);
    return { ...step }; // narrowed to a step by the check that accepted it
  } catch (fault) {
    if (!(fault instanceof LoopwrightError)) throw fault;
    throw new ScriptError("script-step-invalid", fault.message, {
      ...(fault.path !== null && { path: fault.path }),
      ...(fault.hint !== null && { hint: fault.hint }),
    });
  }
}

function checkReply(value: unknown, path: string): void {
  if (typeof value === "string") return;
  if (isPlainObject(value) && "error" in value) {
    checkOptions<ErrorStep>(value, path, ERROR_RULES, ["error"]);
    const isDetailed = ["kind", "retryable", "retryAfterMs", "usage"].some((key) => value[key] !== undefined);
    if (value["error"] instanceof Error && isDetailed) {
      refuse(`${path}.error`, value["error"], "be a message where the step gives details", "Put the details into the error itself.");
    }
  } else checkOptions<ReplyStep>(value, path, REPLY_RULES);
}

/** Whether the step can only be played on a clock. */
export function isDelayed(step: SettledStep): step is DelayStep {
  return typeof step === "object" && "delayMs" in step;
}

/** The reply of a step, with the agent's default usage where the step names none. Throws for an error step. */
export function replyOf(step: string | ReplyStep | ErrorStep, defaultUsage: Usage | undefined): AgentReply {
  if (typeof step === "string") return { text: step, ...(defaultUsage !== undefined && { usage: defaultUsage }) };
  if ("error" in step) throw errorOf(step);
  const { expect: _expect, reportsUsage: _reportsUsage, usage = defaultUsage, ...reply } = step;
  return { ...reply, ...(usage !== undefined && usage !== null && { usage }) };
}

function errorOf(step: ErrorStep): Error {
  if (typeof step.error !== "string") return step.error;
  return new AgentError(step.error, {
    ...(step.kind !== undefined && { kind: step.kind }),
    ...(step.retryable !== undefined && { retryable: step.retryable }),
    ...(step.retryAfterMs !== undefined && { retryAfterMs: step.retryAfterMs }),
    ...(step.usage !== undefined && { usage: step.usage }),
  });
}

/** A step in a few words, for messages. */
export function describeStep(step: ScriptStep): string {
  if (typeof step === "function") return "a function";
  if (typeof step === "string") return describe(step);
  return `{ ${Object.keys(step).join(", ")} }`;
}
