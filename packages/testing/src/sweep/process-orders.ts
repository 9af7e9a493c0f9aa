/**
 * What a process sweep tells the process that it will kill, and what that one leaves behind: files in the folder of its case.
 *
 * Invariant: all of it outlives a SIGKILL at any moment; what is written after the fact is written whole or not at all.
 */
import { LoopwrightError } from "@loopwright/core";
import type { PastRun } from "./crash-case.js";
import type { Death } from "./disk.js";
import type { Begin } from "./process.js";
import type { SweepViolation } from "./sweep-report.js";

/** The variable that holds them. Whatever the process starts inherits it, which is how it is found again. */
export const ORDERS = "LOOPWRIGHT_SWEEP";

/** What one process has to do. */
export interface ProcessOrders {
  /** The folder of the case. */
  readonly folder: string;
  /** How it goes about the run. */
  readonly begin: Begin;
  /** Where it kills itself. */
  readonly death: Death | null;
}

/** What a process says that came to the end of its run. */
export interface ProcessEnd {
  readonly writes: number;
  readonly compactions: number;
  readonly end: PastRun;
  /** What the next process has to do; `null` = the run is over. */
  readonly next: Begin | null;
  readonly violations: readonly Omit<SweepViolation, "at">[];
}

/** The files of a case. */
export function caseFiles(folder: string) {
  return {
    /** Nothing else may be in there in the end. */
    journalFolder: `${folder}/journal`,
    journal: `${folder}/journal/run.jsonl`,
    /** A line for each effect that ran. */
    ran: `${folder}/ran`,
    /** A line for each command that says so itself. */
    commands: `${folder}/commands`,
    /** A line for each start of an effect before and after it is kept in the journal, and for each end. */
    effects: `${folder}/effects`,
    /** A line for each decision that was told. */
    decisions: `${folder}/decisions`,
    /** A {@link ProcessEnd}. */
    end: `${folder}/end.json`,
    /** The world's own. */
    world: `${folder}/world`,
  };
}

/** The orders of this process. */
export function ordersOfThisProcess(): ProcessOrders {
  const text = process.env[ORDERS];
  if (text === undefined) throw new LoopwrightError("sweep-orders", `${ORDERS} is not set`, { hint: "This program is to be started by processSweep." });
  return JSON.parse(text) as ProcessOrders; // Written by processSweep.
}
