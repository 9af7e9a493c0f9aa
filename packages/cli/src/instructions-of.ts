/** Instructions of the caller's own, from files (LG-SEC-33). */
import type { CommandWorld } from "./command-world.js";
import type { RunFlags } from "./policy-flags.js";
import { readFileText } from "./read-input.js";

/** What was given; what was not is left out. */
export interface GivenInstructions {
  readonly draft?: string;
  readonly review?: string;
  readonly fix?: string;
}

const PURPOSES = ["draft", "review", "fix"] as const;

/** The files, by flag. */
export function instructionFiles(flags: RunFlags): { readonly [flag: string]: string | undefined } {
  return Object.fromEntries(PURPOSES.map((purpose) => [`--${purpose}-instructions`, flags[`${purpose}-instructions`]]));
}

/**
 * Reads the files.
 * @throws LoopwrightError `input-unreadable`, `limit-exceeded`.
 */
export async function instructionsOf(flags: RunFlags, world: CommandWorld): Promise<GivenInstructions> {
  const given: { [purpose: string]: string } = {};
  for (const purpose of PURPOSES) {
    const file = flags[`${purpose}-instructions`];
    if (file !== undefined) given[purpose] = await readFileText(file, world);
  }
  return given;
}
