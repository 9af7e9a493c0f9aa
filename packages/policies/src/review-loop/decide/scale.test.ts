import { expect, test } from "vitest";
import { readReviewRun } from "../facts/read-run.js";
import { codeRound, codeRun, hunk, landed, row } from "../run.fixture.js";
import { decideReview } from "./decide.js";

test("RL-TE-18: a decision over a run of fifty rounds takes milliseconds", () => {
  const rounds = Array.from({ length: 50 }, (_, index) => {
    const no = index + 1;
    const triage = Array.from({ length: 12 }, (__, place) => row(`t${no}.${place}`, { finding: { locs: [{ file: "src/a.ts", line: 10 * place + 1 + (no % 3) * 200 }] }, disposition: place % 3 === 0 ? { kind: "accepted-degraded", definition: "major", reason: "r" } : { kind: "left" } }));
    return codeRound(no, { triage, landed: no < 50 ? landed(no, [{ path: "src/a.ts", hunks: [hunk(1 + (no % 5) * 40, ["x"], ["y", "z"])] }]) : null });
  });
  const run = readReviewRun(codeRun(rounds, { cap: null }));
  const times = Array.from({ length: 15 }, () => {
    const start = performance.now();
    decideReview(run, 50);
    return performance.now() - start;
  }).sort((a, b) => a - b);
  // Measured at 1 ms or less on an idle core; the bound is the goal of 5 ms with room for a busy machine.
  expect(times[3]).toBeLessThan(25);
});
