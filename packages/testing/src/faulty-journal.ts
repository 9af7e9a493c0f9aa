/**
 * Journals that go wrong at a chosen operation, in a chosen way.
 *
 * Invariants:
 * 1. Operations of one kind are counted from 1 over all openings of the journal.
 * 2. Only those that the plan names are touched; all others go to the journal inside.
 */
import type { Journal, Json, OpenJournal } from "@loopwright/core";
import { checkPlan } from "./faulty-agent.js";

/** What goes wrong at one operation. */
export type JournalFault = { readonly on: "open" | "append" | "compact" | "close"; readonly at: number } & (
  /** Rejects, and nothing is kept; default with an `Error`, as of a full disk. */
  | { readonly does: "rejects"; readonly error?: unknown }
  /** Keeps it, and rejects all the same, as a disk whose answer was lost. */
  | { readonly does: "keeps-and-rejects"; readonly error?: unknown }
  /** Resolves, and keeps nothing: no honest store does. */
  | { readonly does: "loses" }
  /** Never settles; what it was asked is kept or not. */
  | { readonly does: "hangs"; readonly kept: boolean }
  /** Throws instead of rejecting, which no journal may. */
  | { readonly does: "throws"; readonly error?: unknown }
  /** Begins only so many milliseconds later. */
  | { readonly does: "late"; readonly ms: number }
);

/** A journal with a fault in it. */
export interface FaultyJournal extends Journal {
  /** Faults of the plan that have not happened. */
  readonly waiting: readonly JournalFault[];
}

/**
 * Wraps a journal.
 *
 * @throws LoopwrightError `fault-plan` for a plan that names an operation twice or counts from 0.
 */
export function faultyJournal(journal: Journal, plan: readonly JournalFault[]): FaultyJournal {
  checkPlan(plan.map(({ on, at }) => [at, `${on} ${at}`]));
  const waiting = new Map(plan.map((fault) => [`${fault.on} ${fault.at}`, fault]));
  const counts = { open: 0, append: 0, compact: 0, close: 0 };
  const perform = <T>(on: JournalFault["on"], operation: () => Promise<T>, nothing: T): Promise<T> => {
    const place = `${on} ${++counts[on]}`;
    const fault = waiting.get(place);
    waiting.delete(place);
    return fault === undefined ? operation() : spoil(fault, operation, nothing);
  };
  const wrap = (opened: OpenJournal): OpenJournal => ({
    get records() {
      return opened.records;
    },
    append: (record: Json) => perform("append", () => opened.append(record), undefined),
    compact: (records: readonly Json[]) => perform("compact", () => opened.compact(records), undefined),
    close: () => perform("close", () => opened.close(), undefined),
  });
  return {
    // One that loses its opening hands out a journal of nothing that keeps nothing.
    open: () => perform("open", () => journal.open().then(wrap), VOID),
    get waiting() {
      return [...waiting.values()];
    },
  };
}

const VOID: OpenJournal = Object.freeze({ records: Object.freeze([]), append: () => Promise.resolve(), compact: () => Promise.resolve(), close: () => Promise.resolve() });

async function rejected(error: unknown, fault: JournalFault): Promise<never> {
  // eslint-disable-next-line @typescript-eslint/only-throw-error -- Journals may reject with anything.
  throw error ?? new Error(`fault of the plan at ${fault.on} ${fault.at}`);
}

function spoil<T>(fault: JournalFault, operation: () => Promise<T>, nothing: T): Promise<T> {
  switch (fault.does) {
    case "rejects":
      return rejected(fault.error, fault);
    case "keeps-and-rejects":
      return operation().then(() => rejected(fault.error, fault));
    case "loses":
      return Promise.resolve(nothing);
    case "hangs":
      if (fault.kept) void operation();
      return new Promise(() => undefined);
    case "throws":
      // eslint-disable-next-line @typescript-eslint/only-throw-error -- As above.
      throw fault.error ?? new Error(`fault of the plan at ${fault.on} ${fault.at}`);
    case "late":
      return new Promise<void>((resolve) => setTimeout(resolve, fault.ms)).then(operation);
  }
}
