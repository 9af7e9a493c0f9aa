/** What a checkpoint knows and what it decided: facts for the policy, a record for whoever asks why (G3, G21). */
import type { AnyFacts } from "./facts.js";
import type { NextPhase } from "./row.js";
import type { RunnerSignals, RunnerToken } from "./runner-rows.js";

/** The phase that just ended, or in which something happens. */
export type Phase = "open" | "review" | "revise" | "consult" | "record" | "answer" | "report";

/** A phase that the loop runs by itself. */
export type NextStep = "open" | "review" | "revise" | "consult";

/** What the runner tells `facts` at a checkpoint. */
export interface Progress extends RunnerSignals {
  /** Reviews begun so far; during the first review it is 1. */
  readonly round: number;
  /** The phase that just ended. */
  readonly phase: Phase;
  /**
   * Whether the version that the last producing phase made was made before in this run (G18). Reading it computes
   * digests; not reading it costs next to nothing.
   */
  readonly versionSeen: boolean;
}

/** A decision with everything needed to recompute and explain it. */
export interface DecisionRecord<Token extends string = string> {
  readonly token: Token | RunnerToken;
  readonly kind: "pass" | "stop" | "ask" | "continue";
  /** Where a `continue` leads; otherwise `null`. */
  readonly then: NextPhase | null;
  /** 0-based index of the row in the table; `null` for a runner row in its default place. */
  readonly row: number | null;
  readonly round: number;
  /** The phase after which the table was read. */
  readonly phase: Phase;
  /** Whether only early rows counted. */
  readonly early: boolean;
  readonly facts: AnyFacts;
  readonly signals: RunnerSignals;
}
