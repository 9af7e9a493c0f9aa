/** What a sweep found. */
import { LoopwrightError } from "@loopwright/core";
import { randomBits } from "../random-bits.js";

/** Something that must not be. */
export interface SweepViolation {
  /** Where the case crashed or aborted: `"after write 7"`. */
  readonly at: string;
  /** Which promise is broken, in one word. */
  readonly kind: SweepViolationKind;
  readonly message: string;
}

export type SweepViolationKind =
  /** Another decision than without a crash. */
  | "decisions"
  /** Another result than without a crash. */
  | "result"
  /** An effect whose end was kept ran again. */
  | "repeated"
  /** An interrupted effect ran more often than twice. */
  | "reissued"
  /** An effect ran before its start was kept. */
  | "unrecorded"
  /** Something started after the abort. */
  | "started-late"
  /** The run did not settle in time. */
  | "hangs"
  /** An aborted run gave another status, or another version than the last reviewed. */
  | "aborted"
  /** The events have no grammar. */
  | "grammar"
  /** A listener, a timer, a process, a lock was left. */
  | "left-behind"
  /** Something was thrown where nothing may be. */
  | "threw";

/** What a sweep did and found. */
export interface SweepReport {
  /** Cases that ran; each crashes or aborts at another place. */
  readonly cases: number;
  /** Cases left out by `sample`. */
  readonly skipped: number;
  /** Places of an undisturbed run: writes to the journal, and events, calls and steps where the sweep uses them. */
  readonly places: { readonly [kind: string]: number };
  readonly violations: readonly SweepViolation[];
}

/** Throws `sweep-violations` with the first few, if there are any; gives the report back otherwise. */
export function assertSweep(report: SweepReport): SweepReport {
  const { violations, cases } = report;
  if (violations.length === 0) return report;
  const shown = violations.slice(0, 5).map(({ at, kind, message }) => `${at}: ${kind}: ${message}`);
  const more = violations.length > shown.length ? `\n… and ${violations.length - shown.length} more` : "";
  throw new LoopwrightError("sweep-violations", `${violations.length} violations in ${cases} cases:\n${shown.join("\n")}${more}`, { hint: "Each names where it was interrupted; run the sweep on that place alone with `only`." });
}

/** Which of the places a sweep visits. */
export interface SweepChoice {
  /** At most about so many cases, spread over all places by `seed`. Default: every place. */
  readonly sample?: number;
  /** Default 1. */
  readonly seed?: number;
  /** Only the place that a violation names. */
  readonly only?: string;
}

/** Says which cases run; counts those that do not. */
export class CaseChooser {
  skipped = 0;
  readonly #only: string | null;
  readonly #chance: (expected: number) => boolean;

  constructor({ sample, seed = 1, only }: SweepChoice) {
    this.#only = only ?? null;
    const random = seeded(seed);
    this.#chance = (expected) => sample === undefined || random() < sample / expected;
  }

  /** `expected`: about how many places there are in all. */
  isChosen(at: string, expected: number): boolean {
    const isChosen = this.#only === null ? this.#chance(expected) : at === this.#only;
    if (!isChosen) this.skipped++;
    return isChosen;
  }
}

/** Numbers from 0 to 1, the same for the same seed. */
export function seeded(seed: number): () => number {
  const next = randomBits(seed);
  return () => next() / 2 ** 32;
}
