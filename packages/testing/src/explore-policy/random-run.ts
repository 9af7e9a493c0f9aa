/** One random run over the alphabets. */
import { applyAnswer } from "./apply-answer.js";
import { Landing, type Landed } from "./landing.js";
import { runPhase } from "./phase.js";
import type { Move } from "./findings.js";
import { numbersFrom } from "./numbers-from.js";
import type { Interruption, Place } from "./place.js";
import { retrace, START } from "./retrace.js";
import { traceOf, type Trace } from "./trace.js";
import { Watch } from "./watch.js";
import type { World } from "./world.js";

/** Interruptions end a run early: one checkpoint in so many. */
const RARELY = 12;

/** Walks to the end of a run, or to a question that nobody answers. */
export async function randomRun(world: World, seed: number, patienceMs: number): Promise<Trace> {
  const random = numbersFrom(seed);
  const watch = new Watch(patienceMs);
  const interrupted = (): Interruption | null => (world.interruptions.length === 0 || random(RARELY) > 0 ? null : (world.interruptions[random(world.interruptions.length)] ?? null));
  const start = interrupted();
  const moves: Move[] = [];
  let place: Place | null = { ...START, interruption: start };
  watch.start();
  try {
    while (place !== null) {
      const taken: number[] = [];
      const records: number[] = [];
      const landed: { readonly landed: Landed; readonly how: Interruption | null } | null = await moveFrom(world, place, random, interrupted, watch, taken, records);
      if (landed === null) break;
      const { next }: Landed = landed.landed;
      const after = next === null || next.next === "answer" || next.interruption !== null ? null : interrupted();
      moves.push({ choices: taken, how: landed.how, recordChoices: records, after });
      place = next === null || after === null ? next : { ...next, interruption: after };
    }
    return traceOf(world, await retrace(world, watch.until, start, moves), null);
  } finally {
    watch.stop();
  }
}

async function moveFrom(world: World, place: Place, random: (below: number) => number, interrupted: () => Interruption | null, watch: Watch, taken: number[], records: number[]): Promise<{ readonly landed: Landed; readonly how: Interruption | null } | null> {
  const into = (list: number[]) => ({
    take: (possibilities: number): number => {
      const choice = random(possibilities);
      list.push(choice);
      return choice;
    },
  });
  if (place.asked !== null) {
    const answers = world.answers[place.asked.token] ?? [];
    const index = random(answers.length + 1);
    if (index === answers.length) return null; // Nobody answers.
    const applied = applyAnswer(world.policy, place.asked.token, place.state, answers[index]);
    if (!applied.ok) return null;
    taken.push(index);
    const how = interrupted();
    return { landed: await Landing.afterAnswer(world, place, applied.state, how, into(records), watch.until), how };
  }
  const end = await runPhase(world, place, into(taken), watch.until);
  const how = end.fault !== null ? end.run.interruption : (end.run.interruption ?? interrupted());
  return { landed: await Landing.afterPhase(world, place, end, how, into(records), watch.until), how };
}
