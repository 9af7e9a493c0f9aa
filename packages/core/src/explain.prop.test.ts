/** The laws of explanations, against brute force. Numbers are the invariants at the head of explain.ts. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { defineFacts, type AnyFacts } from "./facts.js";
import { expectedDecision, randomOptions, randomTable } from "./table.fixture.js";
import { terminationTable } from "./table.js";

describe("G21: explain", () => {
  test("2: every flip really flips, and none is missed", () => {
    fc.assert(
      fc.property(randomTable, randomOptions, fc.nat(), fc.func(fc.boolean()), ({ facts, rows, everything }, options, pick, rule) => {
        const given = everything[pick % everything.length] as AnyFacts;
        const possible = (f: AnyFacts): boolean => rule(JSON.stringify(f));
        const table = terminationTable(defineFacts(facts.domains, { possible }), rows);
        const outcome = (f: AnyFacts): string => {
          const decision = expectedDecision(rows, f, options);
          return `${decision?.token} ${decision?.then}`;
        };
        const expected = everything
          .map((other) => ({ other, changed: Object.keys(given).filter((name) => other[name] !== given[name]) }))
          .filter(({ other, changed }) => changed.length === 1 && possible(other) && outcome(other) !== outcome(given))
          .map(({ other, changed: [fact = ""] }) => {
            const decision = expectedDecision(rows, other, options);
            return { fact, from: given[fact], to: other[fact], token: decision?.token ?? null, then: decision?.then ?? null };
          });
        const { flips } = table.explain(given, options);
        expect(flips.length).toBe(expected.length);
        expect(flips).toEqual(expect.arrayContaining(expected));
      }),
      { numRuns: 300 },
    );
  });

  test("1: explains the very decision; what a row read is enough for its answer", () => {
    fc.assert(
      fc.property(randomTable, randomOptions, fc.nat(), ({ facts, rows, everything }, options, pick) => {
        const given = everything[pick % everything.length] as AnyFacts;
        const table = terminationTable(facts, rows);
        const { decision, rows: explained } = table.explain(given, options);
        expect(decision).toEqual(table.decideAt(given, options));
        expect(explained.filter((row) => row.matched).map(({ row, token }) => ({ row, token }))).toEqual(decision === null ? [] : [{ row: decision.row, token: decision.token }]);
        expect(explained.findIndex((row) => row.matched)).toBe(decision === null ? -1 : explained.length - 1);
        for (const one of explained) {
          if (one.row === null || !one.considered || (options.signals !== undefined && /^(aborted|run-timeout|budget-spent)$/.test(one.token))) continue;
          const seen = Object.fromEntries(one.read.map(({ fact, value }) => [fact, value]));
          expect(rows[one.row]?.when(seen)).toBe(one.matched);
        }
      }),
      { numRuns: 300 },
    );
  });
});
