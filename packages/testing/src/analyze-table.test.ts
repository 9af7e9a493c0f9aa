import { describe, expect, test } from "vitest";
import { always, count, defineFacts, flag, oneOf, terminationTable, type AnyFacts, type TableRow } from "@loopwright/core";
import { analyzeTable } from "./index.js";
import { tableMatchers } from "./vitest.js";

expect.extend(tableMatchers);

const facts = defineFacts({ verdict: oneOf("approved", "rejected", "unavailable"), round: count({ upTo: 3 }), isStuck: flag() }, { possible: (f) => f.round > 0 || f.verdict === "unavailable" });
type Facts = Parameters<typeof facts.possible>[0];
type Row = TableRow<Facts>;

const approved: Row = { token: "approved", kind: "pass", when: (f) => f.verdict === "approved" };
const cap: Row = { token: "cap", kind: "stop", when: (f) => f.round >= 3 };
const stuck: Row = { token: "stuck", kind: "stop", early: true, when: (f) => f.isStuck };
const revise: Row = { token: "revise", kind: "continue", then: "revise", when: always };

describe("a sound table", () => {
  const table = terminationTable(facts, [approved, cap, revise]);

  test("is total, every row decides, and the pairs whose order matters are named with facts", () => {
    const analysis = analyzeTable(table);
    expect(analysis).toMatchObject({ total: true, unreachable: [], shadowed: [], early: null, undeclaredReads: [] });
    expect(analysis.afterReview.orderMatters).toEqual([
      { decides: { row: 0, token: "approved", then: null }, below: { row: 1, token: "cap", then: null }, example: { facts: { verdict: "approved", round: 3, isStuck: false }, signals: [] } },
    ]);
    expect(table).toBeTotal();
    expect(table).toHaveNoUnreachableRows();
  });

  test("the analysis says what it covered: values per fact, combinations, what is read, where a run may report more", () => {
    expect(analyzeTable(table).covered).toEqual({
      declared: 24,
      possible: 20,
      facts: [
        { fact: "verdict", values: ["approved", "rejected", "unavailable"], isOpen: false, isRead: true },
        { fact: "round", values: [0, 1, 2, 3], isOpen: true, isRead: true },
        { fact: "isStuck", values: [false, true], isOpen: false, isRead: false },
      ],
    });
    expect(String(analyzeTable(table))).toBe(
      [
        "total over 20 possible of 24 combinations: verdict (3), round (4 or more), isStuck (2, read by nothing)",
        '  after a review row 1 approved must stay above row 2 cap, as with {"verdict":"approved","round":3,"isStuck":false}',
      ].join("\n"),
    );
  });
});

