/// <reference types="node" preserve="false" />
/**
 * Starts a command, and holds it and everything it started as one thing that can be ended.
 *
 * Invariants:
 * 1. A group is asked to end (SIGTERM) and, if anything of it is left after the grace, ended (SIGKILL). Both reach the
 *    whole group, also after its leader is gone (G10).
 * 2. Ending a group keeps nothing alive: its timer does not hold up the end of this process, and if this process ends
 *    first, whatever is left is ended at once.
 * 3. A group that is gone is forgotten at once, so that a number that the system uses again is never signalled.
 * 4. There is no moment at which a command runs and the end of this process would leave it: the hooks for that stand
 *    before the command is started. A signal that comes while it is being started is heard after it.
 *
 * A process that puts itself into a session of its own (a daemon) has left the group. Windows has no process groups:
 * there only the command itself is ended.
 */
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { onParentExit } from "./parent-exit.js";

/** What is started, without a shell. */
export interface GroupSpec {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string | undefined;
  /** The whole environment: nothing is inherited. */
  readonly env: { readonly [name: string]: string | undefined };
}

/** A command that was started, the leader of its group. */
export interface StartedGroup {
  readonly child: ChildProcessWithoutNullStreams;
  readonly group: ProcessGroup;
}

const CHECK_INTERVAL_MS = 25;

/** Starts a command in a group of its own. Where that fails there is nothing to end, and `failed` is called once, now or soon. */
export function startGroup(spec: GroupSpec, failed: (error: Error) => void): StartedGroup | undefined {
  const group = new ProcessGroup();
  try {
    const child = spawnLeader(spec);
    if (child.pid !== undefined) {
      group.led(child.pid);
      return { child, group };
    }
    // The reason comes with the next tick. Where even pipes could not be made there are no streams.
    child.once("error", failed);
  } catch (error) {
    failed(error instanceof Error ? error : new Error(String(error)));
  }
  group.end(0);
  return undefined;
}

function spawnLeader({ command, args, cwd, env }: GroupSpec): ChildProcessWithoutNullStreams {
  // Not imported: a bundler for a browser would stumble over the name of the module.
  const { spawn } = process.getBuiltinModule("node:child_process");
  // A group of its own, so that all of it can be ended. On Windows this would open a console instead.
  const detached = process.platform !== "win32";
  return spawn(command, args, { cwd, env: { ...env }, shell: false, stdio: ["pipe", "pipe", "pipe"], detached, windowsHide: true });
}

export class ProcessGroup {
  #pid: number | undefined;
  readonly #forget = onParentExit(() => this.#send("SIGKILL"));
  #hasBegunEnding = false;

  /** Names the process that leads the group, once there is one. */
  led(pid: number): void {
    this.#pid = pid;
  }

  /** Begins to end the group and returns at once; further calls do nothing. */
  end(graceMs: number): void {
    if (this.#hasBegunEnding) return;
    this.#hasBegunEnding = true;
    if (graceMs === 0) this.#kill();
    else if (this.#send("SIGTERM")) this.#watch(performance.now() + graceMs);
    else this.#forget();
  }

  #watch(killAt: number): void {
    const check = setInterval(() => {
      const isAlive = this.#send(0);
      if (isAlive && performance.now() < killAt) return;
      clearInterval(check);
      if (isAlive) this.#kill();
      else this.#forget();
    }, CHECK_INTERVAL_MS);
    check.unref();
  }

  #kill(): void {
    this.#send("SIGKILL");
    this.#forget();
  }

  /** Whether there was something to signal; 0 only asks. */
  #send(signal: "SIGTERM" | "SIGKILL" | 0): boolean {
    if (this.#pid === undefined) return false;
    try {
      return process.kill(process.platform === "win32" ? this.#pid : -this.#pid, signal);
    } catch {
      return false;
    }
  }
}
