/// <reference types="node" preserve="false" />
/** Runs in processes of their own that are really killed (Node only). */

// Kills, and what goes on after them
export { processSweep } from "./process-sweep.js";
export type { ProcessSweepOptions, ProcessSweepReport } from "./process-sweep.js";
export type { CrashChoice } from "./sweep/crash-everywhere.js";

// The program that is killed
export { sweptProcess } from "./sweep/swept-process.js";
export type { SweptPlace } from "./sweep/swept-process.js";
