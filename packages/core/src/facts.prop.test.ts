/** The law of facts (facts.ts 2): a record has no problems exactly when it holds each declared fact and nothing else. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { count, defineFacts, flag, oneOf } from "./facts.js";

const domains = { verdict: oneOf("approved", "rejected", null), isStuck: flag(), round: count({ upTo: 2 }) };
const facts = defineFacts(domains);
const names = ["verdict", "isStuck", "round"] as const;

const anything = fc.oneof(fc.constantFrom<unknown[]>("approved", "rejected", null, true, false, 0, 1, 7, -0, -1, 0.5, Number.NaN, undefined, "true"), fc.anything());
const key = fc.oneof(fc.constantFrom<string[]>(...names, "__proto__", "constructor", "extra"), fc.string({ maxLength: 3 }));
const record = fc.oneof(
  fc.record({ verdict: anything, isStuck: anything, round: anything }),
  fc.record({ verdict: fc.constantFrom("approved", null), isStuck: fc.boolean(), round: fc.nat() }),
  fc.array(fc.tuple(key, anything), { maxLength: 5 }).map((entries) => Object.fromEntries(entries)),
  anything,
);

test("G4: 2: problems are empty exactly for a record of all declared facts within their domains", () => {
  fc.assert(
    fc.property(record, (given) => {
      const isFit =
        typeof given === "object" &&
        given !== null &&
        Object.keys(given).length === names.length &&
        names.every((name) => Object.hasOwn(given, name) && domains[name].accepts((given as { readonly [name: string]: unknown })[name]));
      const problems = facts.problems(given);
      expect(problems.length === 0).toBe(isFit);
      for (const problem of problems) expect(problem).toMatch(/: (missing|not )/);
    }),
    { numRuns: 1000 },
  );
});
