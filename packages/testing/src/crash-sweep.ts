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
import { handlesBeyond, openHandles } from "./open-handles.js";
import { watchRejections } from "./agent-contract/rejections.js";
import { CrashCase } from "./sweep/crash-case.js";
import { CrashEverywhere, type CrashChoice } from "./sweep/crash-everywhere.js";
import { someTurns } from "./sweep/process.js";
import type { MakeScenario } from "./sweep/scenario.js";
import type { SweepReport, SweepViolation } from "./sweep/sweep-report.js";

/** What is crashed, and where. */
export interface CrashSweepOptions<T extends PolicyTypes> extends CrashChoice {
  readonly scenario: MakeScenario<T>;
  /** How long one run may take, in milliseconds. Default 10,000. */
  readonly promptMs?: number;
}

/** Crashes a run everywhere; violations are data, see `assertSweep`. */
export async function crashSweep<T extends PolicyTypes>(options: CrashSweepOptions<T>): Promise<SweepReport> {
  const watch = watchRejections();
  const handles = openHandles();
  try {
    const { scenario: makeScenario, promptMs = 10_000, ...choice } = options;
    const report = await new CrashEverywhere(choice, async (deaths) => {
      const scenario = await makeScenario();
      try {
        return await new CrashCase(scenario, deaths, promptMs).run();
      } finally {
        await scenario.dispose?.();
      }
    }).run();
    for (let turn = 0; turn < 100 && handlesBeyond(handles).length > 0; turn++) await new Promise((resolve) => setTimeout(resolve, 20));
    const left = handlesBeyond(handles).map((kind): SweepViolation => ({ at: "the end", kind: "left-behind", message: `still there: ${kind}` }));
    await someTurns();
    const unheard = watch.found.map(({ reason }): SweepViolation => ({ at: "the end", kind: "threw", message: `a rejection was left unhandled: ${String(reason)}` }));
    return { ...report, violations: [...report.violations, ...left, ...unheard] };
  } finally {
    watch.stop();
  }
}
