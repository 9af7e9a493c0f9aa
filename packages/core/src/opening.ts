/** What passes between starting a run and opening its journal. */
import type { Ending, Engine } from "./engine.js";
import type { InterruptedOutcome } from "./interrupted.js";
import type { Journal } from "./journal.js";
import type { Json } from "./json.js";
import type { RunLimits } from "./limits.js";
import type { Policy } from "./policy.js";
import type { RunSetup } from "./run-core.js";
import type { RunPosition } from "./snapshot.js";

/** A run that is ready to go. */
export interface Driven {
  readonly setup: RunSetup;
  readonly engine: Engine;
  /** What has to be told of the end; `null` = nobody. */
  readonly journal: { end(ending: Ending): Promise<Ending>; close(): Promise<void> } | null;
  drive(onEnd: (ending: Ending) => void): void;
}

/** A run whose journal is to be opened. */
export interface Opening {
  readonly journal: Journal;
  readonly policy: Policy;
  /** What the options gave; the input in it counts only where `input` is given. */
  readonly setup: RunSetup;
  /** `null` = whatever stands in the journal. */
  readonly input: { readonly value: unknown } | null;
  readonly runId: string | null;
  readonly limits: RunLimits | null;
  readonly answer: { readonly token: string; readonly answer: Json; readonly by: string } | null;
  readonly interrupted: { readonly key: string; readonly outcome: InterruptedOutcome; readonly by: string } | null;
  /** Binds the same agents for a recorded input. */
  prepare(input: unknown, resumed: RunPosition | null, limits: RunLimits, runId: string): RunSetup;
  announceStart(engine: Engine, replayed?: true): void;
  watchTime(engine: Engine): void;
}
