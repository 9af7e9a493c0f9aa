/**
 * Who holds a journal, and whether that process is gone.
 *
 * Invariants:
 * 1. "Gone" is said only of what can be looked at from here: a process of this machine, this boot and this namespace of
 *    process ids. Of anything else nothing is known.
 * 2. Whether such a process is gone is for `process-state` to say.
 */
import { isPlainObject } from "../plain.js";
import { beganAt, hasEnded, processNamespace } from "../process/process-state.js";
import type { JournalOwner } from "./journal-owner.js";
import { builtin } from "./node-builtins.js";

/** This process as an owner. */
export async function thisOwner(): Promise<JournalOwner> {
  return Object.freeze({
    pid: process.pid,
    host: builtin("os").hostname(),
    since: new Date().toISOString(),
    nonce: builtin("crypto").randomUUID(),
    machine: await textOf("/etc/machine-id"),
    boot: await textOf("/proc/sys/kernel/random/boot_id"),
    namespace: processNamespace(),
    started: beganAt(),
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
export function stateOf(owner: JournalOwner, here: JournalOwner): "alive" | "gone" | "unknown" {
  if (owner.host !== here.host || owner.machine !== here.machine) return "unknown";
  if (owner.boot !== here.boot) return owner.boot === null || here.boot === null ? "unknown" : "gone";
  if (owner.namespace !== here.namespace) return "unknown";
  return hasEnded(owner.pid, owner.started) ? "gone" : "alive";
}

async function textOf(file: string): Promise<string | null> {
  const text = await builtin("fs").promises.readFile(file, "utf8").catch(() => "");
  return text.trim() === "" ? null : text.trim();
}
