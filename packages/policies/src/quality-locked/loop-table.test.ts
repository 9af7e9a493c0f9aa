import { tableMatchers } from "@loopwright/testing/vitest";
import { expect, test } from "vitest";
import { lockedLoopTable } from "./loop-table.js";

expect.extend(tableMatchers);

test("G1, G3: the loop's table decides every combination of its facts, and each of its rows decides some", () => {
  expect(lockedLoopTable).toBeTotal();
  expect(lockedLoopTable).toHaveNoUnreachableRows();
});
