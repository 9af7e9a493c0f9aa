import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { LedgerProblem } from "../ledger/problem.js";
import { sweepLeftovers, takeLock, tryLock } from "./file-lock.js";
import { isDead, ownerOf, readOwner, type LockOwner } from "./lock-owner.js";

let folder: string;
let lock: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "loopwright-lock-"));
  lock = path.join(folder, "review-ledger.json.lock");
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The id of a process that has ended. */
const deadPid = spawnSync(process.execPath, ["-e", ""]).pid;
const dead = (over: Partial<LockOwner> = {}): LockOwner => ({ ...ownerOf(), pid: deadPid, began: "1", ...over });
const put = (file: string, owner: LockOwner): void => writeFileSync(file, JSON.stringify(owner));
const owner = (file = lock): LockOwner => {
  const found = readOwner(file);
  if (found === null || found === "unknown") throw new Error(`no owner: ${String(found)}`);
  return found;
};

describe("the lock of a ledger", () => {
  it("LG-SEC-11: is one file that names its owner, and goes when it is released", async () => {
    const held = await takeLock(lock, { waitMs: 0 });
    expect(owner()).toMatchObject({ pid: process.pid, token: expect.stringMatching(/^[0-9a-f]{24}$/) as string });
    expect(readdirSync(folder)).toEqual([path.basename(lock)]);
    held.release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it("LG-SEC-11: a second one waits, and gets it after the release", async () => {
    const held = await takeLock(lock, { waitMs: 0 });
    const order: string[] = [];
    const second = takeLock(lock, { waitMs: 60_000 }).then((next) => {
      order.push("second");
      next.release();
    });
    order.push("first");
    held.release();
    await second;
    expect(order).toEqual(["first", "second"]);
  });

  it("LG-SEC-11: who waits in vain is told who holds it, and nothing is broken, however old it is", async () => {
    const held = await takeLock(lock, { waitMs: 0 });
    put(lock, { ...owner(), time: "2001-01-01T00:00:00.000Z" });
    const problem: unknown = await takeLock(lock, { waitMs: 30 }).catch((thrown: unknown) => thrown);
    expect(problem).toBeInstanceOf(LedgerProblem);
    expect(problem).toMatchObject({ code: "ledger-locked", message: expect.stringContaining(`process ${process.pid}`) as string });
    expect(owner().pid).toBe(process.pid);
    held.release();
  });

  it.each<[string, Partial<LockOwner>]>([
    ["of another host", { host: "elsewhere" }],
    ["of another space of process ids", { space: "pid:[1]" }],
  ])("LG-SEC-11: a lock %s is never broken, though no such process is here", (_, over) => {
    put(lock, dead(over));
    const before = readFileSync(lock, "utf8");
    expect(tryLock(lock, ownerOf())).toMatchObject(over);
    expect(readFileSync(lock, "utf8")).toBe(before);
  });

  it.each([["nothing", ""], ["half an owner", '{"pid":1'], ["another shape", '{"pid":1,"host":"h"}'], ["too much", " ".repeat(5000)]])(
    "LG-SEC-11: a lock file with %s in it is left to a person",
    (_, text) => {
      writeFileSync(lock, text);
      expect(tryLock(lock, ownerOf())).toBe("unknown");
      expect(readFileSync(lock, "utf8")).toBe(text);
    },
  );

  it("LG-SEC-36: a link in the place of the lock is not followed", () => {
    const other = path.join(folder, "other");
    put(other, dead());
    symlinkSync(other, lock);
    expect(tryLock(lock, ownerOf())).toBe("unknown");
    expect(existsSync(other)).toBe(true);
  });

  it("LG-SEC-11: another's lock is not released", async () => {
    const held = await takeLock(lock, { waitMs: 0 });
    const stranger = ownerOf();
    put(lock, stranger);
    held.release();
    expect(owner().token).toBe(stranger.token);
  });
});

describe("the lock of a dead owner", () => {
  it("LG-SEC-11: goes to who comes next, and nothing is left beside", () => {
    put(lock, dead());
    const heir = ownerOf();
    expect(tryLock(lock, heir)).toBeNull();
    expect(owner().token).toBe(heir.token);
    expect(readdirSync(folder)).toEqual([path.basename(lock)]);
  });

  it("LG-SEC-11: goes to one heir: while a living one is at it, nobody else gets it", () => {
    const gone = dead();
    put(lock, gone);
    const atIt = ownerOf();
    put(`${lock}.${gone.token}`, atIt);
    expect(tryLock(lock, ownerOf())).toMatchObject({ token: atIt.token });
    expect(owner().token).toBe(gone.token);
  });

  it("LG-SEC-11: is inherited through heirs that died on the way", () => {
    const [first, second, third] = [dead(), dead(), dead()] as const;
    put(lock, first);
    put(`${lock}.${first.token}`, second);
    put(`${lock}.${first.token}.${second.token}`, third);
    const heir = ownerOf();
    expect(tryLock(lock, heir)).toBeNull();
    expect(owner().token).toBe(heir.token);
    expect(readdirSync(folder)).toEqual([path.basename(lock)]);
  });

  it("LG-SEC-11: a process id that was given out again is not the owner", () => {
    // This process lives, but it began at another time than the owner did.
    const reused = { ...ownerOf(), began: "1" };
    expect(isDead(reused)).toBe(process.platform === "linux");
    expect(isDead(ownerOf())).toBe(false);
  });

  it("what dead processes left is swept; what a living one is at stays", () => {
    const left = ["l.json.77-a.tmp", `l.json.lock.${"a".repeat(24)}`];
    const kept = ["l.json", "l.json.lock", `l.json.lock.${"b".repeat(24)}.tmp`, "l.json.bak", "spec.md"];
    for (const name of [...left, ...kept]) writeFileSync(path.join(folder, name), "");
    put(path.join(folder, left[1] ?? ""), dead());
    put(path.join(folder, kept[2] ?? ""), ownerOf());
    sweepLeftovers(folder, "l.json");
    expect(readdirSync(folder).sort()).toEqual([...kept].sort());
  });
});
