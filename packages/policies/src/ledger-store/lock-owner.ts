/**
 * Who holds a lock, and whether that process is dead.
 *
 * Invariants:
 * 1. Dead is said only of a process of this host and of this space of process ids; of others nothing is known.
 * 2. Whether such a process has ended is for `@loopwright/core/process` to say.
 */
import { isPlainObject } from "@loopwright/core";
import { beganAt, hasEnded, processNamespace } from "@loopwright/core/process";
import { codeOf, nodeFs } from "./node-files.js";

/** What a lock file says. */
export interface LockOwner {
  readonly pid: number;
  readonly host: string;
  /** Space of process ids, where the system has several; else "". */
  readonly space: string;
  /** When the process began, in the system's own measure; "" where it does not tell. */
  readonly began: string;
  /** For people. */
  readonly time: string;
  /** Never comes twice. */
  readonly token: string;
}

/** This process, with a new token. */
export function ownerOf(): LockOwner {
  return {
    pid: process.pid,
    host: hostName(),
    space: processSpace(),
    began: beganAt() ?? "",
    time: new Date().toISOString(),
    token: process.getBuiltinModule("node:crypto").randomBytes(12).toString("hex"),
  };
}

/** The owner named in a lock file; `null` where there is no file, `unknown` where it is none of ours. */
export function readOwner(path: string): LockOwner | "unknown" | null {
  let text: string;
  try {
    const { openSync, fstatSync, readFileSync, closeSync, constants } = nodeFs();
    const handle = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
    try {
      const stat = fstatSync(handle);
      if (!stat.isFile() || stat.size > 4096) return "unknown";
      text = readFileSync(handle, "utf8");
    } finally {
      closeSync(handle);
    }
  } catch (thrown) {
    return codeOf(thrown) === "ENOENT" ? null : "unknown";
  }
  return parseOwner(text) ?? "unknown";
}

function parseOwner(text: string): LockOwner | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isPlainObject(value)) return null;
  const { pid, host, space = "", began = "", time, token } = value;
  const isOwner = Number.isSafeInteger(pid) && Number(pid) > 0 && [host, space, began, time, token].every((one) => typeof one === "string") && /^[0-9a-f]{24}$/.test(String(token));
  return isOwner ? ({ pid, host, space, began, time, token } as LockOwner) : null; // the cast: just checked
}

/** Whether the owner is known to be dead. */
export function isDead({ pid, host, space, began }: LockOwner): boolean {
  return host === hostName() && space === processSpace() && hasEnded(pid, began === "" ? null : began);
}

function processSpace(): string {
  return processNamespace() ?? "";
}

function hostName(): string {
  return process.getBuiltinModule("node:os").hostname();
}