describe("planted faults", () => {
  const build = (...rows: readonly Row[]) => ({ facts, rows });

  test("a table that leaves a case open is not total, with the case", () => {
    const { total, afterReview } = analyzeTable(build(approved, { token: "revise", kind: "continue", then: "revise", when: (f) => f.verdict === "rejected" }));
    expect(total).toBe(false);
    expect(afterReview.undecided).toEqual([{ row: null, token: null, problem: "no row holds", facts: { verdict: "unavailable", round: 0, isStuck: false }, signals: [] }]);
  });

  test("G4: a row that throws or gives no boolean leaves its case undecided, unless a row above decides it", () => {
    const thrower: Row = { token: "x", kind: "stop", when: (f) => { if (f.verdict === "approved") throw new Error("no such verdict"); return f.isStuck; } };
    expect(analyzeTable(build(thrower, revise)).afterReview.undecided).toMatchObject([{ row: 0, token: "x", problem: "threw: no such verdict", facts: { verdict: "approved" } }]);
    expect(analyzeTable(build(approved, thrower, revise)).total).toBe(true);
    const word: Row = { token: "x", kind: "stop", when: (f) => (f.isStuck && "false") as boolean };
    expect(analyzeTable(build(word, revise)).afterReview.undecided).toMatchObject([{ problem: "gave string instead of true or false", facts: { isStuck: true } }]);
  });

  test("a cap above its approval hides nothing, a general row above a special one does", () => {
    const general: Row = { token: "no-verdict", kind: "stop", when: (f) => f.verdict !== "rejected" };
    const { unreachable, shadowed } = analyzeTable(terminationTable(facts, [cap, general, approved, revise]));
    expect(shadowed).toEqual(unreachable);
    expect(shadowed).toEqual([
      {
        row: 2, token: "approved", reason: "shadowed",
        shadowedBy: [
          { row: 1, token: "no-verdict", example: { facts: { verdict: "approved", round: 1, isStuck: false }, signals: [] } },
          { row: 0, token: "cap", example: { facts: { verdict: "approved", round: 3, isStuck: false }, signals: [] } },
        ],
      },
    ]);
  });

  test("a row that holds nowhere, and one that holds only where `possible` does not", () => {
    const early: Row = { token: "early", kind: "stop", when: (f) => f.round === 0 && f.verdict === "approved" };
    const never: Row = { token: "never", kind: "stop", when: (f) => f.round > 3 };
    expect(analyzeTable(build(early, never, revise)).unreachable).toEqual([
      { row: 0, token: "early", reason: "ruled-out", shadowedBy: [] },
      { row: 1, token: "never", reason: "never-holds", shadowedBy: [] },
    ]);
  });

  test("a row that is shadowed after a review and decides at early checkpoints is reached", () => {
    const any: Row = { token: "any", kind: "stop", when: (f) => f.round >= 0 };
    const analysis = analyzeTable(build(any, stuck, revise));
    expect(analysis.afterReview.unreachable.map(({ token }) => token)).toEqual(["stuck", "revise"]);
    expect(analysis.early).toMatchObject({ rows: [1], unreachable: [], undecided: [] });
    expect(analysis.unreachable.map(({ token }) => token)).toEqual(["revise"]);
  });

  test("G2: an early row that breaks is not total, even where a row that does not count above would decide", () => {
    const breaks: Row = { ...stuck, when: () => { throw new Error("early"); } };
    const any: Row = { token: "any", kind: "stop", when: (f) => f.round >= 0 };
    const analysis = analyzeTable(build(any, breaks, revise));
    expect(analysis.afterReview.undecided).toEqual([]);
    expect(analysis.early?.undecided).toMatchObject([{ token: "stuck", problem: "threw: early" }]);
    expect(analysis.total).toBe(false);
  });

  test("a row that holds only where one above it breaks is not reached", () => {
    const breaks: Row = { token: "x", kind: "stop", when: (f) => { if (f.isStuck) throw new Error("stuck"); return false; } };
    const analysis = analyzeTable(build(breaks, stuck, revise));
    expect(analysis.afterReview.unreachable).toEqual([{ row: 0, token: "x", reason: "never-holds", shadowedBy: [] }, { row: 1, token: "stuck", reason: "broken-above", shadowedBy: [] }]);
    expect(String(analyzeTable(build(breaks, { ...stuck, early: false }, revise)))).toContain("row 2 stuck is never reached: a row above it breaks wherever it holds");
  });

  test("a misspelt fact is named", () => {
    const misspelt: Row = { token: "x", kind: "stop", when: (f) => (f as { rounds?: number }).rounds === 3 };
    expect(analyzeTable(build(misspelt, revise))).toMatchObject({ undeclaredReads: [{ row: 0, token: "x", fact: "rounds" }], unreachable: [{ token: "x", reason: "never-holds" }] });
  });

  test("a row that goes the same way overlaps without order", () => {
    const again: Row = { token: "again", kind: "continue", then: "review", when: (f) => f.isStuck };
    const elsewhere: Row = { token: "again", kind: "continue", then: "revise", when: (f) => f.round > 1 };
    expect(analyzeTable(build(again, { ...again, when: (f) => f.round > 1 }, revise)).afterReview.orderMatters).toEqual([]);
    expect(analyzeTable(build(again, elsewhere, revise)).afterReview.orderMatters).toMatchObject([{ decides: { row: 0, then: "review" }, below: { row: 1, then: "revise" } }]);
  });

  test("the matchers say what is wrong, and how it shows", () => {
    const open = build({ token: "x", kind: "stop", when: (f) => f.round > 3 });
    expect(() => expect(open).toBeTotal()).toThrow('expected a table that is total, got one that is not total over 20 possible of 24 combinations: verdict (3), round (4 or more), isStuck (2, read by nothing)\n  undecided: no row holds, as with {"verdict":"approved","round":1,"isStuck":false}');
    expect(() => expect(open).toHaveNoUnreachableRows()).toThrow("row 1 x is never reached: it holds for no combination");
    expect(() => expect(build(approved, revise)).not.toBeTotal()).toThrow("expected a table that is not total");
    expect(() => expect(build(approved, revise)).not.toHaveNoUnreachableRows()).toThrow("with some row");
    expect(String(analyzeTable(build(revise, { ...approved, early: true } as never)))).toContain("row 2 approved");
  });
});

