/**
 * Speed of the explorer, on one thread. A *transition* is one execution of a phase with one combination of answers (or of
 * interruptions), with its decision: what other model checkers call a generated state. A *state* is a distinct place
 * between phases. Both are counted; times are the thread's own CPU time, because the machine may be busy.
 */
import { explorePolicy, type Exploration } from "@loopwright/testing";
import { qualityLoop } from "@loopwright/policies/quality-loop";
import { reviewPolicy, type Review } from "./review-policy.ts";

const reviews: readonly Review[] = [
  { approved: true, feedback: [] },
  { approved: false, feedback: ["a"] },
  { approved: false, feedback: ["b"] },
  { approved: false, feedback: ["a", "b"] },
  { approved: false, feedback: [] },
];

const subjects: readonly (readonly [name: string, explore: () => Promise<Exploration>])[] = [
  [
    "a small review loop, 60 rounds",
    () => explorePolicy(reviewPolicy, { input: { request: "x" }, limits: { rounds: 60 }, mayMiss: ["cap"], alphabets: { roles: { writer: ["D1", "D2", "D3", "D4", "D5"], reviewer: reviews } } }),
  ],
  [
    "the quality loop, 4 reviews, whole history",
    () => explorePolicy(qualityLoop({ maxReviews: 4, maxStructuredRepairs: 0 }), { input: { request: "x" }, alphabets: { roles: { writer: ["D1", "D2", "D3"], reviewer: reviews } } }),
  ],
];

/** Runs of each subject; the fastest counts, the first ones warm up. */
const RUNS = 5;

/** Measures and prints. */
export async function measureExplorer(): Promise<void> {
  const rows: object[] = [];
  for (const [subject, explore] of subjects) {
    let best = Infinity;
    let found: Exploration | null = null;
    for (let run = 0; run < RUNS; run++) {
      const before = process.cpuUsage();
      found = await explore();
      best = Math.min(best, process.cpuUsage(before).user / 1_000_000);
      if (!found.isOk) throw new Error(found.text);
    }
    const { states = 0, transitions = 0 } = found ?? {};
    rows.push({ subject, states, transitions, "transitions per second": Math.round(transitions / best), "distinct states per second": Math.round(states / best) });
  }
  console.table(rows);
}

if (import.meta.main) await measureExplorer();
