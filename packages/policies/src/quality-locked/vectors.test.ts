import { describe, expect, test } from "vitest";
import { classify, classifyDetailed } from "./classify.js";
import { isClean, weightOf, type Counts, type PartialCounts } from "./counts.js";
import { decide, type LockedDecision } from "./decide.js";
import { isStuck, type PriorRecord } from "./stuck.js";
import { readVectors } from "./vectors.fixture.js";

interface DecideVector {
  readonly counts: PartialCounts;
  readonly iteration: number;
  readonly history: readonly PriorRecord[];
}

interface DecideExpected {
  readonly decision: LockedDecision;
  readonly is_clean: boolean;
  readonly is_stuck: boolean;
  readonly weight: number;
}

describe("conformance vectors", () => {
  const texts = readVectors<{ text: string | null }, Counts>("classify.json");
  test(`QL-CLS-1: all ${texts.length} texts give the reference's counts, with and without diagnostics`, () => {
    expect(texts.length).toBeGreaterThanOrEqual(600);
    const wrong = texts.filter(({ input, expected }) => {
      const { counts } = classifyDetailed(input.text);
      expect(counts).toEqual(classify(input.text));
      return JSON.stringify(counts) !== JSON.stringify(expected);
    });
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  const decisions = readVectors<DecideVector, DecideExpected>("decide_v1.json.gz");
  test(`QL-DEC-1: all ${decisions.length} decisions, predicates and weights are the reference's`, () => {
    expect(decisions.length).toBeGreaterThanOrEqual(600);
    for (const { id, input, expected } of decisions) {
      const actual = { decision: decide(input), is_clean: isClean(input.counts), is_stuck: isStuck(input.history), weight: weightOf(input.counts) };
      expect(actual, id).toEqual(expected);
    }
  });
});