describe("runner rows", () => {
  const placed = terminationTable(facts, [approved, { token: "aborted", kind: "stop", when: () => false }, { token: "budget-spent", kind: "stop", when: (f) => f.round >= 0 }, cap, stuck, revise]);

  test("a placed one holds by the runner's signal: it is reached, and hides nothing", () => {
    const analysis = analyzeTable(placed);
    expect(analysis).toMatchObject({ total: true, unreachable: [] });
    expect(analysis.early?.rows).toEqual([1, 2, 4]);
    expect(analysis.afterReview.orderMatters).toContainEqual({
      decides: { row: 1, token: "aborted", then: null },
      below: { row: 2, token: "budget-spent", then: null },
      example: { facts: { verdict: "rejected", round: 1, isStuck: false }, signals: ["aborted", "budget-spent"] },
    });
    expect(String(analysis)).toContain('row 2 aborted must stay above row 3 budget-spent, as with {"verdict":"rejected","round":1,"isStuck":false} and aborted and budget-spent');
  });

  test("by its own `when` it is a row like any other, as `decide` reads it", () => {
    const analysis = analyzeTable(placed, { runnerRows: "by-when" });
    expect(analysis.unreachable.map(({ token, reason }) => [token, reason])).toEqual([["aborted", "never-holds"], ["cap", "shadowed"], ["revise", "shadowed"]]);
    expect(placed).not.toHaveNoUnreachableRows({ runnerRows: "by-when" });
  });
});

describe("size", () => {
  test("sixty flags, a row for each: 2^60 combinations, all covered", () => {
    const many = defineFacts(Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`flag${index}`, flag()])));
    const rows = many.names.map((name): TableRow<AnyFacts> => ({ token: name, kind: "stop", when: (f) => f[name] === true }));
    const analysis = analyzeTable(terminationTable<AnyFacts, readonly TableRow<AnyFacts>[]>(many, [...rows, { token: "end", kind: "stop", when: always }]));
    expect(analysis).toMatchObject({ total: true, unreachable: [], covered: { declared: 2 ** 60, possible: 2 ** 60 } });
    expect(analysis.afterReview.orderMatters.length).toBe((60 * 59) / 2);
  });

  test("one row that reads sixty flags in turn is read in sixty-one ways", () => {
    const many = defineFacts(Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`flag${index}`, flag()])));
    let runs = 0;
    const all: TableRow<AnyFacts> = { token: "all", kind: "pass", when: (f) => (runs++, many.names.every((name) => f[name] === true)) };
    expect(analyzeTable(terminationTable<AnyFacts, readonly TableRow<AnyFacts>[]>(many, [all, { token: "end", kind: "stop", when: always }])).unreachable).toEqual([]);
    expect(runs).toBeLessThan(70); // 61, and once more for each example.
  });

  test("what is too large is refused, not sampled, and the limit can be raised", () => {
    const wide = defineFacts({ a: count({ upTo: 400 }), b: count({ upTo: 400 }) });
    const table = terminationTable(wide, [{ token: "x", kind: "stop", when: (f) => (f.a * f.b) % 7 === 3 }, { token: "end", kind: "stop", when: always }]);
    const analyse = (limit: number) => () => analyzeTable(table, { limit });
    expect(analyse(10_000)).toThrow(expect.objectContaining({ code: "table-too-large", path: "limit", hint: expect.any(String) as string }));
    expect(analyse(2_000_000)()).toMatchObject({ total: true, covered: { possible: 401 * 401 } });
  });
});

describe("misuse", () => {
  test("`possible` that allows nothing, throws, or gives a word is refused", () => {
    const over = (possible: (f: { readonly a: boolean }) => boolean) => () => analyzeTable(terminationTable(defineFacts({ a: flag() }, { possible }), [{ token: "end", kind: "stop", when: always }]));
    expect(over(() => false)).toThrow(expect.objectContaining({ code: "facts-impossible" }));
    expect(over((f) => { if (f.a) throw new Error("x"); return true; })).toThrow(expect.objectContaining({ code: "possible-broken" }));
    expect(over(() => "yes" as never)).toThrow(expect.objectContaining({ code: "possible-broken" }));
  });

  test("a row that answers the same facts differently is found out where a claim rests on it", () => {
    let calls = 0;
    const moody: Row = { token: "moody", kind: "stop", when: () => calls++ === 0 };
    expect(() => analyzeTable(terminationTable(facts, [moody, revise]))).toThrow(expect.objectContaining({ code: "row-not-pure" }));
  });

  test("a row that writes facts breaks; one that copies or lists them is read all the same", () => {
    const writes: Row = { token: "x", kind: "stop", when: (f) => ((f as { round: number }).round = 3) > 2 };
    expect(analyzeTable({ facts, rows: [writes, revise] }).total).toBe(false);
    const copies: Row = { token: "x", kind: "stop", when: (f) => { const { isStuck } = { ...f }; return isStuck && Object.entries(f).length === 3 && JSON.stringify(f).includes("approved"); } };
    expect(analyzeTable({ facts, rows: [copies, revise] })).toMatchObject({ total: true, unreachable: [], undeclaredReads: [] });
  });
});
