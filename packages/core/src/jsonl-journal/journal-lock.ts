/**
 * The lock of a journal: a file beside it that says who owns it.
 *
 * Own code rather than a library. proper-lockfile, the best kept one, knows no owner, takes a lock over when its time stamp
 * is old (so also from a process that was stopped or is busy), and lets two contenders for an old lock both win
 * (moxystudio/node-proper-lockfile#121). Locks of the operating system need a native module and name no owner.
 *
 * Invariants:
 * 1. A lock comes to be complete, in one step: it is written under a name of its own and linked to its place.
 * 2. A lock is taken over only from a process that is known to be gone, or where the caller's `takeOver` says so.
 * 3. Exactly one contender takes over from an owner: whoever links the *claim* of that owner's nonce. A nonce never comes
 *    back, so a claim that comes too late finds another lock and is void.
 * 4. Killed in the middle of taking over, a contender has either done nothing or is the owner that the next one finds at the
 *    end of the claims, and takes over from in turn.
 */
import { fileFault, JournalFileError, systemCode } from "./journal-file-error.js";
import { lockOf } from "./journal-files.js";
import type { JournalOwner } from "./journal-owner.js";
import { readOwner, stateOf, thisOwner } from "./lock-owner.js";
import { builtin } from "./node-builtins.js";

/** Says whether an owner that cannot be looked at from here is gone. */
export type TakeOver = (owner: JournalOwner) => boolean;

/** A lock that this process holds. */
export interface HeldLock {
  /** Whom it was taken over from. */
  readonly previous: JournalOwner | null;
  /** Whether it still stands. */
  isHeld(): Promise<boolean>;
  release(): Promise<void>;
}

/** How often a contender looks again when the lock changes under its eyes. */
const MAX_LOOKS = 1000;

/**
 * Takes the lock of a journal.
 *
 * @throws JournalFileError `journal-locked` with the owner, or `journal-io`.
 */
export async function takeLock(journal: string, takeOver: TakeOver): Promise<HeldLock> {
  const { writeFile, rm } = builtin("fs").promises;
  const mine = await thisOwner();
  const lock = lockOf(journal);
  const offer = `${lock}.${mine.nonce}`;
  try {
    await writeFile(offer, `${JSON.stringify(mine)}\n`, { flag: "wx", mode: 0o600 });
    const previous = await contend({ journal, lock, offer, mine, takeOver });
    if (previous !== null) await sweep(lock, mine).catch(() => undefined); // Only tidiness.
    const isHeld = async (): Promise<boolean> => (await ownerIn(lock))?.nonce === mine.nonce;
    return { previous, isHeld, release: async () => ((await isHeld()) ? rm(lock, { force: true }) : undefined) };
  } catch (fault) {
    throw fileFault("locked", journal, fault);
  } finally {
    await rm(offer, { force: true }).catch(() => undefined);
  }
}

interface Contest {
  readonly journal: string;
  readonly lock: string;
  readonly offer: string;
  readonly mine: JournalOwner;
  readonly takeOver: TakeOver;
}

/** Returns once the lock is taken: whom from. */
async function contend(contest: Contest): Promise<JournalOwner | null> {
  const { journal, lock, offer } = contest;
  for (let look = 0; look < MAX_LOOKS; look++) {
    if (await isLinked(offer, lock)) return null;
    const owners = await ownersOf(lock, journal);
    const last = owners.at(-1);
    if (last === undefined) continue; // It was released meanwhile.
    if (!(await isGone(last, contest))) throw locked(journal, lock, last);
    const claim = claimOf(lock, last);
    if (!(await isLinked(offer, claim))) continue; // Another was faster: look who.
    if (await replace(contest, owners, claim)) return last;
  }
  throw new JournalFileError("journal-locked", `the lock of the journal ${journal} keeps changing hands`, { path: journal, hint: "Give each run a journal of its own." });
}

/** Puts the offer into the place of the lock, if the claim is about the lock that stands there. */
async function replace({ lock, offer, mine }: Contest, owners: readonly JournalOwner[], claim: string): Promise<boolean> {
  const { rename, unlink } = builtin("fs").promises;
  if ((await ownerIn(lock))?.nonce !== owners[0]?.nonce) {
    await unlink(claim);
    return false;
  }
  await rename(offer, lock);
  for (const owner of owners.toReversed()) await unlink(claimOf(lock, owner)).catch(() => undefined); // Void by now.
  return (await ownerIn(lock))?.nonce === mine.nonce;
}

/** The owner that the lock names and, where contenders were killed while they took over, those that claimed it since. */
async function ownersOf(lock: string, journal: string): Promise<JournalOwner[]> {
  const owners: JournalOwner[] = [];
  for (let file = lock; owners.length < MAX_LOOKS; ) {
    const owner = await ownerIn(file);
    if (owner === undefined) throw locked(journal, file, null);
    if (owner === null) break;
    owners.push(owner);
    file = claimOf(lock, owner);
  }
  return owners;
}

async function isGone(owner: JournalOwner, { mine, takeOver }: Contest): Promise<boolean> {
  const state = stateOf(owner, mine);
  return state === "gone" || (state === "unknown" && takeOver(owner));
}

function claimOf(lock: string, owner: JournalOwner): string {
  return `${lock}.${owner.nonce}.claim`;
}

/** Who stands in a lock or a claim; `null` = there is none, `undefined` = it cannot be read. */
async function ownerIn(file: string): Promise<JournalOwner | null | undefined> {
  try {
    return readOwner(await builtin("fs").promises.readFile(file, "utf8")) ?? undefined;
  } catch (fault) {
    if (systemCode(fault) === "ENOENT") return null;
    throw fault;
  }
}

async function isLinked(from: string, to: string): Promise<boolean> {
  try {
    await builtin("fs").promises.link(from, to);
    return true;
  } catch (fault) {
    if (systemCode(fault) === "EEXIST") return false;
    throw fault;
  }
}

/** Removes what killed contenders left. While this process owns the lock, nothing of theirs counts. */
async function sweep(lock: string, mine: JournalOwner): Promise<void> {
  const { readdir, unlink } = builtin("fs").promises;
  const path = builtin("path");
  for (const name of await readdir(path.dirname(lock))) {
    if (!name.startsWith(`${path.basename(lock)}.`)) continue;
    const file = path.join(path.dirname(lock), name);
    const owner = await ownerIn(file);
    if (owner != null && stateOf(owner, mine) === "gone") await unlink(file);
  }
}

function locked(journal: string, lock: string, owner: JournalOwner | null): JournalFileError {
  if (owner === null) {
    return new JournalFileError("journal-locked", `the journal ${journal} has a lock that cannot be read`, { path: journal, hint: `If no run uses it, remove ${lock}.` });
  }
  const { pid, host, since } = owner;
  const hint = `Wait until that run has ended. If process ${pid} on ${host} is gone for certain, remove ${lock}, or pass takeOver.`;
  return new JournalFileError("journal-locked", `the journal ${journal} is owned by process ${pid} on ${host} since ${since}`, { path: journal, hint, owner });
}
