import { execFile, execFileSync } from "node:child_process";
import { appendFileSync, chmodSync, existsSync, linkSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { resumeRun, runLoop, verifyJournal, type Json } from "../index.js";
import { JOURNAL_FILE_FORMAT, jsonlJournal, JournalFileError, type JsonlJournalOptions } from "./index.js";
import { headerLine } from "./line-format.js";
import { probe, probeAgents } from "../probe.fixture.js";

// A busy machine takes its time for files and processes.
vi.setConfig({ testTimeout: 60_000 });

let folder = "";
let file = "";
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "loopwright-jsonl-"));
  file = path.join(folder, "run.jsonl");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function written(...records: readonly Json[]): Promise<void> {
  const opened = await jsonlJournal(file).open();
  for (const record of records) await opened.append(record);
  await opened.close();
}

async function recorded(place = file): Promise<readonly Json[]> {
  const opened = await jsonlJournal(place).open();
  await opened.close();
  return opened.records;
}

async function faultOf(opening: Promise<unknown>): Promise<JournalFileError> {
  return opening.then(
    () => Promise.reject(new Error("was accepted")),
    (fault: unknown) => (fault instanceof JournalFileError ? fault : Promise.reject(fault as Error)),
  );
}

/** Everything in the folder, so that a test sees whether anything changed. */
function disk(): { readonly [name: string]: string } {
  return Object.fromEntries(readdirSync(folder).map((name) => [name, lstatSync(path.join(folder, name)).isFile() ? readFileSync(path.join(folder, name), "latin1") : "no file"]));
}

describe("the file", () => {
  test("is JSON lines: a header with the format, then a record in each line", async () => {
    await written({ n: 1 }, { text: "ü\n" });
    const lines = readFileSync(file, "utf8").trimEnd().split("\n").map((line) => JSON.parse(line) as { readonly [name: string]: Json });
    expect(lines).toEqual([
      { format: JOURNAL_FILE_FORMAT, crc: expect.stringMatching(/^[0-9a-f]{8}$/) as string },
      { crc: expect.stringMatching(/^[0-9a-f]{8}$/) as string, record: { n: 1 } },
      { crc: expect.stringMatching(/^[0-9a-f]{8}$/) as string, record: { text: "ü\n" } },
    ]);
  });

  test("is the same for the same records, however they were put together in writing", async () => {
    await written({ n: 1 }, { n: 2 }, { n: 3 });
    const other = path.join(folder, "other.jsonl");
    const opened = await jsonlJournal(other, { sync: "each" }).open();
    await Promise.all([opened.append({ n: 1 }), opened.append({ n: 2 }), opened.append({ n: 3 })]);
    expect(readFileSync(other, "utf8")).toBe(readFileSync(file, "utf8"));
    await opened.compact([{ n: 1 }, { n: 2 }, { n: 3 }]);
    expect(readFileSync(other, "utf8")).toBe(readFileSync(file, "utf8"));
    await opened.close();
  });

  test("is for its user's eyes only; a compaction keeps the rights that it has", async () => {
    await written({ n: 1 });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    chmodSync(file, 0o640);
    const opened = await jsonlJournal(file).open();
    await opened.compact([{ n: 2 }]);
    await opened.close();
    expect(statSync(file).mode & 0o777).toBe(0o640);
  });

  test("is not touched before a run opens it, and a relative path is one of the folder at the call", () => {
    expect(jsonlJournal(file)).toBeTruthy();
    expect(readdirSync(folder)).toEqual([]);
  });

  test("G12: opening or reading a journal that is not there makes no file; the first record does, or the first compaction", async () => {
    expect(await jsonlJournal(file).read()).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
    const opened = await jsonlJournal(file).open();
    await opened.close();
    expect(opened.records).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
    const compacted = await jsonlJournal(file).open();
    await compacted.compact([{ n: 1 }]);
    await compacted.append({ n: 2 });
    await compacted.close();
    expect(await recorded()).toEqual([{ n: 1 }, { n: 2 }]);
  });

  test("G12: verifyJournal and resumeRun leave no file where there was none; a torn end and a lock stay as they are", async () => {
    await expect(verifyJournal(probe(), jsonlJournal(file))).rejects.toMatchObject({ code: "journal-empty" });
    expect((await resumeRun(probe(), { from: jsonlJournal(file), agents: probeAgents() }).result).error).toMatchObject({ code: "journal-empty" });
    expect(readdirSync(folder)).toEqual([]);
    expect((await runLoop(probe(), { input: null, journal: jsonlJournal(file), agents: probeAgents() }).result).status).toBe("passed");
    const opened = await jsonlJournal(file).open();
    appendFileSync(file, '{"crc":"0000');
    const before = disk();
    expect(await verifyJournal(probe(), jsonlJournal(file, { onRecovery: () => expect.unreachable() }))).toMatchObject({ faults: [], isEnded: true });
    expect(await jsonlJournal(file).read()).toEqual(opened.records);
    expect(disk()).toEqual(before);
    await opened.close();
  });

  test("is read up to a torn end, which is cut, and said once", async () => {
    for (const tail of ['{"crc":"0000', '{"crc":"00000000","record":{"n":3}}\n', "\0\0\0\0", "\n"]) {
      rmSync(file, { force: true });
      await written({ n: 1 }, { n: 2 });
      const whole = readFileSync(file, "utf8");
      appendFileSync(file, tail);
      const told: unknown[] = [];
      const opened = await jsonlJournal(file, { onRecovery: ({ tornTail }) => void told.push(tornTail) }).open();
      expect(opened.records).toEqual([{ n: 1 }, { n: 2 }]);
      expect(opened.recovery.tornTail).toMatchObject({ line: 4, byteOffset: whole.length, bytes: tail.length });
      expect(told).toEqual([opened.recovery.tornTail]);
      expect(readFileSync(file, "utf8")).toBe(whole);
      await opened.append({ n: 3 });
      await opened.close();
      const again = await jsonlJournal(file, { onRecovery: () => void told.push("again") }).open();
      expect(again.records).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
      expect(again.recovery).toEqual({ tornTail: null, previousOwner: null });
      expect(told).toHaveLength(1);
      await again.close();
    }
  });
});

