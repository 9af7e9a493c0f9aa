/** Flags that one policy needs and others do not take. */
import { UsageError } from "./outcome.js";
import type { RunFlags } from "./policy-flags.js";

/**
 * The value of a flag.
 * @throws UsageError where it was not given.
 */
export function neededFlag(flags: RunFlags, name: "manifest" | "decision-log" | "ledger" | "packet" | "witness" | "suite", policy: string): string {
  const value = flags[name];
  if (value === undefined) throw new UsageError(`${policy} needs --${name}`, "See loopwright run --help.");
  return value;
}
