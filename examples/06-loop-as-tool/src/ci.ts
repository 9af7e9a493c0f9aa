/** Runs the example as a user would and checks what it prints. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const main = fileURLToPath(new URL("main.ts", import.meta.url));
const output = execFileSync(process.execPath, [main], { encoding: "utf8" });
assert.match(output, /^round 1: decision\.made revise$/m);
assert.match(output, /^round 2: decision\.made approved$/m);
assert.match(output, /^result: passed$/m);
assert.match(output, /^The plan was approved\.$/m);
