/**
 * What the ledger holds already, by place and claim: one look-up for each new finding, so that intake is linear.
 *
 * Invariants:
 * 1. Of several entries the first in ledger order answers (LG-INT-6, LG-REL-1).
 * 2. An entry of the same batch answers only where the lines overlap: equal text elsewhere is another defect (LG-INT-8).
 */
import type { LineRegion } from "@loopwright/evidence";
import type { Improvements } from "../improvements.js";
import { isSettled } from "../value/entry.js";
import { claimKey, placeKey } from "../value/claim-stem.js";
import type { Anchor, LedgerEntry } from "../value/ledger.js";

/** What settled entries stand at one place. */
export interface SettledPlace {
  /** The first of them. */
  readonly id: string;
  readonly claims: ReadonlySet<string>;
}

/** Entries of one batch with one claim at one place, by first line. */
type Twins = { readonly region: LineRegion; readonly index: number }[];

/** The look-up. */
export class KnownPlaces {
  readonly #improvements: Improvements;
  /** Place and claim → index of the first entry that may take a sighting. */
  readonly #earlier = new Map<string, number>();
  readonly #batch = new Map<string, Twins>();
  readonly #settled = new Map<string, { id: string; claims: Set<string> }>();

  constructor(entries: readonly LedgerEntry[], improvements: Improvements) {
    this.#improvements = improvements;
    entries.forEach((entry, index) => {
      if (isSettled(entry)) this.#settle(entry);
      else {
        const key = this.#keyOf(entry.anchor, entry.claim);
        if (!this.#earlier.has(key)) this.#earlier.set(key, index);
      }
    });
  }

  #settle(entry: LedgerEntry): void {
    const place = placeKey(entry.anchor, this.#improvements);
    const known = this.#settled.get(place);
    const claim = claimKey(entry.claim, this.#improvements);
    if (known === undefined) this.#settled.set(place, { id: entry.id, claims: new Set([claim]) });
    else known.claims.add(claim);
  }

  #keyOf(anchor: Anchor, claim: string): string {
    return `${placeKey(anchor, this.#improvements)}\u0000${claimKey(claim, this.#improvements)}`;
  }

  /** Index of the entry that a sighting belongs to; `null` for none. */
  twinOf(anchor: Anchor, claim: string): number | null {
    const key = this.#keyOf(anchor, claim);
    const earlier = this.#earlier.get(key);
    if (earlier !== undefined) return earlier;
    const twins = this.#batch.get(key);
    if (twins === undefined) return null;
    return this.#improvements.has("LG-INT-8") ? overlapping(twins, anchor.region) : (twins[0]?.index ?? null);
  }

  /** What is settled at a place; `null` for nothing. */
  settledAt(anchor: Anchor): SettledPlace | null {
    return this.#settled.get(placeKey(anchor, this.#improvements)) ?? null;
  }

  /** Takes up an entry that this batch just made. */
  add({ anchor, claim }: LedgerEntry, index: number): void {
    const key = this.#keyOf(anchor, claim);
    const twins = this.#batch.get(key);
    if (twins === undefined) this.#batch.set(key, [{ region: anchor.region, index }]);
    else twins.splice(firstBehind(twins, anchor.region[0]), 0, { region: anchor.region, index });
  }
}

/** Place of the first twin that starts behind a line. Twins are disjoint and in order. */
function firstBehind(twins: Twins, line: number): number {
  let low = 0;
  let high = twins.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((twins[middle]?.region[0] ?? Infinity) <= line) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The first entry, in ledger order, whose lines overlap; equal text leaves room for few of them. */
function overlapping(twins: Twins, [start, end]: LineRegion): number | null {
  let best: number | null = null;
  for (let at = Math.max(0, firstBehind(twins, start) - 1); at < twins.length; at++) {
    const twin = twins[at];
    if (twin === undefined || twin.region[0] > end) break;
    if (twin.region[1] >= start && (best === null || twin.index < best)) best = twin.index;
  }
  return best;
}
