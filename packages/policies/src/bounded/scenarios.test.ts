import { describe, expect, test } from "vitest";
import { gate } from "./gate.js";
import { DEFAULT_SUMMARY, playScenario, readScenarios, summaryOf } from "./scenario.fixture.js";

const scenarios = readScenarios();

describe("the catalogue's scenarios", () => {
  test("there are 48 of them", () => {
    expect(scenarios.map(({ id }) => id)).toEqual(Array.from({ length: 48 }, (_, index) => `BD-S${index + 1}`));
  });

  test.each(scenarios.map((one) => [`${one.id}: ends in ${(one.expect["token"] as string | undefined) ?? "review-clean"}`, one] as const))("%s", (_, { script, expect: expected, order }) => {
    const run = playScenario(script);
    expect(summaryOf(run.report)).toEqual({ ...DEFAULT_SUMMARY, ...expected });
    expect(run.order).toEqual(order);
    expect(gate(run.facts)).toBe(run.report.statuses.reviewClean);
  });
});
