/** What a command is called with. */
import type { CommandContext } from "@stricli/core";
import type { CommandWorld } from "./command-world.js";

/** The `this` of a command. */
export interface CliContext extends CommandContext {
  readonly world: CommandWorld;
  /** Sets the exit code. */
  readonly end: (exitCode: number) => void;
}
