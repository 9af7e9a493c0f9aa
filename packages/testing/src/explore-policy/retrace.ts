/** Executes a way again, move by move, and keeps what happened. */
import type { LoopwrightError } from "@loopwright/core";
import type { DecisionRecord, Json, Phase } from "@loopwright/core";
import { applyAnswer } from "./apply-answer.js";
import { Choices } from "./choices.js";
import type { Move } from "./findings.js";
import { Landing, type Landed } from "./landing.js";
import { runPhase, type Await } from "./phase.js";
import type { Performed } from "./phase-run.js";
import { NO_STANDING, NONE_SEEN, type Interruption, type Place } from "./place.js";
import type { World } from "./world.js";

/** One step of a run: a phase or an answer, and the decision that followed. */
export interface TraceStep {
  readonly phase: Phase;
  readonly round: number;
  /** What the agents and steps of the phase did, and those of `record`. */
  readonly performed: readonly Performed[];
  /** The answer that was given, where a person was asked. */
  readonly answer: { readonly token: string; readonly value: unknown } | null;
  /** How the run was interrupted in this step, and when: before it, within an effect, at its end, or after its decision. */
  readonly interruption: { readonly how: Interruption; readonly when: "before" | "within" | "at the end" | "after the decision" } | null;
  readonly decision: DecisionRecord | null;
  /** The state after the decision was recorded; `null` after a fault. */
  readonly state: Json;
  readonly fault: LoopwrightError | null;
  /** The run goes on, or waits, after this step. */
  readonly goesOn: "on" | "waits" | "ended";
}

/** The beginning of every run. */
export const START: Place = Object.freeze({ next: "open", state: null, round: 0, consults: 0, wasEarly: false, standing: NO_STANDING, seen: NONE_SEEN, interruption: null, calls: 0, answers: 0, asked: null, memory: null });

/** Executes moves from the start. */
export async function retrace(world: World, until: Await, start: Interruption | null, moves: readonly Move[]): Promise<readonly TraceStep[]> {
  const steps: TraceStep[] = [];
  let place: Place | null = { ...START, interruption: start };
  let isFresh = start !== null; // The interruption belongs to the step that it comes before.
  for (const move of moves) {
    if (place === null) break;
    const step: { readonly traced: TraceStep; readonly landed: Landed } = await stepOf(world, until, place, move, isFresh);
    steps.push(step.traced);
    isFresh = false;
    const { next }: Landed = step.landed;
    place = next === null || move.after === null || next.next === "answer" ? next : { ...next, interruption: move.after };
  }
  return steps;
}

async function stepOf(world: World, until: Await, place: Place, move: Move, isFresh: boolean): Promise<{ readonly traced: TraceStep; readonly landed: Landed }> {
  const { asked } = place;
  const records = new Choices(move.recordChoices);
  let landed: Landed;
  let performed: readonly Performed[] = [];
  let answer: TraceStep["answer"] = null;
  if (asked !== null) {
    const value = world.answers[asked.token]?.[move.choices[0] ?? 0];
    answer = { token: asked.token, value };
    const applied = applyAnswer(world.policy, asked.token, place.state, value);
    landed = applied.ok
      ? await Landing.afterAnswer(world, place, applied.state, move.how, records, until)
      : { decision: null, state: place.state, standing: place.standing, fault: applied.fault, next: null, cut: null, recorded: [] };
  } else {
    const end = await runPhase(world, place, new Choices(move.choices), until);
    performed = end.run.performed;
    landed = await Landing.afterPhase(world, place, end, move.how, records, until);
  }
  const traced: TraceStep = {
    phase: place.next,
    round: place.next === "review" ? place.round + 1 : place.round,
    performed: [...performed, ...landed.recorded],
    answer,
    interruption: interruptionOf(place, move, performed, isFresh),
    decision: landed.decision,
    state: landed.state,
    fault: landed.fault,
    goesOn: landed.next === null ? "ended" : landed.next.next === "answer" ? "waits" : "on",
  };
  return { traced, landed };
}

function interruptionOf(place: Place, move: Move, performed: readonly Performed[], isFresh: boolean): TraceStep["interruption"] {
  if (isFresh && place.interruption !== null) return { how: place.interruption, when: "before" };
  if (place.interruption === null && move.how !== null) {
    if (place.asked !== null) return { how: move.how, when: "before" };
    return { how: move.how, when: performed.some((one) => one.interruption !== null) ? "within" : "at the end" };
  }
  return move.after === null ? null : { how: move.after, when: "after the decision" };
}
