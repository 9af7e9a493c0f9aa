/// <reference types="node" preserve="false" />
/**
 * What Loopwright's packages share about processes of this machine (Node only): ending a command with all that it started,
 * and telling whether a process has ended.
 */

// A command and everything it started
export { startGroup } from "./process-group.js";
export type { GroupSpec, ProcessGroup, StartedGroup } from "./process-group.js";

// Whether a process has ended
export { beganAt, hasEnded, processNamespace } from "./process-state.js";
