import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { isRunning, pidsIn, startGrandchild, STUBBORN, stubbornGrandchild, until, untilGone, writePids } from "./processes.fixture.js";
import { runCommand, STDERR_TAIL_BYTES } from "./run-command.js";
import type { CommandRun } from "./run-command.js";

const NEVER = new AbortController().signal;

function run(source: string, changes: Partial<Parameters<typeof runCommand>[0]> = {}, signal = NEVER): Promise<CommandRun> {
  const spec = { command: process.execPath, args: ["-e", source], cwd: undefined, env: {}, maxOutputBytes: 1e6, killGraceMs: 200, stdin: "", ...changes };
  return runCommand(spec, signal);
}

const stdoutOf = ({ end }: CommandRun): string => (end.kind === "exited" ? Buffer.from(end.stdout).toString() : `not exited: ${end.kind}`);
const stderrOf = ({ stderrTail }: CommandRun): string => Buffer.from(stderrTail).toString();

let folder: string;
let pidFile: string;
beforeAll(() => void (folder = mkdtempSync(path.join(tmpdir(), "loopwright-run-"))));
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(({ task }) => void (pidFile = path.join(folder, `${task.id}.json`)));

const pids = (): Promise<number[]> => pidsIn(pidFile);

// Every test, whatever happened in it: nothing of ours holds up the process or listens on it.
const HOOKS = ["exit", "SIGINT", "SIGTERM", "SIGHUP"] as const;
const listeners = () => HOOKS.map((name) => process.listenerCount(name));
const resources = () => process.getActiveResourcesInfo().filter((name) => /Process|Pipe|Timeout/.test(name)).length;
let before: { listeners: number[]; resources: number };
beforeEach(() => void (before = { listeners: listeners(), resources: resources() }));
afterEach(async () => {
  await until(() => resources() <= before.resources);
  await until(() => String(listeners()) === String(before.listeners));
});

describe("a command that ends by itself", () => {
  test("run-command.ts 3: its whole output and code are given", async () => {
    const result = await run(`process.stdout.write("a".repeat(300000)); process.stderr.write("note"); process.exitCode = 3;`);
    expect(result.end).toMatchObject({ kind: "exited", code: 3 });
    expect(stdoutOf(result)).toBe("a".repeat(300_000));
    expect(stderrOf(result)).toBe("note");
  });

  test("its input arrives whole, byte for byte", async () => {
    const stdin = `${"ä€😀\r\n".repeat(100_000)}end`;
    expect(stdoutOf(await run(`process.stdin.pipe(process.stdout);`, { stdin, maxOutputBytes: 1e7 }))).toBe(stdin);
  });

  test("it may leave its input unread (EPIPE)", async () => {
    const result = await run(`process.stdin.destroy(); process.stdout.write("done");`, { stdin: "x".repeat(5_000_000) });
    expect([result.end.kind, stdoutOf(result)]).toEqual(["exited", "done"]);
    const reads = await run(`process.stdout.write("early"); process.exit(0);`, { stdin: "x".repeat(5_000_000) });
    expect(reads.end).toMatchObject({ kind: "exited", code: 0 });
  });

  test("G17: arguments arrive as they stand: no shell sees them", async () => {
    const args = ["$(id)", "`id`", "a b", "'q'", '"', "*", ";", "|", "", "-rf", "ä"];
    const result = await run("", { args: ["-e", "process.stdout.write(JSON.stringify(process.argv.slice(1)))", "--", ...args] });
    expect(JSON.parse(stdoutOf(result))).toEqual(args);
  });

  test("the environment is this process's, with changes", async () => {
    process.env["LOOPWRIGHT_TEST_KEPT"] = "kept";
    process.env["LOOPWRIGHT_TEST_REMOVED"] = "removed";
    const env = { LOOPWRIGHT_TEST_SET: "set", LOOPWRIGHT_TEST_REMOVED: undefined };
    const source = `const { LOOPWRIGHT_TEST_KEPT: a, LOOPWRIGHT_TEST_REMOVED: b = null, LOOPWRIGHT_TEST_SET: c } = process.env; console.log(JSON.stringify([a, b, c]));`;
    expect(JSON.parse(stdoutOf(await run(source, { env })))).toEqual(["kept", null, "set"]);
    delete process.env["LOOPWRIGHT_TEST_KEPT"];
    delete process.env["LOOPWRIGHT_TEST_REMOVED"];
  });

  test("QU-REVIN-03: no environment variable is added", async () => {
    const result = await run(`console.log(JSON.stringify(Object.keys(process.env).sort()));`);
    expect(JSON.parse(stdoutOf(result))).toEqual(Object.keys(process.env).sort());
  });

  test("it runs in the given directory", async () => {
    expect(stdoutOf(await run(`process.stdout.write(process.cwd());`, { cwd: folder }))).toBe(folder);
  });

  test("a flood on standard error costs no memory: its end is kept", async () => {
    const result = await run(`process.stderr.write("x".repeat(3000000) + "THE END");`, { maxOutputBytes: 10 });
    expect(result.end).toMatchObject({ kind: "exited", code: 0 });
    expect(result.stderrTail.length).toBe(STDERR_TAIL_BYTES);
    expect(stderrOf(result)).toMatch(/x+THE END$/);
  });
});

