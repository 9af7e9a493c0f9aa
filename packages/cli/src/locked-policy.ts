/** `run quality-locked`: records go to a manifest and a decision log before anything else happens (QL-ACT-4, QL-HIST-4). */
import { manifestRecorder } from "@loopwright/policies/manifest-recorder";
import { qualityLocked } from "@loopwright/policies/quality-locked";
import type { CommandWorld } from "./command-world.js";
import { neededFlag } from "./needed-flag.js";
import type { RunFlags } from "./policy-flags.js";

/** The policy, with its recorder on disk. */
export function lockedPolicy(flags: RunFlags, { today }: CommandWorld) {
  const manifest = neededFlag(flags, "manifest", "quality-locked");
  const decisionLog = neededFlag(flags, "decision-log", "quality-locked");
  const recorder = manifestRecorder({ manifest, decisionLog, ...(today === undefined ? {} : { today }) });
  const { "call-timeout-ms": callTimeoutMs } = flags;
  return qualityLocked({ recorder, ...(callTimeoutMs === undefined ? {} : { callTimeoutMs }) });
}
