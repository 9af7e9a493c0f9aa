import { expect, test } from "vitest";
import { Choices } from "./choices.js";

/** Walks over everything that `ask` may be answered. */
function walk(ask: (take: (possibilities: number) => number) => void): readonly (readonly number[])[] {
  const choices = new Choices();
  const walked: (readonly number[])[] = [];
  do {
    ask((possibilities) => choices.take(possibilities));
    walked.push(choices.taken());
  } while (choices.advance());
  expect(choices.isDiverged).toBe(false);
  return walked;
}

test("choices.ts 2: every sequence is executed exactly once, also where an answer leads to further questions", () => {
  const walked = walk((take) => {
    if (take(3) === 1 && take(2) === 1) take(2);
    take(2);
  });
  expect(walked).toEqual([[0, 0], [0, 1], [1, 0, 0], [1, 0, 1], [1, 1, 0, 0], [1, 1, 0, 1], [1, 1, 1, 0], [1, 1, 1, 1], [2, 0], [2, 1]]);
});

test("where nothing is asked, there is one sequence", () => {
  expect(walk(() => undefined)).toEqual([[]]);
});

test("choices.ts 1: what was fixed is repeated, and goes on with the first possibility", () => {
  const choices = new Choices([2, 1]);
  expect([choices.take(3), choices.take(2), choices.take(5)]).toEqual([2, 1, 0]);
});

test("other questions after the same answers are noticed, and fewer of them too", () => {
  const other = new Choices();
  other.take(2);
  other.advance();
  other.take(3);
  expect(other.isDiverged).toBe(true);
  const fewer = new Choices();
  fewer.take(2);
  fewer.take(2);
  fewer.advance();
  fewer.take(2);
  fewer.advance();
  expect(fewer.isDiverged).toBe(true);
});
