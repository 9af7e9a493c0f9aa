/**
 * `run quality-locked`: records go to a manifest and a decision log before anything else happens (QL-ACT-4, QL-HIST-4);
 * with a workspace its files are compared around every review and every fix (QL-ACT-3, QL-ACTN-2, case F19).
 */
import { LoopwrightError } from "@loopwright/core";
import { pathProblem } from "@loopwright/evidence";
import { manifestRecorder } from "@loopwright/policies/manifest-recorder";
import { qualityLocked } from "@loopwright/policies/quality-locked";
import type { CommandWorld } from "./command-world.js";
import { instructionsOf } from "./instructions-of.js";
import { neededFlag } from "./needed-flag.js";
import { UsageError } from "./outcome.js";
import type { RunFlags } from "./policy-flags.js";
import { withoutJournal, workspaceAt } from "./workspace-at.js";

/** The policy, with its recorder on disk. */
export async function lockedPolicy(flags: RunFlags, world: CommandWorld) {
  const { today } = world;
  const manifest = neededFlag(flags, "manifest", "quality-locked");
  const decisionLog = neededFlag(flags, "decision-log", "quality-locked");
  const { workspace: directory, writable, "call-timeout-ms": callTimeoutMs, "register-checkpoint": checkpoints = [] } = flags;
  if (writable !== undefined && directory === undefined) throw new UsageError("--writable belongs to --workspace", "Say where the files are, or leave it out.");
  const isWritable = writableTest(writable);
  const workspace = directory === undefined ? undefined : withoutJournal(await workspaceAt(directory), flags.journal);
  const instructions = await instructionsOf(flags, world);
  const recorder = manifestRecorder({ manifest, decisionLog, ...(today === undefined ? {} : { today }) });
  return qualityLocked({
    recorder,
    checkpoints,
    instructions,
    ...(workspace === undefined ? {} : { workspace }),
    ...(isWritable === undefined ? {} : { isWritable }),
    ...(callTimeoutMs === undefined ? {} : { callTimeoutMs }),
  });
}

/** Whether a path is one of those, or lies in one. */
function writableTest(given: readonly string[] | undefined): ((path: string) => boolean) | undefined {
  if (given === undefined) return undefined;
  const places = given.map((path) => path.replace(/^\.\//, "").replace(/\/$/, ""));
  for (const place of places) {
    const problem = pathProblem(place);
    if (problem !== null) throw new LoopwrightError("path-unsafe", `${JSON.stringify(place)} ${problem}`, { path: "--writable", hint: "Give a path from the root of the workspace, such as src." });
  }
  return (path) => places.some((place) => path === place || path.startsWith(`${place}/`));
}
