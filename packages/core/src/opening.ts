/** What passes between starting a run and opening its journal. */
import { MAX_TIMER_MS } from "./clock.js";
import { SETTLE_MS, type Ending, type Engine } from "./engine.js";
import { isLoopwrightError, LoopwrightError, messageOf } from "./errors.js";
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

/** Says that a run starts. */
export function announceStart({ core }: Engine, replayed?: true): void {
  core.emit({
    ...core.policy.announce,
    type: "run.started",
    policy: core.policy.name,
    maxRounds: core.maxRounds,
    limits: core.limits,
    agents: Object.freeze(Object.fromEntries(core.roster.all.map((bound) => [bound.name, bound.label]))),
    ...(replayed === undefined ? {} : { replayed }),
  });
}

/** A run whose journal cannot be opened: it calls nobody, and says why. */
export function unopened(first: Omit<Driven, "drive">, why: unknown): Driven {
  const error = isLoopwrightError(why) ? why : new LoopwrightError("journal-broken", `the journal cannot be opened: ${messageOf(why)}`, { hint: "Mend its store.", cause: why });
  return {
    ...first,
    drive(onEnd) {
      announceStart(first.engine);
      onEnd({ decision: null, state: undefined, error });
    },
  };
}

/** What is opened, unless it has not come a second after the run was to end (G10); a journal that comes later is closed. */
export function inTime(first: Driven, opened: Promise<Driven>, ended: AbortSignal): Promise<Driven> {
  const { clock, limits } = first.setup;
  const cancel: (() => void)[] = [];
  const overdue = new Promise<Driven>((resolve) => {
    const giveUpIn = (delayMs: number): void => void cancel.push(clock.setTimer(() => resolve(unopened(first, "it has not opened in time")), Math.min(delayMs, MAX_TIMER_MS)));
    const onEnd = (): void => giveUpIn(SETTLE_MS);
    if (limits.runTimeoutMs != null) giveUpIn(limits.runTimeoutMs + SETTLE_MS);
    ended.addEventListener("abort", onEnd, { once: true });
    cancel.push(() => ended.removeEventListener("abort", onEnd));
  });
  return Promise.race([opened, overdue]).then((now) => {
    for (const one of cancel) one();
    void opened.then((late) => (late === now ? undefined : late.journal?.close().then(() => late.engine.core.end())));
    return now;
  });
}
