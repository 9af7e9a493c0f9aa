/** What one step costs. */
import type { Cost } from "./edges.js";
import type { PhaseEnd } from "./phase.js";
import type { World } from "./world.js";

/** Calls by role, then all calls, revisions and consultations. */
export function costOf({ run }: PhaseEnd): Cost {
  let calls = 0;
  for (const count of run.byRole) calls += count;
  return [...run.byRole, calls, run.phase === "revise" ? 1 : 0, run.phase === "consult" ? 1 : 0];
}

/** What costs no call. */
export function nothing(world: World): Cost {
  return Array<number>(world.roleNames.length + 3).fill(0);
}
