/// <reference types="node" preserve="false" />
/**
 * What Loopwright's packages share about processes of this machine (Node only): running a command and ending it with all
 * that it started, and telling whether a process has ended.
 */

// A command and everything it started
export { runProcess } from "./run-process.js";
export type { ProcessEnd, ProcessSpec, UntimedEnd } from "./run-process.js";
export type { GroupSpec } from "./process-group.js";

// Whether a process has ended
export { beganAt, hasEnded, processNamespace } from "./process-state.js";
