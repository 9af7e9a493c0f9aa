/** New ledgers from old ones, entry by entry; the old value is never touched. */
import { refuse } from "../problem.js";
import type { Ledger, LedgerEntry } from "../value/ledger.js";

/** Places of all entries by id. */
export function placesOf(ledger: Ledger): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  ledger.findings.forEach(({ id }, index) => {
    if (!places.has(id)) places.set(id, index);
  });
  return places;
}

/** The entry, or a refusal. */
export function needEntry(ledger: Ledger, id: unknown): LedgerEntry {
  return ledger.findings.find((entry) => entry.id === id) ?? unknownFinding(id);
}

/** Refuses an id that no entry has. */
export function unknownFinding(id: unknown): never {
  return refuse("unknown-finding", "id", `there is no finding ${JSON.stringify(id)}`, "Use an id of this ledger; `report` lists them.");
}

/** The ledger with some entries replaced, by id. */
export function replaceEntries(ledger: Ledger, changed: ReadonlyMap<string, LedgerEntry>): Ledger {
  if (changed.size === 0) return ledger;
  return Object.freeze({ ...ledger, findings: Object.freeze(ledger.findings.map((entry) => changed.get(entry.id) ?? entry)) });
}
