/** Termination tables. Numbers are the invariants at the head of table.ts. */
import { describe, expect, test, vi } from "vitest";
import { LoopwrightError } from "./errors.js";
import { count, defineFacts, flag, oneOf, type AnyFacts } from "./facts.js";
import type { TableRow } from "./row.js";
import { NO_SIGNALS } from "./runner-rows.js";
import { always, terminationTable } from "./table.js";

const facts = defineFacts({
  verdict: oneOf("approved", "rejected", "unavailable"),
  isStuck: flag(),
  aborted: flag(),
  round: count({ upTo: 3 }),
});
const rejected = Object.freeze({ verdict: "rejected", isStuck: false, aborted: false, round: 1 } as const);
const never = (): boolean => false;
const end = { token: "end", kind: "stop", when: always } as const;

/** Builds from rows that the compiler would refuse. */
function build(...rows: readonly unknown[]): ReturnType<typeof terminationTable> {
  return terminationTable(facts, rows as never) as never;
}

function thrownBy(run: () => unknown): LoopwrightError {
  try {
    run();
  } catch (thrown) {
    if (thrown instanceof LoopwrightError) return thrown as LoopwrightError;
    throw thrown;
  }
  throw new Error("nothing was thrown");
}

describe("construction", () => {
  test.each<[string, string, string, readonly unknown[]]>([
    ["table-empty", "no row", "rows", []],
    ["token-missing", "a row without a token", "rows[0]", [{ kind: "stop", when: never }, end]],
    ["token-missing", "a blank token", "rows[0]", [{ token: " ", kind: "stop", when: never }, end]],
    ["token-missing", "a token that is no word", "rows[1]", [{ token: "x", kind: "stop", when: never }, { token: 1, kind: "stop", when: never }, end]],
    ["token-missing", "a row without `when`", "rows[0]", [{ token: "x", kind: "stop" }, end]],
    ["token-missing", "a `when` that is a value", "rows[0]", [{ token: "x", kind: "stop", when: true }, end]],
    ["token-missing", "null for a row", "rows[0]", [null, end]],
    ["token-missing", "a word for a row", "rows[1]", [{ token: "x", kind: "stop", when: never }, "approved", end]],
    ["token-two-kinds", "a token that stops here and passes there", "rows[1]", [{ token: "x", kind: "stop", when: never }, { token: "x", kind: "pass", when: never }, end]],
    ["token-two-kinds", "a token that asks and ends", "rows[2]", [{ token: "x", kind: "ask", when: never }, { token: "y", kind: "stop", when: never }, { token: "x", kind: "stop", when: always }]],
    ["then-missing", "a continue without `then`", "rows[0]", [{ token: "x", kind: "continue", when: never }, end]],
    ["then-missing", "a continue to nowhere", "rows[0]", [{ token: "x", kind: "continue", then: "report", when: never }, end]],
    ["then-misplaced", "a stop with `then`", "rows[0]", [{ token: "x", kind: "stop", then: "review", when: never }, end]],
    ["then-misplaced", "a pass with `then`", "rows[0]", [{ token: "x", kind: "pass", then: null, when: never }, end]],
    ["then-misplaced", "an ask with `then`", "rows[0]", [{ token: "x", kind: "ask", then: "revise", when: never }, end]],
    ["early-revise", "an early row that revises", "rows[0]", [{ token: "x", kind: "continue", then: "revise", early: true, when: never }, end]],
    ["early-pass", "an early row that passes", "rows[0]", [{ token: "x", kind: "pass", early: true, when: never }, end]],
    ["kind-unknown", "an unknown kind", "rows[0]", [{ token: "x", kind: "fail", when: never }, end]],
    ["kind-unknown", "no kind", "rows[0]", [{ token: "x", when: never }, end]],
    ["runner-token", "round-limit, wherever it stands", "rows[0]", [{ token: "round-limit", kind: "stop", when: never }, end]],
    ["runner-token", "a runner token that passes", "rows[0]", [{ token: "aborted", kind: "pass", when: never }, end]],
    ["runner-token", "a runner token that asks", "rows[0]", [{ token: "run-timeout", kind: "ask", when: never }, end]],
    ["runner-token", "a runner token that goes on", "rows[0]", [{ token: "budget-spent", kind: "continue", then: "review", when: never }, end]],
    ["no-catch-all", "no row that catches all", "rows", [{ token: "x", kind: "stop", when: never }]],
    ["no-catch-all", "a last row that only happens to hold always", "rows", [{ token: "x", kind: "stop", when: () => true }]],
    ["no-catch-all", "a runner row as the only catch-all", "rows", [{ token: "aborted", kind: "stop", when: always }]],
    ["catch-all-pass", "a pass that catches all", "rows[0]", [{ token: "approved", kind: "pass", when: always }]],
    ["catch-all-pass", "a pass that catches all before the end", "rows[0]", [{ token: "approved", kind: "pass", when: always }, end]],
    ["unreachable-row", "a row behind the catch-all", "rows[2]", [{ token: "x", kind: "stop", when: never }, end, { token: "y", kind: "stop", when: never }]],
    ["unreachable-row", "a runner row behind the catch-all, where it would be dropped", "rows[1]", [end, { token: "aborted", kind: "stop", when: never }]],
  ])("G20: %s: %s", (code, _name, path, rows) => {
    const error = thrownBy(() => build(...rows));
    expect(error).toMatchObject({ name: "LoopwrightError", code, path });
    expect(error.hint).toMatch(/\S/);
    expect(error.message).toMatch(/\S/);
  });

  test("a token may stand in several rows of one kind, and lead to several phases", () => {
    const table = build({ token: "again", kind: "continue", then: "review", when: never }, { token: "again", kind: "continue", then: "revise", when: always });
    expect([table.tokens.continue, table.next]).toEqual([["again"], ["review", "revise"]]);
  });

  test("a table is frozen and does not follow the rows it was made from", () => {
    const row = { token: "x", kind: "stop", when: never };
    const rows: unknown[] = [row, end];
    const table = terminationTable(facts, rows as never) as ReturnType<typeof terminationTable>;
    row.when = () => true;
    row.token = "y";
    rows.unshift({ token: "z", kind: "stop", when: always });
    expect(table.decide(rejected)).toMatchObject({ token: "end", row: 1 });
    for (const part of [table, table.rows, table.rows[0], table.tokens, table.tokens.stop, table.next, table.decide(rejected)]) expect(Object.isFrozen(part)).toBe(true);
  });

  test("runner tokens are not among the policy's own", () => {
    const table = build({ token: "aborted", kind: "stop", when: never }, end);
    expect(table.tokens.stop).toEqual(["end"]);
  });
});

