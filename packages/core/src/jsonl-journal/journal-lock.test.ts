import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { jsonlJournal, JournalFileError, type JournalOwner } from "./index.js";
import { thisOwner } from "./lock-owner.js";

// A busy machine takes its time for files and processes.
vi.setConfig({ testTimeout: 60_000 });

let folder = "";
let file = "";
let lock = "";
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "loopwright-lock-"));
  file = path.join(folder, "run.jsonl");
  lock = `${file}.lock`;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Above what any system gives out. */
const NO_PROCESS = 2 ** 30;
const isLinux = existsSync("/proc/self/stat");
let nonces = 0;

/** An owner on this machine whose process is gone, unless changed. */
async function owner(changes: Partial<JournalOwner> = {}): Promise<JournalOwner> {
  return { ...(await thisOwner()), pid: NO_PROCESS, nonce: `former-${++nonces}`, ...changes };
}

async function lockedBy(one: JournalOwner, claims: string = lock): Promise<void> {
  writeFileSync(claims, JSON.stringify(one));
}

async function refusal(options = {}): Promise<JournalFileError> {
  return jsonlJournal(file, options)
    .open()
    .then(
      () => Promise.reject(new Error("was let in")),
      (fault: unknown) => (fault instanceof JournalFileError ? fault : Promise.reject(fault as Error)),
    );
}

describe("who is refused", () => {
  test("learns who owns the journal: process, host and since when", async () => {
    const opened = await jsonlJournal(file).open();
    const fault = await refusal();
    expect(fault).toMatchObject({ code: "journal-locked", path: file, owner: { pid: process.pid, host: hostname() } });
    expect(fault.message).toBe(`the journal ${file} is owned by process ${process.pid} on ${hostname()} since ${fault.owner!.since}`);
    expect(Math.abs(Date.parse(fault.owner!.since) - Date.now())).toBeLessThan(60_000);
    expect(fault.hint).toContain(lock);
    await opened.close();
    expect(readdirSync(folder)).toEqual([]);
  });

  test("leaves no file behind", async () => {
    const opened = await jsonlJournal(file).open();
    await Promise.all(Array.from({ length: 10 }, () => refusal()));
    expect(readdirSync(folder).sort()).toEqual(["run.jsonl.lock"]);
    await opened.close();
  });

  test("a folder reached through a link is the same place, and the same lock", async () => {
    const { symlinkSync } = await import("node:fs");
    symlinkSync(folder, path.join(folder, "other"));
    const opened = await jsonlJournal(file).open();
    await expect(jsonlJournal(path.join(folder, "other", "run.jsonl")).open()).rejects.toMatchObject({ code: "journal-locked" });
    await opened.close();
  });

  test.each([["no JSON", "{"], ["nothing", ""], ["other JSON", "[1]"], ["a nonce that is a path", JSON.stringify({ pid: 1, host: "h", since: "s", nonce: "../x", machine: null, boot: null, namespace: null, started: null })]])(
    "a lock that holds %s is nobody's to remove",
    async (_what, text) => {
      writeFileSync(lock, text);
      const fault = await refusal({ takeOver: () => true });
      expect(fault).toMatchObject({ code: "journal-locked", owner: null });
      expect(fault.hint).toContain(lock);
      expect(readFileSync(lock, "utf8")).toBe(text);
      expect(existsSync(file)).toBe(false);
    },
  );
});

