import { mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { commandCheck, type CommandCheckOptions } from "./command-check.js";
import { directoryWorkspace } from "./workspace/directory-workspace.js";
import { memoryWorkspace } from "./workspace/memory-workspace.js";

vi.setConfig({ testTimeout: 60_000 });

function directory(): string {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "check-")));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  mkdirSync(join(base, "root"));
  return join(base, "root");
}

const node = (source: string, over: Partial<CommandCheckOptions> = {}) => commandCheck({ id: "c", command: process.execPath, args: ["-e", source], timeoutMs: 60_000, ...over });

/** Waits until nobody writes to a file any more. */
async function untilQuiet(file: string): Promise<void> {
  for (let size = -1, quiet = 0; quiet < 10; ) {
    await sleep(50);
    const now = statSync(file).size;
    quiet = now === size ? quiet + 1 : 0;
    size = now;
  }
}

const shell = (script: string, over: Partial<CommandCheckOptions> = {}) => commandCheck({ id: "c", command: "sh", args: ["-c", script], timeoutMs: 60_000, killGraceMs: 50, ...over });

/** Writes to a file beside the root without end, and does not heed SIGTERM. */
const BEATING = "(trap '' TERM; while :; do printf x >> ../beat; sleep 0.02; done) </dev/null >/dev/null 2>&1";
const UNTIL_BEAT = "while [ ! -s ../beat ]; do sleep 0.02; done";

describe("records", () => {
  it("RL-EV-02: a record says what ran, against what, how it ended, what it said and what it wrote", async () => {
    const root = directory();
    writeFileSync(join(root, "a"), "a\n");
    const workspace = directoryWorkspace(root);
    const { digest } = await workspace.snapshot();
    const source = 'console.log("out"); console.error("err"); require("node:fs").writeFileSync("b", "b"); require("node:fs").rmSync("a");';
    const record = await node(source).run(workspace);
    expect(record).toEqual({
      id: "c", command: process.execPath, args: ["-e", source], cwd: ".", end: { kind: "exited", code: 0 }, output: expect.stringMatching(/^(?:out\nerr\n|err\nout\n)$/) as string,
      isCut: false, outputBytes: 8, snapshot: digest, writes: ["a", "b"], durationMs: expect.any(Number) as number, passed: true,
    });
    expect(JSON.parse(JSON.stringify(record))).toEqual(record);
  });

  it("LG-SEC-30: arguments reach the program as they are; no shell reads them", async () => {
    const root = directory();
    const odd = ["$(touch x)", "; touch x", "a b", "*", "'", '"', "", "--flag", "\n"];
    const record = await commandCheck({ id: "c", command: process.execPath, args: ["-e", "console.log(JSON.stringify(process.argv.slice(1)))", "--", ...odd], timeoutMs: 60_000 }).run(directoryWorkspace(root));
    expect(JSON.parse(record.output)).toEqual(odd);
    expect(record.writes).toEqual([]);
    const line = await commandCheck({ id: "c", command: "true && touch x", timeoutMs: 60_000 }).run(directoryWorkspace(root));
    expect(line).toMatchObject({ end: { kind: "not-started", reason: expect.stringMatching(/ENOENT/) as string }, passed: false, writes: [] });
  });

  it.each([
    ["process.exit(3)", { kind: "exited", code: 3 }],
    ["process.kill(process.pid, 'SIGKILL'); setInterval(() => {}, 1000)", { kind: "signalled", signal: "SIGKILL" }],
  ])("G4: %s is recorded and is no pass", async (source, end) => {
    expect(await node(source).run(directoryWorkspace(directory()))).toMatchObject({ end, passed: false });
  });

  it("G4, LG-SEC-30: output beyond the limit is left out in the middle, says so, and forbids a pass", async () => {
    const record = await node(`process.stdout.write("a".repeat(300000) + "z".repeat(300000))`, { maxOutputBytes: 1000 }).run(directoryWorkspace(directory()));
    expect(record).toMatchObject({ end: { kind: "exited", code: 0 }, isCut: true, outputBytes: 600_000, passed: false });
    expect(record.output).toBe(`${"a".repeat(500)}\n[… 599000 bytes of output left out …]\n${"z".repeat(500)}`);
    const whole = await node(`process.stdout.write("a".repeat(600) + "z".repeat(400))`, { maxOutputBytes: 1000 }).run(directoryWorkspace(directory()));
    expect(whole).toMatchObject({ isCut: false, passed: true, output: "a".repeat(600) + "z".repeat(400) });
  });
});

