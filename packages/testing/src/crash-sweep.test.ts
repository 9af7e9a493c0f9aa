import { expect, test } from "vitest";
import { assertSweep, crashSweep } from "./index.js";
import { sweptWorld, type WorldOptions } from "./sweep/scenarios.fixture.js";

const worlds: readonly (readonly [name: string, options: WorldOptions])[] = [
  ["one lane", { lanes: 1, rounds: 2 }],
  ["three lanes", { lanes: 3, rounds: 2, repairs: true, consults: true }],
  ["three lanes, one at a time", { lanes: 3, concurrency: 1, rounds: 2 }],
  ["a question", { lanes: 1, rounds: 3, asks: true }],
  ["steps that may run again", { lanes: 1, rounds: 2, steps: "reissue" }],
  ["steps that stop", { lanes: 3, rounds: 3, steps: "stop", asks: true }],
  ["long drafts, so that the journal is compacted", { lanes: 1, rounds: 3, draftChars: 60_000, asks: true }],
];

test.each(worlds)("G11: crashes before and after every write: %s", { timeout: 60_000 }, async (_name, options) => {
  const report = assertSweep(await crashSweep({ scenario: () => sweptWorld(options) }));
  console.log(_name, report.cases, report.places);
  expect(report.cases).toBe(2 * report.places["writes"]!);
});
