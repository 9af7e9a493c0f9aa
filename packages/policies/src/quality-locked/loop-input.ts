/** What a quality-locked loop starts from (QL-ACT-1, QL-ACT-2, QL-AUTO-1). */
import { isPlainObject, LoopwrightError, type JsonObject } from "@loopwright/core";
import type { HistoryItem } from "./manifest.js";
import { CHECKPOINTS, type LockedMode } from "./mode.js";
import { checkHistory, checkIteration } from "./record.js";

/** What a quality-locked loop starts from. */
export interface LockedInput {
  /** Where in the workflow the loop runs; one of {@link CHECKPOINTS} or of the option `checkpoints`. */
  readonly checkpoint: string;
  /** The text under review; with a workspace, what is to be reviewed in it. */
  readonly artifact: string;
  /** Plain data that reviewer and fixer get beside it, such as the request. */
  readonly context?: JsonObject;
  /** From `resolveMode`; a loop runs only where it is on. */
  readonly mode: LockedMode;
  /** What set the other mode, when autonomy is on: the approval that starts the loop is then picked and logged. */
  readonly autonomy?: { readonly source: string };
  /** Records of this very loop, oldest first, when it goes on after an interruption. */
  readonly prior?: readonly HistoryItem[];
}

/**
 * Checks an input.
 * @throws LoopwrightError `mode-off`, `checkpoint-unknown`, `artifact-empty`, `history-invalid`.
 */
export function checkInput(input: LockedInput, known: readonly string[]): void {
  const given: unknown = input;
  if (!isPlainObject(given)) refuse("artifact-empty", "input", "there is no input", "Pass { checkpoint, artifact, mode }.");
  const { checkpoint, artifact, mode, prior = [] } = input;
  if ((mode as LockedMode | undefined)?.isOn !== true) {
    refuse("mode-off", "input.mode", "quality-locked mode is off", "Off means one review and a person's choice: call the reviewer once, and ask.");
  }
  const checkpoints = [...CHECKPOINTS, ...known];
  if (!checkpoints.includes(checkpoint)) refuse("checkpoint-unknown", "input.checkpoint", `${JSON.stringify(checkpoint)} hosts no loop`, `Use one of ${checkpoints.join(", ")}, or register it.`);
  if (typeof artifact !== "string" || artifact.trim() === "") refuse("artifact-empty", "input.artifact", "there is nothing to review", "Pass the text, or say what to review in the workspace.");
  checkHistory(prior);
  prior.forEach((item, index) => {
    checkIteration(item.iteration);
    const first = prior[0];
    if (item.checkpoint !== checkpoint || first === undefined || item.iteration !== first.iteration + index) {
      refuse("history-invalid", `input.prior[${index}]`, "prior records are those of this loop, one for each iteration", "Pick them with currentLoop().");
    }
  });
}

function refuse(code: string, path: string, message: string, hint: string): never {
  throw new LoopwrightError(code, message, { path, hint });
}
