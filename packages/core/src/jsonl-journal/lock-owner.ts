/**
 * Who holds a journal, and whether that process is gone.
 *
 * Invariants:
 * 1. "Gone" is said only of what can be looked at from here: a process of this machine, this boot and this namespace of
 *    process ids. Of anything else nothing is known.
 * 2. A process id that was given to another process does not stand for the first: where the platform tells when a process
 *    started (Linux), that is compared. Where it does not, a living process of that id counts as the owner.
 * 3. A process that ended and was not yet collected by its parent is gone.
 */
import { isPlainObject } from "../plain.js";
import { systemCode } from "./journal-file-error.js";
import type { JournalOwner } from "./journal-owner.js";
import { builtin } from "./node-builtins.js";

/** This process as an owner. */
export async function thisOwner(): Promise<JournalOwner> {
  const { readlink } = builtin("fs").promises;
  return Object.freeze({
    pid: process.pid,
    host: builtin("os").hostname(),
    since: new Date().toISOString(),
    nonce: builtin("crypto").randomUUID(),
    machine: await textOf("/etc/machine-id"),
    boot: await textOf("/proc/sys/kernel/random/boot_id"),
    namespace: await readlink("/proc/self/ns/pid").catch(() => null),
    started: (await processStat("self"))?.started ?? null,
  });
}

/** Reads what {@link thisOwner} wrote; `null` for anything else. */
export function readOwner(text: string): JournalOwner | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isPlainObject(value)) return null;
  const isText = (name: string): boolean => typeof value[name] === "string" && value[name] !== "";
  const isKnown = ["host", "since", "nonce"].every(isText) && ["machine", "boot", "namespace", "started"].every((name) => value[name] === null || isText(name));
  if (!isKnown || !Number.isSafeInteger(value["pid"]) || (value["pid"] as number) < 1) return null;
  // The nonce stands in the names of files.
  return /^[\w-]{1,64}$/.test(value["nonce"] as string) ? (Object.freeze(value) as unknown as JournalOwner) : null; // Every field was just checked.
}

/** Whether an owner's process has ended, as far as `here` can know. */
export async function stateOf(owner: JournalOwner, here: JournalOwner): Promise<"alive" | "gone" | "unknown"> {
  if (owner.host !== here.host || owner.machine !== here.machine) return "unknown";
  if (owner.boot !== here.boot) return owner.boot === null || here.boot === null ? "unknown" : "gone";
  if (owner.namespace !== here.namespace) return "unknown";
  if (!hasProcess(owner.pid)) return "gone";
  const stat = await processStat(String(owner.pid));
  if (stat === null) return hasProcess(owner.pid) ? "alive" : "gone"; // It may have ended between the two looks.
  return stat.isDead || (owner.started !== null && owner.started !== stat.started) ? "gone" : "alive";
}

function hasProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (fault) {
    return systemCode(fault) !== "ESRCH"; // EPERM: it is there, and another user's.
  }
}

/** What Linux tells of a process: the fields after its name, which may hold blanks and brackets. */
async function processStat(pid: string): Promise<{ readonly isDead: boolean; readonly started: string | null } | null> {
  const stat = await textOf(`/proc/${pid}/stat`);
  if (stat === null) return null;
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return { isDead: fields[0] === "Z" || fields[0] === "X", started: fields[STARTED] ?? null };
}

/** Field 22 of proc(5), counted after the name. */
const STARTED = 19;

async function textOf(file: string): Promise<string | null> {
  const text = await builtin("fs").promises.readFile(file, "utf8").catch(() => "");
  return text.trim() === "" ? null : text.trim();
}