describe("journal-lock.ts 2: a lock is taken over", () => {
  test("from a process that is gone, and the new owner is told", async () => {
    const former = await owner();
    await lockedBy(former);
    const told: unknown[] = [];
    const opened = await jsonlJournal(file, { onRecovery: (recovery) => void told.push(recovery) }).open();
    expect(told).toEqual([{ tornTail: null, previousOwner: former }]);
    expect(opened.recovery.previousOwner).toEqual(former);
    expect((JSON.parse(readFileSync(lock, "utf8")) as JournalOwner).pid).toBe(process.pid);
    await opened.close();
    expect(readdirSync(folder)).toEqual([]);
  });

  test("a listener that throws disturbs nothing", async () => {
    await lockedBy(await owner());
    const opened = await jsonlJournal(file, { onRecovery: () => { throw new Error("listener"); } }).open();
    await opened.append({ n: 1 });
    await opened.close();
  });

  test("not from a process that lives, whatever takeOver says", async () => {
    const asked: JournalOwner[] = [];
    await lockedBy(await owner({ pid: process.pid }));
    expect(await refusal({ takeOver: (one: JournalOwner) => asked.push(one) > 0 })).toMatchObject({ code: "journal-locked" });
    expect(asked).toEqual([]);
  });

  test.runIf(isLinux)("from a process whose id another process has by now", async () => {
    await lockedBy(await owner({ pid: process.pid, started: "1" }));
    await (await jsonlJournal(file).open()).close();
  });

  test("not from a living process where nobody knows when it started", async () => {
    await lockedBy(await owner({ pid: process.pid, started: null }));
    expect(await refusal()).toMatchObject({ code: "journal-locked" });
  });

  test.runIf(isLinux)("from before the machine was started again, though its process id lives", async () => {
    await lockedBy(await owner({ pid: process.pid, boot: "another boot" }));
    await (await jsonlJournal(file).open()).close();
  });

  test.runIf(isLinux)("from a process that ended but was not collected by its parent", async () => {
    const parent = spawn("sh", ["-c", "sleep 0 & echo $!; exec sleep 60"], { stdio: ["ignore", "pipe", "ignore"] });
    try {
      const [pid] = (await new Promise<string>((resolve) => createInterface({ input: parent.stdout }).once("line", resolve))).split(" ");
      const stat = `/proc/${pid}/stat`;
      while (!readFileSync(stat, "utf8").includes(") Z ")) await new Promise((resolve) => setTimeout(resolve, 5));
      const started = readFileSync(stat, "utf8").split(") ")[1]!.split(" ")[19]!;
      await lockedBy(await owner({ pid: Number(pid), started }));
      await (await jsonlJournal(file).open()).close();
    } finally {
      parent.kill("SIGKILL");
    }
  });

  test.each([
    ["another host", { host: "elsewhere" }],
    ["another machine of the same name", { machine: "another machine" }],
    ["another container", { namespace: "pid:[1]" }],
    ["somewhere that does not say which boot", { boot: null }],
  ])("never silently from %s; takeOver is asked", async (_where, changes) => {
    const former = await owner(changes);
    await lockedBy(former);
    const refused = await refusal();
    expect(refused).toMatchObject({ code: "journal-locked", owner: former });
    expect(refused.message).toContain(former.host);
    expect(await refusal({ takeOver: () => false })).toMatchObject({ code: "journal-locked" });
    expect(JSON.parse(readFileSync(lock, "utf8"))).toEqual(former);
    const asked: JournalOwner[] = [];
    const opened = await jsonlJournal(file, { takeOver: (one) => asked.push(one) > 0 }).open();
    expect(asked).toEqual([former]);
    expect(opened.recovery.previousOwner).toEqual(former);
    await opened.close();
  });
});

describe("journal-lock.ts 3, 4: taking over", () => {
  test("G11: of many contenders exactly one wins, a hundred times", { timeout: 60_000 }, async () => {
    for (let round = 0; round < 100; round++) {
      const former = await owner();
      await lockedBy(former);
      const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => jsonlJournal(file).open()));
      const winners = outcomes.filter((outcome) => outcome.status === "fulfilled").map(({ value }) => value);
      expect(winners).toHaveLength(1);
      for (const { reason } of outcomes.filter((outcome) => outcome.status === "rejected")) expect(reason).toMatchObject({ code: "journal-locked" });
      expect(winners[0]!.recovery.previousOwner).toEqual(former);
      expect(readdirSync(folder).sort()).toEqual(["run.jsonl.lock"]);
      await winners[0]!.close();
    }
  });

  test("G11: a contender that was killed while it took over is taken over from in turn", async () => {
    const [first, second, third] = [await owner(), await owner(), await owner()];
    await lockedBy(first);
    await lockedBy(second, `${lock}.${first.nonce}.claim`);
    await lockedBy(third, `${lock}.${second.nonce}.claim`);
    writeFileSync(`${lock}.${third.nonce}`, JSON.stringify(third));
    const opened = await jsonlJournal(file).open();
    expect(opened.recovery.previousOwner).toEqual(third);
    expect(readdirSync(folder).sort()).toEqual(["run.jsonl.lock"]);
    await opened.close();
  });

  test("one that lives and has claimed the lock is the owner", async () => {
    const [first, heir] = [await owner(), await owner({ pid: process.pid })];
    await lockedBy(first);
    await lockedBy(heir, `${lock}.${first.nonce}.claim`);
    expect(await refusal()).toMatchObject({ code: "journal-locked", owner: heir });
  });

  test("claims about a lock of long ago count for nothing, and go with the next taking over", async () => {
    const [current, longAgo] = [await owner(), await owner()];
    await lockedBy(current);
    await lockedBy(longAgo, `${lock}.some-other.claim`);
    const opened = await jsonlJournal(file).open();
    expect(opened.recovery.previousOwner).toEqual(current);
    await opened.close();
    expect(readdirSync(folder)).toEqual([]);
  });

  test("an owner whose lock was taken away removes nobody else's", async () => {
    const opened = await jsonlJournal(file).open();
    const other = await owner({ pid: process.pid });
    await lockedBy(other);
    await opened.close();
    expect(JSON.parse(readFileSync(lock, "utf8"))).toEqual(other);
  });
});
