/** Explanations. Numbers are the invariants at the head of explain.ts. */
import { describe, expect, test, vi } from "vitest";
import { count, defineFacts, flag, oneOf, type FactsOf } from "./facts.js";
import { NO_SIGNALS } from "./runner-rows.js";
import { always, terminationTable } from "./table.js";

const domains = { verdict: oneOf("approved", "rejected", "unavailable"), isStuck: flag(), round: count({ upTo: 3 }), cap: count({ upTo: 3 }) };
type Facts = FactsOf<typeof domains>;
const facts = defineFacts(domains);
const table = terminationTable(facts, [
  { token: "drifted", kind: "stop", early: true, when: (f) => f.isStuck, why: "the draft drifted" },
  { token: "approved", kind: "pass", when: (f) => f.verdict === "approved", why: "the reviewer approves" },
  { token: "cap", kind: "stop", when: (f) => f.verdict === "rejected" && f.round >= f.cap },
  { token: "again", kind: "continue", then: "review", when: (f) => f.verdict === "unavailable" },
  { token: "again", kind: "continue", then: "revise", when: always },
]);
const rejected: Facts = Object.freeze({ verdict: "rejected", isStuck: false, round: 1, cap: 2 });

describe("G21: rows", () => {
  test("1: name the one that matched, and for each above it what its condition read", () => {
    expect(table.explain(rejected).rows.slice(3)).toEqual([
      { row: 0, token: "drifted", matched: false, considered: true, why: "the draft drifted", read: [{ fact: "isStuck", value: false }] },
      { row: 1, token: "approved", matched: false, considered: true, why: "the reviewer approves", read: [{ fact: "verdict", value: "rejected" }] },
      {
        row: 2,
        token: "cap",
        matched: false,
        considered: true,
        why: null,
        read: [{ fact: "verdict", value: "rejected" }, { fact: "round", value: 1 }, { fact: "cap", value: 2 }],
      },
      { row: 3, token: "again", matched: false, considered: true, why: null, read: [{ fact: "verdict", value: "rejected" }] },
      { row: 4, token: "again", matched: true, considered: true, why: null, read: [] },
    ]);
  });

  test("1: a fact that a condition did not get to is not read", () => {
    const row = table.explain({ ...rejected, verdict: "unavailable" }).rows.find((one) => one.row === 2);
    expect(row?.read).toEqual([{ fact: "verdict", value: "unavailable" }]);
  });

  test("1: nothing is said of rows below the one that matched", () => {
    expect(table.explain({ ...rejected, verdict: "approved" }).rows.map((row) => row.token)).toEqual(["aborted", "run-timeout", "budget-spent", "drifted", "approved"]);
  });

  test("1: where only early rows count, the others are shown as not considered, unread", () => {
    const { decision, rows } = table.explain({ ...rejected, verdict: "approved" }, { early: true, signals: NO_SIGNALS });
    expect(decision).toBeNull();
    expect(rows.map((row) => [row.token, row.considered, row.matched, row.read.length])).toEqual([
      ["aborted", true, false, 0],
      ["run-timeout", true, false, 0],
      ["budget-spent", true, false, 0],
      ["drifted", true, false, 1],
      ["approved", false, false, 0],
      ["cap", false, false, 0],
      ["again", false, false, 0],
      ["again", false, false, 0],
    ]);
  });

  test("1: a runner row that matched ends the list", () => {
    const { decision, rows, flips } = table.explain(rejected, { signals: { ...NO_SIGNALS, runTimedOut: true } });
    expect(decision).toMatchObject({ token: "run-timeout", row: null });
    expect(rows).toEqual([
      { row: null, token: "aborted", matched: false, considered: true, why: "the run was aborted", read: [] },
      { row: null, token: "run-timeout", matched: true, considered: true, why: "the run's time is over", read: [] },
    ]);
    expect(flips).toEqual([]);
  });

  test("1: a placed runner row is explained by its signal, and without signals by what it read", () => {
    const placed = terminationTable(facts, [
      { token: "approved", kind: "pass", when: (f) => f.verdict === "approved" },
      { token: "aborted", kind: "stop", when: (f) => f.isStuck },
      { token: "end", kind: "stop", when: always },
    ]);
    const shown = (signals?: typeof NO_SIGNALS) => placed.explain(rejected, signals === undefined ? {} : { signals }).rows.find((row) => row.row === 1);
    expect(shown({ ...NO_SIGNALS, aborted: true })).toEqual({ row: 1, token: "aborted", matched: true, considered: true, why: "the run was aborted", read: [] });
    expect(shown(NO_SIGNALS)).toMatchObject({ matched: false, read: [] });
    expect(shown()).toMatchObject({ matched: false, read: [{ fact: "isStuck", value: false }] });
  });

  test("1: only declared facts count as read, however the condition looks at them", () => {
    const odd = terminationTable(facts, [
      { token: "any", kind: "stop", when: (f) => Object.values(f).includes("approved") },
      { token: "text", kind: "stop", when: (f) => JSON.stringify(f) === "" || Object.keys(f).length === 0 || (f as unknown as { typo?: boolean }).typo === true },
      { token: "taken-apart", kind: "stop", when: ({ round, ...rest }) => round > 3 && rest.isStuck },
      { token: "end", kind: "stop", when: always },
    ]);
    const reads = odd.explain(rejected).rows.slice(3).map((row) => row.read.map(({ fact }) => fact));
    expect(reads).toEqual([["verdict", "isStuck", "round", "cap"], ["verdict", "isStuck", "round", "cap"], ["round", "verdict", "isStuck", "cap"], []]);
  });
});

