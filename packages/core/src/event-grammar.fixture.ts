/**
 * The grammar of a run's events (G13) as core's own tests hold it: that of `@loopwright/testing`, and what only the runner
 * itself can be held to. Problems are sentences; none means that besides:
 *
 * 1. `seq` counts from where the run began or went on.
 * 2. `callId`s count up in start order.
 * 3. Each event equals what JSON makes of it, in every field.
 * 4. A run that has not failed ends as it was decided, unless its end is told again.
 */
import { isDeepStrictEqual } from "node:util";
import { eventGrammarProblems } from "@loopwright/testing";
import type { EventFrame, RunEvent, RunnerEvent } from "./index.js";

type Framed = RunnerEvent & EventFrame;

/** What is wrong with the events of one run, from its start or from where it was resumed, to its end. */
export function grammarProblems(events: readonly RunEvent[], from: { readonly seq?: number; readonly calls?: number } = {}): readonly string[] {
  const framed = events as readonly Framed[]; // A policy's own events fall through every case.
  return [...eventGrammarProblems(events), ...placeProblems(framed, from.seq ?? 0), ...callIdProblems(framed, from.calls ?? 0), ...jsonProblems(framed), ...endProblems(framed)];
}

function placeProblems(events: readonly Framed[], before: number): readonly string[] {
  const [first] = events;
  return first === undefined || first.seq === before + 1 ? [] : [`the first event carries seq ${first.seq}, not ${before + 1}`];
}

/** Where lanes are replayed from a journal they may start in another order, and lost attempts leave gaps. */
function callIdProblems(events: readonly Framed[], before: number): readonly string[] {
  if (events.some((event) => "replayed" in event || "interrupted" in event)) return []; // That none starts twice is checked there.
  const started = events.flatMap((event) => (event.type === "call.started" ? [event.callId] : []));
  return started.flatMap((callId, index) => (callId === `c${before + index + 1}` ? [] : [`call ${callId} is not c${before + index + 1}`]));
}

function jsonProblems(events: readonly Framed[]): readonly string[] {
  return events.flatMap((event) => (isDeepStrictEqual(JSON.parse(JSON.stringify(event)), { ...event }) ? [] : [`seq ${event.seq}: ${event.type} does not survive JSON`]));
}

function endProblems(events: readonly Framed[]): readonly string[] {
  const [first] = events;
  const hasDecision = events.some((event) => event.type === "decision.made");
  const isRetold = first?.type === "run.resumed" && first.token === null;
  return events.flatMap((event) => {
    if ((event.type !== "run.finished" && event.type !== "run.suspended") || hasDecision || isRetold) return [];
    const hasFailed = event.type === "run.finished" && event.status === "failed";
    return hasFailed || event.token === null ? [] : [`ends as ${event.token}, but nothing was decided`];
  });
}

/** Whether a value and everything in it is frozen. */
export function isDeepFrozen(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return true;
  return Object.isFrozen(value) && Object.values(value).every(isDeepFrozen);
}