describe("ends", () => {
  it("G10, LG-SEC-30: a check beyond its time is ended with all that it started", async () => {
    const root = directory();
    const record = await shell(`${BEATING} & wait`, { timeoutMs: 1500 }).run(directoryWorkspace(root));
    expect(record).toMatchObject({ end: { kind: "timed-out" }, passed: false });
    await untilQuiet(join(root, "../beat"));
  });

  it("G10: what a check that ended well left running is ended too", async () => {
    const root = directory();
    const record = await shell(`${BEATING} & ${UNTIL_BEAT}`).run(directoryWorkspace(root));
    expect(record).toMatchObject({ end: { kind: "exited", code: 0 }, passed: true });
    await untilQuiet(join(root, "../beat"));
  });

  it("G4: a command that ended while what it started may still write is no pass", async () => {
    const root = directory();
    // In a session of its own, which no group reaches.
    const source = `require("node:child_process").spawn("sleep", ["8"], { stdio: "inherit", detached: true }).unref(); process.exit(0);`;
    expect(await node(source, { killGraceMs: 0 }).run(directoryWorkspace(root))).toMatchObject({ end: { kind: "output-held" }, passed: false });
  });

  it("G10: an abort rejects at once with its reason, and ends the group", async () => {
    const root = directory();
    const controller = new AbortController();
    const reason = new Error("enough");
    const running = shell(`${BEATING} & wait`).run(directoryWorkspace(root), { signal: controller.signal });
    while (statSync(join(root, "../beat"), { throwIfNoEntry: false }) === undefined) await sleep(10);
    controller.abort(reason);
    await expect(running).rejects.toBe(reason);
    await untilQuiet(join(root, "../beat"));
  });
});

describe("where", () => {
  it("LG-SEC-7, LG-SEC-8: the directory lies below the root, also behind links", async () => {
    const root = directory();
    mkdirSync(join(root, "sub"));
    symlinkSync("..", join(root, "out"));
    writeFileSync(join(root, "file"), "");
    const workspace = directoryWorkspace(root);
    expect(JSON.parse((await node("console.log(JSON.stringify(process.cwd()))", { cwd: "sub" }).run(workspace)).output)).toBe(join(root, "sub"));
    for (const cwd of ["..", "out", "/", "nowhere", "file", "sub/../.."]) await expect(node("", { cwd }).run(workspace), cwd).rejects.toMatchObject({ code: "path-unsafe" });
    await expect(node("").run(memoryWorkspace())).rejects.toMatchObject({ code: "path-unsafe", path: "cwd" });
  });

  it.each([
    ["id", { id: "" }],
    ["command", { command: " " }],
    ["command", { command: "a\0b" }],
    ["args", { args: "-v" as never }],
    ["args", { args: [5 as never] }],
    ["cwd", { cwd: "" }],
    ["env", { env: { A: 5 as never } }],
    ["timeoutMs", { timeoutMs: 0 }],
    ["timeoutMs", { timeoutMs: Infinity }],
    ["timeoutMs", { timeoutMs: undefined as never }],
    ["maxOutputBytes", { maxOutputBytes: 0 }],
    ["killGraceMs", { killGraceMs: -1 }],
  ])("G20: %s is checked before anything runs: %j", (path, over) => {
    expect(() => commandCheck({ id: "c", command: "true", timeoutMs: 1, ...over })).toThrow(expect.objectContaining({ code: "option-invalid", path }) as Error);
  });
});
