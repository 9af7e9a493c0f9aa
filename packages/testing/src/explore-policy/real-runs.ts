/**
 * Holds explored runs against the real runner: it must do what was explored, and tell it in events that keep their grammar.
 *
 * Invariants:
 * 1. The landings of the explorer are the runner's rules once more; here the two are compared, in every exploration.
 * 2. The number of runs that were compared is told; none is never as good as some.
 * 3. A run that shows a problem is cut to the shortest beginning that still shows it.
 */
import { LoopwrightError } from "@loopwright/core";
import type { RunEvent } from "@loopwright/core";
import { eventGrammarProblems } from "../event-grammar.js";
import type { Explorer } from "./explorer.js";
import type { Problem } from "./findings.js";
import type { KeptRun } from "./kept-runs.js";
import { replayTrace, type Replay } from "./replay.js";
import type { TraceStep } from "./retrace.js";
import { beginningsOf, stepsOf } from "./way-to.js";
import type { World } from "./world.js";

/** What the real runner repeated. */
export interface RealRuns {
  /** Explored runs that it repeated. */
  readonly runs: number;
  /** Events of these runs, whose grammar was checked. */
  readonly events: number;
}

/** Plays steps to the real runner. */
export type Play = (world: World, steps: readonly TraceStep[], patienceMs: number) => Promise<Replay>;

/** Faults of a policy that no second execution repeats, or none comes to the end of. */
const NOT_REPEATED = ["not-deterministic", "phase-hangs", "endless-phase"];

/** Problems that are told of one run. */
const TOLD = 3;

/** Repeats the runs that the search kept; what is wrong becomes a finding. */
export async function holdRuns(explorer: Explorer, play: Play = replayTrace): Promise<RealRuns> {
  const total = { runs: 0, events: 0 };
  if (NOT_REPEATED.some((code) => explorer.findings.has(code))) return total;
  const known = new Set<string>();
  for (const run of explorer.kept.all()) {
    const { problems, events } = await heldAgainst(explorer, run, play);
    total.runs++;
    total.events += events;
    for (const problem of problems) {
      const shortest = known.has(problem.code) ? run : await shortestOf(explorer, run, problem, play);
      known.add(problem.code);
      explorer.findings.add(problem, shortest.node, () => shortest.move);
    }
  }
  return total;
}

async function heldAgainst(explorer: Explorer, run: KeptRun, play: Play): Promise<{ readonly problems: readonly Problem[]; readonly events: number }> {
  const steps = await stepsOf(explorer, run);
  let replay: Replay;
  try {
    replay = await play(explorer.world, steps, explorer.patienceMs);
  } catch (thrown) {
    if (!(thrown instanceof LoopwrightError)) throw thrown;
    return { problems: [differs([thrown.message])], events: 0 };
  }
  const problems: Problem[] = [];
  if (!replay.isEqual) problems.push(differs(replay.differences));
  const wrong = grammarOf(replay.events);
  if (wrong.length > 0) {
    problems.push({ code: "event-grammar", about: "events", message: `the events of the run break their grammar: ${told(wrong)}`, hint: "Give your own events fields of their own: what a runner's event has, such as `lane`, means the same in yours (G13)." });
  }
  return { problems, events: replay.events.length };
}

/** Problems of the grammar; a run that was asked and answered is told in parts, each with its start and end. */
function grammarOf(events: readonly RunEvent[]): readonly string[] {
  const starts = events.flatMap(({ type }, index) => (index > 0 && (type === "run.started" || type === "run.resumed") ? [index] : []));
  return [0, ...starts].flatMap((start, part) => eventGrammarProblems(events.slice(start, starts[part])));
}

async function shortestOf(explorer: Explorer, run: KeptRun, { code }: Problem, play: Play): Promise<KeptRun> {
  for (const shorter of beginningsOf(explorer, run)) {
    if ((await heldAgainst(explorer, shorter, play)).problems.some((problem) => problem.code === code)) return shorter;
  }
  return run;
}

function differs(differences: readonly string[]): Problem {
  return { code: "runner-differs", about: "run", message: `the real runner does not repeat an explored run: ${told(differences)}`, hint: "Let a phase depend on nothing but its state and what its effects come to; if it does, this is a fault of the explorer." };
}

function told(problems: readonly string[]): string {
  const more = problems.length - TOLD;
  return `${problems.slice(0, TOLD).join("; ")}${more > 0 ? `; and ${more} more` : ""}`;
}
