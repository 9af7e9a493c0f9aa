/// <reference types="node" preserve="false" />
/**
 * Whether a process of this machine has ended.
 *
 * Invariants:
 * 1. A process id that was given out again does not stand for the first process: where the platform tells when a process
 *    began (Linux), that is compared. Where it does not, a living process of that id counts.
 * 2. A process that ended and was not yet collected by its parent has ended.
 */

/** When this process began, in the platform's own measure; `null` where it does not tell. */
export function beganAt(): string | null {
  return statOf("self")?.began ?? null;
}

/** The namespace of process ids that this process lives in; `null` where there are none. */
export function processNamespace(): string | null {
  try {
    return process.getBuiltinModule("node:fs").readlinkSync("/proc/self/ns/pid");
  } catch {
    return null;
  }
}

/** Whether the process of this id, and of this beginning where one is known, has ended. */
export function hasEnded(pid: number, began: string | null): boolean {
  if (!isThere(pid)) return true;
  const stat = statOf(pid);
  if (stat === null) return !isThere(pid); // It may have ended between the two looks.
  return stat.isOver || (began !== null && began !== stat.began);
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return !(thrown instanceof Error && "code" in thrown && thrown.code === "ESRCH"); // EPERM: it is there, and another user's.
  }
}

/** What Linux tells of a process: the fields behind its name, which may hold blanks and brackets. */
function statOf(pid: number | "self"): { readonly isOver: boolean; readonly began: string | null } | null {
  try {
    const stat = process.getBuiltinModule("node:fs").readFileSync(`/proc/${pid}/stat`, "latin1");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).trimEnd().split(" ");
    return { isOver: fields[0] === "Z" || fields[0] === "X", began: fields[BEGAN] ?? null };
  } catch {
    return null;
  }
}

/** Field 22 of proc(5), counted after the name. */
const BEGAN = 19;
