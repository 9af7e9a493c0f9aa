/**
 * Kills real processes right before and right after every write of a run to its journal in a file, and lets another process
 * go on from what is there (G11). What `crashSweep` simulates happens here.
 *
 * Invariants:
 * 1. Each death is a SIGKILL, and each process that goes on is a new one: it knows what the files say.
 * 2. The undisturbed run is the measure: the same decisions and the same result, but for time and for what an effect that
 *    ran twice has spent.
 * 3. No effect whose end was kept runs again; one that was in flight runs at most once more, over all crashes.
 * 4. In the end nothing lies beside the journal, and nothing runs that a process of the case has started.
 */
import { LoopwrightError } from "@loopwright/core";
import { CrashEverywhere, type CrashChoice } from "./sweep/crash-everywhere.js";
import { ProcessCase } from "./sweep/process-case.js";
import type { SweepReport } from "./sweep/sweep-report.js";

/** What is killed, and where. */
export interface ProcessSweepOptions extends CrashChoice {
  /** A program for this Node that calls `sweptProcess`; a path. Bundle it: it is started again and again. */
  readonly script: string;
  /** Its arguments. */
  readonly args?: readonly string[];
  /** Cases at once. Default 1. */
  readonly concurrency?: number;
  /** How long one process may take, and then all that it has started, in milliseconds. Default 60,000. */
  readonly promptMs?: number;
  /** Told after each case, with how many there were. */
  readonly onCase?: (cases: number) => void;
}

/** What a process sweep did and found. */
export interface ProcessSweepReport extends SweepReport {
  /** Processes that ran. */
  readonly started: number;
  /** Those of them that were killed: at a write, or because a person was to answer in the next one. */
  readonly kills: number;
}

/**
 * Kills a run everywhere; violations are data, see `assertSweep`.
 *
 * @throws LoopwrightError `option-invalid` for a concurrency that is no positive whole number.
 */
export async function processSweep(options: ProcessSweepOptions): Promise<ProcessSweepReport> {
  const { script, args = [], concurrency = 1, promptMs = 60_000, onCase, ...choice } = options;
  if (!Number.isSafeInteger(concurrency) || concurrency < 1) throw new LoopwrightError("option-invalid", `concurrency is ${concurrency}`, { path: "concurrency", hint: "Use a whole number from 1." });
  const { mkdtempSync, rmSync, mkdirSync } = process.getBuiltinModule("node:fs");
  const folder = mkdtempSync(`${process.getBuiltinModule("node:os").tmpdir()}/loopwright-sweep-`);
  let [cases, started, kills] = [0, 0, 0];
  try {
    const report = await new CrashEverywhere(choice, async (deaths) => {
      const place = `${folder}/${cases++}`;
      mkdirSync(place);
      const one = new ProcessCase({ script, args, promptMs }, place, deaths);
      const outcome = await one.run();
      rmSync(place, { recursive: true, force: true });
      started += one.started;
      kills += one.kills;
      onCase?.(cases);
      return outcome;
    }).run(concurrency);
    return { ...report, started, kills };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
