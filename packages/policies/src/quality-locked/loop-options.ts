/** Options of a quality-locked loop. The cap is no option (QL-DEC-1). */
import { LoopwrightError, MAX_TIMER_MS } from "@loopwright/core";
import type { LockedWorkspace } from "./locked-workspace.js";
import type { LockedRecorder } from "./recorder.js";

/** What a caller may set. */
export interface QualityLockedOptions {
  /** Where records go before anything else happens: `manifestRecorder()`, `memoryRecorder()`, or the host's own. */
  readonly recorder: LockedRecorder;
  /** Files under review. Without it the artifact is a text, and the fixer answers with the whole of the new one. */
  readonly workspace?: LockedWorkspace;
  /** Whether the workflow may write a path; a fix outside counts as critical (QL-ACTN-2). Default: every path. */
  readonly isWritable?: (path: string) => boolean;
  /** What to look for, and how to fix: put behind the built-in instructions. */
  readonly instructions?: { readonly review?: string; readonly fix?: string };
  /** Checkpoints of the host's own (QL-ACT-2). */
  readonly checkpoints?: readonly string[];
  /** Time limit of each call in milliseconds; `null` = none, default 300,000. */
  readonly callTimeoutMs?: number | null;
}

/** Options with every default filled in. */
export interface LockedSettings {
  readonly recorder: LockedRecorder;
  readonly workspace: LockedWorkspace | null;
  readonly isWritable: (path: string) => boolean;
  readonly instructions: { readonly review: string; readonly fix: string };
  readonly checkpoints: readonly string[];
  readonly callTimeoutMs: number | null;
}

const KNOWN = ["recorder", "workspace", "isWritable", "instructions", "checkpoints", "callTimeoutMs"];

/**
 * Checks options and fills in defaults.
 * @throws LoopwrightError `option-unknown`, `option-invalid`.
 */
export function readLockedOptions(options: QualityLockedOptions): LockedSettings {
  for (const name of Object.keys(options)) {
    if (!KNOWN.includes(name)) throw new LoopwrightError("option-unknown", `option "${name}" is not understood`, { path: name, hint: `Expected: ${KNOWN.join(", ")}. The cap is none of them.` });
  }
  const { recorder, workspace = null, isWritable = () => true, instructions = {}, checkpoints = [], callTimeoutMs = 300_000 } = options;
  checkMethods("recorder", recorder, ["append", "answer", "pick", "mode"]);
  if (workspace !== null) checkMethods("workspace", workspace, ["snapshot"]);
  if (typeof isWritable !== "function") invalid("isWritable", "isWritable is no function");
  if (callTimeoutMs !== null && !(Number.isInteger(callTimeoutMs) && callTimeoutMs >= 1 && callTimeoutMs <= MAX_TIMER_MS)) invalid("callTimeoutMs", `${String(callTimeoutMs)} is no time limit`);
  const { review = "", fix = "" } = instructions;
  if (typeof review !== "string" || typeof fix !== "string") invalid("instructions", "an instruction is no text");
  if (!Array.isArray(checkpoints) || !checkpoints.every((name) => typeof name === "string" && name.trim() !== "")) invalid("checkpoints", "checkpoints are names");
  return Object.freeze({ recorder, workspace, isWritable, instructions: Object.freeze({ review, fix }), checkpoints: Object.freeze([...(checkpoints as readonly string[])]), callTimeoutMs });
}

function checkMethods(path: string, value: unknown, names: readonly string[]): void {
  const missing = names.find((name) => typeof (value as { readonly [name: string]: unknown } | null)?.[name] !== "function");
  if (missing !== undefined) invalid(path, `the ${path} has no ${missing}()`);
}

function invalid(path: string, message: string): never {
  throw new LoopwrightError("option-invalid", message, { path, hint: "Leave it out for the default." });
}