describe("a command that fails", () => {
  test("death by signal is told with the signal", async () => {
    expect((await run(`process.kill(process.pid, "SIGKILL");`)).end).toEqual({ kind: "signalled", signal: "SIGKILL" });
  });

  test.each<[string, string, Partial<Parameters<typeof runCommand>[0]>]>([
    ["an unknown command", "ENOENT", { command: "loopwright-no-such-command" }],
    ["a file that is not executable", "EACCES", { command: import.meta.filename }],
    ["a directory that does not exist", "ENOENT", { cwd: path.join(tmpdir(), "loopwright-no-such-directory") }],
    ["arguments that are too long", "E2BIG", { args: ["x".repeat(3_000_000)] }],
  ])("%s does not start: %s", async (_what, code, changes) => {
    const { end } = await run("", changes);
    expect(end).toMatchObject({ kind: "not-started", error: { code } });
  });

  test("G4: one byte more than the limit is too much, not a shorter answer", async () => {
    const exact = await run(`process.stdout.write("x".repeat(1000));`, { maxOutputBytes: 1000 });
    expect(stdoutOf(exact)).toHaveLength(1000);
    expect((await run(`process.stdout.write("x".repeat(1001));`, { maxOutputBytes: 1000 })).end).toEqual({ kind: "output-limit" });
  });

  test("G10: a flood is stopped at once, and the command ended, though it ignores SIGTERM", async () => {
    const source = `${STUBBORN} process.stdout.on("error", () => {}); ${writePids(pidFile, "[process.pid]")} setInterval(() => process.stdout.write("x".repeat(65536)), 0);`;
    expect((await run(source, { maxOutputBytes: 100_000 })).end).toEqual({ kind: "output-limit" });
    await untilGone(await pids());
  });
});

