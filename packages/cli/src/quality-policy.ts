/** `run quality-loop`: the loop's options from flags. */
import { qualityLoop } from "@loopwright/policies/quality-loop";
import type { CommandWorld } from "./command-world.js";
import { instructionsOf } from "./instructions-of.js";
import type { RunFlags } from "./policy-flags.js";

/** The policy. */
export async function qualityPolicy(flags: RunFlags, world: CommandWorld) {
  const { fix, ...others } = await instructionsOf(flags, world);
  return qualityLoop({
    maxReviews: flags["max-rounds"],
    maxStructuredRepairs: flags["max-repairs"],
    maxChanges: flags["max-changes"],
    callTimeoutMs: flags["call-timeout-ms"],
    instructions: fix === undefined ? others : { ...others, revise: fix },
  });
}
