/**
 * Overhead of one round (a revision and a one-reviewer review) with instant agents, beside a bare `while` loop over the
 * same agents in the same process. With events: one listener sees every event.
 */
import { runLoop } from "@loopwright/core";
import { Bench } from "tinybench";
import { instantAgents } from "./instant-agents.ts";
import { reviewPolicy, type Review } from "./review-policy.ts";

/** Rounds of one measured run; long enough that starting it does not count. */
const ROUNDS = 1_000;

async function bareLoop(rounds: number): Promise<void> {
  const { writer, reviewer } = instantAgents(rounds);
  const input = (value: unknown) => ({ input: value }) as never; // The bare loop sends what an agent needs and no more.
  let draft = (await writer.call(input("x"))).text;
  for (;;) {
    const { approved, feedback } = (await reviewer.call(input({ draft }))).structured as Review;
    if (approved) return;
    draft = (await writer.call(input({ draft, feedback }))).text;
  }
}

async function loopwright(rounds: number, withListener: boolean): Promise<void> {
  const run = runLoop(reviewPolicy, { agents: instantAgents(rounds), input: { request: "x" } });
  let events = 0;
  if (withListener) run.on("*", () => events++);
  const result = await run.result;
  if (result.status !== "passed" || result.rounds !== rounds) throw new Error(`the run ended ${result.status} after ${result.rounds} rounds`);
  if (withListener && events < rounds) throw new Error(`only ${events} events for ${rounds} rounds`);
}

/** Measures and prints; returns µs per round by name. */
export async function measureRounds(): Promise<void> {
  const bench = new Bench({ time: 2_000, warmupTime: 1_000 });
  bench.add("a bare while loop", () => bareLoop(ROUNDS));
  bench.add("Loopwright, one listener", () => loopwright(ROUNDS, true));
  bench.add("Loopwright, no listener", () => loopwright(ROUNDS, false));
  await bench.run();
  const rows = bench.tasks.map((task) => {
    if (!("latency" in task.result)) throw new Error(`${task.name} was not measured`);
    return { name: task.name, usPerRound: (task.result.latency.p50 * 1_000) / ROUNDS };
  });
  const bare = rows[0]?.usPerRound ?? NaN;
  console.table(rows.map(({ name, usPerRound }) => ({ loop: name, "µs per round (median)": Number(usPerRound.toFixed(2)), "× bare": Number((usPerRound / bare).toFixed(1)) })));
}

if (import.meta.main) await measureRounds();
