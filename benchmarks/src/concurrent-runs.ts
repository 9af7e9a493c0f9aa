/** Memory of 10,000 runs that wait for an answer at the same time. */
import { runLoop } from "@loopwright/core";
import { instantAgents } from "./instant-agents.ts";
import { reviewPolicy } from "./review-policy.ts";

const RUNS = 10_000;

export async function measureRuns(): Promise<void> {
  let release = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  globalThis.gc?.();
  const before = process.memoryUsage();
  const runs = Array.from({ length: RUNS }, () => {
    const { writer, reviewer } = instantAgents(2);
    const waiting = { ...writer, call: (request: Parameters<typeof writer.call>[0]) => gate.then(() => writer.call(request)) };
    return runLoop(reviewPolicy, { agents: { writer: waiting, reviewer }, input: { request: "x" } });
  });
  await new Promise((resolve) => setTimeout(resolve, 200));
  globalThis.gc?.();
  const after = process.memoryUsage();
  release();
  const results = await Promise.all(runs.map((run) => run.result));
  const passed = results.filter((result) => result.status === "passed").length;
  if (passed !== RUNS) throw new Error(`${passed} of ${RUNS} runs passed`);
  const megabytes = (bytes: number): number => Number((bytes / 1e6).toFixed(1));
  console.table([{ runs: RUNS, "heap MB": megabytes(after.heapUsed - before.heapUsed), "RSS MB": megabytes(after.rss - before.rss) }]);
}

if (import.meta.main) await measureRuns();
