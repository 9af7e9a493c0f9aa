/**
 * One writer at a time, over processes: a lock file with its owner's name in it (LG-SEC-11).
 *
 * Ours, because the libraries at hand take a lock over by its age (proper-lockfile by the file's time, lockfile alike): a
 * process that was paused would lose its lock while it still writes. Here age never counts.
 *
 * Invariants:
 * 1. A lock appears whole: it is written beside and linked into place, so that a killed process leaves none without owner.
 * 2. Only the lock of a process that is dead on this host is taken over, and by exactly one heir. Who wants the lock `L` of
 *    dead owner `T` must first hold `L.T`, by the same rules; then, if `L` is still `T`'s, renames `L.T` over `L`. Tokens
 *    never come twice, so a late heir finds another owner and lets go.
 * 3. Only one's own token is released.
 */
import { refuse } from "../ledger/problem.js";
import { codeOf, nodeFs } from "./node-files.js";
import { isDead, ownerOf, readOwner, type LockOwner } from "./lock-owner.js";

/** A lock that is held. */
export interface FileLock {
  /** Lets go. Never throws: what could not be removed is taken over after this process. */
  readonly release: () => void;
}

const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 200;

/**
 * Waits for the lock, with jitter.
 * @throws LedgerProblem `ledger-locked` after `waitMs`, naming the owner; `io-failed`.
 */
export async function takeLock(path: string, options: { readonly waitMs: number }): Promise<FileLock> {
  const owner = ownerOf();
  const deadline = Date.now() + options.waitMs;
  let pause = FIRST_PAUSE_MS;
  for (;;) {
    const holder = tryLock(path, owner);
    if (holder === null) return { release: () => releaseLock(path, owner.token) };
    const left = deadline - Date.now();
    if (left <= 0) refuseLocked(path, holder, options.waitMs);
    await new Promise((resolve) => setTimeout(resolve, Math.min(left, pause * (0.5 + Math.random()))));
    pause = Math.min(LONGEST_PAUSE_MS, pause * 2);
  }
}

/** Who is known to hold a lock; `unknown` for a file that is none of ours. */
export type Holder = LockOwner | "unknown";

/** One attempt. `null`: it is ours now; else who holds it. */
export function tryLock(path: string, owner: LockOwner): Holder | null {
  for (;;) {
    // Looking comes first: it is cheap, and most of those who wait find the lock held.
    const holder = readOwner(path);
    if (holder === null) {
      if (createLock(path, owner)) return null;
      continue; // somebody was faster
    }
    if (holder === "unknown" || !isDead(holder)) return holder;
    const other = inherit(path, holder, owner);
    if (other !== "again") return other;
  }
}

/** Takes over what a dead owner left. `null`: ours; `again`: the lock has changed hands; else the heir who is at it. */
function inherit(path: string, dead: LockOwner, owner: LockOwner): Holder | "again" | null {
  const claim = `${path}.${dead.token}`;
  const heir = tryLock(claim, owner);
  if (heir !== null) return heir;
  const present = readOwner(path);
  if (present === null || present === "unknown" || present.token !== dead.token) {
    releaseLock(claim, owner.token);
    return "again";
  }
  nodeFs().renameSync(claim, path);
  return null;
}

/** Creates the lock file with its content in one step; `false` where there is one. */
function createLock(path: string, owner: LockOwner): boolean {
  const { linkSync, rmSync, writeFileSync } = nodeFs();
  const text = JSON.stringify({ ...owner, time: new Date().toISOString() });
  const beside = `${path}.${owner.token}.tmp`;
  try {
    writeFileSync(beside, text, { flag: "w", mode: 0o644 });
    try {
      linkSync(beside, path);
    } catch (thrown) {
      if (!NO_LINKS.has(codeOf(thrown))) throw thrown;
      writeFileSync(path, text, { flag: "wx", mode: 0o644 }); // a file system without links
    }
    return true;
  } catch (thrown) {
    if (codeOf(thrown) === "EEXIST") return false;
    return refuse("io-failed", path, `the lock ${path} cannot be made: ${codeOf(thrown)}`, "Check that its directory exists and may be written to.");
  } finally {
    rmSync(beside, { force: true });
  }
}

const NO_LINKS: ReadonlySet<string> = new Set(["EPERM", "ENOSYS", "ENOTSUP", "EOPNOTSUPP"]);

function releaseLock(path: string, token: string): void {
  try {
    const holder = readOwner(path);
    if (holder !== null && holder !== "unknown" && holder.token === token) nodeFs().unlinkSync(path);
  } catch {
    // Its owner will be dead when this process is.
  }
}

function refuseLocked(path: string, holder: Holder, waitMs: number): never {
  const who = holder === "unknown" ? "a file that names no owner" : `process ${holder.pid} on ${holder.host}, since ${holder.time}`;
  refuse("ledger-locked", path, `${path} is held by ${who}; waited ${waitMs} ms`, "Try again. If nobody works on this ledger, remove the lock file by hand.");
}

/** Removes what dead processes left beside a lock. Call it while holding the lock; never throws. */
export function sweepLeftovers(directory: string, base: string): void {
  const { readdirSync, rmSync } = nodeFs();
  try {
    for (const name of readdirSync(directory)) {
      if (!name.startsWith(`${base}.`) || name === `${base}.lock`) continue;
      const path = `${directory}/${name}`;
      // The lock's holder alone writes the ledger: another's copy beside it has no writer any more.
      const isCopy = name.endsWith(".tmp") && !name.startsWith(`${base}.lock.`);
      const owner = isCopy ? null : name.startsWith(`${base}.lock.`) ? readOwner(path) : "unknown";
      if (isCopy || (owner !== null && owner !== "unknown" && isDead(owner))) rmSync(path, { force: true });
    }
  } catch {
    // Litter harms nobody.
  }
}
