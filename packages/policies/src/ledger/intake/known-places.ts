/**
 * What the ledger holds already, by place and claim: one look-up for each new finding, so that intake is linear.
 *
 * Invariants:
 * 1. Of several entries the first in ledger order answers (LG-INT-6, LG-REL-1).
 * 2. Within a batch equal text on other lines is another defect (LG-INT-8): an entry that the batch made or added to answers
 *    only where the lines of that sighting overlap, and the next entry of an earlier batch answers instead.
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

/** An entry that a batch made or added to, at the lines it was seen at. */
interface Twin {
  readonly region: LineRegion;
  readonly index: number;
}

/** Entries of one batch with one claim at one place, by first line; most often there is just one. */
type Twins = Twin[];

/** What a sighting is looked up by; computed once. */
export interface SightingKeys {
  readonly place: string;
  readonly claim: string;
  readonly both: string;
}

/** The look-up. */
export class KnownPlaces {
  readonly #improvements: Improvements;
  /** Place and claim → indexes of the entries that may take a sighting, and how many of them this batch added to. */
  readonly #earlier = new Map<string, { readonly indexes: number[]; taken: number }>();
  readonly #batch = new Map<string, Twin | Twins>();
  readonly #settled = new Map<string, { id: string; claims: Set<string> }>();

  constructor(entries: readonly LedgerEntry[], improvements: Improvements) {
    this.#improvements = improvements;
    entries.forEach((entry, index) => {
      const keys = this.keysOf(entry.anchor, entry.claim);
      if (isSettled(entry)) this.#settle(entry.id, keys);
      else this.#note(keys.both, index);
    });
  }

  #note(both: string, index: number): void {
    const known = this.#earlier.get(both);
    if (known === undefined) this.#earlier.set(both, { indexes: [index], taken: 0 });
    else known.indexes.push(index);
  }

  #settle(id: string, { place, claim }: SightingKeys): void {
    const known = this.#settled.get(place);
    if (known === undefined) this.#settled.set(place, { id, claims: new Set([claim]) });
    else known.claims.add(claim);
  }

  keysOf(anchor: Anchor, text: string): SightingKeys {
    const place = placeKey(anchor, this.#improvements);
    const claim = claimKey(text, this.#improvements);
    return { place, claim, both: `${place}\u0000${claim}` };
  }

  /** Index of the entry that a sighting belongs to, which it then counts for; `null` for none. */
  twinOf(keys: SightingKeys, region: LineRegion): number | null {
    const earlier = this.#earlier.get(keys.both);
    const found = this.#batch.get(keys.both);
    const twins = found === undefined || Array.isArray(found) ? (found ?? []) : [found];
    if (!this.#improvements.has("LG-INT-8")) return earlier?.indexes[0] ?? twins[0]?.index ?? null;
    const same = overlapping(twins, region);
    const next = earlier?.indexes[earlier.taken];
    if (same !== null || earlier === undefined || next === undefined) return same;
    earlier.taken += 1;
    this.add(keys, region, next);
    return next;
  }

  /** What is settled at a place; `null` for nothing. */
  settledAt({ place }: SightingKeys): SettledPlace | null {
    return this.#settled.get(place) ?? null;
  }

  /** Takes up an entry that this batch made or added to, at the lines of the sighting. */
  add({ both }: SightingKeys, region: LineRegion, index: number): void {
    const twin = { region, index };
    const found = this.#batch.get(both);
    if (found === undefined) this.#batch.set(both, twin);
    else if (Array.isArray(found)) found.splice(firstBehind(found, region[0]), 0, twin);
    else this.#batch.set(both, found.region[0] <= region[0] ? [found, twin] : [twin, found]);
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
