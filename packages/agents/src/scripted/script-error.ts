import { LoopwrightError } from "@loopwright/core";

/**
 * What can be wrong with a script or with how it was used. Stable over versions.
 *
 * - `script-step-invalid`: a step is none of the known forms.
 * - `script-clock-missing`: a step waits but no clock was given.
 * - `script-exhausted`: there were more calls than steps.
 * - `script-mismatch`: a request differs from what its step expects.
 * - `script-unconsumed`: steps were left when all should have been used.
 */
export type ScriptErrorCode =
  | "script-step-invalid"
  | "script-clock-missing"
  | "script-exhausted"
  | "script-mismatch"
  | "script-unconsumed";

/** A fault of a script or of the code under test, as a scripted agent sees it. */
export class ScriptError extends LoopwrightError<ScriptErrorCode> {
  override readonly name = "ScriptError";
}