describe("deciding", () => {
  const table = terminationTable(facts, [
    { token: "gave-up", kind: "stop", early: true, when: (f) => f.isStuck },
    { token: "approved", kind: "pass", when: (f) => f.verdict === "approved" },
    { token: "needs-person", kind: "ask", when: (f) => f.verdict === "unavailable" },
    { token: "cap", kind: "stop", when: (f) => f.round >= 3 },
    { token: "revise", kind: "continue", then: "revise", when: always },
  ]);

  test("G3: the first row that matches decides, also where a later one would", () => {
    expect(table.decide({ ...rejected, verdict: "approved", round: 3, isStuck: true })).toEqual({ token: "gave-up", kind: "stop", then: null, row: 0 });
    expect(table.decide({ ...rejected, verdict: "approved", round: 3 })).toEqual({ token: "approved", kind: "pass", then: null, row: 1 });
    expect(table.decide({ ...rejected, verdict: "unavailable", round: 3 })).toEqual({ token: "needs-person", kind: "ask", then: null, row: 2 });
    expect(table.decide({ ...rejected, round: 17 })).toEqual({ token: "cap", kind: "stop", then: null, row: 3 });
    expect(table.decide(rejected)).toEqual({ token: "revise", kind: "continue", then: "revise", row: 4 });
  });

  test.each<[string, unknown, string]>([
    ["a missing fact", { verdict: "approved" }, "isStuck: missing"],
    ["an undeclared fact", { ...rejected, token: "approved" }, "token: not declared"],
    ["a value outside its domain", { ...rejected, verdict: "APPROVED" }, "verdict: not one of"],
    ["no record", "approved", "facts: not a record"],
    ["inherited facts", Object.create({ ...rejected, verdict: "approved" }), "verdict: missing"],
  ])("G3, G4: %s decides nothing", (_name, given, problem) => {
    for (const read of [() => table.decide(given as never), () => table.decideAt(given as never, {}), () => table.decideAt(given as never, { signals: { ...NO_SIGNALS, aborted: true } }), () => table.explain(given as never)]) {
      const error = thrownBy(read);
      expect(error).toMatchObject({ code: "facts-invalid", path: "facts", hint: expect.any(String) as string });
      expect(error.message).toContain(problem);
    }
  });

  test("case F14: a cap of N is met at review N, not before and not after", () => {
    const capped = (cap: number) => terminationTable(facts, [{ token: "cap", kind: "stop", when: (f) => f.round >= cap }, { token: "revise", kind: "continue", then: "revise", when: always }]);
    for (const cap of [1, 2, 3]) {
      const tokens = [1, 2, 3, 4].map((round) => capped(cap).decide({ ...rejected, round }).token);
      expect(tokens.indexOf("cap") + 1).toBe(cap);
    }
  });

  test("case G08: a cap outranks no verdict it stands behind, and is never a pass", () => {
    expect(table.decide({ ...rejected, verdict: "approved", round: 3 }).kind).toBe("pass");
    expect(table.decide({ ...rejected, round: 3 }).kind).toBe("stop");
  });

  test("G4: case H04: a row that answers with anything but true or false decides nothing", () => {
    for (const [answer, word] of [["false", "string"], [1, "number"], [0, "number"], [undefined, "undefined"], [null, "object"], [Promise.resolve(false), "object"]] as const) {
      const loose = build({ token: "approved", kind: "pass", when: () => answer }, end);
      expect(thrownBy(() => loose.decide(rejected))).toMatchObject({ code: "row-not-boolean", path: "rows[0].when", message: expect.stringContaining(word) as string, hint: expect.any(String) as string });
    }
  });

  test("G20: a row that throws is named, with what it threw", () => {
    const cause = new TypeError("f.verdict is undefined");
    const broken = build({ token: "x", kind: "stop", when: never }, { token: "boom", kind: "stop", when: () => { throw cause; } }, end);
    expect(thrownBy(() => broken.decide(rejected))).toMatchObject({ code: "row-threw", path: "rows[1].when", cause, message: 'row "boom" threw: f.verdict is undefined' });
  });

  test("rows see the very facts that were given, and no row below the one that matched is read", () => {
    const when = vi.fn((_facts: AnyFacts) => true);
    const below = vi.fn(never);
    const spied = build({ token: "x", kind: "stop", when }, { token: "y", kind: "stop", when: below }, end);
    spied.decide(rejected);
    expect(when.mock.calls).toEqual([[rejected]]);
    expect(when.mock.calls[0]?.[0]).toBe(rejected);
    expect(below).not.toHaveBeenCalled();
  });
});

