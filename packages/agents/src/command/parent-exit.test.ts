/**
 * What becomes of commands when the program that runs them ends: real programs that run real commands, each of which
 * has started something in turn; both ignore SIGTERM.
 */
import { spawn } from "node:child_process";
import type { ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Readable, Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { isRunning, pidsIn, startGrandchild, STUBBORN, stubbornGrandchild, untilGone } from "./processes.fixture.js";

let folder: string;
let bundle: string;
let pidFile: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "loopwright-exit-"));
  bundle = path.join(folder, "run-command.mjs");
  const entry = fileURLToPath(new URL("run-command.ts", import.meta.url));
  await build({ entryPoints: [entry], outfile: bundle, bundle: true, platform: "node", format: "esm", logLevel: "error" });
});
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(({ task }) => void (pidFile = path.join(folder, `${task.id}.json`)));

interface Program {
  readonly process: ChildProcessByStdio<Writable, Readable, null>;
  /** Everything it prints, once it is over. */
  readonly output: Promise<string>;
  /** The command and what it started. */
  readonly pids: readonly number[];
}

/** Starts a program; when this returns its command is up. Its `next` runs when something is written to its input. */
async function program({ setup = "", next = "" }: { setup?: string; next?: string } = {}): Promise<Program> {
  const command = `${startGrandchild(stubbornGrandchild(pidFile), "inherit")} ${STUBBORN}`;
  const spec = { command: process.execPath, args: ["-e", command], env: {}, maxOutputBytes: 1000, killGraceMs: 60_000, stdin: "" };
  const source = `
    import { runCommand } from ${JSON.stringify(pathToFileURL(bundle).href)};
    const controller = new AbortController();
    ${setup}
    const running = runCommand(${JSON.stringify(spec)}, controller.signal);
    process.stdin.once("data", async () => { process.stdin.destroy(); ${next} });`;
  const started = spawn(process.execPath, ["--input-type=module", "-e", source], { stdio: ["pipe", "pipe", "ignore"] });
  return { process: started, output: text(started.stdout), pids: await pidsIn(pidFile) };
}

async function endOf(started: Program): Promise<readonly unknown[]> {
  return (await once(started.process, "exit")) as unknown[];
}

describe("parent-exit.ts 2: G10: no command outlives its program", () => {
  test.each([
    ["process.exit", "process.exit(7);", 7],
    ["an uncaught error", `throw new Error("boom");`, 1],
  ])("%s", async (_how, next, code) => {
    const started = await program({ next });
    started.process.stdin.write("\n");
    expect(await endOf(started)).toEqual([code, null]);
    await untilGone(started.pids);
  });

  test("process-group.ts 2: a program with nothing left to do need not wait for a command that it aborted", async () => {
    const started = await program({ next: `controller.abort(); const { end } = await running; process.stdout.write(end.kind);` });
    const abortedAt = performance.now();
    started.process.stdin.write("\n");
    expect(await endOf(started)).toEqual([0, null]);
    expect(performance.now() - abortedAt).toBeLessThan(10_000);
    expect(await started.output).toBe("aborted");
    await untilGone(started.pids);
  });
});

describe.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("%s", (signal) => {
  test("parent-exit.ts 3: if nobody handles it, ends the command and then the program", async () => {
    const started = await program();
    started.process.kill(signal);
    expect(await endOf(started)).toEqual([null, signal]);
    await untilGone(started.pids);
  });

  test("parent-exit.ts 4: is the program's own if it handles it", async () => {
    const started = await program({
      setup: `process.on(${JSON.stringify(signal)}, () => process.stdout.write("mine"));`,
      next: `controller.abort(); await running;`,
    });
    started.process.kill(signal);
    await once(started.process.stdout, "data");
    expect(started.pids.map(isRunning)).toEqual([true, true]);
    started.process.stdin.write("\n");
    expect(await endOf(started)).toEqual([0, null]);
    expect(await started.output).toBe("mine");
    await untilGone(started.pids);
  });
});

test("parent-exit.ts 4: ends both if the only other listener waits to be the last, as the package signal-exit does", async () => {
  const setup = `
    globalThis[Symbol.for("signal-exit emitter")] = { count: 1 };
    const last = (signal) => {
      if (process.listenerCount(signal) > 1) return;
      process.off(signal, last);
      process.stdout.write("last");
      process.kill(process.pid, signal);
    };
    process.on("SIGINT", last);`;
  const started = await program({ setup });
  started.process.kill("SIGINT");
  expect(await endOf(started)).toEqual([null, "SIGINT"]);
  expect(await started.output).toBe("last");
  await untilGone(started.pids);
});
