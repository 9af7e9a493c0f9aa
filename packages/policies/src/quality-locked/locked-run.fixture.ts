/** Plays a quality-locked loop over scripts; answers come one after another, each to the question that waits. */
import { resumeRun, runLoop, type Policy, type RunEvent, type RunLimits, type RunResult } from "@loopwright/core";
import { scriptedAgent, type RecordedCall, type ScriptedAgent, type ScriptStep } from "@loopwright/testing";
import { memoryRecorder, qualityLocked, type LockedInput, type LockedRecorder, type LockedReport, type MemoryRecorder, type QualityLockedOptions } from "./index.js";

type TypesOf<P> = P extends Policy<infer T> ? T : never;
/** The loop's types. */
export type LockedTypes = TypesOf<ReturnType<typeof qualityLocked>>;
export type LockedRunEvent = RunEvent<LockedTypes>;

export const ON = Object.freeze({ isOn: true, source: "flag" } as const);
export const CLEAN = "CRITICAL: None\nMAJOR: None\nMINOR-substantive: None\nMINOR-cosmetic: None";

/** A review with so many findings of each severity. */
export function found(major: number, over: { readonly critical?: number; readonly substantive?: number; readonly cosmetic?: number } = {}): string {
  const section = (label: string, count: number): string => (count === 0 ? `${label}: None` : `${label}:\n${Array.from({ length: count }, (_, index) => `- finding ${index + 1}`).join("\n")}`);
  return [section("CRITICAL", over.critical ?? 0), section("MAJOR", major), section("MINOR-substantive", over.substantive ?? 0), section("MINOR-cosmetic", over.cosmetic ?? 0)].join("\n");
}

export interface LockedPlay extends Partial<QualityLockedOptions> {
  readonly input?: Partial<LockedInput>;
  readonly reviewer?: readonly ScriptStep[];
  readonly fixer?: readonly ScriptStep[];
  readonly selfReviewer?: readonly ScriptStep[];
  /** Answers to the questions, in order. */
  readonly answers?: readonly string[];
  readonly limits?: RunLimits;
  /** The caller's own, to abort with. */
  readonly controller?: AbortController;
  readonly watch?: (event: LockedRunEvent) => void;
}

export interface LockedPlayed {
  readonly result: RunResult<LockedTypes>;
  readonly report: LockedReport;
  readonly tokens: readonly string[];
  readonly events: readonly LockedRunEvent[];
  readonly questions: readonly string[];
  readonly recorder: MemoryRecorder;
  readonly calls: readonly RecordedCall[];
  readonly agents: { readonly reviewer: ScriptedAgent; readonly fixer: ScriptedAgent; readonly selfReviewer: ScriptedAgent };
}

/** Plays a loop until it ends, or until it asks and no answer is left. Scripts are consumed exactly. */
export async function playLocked(script: LockedPlay = {}): Promise<LockedPlayed> {
  const { input, reviewer = [CLEAN], fixer = [], selfReviewer = [], answers = [], limits, watch, controller = new AbortController(), ...options } = script;
  const memory = memoryRecorder();
  const recorder: LockedRecorder = options.recorder ?? memory;
  const policy = qualityLocked({ ...options, recorder });
  const agents = { reviewer: scriptedAgent(reviewer), fixer: scriptedAgent(fixer), selfReviewer: scriptedAgent(selfReviewer) };
  const events: LockedRunEvent[] = [];
  const onEvent = (event: LockedRunEvent): void => {
    events.push(event);
    watch?.(event);
  };
  const common = { agents, limits, signal: controller.signal, onEvent };
  let result = await runLoop(policy, { ...common, input: { checkpoint: "spec", artifact: "v0", mode: ON, ...input } }).result;
  const questions: string[] = [];
  for (const answer of answers) {
    if (result.status !== "suspended") throw new Error(`nobody asked: ${result.token ?? result.error.message}`);
    questions.push(result.question.text);
    const from = JSON.parse(JSON.stringify(result.snapshot)) as typeof result.snapshot;
    result = await resumeRun(policy, { ...common, from, token: result.token, answer, by: "ann" }).result;
  }
  if (result.status === "suspended") questions.push(result.question.text);
  if (result.status === "failed") throw result.error;
  for (const agent of Object.values(agents)) agent.assertConsumed();
  const tokens = events.flatMap((event) => (event.type === "decision.made" ? [event.token] : []));
  const calls = Object.values(agents).flatMap((agent) => agent.calls);
  return { result, report: result.report, tokens, events, questions, recorder: memory, calls, agents };
}
