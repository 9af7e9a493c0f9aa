/** Runs `node --test` over a candidate module in a folder of its own. */
import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

/** How a test command ended. */
export interface TestRun {
  readonly exitCode: number;
  readonly output: string;
}

/** The tests that the code must pass; the coder never sees or touches them. */
const TESTS = `
import test from "node:test";
import assert from "node:assert/strict";
import { median } from "./median.mjs";

test("an odd count", () => assert.equal(median([3, 1, 2]), 2));
test("an even count", () => assert.equal(median([4, 1, 3, 2]), 2.5));
test("the argument stays as it was", () => {
  const values = [2, 1];
  median(values);
  assert.deepEqual(values, [2, 1]);
});
`;

export async function runTests(code: string, signal: AbortSignal): Promise<TestRun> {
  const folder = await mkdtemp(path.join(tmpdir(), "code-until-green-"));
  try {
    await writeFile(path.join(folder, "median.mjs"), code);
    await writeFile(path.join(folder, "median.test.mjs"), TESTS);
    return await runCommand(process.execPath, ["--test", "median.test.mjs"], folder, signal);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function runCommand(command: string, args: readonly string[], cwd: string, signal: AbortSignal): Promise<TestRun> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, signal, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text: string) => (output += text));
    child.on("error", reject);
    child.on("close", (exitCode) => {
      if (exitCode === null) reject(new Error("the test command was ended by a signal"));
      else resolve({ exitCode, output });
    });
  });
}
