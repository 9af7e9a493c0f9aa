import { describe, expect, test } from "vitest";
import { codeRound, codeRun, row } from "../run.fixture.js";
import { readReviewRun } from "./read-run.js";
import { once, type Check } from "./shape.js";

const refusal = (path: string, expected: string): unknown => expect.objectContaining({ code: "run-facts-invalid", path, message: expect.stringContaining(`${path} is not ${expected}`) as unknown, hint: "See the facts of a review-loop run." });

describe("G20: what was looked at once", () => {
  const counted = () => {
    const seen: unknown[] = [];
    const check: Check = once((value) => {
      seen.push(value);
      if (value === 0 || (Array.isArray(value) && value.length === 0)) throw new Error("unfit");
    });
    return { seen, look: (value: unknown) => check(value, []) };
  };

  test("an object that fits is not looked at again, an equal one is", () => {
    const { seen, look } = counted();
    const [first, second] = [{ a: 1 }, { a: 1 }];
    for (const value of [first, first, second, first]) look(value);
    expect(seen).toEqual([first, second]);
  });

  test("one that does not fit is refused every time", () => {
    const { seen, look } = counted();
    const unfit: unknown[] = [];
    for (let time = 0; time < 3; time++) expect(() => look(unfit)).toThrow("unfit");
    expect(seen).toHaveLength(3);
  });

  test.each([[null], ["x"], [1], [true], [undefined]])("%j cannot be remembered and is looked at every time", (value) => {
    const { seen, look } = counted();
    look(value);
    look(value);
    expect(seen).toEqual([value, value]);
  });
});

describe("G20: kinds", () => {
  const kinds = "one of pending, fix, fixed, left, accepted-degraded, not-applicable, residual-floor, external-reference";

  test.each([["constructor"], ["toString"], [["pending"]], [null], [1], [""], ["Pending"]])("%j is no disposition", (kind) => {
    const run = codeRun([codeRound(1, { triage: [row("t")] })]);
    const given = JSON.parse(JSON.stringify(run, (key, value: unknown) => (key === "disposition" ? { kind } : value))) as unknown;
    expect(() => readReviewRun(given)).toThrow(refusal("run.rounds[0].triage[0].disposition.kind", kinds));
  });
});

describe("G20: a run as a whole", () => {
  test.each([[null], ["x"], [1], [true], [[]]])("%j is none", (given) => {
    expect(() => readReviewRun(given)).toThrow(refusal("run", "an object"));
  });

  test("what is not JSON is named by its path", () => {
    expect(() => readReviewRun({ ...codeRun([codeRound(1)]), cap: () => 1 })).toThrow(expect.objectContaining({ code: "not-plain", path: "run.cap" }));
    expect(() => readReviewRun(() => 1)).toThrow(expect.objectContaining({ code: "not-plain", path: "run" }));
  });

  test("rounds without triage or table repeat no id", () => {
    const run = codeRun([1, 2, 3].map((no) => codeRound(no, { triage: null, table: null })));
    expect(readReviewRun(run)).toEqual(run);
  });

  test.each([
    ["rows of two rounds", codeRun([codeRound(1, { triage: [row("t")] }), codeRound(2, { triage: [row("t")] })]), "the triage rows of the run", 'free of repeated ids: "t" stands there twice'],
    ["rows of one round", codeRun([codeRound(1, { triage: [row("t"), row("t")] })]), "the triage rows of the run", 'free of repeated ids: "t" stands there twice'],
    ["a link to no row", codeRun([codeRound(1), codeRound(2, { triage: [row("t"), row("u", { sameAs: "x" })] })]), "run.rounds[1].triage[1].sameAs", "the id of a triage row of an earlier round"],
    ["a link within a round", codeRun([codeRound(1, { triage: [row("t"), row("u", { sameAs: "t" })] })]), "run.rounds[0].triage[1].sameAs", "the id of a triage row of an earlier round"],
    ["a round out of place", codeRun([codeRound(1), codeRound(3)]), "run.rounds[1].no", "2"],
  ] as const)("RL-TR-14: %s", (_, run, path, expected) => {
    expect(() => readReviewRun(run)).toThrow(refusal(path, expected));
  });
});
