/// <reference types="node" preserve="false" />
/**
 * Calls back when this process is about to end, so that no command outlives it.
 *
 * Invariants:
 * 1. Hooks stand on the process only while a callback is registered (G10).
 * 2. A normal end (the last work done, `process.exit`, an uncaught error) calls back through `exit`.
 * 3. A signal that nobody else handles calls back, then takes its usual effect. A command runs in a process group of
 *    its own, so a terminal's Ctrl-C reaches this process alone and would leave the command running.
 * 4. A signal that the program handles is left to the program: it may want to abort its runs in order. Listeners that
 *    themselves wait to be the last one do not count as handling: other copies of this file, and the package
 *    `signal-exit`, which makes the number of its listeners known for this purpose.
 *
 * Not covered: SIGKILL, which no process can see.
 */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
type EndSignal = (typeof SIGNALS)[number];

const OURS = Symbol.for("loopwright.parent-exit");

const callbacks = new Set<() => void>();

/** Registers a callback, which must be synchronous. The returned function removes it. */
export function onParentExit(callback: () => void): () => void {
  if (callbacks.size === 0) addHooks();
  callbacks.add(callback);
  return () => {
    if (callbacks.delete(callback) && callbacks.size === 0) removeHooks();
  };
}

function addHooks(): void {
  process.on("exit", callAll);
  for (const signal of SIGNALS) process.on(signal, onSignal);
}

function removeHooks(): void {
  process.off("exit", callAll);
  for (const signal of SIGNALS) process.off(signal, onSignal);
}

function callAll(): void {
  for (const callback of callbacks) callback();
}

function onSignal(signal: NodeJS.Signals): void {
  if (isHandledElsewhere(signal as EndSignal)) return;
  callAll();
  removeHooks();
  process.kill(process.pid, signal);
}
onSignal[OURS] = true;

function isHandledElsewhere(signal: EndSignal): boolean {
  const others = process.listeners(signal).filter((listener) => !(OURS in listener));
  return others.length > signalExitListeners();
}

/** How many listeners per signal `signal-exit` has in this process: version 4 and version 3 publish it. */
function signalExitListeners(): number {
  const version4: unknown = Reflect.get(globalThis, Symbol.for("signal-exit emitter"));
  const version3: unknown = Reflect.get(process, "__signal_exit_emitter__");
  return countOf(version4) + countOf(version3);
}

function countOf(emitter: unknown): number {
  if (typeof emitter !== "object" || emitter === null || !("count" in emitter)) return 0;
  return typeof emitter.count === "number" ? emitter.count : 0;
}
