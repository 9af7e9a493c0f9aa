import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { decideRound, viewOf } from "./decide/decide.js";
import { severities } from "./decide/grade.js";
import { recomputeNet } from "./decide/net.js";
import { passGate } from "./decide/pass-gate.js";
import { regression, regressionStreak } from "./decide/regression.js";
import { resolutions } from "./decide/resolution.js";
import { slotVerdicts } from "./decide/slot-verdict.js";
import type { ReviewRun } from "./facts/run-facts.js";

type Case = { readonly id: string; readonly input: { readonly run: ReviewRun; readonly k: number }; readonly expected: Record<string, unknown> };

const { cases } = JSON.parse(gunzipSync(readFileSync(new URL("./review-loop-decision.json.gz", import.meta.url))).toString("utf8")) as { cases: Case[] };

/** Everything that a vector compares about one round. */
function answer({ run, k }: Case["input"]): Record<string, unknown> {
  const view = viewOf(run, k);
  const { decision } = decideRound(view, k);
  return {
    kind: decision.kind,
    ...("why" in decision ? { why: decision.why } : {}),
    ...("subject" in decision ? { subject: decision.subject } : {}),
    token: decision.token,
    slots: view.at(slotVerdicts, k),
    regression: view.at(regression, k),
    net: view.at(recomputeNet, k),
    gate: view.at(passGate, k),
    streak: view.at(regressionStreak, k),
    severities: Object.fromEntries(view.at(severities, k)),
    resolved: Object.fromEntries(view.at(resolutions, k)),
  };
}

test.each(cases)("$id is decided as the reference decides it", ({ input, expected }) => {
  expect(answer(input)).toEqual(expected);
});
