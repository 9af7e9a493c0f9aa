/** What becomes of a check when the program that runs it ends. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { expect, it, onTestFinished } from "vitest";

it.each([
  ["SIGTERM", 0, "while a check runs"],
  ["SIGINT", 0, "while a check runs"],
  // As on a busy machine, where the command may run before the program does again.
  ["SIGTERM", 1000, "while a check is being started"],
] as const)("G10: %s to the program ends its checks with all they started (%i ms, %s)", { timeout: 60_000 }, async (signal, startMs, _when) => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "check-exit-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const bundle = join(folder, "check.mjs");
  const source = (name: string): string => JSON.stringify(fileURLToPath(new URL(name, import.meta.url)));
  await build({
    stdin: { contents: `export { commandCheck } from ${source("../command-check.ts")}; export { directoryWorkspace } from ${source("../workspace/directory-workspace.ts")};`, resolveDir: fileURLToPath(new URL("..", import.meta.url)) },
    outfile: bundle, bundle: true, platform: "node", format: "esm", logLevel: "error",
  });
  const beat = join(folder, "beat");
  // Not the folder of the beat, nor one that other programs write to: a check looks at its whole workspace first.
  const workspace = join(folder, "workspace");
  mkdirSync(workspace);
  const script = `(trap '' TERM INT; while :; do printf x >> ${beat}; sleep 0.02; done) & wait`;
  const program = `
    import { commandCheck, directoryWorkspace } from ${JSON.stringify(pathToFileURL(bundle).href)};
    const childProcess = process.getBuiltinModule("node:child_process");
    const { spawn } = childProcess;
    childProcess.spawn = (...args) => {
      const child = spawn(...args);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${startMs});
      return child;
    };
    commandCheck({ id: "c", command: "sh", args: ["-c", ${JSON.stringify(script)}], timeoutMs: 3600000 }).run(directoryWorkspace(${JSON.stringify(workspace)}));`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], { stdio: ["ignore", "ignore", "inherit"] });
  const exited = once(child, "exit");
  while (statSync(beat, { throwIfNoEntry: false }) === undefined) {
    expect(child.exitCode).toBeNull();
    await sleep(20);
  }
  child.kill(signal);
  expect(await exited).toEqual([null, signal]);
  for (let size = -1, quiet = 0; quiet < 10; await sleep(50)) {
    const now = statSync(beat).size;
    quiet = now === size ? quiet + 1 : 0;
    size = now;
  }
});
