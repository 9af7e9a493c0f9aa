/**
 * Whether the lock is on (QL-ACT-1, QL-CAP-2), and where a loop may run (QL-ACT-2).
 *
 * Invariants:
 * 1. Off beats on, a flag beats the configuration; both flags at once are an error, not a precedence question.
 * 2. The configuration counts only as one exact top-level line, so that two parsers can never disagree about it.
 */
import { LoopwrightError } from "@loopwright/core";

/** The names a host may change. */
export interface ModeNames {
  /** Key in the configuration. */
  readonly key?: string;
  readonly onFlag?: string;
  readonly offFlag?: string;
}

const NAMES: Required<ModeNames> = /* @__PURE__ */ Object.freeze({ key: "quality_locked_mode", onFlag: "--quality-locked", offFlag: "--no-quality-locked" });

/** The mode, and what set it. `user`: switched off at a prompt, for the rest of the workflow. */
export type LockedMode = { readonly isOn: boolean; readonly source: "flag" | "config" | "default" | "user" };

/**
 * Resolves the mode.
 * @throws LoopwrightError `mode-flags-conflict` when both flags are given.
 */
export function resolveMode(input: { readonly flags?: readonly string[]; readonly configText?: string | null; readonly names?: ModeNames }): LockedMode {
  const names = { ...NAMES, ...input.names };
  const isOff = input.flags?.includes(names.offFlag) ?? false;
  const isOn = input.flags?.includes(names.onFlag) ?? false;
  if (isOff && isOn) {
    throw new LoopwrightError("mode-flags-conflict", `both ${names.onFlag} and ${names.offFlag} are given`, { path: "flags", hint: "Give one of the two." });
  }
  if (isOff || isOn) return { isOn, source: "flag" };
  const isConfigured = (input.configText ?? "").split(/\r\n|\n|\r/).includes(`${names.key}: true`);
  return isConfigured ? { isOn: true, source: "config" } : { isOn: false, source: "default" };
}

/** The mode after a person left the lock at a prompt: off, whatever the flags said (QL-CAP-2). */
export const MODE_AFTER_LEAVING: LockedMode = /* @__PURE__ */ Object.freeze({ isOn: false, source: "user" });

/** The checkpoints that host a loop, in workflow order; a host may have others (QL-ACT-2). */
export const CHECKPOINTS: readonly string[] = /* @__PURE__ */ Object.freeze(["spec", "plan", "design", "root-cause", "fix-plan", "code", "qa"]);

/** The checkpoints of a workflow; a host that folds QA into the code loop's reviewer opens no `qa` loop. */
export function checkpointsOf(workflow: readonly string[], options: { readonly isQaFolded?: boolean } = {}): readonly string[] {
  const isFolded = options.isQaFolded === true && workflow.includes("code");
  return workflow.filter((checkpoint) => !(isFolded && checkpoint === "qa"));
}
