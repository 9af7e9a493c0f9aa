import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { assessRound } from "./assess-round.js";
import { decideReview } from "./decide/decide.js";
import type { ReviewRun } from "./facts/run-facts.js";

type Case = { readonly id: string; readonly input: { readonly run: ReviewRun; readonly k: number }; readonly expected: Record<string, unknown> };

const { cases } = JSON.parse(gunzipSync(readFileSync(new URL("./review-loop-decision.json.gz", import.meta.url))).toString("utf8")) as { cases: Case[] };

/** Everything that a vector compares about one round. */
function answer({ run, k }: Case["input"]): Record<string, unknown> {
  const { decision } = decideReview(run, k);
  const { slots, regression, net, gate, streak, severities, resolved } = assessRound(run, k);
  return {
    kind: decision.kind,
    ...("why" in decision ? { why: decision.why } : {}),
    ...("subject" in decision ? { subject: decision.subject } : {}),
    token: decision.token,
    slots, regression, net, gate, streak, severities, resolved,
  };
}

test("there are 400 vectors", () => {
  expect(cases).toHaveLength(400);
});

test.each(cases)("$id: decided as the reference decides it", ({ input, expected }) => {
  expect(answer(input)).toEqual(expected);
});
