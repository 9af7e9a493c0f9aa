/**
 * A command and everything it started, as one thing that can be ended.
 *
 * Invariants:
 * 1. A group is asked to end (SIGTERM) and, if anything of it is left after the grace, ended (SIGKILL). Both reach the
 *    whole group, also after its leader is gone (G10).
 * 2. Ending a group keeps nothing alive: its timer does not hold up the end of this process, and if this process ends
 *    first, whatever is left is ended at once.
 * 3. A group that is gone is forgotten at once, so that a number that the system uses again is never signalled.
 *
 * A process that puts itself into a session of its own (a daemon) has left the group. Windows has no process groups:
 * there only the command itself is ended.
 */
import { onParentExit } from "./parent-exit.js";

const CHECK_INTERVAL_MS = 25;

export class ProcessGroup {
  readonly #pid: number;
  readonly #forget: () => void;
  #hasBegunEnding = false;

  /** @param pid the process id of a leader that was started as one (`detached`). */
  constructor(pid: number) {
    this.#pid = pid;
    this.#forget = onParentExit(() => this.#send("SIGKILL"));
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
    try {
      return process.kill(process.platform === "win32" ? this.#pid : -this.#pid, signal);
    } catch {
      return false;
    }
  }
}
