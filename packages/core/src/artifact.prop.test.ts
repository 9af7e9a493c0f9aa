/** The law of versions (artifact.ts 2), against a set of everything that was produced. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { VersionHistory } from "./artifact.js";
import { canonicalJson } from "./digest.js";
import type { Json } from "./json.js";

const long = "x".repeat(300_000);
const artifact = fc.oneof(
  fc.constantFrom<Json[]>("", "A", "B", `A${long}`, `B${long}`, null, 0, "0", true, [], {}, { a: 1 }, { text: "A", files: ["a", "b"] }, { files: ["b", "a"], text: "A" }, "\ud800", "\ud801", "\ufffd"),
  fc.jsonValue() as fc.Arbitrary<Json>,
);
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant("produce" as const), artifact }) },
  { weight: 2, arbitrary: fc.constant({ do: "ask" as const }) },
  { weight: 1, arbitrary: fc.constant({ do: "resume" as const }) },
);

test("G18: 2: isSeen is exact, whenever it is asked, over any history and any number of resumes", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      let versions = new VersionHistory();
      let current: Json = null;
      const earlier = new Set<string>();
      for (const one of steps) {
        if (one.do === "produce") {
          if (current !== null) earlier.add(canonicalJson(current));
          current = one.artifact;
          versions.produce(structuredClone(one.artifact));
        } else if (one.do === "ask") {
          expect(versions.isSeen()).toBe(current !== null && earlier.has(canonicalJson(current)));
        } else {
          versions = new VersionHistory(JSON.parse(JSON.stringify(versions.seen())) as string[]);
          versions.adopt(current);
        }
        expect(versions.isCurrent(structuredClone(current))).toBe(true);
      }
      expect(versions.isSeen()).toBe(current !== null && earlier.has(canonicalJson(current)));
      expect(versions.seen().length).toBe(earlier.size);
    }),
    { numRuns: 300 },
  );
});
