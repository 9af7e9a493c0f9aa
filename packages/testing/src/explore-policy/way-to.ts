/** The way to a node and one move on, executed again. */
import type { Explorer } from "./explorer.js";
import type { Move } from "./findings.js";
import type { KeptRun } from "./kept-runs.js";
import { retrace, type TraceStep } from "./retrace.js";
import { Watch } from "./watch.js";

/** The runs that this one begins with, the shortest first, and itself as the last. */
export function beginningsOf(explorer: Explorer, { node: number, move }: KeptRun): readonly KeptRun[] {
  const runs: KeptRun[] = [{ node: number, move }];
  for (let node = explorer.nodes[number]; node?.move != null; node = explorer.nodes[node.parent]) runs.push({ node: node.parent, move: node.move });
  return runs.reverse();
}

/** What happens on the way. */
export async function stepsOf(explorer: Explorer, run: KeptRun): Promise<readonly TraceStep[]> {
  const runs = beginningsOf(explorer, run);
  const moves: readonly Move[] = runs.map(({ move }) => move);
  const watch = new Watch(explorer.patienceMs);
  watch.start();
  try {
    return await retrace(explorer.world, watch.until, explorer.nodes[runs[0]?.node ?? 0]?.place.interruption ?? null, moves);
  } finally {
    watch.stop();
  }
}
