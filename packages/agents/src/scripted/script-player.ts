/**
 * Plays a script: call N gets step N.
 *
 * Invariants: see `scripted.ts`, whose numbers are cited by the tests.
 */
import type { AgentReply, AgentRequest, Usage } from "@loopwright/core";
import { onAbort } from "../abort.js";
import { describeDifferences, differences } from "./differences.js";
import { recordCall } from "./recorded-call.js";
import type { RecordedCall } from "./recorded-call.js";
import { checkSettledStep, describeStep, isDelayed, replyOf } from "./script.js";
import type { DelayStep, ExpectedRequest, NeverStep, ScriptFunction, ScriptStep, SettledStep } from "./script.js";
import { ScriptError } from "./script-error.js";

/** The part of a clock that delays need. */
export interface DelayClock {
  /** Calls back once after `delayMs`; the returned function cancels it. */
  setTimer(callback: () => void, delayMs: number): () => void;
}

/** What a player needs beside its steps. */
export interface PlayerOptions {
  /** How messages name the agent. */
  readonly name: string;
  readonly usage: Usage | undefined;
  readonly clock: DelayClock | undefined;
}

export class ScriptPlayer {
  readonly calls: RecordedCall[] = [];
  openCalls = 0;
  maxOpenCalls = 0;
  readonly #steps: readonly ScriptStep[];
  readonly #options: PlayerOptions;
  #firstFault: ScriptError | null = null;

  constructor(steps: readonly ScriptStep[], options: PlayerOptions) {
    this.#steps = steps;
    this.#options = options;
    steps.forEach((step, index) => this.#checkClock(step, `script[${index}]`));
  }

  get remainingSteps(): number {
    return Math.max(0, this.#steps.length - this.calls.length);
  }

  assertConsumed(): void {
    if (this.#firstFault !== null) throw this.#firstFault;
    const left = this.remainingSteps;
    if (left === 0) return;
    const next = this.#steps.length - left;
    const shown = this.#steps.slice(next, next + 3).map(describeStep).join(", ");
    throw new ScriptError(
      "script-unconsumed",
      `${this.#options.name}: ${left} of ${this.#steps.length} steps left after ${this.calls.length} calls; next: ${shown}`,
      { path: `script[${next}]`, hint: "The run ended before the script did: remove the steps or find out why." },
    );
  }

  async call(request: AgentRequest): Promise<AgentReply> {
    const callNumber = this.calls.push(recordCall(request));
    this.openCalls += 1;
    this.maxOpenCalls = Math.max(this.maxOpenCalls, this.openCalls);
    try {
      return await this.#play(await this.#stepOf(request, callNumber), request, callNumber);
    } catch (fault) {
      if (fault instanceof ScriptError) this.#firstFault ??= fault;
      throw fault;
    } finally {
      this.openCalls -= 1;
    }
  }

  async #stepOf(request: AgentRequest, callNumber: number): Promise<SettledStep> {
    const step = this.#steps[callNumber - 1];
    if (step === undefined) throw this.#exhausted(request, callNumber);
    return typeof step === "function" ? this.#compute(step, request, callNumber) : step;
  }

  async #compute(step: ScriptFunction, request: AgentRequest, callNumber: number): Promise<SettledStep> {
    const path = `script[${callNumber - 1}]()`;
    const computed = checkSettledStep(await step(request, callNumber), path);
    this.#checkClock(computed, path);
    return computed;
  }

  async #play(step: SettledStep, request: AgentRequest, callNumber: number): Promise<AgentReply> {
    const { usage, clock } = this.#options;
    if (typeof step === "string") return replyOf(step, usage);
    if (step.expect !== undefined) this.#compare(step.expect, callNumber);
    if (step.reportsUsage !== undefined) request.reportUsage(step.reportsUsage);
    if ("never" in step) return neverAnswer(step, request.signal);
    if (!isDelayed(step)) return replyOf(step, usage);
    if (clock !== undefined) await wait(step, clock, request.signal);
    return replyOf(step.reply, usage);
  }

  #compare(expected: ExpectedRequest, callNumber: number): void {
    const received: { readonly [field: string]: unknown } = { ...this.calls[callNumber - 1] };
    const found = Object.entries(expected).flatMap(([field, value]) => differences(value, received[field], field));
    if (found.length === 0) return;
    const path = `script[${callNumber - 1}].expect`;
    throw new ScriptError(
      "script-mismatch",
      `${this.#options.name}: call ${callNumber} is not what ${path} says\n${describeDifferences(found)}`,
      { path, hint: "Change the expectation, or find out why the request changed." },
    );
  }

  #exhausted(request: AgentRequest, callNumber: number): ScriptError {
    return new ScriptError(
      "script-exhausted",
      `${this.#options.name}: call ${callNumber} (${request.role}, ${request.key}) has no step: the script has ${this.#steps.length}`,
      { path: `script[${callNumber - 1}]`, hint: "Add a step, or find out why the run goes on." },
    );
  }

  #checkClock(step: ScriptStep, path: string): void {
    if (this.#options.clock !== undefined || typeof step === "function" || !isDelayed(step)) return;
    throw new ScriptError("script-clock-missing", `${this.#options.name}: ${path} has delayMs, but there is no clock`, {
      path: "scriptedAgent.options.clock",
      hint: "Pass { clock: manualClock() }: a script starts no timer of its own.",
    });
  }
}

function neverAnswer(step: NeverStep, signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (step.never === true) onAbort(signal, reject);
  });
}

/** Waits for the delay; rejects with the signal's reason at its abort, unless the step ignores that. */
function wait(step: DelayStep, clock: DelayClock, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    let stopListening = (): void => undefined;
    const cancelTimer = clock.setTimer(() => {
      stopListening();
      resolve();
    }, step.delayMs);
    if (step.ignoresAbort === true) return;
    stopListening = onAbort(signal, (reason) => {
      cancelTimer();
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- the reason is the caller's own
      reject(reason);
    });
  });
}