describe("decideAt", () => {
  const table = terminationTable(facts, [
    { token: "drifted", kind: "stop", early: true, when: (f) => f.isStuck },
    { token: "approved", kind: "pass", when: (f) => f.verdict === "approved" },
    { token: "revise", kind: "continue", then: "revise", when: always },
  ]);
  const passing = { ...rejected, verdict: "approved" } as const;

  test("G2: where only early rows count, a passing record does not pass and nothing is revised", () => {
    expect(table.decideAt(passing, { early: true, signals: NO_SIGNALS })).toBeNull();
    expect(table.decideAt(rejected, { early: true })).toBeNull();
    expect(table.decideAt({ ...passing, isStuck: true }, { early: true })).toMatchObject({ token: "drifted", row: 0 });
    expect(table.decideAt(passing, { early: false, signals: NO_SIGNALS })).toMatchObject({ token: "approved" });
  });

  test("the runner's rows come first, in their order, at every checkpoint", () => {
    for (const early of [true, false]) {
      const all = { aborted: true, runTimedOut: true, budgetRefused: true };
      expect(table.decideAt(passing, { early, signals: all })).toEqual({ token: "aborted", kind: "stop", then: null, row: null });
      expect(table.decideAt(passing, { early, signals: { ...all, aborted: false } })).toMatchObject({ token: "run-timeout", row: null });
      expect(table.decideAt(passing, { early, signals: { ...NO_SIGNALS, budgetRefused: true } })).toMatchObject({ token: "budget-spent", row: null });
    }
  });

  const placed = terminationTable(facts, [
    { token: "approved", kind: "pass", when: (f) => f.verdict === "approved" },
    { token: "aborted", kind: "stop", when: (f) => f.aborted },
    { token: "cap", kind: "stop", when: (f) => f.round >= 3 },
    { token: "budget-spent", kind: "stop", when: never },
    { token: "revise", kind: "continue", then: "revise", when: always },
  ]);
  const aborted = { ...NO_SIGNALS, aborted: true };
  const spent = { ...NO_SIGNALS, budgetRefused: true };

  test("2: a placed runner row is moved: what stands above it still decides", () => {
    expect(placed.decideAt(passing, { signals: aborted })).toMatchObject({ token: "approved" });
    expect(placed.decideAt({ ...rejected, round: 3 }, { signals: aborted })).toMatchObject({ token: "aborted", row: 1 });
    expect(placed.decideAt({ ...rejected, round: 3 }, { signals: spent })).toMatchObject({ token: "cap" });
    expect(placed.decideAt(passing, { signals: { ...aborted, runTimedOut: true } })).toMatchObject({ token: "run-timeout", row: null });
  });

  test("2: a placed runner row cannot be dropped, whatever its `when` says", () => {
    expect(placed.decideAt(rejected, { signals: spent })).toMatchObject({ token: "budget-spent", row: 3 });
    expect(placed.decideAt(rejected, { signals: aborted })).toMatchObject({ token: "aborted", row: 1 });
  });

  test("2: nor can it claim what the runner did not say", () => {
    expect(placed.decideAt({ ...rejected, aborted: true }, { signals: NO_SIGNALS })).toMatchObject({ token: "revise" });
    const eager = build({ token: "budget-spent", kind: "stop", when: () => true }, end);
    expect(eager.decideAt(rejected, { signals: NO_SIGNALS })).toMatchObject({ token: "end" });
  });

  test("2: a placed runner row counts at every checkpoint, marked early or not", () => {
    expect(placed.decideAt(passing, { early: true, signals: aborted })).toMatchObject({ token: "aborted" });
    expect(placed.decideAt(passing, { early: true, signals: NO_SIGNALS })).toBeNull();
  });

  test("2: without signals a placed runner row is a row like any other, for `decide` and for `explain`", () => {
    const given = { ...rejected, aborted: true };
    expect(placed.decide(given)).toMatchObject({ token: "aborted", row: 1 });
    expect(placed.explain(given).decision).toBe(placed.decide(given));
  });
});

describe("size", () => {
  test("a table of 2,000 rows over a domain of 10,001 values: each row is read once a decision, and building is no work", () => {
    const wide = defineFacts({ n: count({ upTo: 10_000 }) });
    let reads = 0;
    const rows = Array.from({ length: 2_000 }, (_, index): TableRow<{ readonly n: number }> => ({
      token: `row-${index}`,
      kind: "stop",
      when: (f) => {
        reads++;
        return f.n === index;
      },
    }));
    const table = terminationTable(wide, [...rows, { token: "end", kind: "stop", when: always }]);
    expect(reads).toBe(0);
    expect(table.decide({ n: 5_000 }).token).toBe("end");
    expect(reads).toBe(2_000);
    expect(table.decide({ n: 9 }).token).toBe("row-9");
    expect(reads).toBe(2_010);
    expect(table.toMarkdown().split("\n").length).toBe(2_004);
  });
});
