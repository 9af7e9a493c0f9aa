import { MAX_TIMER_MS } from "./clock.js";
import { LoopwrightError, messageOf } from "./errors.js";

/** A refused value for a message: `"3"` is not 3. */
export function shown(value: unknown): string {
  return typeof value === "string" ? JSON.stringify(value) : messageOf(value);
}

/** Refuses what is not a whole number from 1: `0`, negative, fractional, `NaN` and `Infinity` (G1). */
export function checkWhole(code: string, path: string, value: unknown, hint: string): void {
  if (Number.isSafeInteger(value) && (value as number) >= 1) return;
  throw new LoopwrightError(code, `${path} must be a whole number from 1, not ${shown(value)}`, { path, hint });
}

/** Refuses what is not a positive whole number of milliseconds that the platform's timers take. */
export function checkTimeout(path: string, value: unknown): void {
  if (Number.isSafeInteger(value) && (value as number) >= 1 && (value as number) <= MAX_TIMER_MS) return;
  throw new LoopwrightError("timeout-range", `${path} must be milliseconds from 1 to ${MAX_TIMER_MS}, not ${shown(value)}`, {
    path,
    hint: "Leave it out, or pass null, for no time limit.",
  });
}
