import { expect, test } from "vitest";
import { abortSweep, assertSweep } from "./index.js";
import { sweptWorld, type WorldOptions } from "./sweep/scenarios.fixture.js";

const worlds: readonly (readonly [name: string, options: WorldOptions])[] = [
  ["one lane", { lanes: 1, rounds: 2 }],
  ["three lanes", { lanes: 3, rounds: 2, repairs: true, consults: true }],
  ["three lanes, one at a time", { lanes: 3, concurrency: 1, rounds: 2 }],
  ["a question", { lanes: 1, rounds: 3, asks: true }],
  ["steps", { lanes: 1, rounds: 2, steps: "reissue" }],
];

test.each(worlds)("G10: aborts at every event, call and write: %s", { timeout: 60_000 }, async (_name, options) => {
  const report = assertSweep(await abortSweep({ scenario: () => sweptWorld(options) }));
  console.log(_name, report.cases, report.places);
  expect(report.cases).toBe(Object.values(report.places).reduce((sum, count) => sum + count, 0));
});
