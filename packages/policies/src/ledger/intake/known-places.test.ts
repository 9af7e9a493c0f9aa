import type { LineRegion } from "@loopwright/evidence";
import { describe, expect, it } from "vitest";
import { CONTEXT, entry } from "../cycle.fixture.js";
import { KnownPlaces } from "./known-places.js";

const anchor = { file: "src/a.ts", region: [1, 3], fingerprint: "1".repeat(40) } as const;
const regions: readonly LineRegion[] = [[10, 12], [1, 3], [20, 22], [5, 7], [15, 17], [23, 25], [8, 9]];

/** The first in ledger order that overlaps, by looking at all. */
function firstOverlap(known: readonly LineRegion[], [start, end]: LineRegion): number | null {
  const at = known.findIndex((one) => one[0] <= end && one[1] >= start);
  return at < 0 ? null : at;
}

describe("LG-INT-8: entries of one batch with equal text", () => {
  it.each([1, 2, 3, 4, 5, 6, 7])("of %i in any order, the first in ledger order that overlaps answers", (count) => {
    for (const order of [regions.slice(0, count), regions.slice(0, count).reverse(), [...regions.slice(0, count)].sort((left, right) => left[0] - right[0])]) {
      const places = new KnownPlaces([], CONTEXT.improvements);
      const keys = places.keysOf(anchor, "one claim");
      order.forEach((region, index) => places.add(keys, region, index));
      for (let start = 1; start <= 28; start++) {
        for (const height of [1, 3, 9]) {
          const asked: LineRegion = [start, start + height - 1];
          expect([order, asked, places.twinOf(keys, asked)]).toEqual([order, asked, firstOverlap(order, asked)]);
        }
      }
    }
  });

  it("another claim at the place is another defect", () => {
    const places = new KnownPlaces([], CONTEXT.improvements);
    places.add(places.keysOf(anchor, "one claim"), [1, 3], 0);
    expect(places.twinOf(places.keysOf(anchor, "another claim"), [1, 3])).toBeNull();
    expect(places.twinOf(places.keysOf({ ...anchor, file: "src/b.ts" }, "one claim"), [1, 3])).toBeNull();
  });
});

describe("LG-INT-6, LG-REL-1: entries of earlier batches", () => {
  const known = [
    entry({ id: "F-001", anchor, claim: "one claim", status: "rejected" }), entry({ id: "F-002", anchor, claim: "two claim", status: "open" }),
    entry({ id: "F-003", anchor, claim: "two claim", status: "open" }), entry({ id: "F-004", anchor, claim: "three claim", status: "rejected" }),
  ];
  const places = new KnownPlaces(known, CONTEXT.improvements);

  it("the first of several answers, wherever its lines are, and a settled one takes no sighting", () => {
    expect(places.twinOf(places.keysOf(anchor, "two claim"), [90, 99])).toBe(1);
    expect(places.twinOf(places.keysOf(anchor, "one claim"), [1, 3])).toBeNull();
  });

  it("a settled place is named by its first entry and holds every claim", () => {
    expect(places.settledAt(places.keysOf(anchor, "new claim"))).toEqual({ id: "F-001", claims: new Set(["one claim", "three claim"].map((claim) => places.keysOf(anchor, claim).claim)) });
    expect(places.settledAt(places.keysOf({ ...anchor, file: "src/b.ts" }, "one claim"))).toBeNull();
  });
});
