/** The runner's rows. Numbers are the invariants at the head of runner-rows.ts. */
import { expect, test } from "vitest";
import { isRunnerToken, NO_SIGNALS, RUNNER_ROWS } from "./runner-rows.js";

test("1: aborted, run-timeout, budget-spent, in this order, each by its own signal alone", () => {
  expect(RUNNER_ROWS.map((row) => row.token)).toEqual(["aborted", "run-timeout", "budget-spent"]);
  const signals = [{ aborted: true }, { runTimedOut: true }, { budgetRefused: true }].map((one) => ({ ...NO_SIGNALS, ...one }));
  expect(RUNNER_ROWS.map((row) => signals.map((one) => row.holds(one)))).toEqual([[true, false, false], [false, true, false], [false, false, true]]);
  expect(RUNNER_ROWS.some((row) => row.holds(NO_SIGNALS))).toBe(false);
});

test("3: round-limit is the runner's, but is none of the rows that can be placed", () => {
  expect(isRunnerToken("round-limit")).toBe(true);
  expect(RUNNER_ROWS.map((row) => row.token as string)).not.toContain("round-limit");
});

test("a token is the runner's only as a whole word", () => {
  expect(["aborted", "run-timeout", "budget-spent"].every(isRunnerToken)).toBe(true);
  expect(["", "Aborted", "abort", "round-limits", "approved", "toString"].some(isRunnerToken)).toBe(false);
});

test("nothing of it can be changed from outside", () => {
  expect([Object.isFrozen(RUNNER_ROWS), Object.isFrozen(NO_SIGNALS), RUNNER_ROWS.every(Object.isFrozen)]).toEqual([true, true, true]);
});
