/**
 * Where a run stands between two phases, as a value that can be forked.
 *
 * Invariants:
 * 1. A place holds everything that what follows depends on: equal places have equal futures.
 * 2. Places are never changed; the state in them is frozen to its leaves.
 */
import type { Json, Phase } from "@loopwright/core";
import type { Interner } from "./interner.js";

/** A phase that a run executes. */
export type LoopPhase = "open" | "review" | "revise" | "consult";

/** Why nothing may start any more. */
export type Interruption = "aborted" | "timeout";

/** The versions that were made before the current one, by number. */
export interface SeenVersions {
  readonly numbers: ReadonlySet<number>;
  readonly writing: string;
}

export const NONE_SEEN: SeenVersions = Object.freeze({ numbers: new Set<number>(), writing: "" });

/** Adds a version to those that were made. */
export function withSeen(seen: SeenVersions, version: number): SeenVersions {
  if (version === 0 || seen.numbers.has(version)) return seen;
  const numbers = [...seen.numbers, version].sort((a, b) => a - b);
  return { numbers: new Set(numbers), writing: numbers.join(" ") };
}

/** Where a run stands with its reviews; mirrors the runner's standing, with version numbers for digests. */
export interface Standing {
  /** The version under review; 0 = none. */
  readonly current: number;
  /** What the last valid review judged; 0 = nothing, or a policy without artifacts. */
  readonly reviewed: number;
  readonly isCurrent: boolean;
  readonly isLastValid: boolean;
  /** Whether some evidence about the current version came: a reviewer's usable answer, or a step that went well. */
  readonly hasEvidence: boolean;
}

export const NO_STANDING: Standing = Object.freeze({ current: 0, reviewed: 0, isCurrent: false, isLastValid: false, hasEvidence: false });

/** What an answer goes back to. */
export interface Asked {
  readonly token: string;
  readonly phase: Phase;
  readonly early: boolean;
}

/** A place. */
export interface Place {
  /** What comes next; `answer` = the run waits for a person. */
  readonly next: LoopPhase | "answer";
  readonly state: Json;
  readonly round: number;
  readonly consults: number;
  /** The decision that led here counted only early rows. */
  readonly wasEarly: boolean;
  readonly standing: Standing;
  readonly seen: SeenVersions;
  readonly interruption: Interruption | null;
  /** Calls that were started so far. */
  readonly calls: number;
  /** Answers of people so far. */
  readonly answers: number;
  readonly asked: Asked | null;
  /** What the caller's `memory` keeps of the way here; `null` without one. */
  readonly memory: Json;
}

/** What two places must share to be one. `round` is left out to see laps that change nothing. */
export function placeKey(place: Place, interner: Interner, viewed: Json, countsCalls: boolean, withProgress: boolean): string {
  const { standing, asked } = place;
  const flags =
    (standing.isCurrent ? 1 : 0) | (standing.isLastValid ? 2 : 0) | (standing.hasEvidence ? 4 : 0) | (place.wasEarly ? 8 : 0) | (place.interruption === null ? 0 : place.interruption === "aborted" ? 16 : 32);
  const progress = withProgress ? `${place.round}.${place.consults}${countsCalls ? `.${place.calls}` : ""}` : "";
  const waiting = asked === null ? "" : `${asked.token}@${asked.phase}${asked.early ? "!" : ""}`;
  const memory = place.memory === null ? "" : interner.written(place.memory);
  return `${place.next}|${progress}|${flags}|${standing.current}|${standing.reviewed}|${place.seen.writing}|${waiting}|${memory}|${interner.written(viewed)}`;
}
