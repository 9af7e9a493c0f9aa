/**
 * Crashes a run right before and right after every write to its journal, and lets it go on from what was kept (G11).
 *
 * Invariants:
 * 1. A death is that of a process: nothing that the dead run still does counts, and nothing that it waits for comes. What
 *    was under way outside stays under way.
 * 2. The undisturbed run is the measure: the same decisions and the same result, but for time and for what an effect that
 *    ran twice has spent.
 * 3. No effect whose end was kept runs again; one that was in flight runs at most once more, over all crashes. Where the
 *    policy does not let it run again, the run must end there, and say so.
 */
import type { PolicyTypes } from "@loopwright/core";
import { CrashCase } from "./sweep/crash-case.js";
import { CrashEverywhere, type CrashChoice } from "./sweep/crash-everywhere.js";
import { withNothingLeft } from "./sweep/nothing-left.js";
import type { MakeScenario } from "./sweep/scenario.js";
import type { SweepReport } from "./sweep/sweep-report.js";

/** What is crashed, and where. */
export interface CrashSweepOptions<T extends PolicyTypes> extends CrashChoice {
  readonly scenario: MakeScenario<T>;
  /** How long one run may take, in milliseconds. Default 10,000. */
  readonly promptMs?: number;
}

/** Crashes a run everywhere; violations are data, see `assertSweep`. */
export async function crashSweep<T extends PolicyTypes>(options: CrashSweepOptions<T>): Promise<SweepReport> {
  const { scenario: makeScenario, promptMs = 10_000, ...choice } = options;
  const everywhere = new CrashEverywhere(choice, async (deaths) => {
    const scenario = await makeScenario();
    try {
      return await new CrashCase(scenario, deaths, promptMs).run();
    } finally {
      await scenario.dispose?.();
    }
  });
  return withNothingLeft(() => everywhere.run());
}
