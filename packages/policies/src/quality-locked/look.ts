/** Looking at the files under review (G15). */
import type { PhaseContext } from "@loopwright/core";
import type { LockedEvent } from "./loop-events.js";
import type { LockedSettings } from "./loop-options.js";
import type { LockedRoles } from "./loop-roles.js";
import type { LockedState } from "./loop-state.js";

/** What a phase of the loop may do. */
export type LockedContext = PhaseContext<LockedRoles, LockedEvent>;

/** What the loop does to the world may be done twice: recorders write the same thing once, looking changes nothing. */
export const TWICE = { onInterrupted: "reissue" } as const;

/** Puts what is there now into the state. */
export async function look(ctx: LockedContext, state: LockedState, workspace: LockedSettings["workspace"]): Promise<LockedState> {
  if (workspace === null) return state;
  const seen = await ctx.step("snapshot", ({ signal }) => workspace.snapshot({ signal }), TWICE);
  return seen.ok ? { ...state, snapshot: seen.value } : { ...state, world: "workspace-failed", problem: seen.failure.message };
}
