/**
 * Plays a quality loop over scripts and keeps everything that a test may want to look at.
 *
 * Invariants:
 * 1. Scripts are consumed exactly: a call too many or too few fails the test that played it.
 * 2. The clock stands still until nothing else can happen, so a call that never ends runs into its time limit.
 */
import { runLoop, type Policy, type RunEvent, type RunLimits, type RunResult, type Usage } from "@loopwright/core";
import { manualClock, scriptedAgent, type RecordedCall, type ReplyStep, type ScriptedAgent, type ScriptedAgentOptions, type ScriptStep } from "@loopwright/testing";
import { expect } from "vitest";
import { qualityLoop, type QualityLoopOptions, type QualityReport, type QualityRequest } from "./index.js";

type TypesOf<P> = P extends Policy<infer T> ? T : never;
/** The quality loop's types. */
export type QualityTypes = TypesOf<ReturnType<typeof qualityLoop>>;
/** An event of a quality loop. */
export type Event = RunEvent<QualityTypes>;
/** The result of a quality loop. */
export type Result = RunResult<QualityTypes>;

/** The request of most tests. */
export const R = "R";
/** What a scripted answer reports unless it says otherwise (QU §6). */
export const USAGE: Usage = Object.freeze({ inputTokens: 100, outputTokens: 20, costUsd: 0.01 });
/** Longer than every time limit that a test sets or leaves at its default. */
export const LONG_MS = 2_000_000;

/** The caller aborts during the call; the agent never answers. */
export const ABORTS = Object.freeze({ aborts: true });
/** A step of a script, or {@link ABORTS}. */
export type Step = ScriptStep | typeof ABORTS;

/** A reviewer's valid answer. */
export function answer(approved: boolean, feedback: readonly string[], more: ReplyStep = {}): ReplyStep {
  return { structured: { approved, feedback }, ...more };
}

/** A clean approval. */
export const approve = (): ReplyStep => answer(true, []);

/** A rejection with these items. */
export const reject = (...items: readonly string[]): ReplyStep => answer(false, items);

/** What is played. */
export interface Play extends QualityLoopOptions {
  readonly request?: QualityRequest;
  readonly limits?: RunLimits;
  readonly writer?: readonly Step[];
  readonly reviewer?: readonly Step[];
  readonly writerIs?: ScriptedAgentOptions;
  readonly reviewerIs?: ScriptedAgentOptions;
  /** Whether the caller has aborted before the start. */
  readonly isAborted?: boolean;
  /** Sees every event; `abort` is the caller's. */
  readonly watch?: (event: Event, abort: () => void) => void;
}

/** What came of it. */
export interface Played {
  readonly result: Result;
  readonly report: QualityReport;
  readonly events: readonly Event[];
  /** Calls of both agents, in start order. */
  readonly calls: readonly RecordedCall[];
  readonly writer: ScriptedAgent;
  readonly reviewer: ScriptedAgent;
}

/** Plays a quality loop to its end; `policy` takes the place of the one that the options give. */
export async function play(script: Play, policy?: Policy<QualityTypes>): Promise<Played> {
  const { request = R, limits, writer: writerSteps = ["D1", "D2", "D3"], reviewer: reviewerSteps = [], writerIs, reviewerIs, isAborted, watch, ...options } = script;
  const controller = new AbortController();
  const clock = manualClock();
  const abort = (): void => controller.abort();
  const agentOf = (steps: readonly Step[], more: ScriptedAgentOptions | undefined): ScriptedAgent => {
    const played = steps.map((step): ScriptStep => (step === ABORTS ? aborting(abort) : (step as ScriptStep)));
    return scriptedAgent(played, { usage: USAGE, clock, ...more });
  };
  const writer = agentOf(writerSteps, writerIs);
  const reviewer = agentOf(reviewerSteps, reviewerIs);
  const events: Event[] = [];
  if (isAborted === true) abort();
  const run = runLoop(policy ?? qualityLoop(options), {
    agents: { writer, reviewer },
    input: { request },
    signal: controller.signal,
    clock,
    ...(limits === undefined ? {} : { limits }),
    onEvent(event) {
      events.push(event);
      watch?.(event, abort);
    },
  });
  const [result] = await Promise.all([run.result, clock.advance(LONG_MS)]);
  if (script.writer !== undefined) writer.assertConsumed();
  reviewer.assertConsumed();
  expect(clock.pendingTimers).toBe(0);
  const calls = [...writer.calls, ...reviewer.calls].sort((one, other) => Number(one.callId.slice(1)) - Number(other.callId.slice(1)));
  return { result, report: reportOf(result), events, calls, writer, reviewer };
}

function aborting(abort: () => void): ScriptStep {
  return () => {
    abort();
    return { never: "ignoring-abort" };
  };
}

/** The report of a run that decided; fails the test for one that did not. */
export function reportOf(result: Result): QualityReport {
  if (result.report === null) throw result.error;
  return result.report;
}

/** Inputs of all calls with one purpose, in start order. */
export function inputsOf({ calls }: Pick<Played, "calls">, purpose: "draft" | "review" | "revise"): readonly unknown[] {
  return calls.filter((call) => call.purpose === purpose).map((call) => call.input);
}

/** Violations as `code[index] vN`, in order. */
export function violationsOf({ report }: Pick<Played, "report">): readonly string[] {
  return report.violations.map(({ code, itemIndex, version }) => `${code}${itemIndex === null ? "" : `[${itemIndex}]`} v${version}`);
}

/** Events of one type. */
export function eventsOf<Type extends Event["type"]>({ events }: Pick<Played, "events">, type: Type): readonly Extract<Event, { readonly type: Type }>[] {
  return events.filter((event): event is Extract<Event, { readonly type: Type }> => event.type === type);
}

/** Takes the own frame of an event away: what stays is what the event says. */
export function saying({ seq: _seq, at: _at, round: _round, phase: _phase, ...rest }: Event): object {
  return rest;
}
