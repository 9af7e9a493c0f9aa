/** The laws of tables. Numbers are the invariants at the head of table.ts. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { expectedDecision, randomOptions, randomTable } from "./table.fixture.js";
import { terminationTable } from "./table.js";

describe("terminationTable", () => {
  test("G3: 1: decide is total over the declared domains, and the first row that holds decides", () => {
    fc.assert(
      fc.property(randomTable, ({ facts, rows, everything }) => {
        const table = terminationTable(facts, rows);
        for (const given of everything) {
          expect(table.decide(given)).toEqual(expectedDecision(rows, given, {}));
          expect(table.decide(given)).toBe(table.decideAt(given, {}));
        }
      }),
    );
  });

  test("G3: 4: same facts, same row, whoever asks and whatever was asked before", () => {
    fc.assert(
      fc.property(randomTable, randomOptions, ({ facts, rows, everything }, options) => {
        const [first, second] = [terminationTable(facts, rows), terminationTable(facts, rows)];
        const before = everything.map((given) => first.decideAt(Object.freeze({ ...given }), options));
        const after = everything.toReversed().map((given) => second.decideAt(given, options));
        expect(after.reverse()).toEqual(before);
      }),
    );
  });

  test("2: at a checkpoint runner rows come first or where they are placed, and follow the signal alone", () => {
    fc.assert(
      fc.property(randomTable, randomOptions, ({ facts, rows, everything }, options) => {
        const table = terminationTable(facts, rows);
        for (const given of everything) expect(table.decideAt(given, options)).toEqual(expectedDecision(rows, given, options));
      }),
    );
  });

  test("G2: 3: where only early rows count, nothing passes and nothing revises", () => {
    fc.assert(
      fc.property(randomTable, randomOptions, ({ facts, rows, everything }, options) => {
        const table = terminationTable(facts, rows);
        for (const given of everything) {
          const decision = table.decideAt(given, { ...options, early: true });
          expect(decision?.kind).not.toBe("pass");
          expect(decision?.then).not.toBe("revise");
          if (!table.hasEarlyRows && options.signals === undefined && decision !== null) expect(decision.token).toMatch(/^(aborted|run-timeout|budget-spent)$/);
        }
      }),
    );
  });

  test("2: no signal is lost: a set one stops the run unless a row above its own matches", () => {
    fc.assert(
      fc.property(randomTable, ({ facts, rows, everything }) => {
        const table = terminationTable(facts, rows);
        const aborted = { aborted: true, runTimedOut: false, budgetRefused: false };
        const place = rows.findIndex((row) => row.token === "aborted");
        for (const given of everything) {
          const row = table.decideAt(given, { signals: aborted })?.row ?? null;
          if (place === -1) expect(row).toBeNull();
          else expect(row).toBeLessThanOrEqual(place);
        }
      }),
    );
  });

  test("the lists of tokens and next phases are what the rows say, each once", () => {
    fc.assert(
      fc.property(randomTable, ({ facts, rows }) => {
        const table = terminationTable(facts, rows);
        for (const kind of ["pass", "stop", "ask", "continue"] as const) {
          const said = rows.filter((row) => row.kind === kind && !["aborted", "run-timeout", "budget-spent"].includes(row.token)).map((row) => row.token);
          expect(table.tokens[kind]).toEqual([...new Set(said)]);
        }
        expect(new Set(table.next)).toEqual(new Set(rows.flatMap((row) => (row.kind === "continue" ? [row.then] : []))));
        expect(table.hasEarlyRows).toBe(rows.some((row) => row.early === true));
      }),
    );
  });
});