describe("G10: abort", () => {
  test("a command that is asked to end can end in order", async () => {
    const controller = new AbortController();
    const source = `process.on("SIGTERM", () => { ${writePids(`${pidFile}.bye`, "[]")} process.exit(0); }); setInterval(() => {}, 1000); ${writePids(pidFile, "[process.pid]")}`;
    const running = run(source, { killGraceMs: 5000 }, controller.signal);
    const started = await pids();
    controller.abort();
    expect((await running).end).toEqual({ kind: "aborted" });
    await untilGone(started);
    expect(readFileSync(`${pidFile}.bye`, "utf8")).toBe("[]\n");
  });

  test("run-command.ts 2: it settles at once, though command and grandchild ignore SIGTERM; both are gone after the grace", async () => {
    const controller = new AbortController();
    const grandchild = stubbornGrandchild(pidFile);
    const running = run(`${STUBBORN} ${startGrandchild(grandchild, "inherit")}`, { killGraceMs: 1000 }, controller.signal);
    const started = await pids();
    const abortedAt = performance.now();
    controller.abort();
    expect((await running).end).toEqual({ kind: "aborted" });
    expect(performance.now() - abortedAt).toBeLessThan(900);
    expect(started.map(isRunning)).toEqual([true, true]);
    // Ending it holds nothing up meanwhile.
    await until(() => resources() <= before.resources, 900);
    await untilGone(started);
    expect(performance.now() - abortedAt).toBeGreaterThan(950);
  });

  test("process-group.ts 1: a stubborn grandchild is ended although the command itself went at once", async () => {
    const controller = new AbortController();
    const grandchild = stubbornGrandchild(pidFile);
    const running = run(`${startGrandchild(grandchild, "ignore")} setInterval(() => {}, 1000);`, {}, controller.signal);
    const started = await pids();
    controller.abort();
    await running;
    await untilGone(started);
  });

  test("a grace of 0 ends the group at once", async () => {
    const controller = new AbortController();
    const running = run(`${STUBBORN} ${writePids(pidFile, "[process.pid]")}`, { killGraceMs: 0 }, controller.signal);
    const started = await pids();
    controller.abort();
    await running;
    await untilGone(started);
  });

  test("an aborted signal starts nothing", async () => {
    const result = await run(writePids(pidFile, "[process.pid]"), {}, AbortSignal.abort());
    expect(result.end).toEqual({ kind: "aborted" });
    expect(() => readFileSync(pidFile)).toThrow("ENOENT");
  });

  test("an abort while the input is being written is no fault of the pipe", async () => {
    const controller = new AbortController();
    const running = run(`${writePids(pidFile, "[process.pid]")} setInterval(() => {}, 1000);`, { stdin: "x".repeat(10_000_000) }, controller.signal);
    const started = await pids();
    controller.abort();
    expect((await running).end).toEqual({ kind: "aborted" });
    await untilGone(started);
  });

  test("an abort after the end changes nothing", async () => {
    const controller = new AbortController();
    const result = await run(`process.stdout.write("done");`, {}, controller.signal);
    controller.abort();
    expect(stdoutOf(result)).toBe("done");
  });
});

describe("a command that leaves something running", () => {
  test("G10: what is left of its group is ended", async () => {
    const grandchild = stubbornGrandchild(pidFile);
    const source = `${startGrandchild(grandchild, "ignore")} grandchild.unref(); const wait = setInterval(() => { if (require("node:fs").existsSync(${JSON.stringify(pidFile)})) { clearInterval(wait); process.stdout.write("done"); } }, 5);`;
    expect(stdoutOf(await run(source))).toBe("done");
    await untilGone(await pids());
  });

  test("run-command.ts 4: one that holds its output open is ended, and the answer stands", async () => {
    const grandchild = `${STUBBORN} ${writePids(pidFile, "[process.pid]")}`;
    const source = `${startGrandchild(grandchild, "inherit")} grandchild.unref(); process.stdout.write("done");`;
    expect(stdoutOf(await run(source))).toBe("done");
    await untilGone(await pids());
  });

  test("run-command.ts 4: G4: one that left the group and holds the output open makes the answer doubtful", async () => {
    const grandchild = `${STUBBORN} ${writePids(pidFile, "[process.pid]")}`;
    const source = `${startGrandchild(grandchild, "inherit", ", detached: true")} grandchild.unref(); process.stdout.write("done");`;
    const { end } = await run(source);
    for (const pid of await pids()) process.kill(pid, "SIGKILL");
    expect(end).toEqual({ kind: "output-held" });
  });
});

test("case H13: many commands at once on one signal raise no listener warning and leave nothing", async () => {
  const warnings: Error[] = [];
  const keep = (warning: Error): void => void warnings.push(warning);
  process.on("warning", keep);
  const controller = new AbortController();
  const all = Array.from({ length: 20 }, () => run(`setInterval(() => {}, 1000);`, {}, controller.signal));
  controller.abort();
  expect((await Promise.all(all)).every(({ end }) => end.kind === "aborted")).toBe(true);
  process.off("warning", keep);
  expect(warnings).toEqual([]);
});
