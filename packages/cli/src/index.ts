export { runCommandLine } from "./command-line.js";
export { EXIT_CODES } from "./outcome.js";
export type { CommandWorld } from "./command-world.js";
