#!/usr/bin/env node
import { runCommandLine } from "./command-line.js";
import { processWorld } from "./command-world.js";
import { EXIT_CODES, tellProblem } from "./outcome.js";

const args = process.argv.slice(2);
const world = processWorld((lost) => {
  tellProblem(lost, args.includes("--json"), world);
  // At the very end: the command may still be on its way to an exit code of its own.
  process.once("exit", () => (process.exitCode = EXIT_CODES.problem));
});
process.exitCode = await runCommandLine(args, world);
