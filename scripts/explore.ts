/**
 * Explores every run of the quality loop at full size: whole states, nothing left out. Takes minutes; CI explores the
 * same with a view of the state (`quality-loop.explore.test.ts`).
 */
import { cpus } from "node:os";
import { qualityLoop } from "@loopwright/policies/quality-loop";
import { explorePolicy } from "@loopwright/testing";

const reviewer = [
  { approved: true, feedback: [] },
  { approved: true, feedback: ["shorten it"] },
  { approved: false, feedback: ["shorten it", "name the date"] },
  { approved: false, feedback: [" "] },
  { approved: false, feedback: [] },
];

console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? "unknown"}`);
let isOk = true;
for (const maxReviews of [1, 2, 3, 4]) {
  for (const maxStructuredRepairs of [0, 1, 2]) {
    const policy = qualityLoop({ maxReviews, maxStructuredRepairs });
    const begun = performance.now();
    const found = await explorePolicy(policy, {
      input: { request: "R" },
      alphabets: { roles: { writer: ["D1", "D2"], reviewer } },
      limits: { runTimeoutMs: 60_000 },
      mayMiss: maxReviews === 1 ? ["revise", "revision-failed"] : [],
      maxTransitions: 100_000_000,
    });
    const seconds = (performance.now() - begun) / 1_000;
    const isExact = JSON.stringify(found.maxima.byRole) === JSON.stringify(found.worstCase.byRole);
    isOk &&= found.isOk && isExact;
    console.log(
      `${maxReviews} reviews, ${maxStructuredRepairs} repairs: ${found.isOk ? "complete and clean" : "NOT OK"}, ${found.states} states, ${found.transitions} transitions in ${seconds.toFixed(1)} s` +
        ` (${Math.round(found.transitions / seconds)} per second); at most ${found.maxima.calls} calls${isExact ? ", as worstCase says" : ", NOT as worstCase says"}`,
    );
    if (!found.isOk) console.log(found.text);
  }
}
if (!isOk) process.exitCode = 1;