describe("jsonl-journal.ts 2: corruption is refused with its place, and nothing is changed on disk", () => {
  test.each<[what: string, change: (text: string) => string, line: number]>([
    ["a changed record", (text) => text.replace('"n":2', '"n":7'), 3],
    ["a changed checksum", (text) => text.replace(/"crc":"."/g, "x").replace(/(\n.*\n\{"crc":")(.)/, (_all, before: string, digit: string) => before + (digit === "0" ? "1" : "0")), 3],
    ["a line that is missing", (text) => text.split("\n").toSpliced(1, 1).join("\n"), 2],
    ["a line that stands twice", (text) => text.split("\n").toSpliced(1, 0, text.split("\n")[1]!).join("\n"), 3],
    ["a foreign line", (text) => text.split("\n").toSpliced(2, 0, "hello").join("\n"), 3],
    ["a line of blanks", (text) => text.split("\n").toSpliced(2, 0, "").join("\n"), 3],
    ["a damaged header", (text) => text.replace(/"crc":"./, '"crc":"z'), 1],
    ["no header", (text) => text.slice(text.indexOf("\n") + 1), 1],
    ["half a header alone", (text) => text.slice(0, 20), 1],
    ["nothing", () => "", 1],
    ["another kind of file", () => "# Notes\n\nA file of mine.\n", 1],
  ])("%s", async (_what, change, line) => {
    await written({ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 });
    const whole = readFileSync(file, "utf8");
    writeFileSync(file, change(whole));
    const before = disk();
    const { mtimeMs } = statSync(file);
    const fault = await faultOf(jsonlJournal(file).open());
    const byteOffset = change(whole).split("\n").slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    expect(fault).toMatchObject({ code: "journal-corrupt", path: file, line, byteOffset });
    expect(fault.message).toContain(`line ${line} (byte ${byteOffset})`);
    expect(disk()).toEqual(before);
    expect(statSync(file).mtimeMs).toBe(mtimeMs);
  });

  test("a file of another version is named as such", async () => {
    writeFileSync(file, `{"format":"loopwright/journal-file@2","crc":"00000000","more":1}\n{"anything":1}\n`);
    const before = disk();
    const fault = await faultOf(jsonlJournal(file).open());
    expect(fault).toMatchObject({ code: "journal-version", line: 1 });
    expect(fault.message).toContain("loopwright/journal-file@2");
    expect(disk()).toEqual(before);
  });

  test("after a refusal the journal is nobody's: the file can be mended and opened", async () => {
    await written({ n: 1 }, { n: 2 });
    const whole = readFileSync(file, "utf8");
    writeFileSync(file, whole.replace('"n":1', '"n":9'));
    await faultOf(jsonlJournal(file).open());
    writeFileSync(file, whole);
    const opened = await jsonlJournal(file).open();
    expect(opened.records).toHaveLength(2);
    await opened.close();
  });
});

describe("jsonl-journal.ts 4: places that are none", () => {
  test.each<[what: string, make: () => string, code: string, said: string]>([
    ["a directory", () => (mkdirSync(file), file), "journal-place", "is a directory"],
    ["a missing folder", () => path.join(folder, "no", "run.jsonl"), "journal-place", "has no folder"],
    ["a file for a folder", () => (writeFileSync(file, ""), path.join(file, "run.jsonl")), "journal-place", "folder"],
    ["a symbolic link to a file", () => (writeFileSync(`${file}.real`, headerLine().line), symlinkSync(`${file}.real`, file), file), "journal-place", "symbolic link"],
    ["a symbolic link to nothing", () => (symlinkSync(`${file}.none`, file), file), "journal-place", "symbolic link"],
    ["a file of two names", () => (writeFileSync(file, headerLine().line), linkSync(file, `${file}.other`), file), "journal-place", "hard link"],
    ["a pipe", () => (execFileSync("mkfifo", [file]), file), "journal-place", "no plain file"],
    ["a device", () => "/dev/null", "journal-place", "no plain file"],
    ["a lock that is a directory", () => (mkdirSync(`${file}.lock`), file), "journal-io", "could not be locked"],
  ])("%s", async (_what, make, code, said) => {
    const place = make();
    const before = disk();
    const fault = await faultOf(jsonlJournal(place).open());
    expect(fault).toMatchObject({ code, path: place });
    expect(fault.message).toContain(said);
    expect(fault.hint).not.toBeNull();
    expect(disk()).toEqual(before);
  });

  test("a second name that is made while a run owns the file makes no second owner", async () => {
    const opened = await jsonlJournal(file).open();
    await opened.append({ n: 1 });
    linkSync(file, `${file}.other`);
    expect(await faultOf(jsonlJournal(`${file}.other`).open())).toMatchObject({ code: "journal-place" });
    await opened.append({ n: 2 });
    await opened.close();
    unlinkSync(`${file}.other`);
    expect(await recorded()).toEqual([{ n: 1 }, { n: 2 }]);
  });

  test("a file whose writer was killed while it made it has its second name removed, and is opened", async () => {
    writeFileSync(file, headerLine().line);
    linkSync(file, `${file}.journal-new`);
    expect(await recorded()).toEqual([]);
    expect(readdirSync(folder)).toEqual(["run.jsonl"]);
  });

  test("options that are none throw at once", () => {
    const wrong: readonly [unknown, unknown, string][] = [
      ["", {}, "path"],
      [1, {}, "path"],
      ["a\0b", {}, "path"],
      [file, { sync: "always" }, "options.sync"],
      [file, { onRecovery: 1 }, "options.onRecovery"],
      [file, { takeOver: true }, "options.takeOver"],
      [file, { snyc: "each" }, "options.snyc"],
      [file, { toString: 1 }, "options.toString"],
      [file, null, "options"],
    ];
    for (const [place, options, at] of wrong) expect(() => jsonlJournal(place as string, options as JsonlJournalOptions)).toThrow(expect.objectContaining({ code: "option-invalid", path: at }) as Error);
    expect(() => jsonlJournal(file, { sync: undefined } as never)).not.toThrow();
  });
});

describe("open-file.ts 4, 5: while it is open", () => {
  test("a file that is deleted is noticed before a record counts as kept", async () => {
    const opened = await jsonlJournal(file).open();
    await opened.append({ n: 1 });
    unlinkSync(file);
    expect(await faultOf(opened.append({ n: 2 }))).toMatchObject({ code: "journal-lost" });
    expect(await faultOf(opened.append({ n: 3 }))).toMatchObject({ code: "journal-lost" });
    await opened.close();
    expect(readdirSync(folder)).toEqual([]);
  });

  test("a file that is replaced is noticed, and the new one is left alone", async () => {
    const opened = await jsonlJournal(file).open();
    writeFileSync(`${file}.other`, "other");
    renameSync(`${file}.other`, file);
    expect(await faultOf(opened.append({ n: 1 }))).toMatchObject({ code: "journal-lost" });
    expect(await faultOf(opened.compact([]))).toMatchObject({ code: "journal-lost" });
    await opened.close();
    expect(readFileSync(file, "utf8")).toBe("other");
  });

  test("something else that writes to the file is noticed, and its bytes are not cut", async () => {
    const opened = await jsonlJournal(file).open();
    appendFileSync(file, "foreign\n");
    expect(await faultOf(opened.append({ n: 1 }))).toMatchObject({ code: "journal-lost" });
    await opened.close();
    expect(readFileSync(file, "utf8")).toContain("foreign\n");
  });

  test("an owner whose lock was taken away does not compact over the next one's file", async () => {
    const opened = await jsonlJournal(file).open();
    await opened.append({ n: 1 });
    unlinkSync(`${file}.lock`);
    const next = await jsonlJournal(file).open();
    expect(await faultOf(opened.compact([]))).toMatchObject({ code: "journal-lost" });
    await opened.close();
    await next.append({ n: 2 });
    await next.close();
    expect(await recorded()).toEqual([{ n: 1 }, { n: 2 }]);
  });

  test("a compaction that cannot be written leaves the file as it was, and the journal goes on", async () => {
    const opened = await jsonlJournal(file).open();
    await opened.append({ n: 1 });
    mkdirSync(`${file}.journal-new`);
    const before = readFileSync(file, "utf8");
    expect(await faultOf(opened.compact([{ n: 9 }]))).toMatchObject({ code: "journal-io" });
    expect(readFileSync(file, "utf8")).toBe(before);
    rmSync(`${file}.journal-new`, { recursive: true });
    await opened.append({ n: 2 });
    await opened.compact([{ n: 3 }]);
    await opened.append({ n: 4 });
    await opened.close();
    expect(await recorded()).toEqual([{ n: 3 }, { n: 4 }]);
  });

  test("what a killed compaction left is removed at the next opening", async () => {
    await written({ n: 1 });
    writeFileSync(`${file}.journal-new`, "half");
    await (await jsonlJournal(file).open()).close();
    expect(readdirSync(folder)).toEqual(["run.jsonl"]);
  });

  test("appends that wait together are written together, and each policy keeps all", async () => {
    for (const sync of ["each", "batch", "none"] as const) {
      const opened = await jsonlJournal(`${file}-${sync}`, { sync }).open();
      await Promise.all(Array.from({ length: 50 }, (_, n) => opened.append({ n })));
      await opened.close();
      expect(await recorded(`${file}-${sync}`)).toHaveLength(50);
    }
  });
});

describe("the system refuses", () => {
  let script = "";
  let place = "";
  beforeAll(async () => {
    place = mkdtempSync(path.join(tmpdir(), "loopwright-refuse-"));
    chmodSync(place, 0o755);
    script = path.join(place, "fill.mjs");
    await build({ entryPoints: [path.join(import.meta.dirname, "fill.fixture.ts")], outfile: script, bundle: true, format: "esm", platform: "node", target: "node22", tsconfigRaw: {}, logLevel: "silent" });
  });
  afterAll(() => rmSync(place, { recursive: true, force: true }));

  interface Filled {
    readonly kept: number;
    readonly faults: readonly { readonly code: string; readonly cause: string | null; readonly hint: string | null }[];
  }

  async function fill(shell: string, options: { readonly uid?: number } = {}): Promise<Filled> {
    const { stdout } = await promisify(execFile)("sh", ["-c", shell, "sh", process.execPath, script, file], { ...options, timeout: 60_000 });
    return JSON.parse(stdout) as Filled;
  }

  async function holdsExactly(kept: number): Promise<void> {
    const opened = await jsonlJournal(file).open();
    expect(opened.records.map((record) => (record as { readonly n: number }).n)).toEqual(Array.from({ length: kept }, (_, n) => n));
    expect(opened.recovery.tornTail).toBeNull();
    await opened.append({ n: kept });
    await opened.close();
  }

  test("a file that may not grow: what was kept is there, the half line is cut again, and nothing is kept behind it", async () => {
    const filled = await fill('ulimit -f 64; exec "$@"');
    expect(filled.kept).toBeGreaterThan(3);
    expect(filled.faults).toEqual([expect.objectContaining({ code: "journal-io", cause: "EFBIG" }), expect.objectContaining({ code: "journal-io", cause: "EFBIG" })]);
    expect(filled.faults[0]!.hint).toContain("Make room");
    await holdsExactly(filled.kept);
  });

  const canMount = ((): boolean => {
    try {
      execFileSync("unshare", ["-rm", "mount", "-t", "tmpfs", "none", "/mnt"], { stdio: "ignore" });
      return true;
    } catch {
      return false;
    }
  })();

  test.runIf(canMount)("a full disk: the same", async () => {
    const keep = path.join(folder, "kept.jsonl");
    const inside = `mount -t tmpfs -o size=96k none "$4" && "$1" "$2" "$4/run.jsonl" > "$5" && cp "$4/run.jsonl" "$3"`;
    const mounted = path.join(folder, "mounted");
    mkdirSync(mounted);
    const out = path.join(folder, "out.json");
    execFileSync("unshare", ["-rm", "sh", "-c", inside, "sh", process.execPath, script, keep, mounted, out], { timeout: 60_000 });
    const filled = JSON.parse(readFileSync(out, "utf8")) as Filled;
    expect(filled.kept).toBeGreaterThan(3);
    expect(filled.faults[0]).toMatchObject({ code: "journal-io", cause: "ENOSPC" });
    renameSync(keep, file);
    await holdsExactly(filled.kept);
  });

  // Root may do everything, so the child is somebody else then.
  const somebody = process.getuid?.() === 0 ? { uid: 65_534 } : {};

  test("a folder that may not be written to", async () => {
    chmodSync(folder, 0o555);
    const filled = await fill('exec "$@"', somebody);
    expect(filled).toMatchObject({ kept: 0, faults: [{ code: "journal-io", cause: "EACCES" }] });
    expect(filled.faults[0]!.hint).toContain("permissions");
    expect(readdirSync(folder)).toEqual([]);
    chmodSync(folder, 0o755);
  });

  test("a file that may not be written to", async () => {
    await written({ n: 0 });
    chmodSync(folder, 0o777);
    chmodSync(file, 0o444);
    const before = readFileSync(file, "utf8");
    expect(await fill('exec "$@"', somebody)).toMatchObject({ kept: 0, faults: [{ code: "journal-io", cause: "EACCES" }] });
    expect(readFileSync(file, "utf8")).toBe(before);
    expect(existsSync(`${file}.lock`)).toBe(false);
  });
});
