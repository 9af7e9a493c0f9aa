/** One process of a case: a run from its start, or from its journal, to its end or its death. */
import { LoopwrightError, resumeRun, runLoop } from "@loopwright/core";
import type { Clock, InterruptedOutcome, Journal, Json, OpenJournal, PolicyTypes, Run, RunEvent, RunResult } from "@loopwright/core";
import type { CountedAgents } from "./counted-agents.js";
import type { SweepScenario } from "./scenario.js";

/** How a process goes about the run. */
export type Begin = { readonly how: "start" } | { readonly how: "resume" } | { readonly how: "answer"; readonly token: string } | { readonly how: "settle"; readonly key: string; readonly outcome: InterruptedOutcome };

/** What a process is given beside the scenario. */
export interface ProcessOptions {
  readonly begin: Begin;
  readonly journal: Journal;
  readonly counted: CountedAgents;
  readonly clock: Clock;
  readonly onEvent: (event: RunEvent) => void;
  readonly signal?: AbortSignal;
  /** Told of each record once the run may rely on it. */
  readonly onKept?: (record: Json) => void;
}

/** Who answers in a sweep. */
const BY = "sweep";

/** Starts a process. May throw, as `runLoop` and `resumeRun` do. */
export function startProcess<T extends PolicyTypes>(scenario: SweepScenario<T>, { begin, counted, clock, onEvent, signal, ...options }: ProcessOptions): Run<T> {
  const { policy, input, limits } = scenario;
  const journal = journalOf(scenario, options);
  const common = { agents: counted.wrap(scenario.agents), limits, clock, signal, onEvent };
  if (begin.how === "start") return runLoop(policy, { ...common, input, journal, runId: "sweep" });
  if (begin.how === "resume") return resumeRun(policy, { ...common, from: journal });
  if (begin.how === "settle") return resumeRun(policy, { ...common, from: journal, interrupted: { key: begin.key, outcome: begin.outcome }, by: BY });
  const token = begin.token as keyof T["answers"] & string; // The run asked under it.
  return resumeRun(policy, { ...common, from: journal, token, answer: scenario.answers?.[token] as T["answers"][typeof token], by: BY }); // `answers` was looked up before.
}

/** The journal as the run sees it. */
function journalOf<T extends PolicyTypes>(scenario: SweepScenario<T>, { journal, onKept }: Pick<ProcessOptions, "journal" | "onKept">): Journal {
  const stored = scenario.journal?.(journal) ?? journal;
  if (onKept === undefined) return stored;
  const open = async (): Promise<OpenJournal> => {
    const opened = await stored.open();
    const append = (record: Json): Promise<void> => opened.append(record).then(() => onKept(record));
    return { records: opened.records, append, compact: (records) => opened.compact(records), close: () => opened.close() };
  };
  return { open };
}

/** What comes after a process that came to its end; `null` = nothing does. */
export function nextAfter<T extends PolicyTypes>(scenario: SweepScenario<T>, result: RunResult<T>): Begin | null {
  if (result.status === "suspended") {
    const { token } = result;
    return scenario.answers !== undefined && Object.hasOwn(scenario.answers, token) ? { how: "answer", token } : null;
  }
  const key = interruptedKey(result);
  const outcome = key === null ? null : (scenario.interrupted?.(key) ?? null);
  return key === null || outcome === null ? null : { how: "settle", key, outcome };
}

/** The effect because of which a run goes no further. */
export function interruptedKey({ error }: { readonly error: unknown }): string | null {
  return isLoopwrightErrorOf(error, "effect-interrupted") ? error.path : null;
}

function isLoopwrightErrorOf(error: unknown, code: string): error is { readonly path: string } {
  return error instanceof LoopwrightError && error.code === code && error.path !== null;
}

/** Lets what is under way go on as far as it can by itself. */
export async function someTurns(turns = 4): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await new Promise<void>((resolve) => setImmediate(resolve));
}

/** The first of these, or `null` after so many milliseconds. */
export async function within<R>(work: Promise<R>, ms: number): Promise<R | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
