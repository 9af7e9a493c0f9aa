/**
 * Iteration records, and the prior ones a decision may see (QL-DEC-3, QL-HIST-1..3).
 *
 * Invariants:
 * 1. What comes from outside is checked whole before anything is decided; a bad record is an error, never a guess.
 * 2. A decision sees the current loop's records only, and never its own.
 */
import { isPlainObject, ledgerSeverity, LoopwrightError } from "@loopwright/core";
import { fourCounts, type Counts, type PartialCounts } from "./counts.js";
import type { LockedAction } from "./locked-table.js";

/** One iteration, as it is logged; a type alias, so that it is `Json`. */
export type IterationRecord = {
  readonly checkpoint?: string;
  /** From 1. */
  readonly iteration: number;
  readonly counts: Counts;
  readonly result: LockedAction;
  /** What a person answered to the prompt of this record: a letter, or a text (QL-HIST-3). */
  readonly user_choice?: string;
};

/** A prior record that has been checked; it may carry more keys. */
export type CheckedRecord = { readonly counts: PartialCounts; readonly [key: string]: unknown };

const HINT = "Pass the array of iteration records, oldest first, [] for the first iteration.";

/** Throws `history-invalid`. */
function refuse(path: string, message: string): never {
  throw new LoopwrightError("history-invalid", message, { path, hint: HINT });
}

/**
 * Checks prior records from outside.
 * @throws LoopwrightError `history-invalid` for anything but an array of objects with an object `counts` of whole numbers from 0.
 */
export function checkHistory(value: unknown): readonly CheckedRecord[] {
  if (!Array.isArray(value)) return refuse("history", "history is not an array of iteration records");
  return value.map((record: unknown, index) => {
    const path = `history[${index}]`;
    if (!isPlainObject(record)) return refuse(path, `${path} is not an object`);
    const { counts, iteration } = record;
    if (!isPlainObject(counts)) return refuse(`${path}.counts`, `${path}.counts is not an object`);
    for (const [name, count] of Object.entries(counts)) {
      if (!isWhole(count, 0)) refuse(`${path}.counts.${name}`, `${path}.counts.${name} is not a whole number from 0`);
    }
    if (iteration !== undefined && !isWhole(iteration, 1)) refuse(`${path}.iteration`, `${path}.iteration is not a whole number from 1`);
    return record as CheckedRecord; // the cast: its `counts` was just checked
  });
}

/**
 * Reads prior records from JSON text.
 * @throws LoopwrightError `history-invalid`, also for text that is not JSON.
 */
export function readHistory(text: string): readonly CheckedRecord[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refuse("history", "history is not JSON");
  }
  return checkHistory(value);
}

/**
 * Checks an iteration number (QL-DEC-3).
 * @throws LoopwrightError `iteration-invalid`.
 */
export function checkIteration(value: unknown): number {
  if (isWhole(value, 1)) return value;
  throw new LoopwrightError("iteration-invalid", "iteration is not a whole number from 1", {
    path: "iteration",
    hint: "Number the iterations of a loop from 1.",
  });
}

/**
 * Checks counts of findings that did not come from a review's text.
 * @throws LoopwrightError `counts-invalid`.
 */
export function checkCounts(value: unknown, path: string): Counts {
  const hint = "Give whole numbers from 0 for critical, major, substantive, cosmetic.";
  if (!isPlainObject(value)) throw new LoopwrightError("counts-invalid", `${path} is not an object`, { path, hint });
  for (const [name, count] of Object.entries(value)) {
    if (!ledgerSeverity.is(name)) throw new LoopwrightError("counts-invalid", `${path}.${name} is no severity`, { path: `${path}.${name}`, hint });
    if (!isWhole(count, 0)) throw new LoopwrightError("counts-invalid", `${path}.${name} is not a whole number from 0`, { path: `${path}.${name}`, hint });
  }
  return fourCounts(value);
}

function isWhole(value: unknown, least: number): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= least;
}

/**
 * The prior records of the loop that iteration `iteration` of `checkpoint` belongs to: those of the same checkpoint at the
 * end of the list, from the latest iteration 1 on (QL-HIST-2). Iteration 1 starts a loop, so it has none.
 */
export function currentLoop<R extends { readonly [key: string]: unknown }>(history: readonly R[], checkpoint: string, iteration: number): readonly R[] {
  if (iteration === 1) return [];
  let start = history.length;
  while (start > 0) {
    const record = history[start - 1];
    if (record?.["checkpoint"] !== checkpoint) break;
    start--;
    if (record["iteration"] === 1) break;
  }
  return history.slice(start);
}

/** Whether a person chose, at an escalation among these records, to keep iterating (QL-ESC-1). */
export function isContinueChosen(history: readonly { readonly [key: string]: unknown }[]): boolean {
  return history.some((record) => record["result"] === "ESCALATE" && record["user_choice"] === "C");
}

/** A record with the answer to its prompt; logged before anyone acts on it (QL-HIST-3). */
export function withUserChoice(record: IterationRecord, userChoice: string): IterationRecord {
  return { ...record, user_choice: userChoice };
}
