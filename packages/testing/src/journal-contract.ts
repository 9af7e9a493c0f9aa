/**
 * What every journal keeps, as a list of cases for stores of one's own.
 *
 * Invariants:
 * 1. The suite knows no test framework and no store. A store gives a function that makes a journal at a new, empty place;
 *    see {@link CreateJournal}.
 * 2. Each case has a place of its own, and disposes of it on every path.
 * 3. What only a death of the process can show is not here: `crashSweep` shows it.
 */
import { bindJournalCase } from "./journal-contract/journal-case.js";
import type { CreateJournal } from "./journal-contract/journal-case.js";
import type { ContractCase } from "./agent-contract/contract-case.js";
import { COMPACT_CASES } from "./journal-contract/compact-cases.js";
import { OWNER_CASES } from "./journal-contract/owner-cases.js";
import { RECORD_CASES } from "./journal-contract/record-cases.js";
import { RUN_CASES } from "./journal-contract/run-cases.js";

export type { CreateJournal, JournalUnderTest } from "./journal-contract/journal-case.js";

/** The cases that a journal must pass. */
export function journalContract(create: CreateJournal): readonly ContractCase[] {
  return [...RECORD_CASES, ...OWNER_CASES, ...COMPACT_CASES, ...RUN_CASES].map((spec) => bindJournalCase(spec, create));
}

/**
 * Registers the cases with a test framework: vitest's `test`, that of `node:test`, or any function of a name and a body.
 *
 * @returns how many cases there are.
 */
export function testJournalContract(test: (name: string, body: () => Promise<void>) => unknown, create: CreateJournal): number {
  const cases = journalContract(create);
  for (const { name, run } of cases) test(name, () => run());
  return cases.length;
}