describe("G21: flips", () => {
  test("2: name each single fact that would have changed the outcome, with every value that would", () => {
    expect(table.explain(rejected).flips).toEqual([
      { fact: "verdict", from: "rejected", to: "approved", token: "approved", then: null },
      { fact: "verdict", from: "rejected", to: "unavailable", token: "again", then: "review" },
      { fact: "isStuck", from: false, to: true, token: "drifted", then: null },
      { fact: "round", from: 1, to: 2, token: "cap", then: null },
      { fact: "round", from: 1, to: 3, token: "cap", then: null },
      { fact: "cap", from: 2, to: 0, token: "cap", then: null },
      { fact: "cap", from: 2, to: 1, token: "cap", then: null },
    ]);
  });

  test("2: start from a value beyond the enumerated domain too", () => {
    const { flips } = table.explain({ ...rejected, round: 50 });
    expect(flips.filter((flip) => flip.fact === "round").map((flip) => flip.to)).toEqual([0, 1]);
  });

  test("2: count at an early checkpoint what counts there; null is on to review", () => {
    expect(table.explain(rejected, { early: true }).flips).toEqual([{ fact: "isStuck", from: false, to: true, token: "drifted", then: null }]);
    expect(table.explain({ ...rejected, isStuck: true }, { early: true }).flips).toEqual([{ fact: "isStuck", from: true, to: false, token: null, then: null }]);
  });

  test("2: leave out what cannot be", () => {
    const ruled = defineFacts(domains, { possible: (f) => f.round <= f.cap && !(f.verdict === "approved" && f.isStuck) });
    const same = terminationTable(ruled, table.rows as never);
    expect(same.explain(rejected as never).flips.map(({ fact, to }) => [fact, to])).toEqual([["verdict", "approved"], ["verdict", "unavailable"], ["isStuck", true], ["round", 2], ["cap", 1]]);
  });
});

describe("laziness", () => {
  test("G21: 3: deciding never explains: it reads each row once and asks nothing of `possible`", () => {
    const possible = vi.fn(() => true);
    const when = vi.fn(() => false);
    const watched = terminationTable(defineFacts({ n: count({ upTo: 100 }) }, { possible }), [
      { token: "x", kind: "stop", when },
      { token: "end", kind: "stop", when: always },
    ]);
    watched.decide({ n: 1 });
    watched.decideAt({ n: 1 }, { early: false, signals: NO_SIGNALS });
    expect([when.mock.calls.length, possible.mock.calls.length]).toEqual([2, 0]);
    watched.explain({ n: 1 });
    expect([when.mock.calls.length, possible.mock.calls.length]).toEqual([2 + 1 + 1 + 100, 100]);
  });

  test("3: explaining changes neither the facts nor what is decided", () => {
    const given = { ...rejected };
    const before = table.decide(given);
    table.explain(given);
    expect(given).toEqual(rejected);
    expect(table.decide(given)).toBe(before);
  });

  test("work grows with rows times values, not with rows times rows", () => {
    const costOf = (rows: number): number => {
      let reads = 0;
      const big = terminationTable(facts, [
        ...Array.from({ length: rows }, (_, index) => ({ token: `row-${index}`, kind: "stop" as const, when: () => (reads++, false) })),
        { token: "end", kind: "stop", when: always },
      ]);
      big.explain(rejected);
      return reads;
    };
    const values = 2 + 1 + 3 + 3;
    expect(costOf(10)).toBe(10 * (values + 2));
    expect(costOf(1_000)).toBe(1_000 * (values + 2));
  });
});

test("prints lines for a person", () => {
  expect(String(table.explain({ ...rejected, isStuck: true }))).toBe(
    `drifted (stop)
  runner aborted: did not match — the run was aborted
  runner run-timeout: did not match — the run's time is over
  runner budget-spent: did not match — a call did not fit the budget
  row 1 drifted: matched (isStuck = true) — the draft drifted
  isStuck = false alone would give again → revise`,
  );
  const early = String(table.explain(rejected, { early: true }));
  expect(early).toContain("no early row matched: on to review");
  expect(early).toContain("row 2 approved: does not count here — the reviewer approves");
  expect(String(table.explain({ ...rejected, isStuck: true }, { early: true }))).toContain("isStuck = false alone would give review");
});

describe("G21: a decision that the round limit replaced is explained", () => {
  const limitFacts = defineFacts({ verdict: oneOf("approved", "rejected"), isStuck: flag() });
  const limitTable = terminationTable(limitFacts, [
    { token: "approved", kind: "pass", when: (f) => f.verdict === "approved" },
    { token: "look", kind: "continue", then: "review", when: (f) => f.isStuck },
    { token: "revise", kind: "continue", then: "revise", when: always },
  ]);

  test("by the row it stands for, and by facts that would have ended the run before", () => {
    const facts = { verdict: "rejected", isStuck: false } as const;
    const explanation = limitTable.explain(facts, { token: "round-limit" });
    expect(explanation.decision).toEqual({ token: "round-limit", kind: "stop", then: null, row: null });
    expect(explanation.rows.slice(-2).map(({ token, matched }) => [token, matched])).toEqual([["revise", true], ["round-limit", true]]);
    expect(explanation.flips).toEqual([{ fact: "verdict", from: "rejected", to: "approved", token: "approved", then: null }]);
    expect(String(explanation)).toContain("another round would pass the round limit");
  });

  test("without the token the table alone is explained", () => {
    expect(limitTable.explain({ verdict: "rejected", isStuck: false }).decision?.token).toBe("revise");
  });
});
