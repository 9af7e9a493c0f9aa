/** What a sweep runs again and again: a policy in a world that is made anew for each case. */
import type { AgentsFor, Clock, InterruptedOutcome, Journal, Policy, PolicyTypes, RunLimits } from "@loopwright/core";

/** A policy, everything that it runs with, and the world outside. */
export interface SweepScenario<T extends PolicyTypes> {
  readonly policy: Policy<T>;
  /**
   * The agents of one case. They live through the crashes of the case, as a service does; an effect that is issued again
   * is answered as it was the first time.
   */
  readonly agents: AgentsFor<T["roles"]>;
  readonly input: T["input"];
  readonly limits?: RunLimits;
  readonly clock?: Clock;
  /** What people answer, by ask token. A run that asks anything else ends suspended. */
  readonly answers?: { readonly [Token in keyof T["answers"]]?: T["answers"][Token] };
  /** What people say of an effect that was in flight. Default: nobody says anything, and the run ends there. */
  readonly interrupted?: (key: string) => InterruptedOutcome | null;
  /** Keys of the steps that really ran, each time they ran; steps are given their key. Without it steps are not counted. */
  readonly ran?: () => readonly string[];
  /** Puts something in front of the journal of each process, such as a fault. */
  readonly journal?: (journal: Journal) => Journal;
  /** A report without what it says of spend: what is compared where an effect ran twice. Default: the whole report. */
  readonly withoutSpend?: (report: T["report"]) => unknown;
  /** Ends the world. */
  readonly dispose?: () => void | Promise<void>;
}

/** Makes the world of a case. */
export type MakeScenario<T extends PolicyTypes> = () => SweepScenario<T> | Promise<SweepScenario<T>>;
