/** Laps that change nothing: places from which no answer leads to an end of the policy's own (no livelock). */
import type { Explorer } from "./explorer.js";

/**
 * The first node from which every way runs in circles until a limit of the runner's ends it; `null` where there is none.
 * Rounds are left out: a lap that only counts rounds makes no progress.
 */
export function deadLap({ nodes, edges, leaving, cuts }: Explorer): number | null {
  const followers = new Map<number, Set<number>>();
  const leaders = new Map<number, Set<number>>();
  const link = (map: Map<number, Set<number>>, from: number, to: number): void => void (map.get(from)?.add(to) ?? map.set(from, new Set([to])));
  nodes.forEach((node, number) => {
    if (node.place.interruption !== null) return; // An ended run has no progress to make.
    for (const target of edges.targets(number)) {
      const other = nodes[target];
      if (other === undefined || other.place.interruption !== null) continue;
      link(followers, node.lap, other.lap);
      link(leaders, other.lap, node.lap);
    }
  });
  for (const [from, to] of cuts) {
    link(followers, from, to);
    link(leaders, to, from);
  }
  const free = new Set<number>(leaving);
  for (const lap of free) for (const leader of leaders.get(lap) ?? []) free.add(leader); // A set that grows is walked to its end.
  const circling = new Set(nodes.flatMap(({ lap, place }) => (place.interruption === null && !free.has(lap) ? [lap] : [])));
  for (const lap of [...circling]) drop(lap, circling, followers, leaders);
  const found = nodes.findIndex(({ lap, place }) => place.interruption === null && circling.has(lap));
  return found === -1 ? null : found;
}

/** Drops a lap that leads to no other circling one, and then those that led only to it. */
function drop(lap: number, circling: Set<number>, followers: ReadonlyMap<number, ReadonlySet<number>>, leaders: ReadonlyMap<number, ReadonlySet<number>>): void {
  const waiting = [lap];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (!circling.has(next) || [...(followers.get(next) ?? [])].some((one) => circling.has(one))) continue;
    circling.delete(next);
    waiting.push(...(leaders.get(next) ?? []));
  }
}
